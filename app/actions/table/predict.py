"""Actions on predictions: the model, its readings and drafts, and their history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from app.actions.action import Action, Asker
from app.actions.conditions import can_edit, has_project
from app.language.figures import counted
from app.language.languages import translate
from app.language.sentences import in_a_list
from app.session import Session


def models(session: Session, asker: Asker) -> list[tuple[str, Callable[[], object]]]:
    """Return the bundled models and the best of each run, each with the function that chooses it."""
    choose = session.in_use.choose
    return [
        *((model.name, partial(choose, model.path)) for model in session.models.bundled if model.exists),
        *((info.name, partial(choose, info.path)) for info in session.runs.entries if info.model is not None),
    ]


def toggle_play(session: Session) -> None:
    """Play the history of the prediction, or stop at the current step."""
    history = session.predictions.history
    if history.is_playing:
        history.pause()
    else:
        history.play()


def turn_trial(session: Session, asker: Asker) -> None:
    """Replace the image on screen by a copy that can be changed, or show the image itself again."""
    is_on = not session.display.choices.trial
    if is_on:
        session.instruments.prediction_repair.turn(False)
        session.set_tool("select")
    session.display.set(trial=is_on)


def find_dependence(session: Session, asker: Asker) -> None:
    """Show a copy of the image, and search for the parts of it that each symbol depends on."""
    if not session.display.choices.trial:
        turn_trial(session, asker)
    session.instruments.what_if.seek("heat")


def predict_folder(session: Session) -> None:
    """Read the selected images if there are several, or else all listed images in the order of the list."""
    session.in_use.folder.start(chosen_or_listed(session))


def find_gains(session: Session, asker: Asker) -> None:
    """Count the potential gain of each branch, and show the counts as they arrive."""
    asker.show_panel("evaluation")
    session.instruments.gains.start()


def evaluate(session: Session, asker: Asker) -> None:
    """Evaluate the model, and show the results."""
    asker.show_panel("evaluation")
    session.instruments.evaluating.start()


def texts_of_others(session: Session) -> list[str]:
    """Return the different texts that other readers have read in the open image."""
    image = session.image
    readings = () if image is None else session.models.other_readings.readings_of(image)
    return [text for text in dict.fromkeys(entry.reading.text for entry in readings) if text]


def take_other(session: Session) -> None:
    """Give the label the text of another reader: the first that differs, or the one after the label's."""
    texts, now = texts_of_others(session), session.editor.committed_label.word
    after = texts.index(now) + 1 if now in texts else 0
    text = texts[after % len(texts)]
    readings = (entry.reading for entry in session.models.other_readings.readings_of(session.image or ""))
    readers = in_a_list(reading.reader for reading in readings if reading.text == text)
    session.models.drafting.take_text(text, readers)


def prelabel(session: Session, asker: Asker) -> None:
    """Draft the label of the open image, after a question if characters drawn by a person would be replaced."""
    label = session.editor.committed_label
    drawn = sum(not character.is_draft for character in label.characters)
    if drawn and not label.is_reviewed:
        one = translate("Actions", "A person drew one of its characters. The model's character would replace it.")
        several = translate(
            "Actions", "A person drew {count} of its characters. The model's characters would replace them."
        )
        title = translate("Actions", "Replace the characters of this label?")
        if not asker.confirm(title, counted(one, several, drawn), translate("Actions", "Replace")):
            return
    session.models.drafting.draft_open(overwrite=bool(drawn))


def several_chosen(session: Session) -> Sequence[str]:
    """Return the selected images if there are several, or else none."""
    chosen = session.catalog.chosen
    return chosen if len(chosen) > 1 else ()


def chosen_or_listed(session: Session) -> Sequence[str]:
    """Return the selected images if there are several, or else all listed images in the order of the list."""
    catalog = session.catalog
    return several_chosen(session) or [catalog.table.images[place] for place in catalog.visible]


def has_model(session: Session) -> bool:
    """Return True if a model is chosen and an image is open."""
    return session.predictions.is_on and session.image is not None


