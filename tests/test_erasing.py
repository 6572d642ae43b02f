"""People can leave: nothing of a name or an address remains anywhere, and the log stays whole."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings

import accounts.services
from accounts.models import Player
from chickenfoot.admin import kept
from games import bell, services, store
from games.record.export import check_match, export_match
from games.services import SeatPlan, TableRefused, Why
from games.tables import Invitation, Match
from notifications import mailbox, noticing, outbox
from notifications.calendars import links as calendars
from notifications.webhooks import keeping
from tests.factories import make_player, play_on

pytestmark = pytest.mark.django_db

NAME: Final = "Canaria Quetzal"
OLD: Final = "canary.one@nest.example"
ADDRESS: Final = "canary.two@nest.example"
WORDS: Final = "kookaburra kookaburra"
CANARIES: Final = ("canaria", "quetzal", "canary.", "kookaburra", "nest.example")


@pytest.fixture(autouse=True)
def _mails_become_files(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    settings.MAILBOX_DIR = tmp_path / "mailbox"
    monkeypatch.setattr(bell, "ring", lambda *_: None)


def rows() -> Iterator[tuple[str, str]]:
    """Yield every row of every table, as text, with what sessions and blobs hold."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - names of our own tables
            for row in cursor.fetchall():
                yield table, repr([bytes(v) if isinstance(v, memoryview) else v for v in row])
    for session in Session.objects.all():
        yield "django_session", repr(session.get_decoded())


