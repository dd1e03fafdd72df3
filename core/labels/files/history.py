"""Keeps the history of a project: every committed edit with the label file before and after it, append-only.

`.textscanner/history/` holds one file for each program and day, so that several programs never write to the same one:
lines appended to a shared file can get mixed up on a network share. A file is JSON lines; its name begins with the
day. A record (one line) has the keys `time`, `action`, `title`, `image`, `by` if the person has set a name, and

- `before`: the label file before as text, or null for no file. Missing: what this file's last record of the image left;
- `after`: likewise afterwards. Missing, with `change: [start, end, text]`: as before, with the part from `start` to
  `end` bytes from its end replaced, so that an edit of a label with an embedded picture does not store the picture.

Content that is not UTF-8 is `{"base64": …}` in the place of a text. A line cut off by a crash is the last of its file
and is left out.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.base.errors import DAMAGED, FileWriteError, Sentence, StudioError, reason_of
from core.base.files import append_lines, make_folder, open_file, read_lines
from core.base.json_text import parse_json

FOLDER: Final = ".textscanner/history"  # the folder of a project's history, below its root

_YEARS: Final = range(1970, 9999)  # that every system can show in every zone
_MOST_LINE: Final = 256 << 20  # two labels of 64 MB
_FIRST_STAYS: Final = 64  # bytes that two texts must have in common before a record stores only their difference


class HistoryError(StudioError):
    """Raised if the history cannot answer a request."""


DIVISION: Final = "division-"
"""The beginning of the ids of actions that draft characters without a model, by dividing pictures into known texts."""


def new_action(kind: str = "") -> str:
    """Return a new unique action id that begins with the action's kind."""
    return kind + uuid.uuid4().hex


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One change of a label file, or of the notes in `textscanner.json` on an image without one (`is_note`)."""

    image: str
    """Path of the image below the project's root, POSIX."""
    before: bytes | None
    """The label file before the change. None if there was no file."""
    after: bytes | None
    """The label file after the change. None if there was no file."""
    title: str
    """Name of the edit, as in the undo menu."""
    action: str = field(default_factory=new_action)
    """Id of the action, which all entries of one bulk action share."""
    time: datetime = field(default_factory=_now)
    """Time of the edit, with a time zone."""
    by: str = ""
    """Name of the person. Empty if no name was set."""

    @property
    def is_note(self) -> bool:
        """True if the entry concerns tags or the split of an image without a label, so that it restores nothing."""
        return self.before is None and self.after is None


