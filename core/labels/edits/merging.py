"""Merges two versions of a label that have a common ancestor, character by character and key by key."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from core.labels.edits.composition import ComposedCharacter, compose, entries, in_step, settled
from core.labels.geometry import bounds
from core.labels.label import CharacterLabel, Extra, WordLabel

SAME_PLACE = 0.3
"""Least overlap, intersection over union of the boxes around them, of two outlines of the same character."""

_NEXT = 1e-6  # a place between two places of a file

_Key = tuple[str, int]  # ("base", number), or ("ours" or "theirs", number) of a character that the base lacks

_PARTS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("symbol",), "its symbol"),
    (("polygon", "shape_type"), "its polygon"),
    (("area",), "its painted area"),
    (("gaussian",), "its Gaussian"),
    (("ignore",), "whether it is illegible"),
    (("source", "score"), "the model's draft of it"),
)


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged label, with the conflicts of its two sides."""

    label: WordLabel
    """The merged label. Of parts in conflict it has the first side's version."""
    conflicts: tuple[str, ...]
    """A sentence for each character or value that both sides changed in different ways."""


def merge_labels(base: WordLabel, ours: WordLabel, theirs: WordLabel) -> Merged:
    """Merge two versions of a label, given their common ancestor.

    A part of a character (symbol, polygon, area …) that one side changed becomes what that side made of it. A
    character that one side deleted goes, unless the other side changed it. Orders are merged as sequences, so that a
    character inserted by one side shifts the ranks of the others. If text and characters are in step on both sides,
    the text is spelled from the merged characters. A word that only one side calls reviewed becomes a draft if the
    other side changed it: nobody has checked the merged word. A model's draft gives way to a person's label.
    """
    if base.is_draft or base.known == WordLabel():
        if ours.is_draft and not theirs.is_draft:
            ours = _kept_beside(theirs, ours)
        elif theirs.is_draft and not ours.is_draft:
            theirs = _kept_beside(ours, theirs)
    return _Merge(base, ours, theirs).run()


