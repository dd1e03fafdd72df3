"""What was chosen for a project comes back with it in the next session."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from support.telling import told_by
from support.window.showing import added, exposed
from support.window.told_training import begin, end
from support.words.synthetic_project import synthetic_project

from app.desktop.window_state import WindowState
from app.session import Session
from app.views.predictions.panel import ReadingPanel
from core.runs.bundled import BundledModel

pytestmark = pytest.mark.parametrize("prediction_entry", ["support.processes.prediction_entry"])


@pytest.fixture
def open_project(make_session: Callable[[Path | None], Session], qtbot: QtBot) -> Callable[[Path], Session]:
    def open_one(folder: Path) -> Session:
        session = make_session(None)
        show(session, folder, qtbot)
        return session

    return open_one


def show(session: Session, folder: Path, qtbot: QtBot) -> None:
    session.open(folder)
    qtbot.waitUntil(
        lambda: (
            session.project is not None
            and session.project.root == folder
            and session.editor.loaded is not None
            and not session.catalog.is_listing
            and not session.workspace.background.jobs
        )
    )


def settle(session: Session, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: session.models.remembered.is_settled)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "good.keras"
    path.write_bytes(b"weights")
    return path


def test_an_image_that_is_gone_is_not_waited_for(open_project: Callable[[Path], Session], project_folder: Path):
    first = open_project(project_folder)
    first.show(first.catalog.image_at(3))
    gone = first.image
    first.shutdown()
    (project_folder / gone).unlink()
    second = open_project(project_folder)
    assert second.image == second.catalog.image_at(0)


def test_chosen_model_predicts_again(
    open_project: Callable[[Path], Session], project_folder: Path, model: Path, qtbot: QtBot
):
    first = open_project(project_folder)
    first.in_use.choose(model)
    first.shutdown()
    second = open_project(project_folder)
    qtbot.waitUntil(lambda: second.predictions.model == model)
    qtbot.waitUntil(lambda: second.predictions.state == "ready")


@pytest.mark.parametrize("file", ["run/model.keras", "run/checkpoints/step_00000003/state.npz"])
def test_run_or_checkpoint_is_known_by_what_it_holds(
    open_project: Callable[[Path], Session], project_folder: Path, tmp_path: Path, qtbot: QtBot, file: str
):
    folder = (tmp_path / file).parent
    folder.mkdir(parents=True)
    (tmp_path / file).write_bytes(b"weights")
    open_project(project_folder).in_use.choose(folder)
    second = open_project(project_folder)
    qtbot.waitUntil(lambda: second.predictions.model == folder)


def test_model_that_is_gone_is_chosen_no_more_and_the_panel_says_so(
    open_project: Callable[[Path], Session], project_folder: Path, model: Path, qtbot: QtBot
):
    open_project(project_folder).in_use.choose(model)
    model.unlink()
    session = open_project(project_folder)
    told = told_by(session)
    panel = added(qtbot, ReadingPanel(session))
    qtbot.waitUntil(lambda: session.in_use.missed == "good.keras")
    assert (session.in_use.model, session.in_use.state, told) == (None, "none", [])
    assert panel.sentence.text() == "good.keras, which was selected last time, no longer exists. Choose another model."
    model.write_bytes(b"weights")
    session.in_use.choose(model)
    assert "gone" not in panel.sentence.text()


def test_what_the_person_has_chosen_meanwhile_stays(
    open_project: Callable[[Path], Session],
    project_folder: Path,
    model: Path,
    tmp_path: Path,
    make_session: Callable[[Path | None], Session],
    qtbot: QtBot,
):
    open_project(project_folder).in_use.choose(model)
    session = make_session(None)
    other = tmp_path / "other.keras"
    session.project_changed.connect(lambda: session.in_use.choose(other))
    show(session, project_folder, qtbot)
    settle(session, qtbot)
    assert session.in_use.model == other


def test_model_of_the_project_follows_a_training_that_goes_on_when_it_is_opened(
    open_project: Callable[[Path], Session],
    project_folder: Path,
    model: Path,
    make_session: Callable[[Path | None], Session],
    qtbot: QtBot,
):
    first = open_project(project_folder)
    first.in_use.choose(model)
    begin(first, project_folder / "run")
    assert first.predictions.is_live
    session = make_session(None)
    session.project_changed.connect(lambda: begin(session, project_folder / "run"))
    show(session, project_folder, qtbot)
    settle(session, qtbot)
    assert session.predictions.is_live
    end(session)
    assert session.in_use.model == model


def test_each_project_has_its_own_and_a_new_one_begins_with_the_defaults(
    open_project: Callable[[Path], Session], project_folder: Path, tmp_path: Path, model: Path, qtbot: QtBot
):
    elsewhere = synthetic_project(tmp_path / "elsewhere")
    session = open_project(project_folder)
    session.in_use.choose(model)
    show(session, elsewhere, qtbot)
    assert session.in_use.model is None, "it may know none of the symbols of another folder"
    show(session, project_folder, qtbot)
    qtbot.waitUntil(lambda: session.in_use.model == model)
    show(session, elsewhere, qtbot)
    qtbot.waitUntil(lambda: session.in_use.model is None)


def test_model_that_is_chosen_again_leaves_the_panels_as_they_are(
    make_session: Callable[[Path | None], Session],
    open_project: Callable[[Path], Session],
    project_folder: Path,
    model: Path,
    qtbot: QtBot,
):
    from app.views.main_window.window import MainWindow

    open_project(project_folder).in_use.choose(model)
    session = make_session(None)
    window = exposed(qtbot, MainWindow(session))
    show(session, project_folder, qtbot)
    window.panels.show("characters")
    qtbot.waitUntil(lambda: session.in_use.model == model)
    assert window.is_panel_shown("characters")
    session.in_use.choose(None)
    session.in_use.choose(model)
    assert window.is_panel_shown("predictions"), "but where the person chooses it, its panel comes in sight"


def test_plan_of_a_training_is_as_it_was_left(
    open_project: Callable[[Path], Session], project_folder: Path, tmp_path: Path
):
    plan = open_project(project_folder).instruments.plan
    chosen = {
        "preset": "paper",
        "batch": 4,
        "loss.order": 5.0,
        "validation": tmp_path,
        "devices": ("GPU:1",),
        "synthetic": 0.25,
    }
    for name, value in chosen.items():
        plan.set(name, value)
    again = open_project(project_folder).instruments.plan
    assert again is not plan
    assert again.values == chosen
    again.reset()
    assert open_project(project_folder).instruments.plan.values == {}


def test_plan_of_another_project_is_its_own(
    open_project: Callable[[Path], Session], project_folder: Path, tmp_path: Path, qtbot: QtBot
):
    elsewhere = synthetic_project(tmp_path / "elsewhere")
    session = open_project(project_folder)
    plan = session.instruments.plan
    plan.set("batch", 4)
    show(session, elsewhere, qtbot)
    plan.set("batch", 16)
    show(session, project_folder, qtbot)
    assert plan.value("batch") == 4


@pytest.mark.parametrize("kept", [{"batch": -1}, {"unicorn": 5}, "garbage", {"loss": 3}])
def test_plan_that_cannot_be_understood_is_passed_over(
    open_project: Callable[[Path], Session], project_folder: Path, kept: str | dict[Any, Any]
):
    WindowState().remember(project_folder, {"plan": kept})
    assert open_project(project_folder).instruments.plan.values == {}


# The bundled model


def test_project_begins_with_the_bundled_model_once_its_image_is_shown(
    make_session: Callable[[Path | None], Session], along: BundledModel, project_folder: Path, qtbot: QtBot
):
    session = make_session(None)
    shown: list[bool] = []
    session.in_use.model_changed.connect(lambda: shown.append(session.editor.pixels is not None))
    show(session, project_folder, qtbot)
    qtbot.waitUntil(lambda: session.predictions.current is not None)
    assert session.in_use.model == along.path
    assert all(shown)


def test_project_that_was_told_to_have_no_model_has_none(
    open_project: Callable[[Path], Session], along: BundledModel, project_folder: Path, qtbot: QtBot
):
    first = open_project(project_folder)
    settle(first, qtbot)
    first.in_use.choose(None)
    second = open_project(project_folder)
    settle(second, qtbot)
    assert second.predictions.model is None


def test_own_model_comes_before_the_bundled_one(
    open_project: Callable[[Path], Session], along: BundledModel, project_folder: Path, model: Path, qtbot: QtBot
):
    open_project(project_folder).in_use.choose(model)
    second = open_project(project_folder)
    settle(second, qtbot)
    assert second.predictions.model == model


def test_that_a_program_brings_no_model_along_is_no_choice_of_none(
    open_project: Callable[[Path], Session], along: BundledModel, project_folder: Path, qtbot: QtBot
):
    data, card = along.path.read_bytes(), along.card.read_bytes()
    along.path.unlink()
    along.card.unlink()
    first = open_project(project_folder)
    settle(first, qtbot)
    assert first.predictions.model is None
    along.path.write_bytes(data)
    along.card.write_bytes(card)
    second = open_project(project_folder)
    settle(second, qtbot)
    assert second.predictions.model == along.path


def test_training_is_shown_in_place_of_the_model_that_came_along_by_itself(
    open_project: Callable[[Path], Session],
    along: BundledModel,
    project_folder: Path,
    model: Path,
    tmp_path: Path,
    qtbot: QtBot,
):
    session = open_project(project_folder)
    settle(session, qtbot)
    assert session.in_use.model == along.path
    begin(session, tmp_path / "run")
    assert session.predictions.model == tmp_path / "run"
    assert session.in_use.model == along.path, "it goes on drafting"


def test_training_is_shown_in_place_of_a_chosen_model_until_the_person_chooses_again(
    open_project: Callable[[Path], Session],
    along: BundledModel,
    project_folder: Path,
    model: Path,
    tmp_path: Path,
    qtbot: QtBot,
):
    session = open_project(project_folder)
    settle(session, qtbot)
    session.in_use.choose(model)
    begin(session, tmp_path / "run")
    assert session.predictions.model == tmp_path / "run"
    session.in_use.choose(model)
    assert session.predictions.model == model
    session.training.state_changed.emit(session.training.state)
    assert session.predictions.model == model
