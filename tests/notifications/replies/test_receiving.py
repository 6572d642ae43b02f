"""A reply is a move: once, for the choices of its mail, and answered only where it has to be."""

import re

import pytest
from django.db import OperationalError
from pytest_django import Settings

from accounts.services.address import give_address
from games import queries, services
from games.engine import Wish
from games.store.models import StoredEvent
from games.tables import Plan
from notifications import noticing
from notifications.models import Kind, Notice, Reply
from notifications.replies import receiving
from notifications.replies.places import NobodyHere
from notifications.replies.writing import in_reply
from tests.factories import NOON, make_match, sensible
from tests.notifications.conftest import Drain, unfolded
from tests.notifications.replies.conftest import LATER, SOON, LayTable, Table, reply

pytestmark = pytest.mark.django_db


def head(table: Table) -> int:
    table.match.refresh_from_db()
    return table.match.head


def test_a_turn_mail_can_be_answered_with_a_move(lay: LayTable) -> None:
    table = lay()
    assert re.fullmatch(r"table\+[0-9a-f]{32}@play\.example\.org", table.address)
    (choice,) = table.choices()
    before = head(table)
    assert table.get(reply(table.sensible_line(choice))) == []
    assert head(table) > before
    event = StoredEvent.objects.filter(match=table.match, seq__gt=before).order_by("seq")[0]
    assert (event.type, event.cause) == ("tile_played", "player")
    assert choice not in table.choices()


def test_the_mail_shows_how(lay: LayTable) -> None:
    table = lay()
    (choice,) = table.choices()
    example = re.search(r"as in: ([^ ]+ on [^ ]+)", unfolded(table.mail.body))
    assert example is not None
    assert table.get(reply(example[1])) == []
    assert choice not in table.choices()


def test_without_an_address_for_incoming_mail_there_is_none_to_answer_to(
    settings: Settings, drain: Drain
) -> None:
    settings.INCOMING_ADDRESS = ""
    noticing.notice_match(make_match(people=2, bots=0).pk, now=NOON)
    (mail,) = drain(SOON)
    assert mail.reply_to == []
    assert "answer this mail" not in mail.body


def test_the_same_mail_twice_is_one_move_and_one_answer(lay: LayTable) -> None:
    table = lay()
    (choice,) = table.choices()
    move = reply(table.sensible_line(choice))
    assert table.get(move) == []
    played = head(table)
    assert table.get(move) == []
    assert head(table) == played
    nonsense = reply("castle!", number=2)
    assert len(table.get(nonsense)) == 1
    assert table.get(nonsense) == []
    assert Notice.objects.filter(kind=Kind.ANSWER).count() == 1


def test_the_same_move_in_another_mail_is_no_other_move(lay: LayTable) -> None:
    table = lay()
    (choice,) = table.choices()
    line = f"{table.sensible_line(choice)}"
    table.get(reply(line))
    played = head(table)
    table.get(reply(line, number=2))
    assert head(table) == played


def test_nothing_is_played_where_a_line_is_unclear(lay: LayTable) -> None:
    table = lay()
    (choice,) = table.choices()
    before = head(table)
    line = table.sensible_line(choice)
    (answer,) = table.get(reply(f"I wonder about\n{line}"))
    assert head(table) == before
    assert "“I wonder about”" in answer.body
    assert line in answer.body.split("understood now")[1]
    assert answer.to == table.mail.to
    assert answer.subject == table.mail.subject


def test_the_answer_can_be_answered(lay: LayTable) -> None:
    table = lay()
    (choice,) = table.choices()
    (answer,) = table.get(reply("Hm?"))
    assert answer.reply_to != table.mail.reply_to
    receiving.receive(
        reply(table.sensible_line(choice), number=2), answer.reply_to[0], "a@b.org", now=LATER
    )
    assert choice not in table.choices()


def test_an_answer_that_repeats_what_no_mail_can_hold_is_made(lay: LayTable) -> None:
    (answer,) = lay().get(reply("9-4 \x07\x1b[2J on the moon"))
    assert "on the moon" in unfolded(answer.body)


