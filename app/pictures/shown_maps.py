"""The maps of the open image on screen: target maps, predicted maps, or their difference."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from app.display import MapKey, MapName, Source
from app.language.languages import translate
from app.pictures import map_images
from app.pictures.map_colours import MapImage, Swatch
from app.pictures.predicted_images import (
    difference_image,
    difference_swatches,
    predicted_channel,
    predicted_image,
    predicted_swatches,
)
from core.labels.checks.problems import printable
from core.labels.maps.spec import VERTICAL_RATIO
from core.runs.model_ref import CheckpointModel, RunModel, model_ref

if TYPE_CHECKING:
    from pathlib import Path

    from app.session import Session
    from core.analysis.predicted_maps import Aid
    from core.labels.label import WordLabel

_LONGEST_NAME = 255  # symbols


def is_upright(size: tuple[int, int]) -> bool:
    """Return True if an image of (height, width) contains a vertical word."""
    return size[0] > VERTICAL_RATIO * size[1]


def is_swiped(session: Session) -> bool:
    """Return True if target and prediction are shown on either side of a bar."""
    return session.display.choices.way == "swipe" and session.predictions.is_on


def shown_sources(session: Session) -> tuple[Source, ...]:
    """Return the columns of the grid: only the target if there is no prediction, or if both share a column.

    The other model has the last column while it is wanted.
    """
    predictions, columns = session.predictions, session.display.choices.columns
    if not predictions.is_on or is_swiped(session):
        return ("target",)
    is_beside = predictions.shows_other and predictions.other is not None and "prediction" in columns
    return (*columns, "other") if is_beside else columns


def image_name(image: str) -> str:
    """Return an image's name for little room: without the folder and the suffix, which most names share."""
    return printable(PurePosixPath(image).stem, _LONGEST_NAME)


def model_name(session: Session, model: Path | None, step: int | None = None) -> str:
    """Return a model's name for a caption: "reader 4", or "run 003, step 640" (the best step by default)."""
    ref = model_ref(model, session.models.bundled)
    if ref.run is None:
        return ref.name
    number, _, rest = ref.run.name.partition("-")
    name = translate("Maps", "run {number}").format(number=number) if rest and number.isdecimal() else ref.run.name
    info = session.runs.entry(ref.run)
    if step is None and isinstance(ref, RunModel) and info is not None:
        step = info.best_step or None
    elif step is None and isinstance(ref, CheckpointModel):
        step = ref.step
    if step is None:
        return name
    return translate("Maps", "{run}, step {step}").format(run=name, step=f"{step:,}")


def awaited_step(session: Session) -> int | None:
    """Return the step whose weights a training reads the open image with at the moment, or None if it does not.

    A training that goes on renews its predictions by itself: then only an image without any is awaited. After its end
    a prediction of an earlier step is, too.
    """
    predictions, image = session.predictions, session.image
    training = session.training
    state = training.state
    is_asked = training.is_busy or training.is_answering
    if image is None or state.started is None or state.run != predictions.run or not is_asked:
        return None
    if predictions.history.step is not None:  # a step of before is looked at
        return None
    step = state.started.step if state.last_step is None else state.last_step.step
    shown = predictions.prediction_of(image)
    if shown is None:
        return None if predictions.refusal(image) else step
    is_old = not training.is_busy and shown.step is not None and shown.step < step
    return step if is_old else None


def shown_model(session: Session) -> str:
    """Return the name of the model on view with the step of its prediction on screen, or "" if there is none.

    Before the first prediction of an image it is the step that the image is being read with.
    """
    predictions = session.predictions
    shown = predictions.current
    step = awaited_step(session) if shown is None else shown.step
    return "" if predictions.model is None else model_name(session, predictions.model, step)


def shown_keys(session: Session) -> tuple[MapKey, ...]:
    """Return the maps in the grid, row by row."""
    sources = shown_sources(session)
    return tuple((name, source) for name in session.display.choices.rows for source in sources)


def shown_large(session: Session) -> MapKey | None:
    """Return the map that is the large picture, or None if the image is."""
    large = session.display.choices.large
    return large if large is not None and large in shown_keys(session) else None


def strip_source(session: Session) -> Source:
    """Return the source of the order channels shown in the strip."""
    wanted = is_swiped(session) or "prediction" in session.display.choices.columns
    return "prediction" if session.predictions.current is not None and wanted else "target"


def position_count(session: Session) -> int:
    """Return the number of positions that can be shown alone, in the label and in the prediction together."""
    predicted = session.predictions.current
    return max(len(session.editor.label.characters), 0 if predicted is None else predicted.last)


def isolated(session: Session) -> int | None:
    """Return the position that is shown alone, or None for all positions or if the word is too short."""
    position = session.display.choices.position
    return None if position is None or position > position_count(session) else position


def position_of(session: Session, name: MapName, source: Source) -> int | None:
    """Return the position that a map shows alone, or None for all positions.

    A label shows all if it has no such character.
    """
    position = isolated(session) if name == "order" else None
    if position is None:
        return None
    if source == "target":
        most = len(session.editor.label.characters)
    else:
        predicted = session.predictions.shown(source)
        most = 0 if predicted is None else predicted.positions
    return position if position <= most else None


def shown_map(session: Session, name: MapName, source: Source, opaque: bool = True) -> MapImage | None:
    """Return one map of the open image, or None if there is none.

    If a position k is isolated, the order map is only Z_k or H_k, or the difference of the two. `opaque`: True if it is
    shown by itself, on black. Else it lies over the picture, clear if the map is 0.
    """
    editor, choices = session.editor, session.display.choices
    if source == "target":
        return map_images.map_image(editor, choices, name, opaque)
    predicted, size = session.predictions.shown(source), editor.image_size
    if predicted is None or size is None:
        return None
    position = position_of(session, name, source)
    if source != "difference":
        return predicted_image(
            predicted, size, name, choices.colormap, editor.charset, position=position, opaque=opaque
        )
    target = session.predictions.target
    if target is None or isinstance(target, str):
        return None
    return difference_image(predicted, target, size, name, position=position, opaque=opaque)


