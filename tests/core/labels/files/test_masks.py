import base64
import io
import json
import zlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from support.words.label_documents import A, document, parse, png, serialise, shape

from core.base.errors import LabelError
from core.labels.files.labelme import outline
from core.labels.files.storage import parse_label
from core.labels.geometry import bounds, rectangle
from core.labels.label import Area, WordLabel


def test_mask_of_labelme_has_inclusive_corners_and_its_outline_goes_around_its_pixels():
    pixels = np.ones((3, 2))
    file = parse(document(shape(shape_type="mask", points=[[5, 7], [6, 9]], mask=png(pixels))))
    character = file.label.characters[0]
    assert character.area == Area.from_array(5, 7, pixels.astype(bool))
    assert set(character.polygon) == set(rectangle(5, 7, 7, 10))


def test_outline_is_that_of_the_largest_part():
    pixels = np.zeros((6, 20))
    pixels[1:3, 0:2] = 1
    pixels[1:5, 10:18] = 1
    file = parse(document(shape(shape_type="mask", points=[[100, 50], [119, 55]], mask=png(pixels))))
    assert set(file.label.characters[0].polygon) == set(rectangle(110, 51, 118, 55))


def test_our_polygon_of_a_mask_wins_over_its_outline():
    keys = {"shape_type": "mask", "points": [[5, 7], [6, 9]], "mask": png(np.ones((3, 2)))}
    character = parse(document(shape(**keys, polygon=[[1, 1], [2, 1], [2, 2]]))).label.characters[0]
    assert character.polygon == ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0)) and character.extra == ()


def test_area_is_written_as_labelme_writes_it_and_erased_again():
    area = Area.from_array(5, 7, np.array([[1, 0], [1, 1], [0, 1]], dtype=bool))
    file = parse_label(serialise(WordLabel((A,))), "w.json")
    painted = parse_label(serialise(WordLabel((replace(A, area=area),)), file), "w.json")
    raw = json.loads(painted.data)["shapes"][0]
    assert (raw["shape_type"], raw["points"]) == ("mask", [[5.0, 7.0], [6.0, 9.0]])
    decoded = np.array(Image.open(io.BytesIO(base64.b64decode(raw["mask"]))))
    assert decoded.dtype == np.uint8 and decoded.tolist() == [[1, 0], [1, 1], [0, 1]]
    assert painted.label.characters == (replace(A, area=area),)
    assert json.loads(serialise(WordLabel((A,)), painted)) == json.loads(file.data)


@pytest.mark.parametrize(
    "mask", ["%%%", base64.b64encode(b"GIF89a").decode(), png(np.ones((4, 4)))[:-40], png(np.ones((2, 2, 3))), 5]
)
def test_damaged_mask_is_an_error(mask: Any):
    with pytest.raises(LabelError, match=r"^w\.json: shape 1 .*mask"):
        parse(document(shape(shape_type="mask", points=[[0, 0], [3, 3]], mask=mask)))


def test_mask_that_claims_too_many_pixels_is_refused_before_it_is_decoded():
    data = bytearray(base64.b64decode(png(np.ones((2, 2)))))
    data[16:24] = (100_000).to_bytes(4, "big") * 2
    data[29:33] = zlib.crc32(bytes(data[12:29])).to_bytes(4, "big")
    with pytest.raises(LabelError, match="100000 × 100000"):
        parse(document(shape(shape_type="mask", points=[[0, 0], [3, 3]], mask=base64.b64encode(data).decode())))


def test_outline_of_a_slanted_edge_is_a_line_within_a_pixel_of_it():
    pixels = np.tri(40, dtype=bool)
    found = outline(Area.from_array(0, 0, pixels))
    assert found and len(found) < 8
    polygon = shapely.Polygon(found)
    assert polygon.is_valid and abs(polygon.area - pixels.sum()) < 40


@given(st.integers(0, 2**25 - 1), st.integers(-9, 9))
def test_outline_of_any_mask_is_a_simple_polygon_around_pixels_of_the_mask(bits: int, x: int):
    pixels = np.array([bits >> n & 1 for n in range(25)], dtype=bool).reshape(5, 5)
    found = outline(Area.from_array(x, 3, pixels))
    if found is None:
        assert not pixels.any()
        return
    polygon = shapely.Polygon(found)
    assert polygon.is_valid and polygon.area > 0
    assert shapely.box(x, 3, x + 5, 8).covers(polygon)
    centres = [shapely.Point(x + i + 0.5, 3 + j + 0.5) for j, i in np.argwhere(pixels)]
    assert any(polygon.covers(centre) for centre in centres)


def test_outline_of_a_huge_mask_is_found_on_a_coarser_grid_and_stays_inside_it():
    pixels = np.zeros((3001, 2003), dtype=bool)
    pixels[1000:, 500:] = True
    found = outline(Area.from_array(7, 0, pixels))
    assert found
    x0, y0, x1, y1 = bounds(found)
    assert (x1, y1) == (2010.0, 3001.0) and abs(x0 - 507) <= 3 and abs(y0 - 1000) <= 3


def test_masks_of_one_file_share_the_limit_of_pixels():
    half = png(np.zeros((8000, 4100)))
    shapes = [shape(shape_type="mask", points=[[0, 0], [4099, 7999]], mask=half)] * 2
    with pytest.raises(LabelError, match=r"shape 2 .*4100 × 8000"):
        parse(document(*shapes))
