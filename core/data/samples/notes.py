"""Notes on labelled data before a training: words and symbols that cannot be learned, drafts and left-out samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from core.base.errors import Sentence
from core.base.phrases import listed
from core.base.progress import Progress, ignore_news
from core.charset import name_of
from core.data.samples.samples import Preparation, Prepared, Reader, illegible, labels_of
from core.data.samples.sources import FileReader
from core.labels.maps.decoding import form_word, target_evidence
from core.labels.maps.render import TargetMaps
from core.labels.maps.spec import MapSpec

_NAMED = 4  # images, or twice as many symbols, that a note names one by one


class Inspected(Protocol):
    """The facts from `core.data.preflight.Inspection` that the notes need."""

    @property
    def character_level(self) -> int:
        """The number of samples with maps."""

    @property
    def unreadable(self) -> tuple[str, ...]:
        """The names of samples with maps for which `is_readable` is false."""


def is_readable(sample: Prepared, ids: Sequence[int], preparation: Preparation) -> bool:
    """Return True if a sample's target maps can be decoded into its text, which is the upper bound at this stride.

    Parameters
    ----------
    sample : Prepared
        A sample with maps.
    ids : sequence of int
        Ids of its text. An id not above 0, an illegible or unknown symbol, may be read as anything.
    preparation : Preparation
        The parameters that the sample was prepared with.
    """
    charset, spec = preparation.charset, preparation.maps
    maps = TargetMaps(sample.character, sample.order, sample.localization)
    word = form_word(target_evidence(maps, len(charset)), charset, spec, (spec.height, spec.width))
    if word.gaps or len(word.characters) < len(ids):
        return False
    return all(
        wanted <= 0 or (charset.id_of(read.symbol) == wanted and read.score > 0)
        for wanted, read in zip(ids, word.characters, strict=False)
    )


def unreadable_note(what: str, report: Inspected, spec: MapSpec) -> str:
    """Return a note on the words of a source that are not readable from their target maps.

    Parameters
    ----------
    what : str
        "training" or "validation".
    report : Inspected
        The inspection, with at least one such word.
    spec : MapSpec
        The parameters of the maps. The sentence names stride and width.
    """
    names = report.unreadable
    cure = Sentence("Take a larger width.")
    if spec.stride > 2:  # 2 is the finest that a network predicts
        cure = Sentence("Take stride 2, or a larger width.")
    return Sentence(
        "{count:,} of the {drawn:,} {what} words with polygons cannot be read even from their own target maps at "
        "stride {stride} and width {width}: their characters are too small or too close together ({names}). {cure}",
        count=len(names),
        drawn=report.character_level,
        what=what,
        stride=spec.stride,
        width=spec.width,
        names=_listed(names),
        cure=cure,
    )


def unknown_symbols(
    readers: Iterable[Reader], preparation: Preparation, progress: Progress = ignore_news
) -> Counter[str]:
    """Count the normalised symbols in labels that the charset lacks.

    Parameters
    ----------
    readers : iterable of Reader
        Finite ones.
    preparation : Preparation
        The charset, and the normalisation of the labels.
    progress : Progress
        Called for one reader after the other.
    """
    counts: Counter[str] = Counter()
    for reader in readers:
        for label in labels_of(reader, progress):
            learned = preparation.normalised(label)
            if learned.characters or not illegible(learned):
                counts.update(learned.word)
    for symbol in [s for s in counts if s == "\N{REPLACEMENT CHARACTER}" or preparation.charset.id_of(s) is not None]:
        del counts[symbol]
    return counts


def unknown_note(unknown: Counter[str], preparation: Preparation) -> str:
    """Return a note on the symbols that the charset lacks, or "" if it lacks none."""
    if not unknown:
        return ""
    most = 2 * _NAMED
    named = listed(f"{name_of(symbol)} {count} ×" for symbol, count in unknown.most_common(most))
    more = Sentence(" and {count} more", count=len(unknown) - most) if len(unknown) > most else ""
    return Sentence(
        "The labels hold symbols that the charset of {size} lacks ({named}{more}): characters with polygons are "
        "ignored, words without polygons are left out. Train with a charset that has them, if they are to be read.",
        size=len(preparation.charset),
        named=named,
        more=more,
    )


def _listed(names: Sequence[str]) -> str:
    named = listed(names[:_NAMED])
    if len(names) <= _NAMED:
        return named
    return Sentence("{some} and {count} more", some=named, count=len(names) - _NAMED)


def drafts_note(reader: FileReader) -> str:
    """Return how many labels are known, and the use of the drafts, or "" if there is no draft."""
    chances = reader.confidences
    used = int((chances < 1).sum())
    if used:
        return Sentence(
            "{drafts:,} of {count:,} training {count:|word|words} {drafts:|is a draft|are drafts} that nobody has "
            "reviewed. Each is taken as often as it is probably right: they count as {expected:,} words.",
            drafts=used,
            count=reader.size,
            expected=round(float(chances[chances < 1].sum())),
        )
    if reader.agreed:
        return Sentence(
            "Labels: {known:,} of yours, {agreed:,} on which two readers agreed, {drafts:,} {drafts:|draft|drafts} "
            "left out.",
            known=reader.size - reader.agreed,
            agreed=reader.agreed,
            drafts=reader.drafts,
        )
    if reader.drafts:
        return Sentence(
            "Labels: {known:,} of yours, {drafts:,} {drafts:|draft|drafts} left out.",
            known=reader.size,
            drafts=reader.drafts,
        )
    return ""


def agreed_note(held: FileReader) -> str:
    """Return how many words do not validate, because two readers gave their texts, or "" for none."""
    if not held.agreed:
        return ""
    return Sentence(
        "Left out of validation: {count:,} {count:|word that was|words that were} accepted because two readers agreed. "
        "Confirm {count:|it|some}.",
        count=held.agreed,
    )
