"""Words stand upright however the tool that drew them orders corners, and labels fit the picture that they are of."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from core.base.images import read_image
from core.labels.files.storage import read_label
from core.labels.formats.conversion import Conversion, convert
from core.labels.formats.placing import directed, order_of, placed
from core.labels.formats.record import Record, Reject
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, Polygon, WordLabel

BOX = rectangle(20, 10, 60, 30)
TILTED = ((20.0, 14.0), (60.0, 6.0), (63.0, 22.0), (23.0, 30.0))
ORDERS = [*product(range(4), (True, False))]


def ordered(polygon: Polygon, first: int, is_clockwise: bool) -> Polygon:
    ring = polygon if is_clockwise else (polygon[0], *polygon[:0:-1])
    at = ring.index(polygon[first])
    return ring[at:] + ring[:at]


def words(*polygons: Polygon) -> list[Record]:
    return [Record(WordLabel(text="A"), f"word {place}", crop=polygon) for place, polygon in enumerate(polygons)]


def crops(*polygons: Polygon) -> list[Polygon]:
    return [placed(record, (100, 200)).crop for record in directed(words(*polygons))]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("polygon", [BOX, TILTED], ids=["box", "tilted"])
def test_each_of_eight_orders_is_known(polygon: Any, order: Any):
    assert order_of(ordered(polygon, *order)) == order


@pytest.mark.parametrize("order", ORDERS)
def test_an_upright_box_has_no_direction(order: Any):
    for box in (BOX, ((20, 10), (60, 10.5), (60, 30), (20.5, 30))):
        (record,) = (placed(record, (100, 200)) for record in directed(words(ordered(box, *order))))
        assert order_of(record.crop)[0] == 0
        assert [remark.kind for remark in record.remarks] == ([] if order[0] == 0 else ["turned"])


def test_quadrilaterals_that_begin_at_all_corners_begin_at_the_top_left():
    assert {order_of(polygon) for polygon in crops(*(ordered(TILTED, *order) for order in ORDERS))} == {
        (0, True),
        (0, False),  # begins there, and is reversed when it is cropped
    }


def test_a_quadrilateral_among_consistent_others_begins_where_its_writer_says_and_is_counted():
    upside_down = ordered(TILTED, 2, True)
    *_, last = (placed(record, (100, 200)) for record in directed(words(*[TILTED] * 4, upside_down)))
    assert last.crop == upside_down
    assert [remark.kind for remark in last.remarks] == ["turned"]


def test_a_quadrilateral_alone_begins_where_its_writer_says():
    assert crops(ordered(TILTED, 3, True)) == [ordered(TILTED, 3, True)]


def test_a_first_corner_that_a_person_has_chosen_here_counts_for_a_box_too():
    (record,) = words(ordered(BOX, 1, True))
    chosen = Record(record.label, record.where, crop=record.crop, begins="chosen")
    assert placed(chosen, (100, 200)) == chosen


def test_a_file_that_breaks_off_has_yielded_its_words_before():
    def broken():
        yield from words(BOX, TILTED)
        raise Reject("broken")

    records = directed(broken())
    assert [next(records).where, next(records).where] == ["word 0", "word 1"]
    with pytest.raises(Reject):
        next(records)


# Whole files -------------------------------------------------------------------------------------------------------


def scene(folder: Path) -> Path:
    """A picture whose left half of every word is black and whose upper half is red."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = np.full((100, 200, 3), 255, np.uint8)
    picture[10:20, 20:60] = (0, 0, 255)
    picture[10:30, 20:40] //= 2
    (folder / "s.png").write_bytes(bytes(cv2.imencode(".png", picture)[1]))
    return folder


def notes(done: Conversion, kind: str) -> list[str]:
    return [str(note) for note in done.notes if note.kind == kind]


