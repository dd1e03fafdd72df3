"""The window What if?: sliders and tools that change a copy of the open image, and what one model or two read in it."""

from app.views.what_if.window import WhatIfWindow

__all__ = ["WhatIfWindow"]
