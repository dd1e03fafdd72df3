import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from support.progress import stop_at
from support.words.bundled_reader import bundled_reader, write_described

from core.base.errors import DataError, RunError, SynthesisError
from core.base.progress import Cancelled, ignore_news
from core.charset import ALNUM
from core.data.drawing.fonts import bundled_folder
from core.data.drawing.scene_effects import LEVELS
from core.data.samples.samples import Prepared
from core.data.samples.sources import read_project
from core.labels.files.storage import label_path, write_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.render import NO_SYMBOL
from core.model.training.gathering import facts_of
from core.model.training.trainingdata import TrainingData, check_records, open_data, open_to_look
from core.project.project import Project, write_settings
from core.runs.bundled import model_path
from core.runs.config import TrainConfig, make_config
from core.runs.cross_check import fold_of
from core.runs.spec import UNKNOWN_UNITS

pytestmark = pytest.mark.long


def save(path: Path, label: WordLabel) -> None:
    rng = np.random.default_rng(sum(path.name.encode()))
    cv2.imwrite(str(path), rng.integers(0, 256, (32, 64, 3)).astype(np.uint8))
    write_label(label_path(path), label, (32, 64))


def spelled(text: str, symbols: str | None = None) -> WordLabel:
    boxes = [CharacterLabel(s, rectangle(12 * k + 2, 4, 12 * k + 12, 28)) for k, s in enumerate(symbols or text)]
    return WordLabel(tuple(boxes), text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    project = tmp_path / "words"
    project.mkdir()
    for k, text in enumerate(["abc", "bca", "cab", "abd"]):
        save(project / f"{k}.png", spelled(text))
    return project


def config_of(folder: Path, **choices: Any) -> TrainConfig:
    values = {"folder": folder, "run": folder.parent / "run", "height": 32, "width": 64, "validation": 0.0}
    return make_config(values | choices)


def opened(folder: Path, progress: Any = ignore_news, **choices: Any) -> TrainingData:
    return open_data(config_of(folder, **choices).resolved(), None, progress)


def charset_file(folder: Path, text: str, encoding: str) -> str:
    path = folder.parent / "charset.txt"
    path.write_bytes(text.encode(encoding))
    return str(path)


def test_charset_without_one_is_that_of_texts_and_characters(folder: Path):
    save(folder / "more.png", spelled("ef", "eg"))  # of which the check makes a problem, and a charset all the same
    assert opened(folder).spec.charset == tuple("abcdefg")


def test_charset_that_lacks_symbols_of_the_labels_is_told(folder: Path):
    warnings = opened(folder, charset=charset_file(folder, "a\nb\nc\n", "utf-8")).warnings
    (told,) = [warning for warning in warnings if "charset" in warning]
    assert 'the charset of 3 lacks ("d" (U+0064) 1 ×)' in told


def test_encoding_of_the_charset_file_is_told_where_it_is_not_utf_8(folder: Path):
    found = opened(folder, charset=charset_file(folder, "a\nb\nc\nd\n中\n", "gb18030"))
    (told,) = [warning for warning in found.warnings if "charset" in warning]
    assert told.startswith("charset.txt: read as gb18030, 5 symbols.")
    assert found.spec.charset == tuple("abcd中")


def test_words_that_no_training_can_make_readable_are_told(folder: Path):
    narrow = [CharacterLabel(s, rectangle(2 + k, 4, 3 + k, 28)) for k, s in enumerate("abcabcabc")]
    save(folder / "narrow.png", WordLabel(tuple(narrow), "abcabcabc"))
    (told,) = [warning for warning in opened(folder).warnings if "cannot be read even" in warning]
    assert "narrow.png" in told


def test_image_that_belongs_to_neither_split_is_left_out_once(folder: Path):
    (folder / "textscanner.png").write_bytes(b"")  # its label would be the project's settings
    names = [sample.name for sample in opened(folder, validation=0.4).left_out]
    assert names == ["textscanner.png"]


def test_labels_without_any_symbol_are_told(folder: Path):
    for image in folder.glob("*.png"):
        label_path(image).unlink()
    with pytest.raises(DataError, match="there is no charset"):
        opened(folder)


def test_project_without_labels_trains_on_its_other_sources(folder: Path, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    found = opened(tmp_path / "empty", sources=[{"path": str(folder)}])
    assert found.training_count == 4 and found.spec.charset == tuple("abcd")


def word_level(folder: Path, *texts: str) -> None:
    for k, text in enumerate(texts):
        save(folder / f"text_{k}.png", WordLabel(text=text))


def without_polygons(folder: Path) -> None:
    for image in folder.glob("*.png"):
        label_path(image).unlink()
        write_label(label_path(image), WordLabel(text="ab"), (32, 64))


def levels_of(data: TrainingData, positions: range) -> list[bool]:
    found = [data.training.sample(position) for position in positions]
    return [sample.has_maps for sample in found if isinstance(sample, Prepared)]


def test_at_least_half_of_every_batch_has_polygons_where_few_labels_have(folder: Path):
    word_level(folder, *["ab"] * 20)
    data = opened(folder, batch=8)
    assert (data.training_count, data.character_level) == (24, 4)
    levels = levels_of(data, range(64))
    assert [sum(levels[first : first + 8]) for first in range(0, 64, 8)] == [4] * 8
    (told,) = [warning for warning in data.warnings if "character_level_share" in warning]
    assert told.startswith("4 of 24 training words have polygons: words with polygons are 50 % of every batch")
    assert data.report["character_level_share"] == 0.5


def test_share_of_polygons_is_a_choice_and_a_larger_one_that_the_labels_have_is_kept(folder: Path):
    word_level(folder, "ab")
    assert opened(folder).report["character_level_share"] == 0.8
    assert opened(folder, character_level_share=0.9).report["character_level_share"] == 0.9
    assert opened(folder, character_level_share=0).report["character_level_share"] == 0.8


def test_words_without_polygons_are_drawn_from_the_step_on_from_which_they_count(folder: Path):
    word_level(folder, *["ab"] * 4)
    data = opened(folder, batch=4, mutual_start=3)
    assert levels_of(data, range(12)) == [True] * 12
    assert sum(levels_of(data, range(12, 20))) == 4
    assert any("from step 3 on; before it, only words with polygons are taken" in told for told in data.warnings)


def test_synthetic_words_count_as_words_with_polygons(folder: Path):
    without_polygons(folder)
    data = opened(folder, synthetic=0.25, charset="alnum")
    assert data.character_level == 0
    levels = levels_of(data, range(16))
    assert sum(levels) == 8


def test_nothing_is_told_of_shares_where_all_words_have_polygons(folder: Path):
    data = opened(folder)
    assert [warning for warning in data.warnings if "polygons" in warning] == []
    assert data.report["character_level_share"] is None


def test_words_of_which_none_has_polygons_are_told_to_teach_nothing_alone(folder: Path):
    without_polygons(folder)
    assert any(told.startswith("No training word has polygons") for told in opened(folder).warnings)


def test_words_are_drawn_with_the_fonts_of_a_folder(folder: Path, tmp_path: Path):
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    shutil.copy(bundled_folder() / "DejaVuSerif.ttf", fonts)
    (fonts / "broken.otf").write_bytes(b"no font")
    data = opened(folder, synthetic=1, fonts=fonts, charset="alnum")
    source = data.training.parts[0].source
    assert [face.name for face in source.reader.config.fonts] == ["DejaVuSerif.ttf"]
    assert any(told.startswith("broken.otf: not a font that can be read") for told in data.warnings)


def test_symbols_that_the_fonts_lack_are_told_to_be_borrowed(folder: Path, tmp_path: Path):
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    shutil.copy(bundled_folder() / "cmr10.ttf", fonts)
    data = opened(folder, synthetic=1, fonts=fonts, charset=charset_file(folder, "a\nж\n", "utf-8"))
    assert (
        "These symbols are drawn with other fonts than those in the folder, the only fonts that have them: ж"
        in data.warnings
    )


@pytest.mark.parametrize("key", ["fonts", "corpus"])
def test_choice_of_drawing_that_draws_nothing_is_told(folder: Path, tmp_path: Path, key: str):
    told = opened(folder, **{key: tmp_path}).warnings
    assert any(sentence.startswith("Fonts and words to draw are not used") for sentence in told)


@pytest.mark.parametrize("effects", ["mild", "scene"])
def test_words_of_a_file_are_drawn(folder: Path, tmp_path: Path, effects: str):
    corpus = tmp_path / "words.txt"
    corpus.write_text("exit toll café\n", encoding="utf-8")
    charset = charset_file(folder, "acefilotxé", "utf-8")
    data = opened(folder, synthetic=1, corpus=corpus, charset=charset, synthetic_length=(3, 4), effects=effects)
    samples = [data.training.sample(position) for position in range(30)]
    texts = {sample.word.label.text for sample in samples if isinstance(sample, Prepared) and sample.word}
    assert {"exit", "toll", "café"} <= texts


def test_folder_of_fonts_that_is_missing_is_refused(folder: Path, tmp_path: Path):
    with pytest.raises(SynthesisError, match="gone: not a folder"):
        opened(folder, synthetic=0.5, fonts=tmp_path / "gone")


def test_illegible_words_are_left_out_and_add_nothing_to_the_charset(folder: Path):
    word_level(folder, "###")
    data = opened(folder)
    assert data.spec.charset == tuple("abcd")
    assert [sample.reason for sample in data.left_out] == [
        "text_0.png: a part of it is illegible (###), so its text is not known."
    ]
    assert [warning for warning in data.warnings if "charset" in warning] == []


def test_progress_can_stop_it(folder: Path):
    with pytest.raises(Cancelled):
        opened(folder, stop_at())


def test_only_reviewed_labels_are_used_where_that_is_asked_for(folder: Path):
    for k, text in enumerate(["ab", "bc", "ca", "ba", "cb", "ac"]):
        label = WordLabel(spelled(text).characters, text, status="reviewed" if k % 2 else "draft")
        save(folder / f"r{k}.png", label)
    found = opened(folder, reviewed_only=True, validation=0.4)
    assert found.training_count + found.validation_count == 3
    reasons = [left.reason for left in found.left_out]
    assert len([reason for reason in reasons if "not reviewed" in reason]) == 7


def test_only_reviewed_labels_of_other_folders_and_of_a_validation_folder_are_used(folder: Path, tmp_path: Path):
    for k, text in enumerate(["ab", "bc", "ca"]):
        label = WordLabel(spelled(text).characters, text, status="reviewed" if k else "draft")
        for place in (folder, tmp_path / "more", tmp_path / "held"):
            place.mkdir(exist_ok=True)
            save(place / f"{place.name}{k}.png", label)
    words = tmp_path / "list.csv"
    words.write_text("path,text\nwords/0.png,abc\n", encoding="utf-8")
    sources = [{"path": tmp_path / "more"}, {"path": words}]
    found = opened(folder, reviewed_only=True, validation=tmp_path / "held", sources=sources)
    assert (found.training_count, found.validation_count) == (5, 2)
    assert {left.name for left in found.left_out if "not reviewed" in left.reason} >= {"more0.png", "held0.png"}
    assert [warning for warning in found.warnings if "reviewed" in warning] == [
        "Only reviewed labels are asked for, but all words of list.csv are used: only in a folder of images does a "
        "label say whether it is reviewed."
    ]


def drafted(text: str) -> WordLabel:
    boxes = tuple(replace(each, source="model", score=0.8) for each in spelled(text).characters)
    return WordLabel(boxes, text, "draft", text_source="model")


def test_drafts_teach_nothing_unless_they_are_asked_for(folder: Path):
    save(folder / "drafted.png", drafted("ab"))
    found = opened(folder)
    assert found.training_count == 4
    assert "Labels: 4 of yours, 1 draft left out." in found.warnings


def test_drafts_that_are_asked_for_are_drawn_as_often_as_they_are_probably_right(folder: Path):
    save(folder / "drafted.png", drafted("ab"))
    found = opened(folder, drafts=True)
    (part,) = found.training.parts
    assert dict(zip((part.source.name_of(k) for k in range(5)), part.weights, strict=True)) == {
        "0.png": 1, "1.png": 1, "2.png": 1, "3.png": 1, "drafted.png": pytest.approx(0.64),
    }  # fmt: skip
    assert any("1 of 5 training words is a draft" in warning for warning in found.warnings)


def test_a_folder_of_drafts_alone_teaches_nothing_and_says_what_to_do(tmp_path: Path):
    save(tmp_path / "drafted.png", drafted("ab"))
    with pytest.raises(
        DataError, match=r"nobody has reviewed a label in .*, so all are drafts \(1\). Review some"
    ) as refused:
        opened(tmp_path, charset="digits")
    assert "--synthetic" not in str(refused.value)


def test_fold_of_a_cross_check_is_left_out_and_validated_with(folder: Path):
    names = [f"{k}.png" for k in range(4)]
    for fold in range(2):
        found = opened(folder, validation=None, fold=(fold, 2))
        held = [name for name in names if fold_of(name, 2) == fold]
        assert 0 < len(held) < len(names)
        assert (found.training_count, found.validation_count) == (len(names) - len(held), len(held))
        assert {found.validation.name_of(place) for place in range(len(held))} == {*held}


def test_words_of_scenes_are_kept_in_the_runs_folder_and_get_more_difficult(folder: Path):
    found = opened(folder, synthetic=1, effects="scene", curriculum=True, charset="alnum")
    (part,) = found.training.parts
    ring = part.source.reader
    assert (ring.words, ring.folder) == (50_000, folder.parent / "run")
    assert found.difficulty.level == 0
    assert ring.reader.difficulty is part.source.difficulty is found.difficulty


def test_without_a_curriculum_everything_is_as_difficult_as_it_may_be(folder: Path):
    assert opened(folder).difficulty.level == LEVELS


def test_surfaces_that_are_not_used_are_told_of(folder: Path, tmp_path: Path):
    for choices in ({}, {"synthetic": 0.5, "effects": "full"}):
        warnings = opened(folder, surfaces=tmp_path, **choices).warnings
        assert any(told.startswith("The folder of surfaces is not used") for told in warnings)


def test_synthetic_words_follow_the_folders_own_words_where_that_is_asked_for(folder: Path):
    for k in range(40):
        save(folder / f"more_{k}.png", spelled("abc"))
    charset = charset_file(folder, "\n".join("abcdefghijklmnopqrstuvwxyz"), "utf-8")
    choices: dict[str, Any] = {"charset": charset, "synthetic": 0.5, "effects": "scene", "cache_drawn": 0}

    def texts(style: str) -> set[int]:
        data = opened(folder, **choices, style=style)
        synthetic = data.training.parts[-1].source
        return {len(synthetic.reader.label_of(index).word) for index in range(30)}

    assert texts("project") == {3}
    assert len(texts("general")) > 1


def test_words_with_an_unknown_symbol_teach_to_name_none(folder: Path):
    data = open_to_look(
        config_of(folder, synthetic=1, effects="scene", charset="alnum", synthetic_unknown=0.5, cache_drawn=0)
    )
    feed = data.training
    samples = [feed.sample(position) for position in range(24)]
    unknown = [not set(sample.word.label.word) <= set(ALNUM) for sample in samples]
    assert 4 < sum(unknown) < 20
    for sample, has_one in zip(samples, unknown, strict=True):
        assert (sample.character == NO_SYMBOL).any() == has_one
    assert all((sample.character >= -1).all() for sample in data.seen(count=24))  # what is shown is background


@pytest.mark.parametrize(
    ("choices", "units"),
    [
        ({"synthetic_unknown": 0.1}, UNKNOWN_UNITS),
        ({"synthetic_unknown": 0.1, "start": model_path("reader")}, UNKNOWN_UNITS),
        ({}, 0),
    ],
    ids=["from nothing", "from a start", "without unknown symbols"],
)
def test_a_network_that_learns_words_with_unknown_symbols_has_layers_that_tell_them(
    folder: Path, choices: dict[str, Any], units: int
):
    data = open_to_look(config_of(folder, synthetic=1, effects="scene", charset="alnum", cache_drawn=0, **choices))
    assert data.spec.unknown_units == units


def test_a_network_has_the_layers_of_its_start_that_tell_unknown_symbols(folder: Path, tmp_path: Path):
    start = tmp_path / "start.keras"
    write_described(start, "abcd", unknown_units=5)
    assert opened(folder, start=start).spec.unknown_units == 5


def test_unknown_symbols_that_are_not_drawn_are_told_of(folder: Path):
    warnings = opened(folder, synthetic=0.5, effects="mild", synthetic_unknown=0.1).warnings
    assert any(note.startswith("No word has an unknown symbol") for note in warnings)


def test_project_that_refuses_unknown_symbols_draws_none(folder: Path):
    write_settings(folder, replace(Project.open(folder).settings, unknown="error"))
    with pytest.raises(RunError, match="synthetic_unknown: the project refuses symbols"):
        opened(folder, synthetic=0.5, effects="scene", synthetic_unknown=0.1)


def test_looking_at_samples_writes_nothing_and_sees_each_synthetic_word_once(folder: Path):
    samples = open_to_look(config_of(folder, synthetic=1, effects="scene", charset="alnum")).seen(count=12)
    assert len({sample.name for sample in samples}) == 12
    assert not (folder.parent / "run").exists()


def test_half_of_the_samples_are_easy_where_the_difficulty_rises(folder: Path):
    data = open_to_look(config_of(folder, synthetic=1, effects="scene", charset="alnum", curriculum=True))
    hard = open_to_look(config_of(folder, synthetic=1, effects="scene", charset="alnum"))
    seen, hardest = data.seen(count=8), hard.seen(count=8)
    assert data.difficulty.level == 0
    same = [np.array_equal(a.before, b.before) for a, b in zip(seen, hardest, strict=True)]
    assert all(same[4:])
    assert not all(same[:4])


def test_mirroring_is_warned_of_and_mirrors_half_of_the_samples(folder: Path):
    plain, data = opened(folder), opened(folder, flip=True, augmentation="none")
    assert not any("mirrored" in told for told in plain.warnings)
    assert any(told.startswith("Half of the training images are mirrored (flip)") for told in data.warnings)
    texts = [sample.text for sample in data.seen(count=40)]
    backwards = [text for text in texts if text in {"cba", "acb", "bac", "dba"}]
    assert 10 <= len(backwards) <= 30


@pytest.mark.parametrize("kind", ["fonts", "surfaces"])
def test_training_goes_on_without_a_folder_in_which_nothing_can_be_used(folder: Path, tmp_path: Path, kind: str):
    (tmp_path / "empty").mkdir()
    data = opened(folder, synthetic=1, effects="scene", charset="alnum", **{kind: tmp_path / "empty"})
    assert any("empty: no " in told for told in data.warnings)
    assert data.seen(count=2)


def test_symbols_that_no_font_has_are_told_and_words_are_drawn_of_the_others(folder: Path):
    data = opened(folder, synthetic=1, charset=charset_file(folder, "a\nb\n\U000e0041\n", "utf-8"))
    assert any(told.startswith("No font found has \U000e0041") for told in data.warnings)
    assert len(data.spec.charset) == 3
    assert {symbol for sample in data.seen(count=5) for symbol in sample.text} == {"a", "b"}


def test_the_input_is_of_the_size_that_the_model_to_start_from_has_learned_at(folder: Path, tmp_path: Path):
    write_described(tmp_path / "reader.keras", "abcd")
    choices = {"start": tmp_path / "reader.keras", "preset": "reader", "height": None, "width": None, "synthetic": 0.0}
    maps = opened(folder, **choices).spec.maps
    assert (maps.height, maps.width, maps.max_length) == (32, 128, 30)
    assert opened(folder, **choices | {"width": 64}).spec.maps.width == 64


def test_narrow_words_are_padded_as_by_the_model_to_start_from_unless_the_training_says_otherwise(
    folder: Path, tmp_path: Path
):
    write_described(tmp_path / "reader.keras", "abcd", padding=1.4)
    choices = {"start": tmp_path / "reader.keras", "preset": "reader", "synthetic": 0.5}
    data = opened(folder, **choices)
    assert data.spec.maps.padding == 1.4
    assert data.training.spec.padding == 1.4  # synthetic words as well
    assert opened(folder, **choices | {"narrow": 0.0}).spec.maps.padding is None
    assert opened(folder).spec.maps.padding is None
    assert opened(folder, narrow=2.0).spec.maps.padding == 2.0


def test_a_worker_that_does_not_know_the_start_pads_as_the_first_one_does(folder: Path, tmp_path: Path):
    write_described(tmp_path / "reader.keras", "abcd", padding=1.4)
    data = opened(folder, start=tmp_path / "reader.keras", preset="reader", synthetic=0.0)
    sizes = {name: getattr(data.spec.maps, name) for name in ("height", "width", "max_length", "stride")}
    like = opened(folder, preset="reader", synthetic=0.0, narrow=data.spec.maps.padding, **sizes)
    assert facts_of(like) == facts_of(data)


def test_a_model_that_starts_from_another_has_its_language(folder: Path, tmp_path: Path):
    model = bundled_reader(tmp_path / "bundled", "abcd")
    model.card.write_text("---\nlanguage: en\n---\n", encoding="utf-8")
    data = opened(folder, start=model.path, preset="reader", synthetic=0.0)
    assert data.spec.language == "en"
    sizes = {name: getattr(data.spec.maps, name) for name in ("height", "width", "max_length", "stride")}
    of_other_worker = opened(folder, preset="reader", synthetic=0.0, **sizes)  # worker 0 alone knows the start
    assert facts_of(of_other_worker) == facts_of(data)
    assert opened(folder).spec.language == ""


def test_words_of_record_files_are_checked_for_a_training_before_it(folder: Path, tmp_path: Path):
    pytest.importorskip("tensorflow")
    from core.data.records.writing import write_words

    save(folder / "long.png", spelled("abcd", "abc"))  # contradicts itself
    place = tmp_path / "records"
    write_words(place, read_project(Project.open(folder)))
    (left,) = check_records(config_of(folder, sources=[{"path": place}]).resolved())
    assert left.name == "long.png"
    (kept,) = place.glob("checked-*.json")
    found = opened(folder, sources=[{"path": place}])
    assert (found.training_count, found.left_out) == (8, (left,))
    assert list(place.glob("checked-*.json")) == [kept], "the training looked for the same result"
    opened(folder, sources=[{"path": place}], width=96)
    assert len(list(place.glob("checked-*.json"))) == 2
