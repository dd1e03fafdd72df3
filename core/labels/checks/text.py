"""What one label says: its symbols, its text, and whether the two agree."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from core.charset import Charset, is_symbol, name_of
from core.labels.checks.problems import Fix, Problem, found, printable, quoted
from core.labels.checks.shapes import Context
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.render import Unknown
from core.labels.maps.spec import MapSpec

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def check_symbols(context: Context, charset: Charset, unknown: Unknown) -> Iterator[Problem]:
    """Symbols that are none, or that the charset does not have."""
    severe = unknown == "error"
    for rank, character in enumerate(context.characters, 1):
        if character.is_ignored or charset.id_of(character.symbol) is not None:
            continue
        if not is_symbol(character.symbol):
            yield _invalid(context, rank, charset)
            continue
        symbol = unicodedata.normalize("NFC", character.symbol)
        fixes = _for_unknown(context, rank, symbol, charset)
        message = f"character {rank} {_named(symbol)} {_not_in(charset)}"
        place = context.geometry.place_of(rank)
        yield found("symbol-unknown", message, context.name, rank, place, fixes, "error" if severe else None)
    if context.label.is_word_level and context.label.word.strip():
        for symbol in charset.missing(context.label.word):
            message = f"{_named(symbol)} in the text {_not_in(charset)}"
            fixes = (_add(symbol),) if is_symbol(symbol) else ()
            yield found("symbol-unknown", message, context.name, None, None, fixes, "error" if severe else None)


def _named(symbol: str) -> str:
    return printable(name_of(symbol)) if len(symbol) == 1 else quoted(symbol)


def _not_in(charset: Charset) -> str:
    return f"is not in the charset ({len(charset)} symbols). Correct it, or add it to the charset in textscanner.json."


def _add(symbol: str) -> Fix:
    return Fix("add-to-charset", f"Add {_named(symbol)} to the charset", symbol=symbol)


def _for_unknown(context: Context, rank: int, symbol: str, charset: Charset) -> tuple[Fix, ...]:
    """Adding it; where the charset has the symbol in another form (Ａ for A), a person chooses between the two."""
    plain = unicodedata.normalize("NFKC", symbol)
    if plain not in charset:
        return (_add(symbol),)
    title = f"Retype character {rank} as {_named(plain)}"
    return (Fix("retype", title, (context.in_file(rank),), symbol=plain), _add(symbol))


def _invalid(context: Context, rank: int, charset: Charset) -> Problem:
    symbol = context.characters[rank - 1].symbol
    text = unicodedata.normalize("NFC", context.label.text or "")
    meant = text[rank - 1] if len(text) == len(context.characters) else unicodedata.normalize("NFC", symbol).strip()
    fixes: tuple[Fix, ...] = ()
    if is_symbol(meant) and meant in charset:
        fixes = (Fix("retype", f"Retype character {rank} as {_named(meant)}", (context.in_file(rank),), symbol=meant),)
    points = len(unicodedata.normalize("NFC", symbol))
    what = "no symbol" if not symbol.strip() or points == 1 else f"{points:,} symbols in one, {quoted(symbol)}"
    message = f"character {rank} has {what}. Type its one symbol, or ### if nobody can read it."
    return found("symbol-invalid", message, context.name, rank, context.geometry.place_of(rank), fixes)


def check_length(context: Context, spec: MapSpec) -> Iterator[Problem]:
    """More characters, or symbols of a word-level text, than the order map has ranks."""
    label = context.label
    count = len(label.characters) or len(label.word)
    if count > spec.max_length:
        what = "characters" if label.characters else "symbols in the text"
        message = (
            f"{count:,} {what}, more than max_length = {spec.max_length}. "
            "Raise max_length in textscanner.json, or split the word."
        )
        yield found("too-many-characters", message, context.name)


def check_text(context: Context, charset: Charset) -> Iterator[Problem]:
    """A label without anything in it, and text and characters that contradict each other."""
    label = context.label
    if not label.characters:
        if not (label.text or "").strip():
            message = "the label has neither text nor characters. Type the text, or delete the label."
            yield found("label-empty", message, context.name)
        return
    if not label.disagrees:
        return
    text = unicodedata.normalize("NFC", label.text or "")
    read = label.reading
    rank = _first_difference(context.characters, text)
    where = f"from number {rank} on" if len(text) != len(context.characters) else f"at number {rank}"
    numbers = (
        f" ({len(text):,} and {len(context.characters):,} symbols)" if len(text) != len(context.characters) else ""
    )
    message = (
        f"text {quoted(text)} and characters {quoted(read)}{numbers} differ {where}. Correct the one that is wrong."
    )
    at = min(rank, len(context.characters))
    fixes = _agreeing(context, text, charset)
    yield found("text-mismatch", message, context.name, at, context.geometry.place_of(at), fixes)


def _first_difference(characters: tuple[CharacterLabel, ...], text: str) -> int:
    """1-based rank from which text and characters differ."""
    for rank, (character, symbol) in enumerate(zip(characters, text, strict=False), 1):
        if not _says(character, symbol):
            return rank
    return min(len(characters), len(text)) + 1


def _says(character: CharacterLabel, symbol: str) -> bool:
    return character.is_ignored or unicodedata.normalize("NFC", character.symbol) == symbol


def _agreeing(context: Context, text: str, charset: Charset) -> tuple[Fix, ...]:
    """Taking the text over, or the characters; both for a person to choose where nothing tells which is right."""
    characters = context.characters
    follow = Fix("text-from-characters", f"Set the text to {quoted(text_of(context.label))}")
    readable = all(character.is_ignored or is_symbol(character.symbol) for character in characters)
    if len(text) != len(characters):
        stripped = text.strip()
        same = len(stripped) == len(characters) and all(map(_says, characters, stripped))
        return (follow,) if readable and (same or not stripped) else ()
    wrong = [rank for rank, (c, symbol) in enumerate(zip(characters, text, strict=True), 1) if not _says(c, symbol)]
    places = tuple(context.in_file(rank) for rank in wrong)
    obey = Fix("characters-from-text", f"Set the characters to {quoted(text)}", places)
    can_obey = all(text[rank - 1] in charset and is_symbol(text[rank - 1]) for rank in wrong)
    symbols = [characters[rank - 1] for rank in wrong]
    known = [charset.id_of(character.symbol) is not None for character in symbols]
    # A model's guess, or what is no symbol of the project, gives way to what a person typed.
    if can_obey and (all(c.source == "model" for c in symbols) or not any(known)):
        return (obey,)
    if not can_obey:
        return (follow,) if readable and all(known) else ()
    return (follow, obey) if readable else ()


def text_of(label: WordLabel) -> str:
    """What the characters read; where one is ignored, what the text says there if it has as many symbols."""
    text = unicodedata.normalize("NFC", label.text or "")
    if len(text) != len(label.characters):
        text = text.strip()
    known = text if len(text) == len(label.characters) else _REPLACEMENT * len(label.characters)
    return "".join(
        symbol if character.is_ignored else unicodedata.normalize("NFC", character.symbol)
        for character, symbol in zip(label.in_order, known, strict=True)
    )
