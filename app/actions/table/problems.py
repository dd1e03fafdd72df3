"""Actions on problems that checks have found, and on their fixes."""

from __future__ import annotations

from app.actions.action import Action
from app.actions.conditions import can_edit, has_project
from app.problems.repairs import CHARSET_FIX
from app.session import Session
from core.labels.checks.problems import Fix, Problem


def fixable(session: Session) -> tuple[Problem, Fix] | None:
    """Return the label's first problem with one safe fix, or first one at a selected character, or None."""
    ranks = {session.editor.label.ranking.index(place) + 1 for place in session.editor.selection}
    problems = [
        (problem, problem.fix)
        for problem in session.editor.problems
        if problem.fix is not None and problem.fix.id != CHARSET_FIX
    ]
    return min(problems, key=lambda pair: pair[0].character not in ranks, default=None)


def fix_problem(session: Session) -> None:
    """Apply the fix that `fixable` returns."""
    problems = fixable(session)
    if problems is not None:
        session.folder.repairs.fix(*problems)


def missing_symbols(session: Session) -> tuple[Problem, ...]:
    """Return the label's problems that would end if a symbol were added to the project's charset."""
    return tuple(problem for problem in session.editor.problems if any(fix.id == CHARSET_FIX for fix in problem.fixes))


def add_symbols(session: Session) -> None:
    """Add to the project's charset the label's symbols that it lacks."""
    fixes = (fix for problem in missing_symbols(session) for fix in problem.fixes if fix.id == CHARSET_FIX)
    session.folder.repairs.add_symbols([fix.symbol for fix in fixes if fix.symbol])


ACTIONS = (
    Action(
        "problems.fix",
        "Fix this problem",
        "Fix the first problem of this label that has a safe fix",
        run=lambda session, asker: fix_problem(session),
        shortcuts=(".",),
        icon="fix",
        enabled=lambda session: can_edit(session) and fixable(session) is not None,
    ),
    Action(
        "problems.fix_all",
        "Fix all of a kind…",
        "Fix one kind of problem in the whole folder, after a look at what will change",
        run=lambda session, asker: asker.show_dialog("fix_all"),
        shortcuts=("Ctrl+.",),
        icon="fix-all",
        enabled=has_project,
    ),
    Action(
        "problems.add_symbols",
        "Add this symbol to the charset",
        "Add the symbols of this label that the project's charset lacks",
        run=lambda session, asker: add_symbols(session),
        shortcuts=("Alt+.",),
        icon="add-symbol",
        enabled=lambda session: bool(missing_symbols(session)) and not session.workspace.is_read_only,
    ),
)