class _Merge:
    def __init__(self, base: WordLabel, ours: WordLabel, theirs: WordLabel) -> None:
        self.base = base
        self.ours = ours
        self.theirs = theirs
        self.conflicts: list[str] = []

    def run(self) -> Merged:
        base = self.base
        ours = self.ours
        theirs = self.theirs
        sides = _keys(base, ours, theirs)
        merged = self._characters(*sides)
        sequence = self._sequence(merged, *sides)
        label = self._composed(merged, sequence, *sides)
        label = replace(
            label,
            extra=self._extra(base.extra, ours.extra, theirs.extra),
            tags=_merged_tags(base.tags, ours.tags, theirs.tags),
            split=self._value(base.split, ours.split, theirs.split, "training or validation"),
        )
        same = [side for side in (ours, theirs) if side.text == label.text]
        sources = {side.text_source for side in same or (ours, theirs)}
        is_known = None in sources if same else sources == {None}
        score = next((side.text_score for side in (*same, ours, theirs) if side.text_score is not None), None)
        label = replace(label, text_source=None if is_known else "model", text_score=score, accepted_by=None)
        if same:  # the text is one that a side has agreed on
            accepted_by = theirs.accepted_by if ours.accepted_by == base.accepted_by else ours.accepted_by
            label = replace(label, accepted_by=accepted_by)
        label = settled(label)
        return Merged(self._with_status(label), tuple(self.conflicts))

    # Characters

    def _characters(self, our_keys: Sequence[_Key], their_keys: Sequence[_Key]) -> dict[_Key, CharacterLabel]:
        """The characters that the merged label has, in no certain order."""
        mine = dict(zip(our_keys, self.ours.characters, strict=True))
        their_characters = dict(zip(their_keys, self.theirs.characters, strict=True))
        merged: dict[_Key, CharacterLabel] = {}
        for key in dict.fromkeys(chain(our_keys, their_keys)):
            one, two = mine.get(key), their_characters.get(key)
            before = self.base.characters[key[1]] if key[0] == "base" else None
            if one is not None and two is not None:
                merged[key] = self._merged(before, one, two)
            elif before is None:
                merged[key] = one or two  # type: ignore[assignment]  # the key is one of the two sides'
            elif _content(one or two) != _content(before):
                self.conflicts.append(f"{self._name(one, two)} was deleted on one side and changed on the other")
                merged[key] = one or two  # type: ignore[assignment]
        return merged

    def _merged(self, before: CharacterLabel | None, one: CharacterLabel, two: CharacterLabel) -> CharacterLabel:
        """Merge one character that both sides have, or that both have added if `before` is None."""
        result, differing = one, []
        for fields, what in _PARTS:
            was, mine, theirs = (
                None if c is None else tuple(getattr(c, f) for f in fields) for c in (before, one, two)
            )
            if theirs in (mine, was):
                continue
            if mine == was:
                result = replace(result, **{field: getattr(two, field) for field in fields})
            else:
                differing.append(what)
        name = self._name(one, two)
        if before is None and differing:
            self.conflicts.append(f"{name}: both sides have added it")
        else:
            self.conflicts += [f"{name}: {what} was changed on both sides" for what in differing]
        extra = self._extra(() if before is None else before.extra, one.extra, two.extra, f"{name}: ")
        return replace(result, extra=extra)

    def _name(self, one: CharacterLabel | None, two: CharacterLabel | None) -> str:
        character, label = (one, self.ours) if one is not None else (two, self.theirs)
        assert character is not None
        rank = next(k for k, candidate in enumerate(label.in_order, 1) if candidate is character)
        return f"character {rank} “{character.symbol}”"

    # Their order, and the text

    def _sequence(
        self, merged: Mapping[_Key, CharacterLabel], our_keys: Sequence[_Key], their_keys: Sequence[_Key]
    ) -> list[_Key]:
        """The merged characters in reading order."""
        mine = [our_keys[place] for place in self.ours.ranking if our_keys[place] in merged]
        their_order = [their_keys[place] for place in self.theirs.ranking if their_keys[place] in merged]
        both = set(mine) & set(their_order)
        was = [("base", place) for place in self.base.ranking if ("base", place) in both]
        my_order, other_order = ([key for key in keys if key in both] for keys in (mine, their_order))
        shared = [key for key in my_order if key[0] == "base"]
        if my_order != other_order and shared == was:
            mine, their_order = their_order, mine
        elif my_order != other_order and [key for key in other_order if key[0] == "base"] != was:
            self.conflicts.append("the reading order was changed on both sides")
        before: dict[_Key, _Key | None] = dict(zip(their_order, [None, *their_order], strict=False))
        have, own = set(mine), {key for key in mine if key not in both}
        for key in their_order:
            if key in have:
                continue
            after = before[key]
            at = 0 if after is None or after not in mine else mine.index(after) + 1
            if at < len(mine) and mine[at] in own:
                one, two = merged[mine[at]].symbol, merged[key].symbol
                self.conflicts.append(f"both sides have added characters at the same place: “{one}” and “{two}”")
            mine.insert(at, key)
        return mine

    def _composed(
        self,
        merged: Mapping[_Key, CharacterLabel],
        sequence: Sequence[_Key],
        our_keys: Sequence[_Key],
        their_keys: Sequence[_Key],
    ) -> WordLabel:
        label = self._with_characters(merged, sequence, our_keys, their_keys)
        versions = (self.base, self.ours, self.theirs)
        with_content = [version for version in versions if version.characters or version.text is not None]
        if not sequence or not all(map(in_step, with_content)):
            return replace(label, text=self._value(self.base.text, self.ours.text, self.theirs.text, "the text"))
        word = self._word(sequence, our_keys, their_keys)
        is_ours = unicodedata.normalize("NFC", self.ours.text or "") == word
        return replace(label, text=self.ours.text if is_ours else word)

    def _with_characters(
        self,
        merged: Mapping[_Key, CharacterLabel],
        sequence: Sequence[_Key],
        our_keys: Sequence[_Key],
        their_keys: Sequence[_Key],
    ) -> WordLabel:
        """Our label with the merged characters, in the merged reading order."""
        ours = self.ours
        orders = {key: character.order for key, character in _zip(their_keys, self.theirs)}
        orders |= {key: character.order for key, character in _zip(our_keys, ours)}
        if sequence == [our_keys[place] for place in ours.ranking]:
            kept = tuple(replace(merged[key], order=orders[key]) for key in our_keys)
            return replace(ours, characters=kept)
        place_of: dict[_Key, float] = {key: place for place, key in enumerate(our_keys)}
        last = -0.5
        for key in sequence:  # a new character is behind its neighbour in the file, too
            last = place_of.setdefault(key, last + _NEXT)
        reading = [ComposedCharacter(replace(merged[key], order=orders[key]), place_of[key], "") for key in sequence]
        return compose(replace(ours, text=None), reading)

    def _word(self, sequence: Sequence[_Key], our_keys: Sequence[_Key], their_keys: Sequence[_Key]) -> str:
        """The letters of the merged characters: of each the one that a side has changed."""
        base_keys: list[_Key] = [("base", place) for place in range(len(self.base.characters))]
        before = _letters(self.base, base_keys)
        mine = _letters(self.ours, our_keys)
        theirs = _letters(self.theirs, their_keys)

        def letter(key: _Key) -> str:
            if key not in mine or key not in theirs:
                return mine.get(key) or theirs.get(key) or ""
            return theirs[key] if mine[key] == before.get(key) else mine[key]

        return unicodedata.normalize("NFC", "".join(map(letter, sequence)))

    # The rest

    def _value(self, was: Any, mine: Any, theirs: Any, what: str) -> Any:
        if theirs in (mine, was):
            return mine
        if mine == was:
            return theirs
        self.conflicts.append(f"{what} was changed on both sides")
        return mine

    def _extra(self, was: Extra, mine: Extra, theirs: Extra, where: str = "") -> Extra:
        """Foreign keys, each merged for itself."""
        before = dict(was)
        one = dict(mine)
        two = dict(theirs)
        extra: dict[str, str] = {}
        for key in dict.fromkeys(chain(one, two)):
            what = f'{where}the value of "{key}"'
            value = self._value(before.get(key), one.get(key), two.get(key), what)
            if value is not None:
                extra[key] = value
        return tuple(extra.items())

    def _with_status(self, label: WordLabel) -> WordLabel:
        """The label with the later of two reviews, or as a draft if it needs another look."""
        ours, theirs = self.ours, self.theirs
        versions = (self.base, ours, theirs)
        was, our_review, their_review = (
            (version.status, version.reviewed_at, version.reviewed_by) for version in versions
        )
        chosen = their_review if our_review == was else our_review
        # the later review, or the draft that one side asks for
        if our_review != was and their_review not in (our_review, was):
            is_later = (their_review[1] or "") > (our_review[1] or "")
            chosen = (
                their_review
                if their_review[0] != "reviewed" or (our_review[0] == "reviewed" and is_later)
                else our_review
            )
        reviewed = [side for side in (ours, theirs) if side.is_reviewed]
        if chosen[0] == "reviewed" and len(reviewed) == 1 and _said(label) != _said(reviewed[0]):
            chosen = ("draft", None, None)
        return replace(label, status=chosen[0], reviewed_at=chosen[1], reviewed_by=chosen[2])


