from pathlib import Path
from typing import Any

import pytest

from core.labels.formats.turned_crops import MOST, TurnedJob, reads_better_turned


@pytest.mark.parametrize(
    ("known", "readings", "is_better"),
    [
        ("HOUSE", [("3SNOH", 0.95), ("HOUSE", 0.6)], True),
        ("house", [("3SNOH", 0.95), ("HOUSE", 0.6)], True),
        ("HOUSE", [("HOUSE", 0.4), ("3SNOH", 0.99)], False),
        ("SOS", [("SOS", 0.9), ("SOS", 0.9)], False),
        ("车牌", [("A", 0.1), ("B", 0.9)], False),
        ("", [("3SNOH", 0.2), ("HOUSE", 0.9)], True),
        ("", [("HOUSE", 0.7), ("3SNOH", 0.9)], False),
    ],
)
def test_the_known_text_judges_and_without_one_the_probability(known: str, readings: list[Any], is_better: bool):
    assert reads_better_turned(known, readings) is is_better


@pytest.mark.parametrize(("count", "looked_at"), [(1, 1), (MOST, MOST), (MOST + 1, 101), (10 * MOST, MOST)])
def test_crops_from_all_over_an_import_are_looked_at(count: Any, looked_at: Any):
    job = TurnedJob(Path(), tuple(map(str, range(count))), Path("model.keras"))
    assert len(job.sample) == looked_at <= MOST
