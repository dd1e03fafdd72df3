"""Import from and export to other formats, of labels and of models. Words cropped from scenes. Labels compared."""

from app.views.exchange.comparing import CompareDialog
from app.views.exchange.cropping import CropDialog
from app.views.exchange.exporting import ExportDialog
from app.views.exchange.exporting_model import ExportModelDialog
from app.views.exchange.foreign_model import ForeignModelDialog
from app.views.exchange.importing import ImportDialog

__all__ = ["CompareDialog", "CropDialog", "ExportDialog", "ExportModelDialog", "ForeignModelDialog", "ImportDialog"]
