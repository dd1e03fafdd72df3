"""`iiit5k`: the MATLAB files of IIIT 5K-word (Mishra et al., BMVC 2012).

`trainCharBound.mat` and `testCharBound.mat` hold `ImgName, chars, charBB = [x y w h]`, 1-based; `traindata.mat` and
`testdata.mat` hold `ImgName, GroundTruth`, word-level. SciPy's reader is native code and the file may come from
anywhere, so it is read in a child process with limits on time, memory and output: a crash, a hang or an error there is
one FormatError here.
"""

from __future__ import annotations

import json
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from core.base.child_process import child_process, python_command, status_of
from core.base.errors import FormatError, Sentence
from core.base.files import open_file
from core.labels.formats import matlab_child
from core.labels.formats.base import Format
from core.labels.formats.parsing import character, clean, image_name, numbers, symbols, word
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.source import MAX_FILE, Source, check_size, guarded
from core.labels.geometry import polygon_of, rectangle
from core.labels.label import CharacterLabel, WordLabel

SCENES = "gt"  # how the name of SynthText's file begins, which is MATLAB's as well

SECONDS = 60  # seconds of processor time that the child may take; the largest published file takes under two

_SPARE = 10  # seconds between the limit of the process that waits and the child's own, at least
_OUT_OF_TIME = -int(getattr(signal, "SIGXCPU", signal.SIGTERM))  # the end of a child at its own limit, on POSIX


def is_matlab(path: Path) -> bool:
    """Return True if a file begins like a MATLAB file of version 5."""
    try:
        with open_file(path) as stream:
            return stream.read(6) == b"MATLAB"
    except OSError:
        return False


def _fits(path: Path) -> bool:
    return is_matlab(path) and not path.name.lower().startswith(SCENES)


def read_structs(
    path: Path,
    seconds: float = SECONDS,
    *,
    largest: int = MAX_FILE,
    most: int = matlab_child.MAX_OUTPUT,
    reader: Path = Path(matlab_child.__file__),
    waiting: Callable[[], object] = lambda: None,
) -> list[dict[str, Any]]:
    """Return the records of a MATLAB file, which a child process reads.

    Parameters
    ----------
    path : Path
        The file.
    seconds : float
        Processor time of the child.
    largest : int
        Largest file, bytes.
    most : int
        Largest answer of the child, bytes.
    reader : Path
        The child's program.
    waiting : callable
        Called again and again until the child has ended. If it raises, the child is killed.

    Returns
    -------
    list of dict
        `name` and either `chars` and `boxes` or `text`; None if a field was not understood.

    Raises
    ------
    FormatError
        If the file is too large, or the child cannot start, failed, crashed or computed too long, or its answer is too
        large.
    """
    with child_output(path, seconds, largest=largest, most=most, reader=reader, waiting=waiting) as (output, code):
        answer = _answer(output.read())
    if answer is None:
        raise broken_down(path, code)
    if "error" in answer:
        raise FormatError(
            "{name}: not a MATLAB file of IIIT 5K-word ({why}). Copy it again from its source.",
            name=path.name,
            why=answer["error"],
        )
    records: list[dict[str, Any]] = answer["records"]
    return records


def broken_down(path: Path, code: int) -> FormatError:
    """Return the error for a child process that ended without an answer."""
    return FormatError(
        "{name}: the reader of MATLAB files ended without a result (exit {code}). Copy it again from its source.",
        name=path.name,
        code=code,
    )


@contextmanager
def child_output(
    path: Path,
    seconds: float,
    *arguments: str,
    largest: int,
    most: int,
    reader: Path = Path(matlab_child.__file__),
    waiting: Callable[[], object],
) -> Iterator[tuple[IO[bytes], int]]:
    """Run the child process on a file, and yield its output, from the beginning, and its exit code.

    The limit is on the time that the child computes, so that a slow disk does not count.

    Raises
    ------
    FormatError
        If the file or the output is too large, or the child cannot start or computes too long.
    """
    check_size(path, largest)
    # Its own limit is the later one: the process that waits for it tells of both
    command = python_command(str(reader), str(path.resolve()), str(2 * int(seconds) + _SPARE), *arguments)
    threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # no arenas for idle threads
    with tempfile.TemporaryFile() as output:  # not a pipe: the child's own file size limit bounds its answer
        try:
            with child_process(command, Path(os.devnull), output, **threads) as child:
                code = status_of(child, seconds, waiting)
        except OSError as error:
            raise FormatError(
                "{name}: the process that reads it cannot start ({why}).", name=path.name, why=error.strerror or error
            ) from error
        if code is None or code == _OUT_OF_TIME:
            raise FormatError(
                "{name}: damaged, reading it does not come to an end. Copy it again from its source.", name=path.name
            )
        if output.tell() > most:
            raise FormatError("{name}: holds more than any list of labels does. Split the file.", name=path.name)
        output.seek(0)
        yield output, code


def _answer(output: bytes) -> dict[str, Any] | None:
    """Return the child's answer, or None if the answer is incomplete."""
    try:
        answer = json.loads(output)
    except ValueError:
        return None
    return (
        answer if isinstance(answer, dict) and ("error" in answer or isinstance(answer.get("records"), list)) else None
    )


def _characters(text: str, boxes: object) -> tuple[CharacterLabel, ...]:
    if not isinstance(boxes, list):
        raise Reject("charBB is not a table of numbers")
    if len(boxes) != len(text):
        raise Reject(
            "{boxes} {boxes:|box|boxes} for {symbols} {symbols:|symbol|symbols}, so it is unclear which belong "
            "together",
            boxes=len(boxes),
            symbols=len(text),
        )
    characters = []
    for place, (symbol, values) in enumerate(zip(text, boxes, strict=True), 1):
        x, y, width, height = numbers(values, 4, Sentence("the box of character {number}", number=place))
        polygon = polygon_of(rectangle(x - 1, y - 1, x - 1 + width, y - 1 + height), 2)  # MATLAB counts pixels from 1
        characters.append(character(symbol, polygon, place, box=True))
    return tuple(characters)


def _record(struct: dict[str, Any], where: str) -> Iterator[Record]:
    image = image_name(struct.get("name"))
    if "boxes" in struct:
        text = clean(struct.get("chars"), Sentence("the text"))
        label = WordLabel(_characters(symbols(text), struct["boxes"]), word(text))
    else:
        label = WordLabel(text=word(struct.get("text")))
    yield Record(label, where, image=image)


def _words(source: Source, path: Path) -> Iterator[Record | Refusal]:
    structs = read_structs(path, waiting=source.waiting)
    source.total += len(structs)
    for place, struct in enumerate(structs, 1):
        where = Sentence("{name}, record {number}", name=source.name_of(path), number=place)
        name = struct.get("name")
        if isinstance(name, str) and name.isprintable():
            where = Sentence("{where} ({name})", where=where, name=name)
        yield from guarded(where, _record(struct, where))


FORMAT = Format(
    id="iiit5k",
    title=Sentence("MATLAB files of IIIT 5K-word"),
    detect=lambda source: source.has_list((".mat",), _fits),
    read=lambda source: source.read_lists((".mat",), _fits, _words),
    unique_names=True,
    is_list=True,
    known_as=("traincharbound.mat", "testcharbound.mat", "traindata.mat", "testdata.mat"),
)
