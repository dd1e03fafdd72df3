"""Thumbnails: made in the background, only while wanted, and kept within bounds."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot
from support.waiting import WAIT

from app.project.thumbnails import Thumbnails, thumbnail
from app.session import Session


def thumbnails_of(session: Session, height: int = 32) -> Thumbnails:
    made = Thumbnails(session.workspace, session)
    made.set_source(session.project, height)
    return made


@pytest.mark.parametrize(("size", "wanted"), [((60, 90), (30, 20)), ((50, 1000), (60, 3))], ids=["a word", "a line"])
def test_thumbnail_keeps_its_proportions_and_is_at_most_three_times_as_wide_as_the_height_that_was_asked_for(
    size: tuple[Any, ...], wanted: tuple[Any, ...]
):
    small = thumbnail(np.zeros((*size, 3), np.uint8), 20)
    assert (small.width(), small.height()) == wanted


def test_thumbnail_on_a_dense_screen_has_its_pixels_at_the_same_size():
    small = thumbnail(np.zeros((60, 90, 3), np.uint8), 20, 2.0)
    assert (small.width(), small.height()) == (60, 40)
    assert small.deviceIndependentSize().toSize().toTuple() == (30, 20)


def test_thumbnail_shows_the_picture():
    pixels = np.zeros((40, 80, 3), np.uint8)
    pixels[:, 40:] = (250, 10, 20)
    small = thumbnail(pixels, 20)
    assert small.pixelColor(5, 10).getRgb()[:3] == (0, 0, 0)
    assert small.pixelColor(35, 10).getRgb()[:3] == (250, 10, 20)


def test_what_is_wanted_arrives_and_is_kept(session: Session, qtbot: QtBot):
    made = thumbnails_of(session)
    images = session.catalog.table.images[:3]
    made.want(images)
    qtbot.waitUntil(lambda: all(made.kept(image) is not None for image in images))
    small = made.kept(images[0])
    assert small.height() <= 32
    assert not small.isNull()


def test_image_that_cannot_be_read_gets_a_null_picture(session: Session, project_folder: Path, qtbot: QtBot):
    image = session.catalog.table.images[1]
    (project_folder / image).write_bytes(b"no picture")
    made = thumbnails_of(session)
    with qtbot.waitSignal(made.arrived):
        made.want([image])
    small = made.kept(image)
    assert small.isNull()


def test_what_is_no_longer_wanted_is_not_made(session: Session, qtbot: QtBot):
    made = thumbnails_of(session)
    first, *others = session.catalog.table.images
    busy = threading.Event()
    session.workspace.background.start("", lambda job: busy.wait(WAIT / 1000), lane="thumbnails")
    made.want(others)
    made.want([first])  # the list was scrolled on before the thread came to them
    arrived: list[str] = []
    made.arrived.connect(arrived.append)
    busy.set()
    qtbot.waitUntil(lambda: made.kept(first) is not None)
    assert arrived == [first]


@pytest.mark.parametrize(
    ("renew", "height"),
    [
        pytest.param(lambda made, session, image: made.set_source(session.project, 16), 16, id="another size"),
        pytest.param(lambda made, session, image: made.forget([image]), 1000, id="changed on the disk"),
    ],
)
def test_another_size_and_a_picture_that_changed_are_made_anew(
    session: Session, qtbot: QtBot, renew: Callable[..., Any], height: int
):
    made = thumbnails_of(session)
    image = session.catalog.table.images[0]
    with qtbot.waitSignal(made.arrived):
        made.want([image])
    renew(made, session, image)
    assert made.kept(image) is None
    with qtbot.waitSignal(made.arrived):
        made.want([image])
    assert made.kept(image).height() <= height
