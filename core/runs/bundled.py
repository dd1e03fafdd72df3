"""Finds the bundled models: their files and names, and the words `reader` and `reader-zh` for them.

A word is resolved where a person's text becomes a path (`model_path`), and a path becomes the word again where it is
kept (`model_text`): the file lies elsewhere in another installation.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import Sentence
from core.base.files import open_file, read_file

_FENCE = "---"  # before and behind the facts at the top of a card


@dataclass(frozen=True, slots=True)
class BundledModel:
    """A bundled model, which is a file `WORD.keras` with its card `WORD.md` in a folder."""

    folder: Path
    """The folder with both files, which need not exist."""
    word: str = "reader"
    """The model's name wherever a model is named. A file or folder of that name is reached as `./reader`."""
    run = None

    @property
    def path(self) -> Path:
        """The path of the model file."""
        return self.folder / f"{self.word}.keras"

    @property
    def card(self) -> Path:
        """The path of the card: facts for programs between two lines `---`, and a text for people."""
        return self.folder / f"{self.word}.md"

    @property
    def name(self) -> str:
        """The word and the version, such as "reader 1", or only the word if no card gives a version."""
        return f"{self.word} {self._facts.get('version', '')}".rstrip()

    @property
    def hash(self) -> str:
        """The `file_hash` of the model file that the card describes, or "" if no card gives it."""
        return self._facts.get("hash", "")

    @property
    def symbols(self) -> str:
        """The symbols that the model reads, or "" if no card gives them."""
        return self._facts.get("symbols", "")

    @property
    def language(self) -> str:
        """The language of the words that the model reads, or "" if no card gives it."""
        return self._facts.get("language", "")

    @property
    def preset(self) -> str:
        """The preset of the network, which a training from this model must share."""
        return self._facts.get("preset", "reader")

    @property
    def exists(self) -> bool:
        """True if the model file exists."""
        return self.path.is_file()

    @property
    def is_promised(self) -> bool:
        """True if the program comes with this model, which its file or its card shows."""
        return self.exists or self.card.is_file()

    @property
    def problem(self) -> str:
        """The reason that the model cannot be used, or "" if it can, found by reading the whole file."""
        try:
            actual = file_hash(self.path)
        except OSError:
            return Sentence(
                "{name}: the model that comes with TextScanner Studio is missing in {folder}. Install the program "
                "again, or choose another model.",
                name=self.path.name,
                folder=self.folder,
            )
        if self.hash and actual != self.hash:
            return Sentence(
                "{name}: damaged or replaced: it is not the file that its card {card} describes. Install TextScanner "
                "Studio again, or choose another model.",
                name=self.path.name,
                card=self.card.name,
            )
        return ""

    @property
    def _facts(self) -> Mapping[str, str]:
        try:
            text = read_file(self.card).decode()
        except (OSError, UnicodeDecodeError):
            return {}
        first, _, rest = text.partition("\n")
        if first.strip() != _FENCE:
            return {}
        lines = (line.partition(": ") for line in rest.partition(f"\n{_FENCE}")[0].splitlines())
        return {key.strip(): value.strip() for key, _, value in lines}


_FOLDER = Path(__file__).resolve().parents[1] / "model" / "bundled"
READER, READER_ZH = BundledModel(_FOLDER), BundledModel(_FOLDER, "reader-zh")
"""Words of streets in English, and Chinese words of signs, screens and print."""

BUNDLED = (READER, READER_ZH)  # the models that this installation brings along, the one that is taken unasked first


def named(name: object, bundled: Sequence[BundledModel] = BUNDLED) -> BundledModel | None:
    """Return the bundled model for a word or a path, or None if it is another model."""
    return next((model for model in bundled if name in (model.word, model.path)), None)


def model_path(text: str | Path, bundled: Sequence[BundledModel] = BUNDLED) -> Path:
    """Return the path of the model that a person names, which is a bundled model if the name is its word.

    `text`: the text that a person typed, or that `model_text` gave; a path is taken as it is.
    """
    model = named(text, bundled)
    return Path(text) if model is None else model.path


def model_text(path: Path, bundled: Sequence[BundledModel] = BUNDLED) -> str:
    """Return a text for a model's path, from which `model_path` finds the model in another installation, too."""
    model = named(path, bundled)
    if model is not None:
        return model.word
    is_word = named(str(path), bundled) is not None
    return os.path.join(os.curdir, path) if is_word else str(path)  # noqa: PTH118  a path drops the "."


def file_hash(path: Path) -> str:
    """Return a hash of a file's content as 16 hexadecimal digits.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    with open_file(path) as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=8)).hexdigest()
