"""Checks the symbols and the text of one label, and their agreement."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from core.base.errors import Sentence
from core.base.phrases import listed
from core.charset import Charset, is_symbol, is_unseen, name_of
from core.labels.checks.problems import FIXES, Fix, Problem, apply_edit, found, printable, quoted
from core.labels.checks.shapes import Context
from core.labels.edits.composition import text_of
from core.labels.label import CharacterLabel
from core.labels.maps.render import Unknown
from core.labels.maps.spec import MapSpec

_NAMED = 5  # code points


def check_symbols(context: Context, charset: Charset, unknown: Unknown) -> Iterator[Problem]:
    """Find characters with anything but one symbol, and symbols that the charset lacks."""
    severe = unknown == "error"
    for rank, character in enumerate(context.characters, 1):
        if character.is_ignored or charset.id_of(character.symbol) is not None or _is_unseen(character):
            continue
        if not is_symbol(character.symbol):
            yield _invalid(context, rank, charset)
            continue
        symbol = unicodedata.normalize("NFC", character.symbol)
        fixes = _for_unknown(context, rank, symbol, charset)
        sentence = Sentence(
            "character {rank} {symbol} is not in the charset ({count} {count:|symbol|symbols}). Correct it, or "
            "add it to the charset in textscanner.json.",
            rank=rank,
            symbol=_named(symbol),
            count=len(charset),
        )
        yield context.problem("symbol-unknown", rank, sentence, fixes, severe)
    if context.label.is_word_level and context.label.word.strip():
        for symbol in filter(_is_seen, charset.missing(context.label.word)):
            sentence = Sentence(
                "{symbol} in the text is not in the charset ({count} {count:|symbol|symbols}). Correct it, or add "
                "it to the charset in textscanner.json.",
                symbol=_named(symbol),
                count=len(charset),
            )
            fixes = (_add(symbol),) if is_symbol(symbol) else ()
            yield found(
                kind="symbol-unknown",
                sentence=sentence,
                image=context.name,
                character=None,
                place=None,
                fixes=fixes,
                severity="error" if severe else None,
            )


def check_unseen(context: Context) -> Iterator[Problem]:
    """Find invisible symbols in the text and in the characters, and blanks at the ends of the text."""
    label = context.label
    text = unicodedata.normalize("NFC", label.text or "")
    symbols = [character.symbol for character in context.characters if _is_unseen(character)]
    unseen = dict.fromkeys([*(symbol for symbol in text if is_unseen(symbol)), *symbols])
    has_blank_ends = bool(text.strip()) and text != text.strip(" ") and not label.characters
    if not unseen and not has_blank_ends:
        return
    points = listed(f"U+{ord(symbol):04X} {unicodedata.name(symbol, '')}".rstrip() for symbol in [*unseen][:_NAMED])
    if unseen:
        sentence = Sentence(
            "the text has characters that cannot be seen in a picture: {points}. Delete them, or type the text again.",
            points=points,
        )
    else:
        sentence = Sentence("the text {text} has a space at one of its ends. Delete the space.", text=quoted(text))
    fix = Fix("delete-unseen", FIXES["delete-unseen"].title)
    is_mended = apply_edit(label, fix) != label
    yield found("text-unseen", sentence, context.name, fixes=(fix,) if is_mended else ())


def _is_unseen(character: CharacterLabel) -> bool:
    symbol = unicodedata.normalize("NFC", character.symbol)
    return len(symbol) == 1 and is_unseen(symbol)


def _is_seen(symbol: str) -> bool:
    return not is_unseen(symbol)


def _named(symbol: str) -> str:
    return printable(name_of(symbol)) if len(symbol) == 1 else quoted(symbol)


def _add(symbol: str) -> Fix:
    return Fix("add-to-charset", Sentence("Add {symbol} to the charset", symbol=_named(symbol)), symbol=symbol)


def _for_unknown(context: Context, rank: int, symbol: str, charset: Charset) -> tuple[Fix, ...]:
    """The fix that adds a symbol, and the fix that retypes the symbol if the charset has another form (Ａ for A)."""
    plain = unicodedata.normalize("NFKC", symbol)
    if plain not in charset:
        return (_add(symbol),)
    return (_retype(context, rank, plain), _add(symbol))


def _retype(context: Context, rank: int, symbol: str) -> Fix:
    title = Sentence("Retype character {rank} as {symbol}", rank=rank, symbol=_named(symbol))
    return Fix("retype", title, characters=(context.in_file(rank),), symbol=symbol)


def _invalid(context: Context, rank: int, charset: Charset) -> Problem:
    symbol = context.characters[rank - 1].symbol
    text = unicodedata.normalize("NFC", context.label.text or "")
    meant = text[rank - 1] if len(text) == len(context.characters) else unicodedata.normalize("NFC", symbol).strip()
    fixes = (_retype(context, rank, meant),) if is_symbol(meant) and meant in charset else ()
    points = len(unicodedata.normalize("NFC", symbol))
    if not symbol.strip() or points == 1:
        sentence = Sentence(
            "character {rank} has no symbol. Type one symbol, or ### if nobody can read the character.", rank=rank
        )
    else:
        sentence = Sentence(
            "character {rank} has {count} symbols in one, {symbol}. Type one symbol, or ### if nobody can read the "
            "character.",
            rank=rank,
            count=f"{points:,}",
            symbol=quoted(symbol),
        )
    return context.problem("symbol-invalid", rank, sentence, fixes)


def check_length(context: Context, spec: MapSpec) -> Iterator[Problem]:
    """Find labels that have more characters, or more symbols in a word-level text, than the order map has ranks."""
    label = context.label
    if len(label.characters) > spec.max_length:
        sentence = Sentence(
            "{count} {count:|character|characters}, more than max_length = {most}. Raise max_length in "
            "textscanner.json, or split the word.",
            count=f"{len(label.characters):,}",
            most=spec.max_length,
        )
        yield found("too-many-characters", sentence, context.name)
    elif not label.characters and len(label.word) > spec.max_length:
        sentence = Sentence(
            "{count} {count:|symbol|symbols} in the text, more than max_length = {most}. Raise max_length in "
            "textscanner.json, or split the word.",
            count=f"{len(label.word):,}",
            most=spec.max_length,
        )
        yield found("too-many-characters", sentence, context.name)


def check_text(context: Context, charset: Charset) -> Iterator[Problem]:
    """Find labels that have neither text nor characters, and labels whose text and characters disagree."""
    label = context.label
    if not label.characters:
        if not (label.text or "").strip():
            sentence = Sentence("the label has neither text nor characters. Type the text, or delete the label.")
            yield found("label-empty", sentence, context.name)
        return
    if not label.disagrees:
        return
    text = unicodedata.normalize("NFC", label.text or "")
    rank = _first_difference(context.characters, text)
    if len(text) == len(context.characters):
        sentence = Sentence(
            "text {text} and characters {read} differ at symbol {rank}. Correct the one that is wrong.",
            text=quoted(text),
            read=quoted(label.reading),
            rank=rank,
        )
    else:
        sentence = Sentence(
            "text {text} and characters {read} ({written} and {drawn} {drawn:|symbol|symbols}) differ from symbol "
            "{rank} on. Correct the one that is wrong.",
            text=quoted(text),
            read=quoted(label.reading),
            written=f"{len(text):,}",
            drawn=f"{len(context.characters):,}",
            rank=rank,
        )
    at = min(rank, len(context.characters))
    yield context.problem("text-mismatch", at, sentence, _agreeing(context, text, charset))


def _first_difference(characters: tuple[CharacterLabel, ...], text: str) -> int:
    """Return the first 1-based rank at which text and characters differ."""
    for rank, (character, symbol) in enumerate(zip(characters, text, strict=False), 1):
        if not _says(character, symbol):
            return rank
    return min(len(characters), len(text)) + 1


def _says(character: CharacterLabel, symbol: str) -> bool:
    return character.is_ignored or unicodedata.normalize("NFC", character.symbol) == symbol


def _agreeing(context: Context, text: str, charset: Charset) -> tuple[Fix, ...]:
    """Return the fixes that make text and characters agree, two if a person has to choose which of the two is right."""
    characters = context.characters
    follow = Fix("text-from-characters", Sentence("Set the text to {text}", text=quoted(text_of(context.label))))
    readable = all(character.is_ignored or is_symbol(character.symbol) for character in characters)
    if len(text) != len(characters):
        stripped = text.strip()
        same = len(stripped) == len(characters) and all(map(_says, characters, stripped))
        return (follow,) if readable and (same or not stripped) else ()
    wrong = [rank for rank, (c, symbol) in enumerate(zip(characters, text, strict=True), 1) if not _says(c, symbol)]
    places = tuple(context.in_file(rank) for rank in wrong)
    obey = Fix("characters-from-text", Sentence("Set the characters to {text}", text=quoted(text)), characters=places)
    can_obey = all(text[rank - 1] in charset and is_symbol(text[rank - 1]) for rank in wrong)
    symbols = [characters[rank - 1] for rank in wrong]
    known = [charset.id_of(character.symbol) is not None for character in symbols]
    # A model's guess, or a symbol outside the project's charset, gives way to a person's text.
    if can_obey and (all(c.is_draft for c in symbols) or not any(known)):
        return (obey,)
    if not can_obey:
        return (follow,) if readable and all(known) else ()
    return (follow, obey) if readable else ()
