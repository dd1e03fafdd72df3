from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from support.progress import stop_at
from support.words.boxes import boxed

from core.base.errors import DataError, FormatError, ImageError, Sentence
from core.base.progress import Cancelled
from core.charset import ALNUM, Charset
from core.data.drawing.synthesis import Synthesis, sample
from core.data.samples.samples import Preparation, Prepared, Selection, Words
from core.data.samples.sources import SyntheticReader, read_arrays, read_list, read_project, read_splits
from core.labels.files.storage import label_path, read_label, write_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec
from core.project.notes import ImageNote
from core.project.project import Project, ProjectSettings, Validation, write_settings
from core.runs.cross_check import fold_of

SPEC = MapSpec(height=32, width=64, stride=4, max_length=8)
PREPARATION = Preparation(Charset(tuple(ALNUM)), SPEC)


def picture(value: int = 100, size: tuple[int, int] = (20, 60)) -> np.ndarray:
    image = np.full((*size, 3), value, np.uint8)
    image[5:15, 5:15] = 255 - value
    return image


def save(path: Path, text: str | None = "ab", image: np.ndarray | None = None, **label: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture() if image is None else image)
    if text is not None:
        write_label(label_path(path), WordLabel(boxed(text, 0, 3, 9, 14, gap=1), text, **label), (20, 60))


def test_a_project_gives_its_labelled_images_in_order(tmp_path: Path):
    for name, text in (("b/w_10.png", "ten"), ("b/w_2.png", "two"), ("a.png", "A1")):
        save(tmp_path / name, text)
    reader = read_project(Project.open(tmp_path))
    assert reader.images == ("a.png", "b/w_2.png", "b/w_10.png")
    assert [reader.label_of(k).text for k in range(3)] == ["A1", "two", "ten"]
    found = reader.read(1)
    assert found.name == "b/w_2.png"
    assert (found.image == picture()).all()
    assert found.label.characters == read_label(tmp_path / "b/w_2.json").label.characters


def test_images_without_a_usable_label_are_named_with_the_reason(tmp_path: Path):
    save(tmp_path / "good.png")
    save(tmp_path / "bare.png", None)
    save(tmp_path / "sub/broken.png")
    (tmp_path / "sub/broken.json").write_text("{", encoding="utf-8")
    reader = read_project(Project.open(tmp_path))
    assert reader.images == ("good.png",)
    reasons = {sample.name: sample.reason for sample in reader.passed_over}
    assert set(reasons) == {"bare.png", "sub/broken.png"}
    assert reasons["bare.png"].startswith("bare.png: no label (bare.json)")
    assert reasons["sub/broken.png"].startswith("sub/broken.png: broken.json: ")


def test_only_reviewed_labels_where_that_is_asked_for(tmp_path: Path):
    save(tmp_path / "a.png", status="reviewed")
    save(tmp_path / "b.png")
    reader = read_splits(Project.open(tmp_path), (None,), reviewed_only=True)[0]
    assert reader.images == ("a.png",)
    assert "not reviewed" in reader.passed_over[0].reason


def drafted(text: str, score: float = 0.5) -> WordLabel:
    boxes = [rectangle(10 * k, 3, 10 * k + 9, 17) for k in range(len(text))]
    characters = (CharacterLabel(s, box, source="model", score=score) for s, box in zip(text, boxes, strict=True))
    return WordLabel(tuple(characters), text, "draft", text_source="model")


def save_drafted(path: Path, label: WordLabel) -> None:
    save(path, None)
    write_label(label_path(path), label, (20, 60))


def test_drafts_are_read_by_choice_alone_and_never_to_validate(tmp_path: Path):
    write_settings(tmp_path, ProjectSettings(validation=Validation(folder="val")))
    save(tmp_path / "known.png")
    for name in ("drafted.png", "val/drafted.png"):
        save_drafted(tmp_path / name, drafted("xy"))
    project = Project.open(tmp_path)
    train, val = read_splits(project)
    assert (train.images, train.drafts, val.images, val.drafts) == (("known.png",), 1, (), 1)
    train, val = read_splits(project, drafts=True)
    assert (train.images, train.drafts, val.images, val.drafts) == (("drafted.png", "known.png"), 0, (), 1)
    assert train.confidences.tolist() == [0.25, 1.0]


