"""Puts an edited label together: selects characters, assigns ranks, and keeps the text in step.

Every edit of `core.labels.edits.edits` ends in `changed` (characters changed one by one) or in `compose` (characters
added, deleted or put in another order). These two functions hold the rules common to all edits.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.base.errors import LabelError
from core.base.phrases import listed
from core.charset import is_symbol, name_of
from core.labels.label import ILLEGIBLE, CharacterLabel, WordLabel

UNREADABLE = "\N{REPLACEMENT CHARACTER}"  # in a text: an illegible character whose symbol nobody knows

LIMIT = 1_000_000  # largest coordinate, in image pixels, that an edit accepts or produces; far outside any word image


@dataclass(frozen=True, slots=True)
class ComposedCharacter:
    """A character during an edit."""

    character: CharacterLabel
    """The character after the edit, except its `order`."""
    place: float
    """Sorting key of the character's place in the file. A new character's key lies between its neighbours' keys."""
    letter: str
    """The character's symbol in the text, which an ignored character need not share.

    Empty if text and characters are not in step."""


def in_step(label: WordLabel) -> bool:
    """Return True if the label's text equals the reading of its characters, so that edits keep the two equal."""
    if label.text is None or label.disagrees:
        return False
    return len(unicodedata.normalize("NFC", label.text)) == len(label.characters)


def text_of(label: WordLabel) -> str:
    """Return the symbols of the characters as one text.

    The symbol of an ignored character is taken from the label's text if that has as many symbols as there are
    characters.
    """
    text = unicodedata.normalize("NFC", label.text or "")
    if len(text) != len(label.characters):
        text = text.strip()
    known = text if len(text) == len(label.characters) else UNREADABLE * len(label.characters)
    return "".join(
        symbol if character.is_ignored else unicodedata.normalize("NFC", character.symbol)
        for character, symbol in zip(label.in_order, known, strict=True)
    )


def entries(label: WordLabel) -> list[ComposedCharacter]:
    """Return the characters in reading order, with the letters of the text if the two are in step."""
    letters = unicodedata.normalize("NFC", label.text or "") if in_step(label) else [""] * len(label.characters)
    return [
        ComposedCharacter(label.characters[place], place, letter)
        for place, letter in zip(label.ranking, letters, strict=True)
    ]


def compose(label: WordLabel, reading: Sequence[ComposedCharacter]) -> WordLabel:
    """Return the label with these characters in this reading order.

    `order` is written only if the character's rank would otherwise be wrong, which makes the fewest changed shapes in
    the file: a character has no `order` if its place in the file equals its rank, and keeps its `order` if that is
    right. Afterwards the ranks are 1 … n without gaps or doubles.

    Parameters
    ----------
    label : WordLabel
        The label before the edit.
    reading : sequence of ComposedCharacter
        The characters in reading order.
    """
    ranks = sorted(range(len(reading)), key=lambda rank: reading[rank].place)  # stable: reading order among equals
    characters = []
    for place, rank in enumerate(ranks):
        character = reading[rank].character
        if (character.order or place + 1) != rank + 1:
            character = replace(character, order=rank + 1)
        characters.append(character)
    text = _spelled(label, [entry.letter for entry in reading]) if in_step(label) else label.text
    return settled(spoken(replace(label, characters=tuple(characters)), text))


def spoken(label: WordLabel, text: str | None) -> WordLabel:
    """Return the label with a given text.

    If the text differs from the label's, the label no longer counts as one on which two readers agreed.
    """
    return label if text == label.text else replace(label, text=text, accepted_by=None)


def _spelled(label: WordLabel, letters: Iterable[str]) -> str | None:
    """Join the letters to a text, or return the label's own text if the two differ only in Unicode form."""
    text = unicodedata.normalize("NFC", "".join(letters))
    return label.text if text == unicodedata.normalize("NFC", label.text or "") else text


def changed(label: WordLabel, changes: Mapping[int, CharacterLabel]) -> WordLabel:
    """Return the label with some characters replaced, and those that really differ marked as accepted."""
    characters = list(label.characters)
    for place, character in changes.items():
        if character != characters[place]:
            characters[place] = accepted(character)
    if all(new is old for new, old in zip(characters, label.characters, strict=True)):
        return label
    return settled(replace(label, characters=tuple(characters)))


def settled(label: WordLabel) -> WordLabel:
    """Return the label with its text marked as known if a person has accepted all its characters."""
    is_known = bool(label.characters) and not any(character.is_draft for character in label.characters)
    return replace(label, text_source=None) if label.text_source and is_known else label


def edited(label: WordLabel, places: Iterable[int], edit: Callable[[CharacterLabel], CharacterLabel]) -> WordLabel:
    """Return the label with `edit` applied to the characters at some places.

    Raises
    ------
    LabelError
        If there is no such place, or `edit` raises it.
    """
    return changed(label, {place: edit(label.characters[place]) for place in selection(label, places)})


def retyped(label: WordLabel, symbols: Mapping[int, str]) -> WordLabel:
    """Return the label with other symbols at some places, and its text kept in step.

    A character that becomes `###` keeps its letter in the text.
    """
    characters = {place: replace(label.characters[place], symbol=symbol) for place, symbol in symbols.items()}
    result = changed(label, characters)
    if result is label or not in_step(label):
        return result
    letters = [entry.letter for entry in entries(label)]
    for rank, place in enumerate(label.ranking):
        if result.characters[place].symbol != label.characters[place].symbol:
            letters[rank] = letter_of(symbols[place], letters[rank])
    return spoken(result, _spelled(label, letters))


def accepted(character: CharacterLabel) -> CharacterLabel:
    """Return the character as made by a person, without `source` and `score`."""
    if character.source is None and character.score is None:
        return character
    return replace(character, source=None, score=None)


def letter_of(symbol: str, otherwise: str = UNREADABLE) -> str:
    """Return the letter that a symbol has in the text: the symbol itself, or `otherwise` if it is illegible."""
    return otherwise if symbol == ILLEGIBLE else symbol


def selection(label: WordLabel, places: Iterable[int]) -> tuple[int, ...]:
    """Return places in the file, without duplicates and in ascending order.

    Raises
    ------
    LabelError
        If the label has no character at one of the places.
    """
    chosen = tuple(sorted(set(places)))
    count = len(label.characters)
    for place in chosen:
        if not 0 <= place < count:
            raise LabelError(
                "the label has {count} {count:|character|characters} and none at place {number}. Select again.",
                count=count,
                number=place + 1,
            )
    return chosen


def rank_of(label: WordLabel, place: int) -> int:
    """Return the rank, from 1, of the character at a place in the file.

    Raises
    ------
    LabelError
        If there is no such place.
    """
    return label.ranking.index(selection(label, [place])[0]) + 1


def symbol_of(text: str) -> str:
    """Return the symbol that a person typed, after NFC.

    Raises
    ------
    LabelError
        If the text is neither a symbol (`core.charset.is_symbol`) nor `###`.
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
    """Return the values as floats, checked to be finite and within bounds.

    Raises
    ------
    LabelError
        If a value is not a finite number within ± `LIMIT`.
    """
    try:
        plain = tuple(map(float, values))
    except (TypeError, ValueError, OverflowError) as error:
        raise LabelError(
            "{what}: {values} are not all numbers. Give plain numbers.", what=what, values=values
        ) from error
    if not all(abs(value) <= LIMIT for value in plain):
        numbers = listed(f"{value:g}" for value in plain)
        raise LabelError(
            "{what}: {said} is out of range. Give numbers within ±{limit:,}.", what=what, said=numbers, limit=LIMIT
        )
    return plain
