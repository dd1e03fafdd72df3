"""Parses the names of devices in a training's configuration, such as GPU:0 and CPU:1.

All backends read them, and none of them is imported for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.base.errors import RunError

_DEVICE = re.compile(r"(CPU|GPU):(\d{1,3})")


def device_numbers(wanted: Sequence[str]) -> tuple[str, list[int]]:
    """Return the kind, `GPU` or `CPU`, and the numbers of the wanted devices, or "" as the kind if none is wanted.

    Raises
    ------
    RunError
        If a name is none of a device, is there twice, or the kinds are mixed.
    """
    numbers: list[int] = []
    kinds = set()
    for name in wanted:
        match = _DEVICE.fullmatch(name)
        if match is None:
            raise RunError('devices: "{name}" is not a device. Write GPU:0, GPU:1 … or CPU:0.', name=name)
        kinds.add(match[1])
        numbers.append(int(match[2]))
    if len(kinds) > 1 or len(set(wanted)) != len(wanted):
        raise RunError("devices: name each device once, and either GPUs or CPUs.")
    return (kinds.pop() if kinds else ""), numbers
