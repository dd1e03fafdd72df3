"""Reads word images, settles their orientation, colour and bit depth in one place, and refuses hostile files."""

from __future__ import annotations

import contextlib
import io
import re
import threading
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from core.base.errors import ImageError, Sentence
from core.base.files import read_file

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".gif", ".tif", ".tiff", ".webp", ".ppm", ".pgm", ".pbm"})
"""Endings of the files that count as images, in lower case."""

MAX_PIXELS = 50_000_000
"""The most pixels of a word image: a larger one is refused undecoded.

So reading takes less than 1 GB, and no word needs more.
"""

MAX_BYTES = 128 << 20

_LARGE = 4_000_000  # pixels: from here on one image is decoded after the other, however many threads there are
_MOST_A_BYTE = 2000  # pixels of a large image: what has more of them is blank, or made to fill the memory
_one_at_a_time = threading.Lock()

_DECODERS = ("PNG", "JPEG", "BMP", "GIF", "TIFF", "WEBP", "PPM")
_AS_WHITE = 40  # grey levels of difference from white, on average, that a transparent picture has to show
_WIDE_MODES = {"I;16", "I;16L", "I;16B", "I;16N", "I", "F"}
_SWAPS_SIDES = {5, 6, 7, 8}  # EXIF orientations that turn the picture by a quarter
_ORIENTATION = 0x0112
# The header of a PNG of 8 bits, grey or in colour, not interlaced, whose pixels follow at once: sides and checksum
_PLAIN_PNG = re.compile(
    rb"\x89PNG\r\n\x1a\n\0\0\0\rIHDR(.{4})(.{4})\x08[\0\x02\x04\x06]\0\0\0(.{4}).{4}IDAT", re.DOTALL
)
_ORIENTATION_IN_PNG = (b"eXIf", b"Raw profile type exif", b"XML:com.adobe.xmp")


@dataclass(frozen=True, slots=True)
class DecodedImage:
    """A decoded image, with the decisions made in decoding it."""

    pixels: NDArray[np.uint8]
    """(height, width, 3) uint8: RGB, upright."""
    changes: tuple[Sentence, ...]
    """Decisions made in decoding it, such as bits that were scaled or the ground under transparency (mostly none)."""


def is_image(path: Path) -> bool:
    """Return True if a file name has the ending of an image."""
    return path.suffix.lower() in SUFFIXES