def test_an_empty_reply_is_told_where_to_write(lay: LayTable) -> None:
    (answer,) = lay().get(reply(""))
    assert "above the quoted mail" in unfolded(answer.body)


def test_the_rules_refuse_in_the_pages_own_words(lay: LayTable) -> None:
    table = lay()
    before = head(table)
    (answer,) = table.get(reply("pass"))
    assert head(table) == before
    assert "you cannot pass" in answer.body.replace("\n", " ")


def test_a_mail_is_good_for_its_own_choices_and_tenure_alone(lay: LayTable) -> None:
    table = lay()
    (choice,) = table.choices()
    line = table.sensible_line(choice)
    services.play(choice.seat, choice.round, sensible(choice), choice.seq, now=NOON)
    (answer,) = table.get(reply("0-0 on 1-1"))
    assert "moved on" in answer.body
    other = lay()
    seat = other.row.seat
    services.give_to_bot(seat, "admin", cause="admin", now=NOON)
    (answer,) = other.get(reply(line))
    assert "changed hands" in answer.body


def test_an_answer_is_good_no_longer_than_the_links_of_its_mail(lay: LayTable) -> None:
    """Who reads an old mailbox, or has somebody's old mail, plays for nobody (MAIL.md, Links 2)."""
    table = lay()
    (choice,) = table.choices()
    line, before = table.sensible_line(choice), head(table)
    player = table.row.seat.player
    assert player is not None
    give_address(player, "ana.new@example.org", now=NOON)
    for number, text in enumerate([line, "resign", "plan 9-4", "say I am Ana"]):
        (answer,) = table.get(reply(text, number=number))
        assert "ana.new@example.org" in answer.to[0]
        assert "are over" in unfolded(answer.body)
    assert head(table) == before
    assert not Plan.objects.exists()
    answer_to = str(answer.reply_to[0])
    receiving.receive(reply(line), answer_to, "ana@example.org", now=LATER)
    assert head(table) > before


def test_side_by_side_every_line_names_its_round(lay: LayTable) -> None:
    table = lay(people=2, pace="side_by_side", rounds=3)
    choices = table.choices()
    assert len(choices) > 1
    (answer,) = table.get(reply(table.sensible_line(choices[0])))
    assert "number of the round" in answer.body
    assert f"{choices[0].round}: " in answer.body
    lines = [f"{choice.round}: {table.sensible_line(choice)}" for choice in choices]
    assert table.get(reply("\n".join(lines), number=2)) == []
    assert not set(choices) & set(table.choices())


def test_a_line_that_is_refused_keeps_no_other_from_being_played(lay: LayTable) -> None:
    table = lay(people=2, pace="side_by_side", rounds=3)
    first, *others = table.choices()
    (answer,) = table.get(reply(f"{first.round}: pass\n{others[0].round}: 0-0 on 0-0\n19: pass"))
    assert "round 19" in answer.body
    (answer,) = table.get(
        reply(f"{first.round}: {table.sensible_line(first)}\n{others[0].round}: pass", number=2)
    )
    assert "This was done." in answer.body
    assert "cannot pass" in answer.body.replace("\n", " ")
    assert first not in table.choices()
    assert others[0] in table.choices()


def test_a_tile_that_fits_one_end_needs_no_more_words(lay: LayTable) -> None:
    table = lay()
    (choice,) = table.choices()
    tile = table.sensible_line(choice).split(" ")[0]
    assert table.get(reply(tile)) == []
    assert choice not in table.choices()


def test_resigning_is_a_word(lay: LayTable) -> None:
    table = lay()
    assert table.get(reply("resign")) == []
    seat = table.row.seat
    assert seat.bot
    assert seat.player is None


