"""What a format can hold survives being written and read; so do published data sets, if they lie beside the project."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.labels.files.storage import read_label
from core.labels.formats.base import Beside
from core.labels.formats.conversion import convert
from core.labels.formats.record import Record, Reject
from core.labels.formats.registry import format_named
from core.labels.formats.source import Source
from core.labels.geometry import polygon_of, rectangle
from core.labels.label import CharacterLabel, ShapeType, WordLabel

symbols = st.one_of(
    st.sampled_from([",", " ", '"', "'", "\\", "#", "{", "车", "牌", "é", "👍", "﹏", "\u2028", "\u00a0", "\ufeff"]),
    st.characters(blacklist_categories=("Cc", "Cs")),
)
cents = st.integers(-1_000, 100_000).map(lambda value: value / 100)
pixels = st.integers(-10, 1_000).map(float)


def quadrilaterals(coordinate: st.SearchStrategy[float]) -> st.SearchStrategy[tuple[tuple[float, float], ...]]:
    return st.lists(st.tuples(coordinate, coordinate), min_size=4, max_size=4).map(polygon_of)


boxes = st.tuples(cents, cents, cents, cents).map(lambda sides: rectangle(*sides))


@st.composite
def labels(
    draw: st.DrawFn, polygons: st.SearchStrategy[tuple[tuple[float, float], ...]], box: bool = False
) -> WordLabel:
    word = draw(st.text(symbols, min_size=1, max_size=8).filter(lambda text: bool(text.strip())))
    shape: ShapeType = "rectangle" if box else "polygon"
    characters = tuple(CharacterLabel(each, draw(polygons), order, shape) for order, each in enumerate(word, 1))
    return WordLabel(characters if draw(st.booleans()) else (), word)


names = st.lists(
    st.text(
        st.characters(blacklist_categories=("Cc", "Cs"), blacklist_characters="/\\:"), min_size=1, max_size=5
    ).filter(lambda part: not set(part) <= {"."}),
    min_size=1,
    max_size=3,
).map(lambda parts: "/".join(parts) + ".png")


def back(name: str, image: str, label: WordLabel) -> Record:
    writer = format_named(name).writer
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.txt"
        if isinstance(writer, Beside):
            path.write_bytes(writer.encode(label, image, (32, 100)))
        else:
            line = writer.line(image, label, (32, 100))
            assert writer.key(line) == image
            path.write_bytes(f"{line}\n".encode())
        (record,) = format_named(name).read(Source(path))
    assert isinstance(record, Record), record
    return record


@given(names, labels(boxes, box=True))
def test_jsonl_gives_back_names_texts_and_boxes(image: Any, label: Any):
    record = back("jsonl", image, label)
    assert (record.image, record.label, record.size) == (image, label, (32, 100))


@given(names, labels(quadrilaterals(cents)))
def test_mmocr_gives_back_names_texts_and_quadrilaterals(image: Any, label: Any):
    record = back("mmocr", image, label)
    assert (record.image, record.label) == (image, label)


@given(labels(quadrilaterals(pixels)))
def test_plaintext_gives_back_texts_and_quadrilaterals_of_whole_pixels(label: Any):
    if label.text is not None and label.text.startswith("\ufeff"):
        return  # at the start of a file that is a byte order mark
    assert back("plaintext", "a.png", label).label == label


@given(names, labels(boxes))
@example(" .png", WordLabel(text="A"))
def test_wordlist_gives_back_names_and_texts(image: Any, label: Any):
    if image.startswith("\ufeff"):
        return
    if image != image.strip():  # a reader takes blanks around a name for none of its own
        with pytest.raises(Reject, match="begins with a blank"):
            back("wordlist", image, label)
        return
    record = back("wordlist", image, label)
    assert (record.image, record.label) == (image, WordLabel(text=label.text))


@given(labels(quadrilaterals(cents)))
def test_labelme_gives_back_texts_and_quadrilaterals(label: Any):
    writer = format_named("labelme").writer
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a.json").write_bytes(writer.encode(label, "a.png", (32, 100)))
        (record,) = format_named("labelme").read(Source(Path(folder)))
    assert isinstance(record, Record), record
    assert record.label == label


@pytest.mark.parametrize("name", ["plaintext", "jsonl", "mmocr", "wordlist", "paddleocr-rec", "coco"])
def test_a_project_goes_through_each_format_and_back(tmp_path: Path, name: str, word_images: Path):
    there = convert(word_images, tmp_path / name, write_as=name)
    again = convert(tmp_path / name, tmp_path / "back", read_as=name)
    assert (there.written, again.written) == (2, 2)
    once_more = convert(word_images, tmp_path / name, write_as=name)
    assert (once_more.written, once_more.unchanged, once_more.copied) == (0, 2, 0)
    for path in sorted(word_images.rglob("*.json")):
        copy = tmp_path / "back" / path.relative_to(word_images)
        before, after = read_label(path).label, read_label(copy).label
        assert after.text == before.text
        if name not in {"wordlist", "paddleocr-rec"}:
            assert [(c.symbol, c.order, c.polygon) for c in after.characters] == [
                (c.symbol, c.order, c.polygon) for c in before.characters
            ]
        assert copy.with_suffix(".png").read_bytes() == path.with_suffix(".png").read_bytes()


DATA = Path(__file__).parents[4].parent / "shared" / "data"
needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason=f"the real word images are not beside the project ({DATA.name})"
)


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.long
@needs_data
def test_both_annotations_of_iiit5k_give_the_same_labels_and_the_absent_images_are_reported(tmp_path: Path):
    source = tmp_path / "iiit5k"  # without `train_large`, where the images lie that the other two folders lack
    for part in ("train", "val"):
        shutil.copytree(DATA / "iiit5k" / part, source / part)
    for name in ("trainCharBound.mat", "train.jsonl", "val.jsonl"):
        shutil.copy(DATA / "iiit5k" / name, source)
    matlab = convert(source / "trainCharBound.mat", tmp_path / "mat")
    for name in ("train.jsonl", "val.jsonl"):
        lines = convert(source / name, tmp_path / "jsonl")
        assert not lines.refusals
    assert (matlab.read, matlab.written, len(matlab.refusals)) == (2000, 1649, 351)
    assert all("its image" in refusal.reason for refusal in matlab.refusals)
    assert files(tmp_path / "mat") == files(tmp_path / "jsonl")
    for path in (tmp_path / "mat").rglob("*.json"):
        assert path.read_bytes() == (tmp_path / "jsonl" / path.relative_to(tmp_path / "mat")).read_bytes()


@needs_data
@pytest.mark.parametrize(
    ("folder", "detected", "written", "refused"),
    [
        ("mmocr_char_toy", "mmocr", 10, 0),
        ("ccpd_char", "ccpd", 5, 0),
        ("labelme_words", "labelme-scene", 21, 61),
        ("word_crops", "jsonl", 37, 0),
    ],
)
def test_real_data_converts(tmp_path: Path, folder: str, detected: str, written: int, refused: int):
    done = convert(DATA / folder, tmp_path / "out")
    assert (done.read_as, done.written, len(done.refusals)) == (detected, written, refused)
    assert not any(read_label(path).label.disagrees for path in (tmp_path / "out").rglob("*.json"))
