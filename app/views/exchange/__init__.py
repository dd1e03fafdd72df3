"""Import from and export to other formats, of labels and of models; cropping words from scenes."""

from app.views.exchange.cropping import CropDialog
from app.views.exchange.exporting import ExportDialog
from app.views.exchange.exporting_model import ExportModelDialog
from app.views.exchange.foreign_model import ForeignModelDialog
from app.views.exchange.importing import ImportDialog

__all__ = ["CropDialog", "ExportDialog", "ExportModelDialog", "ForeignModelDialog", "ImportDialog"]