def _kept_beside(label: WordLabel, draft: WordLabel) -> WordLabel:
    """The label, with what a draft of the same image holds beside its text and characters."""
    return replace(label, extra=draft.extra, tags=draft.tags, split=draft.split)


def _zip(keys: Sequence[_Key], label: WordLabel) -> Iterable[tuple[_Key, CharacterLabel]]:
    return zip(keys, label.characters, strict=True)


def _letters(label: WordLabel, keys: Sequence[_Key]) -> dict[_Key, str]:
    """Return the letters that the characters of a label have in its text.

    The letter of an illegible character is not its symbol.
    """
    return {keys[place]: entry.letter for place, entry in zip(label.ranking, entries(label), strict=True)}


def _said(label: WordLabel) -> tuple[object, ...]:
    return label.text, [_content(character) for character in label.in_order]


def _content(character: CharacterLabel | None) -> CharacterLabel | None:
    """A character without its order, which a deletion before it changes."""
    return None if character is None else replace(character, order=None)


def _merged_tags(was: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> tuple[str, ...]:
    """The tags that either side has added, without those that either took away, sorted as everywhere."""
    taken = set(was) - (set(mine) & set(theirs))
    return tuple(sorted({*mine, *theirs} - taken))


def _keys(base: WordLabel, ours: WordLabel, theirs: WordLabel) -> tuple[list[_Key], list[_Key]]:
    """Return a key for each character of both sides, the same key if both sides have the same character."""
    our_shared: list[_Key | None] = [None if b is None else ("base", b) for b in matched(base, ours)]
    their_shared: list[_Key | None] = [None if b is None else ("base", b) for b in matched(base, theirs)]
    our_new = [place for place, key in enumerate(our_shared) if key is None]
    their_new = [place for place, key in enumerate(their_shared) if key is None]
    added, added_too = (
        WordLabel(tuple(label.characters[place] for place in places))
        for label, places in ((ours, our_new), (theirs, their_new))
    )
    same = matched(added, added_too)
    ours_keys = [key or ("ours", place) for place, key in enumerate(our_shared)]
    their_keys = [key or ("theirs", place) for place, key in enumerate(their_shared)]
    for place, partner in zip(their_new, same, strict=True):
        if partner is not None:
            their_keys[place] = ("ours", our_new[partner])
    return ours_keys, their_keys


def matched(base: WordLabel, side: WordLabel) -> list[int | None]:
    """Return for each character of a label the place of the same character in another label, or None.

    The same are, first, equal characters; then those with the same outline; then those whose boxes overlap by
    `SAME_PLACE`, the nearest first; and last those with the same symbol and order, which were moved far.
    """
    partners: list[int | None] = [None] * len(side.characters)
    free = dict.fromkeys(range(len(base.characters)))

    def pair(test: Callable[[int, CharacterLabel], Hashable]) -> None:
        waiting: dict[Hashable, list[int]] = {}
        for place in free:
            waiting.setdefault(test(place, base.characters[place]), []).append(place)
        for number, character in enumerate(side.characters):
            if partners[number] is None and (same := waiting.get(test(number, character))):
                partners[number] = place = same.pop(0)
                del free[place]

    pair(lambda place, c: c)
    pair(lambda place, c: _content(c))
    pair(lambda place, c: (c.symbol, c.polygon))
    pair(lambda place, c: c.polygon)
    overlaps = [
        (overlap(base.characters[place].polygon, character.polygon), place, number)
        for place in free
        for number, character in enumerate(side.characters)
        if partners[number] is None
    ]
    for share, place, number in sorted(overlaps, key=lambda candidate: -candidate[0]):
        if share >= SAME_PLACE and place in free and partners[number] is None:
            partners[number] = place
            del free[place]
    pair(lambda place, c: (c.symbol, c.order or place + 1))
    return partners


def overlap(one: Sequence[tuple[float, float]], two: Sequence[tuple[float, float]]) -> float:
    """Return the intersection over union of the boxes around two outlines, or 0 if neither box has an area."""
    (a, b, c, d), (e, f, g, h) = bounds(tuple(one)), bounds(tuple(two))
    shared = max(0.0, min(c, g) - max(a, e)) * max(0.0, min(d, h) - max(b, f))
    union = (c - a) * (d - b) + (g - e) * (h - f) - shared
    return shared / union if union > 0 else 0.0
