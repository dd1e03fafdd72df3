"""Collects the report of an import or a conversion: counts and names of items taken, turned, guessed and left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core.base.errors import Sentence
from core.base.phrases import listed

Kind = Literal["taken", "turned", "guessed", "left out"]

KINDS: Mapping[Kind, Sentence] = {
    "taken": Sentence("taken"),
    "turned": Sentence("turned"),
    "guessed": Sentence("guessed"),
    "left out": Sentence("left out"),
}
"""The kinds of notes in the order of a report, each as a person reads it."""

_SHOWN = 3  # names that a sentence gives; the report has all of them


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on the treatment of one record or of one file of a source."""

    kind: Kind
    """The heading that the report gives it under, a key of `KINDS`."""
    what: Sentence
    """Rest of a sentence behind a count: "texts were taken from …"."""
    one: Sentence
    """The whole sentence for one: "one text was taken from …"."""

    def noted(self, count: int, names: tuple[str, ...] = ()) -> Note:
        """Return the note of a remark that was made `count` times."""
        return Note(self.kind, self.what, self.one, count, names)


@dataclass(frozen=True, slots=True)
class Note:
    """A remark, with its count and the names of all records or files that it is about."""

    kind: Kind
    """The heading that the report gives it under, as in `Remark`."""
    what: Sentence
    """Rest of a sentence behind a count, as in `Remark`."""
    one: Sentence
    """The whole sentence for one, as in `Remark`."""
    count: int
    """Number of records or files with the remark."""
    names: tuple[str, ...] = ()
    """The images written, or the places in the source."""

    @property
    def is_abridged(self) -> bool:
        """True if the sentence leaves out some of the names."""
        return len(self.names) > _SHOWN

    @property
    def counted(self) -> Sentence:
        """The count with the remark, or the remark's own sentence for a count of 1."""
        if self.count == 1:
            return self.one
        return Sentence("{count} {what}", count=self.count, what=self.what)

    @property
    def sentence(self) -> Sentence:
        """The count, the remark and the first names."""
        if not self.names:
            return self.counted
        return Sentence("{what}: {names}", what=self.counted, names=listed(self.names, _SHOWN))

    def __str__(self) -> Sentence:
        return self.sentence


class Notes:
    """Collects remarks with the names of the records or files that they are about."""

    def __init__(self) -> None:
        self._names: dict[Remark, dict[str, None]] = {}
        self._counts: dict[Remark, int] = {}

    def add(self, remark: Remark, *names: str, count: int = 1) -> None:
        """Count a remark about these records or files."""
        self._counts[remark] = self._counts.get(remark, 0) + count
        self._names.setdefault(remark, {}).update(dict.fromkeys(names))

    def __iter__(self) -> Iterator[Note]:
        """Yield the notes in the order of `KINDS`."""
        for kind in KINDS:
            for remark, count in self._counts.items():
                if remark.kind == kind:
                    yield remark.noted(count, tuple(self._names[remark]))


def report_lines(notes: Iterable[Note]) -> Iterator[Sentence]:
    """Yield a line for each note: its kind, its count and its first names."""
    for note in notes:
        yield Sentence("{kind}: {note}", kind=KINDS[note.kind], note=note.sentence)


def notes_to_dict(notes: Iterable[Note]) -> dict[str, list[dict[str, Any]]]:
    """Return all notes with all names for a JSON document, by kind: `taken`, `turned`, `guessed`, `left_out`."""
    entries: dict[str, list[dict[str, Any]]] = {kind.replace(" ", "_"): [] for kind in KINDS}
    for note in notes:
        entry = {"what": str(note.what), "count": note.count, "names": list(note.names)}
        entries[note.kind.replace(" ", "_")].append(entry)
    return entries
