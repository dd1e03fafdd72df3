from pathlib import Path
from typing import Any

import pytest

from core.labels.formats.readers.scenes.ccpd_names import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.source import Source
from core.labels.label import WordLabel

NAME = "025-95_113-154&383_386&473-386&473_177&454_154&383_363&402-0_0_22_27_27_33_16-37-15.jpg"


def read(folder: Path, *names: str) -> list[Record | Refusal]:
    for name in names:
        (folder / name).touch()
    return [*FORMAT.read(Source(folder))]


def test_file_name_gives_the_plate_and_its_corners_from_the_top_left_on(tmp_path: Path):
    (record,) = read(tmp_path, NAME)
    assert record == Record(
        WordLabel(text="皖AY339S"), NAME, image=NAME, crop=((154, 383), (363, 402), (386, 473), (177, 454)), number=1
    )


def test_plates_of_eight_symbols_and_ratios_with_a_point_are_read(tmp_path: Path):
    name = NAME.replace("025-", "0.025-").replace("_33_16-", "_33_16_0-")
    (record,) = read(tmp_path, name)
    assert record.label.text == "皖AY339SA"


@pytest.mark.parametrize(
    ("name", "reason"),
    [("IMG_1234.jpg", "not one of CCPD"), (NAME.replace("-0_0_22", "-40_0_22"), "a symbol that CCPD does not have")],
)
def test_other_names_are_refused(tmp_path: Path, name: Any, reason: str):
    (refusal,) = read(tmp_path, name)
    assert reason in refusal.reason


def test_photographs_with_other_names_are_not_taken_for_it(tmp_path: Path):
    (tmp_path / "2024-05-06_12-30-00.jpg").touch()
    assert not FORMAT.detect(Source(tmp_path))
