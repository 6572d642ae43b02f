"""A round as an animated picture."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from games.drawing import film
from games.drawing.film import HIGHEST, MOST_FRAMES, WIDEST, Films, Step, films, merged
from games.drawing.geometry import growing, lay_out
from games.engine import RoundState
from tests.games.drawing.rounds import played, steps_of

MOST_BYTES = 3_000_000


def made(state: RoundState) -> Films:
    return films(state.placements, state.rules.arms, steps_of(state))


@pytest.fixture(scope="module")
def state() -> RoundState:
    return played("trains", 9, 4, 2)


@pytest.fixture(scope="module")
def reel(state: RoundState) -> Films:
    return made(state)


def opened(film: bytes) -> Image.Image:
    return Image.open(BytesIO(film))


@pytest.mark.parametrize("form", Films._fields)
def test_a_film_has_a_frame_a_step_and_holds_the_last(
    reel: Films, state: RoundState, form: str
) -> None:
    image = opened(getattr(reel, form))
    assert (image.format or "").lower() == form
    assert getattr(image, "n_frames", 1) == 2 * len(state.placements)
    times = []
    for frame in range(getattr(image, "n_frames", 1)):
        image.seek(frame)
        image.load()
        times.append(image.info["duration"])
    assert min(times) >= 500
    assert times[-1] == max(times) == 4000
    assert image.info["loop"] == 0


def test_a_film_is_small_enough_to_send(reel: Films) -> None:
    for one in reel:
        assert opened(one).width <= WIDEST
        assert opened(one).height <= HIGHEST
        assert len(one) < 1_000_000
    assert len(reel.webp) < len(reel.gif) / 3


def test_the_longest_round_of_the_largest_set_stays_within_bounds() -> None:
    state = played("four-arms", 18, 4, 1)  # the longest of 120 rounds
    assert len(state.placements) == 178
    for one in made(state):
        assert len(one) < MOST_BYTES
        assert getattr(opened(one), "n_frames", 1) <= MOST_FRAMES
        assert opened(one).width <= WIDEST


@pytest.mark.parametrize("at", [0.3, 0.7, 1.0])
def test_what_is_drawn_piece_by_piece_is_the_table_of_its_step(
    reel: Films, state: RoundState, at: float
) -> None:
    image = opened(reel.webp)
    number = round(at * len(state.placements))
    image.seek(2 * number - 2)
    layouts = list(growing(state.placements, state.rules.arms))
    stage = film._stage(layouts)
    whole = film._patch(stage, layouts[number - 1], [state.placements[number - 1].tile], stage.all)
    seen = image.convert("RGB").crop((0, 0, stage.width, stage.height))
    off = ImageChops.difference(seen, whole)
    assert max(ImageStat.Stat(off).mean) < 1  # a palette rounds colours a little
    far_off = sum(off.convert("L").histogram()[60:])
    assert far_off < 4  # at the edge of tiles; a pip is more


def test_a_table_that_grows_lies_as_if_laid_out_at_once(state: RoundState) -> None:
    for number, layout in enumerate(growing(state.placements, state.rules.arms), 1):
        if number % 7 == 0:
            once = lay_out(state.placements[:number], state.rules.arms)
            assert (layout, layout.foot, layout.missing) == (once, once.foot, once.missing)


def test_a_film_begins_with_the_first_tile() -> None:
    assert merged([Step(0, 0, "dealt"), Step(1, 1, "laid")]) == [Step(1, 1, "laid")]
    assert merged([Step(0, 0, "dealt")]) == []


def test_of_too_many_steps_those_are_shown_that_lay_tiles() -> None:
    steps = [Step(number, (number + 1) // 2, "") for number in range(1, 2 * MOST_FRAMES - 8)]
    shown = merged(steps)
    assert len(shown) == MOST_FRAMES - 4
    assert [step.tiles for step in shown] == list(range(1, MOST_FRAMES - 3))
    assert shown[-1] == steps[-1]


@pytest.mark.parametrize("tiles", [121, 190, 1000])
def test_of_too_many_tiles_several_come_at_once(tiles: int) -> None:
    shown = merged([Step(number, number, "") for number in range(1, tiles + 1)])
    assert MOST_FRAMES / 2 <= len(shown) <= MOST_FRAMES
    assert shown[-1].tiles == tiles
