"""The reading aids (a language, expected words, further looks, no letter case), which are switched off or extended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from app.language.figures import counted
from app.project.catalog import Catalog
from app.project.workspace import FollowUp, Workspace
from app.reading.model_in_use import ModelInUse
from core.analysis.text_patterns import TextList, TextPattern
from core.base.encoding import read_text
from core.base.errors import ProjectError
from core.base.files import write_atomically
from core.charset import normalise
from core.project.project import Project

if TYPE_CHECKING:  # SciPy's sparse arrays would cost a third of the start of the program
    from core.analysis.predicted_maps import Aid

_LIST = "expected-words.txt"
_MOST = 64 << 20  # bytes of a list of words

_PLAIN: dict[str, tuple[str, Any]] = {
    "language": ("predicting.language_model", False),
    "looks": ("predicting.crops", "1"),
    "case": ("predicting.ignore_case", False),
}
"""The setting of each aid, and its value without it, except for expected words, which are the project's."""


class ReadingAids(QObject):
    """Switches aids off, and adds expected words to the project's list."""

    def __init__(
        self, workspace: Workspace, catalog: Catalog, in_use: ModelInUse, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._catalog = catalog
        self._in_use = in_use

    # Without

    def take_away(self, aid: Aid) -> None:
        """Read all words without an aid from now on, and offer to switch it on again."""
        workspace, project = self._workspace, self._workspace.project
        if aid != "expected":
            key, plain = _PLAIN[aid]
            before = workspace.settings.value(key)
            workspace.settings.set(key, plain)
            self._say_without(partial(workspace.settings.set, key, before))
        elif project is not None and not workspace.refuses_edits():
            words = project.settings.expected
            self._expect_words("", lambda: self._say_without(partial(self._expect_words, words)))

    def _say_without(self, back: Callable[[], object]) -> None:
        sentence = self.tr("From now on, every word is read without this aid.")
        self._workspace.notify(sentence, offers=(FollowUp(self.tr("Read as before"), back),))

    def _expect_words(self, words: str, then: Callable[[], None] | None = None) -> None:
        project = self._workspace.project
        if project is not None:
            self._catalog.save_settings(replace(project.settings, expected=words), then)

    # Expected words

    def can_expect(self, word: str) -> bool:
        """Return True if a word can be in a list: it has no space, and no pattern determines the expected words."""
        project = self._workspace.project
        if project is None or word.split() != [word]:
            return False
        return project.settings.expected == "" or project.settings.expected.endswith(".txt")

    def expect(self, word: str) -> None:
        """Add a word to the project's list or, without a list, offer to make one from all known texts and this word."""
        workspace, project = self._workspace, self._workspace.project
        if project is None or not self.can_expect(word) or workspace.refuses_edits():
            return
        if project.settings.expected:
            self._add([word], project.settings.expected)
            return
        table = self._catalog.table
        texts = (table.text[place] for place in range(len(table.images)) if table.known[place])
        words = sorted({word, *(text for text in texts if text.split() == [text])})
        one = self.tr("If the list held only “{word}”, every image of this folder would be read as this word.")
        several = self.tr(
            "With a list, every image of this folder is read as one of {count} words: the known texts and “{word}”."
        )
        make = FollowUp(self.tr("Create the list"), partial(self._add, words, _LIST))
        workspace.notify(counted(one, several, len(words), word=word), "warning", (make,))

    def expect_only(self, writing: TextPattern | TextList) -> None:
        """Read only texts that match a pattern or are in a list, which the project stores in a file."""
        if self._workspace.refuses_edits():
            return
        if isinstance(writing, TextPattern):
            sentence = self.tr("Every image of this folder is read as such a text from now on.")
            back = FollowUp(self.tr("Read as before"), partial(self._expect_words, ""))
            self._expect_words(writing.expression, lambda: self._workspace.notify(sentence, offers=(back,)))
        else:
            self._add([*writing.words], _LIST)

    def _add(self, words: list[str], name: str) -> None:
        """Write some words behind those of a list, in the background, and read by them."""
        workspace, project = self._workspace, self._workspace.project
        if project is None:
            return

        def done(count: int) -> None:
            if workspace.project is None or workspace.project.root != project.root:
                return
            self._expect_words(name)
            self._in_use.again()  # the list may be the same file with other words
            one = self.tr("{file} now lists one expected word.")
            several = self.tr("{file} now lists {count} expected words.")
            workspace.notify(counted(one, several, count, file=name))

        workspace.background.start(
            "",
            lambda job: _written(project, name, words),
            lane="saving",
            finished=done,
            failed=partial(workspace.notify, severity="error"),
        )


def _written(project: Project, name: str, words: list[str]) -> int:
    """Write the words that a list lacks behind its own, and return the number of all words."""
    path = project.root / name
    before = read_text(path, _MOST, ProjectError).text if path.exists() else ""
    known = dict.fromkeys(normalise(before).split())
    lacking = [word for word in dict.fromkeys(map(normalise, words)) if word not in known]
    if lacking:
        begun = before if not before or before.endswith("\n") else before + "\n"
        write_atomically(path, (begun + "\n".join(lacking) + "\n").encode())
    return len(known) + len(lacking)
