"""Reads TFRecord files by record number, for any order and augmentation.

The files are read by the format of labels `tfrecord`, which knows no samples.
"""

from __future__ import annotations

from core.data.samples.samples import LabelledWord, LeftOut
from core.labels.formats.readers.tfrecord.records import Records


class RecordReader(Records):
    """A `core.data.samples.samples.Reader` of the words in a folder of records, by number."""

    @property
    def digest(self) -> str:
        """A digest that changes if any sample changes."""
        return self.manifest.identity

    @property
    def passed_over(self) -> tuple[LeftOut, ...]:
        """The samples that were left out when the records were written."""
        return tuple(LeftOut(name, reason) for name, reason in self.manifest.left_out)

    def read(self, index: int) -> LabelledWord:
        return LabelledWord(*self.word(index))
