"""Every training that ends gets its verdict, however many end at once, and none takes a person's choice away."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.window.told_training import end, finished, new_run, started, tell

from app.drafting.learning import Learning
from app.project.memory import ProjectMemory
from app.session import Session
from core.runs.comparison import read_comparison
from core.runs.events import Finished

OTHER = Path("/models/other.keras")


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """The model in use, which the next window finds again."""
    file = tmp_path / "first.keras"
    file.write_bytes(b"a model")
    return file


@pytest.fixture
def learning(session: Session, first: Path) -> Learning:
    session.in_use.choose(first)
    return session.models.learning


def begin(session: Session, name: str, folder: Path | None = None) -> Path:
    """A training begins from the model in use; its run, whose name says how its model fares beside another one."""
    start = session.in_use.model
    run = new_run(session, name, start=start).path
    values = {"run": run, "start": start, "preset": "small", "folder": folder or session.project.root}
    session.training.begin(run, session.training.configured(values))
    tell(session, started(run))
    return run


def train(session: Session, name: str) -> Path:
    """A training begins and ends."""
    run = begin(session, name)
    tell(session, finished(run))
    return run


def give_model(run: Path) -> None:
    """The run has a model now."""
    (run / "model.keras").write_bytes(b"a model")
    (run / "model.json").write_text('{"step": 380, "metrics": {}}')


def verdicts(learning: Learning) -> list[tuple[str, str]]:
    """The run and the model that it was compared with, of each verdict from now on, as they come."""
    told: list[tuple[str, str]] = []

    def note() -> None:
        outcome = learning.outcome
        if outcome is not None and (not told or told[-1][0] != outcome.run.name):
            told.append((outcome.run.name, outcome.old.name))

    learning.compared.connect(note)
    return told


def test_two_runs_that_end_at_once_are_compared_one_after_the_other(
    learning: Learning, first: Path, session: Session, qtbot: QtBot
):
    told = verdicts(learning)
    train(session, "001-worse")
    train(session, "002-worse")
    qtbot.waitUntil(lambda: told == [("001-worse", first.name), ("002-worse", first.name)])


def test_each_run_is_compared_with_the_model_that_is_in_use_at_its_turn(
    learning: Learning, first: Path, session: Session, qtbot: QtBot
):
    told = verdicts(learning)
    train(session, "001-learned")
    second = train(session, "002-learned")
    qtbot.waitUntil(lambda: told == [("001-learned", first.name), ("002-learned", "001-learned")])
    assert session.in_use.model == second


def test_the_kept_verdict_is_of_the_step_of_its_own_run(learning: Learning, session: Session, qtbot: QtBot):
    run = train(session, "001-worse")
    second = begin(session, "002-worse")
    tell(session, Finished(400, "steps", second / "model.keras", 12, {}, 7.0))
    qtbot.waitUntil(lambda: read_comparison(run) is not None and read_comparison(second) is not None)
    assert (read_comparison(run).step, read_comparison(second).step) == (380, 12)


def test_a_comparison_that_is_stopped_lets_the_next_run_have_its_own(
    learning: Learning, session: Session, qtbot: QtBot
):
    train(session, "001-worse")
    second = train(session, "002-worse")
    learning.stop_comparing()
    qtbot.waitUntil(lambda: read_comparison(second) is not None)
    assert learning.outcome.run == second


def test_a_run_that_trains_longer_is_compared_again(learning: Learning, first: Path, session: Session, qtbot: QtBot):
    told = verdicts(learning)
    run = train(session, "001-worse")
    qtbot.waitUntil(lambda: len(told) == 1)
    told.clear()
    session.training.begin(run, session.training.configured({"run": run, "start": first, "resume": True}))
    tell(session, started(run, 400), finished(run))
    qtbot.waitUntil(lambda: told == [(run.name, first.name)])


def open_again(session: Session, make_session: Callable[[Path | None], Session]) -> Session:
    """The window is closed, and another one opens the project with the same model in use."""
    root = session.project.root
    session.shutdown()
    return make_session(root)


@pytest.mark.parametrize("when", ["while it trains", "while it is compared", "while it waits for another"])
def test_a_window_that_closes_takes_no_verdict_away(
    learning: Learning,
    first: Path,
    session: Session,
    qtbot: QtBot,
    make_session: Callable[[Path | None], Session],
    when: str,
):
    run = begin(session, "001-worse")
    give_model(run)
    if when != "while it trains":
        tell(session, finished(run))
    if when == "while it waits for another":
        run = begin(session, "002-worse")
        give_model(run)
        tell(session, finished(run))
    again = open_again(session, make_session)
    qtbot.waitUntil(lambda: read_comparison(run) is not None)
    assert again.in_use.model == first


def test_a_training_that_went_on_without_a_window_is_compared_by_the_next(
    learning: Learning, first: Path, session: Session, qtbot: QtBot, make_session: Callable[[Path | None], Session]
):
    run = begin(session, "001-learned")
    session.training.left.emit(run)
    again = open_again(session, make_session)
    give_model(run)
    again.runs.list_runs()
    qtbot.waitUntil(lambda: again.models.learning.outcome is not None)
    outcome = again.models.learning.outcome
    assert (outcome.run, outcome.old, again.in_use.model) == (run, first, run)


def test_a_training_that_was_cancelled_gets_no_verdict(
    learning: Learning, first: Path, session: Session, qtbot: QtBot, make_session: Callable[[Path | None], Session]
):
    run = begin(session, "001-learned")
    give_model(run)
    end(session)
    again = open_again(session, make_session)
    qtbot.waitUntil(lambda: again.in_use.model == first and again.runs.entries != ())
    assert again.models.learning.compared_run is None


@pytest.mark.parametrize("is_from_nothing", [True, False])
def test_the_training_of_the_first_steps_is_compared_with_nothing_if_it_begins_with_nothing(
    learning: Learning, first: Path, session: Session, is_from_nothing: bool
):
    learning.compares_with_nothing = True
    start = None if is_from_nothing else first
    run = new_run(session, "001-waits", start=start).path
    values = {"run": run, "start": start, "preset": "small", "folder": session.project.root}
    session.training.begin(run, session.training.configured(values))
    tell(session, started(run), finished(run))
    assert learning.compared_run == (None if is_from_nothing else run)
    assert noted(session) == ([] if is_from_nothing else [run.name])


def noted(session: Session) -> list[str]:
    """The names of the runs that the project's memory holds as not yet compared."""
    return [Path(values["run"]).name for values in ProjectMemory(session.workspace).recall().get("runs to compare", ())]