def _bytes_of(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size == 0:
            raise ImageError(
                "{name}: the image file is empty. Copy it again from its source, or delete it.", name=path.name
            )
        if size > MAX_BYTES:
            raise ImageError(
                "{name}: the image file has {size} MB, which is over the limit of {limit} MB. Crop the word out of it.",
                name=path.name,
                size=size >> 20,
                limit=MAX_BYTES >> 20,
            )
        return read_file(path, MAX_BYTES)
    except OSError as error:
        raise ImageError(
            "{name}: the image cannot be opened ({why}). Check that it is there and readable.",
            name=path.name,
            why=error.strerror or error,
        ) from error


def _header(data: bytes, path: Path) -> Image.Image:
    """Open an image by its header, with its pixels not decoded yet."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of bombs and odd metadata; size is judged below
            image = Image.open(io.BytesIO(data), formats=_DECODERS)
    except Image.DecompressionBombError as error:
        raise _too_many_pixels(path) from error
    except Exception as error:  # Pillow's plug-ins raise almost anything on hostile bytes
        raise _unreadable(path, error) from error
    width, height = image.size
    if width * height > MAX_PIXELS:
        raise _too_many_pixels(path)
    if width * height > max(_LARGE, _MOST_A_BYTE * len(data)):
        raise ImageError(
            "{name}: the image claims to have {pixels:,} pixels in only {bytes:,} bytes, so it must be "
            "blank. Delete it.",
            name=path.name,
            pixels=width * height,
            bytes=len(data),
        )
    return image


def _too_many_pixels(path: Path) -> ImageError:
    return ImageError(
        "{name}: the image claims to have over {limit:,} pixels. Crop the word out of it.",
        name=path.name,
        limit=MAX_PIXELS,
    )


def _unreadable(path: Path, error: BaseException) -> ImageError:
    reason = " ".join(str(error).replace("<_io.BytesIO object", "the file").split())[:120] or type(error).__name__
    if isinstance(error, UnidentifiedImageError):
        reason = Sentence("not a picture in a known format")
    return ImageError(
        "{name}: the image is damaged or cut off ({reason}). Copy it again from its source, or delete it.",
        name=path.name,
        reason=reason,
    )


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except Exception:
        # Damaged metadata is no reason to refuse a picture whose pixels are whole: it is shown as it is stored.
        return 1


def orientation_of(path: Path, data: bytes | None = None) -> int:
    """Return the EXIF orientation of an image, 1 to 8, or 1 if it has none.

    Arguments and errors are those of `read_image`.
    """
    return _orientation(_header(_bytes_of(path) if data is None else data, path))


def _eight_bit(image: Image.Image) -> tuple[Image.Image, Sentence]:
    """Scale a grey image of 16 or 32 bits to 8, and say how: Pillow's own conversion clips all above 255 to white.

    What counts as white is what all used bits give: cameras of 10 or 12 bits leave the upper ones empty.
    """
    stored = np.asarray(image)
    if stored.dtype.kind != "u":  # 32-bit integers and floats: rare, and they may hold anything
        stored = np.nan_to_num(stored.astype(np.float32), copy=False, nan=0.0, posinf=65535.0, neginf=0.0)
        stored = np.clip(stored, 0, 65535, out=stored)
    brightest = float(stored.max(initial=0))
    is_share = stored.dtype.kind != "u" and brightest <= 1
    top = 1 if is_share else (1 << max(8, int(brightest).bit_length())) - 1
    scaled = Sentence("Its values up to {top} are scaled to 8 bits.", top=top)
    return Image.fromarray(cv2.convertScaleAbs(stored, alpha=255 / top)), scaled  # no wide copy of a large picture


def _is_transparent(image: Image.Image) -> bool:
    return image.mode in {"LA", "La", "PA", "RGBA", "RGBa"} or "transparency" in image.info


def _parts(image: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    """Yield an image a few rows after the other, with their place: Pillow takes four bytes a pixel for each step."""
    rows = max(1, _LARGE // image.width)
    for top in range(0, image.height, rows):
        end = min(image.height, top + rows)
        yield top, image if end - top == image.height else image.crop((0, top, image.width, end))


def _ground(image: Image.Image) -> str:
    """The colour that a transparent image is laid over: white, or black if what it shows is as white."""
    shown, differing = 0.0, 0.0
    for _, part in _parts(image):
        grey, alpha = (np.asarray(channel, np.float32) for channel in part.convert("RGBA").convert("LA").split())
        shown += float(alpha.sum())
        differing += float((alpha * (255 - grey)).sum())
    return "white" if differing >= _AS_WHITE * shown else "black"


def _opaque_rgb(image: Image.Image, ground: str) -> Image.Image:
    """RGB, with the ground under transparent parts."""
    if not _is_transparent(image):
        return image.convert("RGB")
    rgba = image.convert("RGBA")
    laid = Image.new("RGB", rgba.size, ground)
    laid.paste(rgba, mask=rgba.getchannel("A"))
    return laid


_LAID = {
    "white": Sentence("Its transparent parts are laid over white."),
    "black": Sentence("Its transparent parts are laid over black, from which its letters differ."),
}


def _picture(image: Image.Image) -> DecodedImage:
    changes: list[Sentence] = []
    if image.mode in _WIDE_MODES:
        image, scaled = _eight_bit(image)
        changes.append(scaled)
    ground = "white"
    if _is_transparent(image):
        ground = _ground(image)
        changes.append(_LAID[ground])
    pixels = np.empty((image.height, image.width, 3), np.uint8)
    for top, part in _parts(image):
        pixels[top : top + part.height] = np.asarray(_opaque_rgb(part, ground))
    return DecodedImage(pixels, tuple(changes))


def read_image(path: Path, data: bytes | None = None) -> NDArray[np.uint8]:
    """Return the pixels of an image from `read_picture`, upright RGB, (height, width, 3) uint8.

    Raises
    ------
    ImageError
        As `read_picture` raises it.
    """
    return read_picture(path, data).pixels


def read_picture(path: Path, data: bytes | None = None) -> DecodedImage:
    """Decode an image to upright RGB pixels.

    Parameters
    ----------
    path : Path
        PNG, JPEG, BMP, GIF (its first picture), TIFF (its first page), WebP or PNM.
    data : bytes, optional
        The content, if the image is no file of its own; `path` then only names it in errors.

    Returns
    -------
    DecodedImage
        EXIF orientation applied, 16 bits scaled by the highest one that is used, palette, grey and CMYK converted,
        transparency over white, or over black if the picture shows nothing but white.

    Raises
    ------
    ImageError
        If the file is missing, empty, truncated, damaged or of more than `MAX_PIXELS` pixels.
    """
    image = _header(_bytes_of(path) if data is None else data, path)
    is_large = image.width * image.height > _LARGE
    try:
        with _one_at_a_time if is_large else contextlib.nullcontext(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image.load()
            turned: Any = image
            if _orientation(image) != 1:
                turned = ImageOps.exif_transpose(image)
            return _picture(turned)
    except Exception as error:  # as above
        raise _unreadable(path, error) from error


def image_size(path: Path) -> tuple[int, int]:
    """Return (height, width) in pixels after EXIF orientation, from the header alone.

    Raises
    ------
    ImageError
        As `read_image` raises it, except that damage behind the header goes unseen.
    """
    data = _bytes_of(path)
    may_turn = any(key in data for key in _ORIENTATION_IN_PNG)  # it may follow the pixels, which Pillow then decodes
    if (plain := _PLAIN_PNG.match(data)) and not may_turn:
        width, height = (int.from_bytes(side) for side in plain.groups()[:2])
        if 0 < width * height <= _LARGE and zlib.crc32(data[12:29]) == int.from_bytes(plain[3]):
            return height, width  # of most words, and at a third of Pillow's time
    image = _header(data, path)
    width, height = image.size
    # Pillow says the size of a TIFF as it is after the turn, that of all others as it is before.
    may_turn = may_turn if image.format == "PNG" else image.format != "TIFF"
    turned = may_turn and _orientation(image) in _SWAPS_SIDES
    return (width, height) if turned else (height, width)


def encode_png(image: NDArray[np.uint8]) -> bytes:
    """Encode an RGB image, (height, width, 3) uint8, as a PNG file's bytes."""
    return bytes(cv2.imencode(".png", image[:, :, ::-1])[1])
