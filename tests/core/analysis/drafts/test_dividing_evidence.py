"""What a prediction says about a known text, and what the division of the word makes of it."""

import numpy as np
import pytest
from matplotlib import get_data_path
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from support.words.predictions import learnt_by_heart

from core.analysis.drafts.dividing_evidence import evidence_for
from core.charset import ALNUM, Charset
from core.labels.divide.divide import Division, corners_of_box, division
from core.labels.divide.evidence import TextEvidence, places_of
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec

Box = tuple[float, float, float, float]
CHARSET = Charset(tuple(ALNUM))
SPEC = MapSpec(height=32, width=128, stride=4, max_length=24)
FONT = f"{get_data_path()}/fonts/ttf/DejaVuSans-Bold.ttf"


def outlined(text: str, gap: int = 4, stroke: int = 2) -> tuple[NDArray[np.uint8], list[Box]]:
    """Yellow letters on blue, with black outlines that touch: what is told for ink is the outlines."""
    font = ImageFont.truetype(FONT, 40)
    image = Image.new("RGB", (60 * len(text) + 60, 76), "lightblue")
    boxes: list[Box] = []
    x = 12.0
    for symbol in text:
        left, top, right, bottom = font.getbbox(symbol)
        ImageDraw.Draw(image).text(
            (x - left, 12), symbol, font=font, fill="yellow", stroke_width=stroke, stroke_fill="black"
        )
        boxes.append((x, 12 + top, x + right - left, 12 + bottom))
        x += right - left + gap
    return np.asarray(image.crop((0, 0, int(x) + 8, 76))), boxes


def seen(text: str, boxes: list[Box], size: tuple[int, int], wanted: str = "") -> TextEvidence | None:
    """The evidence for a text where a network sees a word in these boxes."""
    label = WordLabel(tuple(CharacterLabel(c, rectangle(*box)) for c, box in zip(text, boxes, strict=True)))
    return evidence_for(wanted or text, learnt_by_heart(label, size, CHARSET, SPEC), SPEC, CHARSET, size)


def worst(found: Division, boxes: list[Box]) -> float:
    """How far the worst cut lies from the ground between its letters, pixels."""
    middles = [sum(x for x, _ in found.line(share)) / 2 for share in found.cuts]
    return max(max(boxes[i][2] - x, x - boxes[i + 1][0], 0) for i, x in enumerate(middles))


@pytest.mark.parametrize("text", ["mobile", "Attract", "billboard"])
def test_outlined_letters_are_divided_where_a_network_saw_them(text: str):
    image, boxes = outlined(text)
    height, width = image.shape[:2]
    corners = corners_of_box(0, 0, width, height)
    assert worst(division(image, corners, text), boxes) > 5
    assert worst(division(image, corners, text, seen(text, boxes, (height, width))), boxes) < 1


@pytest.mark.parametrize(("text", "gap", "stroke"), [("Hilton", 3, 3), ("minimum", 2, 4)])
def test_ground_is_taken_for_ink_where_outlines_run_together(text: str, gap: int, stroke: int):
    """With the outlines as ink, the network's places alone leave a cut 7 pixels off."""
    image, boxes = outlined(text, gap, stroke)
    height, width = image.shape[:2]
    found = division(image, corners_of_box(0, 0, width, height), text, seen(text, boxes, (height, width)))
    assert worst(found, boxes) < 3


def test_case_that_the_network_mistakes_does_not_matter():
    image, boxes = outlined("mobile")
    height, width = image.shape[:2]
    evidence = seen("MOBILE", boxes, (height, width), wanted="mobile")
    assert worst(division(image, corners_of_box(0, 0, width, height), "mobile", evidence), boxes) < 1


def test_a_network_that_reads_something_else_is_no_witness():
    _, boxes = outlined("mobile")
    assert seen("mobile", boxes, (76, 250), wanted="market") is None
    assert seen("mobile", boxes, (76, 250), wanted="mobite") is not None


@pytest.mark.parametrize("text", ["mobile", "mo ile", "éobile"])
def test_places_lie_in_the_boxes_that_the_network_saw(text: str):
    """A space has no place; a symbol that the network does not know stands where some character is left for it."""
    image, boxes = outlined("mobile")
    height, width = image.shape[:2]
    evidence = seen("mobile", boxes, (height, width), wanted=text)
    places = places_of(evidence, text, np.eye(3), width, height)
    middles = np.arange(width) + 0.5
    for symbol, place, (x0, _, x1, _) in zip(text, places, boxes, strict=True):
        assert place.sum() == pytest.approx(0 if symbol.isspace() else 1)
        if not symbol.isspace() and " " not in text:
            assert x0 < place @ middles < x1
