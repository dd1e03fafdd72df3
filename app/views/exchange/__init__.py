"""Import from and export to other formats; cropping words from scenes."""

from app.views.exchange.cropping import CropDialog
from app.views.exchange.exporting import ExportDialog
from app.views.exchange.importing import ImportDialog

__all__ = ["CropDialog", "ExportDialog", "ImportDialog"]
