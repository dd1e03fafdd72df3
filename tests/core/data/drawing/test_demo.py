import json
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.processes.python import run_python

from core.base.errors import FileWriteError, ProjectError, StudioError, SynthesisError
from core.base.images import image_size, read_image
from core.base.progress import Cancelled
from core.charset import ALNUM, Charset
from core.data.drawing.demo import prepare, write_demo, write_first_demo
from core.data.drawing.effects import MILD
from core.data.drawing.fonts import BUNDLED, bundled_folder
from core.data.drawing.planted_errors import PLANTED_NAME
from core.data.drawing.synthesis import Synthesis, sample
from core.labels.files.storage import read_label
from core.labels.maps.decoding import upper_bound
from core.project.project import read_settings


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_demo_is_a_project_of_images_with_labels_and_charset(tmp_path: Path, configure: Callable[..., Synthesis]):
    config = configure("mild")
    report = write_demo(tmp_path / "new" / "demo", config, count=6, seed=3, errors=0)
    folder = report.folder
    words = [f"word_{number:05d}" for number in range(1, 7)]
    assert names(folder) == sorted(
        [f"{w}.png" for w in words] + [f"{w}.json" for w in words] + [PLANTED_NAME, "textscanner.json"]
    )
    assert read_settings(folder).charset == Charset(tuple(ALNUM))
    assert json.loads((folder / PLANTED_NAME).read_text("utf-8")) == []
    for index, word in enumerate(words):
        synthetic = sample(config, 3, index)
        assert np.array_equal(read_image(folder / f"{word}.png"), synthetic.image)
        label = read_label(folder / f"{word}.json").label
        assert label.text == synthetic.label.text
        assert [(c.symbol, c.polygon, c.order) for c in label.characters] == [
            (c.symbol, c.polygon, c.order) for c in synthetic.label.characters
        ]
    assert (report.images, report.planted) == (6, ())


def test_same_seed_writes_the_same_bytes_and_another_seed_others(tmp_path: Path, configure: Callable[..., Synthesis]):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        write_demo(tmp_path / name, configure("full"), count=8, seed=seed, errors=0.5)
    assert content(tmp_path / "a") == content(tmp_path / "b")
    assert content(tmp_path / "a") != content(tmp_path / "c")


def test_planted_errors_are_in_the_labels_and_nowhere_else(tmp_path: Path, configure: Callable[..., Synthesis]):
    config = configure("mild")
    report = write_demo(tmp_path / "demo", config, count=24, seed=5, errors=0.34)
    records = json.loads((tmp_path / "demo" / PLANTED_NAME).read_text("utf-8"))
    assert records == [asdict(record) for record in report.planted]
    assert all(list(record) == ["image", "kind", "order", "was", "now"] for record in records)
    assert Counter(r["kind"] for r in records) == {"symbol": 2, "order": 2, "shift": 2, "missing": 2, "text": 1}
    wrong = {record["image"] for record in records}
    for index in range(24):
        name = f"word_{index + 1:05d}"
        label = read_label(tmp_path / "demo" / f"{name}.json").label
        right = sample(config, 5, index).label
        same = (label.word, label.in_order) == (right.word, right.in_order)
        assert same == (f"{name}.png" not in wrong)
        kind = next((record["kind"] for record in records if record["image"] == f"{name}.png"), None)
        assert label.disagrees == (kind == "text")


@pytest.mark.long
@pytest.mark.parametrize(("name", "least"), [("digits", 3), ("zh", 2)])
def test_small_network_can_read_every_right_label_of_the_first_demo(tmp_path: Path, name: str, least: int):
    report = write_first_demo(tmp_path / "demo", count=40, is_chinese=name == "zh")
    charset, settings = Charset.named(name), read_settings(report.folder)
    assert settings.charset == charset
    assert len(report.planted) == 3  # one in twenty, and one whose text differs from its characters
    wrong = {error.image for error in report.planted}
    right = [path for path in sorted(report.folder.glob("*.png")) if path.name not in wrong]
    images = [path for path in right if path.with_suffix(".json").exists()]
    assert images == right[:29], "the last eight are there to be labelled"
    for path in images:
        label = read_label(path.with_suffix(".json")).label
        assert least <= len(label.word) <= 6
        assert upper_bound(label, image_size(path), charset, settings.maps.with_(stride=4)).holds


def test_stopping_leaves_whole_files_only(tmp_path: Path, configure: Callable[..., Synthesis]):
    def stop(done: int, total: int) -> None:
        assert total == 10
        if done == 4:
            raise Cancelled

    with pytest.raises(Cancelled):
        write_demo(tmp_path / "demo", configure("mild"), count=10, progress=stop)
    written = names(tmp_path / "demo")
    assert [name for name in written if name.startswith("word")] == sorted(
        f"word_{n:05d}.{ending}" for n in range(1, 5) for ending in ("png", "json")
    )
    for name in written:
        if name.endswith(".png"):
            read_image(tmp_path / "demo" / name)
        elif name.endswith(".json"):
            json.loads((tmp_path / "demo" / name).read_text("utf-8"))


def test_project_that_was_stopped_half_way_is_finished_by_the_same_choices(
    tmp_path: Path, configure: Callable[..., Synthesis]
):
    def stop(done: int, total: int) -> None:
        if done == 4:
            raise Cancelled

    config = configure("mild")
    with pytest.raises(Cancelled):
        write_demo(tmp_path / "demo", config, count=6, progress=stop)
    label = tmp_path / "demo" / "word_00001.json"
    label.write_bytes(b"edited meanwhile")
    with pytest.raises(ProjectError, match="not empty"):
        write_demo(tmp_path / "demo", config, count=6, seed=1)
    write_demo(tmp_path / "demo", config, count=6)
    write_demo(tmp_path / "whole", config, count=6)
    assert content(tmp_path / "demo") == content(tmp_path / "whole") | {label.name: b"edited meanwhile"}


