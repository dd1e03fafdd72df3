"""Estimates how many words accepted in bulk, because several readers read them alike, will be wrong."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from core.readings.agreement import Agreement, agreement_of


@dataclass(frozen=True, slots=True)
class AgreedWord:
    """An unlabelled word that several readers read alike."""

    image: str
    """The relative path of the image."""
    spellings: tuple[tuple[str, str], ...]
    """Each reader's name ("" for the model in use) and the text that it reads."""

    @property
    def agreement(self) -> Agreement | None:
        """The agreement between the spellings, or None if there is only one."""
        return agreement_of([text for _, text in self.spellings])

    def as_written_by(self, reader: str) -> str:
        """Return the text as a reader spells it, or as the first reader does if that one has not read it."""
        return next((text for name, text in self.spellings if name == reader), self.spellings[0][1])


MEASURED_WORDS: Final = 1098
"""Words of ICDAR 2003, SVT and IIIT5K's 351 on which `reader 4` and PP-OCRv6 small agree (`benchmarks.two_readers`)."""
MEASURED_WRONG: Final = 10
"""The number of `MEASURED_WORDS` that both misread, any case."""

_WEIGHT: Final = 200
"""The number of the folder's own words that has the same weight as the measurement elsewhere."""


@dataclass(frozen=True, slots=True)
class ExpectedWrong:
    """An estimate of how many words will be wrong among those that are accepted."""

    mean: float
    """The number of wrong words to expect."""
    most: int
    """The number that the wrong words do not exceed with a probability of about 97.5 %."""


def expected_wrong(count: int, seen: int = 0, wrong: int = 0) -> ExpectedWrong:
    """Estimate how many of `count` words on which readers agree are wrong.

    The share of wrong words is estimated from the measurement elsewhere and from the folder's own known words, as the
    posterior mean of a binomial with a beta prior. The bound is the normal one of the predictive distribution.

    Parameters
    ----------
    count : int
        Words to accept.
    seen, wrong : int
        The number of known words of the folder on which the readers agree, and the number of those that are misread.
    """
    share = (_WEIGHT * MEASURED_WRONG / MEASURED_WORDS + wrong) / (_WEIGHT + seen)
    spread = math.sqrt(count * share * (1 - share) * (1 + count / (_WEIGHT + seen)))
    return ExpectedWrong(count * share, min(math.ceil(count * share + _Z * spread), count))


def wilson_interval(count: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of `count` / `total`, 0 to 1 (Wilson 1927), or (0, 1) if `total` is 0."""
    if not total:
        return 0.0, 1.0
    share, weight = count / total, _Z**2 / total
    middle = (share + weight / 2) / (1 + weight)
    half = _Z / (1 + weight) * math.sqrt(share * (1 - share) / total + weight / (4 * total))
    return max(middle - half, 0.0), min(middle + half, 1.0)


_Z: Final = 1.959964
"""The normal quantile of 97.5 %."""
