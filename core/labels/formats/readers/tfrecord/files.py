"""Reads and checks the manifest of record files without TensorFlow, so that reading it is quick.

A record holds the whole image and label of a word, to be augmented while training.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.base.errors import DAMAGED, Damaged, DataError, from_json, reason_of, to_json
from core.base.files import open_file, read_file
from core.base.json_text import parse_json
from core.labels.label import Area, CharacterLabel, Gaussian, WordLabel

SCHEMA = 1
MANIFEST_NAME = "manifest.json"

_MAX_MANIFEST = 256 << 20


FEATURES: Mapping[str, Mapping[str, Any]] = {
    key: {"type": kind, "dtype": dtype, "shape": shape, "meaning": meaning}
    for key, kind, dtype, shape, meaning in (
        ("name", "bytes", "utf-8", [], "by which a person finds the sample again"),
        ("image", "bytes", "uint8", None, "RGB, upright; (height, width, 3) by size"),
        ("size", "int64", "int64", [2], "height and width of the image, pixels"),
        ("label", "bytes", "utf-8", [], "the label as JSON: text, characters with polygons in pixels"),
    )
}
"""The content of a record: the list of `tf.train.Feature` that holds each value, and the array that its bytes are.

Arrays are little-endian and row-major. A shape of None differs by record; another feature gives it.
"""

_KIND = "labelled"  # what a manifest says of such records; another version wrote records of another kind


@dataclass(frozen=True, slots=True)
class Shard:
    """A record file with its number of records, size and checksum."""

    file: str
    """Name of the file."""
    records: int
    """Number of its records."""
    bytes: int
    """Size of the file in bytes."""
    checksum: str
    """BLAKE2b checksum of the file's content."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of `manifest.json`, which describes a folder of record files."""

    source: str
    """The source of the records."""
    identity: str
    """Checksum that changes with the samples."""
    per_shard: int
    """Number of samples of the source a shard. Shards have fewer records if some were left out."""
    shards: tuple[Shard, ...] = ()
    """The record files."""
    left_out: tuple[tuple[str, str], ...] = ()
    """(name, reason) of each sample without a record."""
    complete: bool = False
    """True if all samples have been written."""

    def to_bytes(self) -> bytes:
        """Return the file's content, including its own checksum."""
        values = {
            "schema": SCHEMA,
            "kind": _KIND,
            "source": self.source,
            "identity": self.identity,
            "complete": self.complete,
            "records": sum(shard.records for shard in self.shards),
            "per_shard": self.per_shard,
            "features": FEATURES,
            "preparation": None,
            "shards": [asdict(shard) for shard in self.shards],
            "left_out": [{"name": name, "reason": to_json(reason)} for name, reason in self.left_out],
        }
        values["checksum"] = checksum_of(values)
        return (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "surrogatepass")


def read_manifest(folder: Path) -> Manifest | None:
    """Read the manifest of a folder of records, or return None if it has none.

    Raises
    ------
    DataError
        If the manifest cannot be read, is damaged, was changed by hand, is of a newer schema, or has features that this
        program does not read; the sentence says which.
    """
    path = folder / MANIFEST_NAME
    try:
        data = read_file(path, _MAX_MANIFEST)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DataError(
            "{folder}/manifest.json: cannot be read ({why}).", folder=folder.name, why=reason_of(error)
        ) from error
    return parse_manifest(data, f"{folder.name}/{MANIFEST_NAME}")


def parse_manifest(data: bytes, name: str) -> Manifest:
    """Parse the manifest from the bytes of its file.

    Raises
    ------
    DataError
        As `read_manifest`.
    """
    try:
        values = parse_json(data)
        schema = values["schema"]
        checksum = values.pop("checksum")
    except DAMAGED as error:
        raise DataError(
            "{name}: no manifest of record files, or cut off. Write the records again.", name=name
        ) from error
    if isinstance(schema, int) and schema > SCHEMA:
        raise DataError(
            "{name}: schema {schema} is of a newer version; this one reads {own}. Update the program.",
            name=name,
            schema=schema,
            own=SCHEMA,
        )
    if checksum != checksum_of(values):
        raise DataError(
            "{name}: damaged or changed by hand: its checksum is wrong. Write the records again.", name=name
        )
    try:
        if values["kind"] != _KIND:
            raise DataError(
                '{name}: records of the kind "{kind}" are not known. Write the records again, or update the program.',
                name=name,
                kind=values["kind"],
            )
        manifest = Manifest(
            str(values["source"]),
            str(values["identity"]),
            _count(values["per_shard"]),
            tuple(_shard(**shard) for shard in values["shards"]),
            tuple((str(entry["name"]), from_json(entry["reason"])) for entry in values["left_out"]),
            bool(values["complete"]),
        )
        if values["features"] != FEATURES:
            raise DataError(
                "{name}: its records have other features than those of this program. Write the records again.",
                name=name,
            )
    except DAMAGED as error:
        raise DataError(
            "{name}: an entry is missing or wrong ({why}). Write the records again.", name=name, why=reason_of(error)
        ) from error
    return manifest


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1 << 48:
        raise Damaged("{value} is not a count", value=repr(value)[:40])
    return value