def test_words_on_which_two_readers_agree_teach_and_do_not_validate(tmp_path: Path):
    write_settings(tmp_path, ProjectSettings(validation=Validation(folder="val")))
    for name in ("agreed.png", "val/agreed.png"):
        save_drafted(tmp_path / name, replace(drafted("xy"), accepted_by="agreement"))
    project = Project.open(tmp_path)
    train, val = read_splits(project)
    assert (train.images, train.agreed, train.drafts) == (("agreed.png",), 1, 0)
    assert (train.label_of(0).text, train.label_of(0).reading) == ("xy", "xy")
    assert train.confidences.tolist() == [1.0]
    assert (val.images, val.agreed, val.drafts) == ((), 1, 0)
    assert read_project(project).images == ()
    (counted,) = read_splits(project, (None,), agreed=True)
    assert [counted.label_of(place).characters for place in range(2)] == [(), ()], "a model drew them"


def test_a_typed_text_over_drafted_boxes_is_read_as_a_text_alone(tmp_path: Path):
    save_drafted(tmp_path / "a.png", replace(drafted("xy"), text_source=None))
    reader = read_project(Project.open(tmp_path))
    assert (reader.label_of(0).text, reader.label_of(0).characters) == ("xy", ())


def test_the_splits_of_a_project_share_no_image_and_lose_none(tmp_path: Path):
    write_settings(tmp_path, ProjectSettings(validation=Validation(0.4)))
    for k in range(20):
        save(tmp_path / f"{k}.png")
    project = Project.open(tmp_path)
    train, val = (set(read_project(project, split).images) for split in ("train", "val"))
    assert train
    assert val
    assert not train & val
    assert train | val == set(project.images().images)


def test_an_image_is_in_the_split_that_a_person_has_chosen(tmp_path: Path):
    save(tmp_path / "held.png", split="validation", tags=("blurred",))
    save(tmp_path / "said.png")
    save(tmp_path / "val" / "learned.png", split="train")
    save(tmp_path / "val" / "other.png")
    write_settings(tmp_path, ProjectSettings(validation=Validation(folder="val")))
    project = Project.open(tmp_path).with_notes({"said.png": ImageNote(split="val")})
    train, val = read_splits(project)
    assert (train.images, set(val.images)) == (("val/learned.png",), {"held.png", "said.png", "val/other.png"})
    assert read_project(project, "val").images == val.images
    assert not val.label_of(val.images.index("held.png")).tags, "a tag teaches nothing"
    first = read_splits(project, fold=(0, 3))[1].images
    assert first == tuple(image for image in project.images().images if fold_of(image, 3) == 0), "a fold has its own"


def test_labels_are_a_snapshot_and_the_digest_tells_two_apart(tmp_path: Path):
    save(tmp_path / "a.png", "ab")
    project = Project.open(tmp_path)
    before = read_project(project)
    label_path(tmp_path / "a.png").unlink()
    save(tmp_path / "a.png", "xy")
    after = read_project(project)
    assert before.read(0).label.text == "ab"
    assert after.read(0).label.text == "xy"
    assert before.digest != after.digest
    assert after.digest == read_project(project).digest


def test_an_image_that_vanishes_is_left_out_by_name(tmp_path: Path):
    save(tmp_path / "sub/a.png")
    source = Words(read_project(Project.open(tmp_path)), PREPARATION)
    assert isinstance(source.sample(0, None), Prepared)
    (tmp_path / "sub/a.png").unlink()
    gone = source.sample(0, None)
    assert gone.name == "sub/a.png"
    assert gone.reason.startswith("sub/a.png: the image cannot be opened")


def test_reading_a_project_can_be_stopped(tmp_path: Path):
    save(tmp_path / "a.png")

    with pytest.raises(Cancelled):
        read_project(Project.open(tmp_path), progress=stop_at())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
@pytest.mark.parametrize("header", ["", "file{}text\n", "id{}label{}image\n"])
def test_a_list_is_read_in_any_encoding_delimiter_and_with_or_without_names_of_columns(
    tmp_path: Path, encoding: str, delimiter: str, header: str
):
    save(tmp_path / "图/一.png", None)
    rows = [["图/一.png", "中文"], ["b.png", 'say "x"']]
    lines = [header.replace("{}", delimiter)] if header else []
    for image, text in rows:
        quoted = f'"{text.replace(chr(34), chr(34) * 2)}"'
        cells = ["7", quoted, image] if header.startswith("id") else [image, quoted]
        lines.append(delimiter.join(cells) + "\n")
    (tmp_path / "words.csv").write_bytes("".join(lines).encode(encoding))
    reader = read_list(tmp_path / "words.csv")
    assert reader.images == ("图/一.png", "b.png")
    assert [reader.label_of(k) for k in range(2)] == [WordLabel(text="中文"), WordLabel(text='say "x"')]
    assert (tmp_path / reader.images[0]).exists()
    with pytest.raises(ImageError, match=r"b\.png"):
        reader.read(1)


