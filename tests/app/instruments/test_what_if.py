"""The open image on trial. A test answers for the process that predicts."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot
from support.words.predictions import client_of, predicted_for, show_prediction, spec_for

from app.instruments.what_if import TriedWord, WhatIf
from app.session import Session
from app.workers.prediction_messages import Answered, FindFlips, Occlude, Searched, Seen, StopSearch, TryOut
from core.base.images import read_image
from core.data.what_if.change import SLIDERS, Change, Erased, Moved, apply_change, apply_touches
from core.data.what_if.searching import Flip
from core.labels.files.storage import label_path, read_label
from core.labels.geometry import rectangle

OTHER = Path("/models/other.keras")


@pytest.fixture
def what_if(session: Session, qtbot: QtBot) -> WhatIf:
    qtbot.waitUntil(lambda: session.editor.pixels is not None)
    show_prediction(session, predicted_for(session))
    session.instruments.what_if.want(True)
    qtbot.waitUntil(lambda: len(tries(session)) == 1)
    return session.instruments.what_if


def tries(session: Session) -> list[TryOut]:
    return client_of(session).sent(TryOut)


def answer(session: Session, asked: TryOut, text: str = "read") -> None:
    maps = predicted_for(session).maps
    maps = replace(maps, word=replace(maps.word, text=text))
    client_of(session).answer(Answered(asked.number, Seen(spec_for(session).to_dict(), maps)))


def text_of(what_if: WhatIf, model: Path) -> str:
    found = what_if.found[model]
    return found.text if isinstance(found, TriedWord) else found


def settled(session: Session, qtbot: QtBot) -> TryOut:
    """The newest question, once it is about the newest change."""
    what_if, editor = session.instruments.what_if, session.editor
    before = apply_touches(editor.pixels, editor.label, what_if.touches)
    wanted = apply_change(*before, what_if.change).pixels
    qtbot.waitUntil(lambda: np.array_equal(tries(session)[-1].pixels, wanted))
    return tries(session)[-1]


def test_the_newest_change_is_read_and_the_file_stays(session: Session, what_if: WhatIf, qtbot: QtBot):
    assert session.project is not None and session.image is not None
    file = session.project.path_of(session.image).read_bytes()
    [first] = tries(session)
    assert np.array_equal(first.pixels, session.editor.pixels)
    answer(session, first, "plain")
    [model] = what_if.models
    assert what_if.before == {model: "plain"}
    for steps in range(1, 41):
        what_if.set("rotation", SLIDERS["rotation"].value(steps))
    newest = settled(session, qtbot)
    assert len(tries(session)) <= 4, "a slider that moves on does not have each of its places read"
    answer(session, newest, "turned")
    found = what_if.found[model]
    assert (found.text, found.size) == ("turned", newest.pixels.shape[:2])
    answer(session, tries(session)[-2], "late")
    assert text_of(what_if, model) == "turned", "an answer that was overtaken is not shown"
    assert what_if.before == {model: "plain"}
    assert session.project.path_of(session.image).read_bytes() == file


def test_two_models_read_the_same_pixels(session: Session, what_if: WhatIf, qtbot: QtBot):
    what_if.compare_with(OTHER)
    qtbot.waitUntil(lambda: tries(session)[-1].model == OTHER)
    one, other = tries(session)[-2:]
    answer(session, one, "one")
    answer(session, other, "other")
    assert [text_of(what_if, model) for model in what_if.models] == ["one", "other"]
    client_of(session).answer(Answered(other.number, "late"))
    assert text_of(what_if, OTHER) == "other"
    what_if.compare_with(None)
    assert len(what_if.models) == 1


def test_tools_change_the_image_before_the_sliders(session: Session, what_if: WhatIf, qtbot: QtBot):
    what_if.set("size", 0.5)
    what_if.touch(Erased(rectangle(0, 0, 9, 9)))
    what_if.touch(Moved(0, (3.0, 0.0)))
    settled(session, qtbot)
    qtbot.waitUntil(lambda: what_if.shown is not None and len(what_if.touches) == 2)
    what_if.undo()
    assert what_if.touches == (Erased(rectangle(0, 0, 9, 9)),)
    settled(session, qtbot)
    what_if.reset()
    assert not what_if.is_changed
    settled(session, qtbot)


def test_a_trial_is_taken_back_and_done_again_with_all_that_was_done(session: Session, what_if: WhatIf):
    undo_list, erased = session.workspace.undo_list, Erased(rectangle(0, 0, 9, 9))
    what_if.set("blur", 0.1)
    what_if.set("blur", 0.2)
    what_if.touch(erased)
    undo_list.undo()
    assert (what_if.change, what_if.touches) == (Change(blur=0.2), ())
    undo_list.undo()
    assert not what_if.is_changed, "a slider that moves on is one edit"
    undo_list.redo()
    undo_list.redo()
    assert (what_if.change, what_if.touches) == (Change(blur=0.2), (erased,))
    what_if.undo()
    assert undo_list.next is not None, "the button takes the same edit back"


def test_a_trial_of_another_image_is_not_taken_back(session: Session, what_if: WhatIf, qtbot: QtBot):
    what_if.set("blur", 0.1)
    session.step(1)
    qtbot.waitUntil(lambda: not what_if.is_changed)
    session.step(-1)
    assert session.workspace.undo_list.last is None


def test_flips_come_slider_by_slider_and_hold_while_their_own_slider_moves(
    session: Session, what_if: WhatIf, qtbot: QtBot
):
    what_if.set("blur", 0.1)
    settled(session, qtbot)
    what_if.seek("flips")
    [asked] = client_of(session).sent(FindFlips)
    assert asked.change == Change(blur=0.1)
    assert np.array_equal(asked.pixels, session.editor.pixels)
    found = {"rotation": (Flip("rotation", 12.5, "x"),), "shear": ()}
    client_of(session).answer(Answered(asked.number, Searched(2, 9, found), is_over=False))
    assert what_if.flips == found
    assert (what_if.search, what_if.progress) == ("flips", (2, 9))
    what_if.set("rotation", 12.5)
    assert what_if.flips == {"rotation": found["rotation"]}, "those of the other sliders were for rotation 0"
    assert what_if.search is None
    assert client_of(session).sent(StopSearch)
    client_of(session).answer(Answered(asked.number, Searched(9, 9, {"size": ()})))
    assert "size" not in what_if.flips, "a search that was stopped says nothing any more"


def test_heat_is_of_the_image_as_it_is_shown(session: Session, what_if: WhatIf, qtbot: QtBot):
    what_if.set("crop", 0.05)
    newest = settled(session, qtbot)
    what_if.seek("heat")
    [asked] = client_of(session).sent(Occlude)
    assert np.array_equal(asked.pixels, newest.pixels)
    heat = np.zeros((6, 8, 16), np.float32)
    client_of(session).answer(Answered(asked.number, Searched(5, 5, heat=heat)))
    assert what_if.heat is heat
    assert what_if.search is None
    what_if.set("crop", 0.06)
    assert what_if.heat is None


def test_death_is_said_and_the_next_change_is_read_again(session: Session, what_if: WhatIf, qtbot: QtBot):
    what_if.seek("flips")
    client_of(session).die("The process that predicts was killed.")
    [model] = what_if.models
    assert text_of(what_if, model) == "The process that predicts was killed."
    assert what_if.search is None
    what_if.set("noise", 0.5)
    answer(session, settled(session, qtbot), "alive")
    assert text_of(what_if, model) == "alive"


def test_another_image_begins_anew_and_one_that_vanishes_stays(session: Session, what_if: WhatIf, qtbot: QtBot):
    assert session.project is not None and session.image is not None
    what_if.set("rotation", 5.0)
    settled(session, qtbot)
    session.step(1)
    assert what_if.change == Change()
    qtbot.waitUntil(lambda: what_if.shown is not None)
    path = session.project.path_of(session.image)
    path.unlink()
    what_if.set("blur", 0.2)
    answer(session, settled(session, qtbot), "still")
    assert text_of(what_if, what_if.models[0]) == "still"


def test_a_hard_case_is_kept_with_its_label(
    session: Session, sentences: list[str], what_if: WhatIf, qtbot: QtBot, tmp_path: Path
):
    folder = tmp_path / "hard"
    folder.mkdir()
    what_if.set("rotation", -7.5)
    newest = settled(session, qtbot)
    what_if.keep(folder)
    qtbot.waitUntil(lambda: bool(sentences))
    [path] = folder.glob("*.png")
    assert sentences == [f"Kept as a hard case: {path}"]
    assert np.array_equal(read_image(path), newest.pixels)
    assert read_label(label_path(path)).label.word == session.editor.label.word
    what_if.keep(folder / "gone")
    qtbot.waitUntil(lambda: len(sentences) == 2)
    assert "cannot be read" in sentences[1]


def test_nothing_is_read_while_nobody_wants_it(session: Session, what_if: WhatIf, qtbot: QtBot):
    what_if.want(False)
    session.step(1)
    qtbot.waitUntil(lambda: session.editor.image == session.image)
    qtbot.wait(50)
    assert len(tries(session)) == 1