def _shard(file: Any, records: Any, bytes: Any, checksum: Any) -> Shard:  # noqa: A002  as in the file
    if Path(file).name != file:
        raise Damaged('"{file}" is not the name of a file in the folder', file=file)
    return Shard(file, _count(records), _count(bytes), str(checksum))


def checksum_of(values: Mapping[str, Any]) -> str:
    """Return the checksum of a manifest that holds these values."""
    text = json.dumps(values, sort_keys=True, ensure_ascii=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def state_of(path: Path) -> tuple[int, str] | None:
    """Return the size and the checksum of a file, or None if there is no file.

    Raises
    ------
    DataError
        If the file cannot be read.
    """
    try:
        with open_file(path) as file:
            digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16))
            return file.tell(), digest.hexdigest()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DataError(
            "{name}: cannot be read ({why}). Check the disk.", name=path.name, why=reason_of(error)
        ) from error


def label_to_json(label: WordLabel) -> bytes:
    """Return a label as JSON without loss, except for foreign keys, and with all digits of its coordinates."""
    characters = []
    for character in label.characters:
        entry: dict[str, Any] = {"symbol": character.symbol, "polygon": character.polygon}
        for key in ("order", "ignore", "source", "score"):
            if getattr(character, key):
                entry[key] = getattr(character, key)
        if character.shape_type != "polygon":
            entry["shape_type"] = character.shape_type
        if character.gaussian is not None:
            entry["gaussian"] = asdict(character.gaussian)
        if character.area is not None:
            area = character.area
            box = (area.x, area.y, area.width, area.height)
            entry["area"] = {"box": box, "bits": base64.b64encode(area.bits).decode()}
        characters.append(entry)
    values = {"text": label.text, "status": label.status, "characters": characters}
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def label_from_json(data: bytes) -> WordLabel:
    """Return the label from the JSON of `label_to_json`.

    Raises
    ------
    one of `DAMAGED`
        If the bytes are anything else.
    """
    values = parse_json(data)
    text, status = values["text"], values["status"]
    if not isinstance(text, str | None) or status not in (None, "draft", "reviewed"):
        raise Damaged("neither text nor status")
    return WordLabel(tuple(_character(entry) for entry in values["characters"]), text, status)


def _character(entry: Mapping[str, Any]) -> CharacterLabel:
    gaussian = area = None
    if "gaussian" in entry:
        given = entry["gaussian"]
        gaussian = Gaussian(_pair(given["center"]), _pair(given["sigma"]), float(given["angle"]))
    if "area" in entry:
        x, y, width, height = entry["area"]["box"]
        area = Area(int(x), int(y), _count(width), _count(height), base64.b64decode(entry["area"]["bits"]))
        if len(area.bits) != (area.width * area.height + 7) // 8:
            raise Damaged("an area of another size")
    symbol = entry["symbol"]
    polygon = tuple(_pair(point) for point in entry["polygon"])
    order = entry.get("order")
    if not isinstance(symbol, str) or not isinstance(order, int | None):
        raise Damaged("a character without symbol")
    return CharacterLabel(
        symbol=symbol,
        polygon=polygon,
        order=order,
        shape_type=entry.get("shape_type", "polygon"),
        area=area,
        gaussian=gaussian,
        ignore=entry.get("ignore", False),
        source=entry.get("source"),
        score=entry.get("score"),
    )


def _pair(values: Any) -> tuple[float, float]:
    x, y = (float(value) for value in values)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError("a coordinate is not finite")
    return x, y
