"""Import from and export to other formats."""

from app.views.exchange.exporting import ExportDialog
from app.views.exchange.importing import ImportDialog

__all__ = ["ExportDialog", "ImportDialog"]
