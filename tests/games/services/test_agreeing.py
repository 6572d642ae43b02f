"""What players settle among themselves: one asks, all others agree, bots agree to everything."""

from datetime import timedelta

import pytest

from games import queries, services, store
from games.record.export import check_match
from games.tables import Match, Offer, Seat
from tests.factories import NOON, make_match, make_player, play_on, sensible, waiting

pytestmark = pytest.mark.django_db


def play_by_hand(match: Match) -> Seat:
    """Have a play made by hand that nothing is forced after, and return who made it."""
    while match.choices.exists():
        choice = waiting(match)
        if choice.seat.bot:
            services.play_bots(match.pk, now=NOON)
            continue
        seat = match.seats.select_related("match", "player").get(pk=choice.seat_id)
        services.play(seat, choice.round, sensible(choice), choice.seq, now=NOON)
        page = queries.table_page(match, seat.number, choice.round)
        if page.my_last_play:
            return seat
    raise AssertionError("every play forced another move")


def ask(seat: Seat) -> Offer | None:
    match = seat.match
    row = match.rounds.filter(reason="").latest("last_seq")
    services.ask_to_take_back(seat, row.number, row.last_seq, now=NOON)
    return match.offers.first()


def others(match: Match, seat: Seat) -> list[Seat]:
    found = match.seats.select_related("match", "player").exclude(pk=seat.pk)
    return list(found.order_by("number"))


def last(match: Match) -> tuple[str, str]:
    *_rest, row = store.load_all(match.pk)
    return row.type, row.cause


def test_a_play_is_taken_back_once_all_others_have_agreed() -> None:
    match = make_match(people=3, bots=0)
    seat = play_by_hand(match)
    offer = ask(seat)
    assert offer is not None
    first, second = others(match, seat)
    services.agree(first, offer.pk, now=NOON)
    services.agree(first, offer.pk, now=NOON)
    assert last(match)[0] != "moves_rewound"
    services.agree(second, offer.pk, now=NOON)
    assert last(match) == ("moves_rewound", "player")
    assert waiting(match).seat == seat
    assert not match.offers.exists()
    assert not Match.objects.get(pk=match.pk).has_offers
    assert check_match(match).fault is None


def test_bots_agree_to_everything() -> None:
    match = make_match(people=1, bots=2)
    seat = play_by_hand(match)
    assert ask(seat) is None
    assert "moves_rewound" in {row.type for row in store.load_all(match.pk)}


@pytest.mark.django_db(transaction=True)
def test_a_play_can_be_taken_back_though_bots_have_played_since() -> None:
    match = make_match(people=1, bots=1, hand_size=9)
    while True:
        play_by_hand(match)
        *_rest, before, row = [row for row in store.load_all(match.pk) if row.round == 1]
        if (before.cause, row.cause, row.type) == ("player", "bot", "tile_played"):
            break
    seat = match.seats.select_related("match").get(number=0)
    ask(seat)
    assert {before.seq, row.seq} <= store.taken_back(store.load_all(match.pk))
    assert waiting(match).seat == seat


def test_a_no_leaves_everything_as_it_is_and_is_told_to_who_asked() -> None:
    match = make_match(people=3, bots=0)
    seat = play_by_hand(match)
    offer = ask(seat)
    assert offer is not None
    first, second = others(match, seat)
    services.disagree(first, offer.pk)
    with pytest.raises(services.OfferLapsed):
        services.agree(second, offer.pk, now=NOON)
    match.refresh_from_db()
    (line,) = queries.table_page(match, seat.number, offer.round).offers
    assert (line.declined_by, line.can_answer) == (first.name, False)
    assert queries.table_page(match, second.number, offer.round).offers == []


def test_an_offer_lapses_when_a_move_is_made() -> None:
    match = make_match(people=3, bots=0)
    seat = play_by_hand(match)
    offer = ask(seat)
    assert offer is not None
    play_on(match, choices=1)
    for other in others(match, seat):
        with pytest.raises(services.OfferLapsed):
            services.agree(other, offer.pk, now=NOON)
    match.refresh_from_db()
    assert queries.table_page(match, seat.number, offer.round).offers == []


def test_only_who_made_the_last_play_may_take_it_back() -> None:
    match = make_match(people=3, bots=0)
    seat = play_by_hand(match)
    for other in others(match, seat):
        with pytest.raises(services.NotForAgreement):
            ask(other)


def test_nothing_is_taken_back_after_a_draw_or_a_pass() -> None:
    match = make_match(people=3, bots=0, hand_size=4)
    while True:
        play_on(match, choices=1)
        number = match.rounds.latest("number").number
        rows = [row for row in store.load_all(match.pk) if row.round == number]
        if rows[-1].type in {"tile_drawn", "turn_passed"}:
            break
    seen = queries.see_round(match, number, None)
    assert queries.agreeing.last_play(seen, {0, 1, 2}) is None


def test_a_table_seen_too_early_is_stale() -> None:
    match = make_match(people=2, bots=0)
    seat = play_by_hand(match)
    with pytest.raises(services.Stale):
        services.ask_to_take_back(seat, 1, 1, now=NOON)


