"""Putting an edited label together: which characters are meant, their ranks, and the text kept in step.

Every edit of `core.labels.edits.edits` ends in `changed` (characters changed one by one) or in `compose` (characters
added, deleted or put in another order). What holds for all edits is settled here, once.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.base.errors import LabelError
from core.charset import is_symbol, name_of
from core.labels.label import ILLEGIBLE, CharacterLabel, WordLabel

UNREADABLE = "\N{REPLACEMENT CHARACTER}"
"""What a text says where a character is illegible and nobody knows what it was."""

LIMIT = 1_000_000
"""Largest coordinate, in image pixels, that an edit takes or makes: far outside any word image."""


@dataclass(frozen=True, slots=True)
class ComposedCharacter:
    """A character on its way through an edit.

    Attributes
    ----------
    character : CharacterLabel
        As it is to be, but for its `order`.
    place : float
        Sorting key of its place in the file; a new character has one between those of its neighbours.
    letter : str
        What the text says for it: one symbol, which an ignored character need not share. Empty where text and
        characters are not in step.
    """

    character: CharacterLabel
    place: float
    letter: str


def in_step(label: WordLabel) -> bool:
    """Whether the label has a text that says exactly what its characters say, so that edits keep it so."""
    if label.text is None or label.disagrees:
        return False
    return len(unicodedata.normalize("NFC", label.text)) == len(label.characters)


def entries(label: WordLabel) -> list[ComposedCharacter]:
    """The characters in reading order, with their letters where the text is in step."""
    letters = unicodedata.normalize("NFC", label.text or "") if in_step(label) else [""] * len(label.characters)
    return [
        ComposedCharacter(label.characters[place], place, letter)
        for place, letter in zip(label.ranking, letters, strict=True)
    ]


def compose(label: WordLabel, reading: Sequence[ComposedCharacter]) -> WordLabel:
    """The label with these characters, in this reading order.

    `order` is written only where the character's rank would otherwise be wrong, which makes the fewest changed
    shapes in the file: a character keeps no order where its place in the file says its rank, and its order where that
    is right. Afterwards the ranks are 1 … n without gaps or doubles.

    Parameters
    ----------
    label : WordLabel
        The label before the edit.
    reading : sequence of ComposedCharacter
        In reading order.
    """
    ranks = sorted(range(len(reading)), key=lambda rank: reading[rank].place)  # stable: reading order among equals
    characters = []
    for place, rank in enumerate(ranks):
        character = reading[rank].character
        if (character.order or place + 1) != rank + 1:
            character = replace(character, order=rank + 1)
        characters.append(character)
    text = _spelled(label, [entry.letter for entry in reading]) if in_step(label) else label.text
    return replace(label, characters=tuple(characters), text=text)


def _spelled(label: WordLabel, letters: Iterable[str]) -> str | None:
    """The text these letters make; the label's own where that says the same in another Unicode form."""
    text = unicodedata.normalize("NFC", "".join(letters))
    return label.text if text == unicodedata.normalize("NFC", label.text or "") else text


def changed(label: WordLabel, changes: Mapping[int, CharacterLabel]) -> WordLabel:
    """The label with some characters changed where they stand; those that really changed count as accepted.

    Parameters
    ----------
    changes : mapping of place to CharacterLabel
    """
    characters = list(label.characters)
    for place, character in changes.items():
        if character != characters[place]:
            characters[place] = accepted(character)
    if all(new is old for new, old in zip(characters, label.characters, strict=True)):
        return label
    return replace(label, characters=tuple(characters))


def edited(label: WordLabel, places: Iterable[int], edit: Callable[[CharacterLabel], CharacterLabel]) -> WordLabel:
    """The label with `edit` applied to each of some characters."""
    return changed(label, {place: edit(label.characters[place]) for place in selection(label, places)})


def retyped(label: WordLabel, symbols: Mapping[int, str]) -> WordLabel:
    """The label with other symbols at some places, the text kept in step; `###` leaves its letter of the text alone."""
    characters = {place: replace(label.characters[place], symbol=symbol) for place, symbol in symbols.items()}
    result = changed(label, characters)
    if result is label or not in_step(label):
        return result
    letters = [entry.letter for entry in entries(label)]
    for rank, place in enumerate(label.ranking):
        if result.characters[place].symbol != label.characters[place].symbol:
            letters[rank] = letter_of(symbols[place], letters[rank])
    return replace(result, text=_spelled(label, letters))


def accepted(character: CharacterLabel) -> CharacterLabel:
    """The character as a person's own: without `source` and `score`."""
    if character.source is None and character.score is None:
        return character
    return replace(character, source=None, score=None)


def letter_of(symbol: str, otherwise: str = UNREADABLE) -> str:
    """What the text says for a symbol: itself, or `otherwise` for an illegible one."""
    return otherwise if symbol == ILLEGIBLE else symbol


def selection(label: WordLabel, places: Iterable[int]) -> tuple[int, ...]:
    """Some places in the file, each once, ascending.

    Raises
    ------
    LabelError
        If the label has no character there.
    """
    chosen = tuple(sorted(set(places)))
    count = len(label.characters)
    for place in chosen:
        if not 0 <= place < count:
            raise LabelError(
                "the label has {count} characters and none at place {number}. Select again.",
                count=count,
                number=place + 1,
            )
    return chosen


def rank_of(label: WordLabel, place: int) -> int:
    """The 1-based rank of the character at a place in the file."""
    return label.ranking.index(selection(label, [place])[0]) + 1


def symbol_of(text: str) -> str:
    """A symbol as typed, after NFC.

    Raises
    ------
    LabelError
        If it is neither a symbol (`core.charset.is_symbol`) nor `###`.
    """
    symbol = unicodedata.normalize("NFC", text)
    if symbol != ILLEGIBLE and not is_symbol(symbol):
        raise LabelError(
            "{symbol} is not one symbol. Type one character, or {illegible} for an illegible one.",
            symbol=name_of(symbol),
            illegible=ILLEGIBLE,
        )
    return symbol


def numbers(*values: float, what: str) -> tuple[float, ...]:
    """The values as floats.

    Raises
    ------
    LabelError
        If one is not a finite number within ± `LIMIT`.
    """
    try:
        plain = tuple(map(float, values))
    except (TypeError, ValueError, OverflowError) as error:
        raise LabelError(
            "{what}: {values} are not all numbers. Give plain numbers.", what=what, values=values
        ) from error
    if not all(abs(value) <= LIMIT for value in plain):
        said = ", ".join(f"{value:g}" for value in plain)
        raise LabelError(
            "{what}: {said} is out of range. Give numbers within ±{limit:,}.", what=what, said=said, limit=LIMIT
        )
    return plain