def files(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield every file, raw, and of mails what their parts say."""
    for path in folder.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            yield path.name, content.decode(errors="replace")
            mail = mailbox.Mail(path.stem, mailbox.parse(content))
            yield path.name, f"{mail.headers} {mail.text} {mail.html}"


def found(folder: Path) -> set[str]:
    """Return where canaries are: names of tables and files."""
    return {
        place
        for place, text in [*rows(), *files(folder)]
        if any(canary in text.lower() for canary in CANARIES)
    }


def lay(creator: Player, *seats: SeatPlan, hand_size: int = 7, **more: Any) -> Match:
    return services.create_match(
        creator,
        preset="trains",
        options={"rounds": 1, "hand_size": hand_size},
        seats=seats,
        turn_time=timedelta(days=1),
        now=timezone.now(),
        **more,
    )


def tell_all() -> None:
    """Make and send every notice there is, as the worker does."""
    now = timezone.now()
    for invitation in noticing.uninvited():
        noticing.notice_invitation(invitation, now=now)
    for match in Match.objects.all():
        noticing.notice_match(match.pk, now=now)
    outbox.drain(clock=lambda: now + timedelta(minutes=5))


def joined_by_invitation(host: Player) -> tuple[Player, Match]:
    """Return somebody new who came by an invitation, gave words, and has another address now."""
    match = lay(host, SeatPlan("me"), SeatPlan("address", OLD))
    tell_all()
    invitation = Invitation.objects.get(seat__match=match)
    seat = services.accept(
        invitation, name=NAME, language="en", time_zone="UTC", words=WORDS, now=timezone.now()
    )
    assert seat.player is not None
    accounts.services.ask_to_sign_in(OLD, "10.0.0.1", now=timezone.now())
    tell_all()
    player = accounts.services.give_address(seat.player, ADDRESS, now=timezone.now())
    tell_all()
    return player, match


@pytest.fixture
def canary() -> Player:
    """Return somebody who has left traces wherever one can."""
    host, boss = make_player("Host"), make_player("Boss", is_staff=True)
    player, running = joined_by_invitation(host)
    over = lay(host, SeatPlan("me"), SeatPlan("player", player))
    invitation = Invitation.objects.get(seat__match=over)
    services.accept(invitation, player=player, words=WORDS, now=timezone.now())
    play_on(over, now=timezone.now())
    resigned = lay(player, SeatPlan("me"), SeatPlan("open"), words=WORDS)
    services.take_open_seat(resigned, host, now=timezone.now())
    lay(player, SeatPlan("me"), SeatPlan("address", "friend@example.org"))
    lay(host, SeatPlan("me"), SeatPlan("address", ADDRESS))
    services.pause(running, why=Why(f"{NAME} is on holiday", boss), now=timezone.now())
    services.resume(running, why=Why(f"home: {ADDRESS}", boss), now=timezone.now())
    services.ask_for_pause(running.seats.get(player=player), now=timezone.now())
    services.say(running.seats.get(player=player), f"{WORDS}, says {NAME}", now=timezone.now())
    services.say(running.seats.get(player=host), f"Well said, {NAME}", now=timezone.now())
    services.mute(running.seats.get(player=player), 0)
    tell_all()
    services.resign(resigned.seats.get(player=player), now=timezone.now())
    kept.keep(boss, player, f"Revoke links: {NAME} asked for it")
    kept.keep(boss, running, f"Pause the match: {NAME.upper()} is on holiday")
    accounts.services.suspend(player, f"{NAME} was rude", now=timezone.now())
    accounts.services.lift_suspension(player, now=timezone.now())
    accounts.services.suspend(make_player(), f"rude to {NAME}", now=timezone.now())
    accounts.services.ask_to_change_address(
        player, "canary.three@nest.example", "10.0.0.1", now=timezone.now()
    )
    calendars.make_link(player, now=timezone.now())
    hook = "https://hooks.nest.example/canary.four"
    webhook = keeping.add(player, url=hook, form="json", match=running, now=timezone.now())
    keeping.test(webhook, now=timezone.now())
    today = timezone.now().date()
    accounts.services.take_time_off(player, today, today, now=timezone.now())
    Client().force_login(player, backend="accounts.backends.PlayerBackend")
    tell_all()
    accounts.services.ask_to_sign_in(ADDRESS, "10.0.0.1", now=timezone.now())
    return player


def test_nothing_remains_of_who_is_deleted_and_the_log_is_whole(
    canary: Player,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    before = found(tmp_path)
    assert before > {
        "accounts_player",
        "django_admin_log",
        "games_invitation",
        "games_reasonwords",
        "games_seatwords",
        "games_talkline",
        "notifications_notice",
        "notifications_webhook",
    }
    assert any(place.endswith(".eml") for place in before)
    logs = {match.pk: list(export_match(match)) for match in Match.objects.all()}
    with django_capture_on_commit_callbacks(execute=True):
        accounts.services.delete_account(canary, now=timezone.now())
    assert found(tmp_path) == set()
    for match in Match.objects.all():
        assert list(export_match(match))[: len(logs[match.pk])] == logs[match.pk]
        assert check_match(match).fault is None


def test_a_match_that_is_over_shows_a_former_player_and_one_that_runs_a_bot(
    canary: Player, client: Client
) -> None:
    seats = list(canary.seats.filter(match__state__in=["running", "ended"]))
    accounts.services.delete_account(canary, now=timezone.now())
    names = set()
    for seat in seats:
        seat.refresh_from_db()
        names.add((seat.match.state, seat.name, bool(seat.bot)))
    assert {name for name in names if name[0] == "ended"} == {("ended", "former player", False)}
    assert any(bot for state, _name, bot in names if state == "running")
    over = next(seat.match for seat in seats if seat.match.state == Match.State.ENDED)
    assert "former player" in client.get(f"/m/{over.slug}/").content.decode()


def test_others_keep_their_mails_without_the_name(
    canary: Player,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    others = {
        mail.name for mail in mailbox.newest() if "nest.example" not in str(mail.parsed["To"])
    }
    with django_capture_on_commit_callbacks(execute=True):
        accounts.services.delete_account(canary, now=timezone.now())
    assert {mail.name for mail in mailbox.newest()} == others
    assert all(mail.text and mail.html for mail in mailbox.newest())


def test_words_that_somebody_else_gave_for_a_seat_are_not_theirs_to_erase() -> None:
    host, ana, ben = make_player(), make_player(), make_player()
    match = lay(host, SeatPlan("me"), SeatPlan("open"))
    services.take_open_seat(match, ana, words="of Ana", now=timezone.now())
    seat = match.seats.get(number=1)
    services.give_to_player(seat, ben, now=timezone.now())
    accounts.services.delete_account(ben, now=timezone.now())
    assert match.seats.get(number=1).words.words == "of Ana"
    accounts.services.delete_account(ana, now=timezone.now())
    assert not match.seats.filter(words__isnull=False).exists()


class TestNeverJoined:
    """Somebody who was invited and has no account."""

    @pytest.fixture
    def invitation(self) -> Invitation:
        match = lay(make_player("Host"), SeatPlan("me"), SeatPlan("address", OLD))
        other = lay(make_player("Other"), SeatPlan("me"), SeatPlan("address", OLD.upper()))
        accounts.services.ask_to_sign_in(OLD, "10.0.0.1", now=timezone.now())
        tell_all()
        assert Invitation.objects.filter(seat__match=other).exists()
        return Invitation.objects.get(seat__match=match)

    def test_no_for_ever_leaves_a_keyed_hash_and_no_address(
        self,
        invitation: Invitation,
        tmp_path: Path,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        assert found(tmp_path) > {"games_invitation", "notifications_notice"}
        with django_capture_on_commit_callbacks(execute=True):
            services.decline(invitation, for_ever=True, now=timezone.now())
        assert found(tmp_path) == set()
        assert accounts.services.refuses(OLD)
        assert not Invitation.objects.filter(state=Invitation.State.OPEN).exists()

    def test_no_later_invitation_is_mailed(self, invitation: Invitation) -> None:
        services.decline(invitation, for_ever=True, now=timezone.now())
        with pytest.raises(TableRefused):
            lay(make_player(), SeatPlan("me"), SeatPlan("address", OLD))
        before = len(mailbox.newest())
        tell_all()
        assert len(mailbox.newest()) == before

    @pytest.mark.usefixtures("invitation")
    def test_who_keeps_the_server_erases_an_address(
        self,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            call_command("forget", OLD.upper())
        assert found(tmp_path) == set()
        assert "keyed hash" in capsys.readouterr().out

    def test_a_players_address_is_not_forgotten_but_deleted(self) -> None:
        player = make_player()
        with pytest.raises(CommandError):
            call_command("forget", player.email)
        with pytest.raises(CommandError):
            call_command("forget", "no address")
        assert not accounts.services.refuses(player.email)

    def test_a_player_who_refuses_keeps_their_account_and_is_invited_no_more(self) -> None:
        player = make_player()
        match = lay(make_player(), SeatPlan("me"), SeatPlan("player", player))
        invitation = Invitation.objects.get(seat__match=match)
        services.decline(invitation, for_ever=True, now=timezone.now())
        invitation.refresh_from_db()
        assert (invitation.state, invitation.address) == ("declined", player.email)


def test_no_event_names_anybody(canary: Player) -> None:
    for match in Match.objects.all():
        for row in store.load_all(match.pk):
            assert not any(canary_word in row.data.lower() for canary_word in CANARIES)
