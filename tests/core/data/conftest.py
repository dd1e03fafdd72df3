"""Configurations that several tests draw with."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.charset import ALNUM, Charset
from core.data.drawing.fonts import bundled
from core.data.drawing.scene_effects import PRESETS
from core.data.drawing.synthesis import Synthesis


@pytest.fixture(scope="session")
def configure() -> Callable[..., Synthesis]:
    """Make a configuration of the bundled fonts: effects by name, single ranges of them changed by keyword."""

    def make(
        effects: str = "mild",
        symbols: str = ALNUM,
        length: tuple[int, int] = (3, 8),
        words: tuple[str, ...] = (),
        **changed: Any,
    ) -> Synthesis:
        return Synthesis(
            Charset(tuple(symbols)), bundled(symbols), replace(PRESETS[effects], **changed), length=length, words=words
        )

    return make
