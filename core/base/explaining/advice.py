"""Explains an error of TensorFlow, Keras, OpenCV or a GPU driver in one sentence that says what to do.

None of these libraries is imported here, so that a window can explain the last lines of a child process that is gone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from core.base.errors import Sentence, StudioError
from core.base.explaining.known_errors import KNOWN, Advice
from core.base.explaining.pitfalls import PITFALLS

_FEW = 3  # words: all of them have to be there
_ENOUGH = 0.6  # of more words
_SHORT, _NEAR = 4, 85  # letters of a word without typing errors, and likeness in percent of a longer one

_PYTHON = re.compile(
    r"^ *(?P<type>(?:\w+\.)*\w+(?:Error|Exception|Interrupt|Warning|OutOfRange)): (?P<message>\S.*)$", re.M
)
_OWN = frozenset({"StudioError", *(kind.__name__ for kind in StudioError.__subclasses__())})
_NOISE = re.compile(r"^\s*(?:\{\{function_node [^}]*\}\}\s*)+|\s*\[Op:\w+\]\s*(?:name:\s*)?$")


@cache
def _patterns(rows: tuple[Advice, ...]) -> tuple[tuple[Advice, re.Pattern[str]], ...]:
    """Return each error with its pattern, compiled at the first call: a program that starts needs none yet."""
    return tuple(
        (row, re.compile("|".join(f"(?:{sign})" for sign in row.signs), re.IGNORECASE | re.MULTILINE))
        for row in rows
        if row.signs
    )


def advice_for(text: str) -> Advice | None:
    """Return the known meaning of a message or of a log's last lines, or None if it is unknown."""
    return next((advice for advice, pattern in _patterns(KNOWN) if pattern.search(text)), None)


def search(text: str, translate: Callable[[str], str] = str) -> tuple[Advice, ...]:
    """Return the known errors and pitfalls that match a text, the likeliest first, or all for an empty text.

    `text`: a message, a part of one, or words of an explanation. `translate`: gives a sentence in the reader's
    language; the English one is searched, too.
    """
    rows = (*KNOWN, *PITFALLS)
    words = text.casefold().split()
    named = [row for row, pattern in _patterns(rows) if words and pattern.search(text)]
    shares = {row.id: _share(words, row, translate) for row in rows}
    least = 1 if len(words) <= _FEW else _ENOUGH
    common = [row for row in rows if row not in named and shares[row.id] >= least]
    return tuple(row for chosen in (named, common) for row in sorted(chosen, key=lambda row: -shares[row.id]))


def _share(words: Sequence[str], row: Advice, translate: Callable[[str], str]) -> float:
    """The share of words that are in the texts of a row, or nearly: one letter of seven may be another."""
    from rapidfuzz import fuzz  # not before somebody searches

    sentences = [row.meaning, row.cure, *(text for part in row.parts for text in (part.heading, part.why))]
    messages = [row.example, *row.signs, *(text for part in row.parts for text in (part.code, part.example))]
    texts = " ".join([row.id, *messages, *sentences, *map(translate, sentences)]).casefold()
    near = (word in texts or (len(word) > _SHORT and fuzz.partial_ratio(word, texts) > _NEAR) for word in words)
    return sum(near) / len(words) if words else 1.0


def advise(error: BaseException) -> Advice | None:
    """Return the known meaning of an exception or of one that caused it, or None if it is unknown.

    The first cause is tried first.
    """
    for cause in reversed(list(_chain(error))):
        advice = advice_for(f"{type(cause).__name__}: {cause}")
        if advice is not None:
            return advice
    return None


def explained(error: BaseException) -> str:
    """Return a sentence on an exception: its meaning and its remedy if they are known, or else its own message.

    A StudioError among its causes, also one that TensorFlow has wrapped in its own message with a traceback inside, is
    repeated as it is: it names the file.
    """
    chain = list(_chain(error))
    for cause in reversed(chain):
        if isinstance(cause, StudioError):
            return str(cause)
    innermost_line = innermost(str(error))
    if innermost_line is not None and innermost_line[0].rpartition(".")[2] in _OWN:
        return innermost_line[1]
    advice = advise(error)
    if advice is not None:
        return Sentence(
            "{meaning} ({error}). {cure}", meaning=advice.meaning, error=first_line(error), cure=advice.cure
        )
    return Sentence("{error}. See the log for details.", error=first_line(error))


def innermost(text: str) -> tuple[str, str] | None:
    """Return the type and the message of a Python exception inside a message of TensorFlow, or None.

    A Python function of an input pipeline that fails comes back as "Graph execution error … PyFunc" with its traceback
    inside. The last line of the traceback holds the function's own message.
    """
    frames = list(_PYTHON.finditer(text))
    return (frames[-1]["type"], frames[-1]["message"].strip()) if frames else None


def first_line(error: BaseException) -> str:
    """Return a message's most telling line, with the exception's name and without TensorFlow's node names."""
    text = str(error)
    innermost_line = innermost(text)
    if innermost_line is not None:
        name, line = innermost_line
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
