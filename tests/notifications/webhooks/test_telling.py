"""What is said: in each format, in the player's language, and nothing that R8 hides."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Player
from games import services
from games.tables import Capability, Match
from notifications import noticing
from notifications.mails import Dropped
from notifications.models import Delivery, Webhook
from notifications.webhooks import ringing, signing, telling
from notifications.webhooks.dialects import DIALECTS, Said
from tests.factories import NOON, make_match, make_player, play_on, waiting

pytestmark = pytest.mark.django_db

SOON = NOON + timedelta(minutes=3)
NASTY = "@everyone <!channel> *b* [x](http://y) `c`|d\\e&f"


def hook_of(player: Player | None, form: str = "json") -> Webhook:
    assert player is not None
    return Webhook.objects.create(player=player, url="https://x.example/", form=form)


def told(delivery: Delivery) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(telling.tell(delivery, now=SOON))
    return body


def turn_told(match: Match, form: str) -> dict[str, Any]:
    hook_of(waiting(match).seat.player, form)
    noticing.notice_match(match.pk, now=NOON)
    return told(Delivery.objects.get(kind="turn"))


@pytest.fixture
def match() -> Match:
    return play_on(make_match(people=3, bots=0), choices=3)


def test_discord_pings_nobody_formats_nothing_and_shows_each_reader_their_time(
    match: Match,
) -> None:
    player = waiting(match).seat.player
    assert player is not None
    player.display_name = NASTY[:40]
    player.save()
    body = turn_told(match, "discord")
    assert set(body) == {"content", "allowed_mentions"}
    assert body["allowed_mentions"] == {"parse": []}
    content = body["content"]
    assert f"<t:{int(waiting(match).deadline.timestamp())}:F>" in content
    assert content.endswith(f" <http://localhost:8000/m/{match.slug}/>")
    assert content.startswith("\\@everyone \\<\\!channel\\> \\*b\\* \\[x\\]\\(http\\:")
    assert len(content) <= 2000


def test_discord_takes_no_more_than_2000_characters() -> None:
    said = Said("x" * 3000, "https://example.org/m/x/", {})
    body = DIALECTS["discord"].body("turn", NOON, said)
    assert len(body["content"]) == 2000
    assert body["content"].endswith(" <https://example.org/m/x/>")


def test_slack_gets_its_three_characters_escaped_and_no_formatting(match: Match) -> None:
    player = waiting(match).seat.player
    assert player is not None
    player.display_name = "<!channel> & <@U1> *b*"
    player.save()
    body = turn_told(match, "slack")
    assert set(body) == {"text", "mrkdwn"}
    assert body["mrkdwn"] is False
    assert body["text"].startswith("&lt;!channel&gt; &amp; &lt;@U1&gt; *b*, it is your turn")
    controls = re.findall(r"<[^>]*>", body["text"])
    assert [control[:6] for control in controls] == ["<!date", "<http:"]


def test_json_keeps_names_as_they_are_and_says_every_fact(match: Match) -> None:
    player = waiting(match).seat.player
    assert player is not None
    player.display_name = NASTY[:40]
    player.save()
    body = turn_told(match, "json")
    assert set(body) == {"type", "version", "timestamp", "data"}
    facts = {"text", "url", "table", "seat", "player", "rounds", "deadline"}
    assert set(body["data"]) == facts
    assert body["data"]["player"] == NASTY[:40]
    assert body["timestamp"] == "2026-03-02T12:00:00Z"


@pytest.mark.parametrize("form", Webhook.Form.values)
def test_no_tile_is_told_and_no_link_that_plays(match: Match, form: str) -> None:
    seat = waiting(match).seat
    token = services.token(services.capability_for(seat))
    before = Capability.objects.count()
    text = json.dumps(turn_told(match, form))
    assert token not in text
    assert Capability.objects.count() == before
    assert not re.search(r"\b\d{1,2}-\d{1,2}\b", re.sub(r"\d{4}-\d\d-\d\d|/m/[^/]*/", "", text))


def test_a_match_that_is_over_is_told_with_its_ranks() -> None:
    match = play_on(make_match(people=2, bots=0, rounds=1, hand_size=3))
    hook_of(match.creator)
    ringing.match_over(match, now=NOON)
    body = told(Delivery.objects.get())
    assert [score["rank"] for score in body["data"]["scores"]] == sorted(match.ranks)
    best = min(match.totals)
    assert f"The fewest points, {best}:" in body["data"]["text"]


def test_an_abandoned_match_has_no_winner(match: Match) -> None:
    hook_of(match.creator)
    services.abandon(match, why=services.Why("rain"), now=NOON)
    match.refresh_from_db()
    ringing.match_over(match, now=NOON)
    body = told(Delivery.objects.get())
    assert "was abandoned" in body["data"]["text"]
    assert {score["rank"] for score in body["data"]["scores"]} == {None}


def test_a_round_that_was_taken_back_is_not_told(match: Match) -> None:
    hook_of(match.creator)
    ringing.round_over(match, 1, 99, now=NOON)
    with pytest.raises(Dropped):
        told(Delivery.objects.get())


def test_a_test_message_says_who_wants_it() -> None:
    hook = hook_of(make_player("Ana"), "slack")
    ringing.test(hook, now=NOON)
    assert "what Ana wants to be told arrives here" in told(Delivery.objects.get())["text"]


def test_signatures_are_those_of_the_specification() -> None:
    signature = signing.signature(
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    )
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
