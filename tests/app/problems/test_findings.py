"""What is known of the project's problems: from the index, from the editor, and from the check of the folder."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.session import Session
from core.index.rows import ImageRow, StoredProblem
from core.index.table import ImageTable
from core.labels.checks.problems import Problem, apply_fix


def double_order(label: Path) -> None:
    values = json.loads(label.read_text(encoding="utf-8"))
    values["shapes"][0]["order"] = values["shapes"][1]["order"] = 1
    label.write_text(json.dumps(values), encoding="utf-8")


@pytest.fixture
def session(make_session: Callable[[Path | None], Session], project_folder: Path) -> Session:
    """The first and the third label have an order twice."""
    for number in (0, 2):
        double_order(sorted(project_folder.glob("word*.json"))[number])
    return make_session(project_folder)


def everything(session: Session) -> list[Problem]:
    return [problem for kind, _ in session.findings.counts for problem in session.findings.of_kind(kind)]


def ids(session: Session, image: str) -> list[str]:
    return [problem.id for problem in session.findings.problems_of(image)]


def test_problems_of_all_labels_are_known_once_they_are_read(session: Session, qtbot: QtBot):
    images = session.catalog.table.images
    qtbot.waitUntil(lambda: len(everything(session)) == 2)
    assert {problem.image for problem in everything(session)} == {images[0], images[2]}


def test_open_label_counts_as_it_is_and_not_as_it_is_saved(session: Session, qtbot: QtBot):
    image = session.image or ""
    qtbot.waitUntil(lambda: any(problem.fixes for problem in session.findings.problems_of(image)))
    session.saver.delay = 1_000_000
    problem = session.findings.problems_of(image)[0]
    session.editor.apply("Fix", apply_fix, problem)
    qtbot.waitUntil(lambda: not session.findings.problems_of(image))
    assert session.saver.unsaved == 1


def test_problem_is_gone_after_another_program_has_mended_it(session: Session, qtbot: QtBot, project_folder: Path):
    image = session.catalog.table.images[2]
    qtbot.waitUntil(lambda: ids(session, image) == ["order-double"])
    label = (project_folder / image).with_suffix(".json")
    values = json.loads(label.read_text(encoding="utf-8"))
    values["shapes"][1]["order"] = 2
    label.write_text(json.dumps(values), encoding="utf-8")
    session.catalog.look_for_changes()
    qtbot.waitUntil(lambda: not ids(session, image))


def test_check_of_the_folder_finds_what_the_index_does_not_look_at(
    session: Session, qtbot: QtBot, project_folder: Path
):
    images = session.catalog.table.images
    (project_folder / images[4]).with_suffix(".json").unlink()
    shutil.copy(project_folder / images[5], project_folder / "twin.png")
    shutil.copy((project_folder / images[6]).with_suffix(".json"), project_folder / "twin.json")
    session.findings.check_folder()
    qtbot.waitUntil(lambda: session.findings.report is not None)
    assert "image-without-label" in ids(session, images[4])
    assert "same-picture-different-text" in {problem.id for problem in everything(session)}
    doubled = [problem for problem in everything(session) if problem.id == "order-double"]
    assert len(doubled) == 2  # not told twice, by index and check


def test_what_the_check_found_in_a_label_is_dropped_once_that_changes(
    session: Session, qtbot: QtBot, project_folder: Path
):
    image = session.catalog.table.images[4]
    (project_folder / image).with_suffix(".json").unlink()
    session.findings.check_folder()
    qtbot.waitUntil(lambda: "image-without-label" in ids(session, image))
    session.findings.forget([image])
    assert "image-without-label" not in ids(session, image)


def test_nothing_is_known_of_a_project_that_was_closed(session: Session, qtbot: QtBot):
    qtbot.waitUntil(lambda: len(everything(session)) == 2)
    session.close()
    qtbot.waitUntil(lambda: session.project is None)
    assert not everything(session)


def test_counts_follow_every_change(session: Session, qtbot: QtBot):
    qtbot.waitUntil(lambda: session.findings.counts == {("order-double", "warning"): 2})
    before = session.findings.version_of("order-double")
    image = session.image or ""
    qtbot.waitUntil(lambda: any(problem.fixes for problem in session.findings.problems_of(image)))
    session.editor.apply("Fix", apply_fix, session.findings.problems_of(image)[0])
    qtbot.waitUntil(lambda: session.findings.counts == {("order-double", "warning"): 1})
    assert session.findings.version_of("order-double") != before


def test_very_many_problems_are_taken_over_in_parts(session: Session, qtbot: QtBot):
    session.findings.at_once = 3
    images = [f"{number:03d}.png" for number in range(20)]
    gap = StoredProblem("order-gap", "warning", "A gap.", 1)
    table = ImageTable(images)
    table.update(ImageRow(image, "draft", problems=(gap,)) for image in images)
    session.catalog.table = table
    session.catalog.set_filter("")
    assert len(session.findings.images_of("order-gap")) == 3
    qtbot.waitUntil(lambda: len(session.findings.images_of("order-gap")) == 20)
