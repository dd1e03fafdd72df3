import json
from pathlib import Path

import pytest
from support.words.synthetic_project import synthetic_project

from core.base.images import image_size
from core.labels.files.storage import label_path
from core.project.project import Project
from tests.tour.project import SLIPPED, TourProject, copied, drawn, label_on_disk, make_a_slip


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> TourProject:
    return drawn(tmp_path_factory.mktemp("drawn") / "demo")


def test_slip_is_a_symbol_that_the_text_does_not_have_there(tmp_path: Path):
    folder = synthetic_project(tmp_path / "words")
    before = label_on_disk(TourProject(folder), "word_00002.png")
    make_a_slip(folder)
    after = label_on_disk(TourProject(folder), "word_00002.png")
    assert after.text == before.text
    assert [rank for rank, (a, b) in enumerate(zip(after.reading, before.reading, strict=True), 1) if a != b] == [
        SLIPPED
    ]


@pytest.mark.long
def test_drawn_project_lacks_some_labels_whose_right_texts_are_known(tour: TourProject):
    project = Project.open(tour.folder)
    images = project.images().images
    assert {image for image in images if not label_path(project.path_of(image)).exists()} == {*tour.unlabelled}
    assert all(3 <= len(text) <= 6 and text.isdigit() for text in tour.unlabelled.values())


def test_drawn_project_has_several_wrong_labels_that_no_training_learns_from(tour: TourProject):
    """Else none of them could be found in the first places of the review queue."""
    project = Project.open(tour.folder)
    held_out = [error.kind for error in tour.planted.values() if project.split_of(error.image) == "val"]
    assert len([kind for kind in held_out if kind in ("symbol", "order", "missing")]) >= 3
    assert not {*tour.planted} & {*tour.unlabelled}


@pytest.mark.long
def test_watched_word_is_long_wide_right_and_not_learned_from(tour: TourProject):
    label = label_on_disk(tour, tour.watched)
    height, width = image_size(tour.folder / tour.watched)
    assert len(label.word) >= 5 and not label.disagrees and width >= 2 * height
    assert Project.open(tour.folder).split_of(tour.watched) == "val"
    assert tour.watched not in tour.planted


def test_copied_project_leaves_the_other_as_it_was_and_knows_its_planted_errors(tmp_path: Path):
    source = synthetic_project(tmp_path / "words")
    entry = {"image": "word_00003.png", "kind": "symbol", "order": 1, "was": "a", "now": "b"}
    (source / "planted.json").write_text(json.dumps([entry]), encoding="utf-8")
    before = {path.name: path.read_bytes() for path in source.iterdir()}
    tour = copied(source, tmp_path / "copy")
    assert {path.name: path.read_bytes() for path in source.iterdir()} == before
    assert tour.planted["word_00003.png"].was == "a"
    assert (tour.unlabelled, tour.watched) == ({}, "")
    assert label_on_disk(tour, "word_00002.png").disagrees
