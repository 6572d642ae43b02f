"""What takes time is done within a budget: some at once, and then a share of the time."""

from types import SimpleNamespace

import pytest

from games.services.darkroom import Busy
from games.web.budget import Budget


class Clock(SimpleNamespace):
    """A clock that stands still but for what is worked and waited."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("games.web.budget.time", clock)
    return clock


@pytest.fixture
def budget(clock: Clock) -> Budget:
    return Budget(reserve=4, share=0.1)


def work(budget: Budget, clock: Clock, seconds: float) -> None:
    with budget.spend():
        clock.now += seconds


def test_the_reserve_can_be_spent_at_once_and_no_more(budget: Budget, clock: Clock) -> None:
    for _time in range(5):
        work(budget, clock, 1)
    with pytest.raises(Busy):
        work(budget, clock, 1)


def test_who_waits_as_long_as_was_said_is_served(budget: Budget, clock: Clock) -> None:
    work(budget, clock, 5)
    with pytest.raises(Busy) as busy:
        work(budget, clock, 1)
    assert busy.value.wait == 5
    clock.now += 4
    with pytest.raises(Busy):
        work(budget, clock, 1)
    clock.now += 1.5
    work(budget, clock, 1)


def test_however_often_it_is_asked_the_work_is_a_share_of_the_time(
    budget: Budget, clock: Clock
) -> None:
    worked = 0.0
    began = clock.now
    while clock.now < began + 1000:
        try:
            work(budget, clock, 0.5)
            worked += 0.5
        except Busy:
            clock.now += 0.5
    assert 0.09 * 1000 < worked < 0.11 * 1000


def test_a_long_rest_saves_up_no_more_than_the_reserve(budget: Budget, clock: Clock) -> None:
    clock.now += 1e6
    work(budget, clock, 5)
    with pytest.raises(Busy):
        work(budget, clock, 1)


def test_work_that_fails_is_counted_and_holds_up_no_other(budget: Budget, clock: Clock) -> None:
    def fail() -> None:
        with budget.spend():
            clock.now += 3.5
            raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011 - its own
        fail()
    work(budget, clock, 1)
    with pytest.raises(Busy):
        work(budget, clock, 1)
