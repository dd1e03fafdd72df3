"""Actions that start, steer and watch a training."""

from __future__ import annotations

from functools import partial

from app.actions.action import Action, Asker
from app.actions.conditions import has_project
from app.language.figures import size_text
from app.language.languages import translate
from app.session import Session


def is_steerable(session: Session) -> bool:
    """Return True if a training is running or paused."""
    return session.training.state.phase in {"running", "paused"}


def pause_or_resume(session: Session) -> None:
    """Pause the training, or resume it."""
    if session.training.state.phase == "paused":
        session.training.resume()
    else:
        session.training.pause()


def cancel(session: Session, asker: Asker) -> None:
    """Cancel the training, after a question about that and another about deleting its run."""
    run = session.training.state.run
    question = translate("Actions", "The steps since its last checkpoint are lost.")
    title, discard = translate("Actions", "Cancel the training?"), translate("Actions", "Discard")
    if not asker.confirm(title, question, discard, translate("Actions", "Keep training")) or run is None:
        return
    info = session.runs.entry(run)
    size = "" if info is None or not info.size else f" ({size_text(info.size)})"
    question = translate("Actions", "Delete the run {run}{size}, too? If you keep it, you can resume it later.")
    session.training.cancel(
        delete=asker.confirm(
            translate("Actions", "Delete the run?"),
            question.format(run=run.name, size=size),
            translate("Actions", "Delete"),
            translate("Actions", "Keep the run"),
        )
    )


def show_tensorboard(session: Session) -> None:
    """Show the run in training, or else the latest one, in TensorBoard."""
    entries = session.runs.entries
    run = session.training.state.run or (entries[0].path if entries else None)
    if run is not None:
        session.instruments.tensorboard.open(run)


def show_learning_history(session: Session, asker: Asker) -> None:
    """Show the learning history of the run selected in the panel Runs."""
    asker.show_panel("runs")
    session.instruments.learning_histories.asked.emit()


def show_page(name: str, session: Session, asker: Asker) -> None:
    """Show a page about the run selected in the panel Runs."""
    asker.show_panel("runs")
    session.runs.page_asked.emit(name)


def _has_runs(session: Session) -> bool:
    return bool(session.runs.entries)


def _pause_text(session: Session) -> str:
    if session.training.state.phase == "paused":
        return translate("Actions", "Resume training")
    return translate("Actions", "Pause training")


ACTIONS = (
    Action(
        "train.start",
        "Train…",
        "Choose the settings of a training, check them, and start it",
        run=lambda session, asker: asker.show_dialog("train"),
        shortcuts=("Ctrl+T",),
        icon="train",
        enabled=lambda session: has_project(session) and not session.training.is_busy,
    ),
    Action(
        "train.samples",
        "What training sees…",
        "Show samples as the network will get them, for the settings of the next training",
        run=lambda session, asker: asker.show_dialog("samples"),
        icon="image",
        word="Samples",
        enabled=has_project,
    ),
    Action(
        "train.pause",
        "Pause training",
        "Pause or continue the training",
        run=lambda session, asker: pause_or_resume(session),
        shortcuts=("Ctrl+Shift+T",),
        icon="pause",
        enabled=is_steerable,
        text_now=_pause_text,
    ),
    Action(
        "train.stop",
        "Stop and keep",
        "Validate once more and stop; the best model is kept. Before the first step, nothing is kept",
        run=lambda session, asker: session.training.stop(),
        word="Stop",
        icon="stop",
        enabled=lambda session: session.training.is_busy and session.training.state.phase != "stopping",
    ),
    Action(
        "train.cancel",
        "Cancel training…",
        "End it at once",
        run=cancel,
        icon="close",
        enabled=lambda session: session.training.is_busy,
    ),
    Action(
        "train.profile",
        "Profile 20 steps",
        "Measure what the next 20 steps cost: time by operator and by layer, memory",
        run=lambda session, asker: session.training.profile(),
        icon="profile",
        enabled=is_steerable,
    ),
    Action(
        "train.tensorboard",
        "TensorBoard",
        "Show this run, or the latest one if none is selected, in TensorBoard",
        run=lambda session, asker: show_tensorboard(session),
        icon="tensorboard",
        enabled=lambda session: session.training.state.run is not None or bool(session.runs.entries),
    ),
    Action(
        "train.learning_history",
        "What was learned when",
        "When a run first read each word and symbol, which it forgot, and which it never read",
        run=show_learning_history,
        icon="runs",
        enabled=_has_runs,
    ),
    Action(
        "train.gradients",
        "Gradients",
        "How strongly each layer of the selected run was changed, step by step",
        run=partial(show_page, "gradients"),
        enabled=_has_runs,
    ),
    Action(
        "train.cost",
        "Cost of the steps",
        "Cost of the selected run's steps by operator and layer, if the run was profiled",
        run=partial(show_page, "cost"),
        enabled=_has_runs,
    ),
    Action(
        "train.all_runs",
        "All runs in a diagram",
        "Each run as a point, placed by its training settings and by how much it reads right",
        run=partial(show_page, "all"),
        enabled=_has_runs,
    ),
    Action(
        "train.diagnose",
        "Why doesn't it learn?…",
        "Compare labels with what is read, try the network on eight words, and name the cause",
        run=lambda session, asker: asker.show_dialog("causes"),
        word="Diagnose",
        icon="why",
        enabled=has_project,
    ),
)
