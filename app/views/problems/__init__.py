"""What checks have found: the panel that lists it, and the dialog that mends all of a kind."""

from app.views.problems.fix_all import FixAllDialog
from app.views.problems.panel import ProblemsPanel

__all__ = ["FixAllDialog", "ProblemsPanel"]
