"""The calibrations of readers that somebody has measured, by the version of the reader.

They stand apart from what computes with them: `python -m benchmarks.reader_calibration` prints a new line of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core.readings.agreement import Calibration
from core.readings.reading import Reading

_DATA: Final = "IIIT5K, 1,249 training words, any case"

CALIBRATIONS: Final[Mapping[str, Calibration]] = {}
"""By `Reading.version`. Fitted by `python -m benchmarks.reader_calibration`."""


def calibrated(reading: Reading) -> float | None:
    """Return the probability, 0 to 1, that a reading is right. None: nobody has measured its reader."""
    calibration = CALIBRATIONS.get(reading.version)
    return None if calibration is None or reading.probability is None else calibration(reading.probability)
