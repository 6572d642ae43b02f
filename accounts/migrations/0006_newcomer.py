from django.db import migrations, models

HELP = "Whether the pages still take them by the hand."


class Migration(migrations.Migration):
    """Take newcomers by the hand, but nobody who has been here before."""

    dependencies = [
        ("accounts", "0005_mail_habits"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="is_newcomer",
            field=models.BooleanField(
                db_default=False, default=False, editable=False, help_text=HELP
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="is_newcomer",
            field=models.BooleanField(
                db_default=True, default=True, editable=False, help_text=HELP
            ),
        ),
    ]
