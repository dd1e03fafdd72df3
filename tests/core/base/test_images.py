"""Reading images: every kind of pixel comes out the same way, and hostile files as one sentence."""

import os
import random
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from support.processes.python import run_python

from core.base.errors import ImageError
from core.base.images import image_size, is_image, read_image


@pytest.fixture
def picture() -> np.ndarray:
    """A 12 × 20 picture, red on the left and blue on the right, dark at the bottom."""
    array = np.zeros((12, 20, 3), np.uint8)
    array[:8, :10] = (200, 0, 0)
    array[:8, 10:] = (0, 0, 200)
    return array


@pytest.mark.parametrize("suffix", [".png", ".bmp", ".tif", ".ppm", ".webp", ".gif"])
def test_lossless_formats_give_back_the_pixels(tmp_path: Path, picture: np.ndarray, suffix: str):
    path = tmp_path / f"图 片{suffix}"
    Image.fromarray(picture).save(path, **({"lossless": True} if suffix == ".webp" else {}))
    np.testing.assert_array_equal(read_image(path), picture)
    assert image_size(path) == (12, 20)


@pytest.mark.parametrize("ending", ["png", "tif", "webp"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_applied_once(tmp_path: Path, picture: np.ndarray, orientation: Any, ending: str):
    # what a viewer has to do to the stored pixels, for each value of the tag (EXIF 2.32, 4.6.4)
    as_seen = {
        1: lambda a: a,
        2: lambda a: a[:, ::-1],
        3: lambda a: a[::-1, ::-1],
        4: lambda a: a[::-1],
        5: lambda a: a.transpose(1, 0, 2),
        6: lambda a: np.rot90(a, -1),
        7: lambda a: np.rot90(a, 2).transpose(1, 0, 2),
        8: np.rot90,
    }[orientation](picture)
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = tmp_path / f"turned.{ending}"
    Image.fromarray(picture).save(path, exif=exif, lossless=True)
    np.testing.assert_array_equal(read_image(path), as_seen)
    assert image_size(path) == as_seen.shape[:2]


@pytest.mark.parametrize(
    ("pixels", "wanted"),
    [
        pytest.param(np.array([[0, 32768, 65535]], np.uint16), [0, 128, 255], id="16 bits are scaled, not clipped"),
        pytest.param(np.array([[[0] * 4, [0, 0, 0, 255]]], np.uint8), [255, 0], id="transparent is laid over white"),
    ],
)
def test_deep_and_transparent_pixels(tmp_path: Path, pixels: Any, wanted: list[Any]):
    Image.fromarray(pixels).save(tmp_path / "a.png")
    np.testing.assert_array_equal(read_image(tmp_path / "a.png")[0, :, 0], wanted)


@pytest.mark.parametrize("bits", [8, 10, 12, 14, 16])
def test_white_is_what_all_used_bits_give(tmp_path: Path, bits: int):
    white = (1 << bits) - 1
    Image.fromarray(np.array([[0, white // 2, white]], np.uint16)).save(tmp_path / "a.png")
    assert np.abs(read_image(tmp_path / "a.png")[0, :, 0].astype(int) - [0, 127, 255]).max() <= 1


@pytest.mark.parametrize("form", ["RGBA.png", "LA.png", "P.png", "RGBA.webp", "P.gif", "RGBA.tif"])
@pytest.mark.parametrize(("letters", "ground"), [(255, 0), (0, 255), (90, 255)])
def test_letters_differ_from_the_ground_that_a_transparent_picture_is_laid_over(
    tmp_path: Path, form: str, letters: int, ground: int
):
    mode, suffix = form.split(".")
    pixels = np.full((8, 16, 4), letters, np.uint8)
    pixels[:, :8, 3] = 0
    pixels[:, 8:, 3] = 255
    image = Image.fromarray(pixels)
    if mode == "P":
        palette = Image.fromarray(np.repeat([[0] * 8 + [1] * 8], 8, 0).astype(np.uint8), "P")
        palette.putpalette([letters] * 6)
        palette.save(tmp_path / f"a.{suffix}", transparency=0)
    else:
        image.convert(mode).save(tmp_path / f"a.{suffix}", **({"lossless": True} if suffix == "webp" else {}))
    seen = read_image(tmp_path / f"a.{suffix}")[4, :, 0]
    assert seen[2] == ground and abs(int(seen[12]) - letters) <= 2


def test_grey_palette_and_bilevel_become_rgb(tmp_path: Path):
    grey = Image.fromarray(np.array([[0, 90, 255]], np.uint8))
    grey.save(tmp_path / "grey.png")
    grey.convert("P").save(tmp_path / "palette.png")
    grey.convert("1").save(tmp_path / "bilevel.png")
    for name in ("grey.png", "palette.png"):
        np.testing.assert_array_equal(read_image(tmp_path / name), np.array([[[0] * 3, [90] * 3, [255] * 3]]))
    assert set(np.unique(read_image(tmp_path / "bilevel.png"))) == {0, 255}


def test_cmyk_jpeg_becomes_rgb(tmp_path: Path, picture: np.ndarray):
    path = tmp_path / "print.jpg"
    Image.fromarray(np.kron(picture, np.ones((4, 4, 1), np.uint8))).convert("CMYK").save(path, quality=95)
    red = read_image(path)[10, 10].astype(int)
    assert red[0] > 150 and red[1] < 60 and red[2] < 60


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".bmp", ".gif"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_truncated_image_is_refused_and_never_padded(tmp_path: Path, suffix: str, share: float):
    path = tmp_path / f"cut{suffix}"
    noise = np.random.default_rng(0).integers(0, 256, (60, 80, 3), dtype=np.uint8)
    Image.fromarray(noise).save(path)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(ImageError, match=rf"^cut\{suffix}: the image is damaged or cut off .*Copy it again"):
        read_image(path)


def test_empty_missing_and_foreign_files_are_refused_in_one_sentence(tmp_path: Path):
    (tmp_path / "empty.png").touch()
    (tmp_path / "text.png").write_text("not a picture")
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "damaged.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\t\0\0\0\t\x08" + bytes(12) + b"IDAT")
    for name, reason in [
        ("empty.png", "is empty"),
        ("text.png", "not a picture in a known format"),
        ("none.png", "cannot be opened"),
        ("folder.png", "cannot be opened"),
        ("damaged.png", "is damaged or cut off"),
    ]:
        with pytest.raises(ImageError, match=rf"^{name}: .*{reason}") as raised:
            image_size(tmp_path / name)
        assert "\n" not in str(raised.value)


def test_decompression_bomb_is_refused_by_its_header(tmp_path: Path):
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    path = tmp_path / "bomb.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1000))))
    for read in (read_image, image_size):
        with pytest.raises(ImageError, match="claims to have over 50,000,000 pixels"):
            read(path)


def test_names_with_spaces_chinese_emoji_and_two_hundred_characters(tmp_path: Path, picture: np.ndarray):
    for name in ("a b.png", "车牌.png", "🚗.png", "x" * 200 + ".png"):
        Image.fromarray(picture).save(tmp_path / name)
        assert is_image(tmp_path / name) and read_image(tmp_path / name).shape == (12, 20, 3)


def test_a_thousand_damaged_images_give_pixels_or_one_sentence(tmp_path: Path, picture: np.ndarray):
    rng = random.Random(1)
    sources = []
    for suffix in (".png", ".jpg", ".bmp", ".gif", ".tif", ".webp", ".ppm"):
        path = tmp_path / f"source{suffix}"
        Image.fromarray(np.kron(picture, np.ones((2, 2, 1), np.uint8))).save(path)
        sources.append((suffix, path.read_bytes()))
    read = refused = 0
    for number in range(1400):
        suffix, data = sources[number % len(sources)]
        mutated = bytearray(data)
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(len(mutated))
            match rng.randrange(4):
                case 0:
                    mutated[at] ^= 1 << rng.randrange(8)
                case 1:
                    mutated[at : at + 4] = rng.choice([b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\0\0"])
                case 2:
                    del mutated[at : at + rng.randint(1, 20)]
                case _:
                    mutated[at:at] = rng.randbytes(rng.randint(1, 20))
            if not mutated:
                mutated = bytearray(b"x")
        path = tmp_path / f"mutated{suffix}"
        path.write_bytes(mutated)
        try:
            image = read_image(path)
        except ImageError as error:
            assert "\n" not in str(error) and len(str(error)) < 300
            refused += 1
        else:
            assert image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3
            read += 1
    assert read > 50 and refused > 50


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="measures with getrusage")
@pytest.mark.parametrize("mode", ["I;16", "RGBA", "CMYK", "F"])
def test_largest_picture_that_is_read_stays_below_a_gigabyte(tmp_path: Path, mode: str):
    path = tmp_path / ("large.tif" if mode in {"CMYK", "F"} else "large.png")
    code = f"""
import sys
from pathlib import Path
from PIL import Image
Image.new({mode!r}, (7000, 7000)).save(Path(sys.argv[1]), compression="tiff_lzw")
"""
    run_python("-c", code, path)
    read = "import sys; from pathlib import Path; from core.base.images import read_image; "
    read += "from support.networks.peak_memory import peak_bytes\n"
    read += "assert read_image(Path(sys.argv[1])).shape == (7000, 7000, 3)\nprint(peak_bytes())"
    assert int(run_python("-c", read, path)) < 1 << 30
