"""Runs cases in child processes, each watched: its time, its memory, what it raises, and what it writes where."""

from __future__ import annotations

import base64
import faulthandler
import hashlib
import json
import multiprocessing
import os
import pickle
import random
import re
import resource
import shutil
import sys
import tempfile
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from core.base.errors import StudioError, one_line
from tests.fuzz.mutators import PLACES, damaged, put_in_place
from tests.fuzz.targets import TARGETS, Target

ROOT = Path(__file__).parents[2]
FOUND = Path(__file__).with_name("found")
SECONDS = 20.0  # of a case
MEMORY = 1 << 30  # bytes above idle
_LARGEST = 100_000  # characters of a fixture
_OURS = re.compile(r'File "(?:.*/)?((?:core|app)/[\w/]+\.py)", line \d+,? in (\S+)')
_CHANGES = {
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod",
    "sqlite3.connect", "shutil.rmtree",
}  # fmt: skip
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


@dataclass(frozen=True, slots=True)
class Case:
    """One damaged file: its content, or the kind of what is at its place."""

    target: str
    file: str
    content: bytes = b""
    place: str = ""

    def to_json(self, what: str) -> str:
        """Return the text of a fixture."""
        packed = base64.b85encode(zlib.compress(self.content, 9)).decode()
        return json.dumps(asdict(self) | {"content": packed, "what": what}, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Case:
        """Read a fixture."""
        values = json.loads(text)
        del values["what"]
        return cls(**values | {"content": zlib.decompress(base64.b85decode(values["content"]))})


@dataclass(frozen=True, slots=True)
class Finding:
    """What a case did that no case may do."""

    kind: str
    what: str
    where: str

    @property
    def key(self) -> str:
        """The same for all cases of one fault."""
        return f"{self.kind} {self.what.partition(':')[0]} {self.where}"


@dataclass(slots=True)
class Report:
    """The counts of a run, and each fault once with its first case."""

    inputs: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    findings: dict[str, tuple[Finding, Case]] = field(default_factory=dict)
    times: Counter[str] = field(default_factory=Counter)

    def add(self, case: Case, refused: bool, finding: Finding | None) -> None:
        """Count a case."""
        self.inputs[case.target] += 1
        self.refused[case.target] += refused
        if finding is not None:
            self.times[finding.key] += 1
            self.findings.setdefault(finding.key, (finding, case))

    def to_dict(self) -> dict[str, Any]:
        """Return the values for JSON."""
        return {
            "inputs": self.inputs.total(),
            "targets": {name: {"inputs": n, "refused": self.refused[name]} for name, n in sorted(self.inputs.items())},
            "findings": [
                {"target": case.target, "file": case.file, "times": self.times[key], **asdict(finding)}
                for key, (finding, case) in self.findings.items()
            ],
        }

    def keep(self, folder: Path) -> list[Path]:
        """Write a fixture for each finding that is small enough."""
        kept = []
        for key, (finding, case) in self.findings.items():
            name = f"{case.target.replace(' ', '-')}-{hashlib.sha256(key.encode()).hexdigest()[:8]}.json"
            text = case.to_json(f"{finding.kind}: {finding.what}")
            if len(text) < _LARGEST:
                folder.mkdir(exist_ok=True)
                (folder / name).write_text(text)
                kept.append(folder / name)
        return kept


def numbered(seed: int, names: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the endless cases of a seed: a target, and the seed of its damage."""
    number = 0
    while True:
        yield names[number % len(names)], f"{seed} {number}"
        number += 1


def run(
    cases: Iterator[tuple[str, str] | Case],
    seconds: float = 3600.0,
    inputs: int = 10**9,
    processes: int = 1,
    targets: Mapping[str, Target] = TARGETS,
    limit: float = SECONDS,
) -> Report:
    """Run cases until the time is over, as many are done, or none is left; `limit` is the seconds of one."""
    report = Report()
    end = time.monotonic() + seconds
    folder = Path(tempfile.mkdtemp(prefix="fuzz-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    workers = [_Worker(folder / str(number), targets, limit) for number in range(processes)]
    begun = 0
    try:
        while True:
            for worker in workers:
                if worker.case is None and begun < inputs and time.monotonic() < end:
                    case = next(cases, None)
                    if case is None:
                        inputs = begun
                        break
                    worker.give(case)
                    begun += 1
            busy = [worker for worker in workers if worker.case is not None]
            if not busy:
                return report
            ready = wait([worker.answers for worker in busy], 1.0)
            for worker in busy:
                if worker.answers in ready or worker.is_late():
                    report.add(*worker.answer())
    finally:
        for worker in workers:
            worker.end()
        shutil.rmtree(folder, ignore_errors=True)


class _Worker:
    """One child process, begun anew when it ends."""

    def __init__(self, folder: Path, targets: Mapping[str, Target], limit: float) -> None:
        self.folder, self._targets, self._limit = folder, targets, limit
        self.case: tuple[str, str] | Case | None = None
        self._begin()

    def _begin(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.answers, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("fork").Process(
            target=_work, args=(theirs, self.folder, self._targets, self._limit)
        )
        self._process.start()
        theirs.close()

    def give(self, case: tuple[str, str] | Case) -> None:
        self.case, self._given = case, time.monotonic()
        self.answers.send(case)

    def is_late(self) -> bool:
        return time.monotonic() > self._given + 2 * self._limit + 60  # the child ends itself before

    def answer(self) -> tuple[Case, bool, Finding | None]:
        given, self.case = self.case, None
        assert given is not None
        try:
            if self.answers.poll():
                case, refused, finding = self.answers.recv()
                return case, refused, finding
        except EOFError:
            pass
        self._process.join(5)
        self._process.kill()
        self._process.join()
        trace = (self.folder / "log").read_text(errors="replace")
        kept = pickle.loads((self.folder / "last").read_bytes())
        kind = "hang" if "Timeout" in trace else "died"
        found = _OURS.search(trace)
        what = next(
            (line for line in trace.splitlines() if "Error" in line or "Timeout" in line),
            f"exit {self._process.exitcode} {trace[-300:]!r}",
        )
        self.end()
        self._begin()
        return kept, False, Finding(kind, what.partition(" (0")[0], " ".join(found.groups()) if found else "")

    def end(self) -> None:
        self.answers.close()
        if self._process.is_alive():
            self._process.kill()
        self._process.join()


def _work(connection: Connection, folder: Path, targets: Mapping[str, Target], limit: float) -> None:
    """Run the cases that come, in the current folder `folder/case`."""
    sys.dont_write_bytecode = True
    base, scratch = folder / "case", folder / "tmp"
    scratch.mkdir(exist_ok=True)
    tempfile.tempdir = str(scratch)
    os.environ |= {"TMPDIR": str(scratch), "HOME": str(scratch)}
    os.environ |= {f"XDG_{kind}_HOME": str(scratch) for kind in ("CACHE", "CONFIG", "DATA")}
    os.environ["XDG_STATE_HOME"] = str(base / "state")
    outside: list[str] = []
    is_running = False

    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        if not is_running or (event != "open" and event not in _CHANGES):
            return
        if event == "open" and not (isinstance(arguments[2], int) and arguments[2] & _WRITING):
            return
        follows = event == "open" and not arguments[2] & os.O_NOFOLLOW
        for path in arguments[:2] if event in {"os.rename", "os.link"} else arguments[:1]:
            if isinstance(path, str | bytes | os.PathLike):
                given = Path(os.fsdecode(path)).absolute()
                real = os.path.realpath(given if follows else given.parent)
                real += f"/{given.name}" * (event == "open" and not follows)
                if not real.startswith((str(base), str(scratch))) and real != os.devnull:
                    outside.append(f"{event}: {os.path.relpath(real, folder)}")

    sys.addaudithook(audit)
    seeds: dict[str, dict[str, bytes]] = {}
    with (folder / "log").open("a") as log:
        os.dup2(log.fileno(), 2)
        faulthandler.enable(log)
        while True:
            try:
                given = connection.recv()
            except EOFError:
                return
            name = given.target if isinstance(given, Case) else given[0]
            if name not in seeds:
                seeds[name] = _seeds(targets[name], base)
                for read in targets[name].reads:  # what is imported late is no memory of the case
                    with suppress(Exception):
                        read()
            case = given if isinstance(given, Case) else _damaged(name, seeds, given[1])
            _lay_out(case, seeds[name], base, folder / "outside")
            (folder / "last").write_bytes(pickle.dumps(case))
            os.ftruncate(2, 0)
            idle = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (idle + MEMORY, resource.RLIM_INFINITY))
            faulthandler.dump_traceback_later(limit, exit=True, file=log)
            outside.clear()
            is_running = True
            refused, finding = _read(targets[case.target])
            is_running = False
            faulthandler.cancel_dump_traceback_later()
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            os.chdir(folder)
            if finding is None and (outside or (folder / "outside").exists()):
                finding = Finding("outside", outside[0] if outside else "a file came to be", "")
            connection.send((case, refused, finding))


def _seeds(target: Target, base: Path) -> dict[str, bytes]:
    """The whole files of a target."""
    shutil.rmtree(base, ignore_errors=True)
    base.mkdir()
    os.chdir(base)
    target.make()
    return {str(path.relative_to(base)): path.read_bytes() for path in sorted(base.rglob("*")) if path.is_file()}


def _damaged(name: str, seeds: dict[str, dict[str, bytes]], seed: str) -> Case:
    chance = random.Random(seed)
    files = seeds[name]
    file = chance.choice(list(files))
    if chance.random() < 0.03:
        return Case(name, file, place=chance.choice(PLACES))
    return Case(name, file, damaged(files[file], list(files.values()), chance))


def _lay_out(case: Case, files: dict[str, bytes], base: Path, outside: Path) -> None:
    shutil.rmtree(base, ignore_errors=True)
    shutil.rmtree(outside, ignore_errors=True)
    made = set()
    for name, content in files.items():
        path = base / name
        if path.parent not in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            made.add(path.parent)
        path.write_bytes(case.content if name == case.file and not case.place else content)
    if case.place:
        put_in_place(case.place, base / case.file)
    os.chdir(base)


def _read(target: Target) -> tuple[bool, Finding | None]:
    """Put all readers of a target to its files; return if one refused, and the first fault."""
    refused, finding = False, None
    for read in target.reads:
        try:
            read()
        except StudioError as error:
            refused = True
            found = _fault_of(error)
            finding = finding or found
        except Exception as error:  # the very thing that is looked for
            finding = finding or Finding("exception", f"{type(error).__name__}: {str(error)[:200]}", _where(error))
    return refused, finding


def _fault_of(error: StudioError) -> Finding | None:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, MemoryError):
            return Finding("memory", "MemoryError", _where(cause))
        cause = cause.__cause__ or cause.__context__
    text = str(error)
    if text != one_line(text, 20_000):
        return Finding("unclean", f"{type(error).__name__}: {text[:200]!r}", _where(error))
    return None


def _where(error: BaseException) -> str:
    """The innermost function of ours that raised."""
    frames = [
        f"{Path(frame.filename).relative_to(ROOT)} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith((f"{ROOT}/core", f"{ROOT}/app"))
    ]
    return frames[-1] if frames else ""
