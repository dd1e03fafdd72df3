from pathlib import Path

import cv2
import numpy as np
import pytest

from core.labels.formats.turned_crops import TurnedJob
from core.model.using.turned_crops import find_turned_crops
from core.runs.bundled import model_path

pytestmark = pytest.mark.long  # its imports load TensorFlow


@pytest.mark.long
def test_bundled_reader_finds_the_crop_that_is_upside_down(tmp_path: Path):
    picture = np.full((50, 160, 3), 255, np.uint8)
    cv2.putText(picture, "HOUSE", (10, 40), cv2.FONT_HERSHEY_DUPLEX, 1.2, (0, 0, 0), 2)
    cv2.imwrite(str(tmp_path / "right.png"), picture)
    cv2.imwrite(str(tmp_path / "turned.png"), picture[::-1, ::-1])
    for name in ("right", "turned"):
        (tmp_path / f"{name}.json").write_text('{"shapes": [], "text": "HOUSE", "schema": 1}')
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((20, 40, 3), 128, np.uint8))
    job = TurnedJob(tmp_path, ("right.png", "turned.png", "grey.png", "gone.png"), model_path("reader"))
    assert find_turned_crops(job) == ("turned.png",)
