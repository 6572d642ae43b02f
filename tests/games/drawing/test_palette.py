from io import BytesIO

from PIL import Image

from games.drawing.palette import reduced


def written(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def test_a_picture_of_few_colours_keeps_them_and_what_shines_through() -> None:
    picture = Image.new("RGBA", (40, 20), (40, 104, 80, 255))
    picture.paste((255, 250, 240, 255), (5, 5, 20, 15))
    picture.paste((0, 0, 0, 0), (0, 0, 2, 2))
    shown = Image.open(BytesIO(reduced(written(picture))))
    assert shown.mode == "P"
    assert shown.convert("RGBA").tobytes() == picture.tobytes()


def test_more_colours_than_a_palette_holds_come_close() -> None:
    picture = Image.new("RGBA", (250, 4))
    picture.putdata([(i % 251, i // 4, 128, 255) for i in range(1000)])
    shown = Image.open(BytesIO(reduced(written(picture)))).convert("RGBA")
    assert len(set(zip(*[iter(shown.tobytes())] * 4, strict=True))) <= 256
    for found, wanted in zip(shown.tobytes(), picture.tobytes(), strict=True):
        assert abs(found - wanted) <= 32
