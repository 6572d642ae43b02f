"""What a mail is (MAIL.md): its headers, its parts, its words, and nothing that R8 hides."""

import re
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart

import pytest

import accounts.services
from accounts.models import Player
from games import queries, services
from games.tables import Match
from notifications import noticing
from notifications.models import Notice
from tests.factories import NOON, make_match, play_on, waiting
from tests.notifications.conftest import Drain

pytestmark = pytest.mark.django_db

SOON = NOON + timedelta(minutes=3)


def turn_mails(match: Match, drain: Drain) -> list[EmailMessage]:
    noticing.notice_match(match.pk, now=NOON)
    return [
        message_from_bytes(sent.message().as_bytes(), policy=policy.default) for sent in drain(SOON)
    ]


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html_of(mail: EmailMessage) -> str:
    (part,) = [part for part in mail.walk() if part.get_content_type() == "text/html"]
    assert isinstance(part, MIMEPart)
    return str(part.get_content())


def mid_match() -> Match:
    return play_on(make_match(people=3, bots=0), choices=4)


def test_the_headers_say_what_it_is(drain: Drain) -> None:
    (mail,) = turn_mails(mid_match(), drain)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["Precedence"] is None
    assert mail["Reply-To"] is None
    assert mail["Message-ID"] == Notice.objects.get(state="sent").message_id
    assert re.fullmatch(r"<http://[^<>]+/mail/[^/<>]+/>", mail["List-Unsubscribe"].strip())
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert not mail.defects


def test_all_mails_of_a_match_are_one_thread(drain: Drain) -> None:
    match = mid_match()
    (first,) = turn_mails(match, drain)
    match.creator.display_name = "Somebody else"
    match.creator.save()
    play_on(match, choices=3)
    later = SOON + timedelta(hours=1)
    noticing.notice_match(match.pk, now=later)
    others = [
        message_from_bytes(sent.message().as_bytes(), policy=policy.default)
        for sent in drain(later)
    ]
    mine = [mail for mail in others if str(mail["To"].addresses[0].addr_spec) in str(first["To"])]
    for mail in others:
        assert mail["References"] == mail["In-Reply-To"] == first["References"]
        assert mail["Message-ID"] != first["Message-ID"]
    assert {str(mail["Subject"]) for mail in mine} <= {str(first["Subject"])}
    assert match.slug not in first["References"]


@pytest.mark.usefixtures("real_pictures")
def test_its_parts_are_text_html_and_a_small_picture(drain: Drain) -> None:
    (mail,) = turn_mails(mid_match(), drain)
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert len(picture.get_payload(decode=True)) <= 60_000
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in html_of(mail)
    assert re.search(r'<img alt="[^"]{20,}"', html_of(mail))
    assert "⟵" in text_of(mail)


def test_it_tells_hand_history_deadline_and_moves(drain: Drain) -> None:
    match = mid_match()
    choice = waiting(match)
    (mail,) = turn_mails(match, drain)
    view = queries.see_round(match, 1, choice.seat.number).view
    for content in (text_of(mail), html_of(mail)):
        assert all(str(tile) in content for tile in view.hand or ())
        assert "Tuesday, 3 March, 12:00 (UTC)" in content
        assert content.count(f"seq={choice.seq}") == min(12, len(view.legal))
        assert "laid" in content


def test_it_speaks_in_the_readers_time(drain: Drain) -> None:
    match = mid_match()
    Player.objects.update(time_zone="Asia/Tashkent")
    (mail,) = turn_mails(match, drain)
    assert "17:00 (Tashkent time)" in text_of(mail)


def test_names_do_no_harm(drain: Drain) -> None:
    match = mid_match()
    Player.objects.update(display_name="<b>O'Brien</b> & {{ co }}")
    (mail,) = turn_mails(match, drain)
    assert "<b>O'Brien</b> & {{ co }}" in text_of(mail)
    assert "&lt;b&gt;O&#x27;Brien&lt;/b&gt; &amp; {{ co }}" in html_of(mail)
    assert "<b>O'Brien" not in html_of(mail)


@pytest.mark.parametrize("sign", ["\ufffe", "\uffff"])
def test_no_sign_that_somebody_says_keeps_mails_from_being_made(sign: str, drain: Drain) -> None:
    """What XML cannot hold raised in MJML, and with that mail the whole drain stopped."""
    match = make_match(people=2, bots=0)
    first, other = waiting(match).seat, match.seats.exclude(pk=waiting(match).seat_id)[0]
    assert other.player is not None
    accounts.services.change_profile(
        other.player,
        display_name=f"Ana{sign}",
        language="en",
        time_zone="UTC",
        quiet_from=None,
        quiet_until=None,
    )
    services.say(other, f"Well{sign} done", now=NOON)
    (mail,) = turn_mails(match, drain)
    assert first.player is not None
    assert first.player.email in str(mail["To"])
    for part in (text_of(mail), html_of(mail)):
        assert "Well done" in part


def test_side_by_side_four_tables_have_pictures_and_all_have_links(drain: Drain) -> None:
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=10, hand_size=7)
    mails = turn_mails(match, drain)
    assert sum(html_of(mail).count('class="button"') for mail in mails) == match.choices.count()
    for mail in mails:
        pictures = [part for part in mail.walk() if part.get_content_type() == "image/png"]
        rounds = html_of(mail).count("<h2>")
        assert len(pictures) == min(4, max(rounds, 1))
        assert len(html_of(mail)) < 100_000


def test_nothing_that_is_hidden_is_in_a_mail(drain: Drain) -> None:  # R8
    match = play_on(make_match(people=2, bots=0, highest=12, hand_size=9), choices=5)
    choice = waiting(match)
    (mail,) = turn_mails(match, drain)
    view = queries.see_round(match, 1, choice.seat.number).view
    known = {str(tile) for tile in view.hand or ()}
    known |= {str(placement.tile) for placement in view.placements}
    known |= {f"{b}-{a}" for a, b in (tile.split("-") for tile in known)}
    for content in (text_of(mail), html_of(mail)):
        without_links = re.sub(r"https?://\S+", "", content)
        named = set(re.findall(r"(?<![\w#-])\d{1,2}-\d{1,2}(?![\w-])", without_links))
        assert named <= known
    match.refresh_from_db()
    assert bytes(match.secret.seed).hex() not in mail.as_string()


def test_a_time_out_mail_says_what_was_played_and_how_often_it_may(drain: Drain) -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    services.told([choice.pk], now=NOON)
    services.time_out(now=choice.deadline)
    noticing.notice_match(match.pk, now=choice.deadline)
    mails = [sent for sent in drain(choice.deadline) if "time ran out" in str(sent.body)]
    (mail,) = mails
    assert re.search(r"Round 1: .+ on the double nine", str(mail.body))
    assert "the first day on which this happened" in str(mail.body)
    assert "After 3 days" in str(mail.body)


def test_the_last_mail_has_points_and_the_replay(drain: Drain) -> None:
    match = play_on(make_match(people=2, bots=0, hand_size=5, rounds=1))
    noticing.notice_match(match.pk, now=NOON)
    mails = drain(NOON)
    assert len(mails) == 2
    for mail in mails:
        assert f"/m/{match.slug}/replay/" in str(mail.body)
        assert all(str(total) in str(mail.body) for total in match.totals)
