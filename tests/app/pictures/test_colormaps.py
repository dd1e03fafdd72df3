from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

from app.pictures.colormaps import DIVERGING, NAMES, table


@pytest.mark.parametrize("name", (*NAMES, DIVERGING))
def test_colours_are_those_of_matplotlib_up_to_rounding(name: Any):
    theirs = mpl.colormaps[name](np.arange(256), bytes=True)[:, :3].astype(int)
    assert np.abs(table(name).astype(int) - theirs).max() <= 1
