"""What older commits wrote opens in the program of today.

The history has the script that made `files_9eeb84f.zip`, with the code of that commit: `git show
c50179fe:tests/compatibility/make_files.py`; and at 24b1560d the one of `files_6619640.zip`.
"""

import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot
from support.networks.noise import resumed_config

from app.cli import run
from app.desktop.window_state import WindowState
from app.settings.settings import Settings
from core.base.images import read_image
from core.charset import Charset
from core.labels.files.history import History
from core.labels.files.journal import Journal, hash_of, journal_folder
from core.labels.files.storage import label_path, read_label, write_label
from core.labels.label import Gaussian
from core.project.project import Project, read_settings, write_settings
from core.runs.curves import read_curves
from core.runs.events import CheckpointSaved, Finished, Step
from core.runs.info import find_runs, watched_predictions
from core.runs.watched import losses_by_step, read_watched

pytestmark = pytest.mark.long

COMMITS = ("6619640", "9eeb84f")


def packed(commit: str) -> Path:
    """The files that a commit wrote."""
    return Path(__file__).with_name(f"files_{commit}.zip")


@pytest.fixture(scope="module", params=COMMITS)
def unpacked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All files of a commit; no test changes them."""
    folder = tmp_path_factory.mktemp("unpacked") / "made"
    with zipfile.ZipFile(packed(request.param)) as files:
        files.extractall(folder)
    return folder


@pytest.fixture
def made(unpacked: Path, tmp_path: Path) -> Path:
    """All files of a commit, which a test may change."""
    return Path(shutil.copytree(unpacked, tmp_path / "made"))


@pytest.fixture
def project(made: Path) -> Path:
    return made / "project"


@pytest.fixture
def before(made: Path) -> Path:
    """The project's folder when the files were made: some are named after its path."""
    return Path((made / "made_in.txt").read_text(encoding="utf-8")) / "project"