class History:
    """The history of one project, which appends entries and finds them.

    Nothing is created before the first entry.

    Parameters
    ----------
    root : Path
        The project's folder.
    by : str
        Name of the person whose edits are appended.
    """

    def __init__(self, root: Path, by: str = "") -> None:
        self.root = root
        self.by = by
        self.folder = root / FOLDER
        self._path: Path | None = None
        self._day = ""
        self._left: dict[str, bytes] = {}
        self._writer = f"{os.getpid()}-{secrets.token_hex(4)}"

    def append(self, *entries: HistoryEntry) -> None:
        """Append entries, which are safely on the disk when the method returns.

        Call `append` once for an action, after its label files have been written.

        Raises
        ------
        FileWriteError
            If the history cannot be written; none of the entries is kept then.
        """
        if not entries:
            return
        day = _now().strftime("%Y-%m-%d")
        if self._path is None or day != self._day:
            self._path = self._begin(day)
        left = dict(self._left)
        lines = "".join(json.dumps(_record(entry, left, self.by), ensure_ascii=False) + "\n" for entry in entries)
        path = self._path
        try:
            append_lines(path, lines.encode("utf-8"))
        except FileWriteError as error:
            self._path = None  # the file may end with half a line: append nothing more to this file
            raise FileWriteError("{error} The label itself is not affected.", error=error) from error
        self._left = left

    def entries(self, image: str | None = None, since: datetime | None = None) -> tuple[HistoryEntry, ...]:
        """Return entries in order of time: all, those of one image, or those from a time on.

        Records that cannot be read are left out; `damaged` names them.
        """
        return tuple(sorted(self._read(image, since, []), key=lambda entry: entry.time))

    def scan(self, damaged: list[str], since: datetime | None = None) -> Iterator[HistoryEntry]:
        """Yield all entries, or those from a time on, in file order, because a long history may not fit in memory.

        Parameters
        ----------
        damaged : list of str
            Receives a sentence for each record or file that cannot be read.
        since : datetime, optional
            The first time, with a time zone.
        """
        return self._read(None, since, damaged)

    def action(self, action: str) -> tuple[HistoryEntry, ...]:
        """Return the entries of one action in order of time."""
        return tuple(entry for entry in self.entries() if entry.action == action)

    def damaged(self) -> tuple[str, ...]:
        """Return a sentence that names file and line of each unreadable record."""
        problems: list[str] = []
        for _ in self._read(None, None, problems):
            pass
        return tuple(problems)

    def label_as_of(self, image: str, time: datetime) -> bytes | None:
        """Return an image's label file as it was at a time, or None if there was none.

        The last entry up to that time gives the file; if all entries are later, the first gives the file before it. The
        history knows no changes of other programs between two entries.

        Raises
        ------
        HistoryError
            If the image has no entry.
        """
        entries = [entry for entry in self.entries(image) if not entry.is_note]
        if not entries:
            raise HistoryError("{image}: it has no history, because it has not been edited here yet.", image=image)
        return _as_of(entries, time)

    def _begin(self, day: str) -> Path:
        make_folder(self.folder)
        self._day, self._left = day, {}
        return self.folder / f"{day}-{self._writer}-{secrets.token_hex(2)}.jsonl"

    def _read(self, image: str | None, since: datetime | None, problems: list[str]) -> Iterator[HistoryEntry]:
        paths = sorted(self.folder.glob("*.jsonl")) if self.folder.is_dir() else []
        for path in paths:
            if since is not None and path.name[:10] < since.astimezone(UTC).strftime("%Y-%m-%d"):
                continue
            left: dict[str, bytes | None] = {}
            named = b"" if image is None else json.dumps(image, ensure_ascii=False).encode("utf-8")
            try:
                with open_file(path) as file:
                    for number, line in enumerate(read_lines(file, _MOST_LINE), 1):
                        if named not in line:
                            continue
                        try:
                            entry = _entry(line, image, left)
                        except DAMAGED as error:
                            problems.append(
                                Sentence(
                                    "{name}: line {number} of the history is damaged ({error}), left out.",
                                    name=path.name,
                                    number=number,
                                    error=reason_of(error),
                                )
                            )
                            continue
                        if entry and (since is None or entry.time >= since):
                            yield entry
            except OSError as error:
                problems.append(
                    Sentence("{name}: the history cannot be read ({why}).", name=path.name, why=reason_of(error))
                )


def plan_image(history: History, image: str, time: datetime) -> dict[str, bytes | None]:
    """Return the changes that bring one image's label back to a time: {image: content to write, None for no file}."""
    return {image: history.label_as_of(image, time)}


def plan_project(history: History, time: datetime) -> dict[str, bytes | None]:
    """Return the changes that bring every label edited since a time back to that time."""
    of_image: dict[str, list[HistoryEntry]] = {}
    for entry in history.entries():
        if not entry.is_note:
            of_image.setdefault(entry.image, []).append(entry)
    return {image: _as_of(entries, time) for image, entries in of_image.items() if entries[-1].time > time}


def plan_action(history: History, action: str) -> dict[str, bytes | None]:
    """Return the changes that undo an action: each image's label before the action.

    The plan loses later edits; `edited_since` names their images, so that the caller can ask the user.
    """
    plan: dict[str, bytes | None] = {}
    for entry in history.action(action):
        if not entry.is_note:
            plan.setdefault(entry.image, entry.before)
    return plan


def edited_since(history: History, action: str) -> tuple[str, ...]:
    """Return the images, sorted, whose labels have changed since the given action changed them."""
    last: dict[str, bytes | None] = {}
    left: dict[str, bytes | None] = {}
    for entry in history.entries():
        if not entry.is_note:
            last[entry.image] = entry.after
            if entry.action == action:
                left[entry.image] = entry.after
    return tuple(sorted(image for image, after in left.items() if last[image] != after))