def test_a_plan_can_be_written_and_is_used_when_its_turn_has_come(lay: LayTable) -> None:
    table = lay()
    hand = queries.see_round(table.match, 1, table.row.seat.number).view.hand or ()
    plan = ", ".join(map(str, hand[:2]))
    assert table.get(reply(f"plan {plan}")) == []
    assert Plan.objects.get(seat=table.row.seat).wished == [Wish(tile) for tile in hand[:2]]
    (answer,) = table.get(reply("plan 9-9 on 8-8", number=2))
    assert "There is no end" in answer.body


@pytest.mark.parametrize(
    ("sender", "headers"),
    [
        ("", {}),
        ("ana@example.org", {"Auto-Submitted": "auto-replied"}),
        ("ana@example.org", {"Precedence": "bulk"}),
    ],
)
def test_automatic_replies_are_dropped_and_never_answered(
    sender: str, headers: dict[str, str], lay: LayTable
) -> None:
    table = lay()
    (choice,) = table.choices()
    assert table.get(reply(table.sensible_line(choice), headers=headers), sender) == []
    assert table.get(reply("I am on holiday", headers=headers), sender) == []
    assert choice in table.choices()


def test_machines_that_answer_each_other_come_to_an_end(lay: LayTable) -> None:
    table = lay()
    answers = [len(table.get(reply("Out of office", number=number))) for number in range(30)]
    assert 0 < sum(answers) <= 20
    assert answers[-1] == 0


def test_a_forged_sender_only_gets_a_link_to_confirm(lay: LayTable) -> None:
    table = lay()
    (choice,) = table.choices()
    line = table.sensible_line(choice)
    forged = {"Authentication-Results": "mx.example.org; dmarc=fail"}
    (answer,) = table.get(reply(line, headers=forged))
    assert choice in table.choices()
    assert re.search(r"/t/\S+\?round=1&tile=\S+&on=\S*&seq=\d+", str(answer.body))
    assert answer.to == table.mail.to
    (answer,) = table.get(reply("resign", number=2, headers=forged))
    assert table.row.seat.is_person


def test_unknown_tokens_and_other_addresses_are_nobodys(lay: LayTable) -> None:
    table = lay()
    local, domain = table.address.split("@")
    for address in (
        f"table+{'0' * 32}@{domain}",
        f"{local}@elsewhere.example",
        f"chair+{local.partition('+')[2]}@{domain}",
        "table@play.example.org.evil.example",
        "",
    ):
        with pytest.raises(NobodyHere):
            receiving.receive(reply("pass"), address, "a@b.org", now=LATER)
    receiving.check_recipient(table.address.upper())
    receiving.check_recipient("table@PLAY.example.org")


def test_what_fails_halfway_leaves_nothing_and_comes_again(
    lay: LayTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = lay()
    (choice,) = table.choices()
    move = reply(table.sensible_line(choice))
    with monkeypatch.context() as patch:
        patch.setattr(services, "play", _busy)
        with pytest.raises(OperationalError):
            receiving.receive(move, table.address, "a@b.org", now=LATER)
    assert not Reply.objects.exists()
    assert table.get(move) == []
    assert choice not in table.choices()


def _busy(*_: object, **__: object) -> None:
    raise OperationalError("database is locked")


def test_what_somebody_wrote_is_not_kept_once_it_was_answered(lay: LayTable) -> None:
    lay().get(reply("my secret thoughts"))
    notice = Notice.objects.get(kind=Kind.ANSWER)
    assert (notice.state, notice.sealed) == (Notice.State.SENT, "")
    assert "secret" not in str(Reply.objects.values())


def test_a_reply_may_say_something_once_with_its_move_or_without(lay: LayTable) -> None:
    table = lay()
    (choice,) = table.choices()
    move = in_reply(sensible(choice))
    for _ in range(2):
        assert table.get(reply(f"{move}\nsay Good luck, all!")) == []
    (line,) = table.match.talk.all()
    assert (line.words, line.player) == ("Good luck, all!", choice.seat.player)


def test_words_that_cannot_be_said_are_answered(lay: LayTable) -> None:
    table = lay()
    (answer,) = table.get(reply(f"say {'x' * 281}"))
    assert "At most 280 characters" in str(answer.body)
    assert not table.match.talk.exists()