def test_progress_counts_every_word(tmp_path: Path, configure: Callable[..., Synthesis]):
    calls: list[tuple[int, int]] = []
    write_demo(tmp_path / "demo", configure("mild"), count=3, progress=lambda done, total: calls.append((done, total)))
    assert calls == [(0, 3), (1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(("is_chinese", "reading"), [(False, "network"), (True, "auto")])
def test_demo_of_codes_says_that_they_are_read_by_the_network_alone(tmp_path: Path, is_chinese: bool, reading: str):
    write_first_demo(tmp_path, count=40, is_chinese=is_chinese)
    assert read_settings(tmp_path).reading == reading


@pytest.mark.parametrize("taken", ["word_00001.png", "textscanner.json", "notes.txt"])
def test_folder_in_use_is_refused_and_left_alone(tmp_path: Path, configure: Callable[..., Synthesis], taken: str):
    (tmp_path / taken).write_bytes(b"mine")
    with pytest.raises(ProjectError, match=f"not empty .*{taken}"):
        write_demo(tmp_path, configure("mild"), count=2)
    assert content(tmp_path) == {taken: b"mine"}


def test_earlier_demo_is_not_written_over(tmp_path: Path, configure: Callable[..., Synthesis]):
    write_demo(tmp_path, configure("mild"), count=2)
    before = content(tmp_path)
    with pytest.raises(ProjectError, match="not empty"):
        write_demo(tmp_path, configure("mild"), count=3)
    assert content(tmp_path) == before


def test_hidden_files_do_not_count_as_use(tmp_path: Path, configure: Callable[..., Synthesis]):
    (tmp_path / ".git").mkdir()
    assert write_demo(tmp_path, configure("mild"), count=1).images == 1


def test_file_in_the_way_of_the_folder_is_one_sentence(tmp_path: Path, configure: Callable[..., Synthesis]):
    (tmp_path / "file").write_text("a file")
    with pytest.raises(ProjectError, match="that is a file"):
        write_demo(tmp_path / "file", configure("mild"), count=1)
    with pytest.raises((ProjectError, FileWriteError)):
        write_demo(tmp_path / "file" / "demo", configure("mild"), count=1)


@pytest.mark.parametrize(
    ("changed", "said"), [({"count": 0}, "count"), ({"seed": -1}, "seed"), ({"errors": 2.0}, "errors")]
)
def test_numbers_out_of_range_are_refused_before_anything_is_written(
    tmp_path: Path, configure: Callable[..., Synthesis], changed: dict[Any, Any], said: str
):
    with pytest.raises(SynthesisError, match=said):
        write_demo(tmp_path / "demo", configure("mild"), **{"count": 2, **changed})
    assert not (tmp_path / "demo").exists()


def test_words_longer_than_a_map_holds_get_maps_that_hold_them(tmp_path: Path, configure: Callable[..., Synthesis]):
    write_demo(tmp_path, configure("mild", length=(33, 35)), count=1)
    assert read_settings(tmp_path).maps.max_length == 35


def test_bundled_fonts_draw_all_that_they_can_so_that_every_machine_draws_the_same():
    recipe = prepare(Charset(tuple(ALNUM)))
    assert [face.name for face in recipe.config.fonts] == list(BUNDLED)
    assert recipe.borrowed == ()


def test_folder_of_fonts_takes_their_place_and_what_it_lacks_is_borrowed(tmp_path: Path):
    shutil.copy(bundled_folder() / "cmr10.ttf", tmp_path)
    (tmp_path / "broken.otf").write_bytes(b"OTTO")
    recipe = prepare(Charset(("A", "B")), fonts=tmp_path)
    assert [Path(face.path).parent for face in recipe.config.fonts] == [tmp_path]
    assert recipe.borrowed == ()
    assert [refusal.split(":")[0] for refusal in recipe.refused] == ["broken.otf"]
    recipe = prepare(Charset(("A", "é")), fonts=tmp_path)
    assert recipe.borrowed == ("é",)
    assert {face.name for face in recipe.config.fonts} > {"cmr10.ttf", "DejaVuSans.ttf"}


def test_corpus_is_drawn_and_its_refusals_are_told(tmp_path: Path):
    path = tmp_path / "words.txt"
    path.write_text("exit street café a", encoding="utf-8")
    recipe = prepare(Charset(tuple(ALNUM)), MILD, (2, 8), corpus=path)
    assert recipe.config.words == ("exit", "street")
    assert (recipe.corpus.outside_charset, recipe.corpus.wrong_length) == (1, 1)


def test_missing_corpus_or_fonts_is_one_sentence(tmp_path: Path):
    for fonts, corpus in ((tmp_path / "absent", None), (None, tmp_path / "absent")):
        with pytest.raises(StudioError, match="absent"):
            prepare(Charset(("a",)), fonts=fonts, corpus=corpus)


def test_drawing_needs_neither_tensorflow_nor_qt():
    code = (
        "import sys, core.data.drawing.demo\n"
        "names = ('tensorflow', 'keras', 'PySide6', 'matplotlib')\n"
        "sys.exit(', '.join(name for name in names if name in sys.modules) or None)"
    )
    run_python("-c", code)
