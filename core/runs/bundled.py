"""The bundled model: its file, its name, and the word `reader` for it.

The word is resolved where a person's text becomes a path (`model_path`), and a path becomes the word again where it is
kept (`model_text`): the file lies elsewhere in another installation.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import Sentence
from core.base.files import open_file, read_file

WORD = "reader"
"""What the model is called wherever a model is named; a file or folder of that name is reached as `./reader`."""

_FENCE = "---"  # before and behind the facts at the top of a card


@dataclass(frozen=True, slots=True)
class BundledModel:
    """A model file `reader.keras` with its card `reader.md` in a folder."""

    folder: Path
    run = None

    @property
    def path(self) -> Path:
        """The model file."""
        return self.folder / f"{WORD}.keras"

    @property
    def card(self) -> Path:
        """The card: facts that programs read, between two lines `---`, and a text for people."""
        return self.folder / f"{WORD}.md"

    @property
    def name(self) -> str:
        """The word and the version: "reader 1". The word alone if no card says the version."""
        return f"{WORD} {self._facts.get('version', '')}".rstrip()

    @property
    def hash(self) -> str:
        """The result of `file_hash` for the file that the card describes. "" if no card says it."""
        return self._facts.get("hash", "")

    @property
    def symbols(self) -> str:
        """The symbols that the model reads. "" if no card says them."""
        return self._facts.get("symbols", "")

    @property
    def language(self) -> str:
        """The language of what the model reads. "" if no card says it."""
        return self._facts.get("language", "")

    @property
    def exists(self) -> bool:
        """True if the model file is there."""
        return self.path.is_file()

    @property
    def is_promised(self) -> bool:
        """True if the program brings such a model along: there is its file or its card."""
        return self.exists or self.card.is_file()

    @property
    def problem(self) -> str:
        """Why the model cannot be used, in one sentence. "" if nothing speaks against it. Reads the whole file."""
        try:
            found = file_hash(self.path)
        except OSError:
            return Sentence(
                "{name}: the model that comes with TextScanner Studio is missing in {folder}. Install the program "
                "again, or choose another model.",
                name=self.path.name,
                folder=self.folder,
            )
        if self.hash and found != self.hash:
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


BUNDLED = BundledModel(Path(__file__).resolve().parents[1] / "model" / "bundled")
"""The model that this installation brings along."""


def model_path(text: str | Path, bundled: BundledModel = BUNDLED) -> Path:
    """Return the path for a person's name of a model: the word alone means the bundled model.

    Parameters
    ----------
    text : str or Path
        A text is what was typed, or what `model_text` gave; a path is taken as it is.
    """
    return bundled.path if text == WORD else Path(text)


def model_text(path: Path, bundled: BundledModel = BUNDLED) -> str:
    """Return the text for a model's path from which `model_path` makes it again, in another installation too."""
    if path == bundled.path:
        return WORD
    return os.path.join(os.curdir, path) if path == Path(WORD) else str(path)  # noqa: PTH118  a path drops the "."


def file_hash(path: Path) -> str:
    """Return a hash of a file's content, 16 hexadecimal digits. Raises OSError."""
    with open_file(path) as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=8)).hexdigest()