def shown_swatches(session: Session, name: MapName, source: Source) -> tuple[Swatch, ...]:
    """Return the legend of a map whose colours mean symbols, positions or kinds of difference."""
    if source == "target":
        return map_images.swatches(session.editor, name)
    predicted = session.predictions.shown(source)
    if predicted is None or name == "localization":
        return ()
    if source == "difference":
        return difference_swatches(name)
    return predicted_swatches(predicted, name, session.editor.charset)


def shown_overlay(session: Session) -> MapImage | None:
    """Return the map over the picture, to be painted with `choices.opacity`, clear at 0, or None if there is none.

    An isolated position is shown whatever the overlay.
    """
    key = overlay_key(session)
    return None if key is None else shown_map(session, *key, opaque=False)


def overlay_key(session: Session) -> MapKey | None:
    """Return which map lies over the picture, or None if none was chosen."""
    name = "order" if isolated(session) is not None else session.display.choices.overlay
    return None if name == "none" else (name, overlay_source(session))


def overlay_source(session: Session) -> Source:
    """Return the source of the map over the picture."""
    return session.display.choices.overlay_source if session.predictions.current is not None else "target"


def shown_channel(session: Session, position: int) -> MapImage | None:
    """Return the opaque order channel of one position for the strip, or None if there is none."""
    editor, choices = session.editor, session.display.choices
    predicted, size = session.predictions.current, editor.image_size
    if strip_source(session) == "target":
        image = map_images.channel_image(editor, choices.colormap, position)
        return None if image is None else MapImage(*image, 0.0, 1.0, True, choices.colormap)
    if predicted is None or size is None or position > predicted.positions:
        return None
    return predicted_channel(predicted, size, choices.colormap, position)


def symbols_of(session: Session, source: Source) -> dict[int, str]:
    """Return the symbols of the label or of the reading by position from 1, leaving out empty positions."""
    predicted = session.predictions.shown(source)
    if source != "target" and predicted is not None:
        word = predicted.maps.word
        return {character.order: character.symbol for character in reversed(word.characters)}
    return {rank: character.symbol for rank, character in enumerate(session.editor.label.in_order, 1)}


def symbol_at(session: Session, position: int, source: Source) -> str:
    """Return the symbol of the label or of the reading at a position, or "" for none."""
    return symbols_of(session, source).get(position, "")


def map_title(session: Session, name: MapName, source: Source) -> tuple[str, str]:
    """Return the title of a map on screen, or of its only visible position, and the name of its source.

    The source is "" if there is only one.
    """
    position = position_of(session, name, source)
    if position is not None:
        template = translate("Maps", "Position {number}: {symbol}")
        title = template.format(number=position, symbol=symbol_at(session, position, source) or "–")
    else:
        title = map_name(name)
    if not session.predictions.is_on:
        return title, ""
    if is_swiped(session):
        return title, translate("Maps", "target | predicted")
    predictions = session.predictions
    if source == "prediction" and predictions.is_repaired:
        return title, translate("Maps", "repaired")
    if source == "prediction":
        return title, shown_model(session)
    if source == "other":
        return title, model_name(session, predictions.other)
    return title, source_name(source)


def path_title(session: Session) -> str:
    """Return the title of the reading path, with the model and its reading, or "" if nobody reads."""
    predictions = session.predictions
    shown, awaited = predictions.current, awaited_step(session)
    if predictions.model is None or predictions.is_repaired:  # a message says what a repair reads
        return ""
    model = shown_model(session)
    if shown is None:
        return "" if awaited is None else translate("Maps", "{model} is reading…").format(model=model)
    title = translate("Maps", "{model} reads {text}")
    if shown.maps.aid is not None:
        title = translate("Maps", "{model} reads {text}, with {aid}")
    elif awaited is not None:
        title = translate("Maps", "{model} reads {text}; step {step} is reading…")
    aid = "" if shown.maps.aid is None else _name_of(shown.maps.aid)
    step = "" if awaited is None else f"{awaited:,}"
    return title.format(model=model, text=shown.maps.word.text or "–", aid=aid, step=step)


def _name_of(aid: Aid) -> str:
    from app.language.verdicts import name_of  # SciPy comes with it, which the start of the program must not wait for

    return name_of(aid)


def map_name(name: MapName) -> str:
    """Return the name of a map as a title."""
    match name:
        case "character":
            return translate("Maps", "Character")
        case "order":
            return translate("Maps", "Order")
        case "localization":
            return translate("Maps", "Centre")


def source_name(source: Source) -> str:
    """Return the name of a map's source as the second part of its title."""
    match source:
        case "target":
            return translate("Maps", "target")
        case "prediction":
            return translate("Maps", "predicted")
        case "difference":
            return translate("Maps", "difference")
        case "other":
            return translate("Maps", "other model")


def gives_place_to_sentence(session: Session) -> bool:
    """Return True if a sentence is in the place of the maps while the label has no characters: then no target has."""
    is_predicted = session.predictions.is_on and shown_sources(session) != ("target",)
    return bool(shown_keys(session)) and not is_predicted


def no_characters(label: WordLabel) -> str:
    """Return the sentence that is shown for a label without characters."""
    if label.text:
        return translate(
            "Maps",
            "The text is known, its characters are not. Let the model draft their boxes, or divide the whole picture.",
        )
    return translate("Maps", "No characters yet. Press W and type the word: the picture is divided while you type.")
