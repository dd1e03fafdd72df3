"""Fixes one problem of the label on screen, or all problems of one kind in the project."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject

from app.editing.editor import Editor
from app.language.languages import translate
from app.language.sentences import in_a_list, translated
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from core.base.errors import ImageError, LabelError
from core.base.images import image_size
from core.base.progress import Progress, ignore_news
from core.charset import Charset, name_of
from core.labels.checks.label import check_label
from core.labels.checks.problems import Fix, Problem, apply_fix
from core.labels.files.storage import label_path, parse_label, read_label_bytes, serialise_label
from core.labels.label import WordLabel
from core.project.project import Project

CHARSET_FIX = "add-to-charset"


class Repairs(QObject):
    """Fixes problems of the label on screen and of the project's charset."""

    def __init__(self, workspace: Workspace, catalog: Catalog, editor: Editor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._catalog = catalog
        self._editor = editor

    def fix(self, problem: Problem, chosen: Fix) -> None:
        """Apply a fix to the label on screen as one edit, or to the project's charset."""
        if chosen.id == CHARSET_FIX:
            self.add_symbols([chosen.symbol or ""])
        else:
            self._editor.apply(translated(chosen.title), apply_fix, problem, chosen)

    def preview(self, problem: Problem, fix: Fix) -> None:
        """Preview on the canvas the label on screen after a fix."""
        self._editor.preview(apply_fix, problem, fix)

    def outcome(self, problem: Problem, fix: Fix) -> str:
        """Return the word of the label on screen after a fix, or "" if the fix changes no label."""
        try:
            return apply_fix(self._editor.committed_label, problem, fix).word
        except LabelError:
            return ""

    def add_symbols(self, symbols: Iterable[str], then: Callable[[], None] | None = None) -> None:
        """Append symbols to the project's charset, which counts as chosen from then on."""
        workspace, project = self._workspace, self._workspace.project
        if project is None or workspace.refuses_edits():
            return
        known = self._catalog.project_charset
        charset = known.with_added(symbols)
        added = [symbol for symbol in charset if symbol not in known]

        def saved() -> None:
            names = in_a_list(map(name_of, added))
            sentence = translate(
                "Problems",
                "Added to the charset: {symbols}. A model that was trained before keeps the old charset and cannot "
                "be trained further. You can remove the symbols in the project settings.",
            )
            workspace.notify(sentence.format(symbols=names))
            if then is not None:
                then()

        self._catalog.save_settings(replace(project.settings, charset=charset), saved)


@dataclass(frozen=True, slots=True)
class Proposal:
    """The effect of fixing the problems of one kind in one image."""

    image: str
    """Path of the image relative to the project."""
    title: str
    """Title of the first fix, and how many more there are. If symbols are to be added, their names."""
    label: WordLabel
    """The label before the fixes."""
    mended: WordLabel
    """The label after the fixes."""
    before: bytes
    """The label file as it was read."""
    after: bytes
    """The label file after the fixes."""
    symbols: tuple[str, ...] = ()
    """Symbols that would be added to the charset. If there are any, the label stays."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The effect of fixing all problems of one kind."""

    kind: str
    """Id of the kind of problem."""
    choice: str | None
    """The way in which the problems would be fixed. None: those that can be fixed in exactly one way."""
    proposals: tuple[Proposal, ...]
    """The effects on the images that would change."""
    choices: Counter[str]
    """The number of problems for each way to fix them."""
    without: int
    """Number of images in which no problem of the kind would be fixed so."""


def plan_fixes(
    project: Project,
    charset: Charset,
    kind: str,
    images: Sequence[str],
    choice: str | None = None,
    progress: Progress = ignore_news,
) -> Plan:
    """Plan the fixes for all problems of a kind by reading every label again, without writing.

    `charset`: the project's, or that of all its labels. `kind`: the id of a kind of problem. `choice`:
    fix those that can be fixed so; by default those for which there is exactly one fix.
    """
    choices: Counter[str] = Counter()
    proposals: list[Proposal] = []
    for number, image in enumerate(images):
        progress(number, len(images))
        proposal = _proposal(project, charset, kind, image, choice, choices)
        if proposal is not None:
            proposals.append(proposal)
    progress(len(images), len(images))
    return Plan(kind, choice, tuple(proposals), choices, len(images) - len(proposals))


def _proposal(
    project: Project, charset: Charset, kind: str, image: str, choice: str | None, choices: Counter[str]
) -> Proposal | None:
    path = project.path_of(image)
    try:
        before = read_label_bytes(label_path(path))
        if before is None:
            return None
        file = parse_label(before, label_path(path).name)
        size = image_size(path)
    except (LabelError, ImageError):
        return None  # a problem of its own, with no fix

    def check(label: WordLabel) -> list[Problem]:
        settings = project.settings
        seen = label.normalised(settings.normalise)
        problems = check_label(seen, size, charset, settings.maps, settings.unknown, image)
        return [problem for problem in problems if problem.id == kind]

    problems = check(file.label)
    choices.update(fix.id for problem in problems for fix in problem.fixes)
    chosen = [fix for problem in problems if (fix := _fix_of(problem, choice)) is not None]
    symbols = tuple(dict.fromkeys(fix.symbol for fix in chosen if fix.id == CHARSET_FIX and fix.symbol))
    if symbols:
        return Proposal(
            image=image,
            title=in_a_list(map(name_of, symbols)),
            label=file.label,
            mended=file.label,
            before=before,
            after=before,
            symbols=symbols,
        )
    mended, titles = _mended(file.label, problems, check, choice)
    if not titles:
        return None
    more = f" (+{len(titles) - 1})" if len(titles) > 1 else ""
    after = serialise_label(mended, path.name, size, file)
    return Proposal(image, titles[0] + more, file.label, mended, before, after)


def _mended(
    label: WordLabel, problems: list[Problem], check: Callable[[WordLabel], list[Problem]], choice: str | None
) -> tuple[WordLabel, list[str]]:
    """Return the label after one fix after the other, as long as each leaves fewer problems, and the fixes' titles."""
    titles: list[str] = []
    while True:
        for problem in problems:
            one = _fix_of(problem, choice)
            if one is None:
                continue
            try:
                tried = apply_fix(label, problem, one)
            except LabelError:
                continue  # an earlier fix has taken its ground away
            left = check(tried)  # anew: places and ranks may be others now
            if len(left) < len(problems):
                label, problems = tried, left
                titles.append(translated(one.title))
                break
        else:
            return label, titles


def _fix_of(problem: Problem, choice: str | None) -> Fix | None:
    """Return the fix of the chosen kind, or the only fix that the problem has if no kind is chosen."""
    if choice is None:
        return problem.fix
    return next((fix for fix in problem.fixes if fix.id == choice), None)
