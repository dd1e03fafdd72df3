"""The problems that checks have found: a panel that lists problems, a dialog that mends all of a kind."""

from app.views.problems.fix_all import FixAllDialog
from app.views.problems.panel import ProblemsPanel

__all__ = ["FixAllDialog", "ProblemsPanel"]