def test_a_text_may_hold_the_delimiter_and_a_line_may_lack_a_column(tmp_path: Path):
    path = tmp_path / "words.csv"
    path.write_text('a.png,"1,5"\nb.png\n\nc.png,\n,x\na.png,again\nd.png, y\n../x.png,z\n/x.png,z\n', encoding="utf-8")
    reader = read_list(path)
    assert [(name, reader.label_of(k).text) for k, name in enumerate(reader.images)] == [
        ("a.png", "1,5"),
        ("d.png", " y"),
    ]
    reasons = [sample.reason for sample in reader.passed_over]
    assert [reason.split(":")[0] for reason in reasons] == [f"words.csv, line {n}" for n in (2, 4, 5, 6, 8, 9)]
    assert all("Put the list into a folder above its images" in reason for reason in reasons[4:])
    assert "no column 2" in reasons[0]
    assert 'the text of "c.png" is empty' in reasons[1]
    assert "no path" in reasons[2]
    assert "twice" in reasons[3]
    assert all(isinstance(reason, Sentence) and isinstance(reason.places["name"], Sentence) for reason in reasons)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", DataError),
        (b"\n \n", DataError),
        (b"\xff\xfe\x00\xd8\x00\x00", FormatError),
        (b"\x00\x01\x02\x80\xff", FormatError),
    ],
)
def test_a_list_that_is_none_is_refused(tmp_path: Path, data: bytes, error: Any):
    (tmp_path / "words.csv").write_bytes(data)
    with pytest.raises(error, match=r"words\.csv"):
        read_list(tmp_path / "words.csv")


def test_a_missing_list_is_refused(tmp_path: Path):
    with pytest.raises(DataError, match=r"words\.csv: cannot be read"):
        read_list(tmp_path / "words.csv")


@pytest.mark.parametrize("shape", [(2, 20, 60, 3), (2, 20, 60, 1), (2, 20, 60)])
def test_arrays_give_rgb_images_with_texts(tmp_path: Path, shape: tuple[Any, ...]):
    images = np.random.default_rng(0).integers(0, 256, shape).astype(np.uint8)
    np.savez(tmp_path / "words.npz", images=images, texts=np.array(["ab", "中"]))
    reader = read_arrays(tmp_path / "words.npz")
    assert reader.size == 2
    found = reader.read(1)
    assert found.image.shape == (20, 60, 3)
    assert (found.image[:, :, 2] == images[1].reshape(20, 60, -1)[:, :, -1]).all()
    assert found.label == WordLabel(text="中")
    assert found.name == "images_000001.png"


def test_arrays_without_a_usable_word_are_refused(tmp_path: Path):
    np.savez(tmp_path / "words.npz", images=np.zeros((2, 3, 3), np.float32), texts=np.array(["a", "b"]))
    with pytest.raises(DataError, match=r"words\.npz: no word image in it can be used"):
        read_arrays(tmp_path / "words.npz")


def test_the_synthetic_stream_is_the_synthesis(configure: Callable[..., Synthesis]):
    config = configure(symbols=ALNUM)
    reader = SyntheticReader(config, seed=5)
    synthetic = sample(config, 5, 17)
    found = reader.read(17)
    assert reader.size is None
    assert (found.image == synthetic.image).all()
    assert found.label == synthetic.label == reader.label_of(17)
    assert found.name == "synthetic word 17 of seed 5"
    assert isinstance(Words(reader, PREPARATION).sample(17, None), Prepared)


def test_a_selection_keeps_names_and_samples(tmp_path: Path):
    for k in range(4):
        save(tmp_path / f"{k}.png", f"w{k}")
    source = Words(read_project(Project.open(tmp_path)), PREPARATION)
    chosen = Selection(source, (3, 1))
    assert chosen.size == 2
    assert [chosen.name_of(k) for k in range(2)] == ["3.png", "1.png"]
    one, other = chosen.sample(0, None), source.sample(3, None)
    assert (one.text == other.text).all()