def test_asking_twice_is_asking_once() -> None:
    match = make_match(people=2, bots=0)
    seat = play_by_hand(match)
    first, again = ask(seat), ask(seat)
    assert first == again


def test_who_asked_may_ask_no_more() -> None:
    match = make_match(people=2, bots=0)
    seat = play_by_hand(match)
    offer = ask(seat)
    assert offer is not None
    services.disagree(seat, offer.pk)
    assert not match.offers.exists()


def test_a_yes_of_who_sat_there_before_is_no_yes_of_who_sits_there_now() -> None:
    match = make_match(people=4, bots=0)
    seat = play_by_hand(match)
    offer = ask(seat)
    assert offer is not None
    first, second, third = others(match, seat)
    services.agree(first, offer.pk, now=NOON)
    services.agree(second, offer.pk, now=NOON)
    services.give_to_player(first, make_player(), now=NOON)
    services.agree(third, offer.pk, now=NOON)
    assert last(match)[0] != "moves_rewound"
    services.agree(Seat.objects.get(pk=first.pk), offer.pk, now=NOON)
    assert last(match)[0] == "moves_rewound"


def test_a_table_pauses_once_all_agree_and_anybody_lets_it_go_on() -> None:
    match = make_match(people=3, bots=0)
    asker, first, second = match.seats.select_related("match").order_by("number")
    before = waiting(match).deadline
    services.ask_for_pause(asker, now=NOON)
    offer = match.offers.get()
    play_on(match, choices=1)
    services.agree(first, offer.pk, now=NOON)
    services.agree(second, offer.pk, now=NOON)
    assert last(match) == ("match_paused", "player")
    assert not match.offers.exists()
    services.end_pause(second, now=NOON + timedelta(days=5))
    assert waiting(match).deadline == before + timedelta(days=5)
    assert check_match(match).fault is None


def test_what_an_administrator_paused_no_player_lets_go_on() -> None:
    match = make_match(people=2, bots=0)
    services.pause(match, now=NOON)
    seat = match.seats.get(number=0)
    with pytest.raises(services.NotYourPause):
        services.end_pause(seat, now=NOON)
    with pytest.raises(services.AlreadyPaused):
        services.ask_for_pause(seat, now=NOON)
    services.resume(match, now=NOON)
    with pytest.raises(services.NotPaused):
        services.end_pause(seat, now=NOON)


def test_nothing_is_taken_back_in_a_pause() -> None:
    match = make_match(people=2, bots=0)
    seat = play_by_hand(match)
    services.pause(match, now=NOON)
    with pytest.raises(services.MatchNotRunning):
        ask(seat)


def test_what_was_asked_before_a_pause_is_not_done_in_it() -> None:
    match = make_match(people=2, bots=0)
    seat = play_by_hand(match)
    offer = ask(seat)
    assert offer is not None
    services.pause(match, now=NOON)
    match.refresh_from_db()
    (other,) = others(match, seat)
    with pytest.raises(services.MatchNotRunning):
        services.agree(other, offer.pk, now=NOON)
    assert last(match) == ("match_paused", "admin")
    (line,) = queries.table_page(match, other.number, offer.round).offers
    assert not line.can_answer


def test_who_sits_there_no_more_asks_and_answers_nothing() -> None:
    match = make_match(people=2, bots=0)
    asker, other = match.seats.order_by("number")
    services.ask_for_pause(asker, now=NOON)
    offer = match.offers.get()
    services.give_to_bot(other, "admin", cause="admin", now=NOON)
    with pytest.raises(services.SeatChanged):
        services.agree(other, offer.pk, now=NOON)
    with pytest.raises(services.SeatChanged):
        services.ask_for_pause(other, now=NOON)


def test_side_by_side_each_round_has_a_question_of_its_own() -> None:
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=2)
    rounds = {number: play_in_round(match, number) for number in (1, 2)}
    for number, seat in rounds.items():
        services.ask_to_take_back(seat, number, last_seq(match, number), now=NOON)
    assert [offer.round for offer in match.offers.order_by("round")] == [1, 2]
    services.ask_to_take_back(rounds[2], 2, last_seq(match, 2), now=NOON)
    assert match.offers.count() == 2
    offer = match.offers.get(round=1)
    services.agree(others(match, rounds[1])[0], offer.pk, now=NOON)
    assert [left.round for left in match.offers.all()] == [2]
    assert check_match(match).fault is None


def play_in_round(match: Match, number: int) -> Seat:
    """Have a play made in a round that may be taken back, and return who made it."""
    for _ in range(20):
        choice = match.choices.select_related("seat").get(round=number)
        seat = match.seats.select_related("match", "player").get(pk=choice.seat_id)
        services.play(seat, number, sensible(choice), choice.seq, now=NOON)
        if queries.table_page(match, seat.number, number).my_last_play:
            return seat
    raise AssertionError("every play forced another move")


def last_seq(match: Match, number: int) -> int:
    return match.rounds.get(number=number).last_seq
