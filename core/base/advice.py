"""What an error of TensorFlow, Keras, OpenCV or a GPU driver means, in one sentence that says what to do.

Their messages are long, name what they stumbled over and not what led to it, and change between versions: each is known
here by a part that several versions share. Nothing of them is imported, so that a window can explain the last lines of
a child process that is gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.base.errors import StudioError
from core.base.known_errors import KNOWN, Advice

_PATTERNS = tuple(
    (advice, re.compile("|".join(f"(?:{sign})" for sign in advice.signs), re.IGNORECASE | re.MULTILINE))
    for advice in KNOWN
)
_PYTHON = re.compile(
    r"^ *(?P<type>(?:\w+\.)*\w+(?:Error|Exception|Interrupt|Warning|OutOfRange)): (?P<message>\S.*)$", re.M
)
_OWN = frozenset({"StudioError", *(kind.__name__ for kind in StudioError.__subclasses__())})
_NOISE = re.compile(r"^\s*(?:\{\{function_node [^}]*\}\}\s*)+|\s*\[Op:\w+\]\s*(?:name:\s*)?$")


def advice_for(text: str) -> Advice | None:
    """What a message, or the last lines of a log, is known to mean; None if it is not known."""
    return next((advice for advice, pattern in _PATTERNS if pattern.search(text)), None)


def advise(error: BaseException) -> Advice | None:
    """The same for an exception and for those that led to it, the first cause first."""
    for each in reversed(list(_chain(error))):
        found = advice_for(f"{type(each).__name__}: {each}")
        if found is not None:
            return found
    return None


def explained(error: BaseException) -> str:
    """An exception in one sentence: what it means and what to do, or else what it says itself.

    A StudioError among its causes, also one that TensorFlow has wrapped in its own message with a traceback inside, is
    repeated as it is: it names the file.
    """
    chain = list(_chain(error))
    for each in reversed(chain):
        if isinstance(each, StudioError):
            return str(each)
    said = innermost(str(error))
    if said is not None and said[0].rpartition(".")[2] in _OWN:
        return said[1]
    found = advise(error)
    if found is not None:
        return f"{_sentence(found.meaning)} ({first_line(error)}). {found.cure}"
    return f"{first_line(error)}. The log has the rest."


def innermost(text: str) -> tuple[str, str] | None:
    """Type and message of the Python exception inside a message of TensorFlow; None where there is none.

    A Python function of an input pipeline that fails comes back as "Graph execution error … PyFunc" with its traceback
    inside, the last line of which is what the function said.
    """
    found = list(_PYTHON.finditer(text))
    return (found[-1]["type"], found[-1]["message"].strip()) if found else None


def first_line(error: BaseException) -> str:
    """The line of a message that says most, with its exception's name, without TensorFlow's names of nodes."""
    text = str(error)
    said = innermost(text)
    if said is not None:
        name, line = said
    else:
        name = type(error).__name__
        line = next((line for line in text.splitlines() if line.strip(" :")), "no message")
        if line.strip() == "in user code:":
            line = text.strip().splitlines()[-1]
    line = _NOISE.sub("", line.strip())
    return f"{name}: {line[:200].rstrip('. ')}"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception and what led to it, each once."""
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
