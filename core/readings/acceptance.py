"""Words that are accepted in bulk because several readers read the same, and how many of them will be wrong."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from core.readings.agreement import Agreement, agreement_of


@dataclass(frozen=True, slots=True)
class AgreedWord:
    """A word that nobody has labelled, and that several readers read alike."""

    image: str
    """Relative path of the image."""
    spellings: tuple[tuple[str, str], ...]
    """Each reader's name ("" for the model in use) and the text that it reads."""

    @property
    def agreement(self) -> Agreement | None:
        """How far the spellings agree."""
        return agreement_of([text for _, text in self.spellings])

    def as_written_by(self, reader: str) -> str:
        """Return the text as a reader spells it. That of the first reader if this one has not read the word."""
        return next((text for name, text in self.spellings if name == reader), self.spellings[0][1])


MEASURED_WORDS: Final = 1098
"""Words of ICDAR 2003, SVT and IIIT5K's 351 on which `reader 4` and PP-OCRv6 small agree (`benchmarks.two_readers`)."""
MEASURED_WRONG: Final = 10
"""Those of them that both misread, any case."""

_WEIGHT: Final = 200
"""Words that what was measured elsewhere counts as: after as many of the folder's own, both say as much."""


@dataclass(frozen=True, slots=True)
class ExpectedWrong:
    """How many of some accepted words will be wrong."""

    mean: float
    """The number to expect."""
    most: int
    """With a probability of about 97.5 % there are no more."""


def expected_wrong(count: int, seen: int = 0, wrong: int = 0) -> ExpectedWrong:
    """Estimate how many of `count` words that readers agree on are wrong.

    The share is that of words measured elsewhere and of the folder's own known words (posterior mean of a binomial with
    a beta prior); the bound is the normal one of the predictive distribution.

    Parameters
    ----------
    count : int
        Words to accept.
    seen, wrong : int
        Known words of the folder on which the readers agree, and those of them that are read wrongly.
    """
    share = (_WEIGHT * MEASURED_WRONG / MEASURED_WORDS + wrong) / (_WEIGHT + seen)
    spread = math.sqrt(count * share * (1 - share) * (1 + count / (_WEIGHT + seen)))
    return ExpectedWrong(count * share, min(math.ceil(count * share + _Z * spread), count))


def wilson_interval(count: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, 0 to 1 (Wilson 1927). (0, 1) of nothing."""
    if not total:
        return 0.0, 1.0
    share, weight = count / total, _Z**2 / total
    middle = (share + weight / 2) / (1 + weight)
    half = _Z / (1 + weight) * math.sqrt(share * (1 - share) / total + weight / (4 * total))
    return max(middle - half, 0.0), min(middle + half, 1.0)


_Z: Final = 1.959964
"""The normal quantile of 97.5 %."""
