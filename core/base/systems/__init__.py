"""The differences between Windows, macOS and Linux, one module for each, with `system` as that of this machine.

All three have the same public names. No other module asks which system it runs on.
"""

from __future__ import annotations

import sys

if sys.platform == "win32":
    from core.base.systems import windows as system
elif sys.platform == "darwin":
    from core.base.systems import macos as system
else:
    from core.base.systems import linux as system

__all__ = ["system"]
