"""Export model…: what it asks for, and the table of what came of it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.window.showing import added

from app.session import Session
from app.views.exchange.exporting_model import ExportModelDialog
from core.base.errors import ModelError, Sentence
from core.base.progress import Progress
from core.model.export.job import Difference, Export, ExportJob, FormReport

MAPS = {name: Difference(0.25, 0.001) for name in ("character", "order", "localization")}


def exported(job: ExportJob, *, progress: Progress, on_report: Callable[[FormReport], None]) -> Export:
    """An export in which ONNX crashes, and int8 misreads one word of ten."""
    reports = []
    for number, form in enumerate(job.forms):
        report = FormReport(form.name, bytes=1000, operators={"Conv2D": 3}, same_text=0.9, images=10, maps=MAPS)
        if form.name == "onnx":
            report = FormReport("onnx", Sentence("{form}: the converter crashed.", form="onnx"))
        reports.append(report)
        on_report(report)
        progress(number, len(job.forms))
    return Export("m", job.out, 10, 10, "words", FormReport("program", same_text=1.0), tuple(reports))


def refused(job: ExportJob, **others: object) -> Export:
    raise ModelError("{name}: damaged. Choose another.", name=job.model.name)


@pytest.fixture
def dialog(session: Session, qtbot: QtBot) -> ExportModelDialog:
    return added(qtbot, ExportModelDialog(session, export=exported))


def tick_all(dialog: ExportModelDialog) -> None:
    """Choose each format but the one that is only written when asked for."""
    for name, box in dialog.formats.items():
        box.setChecked(name != "h5")


def test_it_proposes_keras_and_onnx_and_later_what_was_chosen_last(session: Session, qtbot: QtBot):
    first, later = ExportModelDialog(session, export=exported), ["onnx", "savedmodel"]
    qtbot.addWidget(first)
    assert [name for name, box in first.formats.items() if box.isChecked()] == ["keras", "onnx"]
    for name, box in first.formats.items():
        box.setChecked(name in later)
    first.begin()
    qtbot.waitUntil(lambda: first.job is None)
    second = added(qtbot, ExportModelDialog(session, export=exported))
    assert sorted(name for name, box in second.formats.items() if box.isChecked()) == later


def test_all_forms_of_a_model_are_calibrated_on_the_project(dialog: ExportModelDialog, project_folder: Path):
    tick_all(dialog)
    order = dialog.order()
    assert order.images == project_folder and order.out.parent == project_folder.parent and not order.out.exists()
    assert len(order.forms) == 12 and order.size is None and not order.free
    dialog.input_size.setCurrentIndex(1)
    free = dialog.order()
    assert isinstance(free, ExportJob) and free.free
    dialog.input_size.setCurrentText("64x256")
    sized = dialog.order()
    assert isinstance(sized, ExportJob) and sized.size == (64, 256)


def test_what_is_missing_is_named(dialog: ExportModelDialog):
    for size in ("huge", "33x128"):
        dialog.input_size.setCurrentText(size)
        assert not dialog.run.isEnabled() and size[:2] in dialog.says.text()
    dialog.input_size.setCurrentIndex(0)
    tick_all(dialog)
    dialog.images.set_path(None)
    assert not dialog.run.isEnabled() and "int8" in dialog.says.text()
    dialog.formats["tflite"].setChecked(False)
    assert dialog.run.isEnabled() and not dialog.precisions["int8"].isEnabled()
    for box in dialog.formats.values():
        box.setChecked(False)
    assert not dialog.run.isEnabled() and "format" in dialog.says.text()


def test_the_choice_of_select_tf_ops_warns(dialog: ExportModelDialog):
    dialog.select.setChecked(True)
    assert "Flex" in dialog.says.text() and dialog.run.isEnabled()


def test_the_tables_show_each_form_and_a_crash_is_one_sentence(dialog: ExportModelDialog, qtbot: QtBot):
    tick_all(dialog)
    dialog.begin()
    qtbot.waitUntil(lambda: dialog.job is None and dialog.parity.rowCount() == 13)
    rows = [[dialog.parity.item(r, c).text() for c in range(dialog.parity.columnCount())] for r in range(13)]
    heads = [dialog.parity.horizontalHeaderItem(column).text() for column in range(dialog.parity.columnCount())]
    assert heads[-3:] == [f"{name} map: largest difference" for name in ("Character", "Order", "Centre")]
    assert rows[0][0] == "the program" and ["onnx", "failed"] in [row[:2] for row in rows]
    assert [row[4] for row in rows if row[0] == "tflite-int8"] == ["9 of 10"]
    assert "onnx: the converter crashed." in dialog.says.text() and "10 images" in dialog.says.text()
    assert [dialog.operators.item(0, column).text() for column in range(3)] == ["Conv2D", "3", "3"]
    assert dialog.operators.columnCount() == 1 + 11


def test_a_model_that_cannot_be_used_is_told(session: Session, qtbot: QtBot):
    dialog = added(qtbot, ExportModelDialog(session, export=refused))
    for name in ("int8", "int8-only", "int16x8"):
        dialog.precisions[name].setChecked(False)
    dialog.model.line.setText("broken.keras")
    dialog.begin()
    qtbot.waitUntil(lambda: "broken.keras: damaged" in dialog.says.text())
