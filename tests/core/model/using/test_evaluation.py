import json
from dataclasses import replace
from pathlib import Path

import pytest
from support.networks.painted_words import SPEC, SYMBOLS, label, paint, painted_reader, save, save_labelled
from support.progress import stop_at

from core.base.errors import DataError, FileWriteError, ProjectError, Sentence
from core.base.progress import Cancelled
from core.data.samples.sources import SyntheticReader, read_list
from core.labels.files.storage import label_path
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.model.metrics.breakdown import WITHOUT_MARKS
from core.model.metrics.figures import SUMMARY
from core.model.network.saving import Recogniser
from core.model.using.evaluation import RESULTS, evaluate, evaluate_folder
from core.model.using.prediction import Predictor
from core.model.using.reading_options import ReadingOptions
from core.project.project import ProjectSettings, write_settings

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def reader() -> Recogniser:
    return painted_reader()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Four words: one right, one with a wrong symbol, one with a lost character, one in another letter case."""
    folder = tmp_path / "词 words"
    save_labelled(folder / "1.png", paint("A1签"), label("A1签", said="A1签"))
    save_labelled(folder / "2.png", paint("A0"), label("A9"))
    save_labelled(folder / "sub" / "3.png", paint("12b", faint=[2]), label("12b"))
    save_labelled(folder / "4.png", paint("ab"), label("AB", shift=4))
    return folder


def test_the_document_has_the_agreed_measures(project: Path, reader: Recogniser):
    document = evaluate_folder(reader, project).to_dict()
    assert document.pop("images_per_second") > 0
    agreed = {
        "images": 4,
        "word_accuracy": 1 / 4,
        "word_accuracy_ci": 2 / 4,
        "one_minus_ned": pytest.approx((1 + 1 / 2 + 2 / 3 + 0) / 4),
        "character_f1": pytest.approx(2 * (3 + 1 + 2 + 0) / ((3 + 2 + 3 + 2) + (3 + 2 + 2 + 2))),
        # the lost character has no centre; of the shifted boxes each holds the centre of none but the first's neighbour
        "center_in_box": pytest.approx((3 + 2 + 2 + 1) / 10),
        "order_accuracy": pytest.approx((3 + 2 + 2 + 0) / 10),
    }
    assert {name: document[name] for name in agreed} == agreed


def test_places_are_null_where_the_labels_have_no_polygons(tmp_path: Path, reader: Recogniser):
    save_labelled(tmp_path / "1.png", paint("A1"), WordLabel(text="A1"))
    document = evaluate_folder(reader, tmp_path).to_dict()
    assert document["center_in_box"] is None
    assert document["order_accuracy"] is None
    assert document["word_accuracy"] == 1.0


def drafted(text: str, text_source: str | None = "model") -> WordLabel:
    known = label(text)
    boxes = tuple(replace(each, source="model", score=0.9) for each in known.characters)
    return replace(known, characters=boxes, text=text, status="draft", text_source=text_source)


def test_drafts_of_a_model_do_not_count_unless_they_are_asked_for(project: Path, reader: Recogniser):
    save_labelled(project / "5.png", paint("12"), drafted("12"))
    found = evaluate_folder(reader, project)
    assert found.metrics.to_dict()["images"] == 4
    assert found.notes[0].startswith("4 of 5 labels are known. The others are drafts")
    found = evaluate_folder(reader, project, drafts=True)
    assert found.metrics.to_dict()["images"] == 5
    assert found.notes[0].startswith("1 of 5 labels is a draft of a model: the figures say how far models agree")


def test_labels_on_which_two_readers_agree_do_not_count_unless_they_are_asked_for(project: Path, reader: Recogniser):
    save_labelled(project / "5.png", paint("12"), replace(drafted("12"), accepted_by="agreement"))
    found = evaluate_folder(reader, project)
    assert found.metrics.to_dict()["images"] == 4
    assert found.notes[0].startswith("Accepted because two readers agreed: 1 of 5 labels. It does not count.")
    found = evaluate_folder(reader, project, agreed=True)
    assert found.metrics.to_dict()["images"] == 5
    assert found.notes[0].startswith("Accepted because two readers agreed: 1 of 5 labels. Nobody has confirmed it.")


def test_agreed_labels_that_count_are_not_called_known(project: Path, reader: Recogniser):
    save_labelled(project / "5.png", paint("12"), replace(drafted("12"), accepted_by="agreement"))
    save_labelled(project / "6.png", paint("12"), drafted("12"))
    for agreed in (False, True):
        found = evaluate_folder(reader, project, agreed=agreed)
        assert found.metrics.images == 4 + agreed
        assert found.notes[0].startswith("4 of 5 labels are known. The others are drafts")


def test_a_folder_of_agreed_labels_alone_is_not_evaluated(tmp_path: Path, reader: Recogniser):
    save_labelled(tmp_path / "1.png", paint("12"), replace(drafted("12"), accepted_by="agreement"))
    with pytest.raises(
        DataError, match=r"no label that a person has confirmed. Accepted because two readers agreed: 1\. Confirm"
    ):
        evaluate_folder(reader, tmp_path)


def test_a_folder_of_drafts_alone_is_not_evaluated(tmp_path: Path, reader: Recogniser):
    save_labelled(tmp_path / "1.png", paint("12"), drafted("12"))
    with pytest.raises(
        DataError, match=r"its only labels are drafts that nobody has reviewed \(1\). Review some, or count"
    ):
        evaluate_folder(reader, tmp_path)


def test_a_typed_text_over_drafted_boxes_counts_for_accuracy_and_not_for_centres(tmp_path: Path, reader: Recogniser):
    save_labelled(tmp_path / "1.png", paint("12"), drafted("12", None))
    found = evaluate_folder(reader, tmp_path).to_dict()
    assert (found["images"], found["word_accuracy"]) == (1, 1.0)
    assert found["center_in_box"] is found["order_accuracy"] is None


def test_what_the_network_reads_by_itself_stands_beside_what_was_read_with_a_language(
    project: Path, reader: Recogniser
):
    spelling = replace(reader, spec=reader.spec.with_(language="en"))
    found = evaluate_folder(spelling, project, options=ReadingOptions(language_model=True)).to_dict()
    plain = evaluate_folder(reader, project, options=ReadingOptions(language_model=True)).to_dict()
    assert found["language_model"]
    assert not {"language_model", "network_alone"} & plain.keys(), "the model names no language"
    assert found["network_alone"] == {name: plain[name] for name in found["network_alone"]}


def test_lengths_and_confusions_are_counted(project: Path, reader: Recogniser):
    found = evaluate_folder(reader, project)
    assert {length: (score.words, score.exact) for length, score in found.by_length.items()} == {2: (2, 0), 3: (2, 1)}
    assert found.confusions["9", "0"] == 1
    assert found.confusions["2", None] == 1
    assert found.confusions["A", "A"] == 2
    assert found.totals["A"] == 3


def test_results_are_written_one_image_a_line_and_the_summary_behind_them(
    tmp_path: Path, project: Path, reader: Recogniser
):
    out = tmp_path / "results"
    found = evaluate_folder(reader, project, out=out)
    lines = [json.loads(line) for line in (out / RESULTS).read_text(encoding="utf-8").splitlines()]
    assert [line["image"] for line in lines] == ["1.png", "2.png", "4.png", "sub/3.png"]
    assert lines[1] | {"characters": [], "confidence": 1.0, "probability": 1.0} == {
        "image": "2.png",
        "target": "A9",
        "text": "A0",
        "confidence": 1.0,
        "characters": [],
        "gaps": [],
        "probability": 1.0,
        "exact": False,
        "exact_ci": False,
        "one_minus_ned": 0.5,
        "matches": 1,
        "polygons": 2,
        "centers_in_box": 2,
        "centers_in_order": 2,
    }
    assert lines[3]["gaps"] == [2]
    summary = json.loads((out / SUMMARY).read_text(encoding="utf-8"))
    assert {key: summary[key] for key in found.to_dict()} == found.to_dict()
    assert summary["by_length"][0] == {"length": 2, "words": 2, "word_accuracy": 0.0}
    assert {"target": "2", "predicted": None, "count": 1} in summary["confusions"]
    assert all(pair["target"] != pair["predicted"] for pair in summary["confusions"])
    assert {"symbol": "签", "targets": 1, "read": 1} in summary["symbols"]
    assert {"position": 1, "count": 4, "right": 3} in summary["by_position"]
    assert {"source": "sub", "count": 1, "right": 0} in summary["by_source"]
    assert 0 <= summary["calibration_error"]["words"] <= 1
    assert summary["centres"]["missing"] == 1, "of the lost character"
    pictures = {path.stem for path in out.glob("*.png")}
    assert pictures == {path.stem for path in out.glob("*.svg")} == {"accuracy", "confusions", "reliability", "maps"}
    words = (out / "words.csv").read_text(encoding="utf-8-sig").splitlines()
    assert len(words) == 1 + found.metrics.images
    assert (out / "accuracy_by_length.csv").read_text(encoding="utf-8-sig").splitlines()[1].startswith("2,2,0,")


def test_summary_holds_the_measures_of_the_maps_class_by_class(tmp_path: Path, reader: Recogniser):
    save_labelled(tmp_path / "words" / "1.png", paint("A0"), label("A0"))
    save_labelled(tmp_path / "words" / "2.png", paint("A0"), label("A1"))
    save_labelled(tmp_path / "words" / "3.png", paint("A"), WordLabel(text="A"))
    save_labelled(tmp_path / "words" / "4.png", paint("A"), label("A1A1A1A"))  # longer than max_length: no target maps
    evaluate_folder(reader, tmp_path / "words", out=tmp_path / "out")
    summary = json.loads((tmp_path / "out" / SUMMARY).read_text(encoding="utf-8"))
    maps = summary["maps"]
    assert (summary["images"], maps["images"]) == (4, 2)
    assert summary["notes"][-1].startswith(
        "1 word is left out of the measures of the maps, but counts in all others. The first: 4.png: 7"
    )
    symbols = {entry["class"]: entry for entry in maps["character"]["classes"]}
    assert list(symbols) == [None, "0", "1", "A"]
    # "A" is painted where both labels have it, "0" where one of them says "1"; what is beside the shrunken polygons is
    # painted as well but ignored
    assert symbols["A"]["recall"] == 1.0
    assert symbols["1"] == {
        "class": "1", "pixels": symbols["0"]["pixels"], "precision": None, "recall": 0.0, "f1": 0.0, "iou": 0.0,
    }  # fmt: skip
    assert symbols["0"]["recall"] == 1.0
    assert symbols["0"]["precision"] == pytest.approx(1 / 2, abs=0.1)
    assert {entry["class"] for entry in maps["order"]["classes"]} == {None, 1, 2}
    assert maps["order"]["micro"]["f1"] > 0.3


def test_maps_are_not_compared_where_nobody_asks_or_no_label_has_polygons(
    tmp_path: Path, project: Path, reader: Recogniser
):
    assert evaluate_folder(reader, project).details()["maps"] is None
    save_labelled(tmp_path / "texts" / "1.png", paint("A1"), WordLabel(text="A1"))
    assert evaluate_folder(reader, tmp_path / "texts", out=tmp_path / "out").details()["maps"] is None


def test_results_that_cannot_be_written_are_one_sentence(tmp_path: Path, project: Path, reader: Recogniser):
    (tmp_path / RESULTS).mkdir()
    with pytest.raises(FileWriteError, match=RESULTS):
        evaluate_folder(reader, project, out=tmp_path)


def test_symbols_outside_the_models_charset_are_said_and_count_as_wrong(tmp_path: Path, reader: Recogniser):
    save_labelled(tmp_path / "1.png", paint("A1"), label("Aé"))
    save_labelled(tmp_path / "2.png", paint("A"), label("A"))
    found = evaluate_folder(reader, tmp_path)
    assert found.metrics.images == 2
    assert found.metrics.word_accuracy == 0.5
    assert found.unknown == {"é": 1}
    assert found.notes[0].startswith('1 of 2 words holds symbols that the model cannot read, and counts as wrong: "é"')
    assert isinstance(found.notes[0], Sentence)


def test_marks_count_only_if_the_project_has_some(tmp_path: Path):
    reader = painted_reader(replace(SPEC, charset=(*SYMBOLS[:-1], "!")))
    save_labelled(tmp_path / "1.png", paint("A1签"), label("A1"))
    found = evaluate_folder(reader, tmp_path)
    assert (found.metrics.word_accuracy, found.notes) == (1.0, (WITHOUT_MARKS,))
    save_labelled(tmp_path / "2.png", paint("A签"), label("A!"))
    found = evaluate_folder(reader, tmp_path)
    assert (found.metrics.word_accuracy, found.notes) == (0.5, ())


def test_words_longer_than_the_model_can_read_are_said(tmp_path: Path, reader: Recogniser):
    save_labelled(tmp_path / "1.png", paint("A"), WordLabel(text="A123456"))
    (note,) = evaluate_folder(reader, tmp_path).notes
    assert "longer than the 6 characters" in note


def test_what_cannot_be_evaluated_is_left_out_with_its_reason(project: Path, reader: Recogniser):
    save(project / "no label.png", paint("A"))
    save_labelled(project / "empty label.png", paint("A"), WordLabel())
    save_labelled(project / "illegible.png", paint("A"), WordLabel(text="###"))
    save_labelled(project / "partly.png", paint("A1"), WordLabel((*label("A").characters, _illegible())))
    save_labelled(project / "cut off.png", paint("A"), label("A"))
    (project / "cut off.png").write_bytes((project / "cut off.png").read_bytes()[:50])
    save(project / "bad label.png", paint("A"))
    label_path(project / "bad label.png").write_text("{", encoding="utf-8")
    found = evaluate_folder(reader, project)
    assert found.metrics.images == 4
    names = {left.name for left in found.left_out}
    assert names == {f"{n}.png" for n in ("no label", "empty label", "illegible", "partly", "cut off", "bad label")}
    assert all(left.reason.startswith(left.name) for left in found.left_out)


def _illegible() -> CharacterLabel:
    return CharacterLabel("###", rectangle(8, 10, 16, 22))


def test_a_text_is_illegible_as_the_project_reads_it(project: Path, reader: Recogniser):
    write_settings(project, ProjectSettings(fold_full_width=True))
    save_labelled(project / "wide.png", paint("A"), WordLabel(text="＃＃＃"))
    (left,) = evaluate_folder(reader, project).left_out
    assert left.name == "wide.png"
    assert "illegible" in left.reason


def test_a_known_text_is_evaluated_though_a_character_is_illegible(tmp_path: Path, reader: Recogniser):
    characters = (*label("A").characters, _illegible())
    save_labelled(tmp_path / "1.png", paint("A1"), WordLabel(characters, text="A1"))
    assert evaluate_folder(reader, tmp_path).metrics.word_accuracy == 1.0


def test_an_empty_text_is_a_word_to_be_read_as_nothing(tmp_path: Path, reader: Recogniser):
    save_labelled(tmp_path / "1.png", paint(""), WordLabel(text=""))
    metrics = evaluate_folder(reader, tmp_path).metrics
    assert (metrics.word_accuracy, metrics.one_minus_ned) == (1.0, 1.0)
    assert (metrics.word_accuracy_ci, metrics.character_f1) == (None, None)


def test_targets_and_readings_are_normalised_as_the_project_says(tmp_path: Path, reader: Recogniser):
    save_labelled(tmp_path / "1.png", paint("A1"), label("Ａ１"))
    assert evaluate_folder(reader, tmp_path).metrics.word_accuracy == 0.0
    write_settings(tmp_path, ProjectSettings(normalisation="NFKC"))
    assert evaluate_folder(reader, tmp_path).metrics.word_accuracy == 1.0


def test_nothing_left_to_evaluate_is_one_sentence(tmp_path: Path, reader: Recogniser):
    with pytest.raises(DataError, match="no image in it"):
        evaluate_folder(reader, tmp_path)
    save(tmp_path / "1.png", paint("A"))
    with pytest.raises(DataError, match=r"all 1 left out\. The first: 1\.png: no label"):
        evaluate_folder(reader, tmp_path)
    (tmp_path / "1.png").write_bytes(b"no image")
    label_path(tmp_path / "1.png").write_bytes(b'{"version": "5", "text": "A", "shapes": []}')
    with pytest.raises(DataError, match=r"1\.png: "):
        evaluate_folder(reader, tmp_path)
    with pytest.raises(ProjectError, match="no such folder"):
        evaluate_folder(reader, tmp_path / "missing")


def test_a_list_of_paths_and_texts_is_evaluated_too(tmp_path: Path, reader: Recogniser):
    save(tmp_path / "a.png", paint("A1"))
    (tmp_path / "list.csv").write_text("path,text\na.png,A1\ngone.png,b\n", encoding="utf-8")
    found = evaluate(Predictor(reader, 4), read_list(tmp_path / "list.csv"))
    assert found.metrics.images == 1
    assert found.metrics.word_accuracy == 1.0
    assert [left.name for left in found.left_out] == ["gone.png"]


def test_an_endless_source_is_refused(reader: Recogniser):
    endless = SyntheticReader.__new__(SyntheticReader)
    with pytest.raises(DataError, match="has no end"):
        evaluate(Predictor(reader), endless)


def test_evaluation_can_be_stopped(project: Path, reader: Recogniser):
    with pytest.raises(Cancelled):
        evaluate_folder(reader, project, progress=stop_at(1))
