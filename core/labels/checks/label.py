"""Runs all checks of one label without reading any file."""

from __future__ import annotations

from collections.abc import Sequence

from core.base.errors import LabelError, Sentence, with_name
from core.base.phrases import listed
from core.charset import Charset
from core.labels.checks.brought import brought_problems
from core.labels.checks.order import check_direction, check_numbers
from core.labels.checks.problems import KINDS, Problem, found, printable, quoted
from core.labels.checks.shapes import Context, check_shapes, geometry_of, same_place
from core.labels.checks.text import check_length, check_symbols, check_text, check_unseen
from core.labels.label import WordLabel
from core.labels.maps.decoding import UpperBound, cures, surely_holds, upper_bound
from core.labels.maps.render import Unknown
from core.labels.maps.spec import MapSpec

_LISTED = 3


def check_label(
    label: WordLabel,
    image_size: tuple[int, int] | None,
    charset: Charset,
    spec: MapSpec | None = None,
    unknown: Unknown = "ignore",
    name: str | None = None,
) -> tuple[Problem, ...]:
    """Find all problems of a label.

    Parameters
    ----------
    label : WordLabel
        Any label; no content makes the check raise.
    image_size : (height, width) or None
        Size of the image after EXIF orientation; None if the size is unknown: checks that need the size are left
        out.
    charset : Charset
        The symbols of the project.
    spec : MapSpec, optional
        How the label will be rendered; the defaults if left out.
    unknown : {"ignore", "error"}
        How the project treats symbols outside the charset.
    name : str, optional
        The image's path relative to the project; the sentences begin with this path, and it becomes `Problem.image`.

    Returns
    -------
    tuple of Problem
        By subject (symbols, text, order, polygons, upper bound, checks of plug-ins), within each in reading order.
    """
    if label.is_scene:  # nothing else that could be said of its characters is of use
        return (_scene(label, name),)
    spec = spec or MapSpec()
    characters = label.in_order
    context = Context(label, name, image_size, characters, geometry_of(characters))
    shapes = [*check_shapes(context)]
    renderable = all(problem.severity != "error" for problem in shapes)
    problems = [
        *check_symbols(context, charset, unknown),
        *check_unseen(context),
        *check_length(context, spec),
        *check_text(context, charset),
        *check_numbers(context),
        *(check_direction(context) if renderable else ()),
        *shapes,
    ]
    # A label that cannot be rendered has no upper bound; other problems report the cause.
    if image_size and characters and len(characters) <= spec.max_length and renderable:
        reported = {problem.character for problem in shapes if problem.id.endswith("-astray") and problem.character}
        problems += _check_upper_bound(context, image_size, charset, spec, reported)
    problems += brought_problems(context, charset)
    return tuple(problems)


def _scene(label: WordLabel, name: str | None) -> Problem:
    sentence = Sentence(
        "words are outlined ({count}) and not characters, so this is a scene. Crop its words into a new folder.",
        count=label.outlined_words,
    )
    return found("scene", sentence, name)


def _check_upper_bound(
    context: Context, image_size: tuple[int, int], charset: Charset, spec: MapSpec, reported: set[int]
) -> tuple[Problem, ...]:
    """Check that the label's own target maps decode to its characters, whatever its text says."""
    try:
        if surely_holds(context.label, image_size, charset, spec):
            return ()
        result = upper_bound(context.label, image_size, charset, spec)
        if result.holds:
            return ()
        lost = _lost(context, result, charset)
        # Two characters on one place, or a Gaussian on another one: no map tells them apart; other checks report these.
        reported |= {rank for pair in same_place(context.geometry) for rank in pair}
        if lost <= reported:
            return ()
        cured = cures(context.label, image_size, charset, spec)
    except LabelError as error:
        # Rounding in the resize can spoil a fix that was just good enough before.
        return (_not_rendered(error, context.name),)
    ranks = sorted(lost - reported)
    places = {
        "size": f"{spec.height} × {spec.width}",
        "stride": spec.stride,
        "read": quoted(result.word.text),
        "lost": _listed(context, ranks),
        "advice": _advice(cured, spec, any(_by_hand(context, rank) for rank in ranks)),
    }
    sentence = (
        Sentence(
            "at {size} and stride {stride} the target maps read {read} and lose character {lost}. {advice}", **places
        )
        if len(ranks) == 1
        else Sentence(
            "at {size} and stride {stride} the target maps read {read} and lose characters {lost}. {advice}", **places
        )
    )
    return (context.problem("upper-bound", ranks[0], sentence),)


def _not_rendered(error: LabelError, name: str | None) -> Problem:
    """Return the problem of a label that cannot be rendered.

    The problem's sentence begins with "label", not with the image's name.
    """
    severity = KINDS["not-rendered"].severity
    return Problem("not-rendered", severity, with_name(str(error), "label", printable(name or "label", 255)), name)


def _listed(context: Context, ranks: Sequence[int]) -> str:
    some = listed(f"{rank} {quoted(context.characters[rank - 1].symbol)}" for rank in ranks[:_LISTED])
    if len(ranks) <= _LISTED:
        return some
    return Sentence("{some} and {count} more", some=some, count=len(ranks) - _LISTED)


def _advice(cured: Sequence[MapSpec], spec: MapSpec, by_hand: bool) -> Sentence:
    if by_hand:
        return Sentence("Look at the Gaussian or the painted area that was set by hand there.")
    strides = [cure.stride for cure in cured if cure.stride != spec.stride]
    widths = [cure.width for cure in cured if cure.stride == spec.stride]
    if strides and widths:
        return Sentence("Use stride {stride} or width {width} in textscanner.json.", stride=strides[0], width=widths[0])
    if strides:
        return Sentence("Use stride {stride} in textscanner.json.", stride=strides[0])
    if widths:
        return Sentence("Use width {width} in textscanner.json.", width=widths[0])
    return Sentence("No finer stride or wider map would do: draw the characters further apart.")


def _by_hand(context: Context, rank: int) -> bool:
    character = context.characters[rank - 1]
    return character.gaussian is not None or character.area is not None


def _lost(context: Context, result: UpperBound, charset: Charset) -> set[int]:
    """Return the ranks of the characters that are missing from the decoded target maps."""
    read = {character.order: character for character in result.word.characters}
    lost = set()
    for rank, character in enumerate(context.characters, 1):
        wanted = None if character.is_ignored else charset.id_of(character.symbol)
        one = read.get(rank)
        if one is None or (wanted is not None and (charset.id_of(one.symbol) != wanted or one.score == 0)):
            lost.add(rank)
    return lost
