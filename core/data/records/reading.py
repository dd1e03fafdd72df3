"""Reads TFRecord files by number, for any order and augmentation."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from core.data.samples.samples import LabelledWord, LeftOut
from core.labels.formats.readers.tfrecord.files import Manifest, Records, open_manifest
from core.labels.label import WordLabel


@dataclass(frozen=True, eq=False)
class RecordReader:
    """Words of a folder of records, by number. A `core.data.samples.samples.Reader`."""

    folder: Path
    manifest: Manifest
    records: Records

    @classmethod
    def open(cls, folder: Path, *, verify: bool = True) -> Self:
        """Open a folder. Raises DataError as `open_manifest`."""
        manifest = open_manifest(folder, verify=verify)
        return cls(folder, manifest, Records(folder, manifest.shards))

    @property
    def name(self) -> str:
        """The folder's."""
        return self.folder.name

    @property
    def size(self) -> int:
        """The number of records."""
        return sum(shard.records for shard in self.manifest.shards)

    @property
    def digest(self) -> str:
        """A digest that changes with any sample."""
        return self.manifest.identity

    @property
    def passed_over(self) -> tuple[LeftOut, ...]:
        """The samples left out when the records were written."""
        return tuple(LeftOut(name, reason) for name, reason in self.manifest.left_out)

    def name_of(self, index: int) -> str:
        """Return the name of a record, without its image."""
        return self.records.name_of(index)

    def label_of(self, index: int) -> WordLabel:
        return self.records.label_of(index)

    def read(self, index: int) -> LabelledWord:
        return LabelledWord(*self.records.read(index))