def test_boxes_of_a_list_and_rectangles_of_labelme_are_cropped_upright(tmp_path: Path):
    boxes = [ordered(BOX, *order) for order in ORDERS]
    entries = [{"transcription": "HOUSE", "points": box} for box in boxes]
    (scene(tmp_path / "list") / "Label.txt").write_text(f"s.png\t{json.dumps(entries)}\n")
    shapes = [{"label": "HOUSE", "points": box, "shape_type": "rectangle"} for box in boxes]
    (scene(tmp_path / "files") / "s.json").write_text(json.dumps({"shapes": shapes, "imagePath": "s.png"}))
    upright = read_image(tmp_path / "list" / "s.png")[10:30, 20:60]
    for source in ("list", "files"):
        done = convert(tmp_path / source, tmp_path / "out" / source)
        assert done.written == 8
        for path in (tmp_path / "out" / source).glob("*.png"):
            np.testing.assert_array_equal(read_image(path), upright)
        (turned,) = notes(done, "turned")
        assert turned.startswith("6 upright boxes")


def put_label(folder: Path, shape: dict[str, object], size: tuple[int, int], image: str) -> None:
    label = {"shapes": [shape], "imagePath": image, "imageHeight": size[0], "imageWidth": size[1]}
    (folder / image).with_suffix(".json").write_text(json.dumps(label))


@pytest.mark.parametrize("text", ["A", "CAFE"])
def test_a_label_of_another_picture_is_refused_by_both_sizes(tmp_path: Path, text: str):
    shape = {"label": text, "points": BOX, "shape_type": "polygon"}
    put_label(scene(tmp_path / "in"), shape, (50, 100), "s.png")
    done = convert(tmp_path / "in", tmp_path / "out")
    assert done.written == 0
    assert "the picture has 200 × 100 pixels, not 100 × 50" in done.refusals[0].reason


def test_a_label_that_states_no_size_is_taken(tmp_path: Path):
    put_label(scene(tmp_path / "in"), {"label": "A", "points": BOX, "shape_type": "polygon"}, (0, 0), "s.png")
    assert convert(tmp_path / "in", tmp_path / "out").written == 1


def stored(folder: Path, orientation: int) -> tuple[int, int]:
    """Store the scene so that EXIF's orientation sets it upright. Return (height, width) of the stored pixels."""
    upright = Image.open(folder / "s.png")
    back = {5: [Image.Transpose.TRANSPOSE], 6: [Image.Transpose.ROTATE_90], 7: [Image.Transpose.TRANSVERSE],
            8: [Image.Transpose.ROTATE_270]}  # fmt: skip
    for way in back[orientation]:
        upright = upright.transpose(way)
    exif = Image.Exif()
    exif[0x0112] = orientation
    upright.save(folder / "s.png", exif=exif)
    return upright.height, upright.width


def on_stored(point: tuple[float, float], orientation: int, size: tuple[int, int]) -> tuple[float, float]:
    (x, y), (height, width) = point, size
    return {5: (y, x), 6: (y, height - x), 7: (width - y, height - x), 8: (width - y, x)}[orientation]


@pytest.mark.parametrize("orientation", [5, 6, 7, 8])
@pytest.mark.parametrize("text", ["A", "CAFE"])
def test_a_label_on_the_stored_pixels_of_a_photograph_is_turned_with_it(tmp_path: Path, orientation: int, text: str):
    folder = scene(tmp_path / "in")
    before = read_image(folder / "s.png")
    size = stored(folder, orientation)
    np.testing.assert_array_equal(read_image(folder / "s.png"), before)
    points = [on_stored(point, orientation, size) for point in BOX]
    put_label(folder, {"label": text, "points": points, "shape_type": "polygon"}, size, "s.png")
    done = convert(folder, tmp_path / "out")
    assert "one label was turned with its picture" in notes(done, "turned")[0]
    if text == "A":
        assert set(read_label(tmp_path / "out" / "s.json").label.characters[0].polygon) == set(BOX)
    else:
        np.testing.assert_array_equal(read_image(tmp_path / "out" / "s_01.png"), before[10:30, 20:60])


def test_swapped_sizes_without_a_turn_of_exif_are_refused():
    character = CharacterLabel("A", BOX)
    with pytest.raises(
        Reject, match="200 × 100 pixels, not 100 × 200: the label is of the picture before it was turned"
    ):
        placed(Record(WordLabel((character,)), "a", size=(200, 100)), (100, 200))