def moves_of(history: History) -> dict[str, str]:
    """Return the new paths of moved labels as {image before: image after}, by the last move of each.

    A move is one action that removes a label in one place and writes the same bytes in another.
    """
    moves = {}
    removed: dict[tuple[str, bytes], str] = {}
    for entry in history.entries():
        if entry.before is not None and entry.after is None:
            removed[entry.action, entry.before] = entry.image
        elif entry.before is None and entry.after is not None:
            was = removed.pop((entry.action, entry.after), None)
            if was is not None:
                moves[was] = entry.image
    return moves


def _as_of(entries: Iterable[HistoryEntry], time: datetime) -> bytes | None:
    """Find the label file at a time in `entries`, by time, at least one."""
    rest = iter(entries)
    first = next(rest)
    if first.time > time:
        return first.before
    content = first.after
    for entry in rest:
        if entry.time > time:
            break
        content = entry.after
    return content


def _checked(image: str) -> str:
    """Return the path if it stays below the root: a history may come with a project from anywhere."""
    path, windows = PurePosixPath(image), PureWindowsPath(image)
    if not path.name or path.is_absolute() or ".." in windows.parts or windows.drive or windows.root:
        raise ValueError(f'"{image[:80]}" is no path below the project')
    return image


def _record(entry: HistoryEntry, left: dict[str, bytes], by: str) -> dict[str, Any]:
    """Make the record of a person's entry, and update `left`, the hash of each image's file after its last record."""
    if entry.time.tzinfo is None:
        raise ValueError("a history entry's time needs a time zone")
    record: dict[str, Any] = {
        "time": entry.time.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z"),
        "action": entry.action,
        "title": entry.title,
        "image": _checked(entry.image),
    }
    if by := entry.by or by:
        record["by"] = by
    if left.get(entry.image) != _hash(entry.before):
        record["before"] = _to_json(entry.before)
    change = None if entry.before is None or entry.after is None else _change(entry.before, entry.after)
    record |= {"after": _to_json(entry.after)} if change is None else {"change": change}
    left[entry.image] = _hash(entry.after)
    return record


def _entry(line: bytes, image: str | None, left: dict[str, bytes | None]) -> HistoryEntry | None:
    """Return the entry of a line, or None if it is the entry of another image.

    `left` holds each image's file after its last record. One of `DAMAGED` is raised for a line that cannot be read.
    """
    if not line.endswith(b"\n"):
        raise ValueError("it is cut off")
    record = parse_json(line)
    name = _checked(record["image"])
    if image is not None and name != image:
        return None
    try:
        before = _from_json(record["before"]) if "before" in record else left.pop(name)
        if "change" in record:
            start, end, middle = record["change"]
            if before is None or not 0 <= start <= len(before) - end <= len(before):
                raise ValueError("its change does not fit")
            after: bytes | None = before[:start] + (_from_json(middle) or b"") + before[len(before) - end :]
        else:
            after = _from_json(record["after"])
        time = datetime.fromisoformat(record["time"])
        if time.tzinfo is None:
            raise ValueError("its time has no zone")
        if time.year not in _YEARS:
            raise ValueError("its time is outside the calendar")
        title = str(record["title"])
        action = str(record["action"])
        by = str(record.get("by", ""))
        entry = HistoryEntry(image=name, before=before, after=after, title=title, action=action, time=time, by=by)
    except Exception:
        left.pop(name, None)  # a later record that builds on this record cannot be read, either
        raise
    left[name] = after
    return entry


def _hash(content: bytes | None) -> bytes:
    return b"" if content is None else hashlib.blake2b(content, digest_size=16).digest()


def _common(left: NDArray[np.uint8], right: NDArray[np.uint8]) -> int:
    """Return the number of equal elements from the beginning."""
    shorter = min(len(left), len(right))
    different = left[:shorter] != right[:shorter]
    first = int(different.argmax()) if shorter else 0
    return first if shorter and different[first] else shorter


def _to_json(content: bytes | None) -> Any:
    if content is None:
        return None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode("ascii")}


def _from_json(value: Any) -> bytes | None:
    if value is None:
        return None
    return base64.b64decode(value["base64"], validate=True) if isinstance(value, dict) else str(value).encode("utf-8")


def _change(before: bytes, after: bytes) -> list[Any] | None:
    """Return the change as [start, end, middle], or None if most of the file is new."""
    old, new = np.frombuffer(before, np.uint8), np.frombuffer(after, np.uint8)
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    if start + end < _FIRST_STAYS:
        return None
    return [start, end, _to_json(after[start : len(after) - end])]