def _can_read_folder(session: Session) -> bool:
    predictions = session.predictions
    return predictions.state == "ready" and not predictions.is_live and len(session.catalog.visible) > 0


def _will_read_folder(session: Session) -> bool:
    """Return True if there is a model that can read image after image, now or once it is loaded."""
    return session.in_use.state in ("loading", "ready") and len(session.catalog.visible) > 0


def _can_cross_check(session: Session) -> bool:
    return has_project(session) and not session.training.is_busy and not session.models.cross_checking.is_busy


def _has_training(session: Session) -> bool:
    training = session.training
    return training.is_busy and training.state.run is not None


def _has_history(session: Session) -> bool:
    return bool(session.predictions.history.steps)


def _is_past(session: Session) -> bool:
    return session.predictions.history.step is not None


ACTIONS = (
    Action(
        "predict.model_file",
        "Choose a model file…",
        "See what a model reads in the images; runs and checkpoints are in the menu Model",
        run=lambda session, asker: asker.show_dialog("model_file"),
        shortcuts=("Ctrl+M",),
        icon="predict",
        enabled=has_project,
    ),
    Action(
        "predict.training",
        "Watch the training",
        "Watch the training's predictions for the open image while it runs",
        run=lambda session, asker: session.predictions.look_at(session.training.state.run),
        enabled=_has_training,
        checked=lambda session, asker: session.predictions.is_live,
    ),
    Action(
        "predict.none",
        "No model",
        "Show target maps only",
        run=lambda session, asker: session.in_use.choose(None),
        enabled=lambda session: session.in_use.is_on,
    ),
    Action(
        "predict.again",
        "Predict again",
        "Load the model again and predict the open image once more",
        run=lambda session, asker: session.predictions.again(),
        shortcuts=("F6",),
        icon="reset",
        enabled=has_model,
    ),
    Action(
        "predict.ignore_case",
        "Read without regard to case",
        "Choose the letter first, and only then capital or small",
        run=lambda session, asker: session.settings.set(
            "predicting.ignore_case", not session.settings.value("predicting.ignore_case")
        ),
        checked=lambda session, asker: bool(session.settings.value("predicting.ignore_case")),
    ),
    Action(
        "predict.language_model",
        "Read with the language model",
        "If the model names its language, use spelling, too, to choose symbols",
        run=lambda session, asker: session.settings.set(
            "predicting.language_model", not session.settings.value("predicting.language_model")
        ),
        checked=lambda session, asker: bool(session.settings.value("predicting.language_model")),
    ),
    Action(
        "predict.folder",
        "Predict all images of the list",
        "Predict every image in the background, to sort and filter the list by the readings",
        run=lambda session, asker: predict_folder(session),
        shortcuts=("Shift+F6",),
        enabled=_will_read_folder,
    ),
    Action(
        "predict.readers",
        "Readers…",
        "Read the folder with another program, such as PP-OCR or Tesseract, and keep what it reads beside the labels",
        run=lambda session, asker: asker.show_dialog("readers"),
        icon="foreign-model",
    ),
    Action(
        "predict.write",
        "Write readings to a file…",
        "Read the images of the list, or those selected, into a CSV or text file with scores",
        run=lambda session, asker: asker.show_dialog("readings"),
        enabled=_will_read_folder,
    ),
    Action(
        "predict.import_readings",
        "Import readings…",
        "Import what another program has read in these images and keep it beside the labels, which do not change",
        run=lambda session, asker: asker.show_dialog("import_readings"),
        icon="import",
        enabled=has_project,
    ),
    Action(
        "predict.cross_check",
        "Cross-check…",
        "Judge each label by a model that did not learn it: several trainings, then a sorted queue",
        run=lambda session, asker: asker.show_dialog("cross_check"),
        icon="reviewed",
        enabled=_can_cross_check,
    ),
    Action(
        "predict.accept",
        "Accept the reading",
        "The model is right: give the label the model's reading, as one edit",
        run=lambda session, asker: session.models.drafting.accept_open(),
        word="Accept",
        shortcuts=("U",),
        icon="accept",
        enabled=lambda session: can_edit(session) and session.in_use.is_on,
    ),
    Action(
        "predict.take_other",
        "Take what another reader reads",
        "Replace the label's text with the reading of another reader, as one edit; do it again for the next reader",
        run=lambda session, asker: take_other(session),
        shortcuts=("Shift+U",),
        enabled=lambda session: can_edit(session) and bool(texts_of_others(session)),
    ),
    Action(
        "predict.agreed",
        "Accept what all readers agree on…",
        "Accept in one go the words that all readers read the same, after a look at some of them",
        run=lambda session, asker: asker.show_dialog("agreement"),
        enabled=has_project,
    ),
    Action(
        "predict.gains",
        "Potential gain of each branch",
        "Count how many more words would be read right with perfect character, order and centre maps",
        run=find_gains,
        icon="why",
        enabled=_can_read_folder,
    ),
    Action(
        "predict.evaluate",
        "Evaluate the model",
        "Read the labelled words, and show how well the model reads them and which symbols it confuses",
        run=evaluate,
        word="Evaluate",
        icon="evaluation",
        enabled=_can_read_folder,
    ),
    Action(
        "predict.what_if",
        "What if the image were different?",
        "Turn, blur, cut or erase a copy of the image, and see what is read in it",
        run=turn_trial,
        word="What if?",
        shortcuts=("Ctrl+F11",),
        icon="what-if",
        enabled=has_project,
        checked=lambda session, asker: session.display.choices.trial,
    ),
    Action(
        "predict.depends",
        "What the reading depends on",
        "Hide one part of the image after another, and show which parts each symbol depends on",
        run=find_dependence,
        enabled=lambda session: has_model(session) and session.editor.image_size is not None,
    ),
    Action(
        "predict.prelabel",
        "Prelabel",
        "Draft the label of the open image from the prediction; a known text stays",
        run=prelabel,
        shortcuts=("F9",),
        icon="drafted",
        enabled=lambda session: can_edit(session) and session.in_use.is_on,
    ),
    Action(
        "predict.prelabel_many",
        "Prelabel all images of the list",
        "Draft labels in the background and renew earlier drafts; what a person typed, drew or reviewed stays",
        run=lambda session, asker: session.guiding.draft(several_chosen(session)),
        shortcuts=("Shift+F9",),
        enabled=_will_read_folder,
    ),
    Action(
        "predict.learn",
        "Learn from the corrections",
        "Fine-tune the model on all reviewed labels; the new model then makes the drafts",
        run=lambda session, asker: session.models.learning.learn(),
        icon="train",
        enabled=lambda session: session.models.learning.can_learn,
        repeats=False,
    ),
    Action(
        "predict.unlearn",
        "Back to the previous model",
        "Draft with the model as it was before it learned from the corrections",
        run=lambda session, asker: session.models.learning.go_back(),
        enabled=lambda session: bool(session.models.learning.previous) and not session.models.learning.is_learning,
        repeats=False,
    ),
    Action(
        "predict.play",
        "Replay training",
        "Go through the predictions of the training for the open image, from its first step on",
        run=lambda session, asker: toggle_play(session),
        shortcuts=("K",),
        icon="play",
        enabled=_has_history,
        checked=lambda session, asker: session.predictions.history.is_playing,
    ),
    Action(
        "predict.step_back",
        "Earlier step",
        run=lambda session, asker: session.predictions.history.go(-1),
        shortcuts=("Alt+Left",),
        enabled=_has_history,
        repeats=True,
    ),
    Action(
        "predict.step_on",
        "Later step",
        run=lambda session, asker: session.predictions.history.go(1),
        shortcuts=("Alt+Right",),
        enabled=_is_past,
        repeats=True,
    ),
    Action(
        "predict.present",
        "Back to the present",
        run=lambda session, asker: session.predictions.history.show(None),
        shortcuts=("Alt+End",),
        enabled=_is_past,
    ),
    Action(
        "predict.export_view",
        "Export the view…",
        "Save the picture with its maps as PNG or SVG",
        run=lambda session, asker: asker.show_dialog("export_view"),
        icon="export",
        enabled=lambda session: session.image is not None,
    ),
)