def stopped(session: Session, name: str, qtbot: QtBot) -> Path:
    """A run that waits for its verdict while another one is compared."""
    train(session, "001-waits")
    run = train(session, name)
    give_model(run)
    session.runs.list_runs()
    qtbot.waitUntil(lambda: session.runs.entry(run) is not None)
    assert noted(session) == ["001-waits", name]
    return run


@pytest.mark.parametrize("how", ["deleted here", "deleted by another program", "renamed by another program"])
def test_a_run_that_is_gone_is_forgotten(learning: Learning, session: Session, qtbot: QtBot, how: str):
    run = stopped(session, "002-worse", qtbot)
    if how == "deleted here":
        session.runs.delete(run)
    elif how == "deleted by another program":
        shutil.rmtree(run)
    else:
        run.rename(run.with_name("other"))
    session.runs.list_runs()
    qtbot.waitUntil(lambda: noted(session) == ["001-waits"])


def test_a_run_that_is_gone_when_the_project_is_opened_is_forgotten(
    learning: Learning, session: Session, qtbot: QtBot, make_session: Callable[[Path | None], Session]
):
    run = begin(session, "001-worse")
    root = session.project.root
    session.shutdown()
    shutil.rmtree(run)
    again = make_session(root)
    qtbot.waitUntil(lambda: noted(again) == [])


def test_a_run_that_is_renamed_here_gets_its_verdict_by_its_new_name(
    learning: Learning, first: Path, session: Session, qtbot: QtBot
):
    told = verdicts(learning)
    run = stopped(session, "002-worse", qtbot)
    session.runs.rename(run, "renamed-worse")
    qtbot.waitUntil(lambda: noted(session) == ["001-waits", "renamed-worse"])
    learning.stop_comparing()
    qtbot.waitUntil(lambda: told == [("001-waits", first.name), ("renamed-worse", first.name)])
    qtbot.waitUntil(lambda: noted(session) == [])


def test_another_folder_is_not_asked_about_a_training_of_the_one_before(
    learning: Learning, first: Path, session: Session, qtbot: QtBot, tmp_path: Path
):
    begin(session, "001-learned", folder=tmp_path / "elsewhere")
    tell(session, finished(session.training.state.run))
    assert (learning.compared_run, session.in_use.model) == (None, first)


@pytest.mark.parametrize("when", ["while it trains", "while it is compared"])
@pytest.mark.parametrize("chosen", ["the one in use", OTHER, None])
def test_a_model_that_a_person_has_chosen_meanwhile_stays(
    learning: Learning, session: Session, qtbot: QtBot, first: Path, when: str, chosen: Path | str | None
):
    model = chosen if isinstance(chosen, Path | None) else first
    run = begin(session, "001-learned")
    if when == "while it trains":
        session.in_use.choose(model)
    tell(session, finished(run))
    if when == "while it is compared":
        session.in_use.choose(model)
    qtbot.waitUntil(lambda: learning.outcome is not None)
    assert (session.in_use.model, learning.outcome.adoption.reason, learning.uses_new) == (model, "better", False)


def test_a_choice_made_before_the_window_was_closed_stays(
    learning: Learning, first: Path, session: Session, qtbot: QtBot, make_session: Callable[[Path | None], Session]
):
    run = begin(session, "001-learned")
    session.in_use.choose(first)
    give_model(run)
    again = open_again(session, make_session)
    qtbot.waitUntil(lambda: again.models.learning.outcome is not None)
    assert (again.models.learning.outcome.adoption.reason, again.in_use.model) == ("better", first)