@pytest.fixture
def home(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folders of the person who made the files."""
    for kind in ("config", "state"):
        monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", str(made / "home" / f"xdg_{kind}_home"))
    return made / "home"


def test_label_keeps_what_a_person_set_by_hand_and_keys_that_are_not_ours(project: Path):
    path = label_path(project / "word_00001.png")
    found = read_label(path)
    first = found.label.characters[0]
    assert first.gaussian == Gaussian((10.5, 12.25), (4.0, 2.5), 30.0)
    assert (first.area.x, first.area.y) == (4, 5)
    np.testing.assert_array_equal(first.area.pixels, np.indices((6, 7)).sum(axis=0) % 3 > 0)
    assert dict(first.extra)["hue"] == '{"of": [1, 2.50]}'
    assert dict(found.label.extra)["photographer"] == '"Zoë"'
    assert (found.label.status, found.label.reviewed_at) == ("reviewed", "2026-01-02T03:04:05Z")
    data = path.read_bytes()
    write_label(path, found.label, read_image(project / "word_00001.png").shape[:2], found)
    assert path.read_bytes() == data


def test_draft_is_still_one(project: Path):
    label = read_label(label_path(project / "word_00002.png")).label
    assert label.status == "draft"
    assert {(c.source, c.score) for c in label.characters} == {("model", 0.75)}
    assert label.is_draft, "all of it is the model's opinion, the text too"
    assert label.known is None


def test_reviewed_label_is_known_as_a_whole(project: Path):
    label = read_label(label_path(project / "word_00001.png")).label
    assert label.is_reviewed
    assert label.known == label


def test_every_label_can_be_read(project: Path):
    labels = [read_label(path).label for path in sorted(project.glob("word_*.json"))]
    assert len(labels) >= 5
    assert [label.reading for label in labels] == [label.text for label in labels]


@pytest.mark.parametrize("unpacked", ["9eeb84f"], indirect=True)
def test_tags_and_splits_are_kept_in_labels_and_of_an_image_without_one(project: Path):
    notes = Project.open(project).notes
    label = read_label(label_path(project / "word_00001.png")).label
    assert (label.tags, label.split, label.reviewed_by) == (("blurred", "night"), "train", "Zoë")
    assert {image: (note.tags, note.split) for image, note in notes.items()} == {
        "word_00006.png": (("unlabelled",), "val")
    }


def test_settings_of_the_project_are_read_and_a_key_of_a_later_version_stays(project: Path):
    settings = read_settings(project)
    assert settings.charset == Charset.named("digits")
    assert (settings.maps.height, settings.maps.width, settings.maps.max_length) == (32, 64, 4)
    assert (settings.normalisation, settings.validation.share) == ("NFKC", 0.3)
    write_settings(project, settings)
    assert json.loads((project / "textscanner.json").read_text(encoding="utf-8"))["note"] == "of a later version"


def test_history_tells_each_edit_with_the_label_before_and_after(project: Path):
    history = History(project)
    assert history.damaged() == ()
    assert {entry.title: entry.image for entry in history.entries()} == {
        "Set by hand": "word_00001.png",
        "Draft": "word_00002.png",
    }
    for entry in history.entries():
        assert entry.before != entry.after == label_path(project / entry.image).read_bytes()
        assert history.label_as_of(entry.image, entry.time) == entry.after


@pytest.mark.usefixtures("home")
def test_unsaved_edit_of_a_program_that_was_killed_is_offered(project: Path, before: Path):
    (recovered,) = Journal(journal_folder(before)).pending()
    assert recovered.image == "word_00003.png"
    path = label_path(project / recovered.image)
    assert recovered.base_hash == hash_of(path.read_bytes())
    path.write_bytes(recovered.label)
    assert read_label(path).label.text == "42"


@pytest.mark.usefixtures("home")
def test_settings_are_read_and_a_key_of_a_later_version_stays():
    settings = Settings()
    assert settings.load() == ()
    assert (settings.value("language"), settings.value("theme")) == ("zh_CN", "dark")
    settings.set("theme", "light")
    settings.save()
    assert json.loads(settings.path.read_text(encoding="utf-8"))["of a later version"] == 1


@pytest.mark.usefixtures("home")
def test_window_comes_back_with_its_projects_and_what_was_pinned(before: Path, qtbot: QtBot):
    window, state = QMainWindow(), WindowState()
    qtbot.addWidget(window)
    assert state.restore_window(window)
    assert (window.width(), window.height()) == (700, 500)
    assert state.recent_projects() == (before,)
    assert state.memory_of(before) == {"pinned": ["word_00001.png"]}


def test_run_is_listed_with_its_curves_and_watched_maps(made: Path, before: Path):
    (info,) = find_runs((made,))
    assert (info.name, info.preset, info.state, info.step) == ("run", "small", "finished", 3)
    assert info.model == made / "run" / "model.keras"
    curves = read_curves(made / "run" / "metrics.jsonl")
    assert curves["loss"][0].tolist() == [1, 2, 3]
    assert curves["validation_loss"][0].tolist() == [3]
    assert sorted(losses_by_step(made / "run")) == [1, 2, 3]
    watched = watched_predictions(made / "run", before / "word_00001.png")
    assert [step for step, _ in watched] == [0, 1, 2, 3]
    assert read_watched(watched[-1][1])["order_map"].shape == (8, 16, 5)


def test_model_reads_the_same(made: Path, project: Path):
    from core.model.network.saving import load_model
    from core.model.using.prediction import Predictor

    wanted = json.loads((made / "read.json").read_text(encoding="utf-8"))
    images = [project / each["image"] for each in wanted]
    reader = Predictor(load_model(made / "reader.keras"), 1, with_maps=True)
    found = reader.read([read_image(image) for image in images], [image.name for image in images])
    assert len({each["text"] for each in wanted}) > 1, "it tells images apart"
    for each, expected in zip(found, wanted, strict=True):
        assert each.word.text == expected["text"]
        # half a grey level is rounded up now, so that a pixel may be one level lighter than it was then
        assert each.word.confidence == pytest.approx(expected["confidence"], abs=1e-3)
    with np.load(made / "read.npz") as maps:
        for name in maps.files:  # written in half precision where that is enough to be shown
            np.testing.assert_allclose(found[0].maps[name], maps[name], atol=2e-3, err_msg=name)


def test_run_goes_on_from_its_checkpoint(made: Path, project: Path):
    from core.model.training.training import train

    watched = [project / "word_00001.png"]
    config = resumed_config(made / "run", folder=project, watch=watched, steps=4, live_every=86_400, eager=True)
    events = list(train(config))
    assert [event.step for event in events if isinstance(event, Step)] == [4]
    assert any(isinstance(event, CheckpointSaved) for event in events)
    assert isinstance(events[-1], Finished)
    assert read_curves(made / "run" / "metrics.jsonl")["loss"][0].tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("unpacked", ["9eeb84f"], indirect=True)
def test_learning_history_of_a_run_is_listed(made: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["learning-history", str(made / "run"), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["steps"] == [3]
    assert [word["image"] for word in document["words"]] == ["word_00004.png", "word_00005.png"]


def test_model_of_a_run_is_evaluated_with_the_drafts_left_out(
    made: Path, project: Path, capsys: pytest.CaptureFixture[str]
):
    labelled = len(list(project.glob("word_*.json")))
    assert run(["evaluate", str(made / "run"), str(project), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["images"] == labelled - 1
    assert run(["evaluate", str(made / "run"), str(project), "--drafts", "--language", "en"]) == 0
    assert {str(labelled), "auto", "en"} <= set(capsys.readouterr().out.split())


@pytest.mark.parametrize("commit", COMMITS)
def test_files_stay_small(commit: Any):
    assert packed(commit).stat().st_size < 200_000
