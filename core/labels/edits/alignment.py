"""Sets a label's text by aligning symbols to characters, so that correcting one letter keeps the other polygons."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LabelError
from core.charset import is_symbol, name_of
from core.labels.edits.composition import ComposedCharacter, compose, entries
from core.labels.edits.interpolation import guess_polygons, room_between
from core.labels.edits.shapes import with_polygon
from core.labels.label import CharacterLabel, WordLabel

_MAX_CELLS = 4_000_000  # characters × symbols that are aligned: lines of 2,000 symbols, 64 MB for a moment

Step = tuple[int | None, int | None]
"""(character, symbol), indices from 0: both where they belong together, else one to delete or one to insert."""


def align(characters: Sequence[CharacterLabel], symbols: str) -> list[Step]:
    """Match symbols to characters by the least edit distance (Levenshtein, all costs 1).

    An ignored character matches any one symbol at no cost; `rapidfuzz` compares hashes, which cannot express this.
    Among equally short alignments the first choice inserts into room between the polygons (the second l of HELO) and
    substitutes only the case; the second choice substitutes rather than deletes and inserts; the third deletes and
    inserts as late as possible, so that symbols stay beside the character of their own rank (for Bank read as Connn,
    the last n is deleted).

    Parameters
    ----------
    characters : sequence of CharacterLabel
        In reading order.
    symbols : str
        After NFC.

    Returns
    -------
    list of (int or None, int or None)
        Pairs of a character and a symbol, by number from 0, in reading order. None on the side that lacks a partner.

    Raises
    ------
    LabelError
        If characters and symbols are so many that the alignment would take gigabytes.
    """
    if len(characters) * len(symbols) > _MAX_CELLS:
        raise LabelError(
            "a text of {symbols:,} {symbols:|symbol|symbols} cannot be aligned with {count:,} "
            "{count:|character|characters}. Check that the text is that of one word or line.",
            symbols=len(symbols),
            count=len(characters),
        )
    read = [
        None if character.is_ignored else unicodedata.normalize("NFC", character.symbol) for character in characters
    ]
    if len(read) == len(symbols) and all(a in (None, b) for a, b in zip(read, symbols, strict=True)):
        return [(place, place) for place in range(len(symbols))]  # as nearly always; any other way has an edit
    unit = 1 << 26  # an edit; a change of case or a fitting gap saves 1; all savings stay below an edit
    codes = np.array([ord(symbol) for symbol in symbols], dtype=np.int64)
    letters: dict[str, int] = {}  # numbers for symbols that differ in more than case
    folded = np.array([letters.setdefault(symbol.casefold(), len(letters)) for symbol in symbols], dtype=np.int64)
    count = len(symbols)
    insertion = unit - np.array(room_between(tuple(character.polygon for character in characters)), dtype=np.int64)
    steps = np.arange(count + 1, dtype=np.int64)
    costs = np.empty((len(characters) + 1, count + 1), dtype=np.int64)
    substitution = np.empty((len(characters), count), dtype=np.int64)
    # from the end of the word: the way traced back then runs forwards, and among equals has its pairs first
    codes = codes[::-1]
    folded = folded[::-1]
    insertion = insertion[::-1]
    costs[0] = insertion[0] * steps
    for i, character in enumerate(reversed(characters)):
        symbol = unicodedata.normalize("NFC", character.symbol)
        if character.is_ignored:
            substitution[i] = 0
        else:
            code = ord(symbol) if len(symbol) == 1 else -1
            same_letter = folded == letters.get(symbol.casefold(), -1)
            substitution[i] = np.where(codes == code, 0, unit - same_letter)
        row = costs[i] + unit
        row[1:] = np.minimum(row[1:], costs[i, :-1] + substitution[i])
        ramp = insertion[i + 1] * steps
        costs[i + 1] = np.minimum.accumulate(row - ramp) + ramp  # any number of insertions at once
    return _traced_back(costs, substitution, unit)


def _traced_back(costs: NDArray[np.int64], substitution: NDArray[np.int64], unit: int) -> list[Step]:
    """A cheapest way, read forwards, through the table of the costs of the last i characters and the last j symbols."""
    n, m = costs.shape[0] - 1, costs.shape[1] - 1
    i, j = n, m
    steps: list[Step] = []
    while i or j:
        if i and j and costs[i, j] == costs[i - 1, j - 1] + substitution[i - 1, j - 1]:
            steps.append((n - i, m - j))
            i, j = i - 1, j - 1
        elif i and costs[i, j] == costs[i - 1, j] + unit:
            steps.append((n - i, None))
            i -= 1
        else:
            steps.append((None, m - j))
            j -= 1
    return steps


def set_text(label: WordLabel, text: str | None, image_size: tuple[int, int] | None = None) -> WordLabel:
    """Set the text of the word, and change its characters to match the text.

    Symbols and characters are aligned by edit distance (`align`), preferring substitutions. A character that keeps its
    symbol is not touched; a substituted one keeps its polygon, and stays a draft if a model drew it; a character
    without a symbol in the text is deleted. For an inserted symbol a polygon is guessed: in the gap between its
    neighbours, at an end beside the last character, and if there is no room by dividing a neighbour
    (`core.labels.edits.interpolation`). A guess, and a neighbour cut for it, is marked like a model's draft (`source:
    "model"`, no score), so that the window draws the guess as a draft, and the queue holds it until a person moves or
    accepts it. Ignored characters (`###`) match any symbol and are never overwritten.

    Afterwards text and characters agree, and the text is known. A label without characters changes only its text; None
    as text removes the text and leaves the characters alone; the empty text deletes them all.

    Parameters
    ----------
    label : WordLabel
        The label.
    text : str or None
        Normalised to NFC.
    image_size : (height, width), optional
        After EXIF orientation; guessed polygons at the ends of the word are kept inside. Without the size only the left
        and upper edges are known.

    Raises
    ------
    LabelError
        If the text is far too long for a word (`align`), or holds a character that is no symbol, such as a line end.
    """
    if text is None:
        return replace(label, text=None, text_source=None)
    symbols = unicodedata.normalize("NFC", text)
    for number, symbol in enumerate(symbols, 1):
        if symbol != "\N{REPLACEMENT CHARACTER}" and not is_symbol(symbol):  # `###` reads as U+FFFD
            raise LabelError(
                "text: {symbol}, number {number}, is not a symbol. Leave it out.", symbol=name_of(symbol), number=number
            )
    is_in_step = label.text is not None and unicodedata.normalize("NFC", label.text) == symbols
    spoken = replace(label, text=label.text if is_in_step else symbols, text_source=None)
    if not label.characters or not spoken.disagrees:
        return spoken
    reading = entries(label)
    steps = align([entry.character for entry in reading], symbols)
    return replace(compose(spoken, _follow(reading, steps, symbols, image_size)), text=spoken.text)


def _follow(
    reading: Sequence[ComposedCharacter], steps: Sequence[Step], symbols: str, image_size: tuple[int, int] | None
) -> list[ComposedCharacter]:
    """The characters in reading order after the steps: substituted, deleted, and inserted with guessed polygons."""
    kept: list[ComposedCharacter] = []
    runs: list[str] = [""]  # symbols to insert before each kept character, and behind the last
    for i, j in steps:
        if i is None and j is not None:
            runs[-1] += symbols[j]
        elif i is not None and j is not None:
            kept.append(_substituted(reading[i], symbols[j]))
            runs.append("")
    if not kept:  # only for the empty text: a substitution costs less than a deletion and an insertion
        return []
    guesses = guess_polygons([entry.character.polygon for entry in kept], [len(run) for run in runs], image_size)
    result: list[ComposedCharacter] = []
    for index, run in enumerate(runs):
        place = kept[index - 1].place + 0.5 if index else kept[0].place - 0.5
        result += [
            ComposedCharacter(CharacterLabel(symbol, polygon, source="model"), place, symbol)
            for symbol, polygon in zip(run, guesses.inserted[index], strict=True)
        ]
        if index < len(kept):
            entry = kept[index]
            narrowed = guesses.narrowed.get(index)
            if narrowed is not None:
                cut = with_polygon(entry.character, narrowed)
                entry = replace(entry, character=replace(cut, source="model", score=None))
            result.append(entry)
    return result


def _substituted(entry: ComposedCharacter, symbol: str) -> ComposedCharacter:
    """Return the character with its symbol from the text."""
    character = entry.character
    if character.is_ignored or unicodedata.normalize("NFC", character.symbol) == symbol:
        return replace(entry, letter=symbol)
    return replace(entry, character=replace(character, symbol=symbol, score=None), letter=symbol)
