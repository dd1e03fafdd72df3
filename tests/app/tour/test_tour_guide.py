import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QToolBar, QWidget

from core.base.errors import FileWriteError
from core.base.images import read_image
from tests.tour.guide import Guide, NotSeenError, Outcome, Stage


def stage(name: str, go: Callable[[Guide], None], *needs: str) -> Stage:
    return Stage(name, f"The title of {name}", f"What is done in {name}", go, needs)


def take(guide: Guide, *stages: Stage) -> list[Outcome]:
    return guide.take(stages, lambda outcome, outcomes: None)


def fine(guide: Guide) -> None:
    guide.say("It was there.")
    guide.picture("fine", "A caption.")


def missed(guide: Guide) -> None:
    guide.require(1 + 1 == 3, "It was not there.")


def broken(guide: Guide) -> None:
    raise ValueError("of all things")


def late(guide: Guide) -> None:
    guide.hands.wait(lambda: False, "what never comes", patience=0.1)


def troubled(guide: Guide) -> None:
    guide.session.notify("The disk is full.", "error")


def warned(guide: Guide) -> None:
    guide.session.notify("The image is small.", "warning")


def test_stage_that_was_seen_has_what_was_said_and_its_pictures(guide: Guide, tmp_path: Path):
    (outcome,) = take(guide, stage("fine", fine))
    assert (outcome.title, outcome.done) == ("The title of fine", "What is done in fine")
    assert (outcome.state, outcome.seen, outcome.trouble) == ("seen", ("It was there.",), "")
    assert outcome.seconds > 0
    (picture,) = outcome.pictures
    assert (picture.path, picture.caption) == (tmp_path / "report" / "01-fine.png", "A caption.")
    assert read_image(picture.path).shape == (picture.height, picture.width, 3) == (720, 1280, 3)


@pytest.mark.parametrize(
    ("go", "trouble"),
    [
        (missed, "It was not there."),
        (broken, "ValueError: of all things"),
        (late, "The tour waited in vain for what never comes."),
        (troubled, "The program told of an error: The disk is full."),
    ],
)
def test_stage_that_was_not_seen_has_the_reason_and_a_picture_of_that_moment(guide: Guide, go: Any, trouble: str):
    (outcome,) = take(guide, stage("bad", go))
    assert (outcome.state, outcome.trouble) == ("not seen", trouble)
    assert [picture.path.name for picture in outcome.pictures] == ["01-not-seen.png"]


def test_warning_of_the_program_is_no_reason(guide: Guide):
    (outcome,) = take(guide, stage("warned", warned))
    assert outcome.state == "seen"


def test_stages_that_need_one_that_was_not_seen_are_not_taken_and_all_others_are(guide: Guide):
    outcomes = take(
        guide,
        stage("bad", missed),
        stage("next", fine, "bad"),
        stage("last", fine, "next"),
        stage("other", fine),
        stage("after", fine, "other"),
    )
    assert [outcome.state for outcome in outcomes] == ["not seen", "not taken", "not taken", "seen", "seen"]
    assert outcomes[1].trouble == "It needs what was not seen to work: The title of bad."
    assert (outcomes[1].pictures, outcomes[1].seconds) == ((), 0)


def test_news_come_after_each_stage_with_all_stages_those_to_come_not_taken(guide: Guide):
    told: list[tuple[str, list[str]]] = []

    def news(outcome: Outcome, outcomes: Sequence[Outcome]) -> None:
        told.append((outcome.title, [each.state for each in outcomes]))

    guide.take((stage("a", fine), stage("b", missed), stage("c", fine, "b")), news)
    assert told == [
        ("The title of a", ["seen", "not taken", "not taken"]),
        ("The title of b", ["seen", "not seen", "not taken"]),
        ("The title of c", ["seen", "not seen", "not taken"]),
    ]


def test_dialog_that_a_stage_has_left_open_is_closed_before_the_next(guide: Guide):
    def stuck(guide: Guide) -> None:
        guide.hands.do("view.palette")
        guide.hands.dialog()
        raise NotSeenError("It is stuck.")

    def free(guide: Guide) -> None:
        guide.require(QApplication.activeModalWidget() is None, "A dialog is open.")

    assert [outcome.state for outcome in take(guide, stage("stuck", stuck), stage("free", free))] == [
        "not seen",
        "seen",
    ]


def test_picture_of_a_part_is_as_large_as_the_part(guide: Guide):
    canvas = guide.window.centre.canvas
    (outcome,) = take(guide, stage("part", lambda guide: guide.picture("part", of=[canvas])))
    (picture,) = outcome.pictures
    assert (picture.width, picture.height) == (canvas.width(), canvas.height())


def test_panel_is_brought_in_sight_by_its_key_and_stays_there(guide: Guide):
    panel = guide.show_panel("history", QWidget)
    assert panel.isVisible()
    assert guide.show_panel("history", QWidget) is panel
    assert panel.isVisible()


def test_button_that_the_tool_bar_does_not_show_is_told_of(guide: Guide):
    guide.part(QToolBar, guide.window).hide()
    (outcome,) = take(guide, stage("train", lambda guide: guide.press_tool("train.start")))
    assert outcome.trouble == "The tool bar shows no button for train.start."


def test_picture_that_cannot_be_written_ends_the_tour(guide: Guide, tmp_path: Path):
    shutil.rmtree(tmp_path / "report")
    with pytest.raises(FileWriteError, match=r"01-not-seen.png|02-not-seen.png"):
        take(guide, stage("fine", fine))
