"""Explains in words why a child process has ended."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.language.languages import TableText, translate
from app.language.sentences import translated
from core.base.errors import StudioError
from core.base.explaining.advice import advice_for, innermost
from core.base.files import open_file

_CONTEXT = "Death"

_TAIL_BYTES = 64 << 10
_LINES = 40
_LAST_WORDS = 6  # lines
_OWN = frozenset({"StudioError", *(kind.__name__ for kind in StudioError.__subclasses__())})
_WINDOWS_CRASHES: Mapping[int, TableText] = {
    0xC0000005: "access violation",
    0xC000001D: "unknown processor instruction",
    0xC0000017: "not enough memory",
    0xC00000FD: "stack overflow",
}
_SIGNALS: Mapping[str, TableText] = {
    "SIGKILL": "most often the system ran out of memory. Lower batch, close other programs, and go on",
    "SIGTERM": "somebody or the system ended it. Go on where it stopped",
    "SIGHUP": "the terminal or the login that it belonged to was closed. Go on where it stopped",
    "SIGILL": "this TensorFlow needs a newer processor, most often one with AVX. See `textscanner doctor`",
    "SIGBUS": "most often a disk is full or a file it was reading is gone. Free space, and go on",
    "SIGSEGV": "it crashed inside a library. The log may say which one. If there is a graphics card, update its driver",
    "SIGABRT": "a library ended it. The last lines of the log say more",
}


@dataclass(frozen=True, slots=True)
class Death:
    """The facts about the end of a child process."""

    cause: str
    """Reason for the end, in one or two sentences. "" if the process ended as it should."""
    code: int | None
    """The process's exit code, below 0 for a signal. None if the system does not tell, as of another window's child."""
    wanted: bool
    """True if this program has asked the process to stop, or killed it."""
    log: Path
    """The file with the process's output."""
    lines: tuple[str, ...] = ()
    """The last lines of the log."""


def tail(path: Path, count: int = _LINES) -> tuple[str, ...]:
    """Return the last lines of a file, or none of them if it cannot be read."""
    with contextlib.suppress(OSError), open_file(path) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _TAIL_BYTES))
        lines = file.read().decode("utf-8", "replace").splitlines()
        return tuple(lines[-count:])
    return ()


def cause_of(code: int | None, lines: Sequence[str], name: str) -> str:
    """Return why a process that was not asked to end has ended, or "" if its exit code is 0.

    The reason is one or two sentences that say what to do.
    """
    if code == 0:
        return ""
    if code is not None and code < 0:
        return _by_signal(-code, lines, name)
    if code is not None and code & 0xFFFFFFFF in _WINDOWS_CRASHES:
        sentence = translate("Death", "{name} crashed ({how}). The log may say in which library.")
        return sentence.format(name=name, how=translate(_CONTEXT, _WINDOWS_CRASHES[code & 0xFFFFFFFF]))
    cause = innermost("\n".join(lines))
    if cause is None:
        sentence = (
            translate("Death", "{name} ended without giving a reason. See the log for details.")
            if code is None
            else translate(
                "Death", "{name} ended with exit code {code} without giving a reason. See the log for details."
            )
        )
        return sentence.format(name=name, code=code)
    kind, message = cause[0].rpartition(".")[2], cause[1]  # which module it is of is in the log
    if kind in _OWN:
        return message
    known = advice_for(f"{kind}: {message}")
    if known is not None:
        sentence = translate("Death", "{name} stopped with an error. {meaning} ({error}). {cure}")
        return sentence.format(
            name=name, meaning=translated(known.meaning), error=f"{kind}: {message[:200]}", cure=translated(known.cure)
        )
    sentence = translate("Death", "{name} stopped with an error ({error}). See the log for details.")
    return sentence.format(name=name, error=f"{kind}: {message[:200].rstrip('. ')}")


def _by_signal(number: int, lines: Sequence[str], name: str) -> str:
    try:
        signal_name = signal.Signals(number).name
    except ValueError:
        sentence = translate("Death", "{name} was killed by signal {number}. Go on where it stopped.")
        return sentence.format(name=name, number=number)
    if signal_name in ("SIGABRT", "SIGSEGV"):  # a library that gives up says why before it does
        known = advice_for(_last_words(lines))
        if known is not None:
            sentence = translate("Death", "{name} was interrupted (signal {number}, {signal}). {advice}")
            return sentence.format(name=name, number=number, signal=signal_name, advice=translated(str(known)))
    meaning = translate(_CONTEXT, _SIGNALS.get(signal_name, _SIGNALS["SIGTERM"]))
    sentence = translate("Death", "{name} was killed by signal {number} ({signal}): {meaning}.")
    return sentence.format(name=name, number=number, signal=signal_name, meaning=meaning)


def _last_words(lines: Sequence[str]) -> str:
    """Return the last lines before a crash, after which Python's dump of its threads comes."""
    crash = next((place for place, line in enumerate(lines) if line.startswith("Fatal Python error")), len(lines))
    # A machine without a GPU tells so at every start: it is no cause
    words = [line for line in lines[:crash] if "failed call to cuInit" not in line]
    return "\n".join(words[-_LAST_WORDS:])
