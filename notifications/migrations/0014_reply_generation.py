from django.db import migrations, models
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce


def as_links_are(apps, schema_editor):
    """Let what was mailed be answered for as long as its links are good."""
    of_the_tenure = apps.get_model("games", "Capability").objects.filter(
        seat=OuterRef("seat"), tenure=OuterRef("tenure")
    )
    apps.get_model("notifications", "ReplyAddress").objects.update(
        generation=Coalesce(Subquery(of_the_tenure.values("generation")[:1]), 1)
    )


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0011_due"),
        ("notifications", "0013_claimed_in_order"),
    ]

    operations = [
        migrations.AddField(
            model_name="replyaddress",
            name="generation",
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.RunPython(as_links_are, migrations.RunPython.noop),
    ]
