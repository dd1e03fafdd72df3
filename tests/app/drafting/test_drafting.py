"""Draft labels of predictions: of the open image as an edit, of many as one action; what is never touched."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.telling import told_by
from support.window.asking_window import AskingWindow
from support.words.predictions import client_of, learnt_by_heart, predicted_for, show_prediction, spec_for

from app.actions.table.predict import prelabel
from app.drafting.drafts import Doubt, draft_of, is_open_to_drafts
from app.project.workspace import FollowUp
from app.session import Session
from app.workers.prediction_messages import Answered, FolderRead, Ready, StopFolder, WantFolder
from core.base.errors import LabelError
from core.base.images import image_size
from core.charset import Charset, name_of
from core.index.filters import STATUSES
from core.labels.edits import edits
from core.labels.files.history import History
from core.labels.files.storage import label_path, read_label, read_label_bytes, write_label
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec
from core.project.project import ProjectSettings
from core.runs.bundled import BundledModel

light = pytest.mark.parametrize("prediction_entry", ["support.processes.prediction_entry"])
"""The process that predicts starts in a moment."""
SIZE = (40, 120)
BOXES = tuple(
    ((20.0 + 30 * i, 8.0), (44.0 + 30 * i, 8.0), (44.0 + 30 * i, 34.0), (20.0 + 30 * i, 34.0)) for i in range(3)
)
SPEC = MapSpec(stride=4)


def word(text: str) -> WordLabel:
    return WordLabel(tuple(CharacterLabel(symbol, box) for symbol, box in zip(text, BOXES, strict=False)), text=text)


# One label


def test_known_text_comes_out_as_it_is_written_where_the_project_folds_case():
    charset = Charset(tuple("abc"))
    maps = learnt_by_heart(word("abc"), SIZE, charset, SPEC)
    settings = ProjectSettings(fold_full_width=True)
    draft = draft_of(maps, SIZE, SPEC, charset, settings, WordLabel(text="ａbｃ"))
    assert draft.doubt is None
    assert draft.label.text == "ａbｃ"
    assert [c.symbol for c in draft.label.characters] == ["ａ", "b", "ｃ"]
    assert all(c.source == "model" and c.score for c in draft.label.characters)


def test_text_that_the_maps_contradict_stays_and_is_doubted():
    charset = Charset(tuple("abcxyz"))
    maps = learnt_by_heart(word("abc"), SIZE, charset, SPEC, 0.99)
    draft = draft_of(maps, SIZE, SPEC, charset, ProjectSettings(), WordLabel(text="xyz"))
    assert draft.label.text == "xyz"
    assert (draft.doubt.text, draft.doubt.read) == ("xyz", "abc")


def test_reviewed_and_hand_drawn_labels_are_closed_to_drafts():
    charset = Charset(tuple("abc"))
    maps = learnt_by_heart(word("abc"), SIZE, charset, SPEC)
    reviewed = edits.mark_reviewed(word("abc"), datetime.now(UTC))
    assert is_open_to_drafts(None)
    assert is_open_to_drafts(WordLabel(text="abc"))
    for label in (reviewed, word("abc")):
        assert not is_open_to_drafts(label)
        with pytest.raises(LabelError):
            draft_of(maps, SIZE, SPEC, charset, ProjectSettings(), label)


# The open image


def test_open_image_is_drafted_by_one_edit_and_accepted_by_another(session: Session, qtbot: QtBot):
    editor = session.editor
    predicted = predicted_for(session, sure=0.97)
    text = editor.label.word
    editor.apply("Keep only the text", edits.to_word_level)
    show_prediction(session, predicted)
    session.models.drafting.draft_open()
    qtbot.waitUntil(lambda: bool(editor.label.characters))
    assert editor.label.reading == editor.label.text == text
    assert editor.label.status == "draft"
    assert {c.source for c in editor.label.characters} == {"model"}
    editor.apply("Accept", edits.accept, (0,))
    assert [c.source == "model" for c in editor.label.characters].count(False) == 1
    editor.undo()
    editor.undo()
    assert editor.label.is_word_level


def test_open_image_without_a_label_is_drafted_and_its_reading_accepted(session: Session, qtbot: QtBot):
    editor = session.editor
    predicted = predicted_for(session, sure=0.97)
    word = editor.label.word
    editor.commit("Delete", None)
    for take in (session.models.drafting.draft_open, session.models.drafting.accept_open):
        assert not editor.has_label
        show_prediction(session, predicted)
        take()
        qtbot.waitUntil(lambda: editor.label.word == word)
        editor.undo()


def test_doubted_text_of_the_open_image_is_told_and_forgotten_once_it_is_mended(
    session: Session, sentences: list[str], qtbot: QtBot
):
    editor = session.editor
    predicted = predicted_for(session, sure=0.97)
    right = editor.label.word
    wrong = "".join(next(s for s in session.catalog.project_charset if s not in right) for _ in right)
    editor.commit("Type", WordLabel(text=wrong))
    show_prediction(session, predicted)
    session.models.drafting.draft_open()
    assert session.image is not None
    qtbot.waitUntil(lambda: session.image in session.models.drafting.doubts)
    assert editor.label.text == wrong
    assert any("may be wrong" in sentence and right in sentence for sentence in sentences)
    editor.commit("Type", WordLabel(text=right))
    assert session.models.drafting.doubts == {}


def test_doubts_survive_the_project_being_closed_unless_the_text_was_mended(session: Session, qtbot: QtBot):
    table, project = session.catalog.table, session.project
    qtbot.waitUntil(lambda: all(table.text))
    kept, mended = table.images[0], table.images[1]
    doubts = {kept: Doubt(table.text[0], "read", 9.5), mended: Doubt("other", "read", 4.0)}
    session.models.drafting.note_doubts(dict(doubts))
    session.close()
    qtbot.waitUntil(lambda: session.project is None)
    assert session.models.drafting.doubts == {}
    session.open(project.root)
    qtbot.waitUntil(lambda: session.models.drafting.doubts == doubts)
    session.catalog.saved([kept, mended])
    qtbot.waitUntil(lambda: session.models.drafting.doubts == {kept: doubts[kept]})


def test_hand_drawn_characters_are_replaced_only_after_a_question(session: Session, qtbot: QtBot):
    window = AskingWindow(session)
    qtbot.addWidget(window)
    editor, before = session.editor, session.editor.label
    show_prediction(session, predicted_for(session))
    window.agrees = False
    prelabel(session, window)
    assert session.workspace.background.jobs == []
    assert editor.label == before
    assert len(window.asked) == 1
    window.agrees = True
    prelabel(session, window)
    qtbot.waitUntil(lambda: all(c.source == "model" for c in editor.label.characters))


def test_reviewed_label_of_the_open_image_is_refused(session: Session, sentences: list[str], qtbot: QtBot):
    session.editor.mark_reviewed("Mark reviewed")
    before = session.editor.label
    show_prediction(session, predicted_for(session))
    session.models.drafting.draft_open(overwrite=True)
    qtbot.waitUntil(lambda: any("reviewed" in sentence for sentence in sentences))
    assert session.editor.label == before


# Accepting what is read


def wrong_label(session: Session) -> WordLabel:
    """Give the first character of the open label another symbol; the label as it was."""
    right = session.editor.committed_label
    symbol = next(each for each in session.catalog.project_charset if each != right.in_order[0].symbol)
    session.editor.apply("Retype", edits.retype, (right.ranking[0],), symbol)
    return right


def test_accepting_the_reading_is_one_edit_that_can_be_undone(session: Session, sentences: list[str], qtbot: QtBot):
    right = wrong_label(session)
    wrong = session.editor.committed_label
    show_prediction(session, predicted_for(session, right))
    session.models.drafting.accept_open()
    qtbot.waitUntil(lambda: session.editor.committed_label == right)
    assert sentences[-1] == f"The label now reads “{right.word}”, as models/model.keras reads it."
    session.editor.undo()
    assert session.editor.committed_label == wrong


def test_accepting_what_the_label_says_changes_nothing(session: Session, sentences: list[str], qtbot: QtBot):
    before = session.editor.committed_label
    show_prediction(session, predicted_for(session))
    session.models.drafting.accept_open()
    qtbot.waitUntil(lambda: "The label says what models/model.keras reads." in sentences)
    assert session.editor.committed_label is before


def test_without_a_reading_there_is_nothing_to_accept(session: Session, sentences: list[str]):
    session.models.drafting.accept_open()
    assert sentences[-1].startswith("Choose a model first")


def without_a_symbol(session: Session, qtbot: QtBot) -> str:
    """Give the project a charset without the first symbol of the open label, which is deleted; that symbol."""
    symbol = session.editor.committed_label.in_order[0].symbol
    charset = session.catalog.project_charset.without([symbol])
    session.editor.commit("Delete", None)
    session.catalog.save_settings(replace(session.project.settings, charset=charset))
    qtbot.waitUntil(lambda: session.project.settings.charset == charset)
    return symbol


def test_a_reading_with_a_symbol_outside_the_charset_is_accepted_once_a_person_has_said_so(
    session: Session, sentences: list[str], offers: list[tuple[FollowUp, ...]], qtbot: QtBot
):
    right = session.editor.committed_label
    predicted = predicted_for(session, right)
    symbol = without_a_symbol(session, qtbot)
    show_prediction(session, predicted)
    session.models.drafting.accept_open()
    assert session.editor.committed_label.word == ""
    assert sentences[-1] == (
        f"models/model.keras reads “{right.word}”, but the charset of this project lacks {name_of(symbol)}. The label "
        "stays as it is. Add the symbol in the project settings, or accept the reading anyway."
    )
    (anyway,) = offers[-1]
    assert anyway.text == "Accept anyway"
    anyway.run()
    qtbot.waitUntil(lambda: session.editor.committed_label.word == right.word)


def test_a_text_of_another_reader_is_held_back_in_the_same_way(
    session: Session, sentences: list[str], offers: list[tuple[FollowUp, ...]], qtbot: QtBot
):
    symbol = without_a_symbol(session, qtbot)
    session.models.drafting.take_text(symbol, "PP-OCR")
    assert sentences[-1].startswith(f"PP-OCR reads “{symbol}”, but the charset")
    assert session.editor.committed_label.word == ""
    offers[-1][0].run()
    assert session.editor.committed_label.word == symbol
    assert sentences[-1] == f"The label now reads “{symbol}”, as PP-OCR reads it."


def test_the_offer_to_accept_a_reading_anyway_goes_with_its_image(session: Session, qtbot: QtBot):
    solved: list[str] = []
    session.workspace.solved.connect(solved.append)
    symbol = without_a_symbol(session, qtbot)
    session.models.drafting.take_text(symbol, "PP-OCR")
    assert solved == []
    session.show(session.catalog.image_at(3))
    assert len(solved) == 1 and solved[0].startswith(f"PP-OCR reads “{symbol}”")
    session.show(session.catalog.image_at(4))
    assert len(solved) == 1


def test_a_symbol_that_the_label_has_already_is_not_asked_about(session: Session, qtbot: QtBot):
    symbol = without_a_symbol(session, qtbot)
    session.editor.commit("Text", WordLabel(text=symbol))
    known = session.catalog.project_charset.symbols[0]
    session.models.drafting.take_text(symbol + known, "PP-OCR")
    assert session.editor.committed_label.word == symbol + known


# Many images


@pytest.fixture
def many(make_session: Callable[[Path | None], Session], project_folder: Path) -> Session:
    """A session whose labels are: none, a text, a wrong text, reviewed, drawn by a person, and three that are not read.

    The process that predicts, where there is one, knows them all as they were.
    """
    images = sorted(project_folder.glob("*.png")) or sorted(project_folder.rglob("*.png"))
    for number, image in enumerate(images):
        path = label_path(image)
        shutil.copy(path, image.with_suffix(".truth"))
        label = read_label(path).label
        if number == 0:
            path.unlink()
        elif number == 1:
            write_label(path, WordLabel(text=label.word), SIZE, read_label(path))
        elif number == 2:
            write_label(path, WordLabel(text="Q" * len(label.word)), SIZE, read_label(path))
        elif number == 3:
            write_label(path, edits.mark_reviewed(label, datetime.now(UTC)), SIZE, read_label(path))
    return make_session(project_folder)


def ready(session: Session, qtbot: QtBot, model: str = "good.keras") -> list[str]:
    session.in_use.choose(Path("/models") / model)
    qtbot.waitUntil(lambda: session.models.drafting.can_read_many)
    return list(session.catalog.table.images)


@light
def test_many_images_are_drafted_as_one_action_that_leaves_peoples_work_alone(many: Session, qtbot: QtBot):
    images = ready(many, qtbot)
    project = many.project
    before = {image: read_label_bytes(label_path(project.path_of(image))) for image in images}
    many.models.drafting.draft_many(images)
    qtbot.waitUntil(lambda: many.models.drafting.job is not None)
    qtbot.waitUntil(lambda: many.models.drafting.job is None)
    after = {image: read_label_bytes(label_path(project.path_of(image))) for image in images}
    assert [image for image in images if after[image] != before[image]] == images[:3]
    labels = [read_label(label_path(project.path_of(image))).label for image in images[:3]]
    truth = [read_label(project.path_of(image).with_suffix(".truth")).label.word for image in images[:3]]
    assert [label.text for label in labels] == [truth[0], truth[1], "Q" * len(truth[2])]
    assert all(label.status == "draft" for label in labels)
    assert {c.source for label in labels for c in label.characters} == {"model"}
    assert set(many.models.drafting.doubts) == {images[2]}
    assert many.models.drafting.doubts[images[2]].read == truth[2]
    entries = [entry for image in images[:3] for entry in History(project.root).entries(image)]
    assert len({entry.action for entry in entries}) == 1


@light
def test_a_picture_in_which_no_text_is_seen_gets_no_draft_and_is_shown_on_demand(many: Session, qtbot: QtBot):
    told: list[tuple[str, tuple[FollowUp, ...]]] = []
    many.workspace.notified.connect(lambda severity, sentence, offers: told.append((sentence, offers)))
    images = ready(many, qtbot)
    truth = many.project.path_of(images[0]).with_suffix(".truth")
    write_label(truth, WordLabel(), SIZE, read_label(truth))
    many.models.drafting.draft_many(images[:2])
    qtbot.waitUntil(lambda: bool(told))
    (sentence, offers) = told[0]
    assert "No draft for one image: nothing is read there." in sentence
    assert not label_path(many.project.path_of(images[0])).exists()
    assert read_label(label_path(many.project.path_of(images[1]))).label.characters, "its text is known"
    offers[0].run()
    assert many.catalog.filter_text == "status:none probability:0"


@light
def test_words_that_are_read_too_unsurely_for_a_draft_stand_first_among_the_least_sure(many: Session, qtbot: QtBot):
    told: list[tuple[str, tuple[FollowUp, ...]]] = []
    many.workspace.notified.connect(lambda severity, sentence, offers: told.append((sentence, offers)))
    images = ready(many, qtbot, "unsure.keras")
    many.models.drafting.draft_many(images[:2])
    qtbot.waitUntil(lambda: bool(told))
    (sentence, offers) = told[0]
    assert "One word is read with a probability below 0.25 and has no draft: the model is least sure of it." in sentence
    assert "nothing is read" not in sentence
    assert not label_path(many.project.path_of(images[0])).exists()
    table = many.catalog.table
    qtbot.waitUntil(lambda: STATUSES.index("prelabelled") in table.status)
    for place, probability in enumerate((0.1, 0.4, 0.0)):
        table.probability[place] = probability
    offers[0].run()
    assert many.catalog.image_at(0) == images[0] == many.image
    assert images[1] in [many.catalog.image_at(row) for row in range(len(many.catalog.visible))]


def test_open_image_that_is_read_too_unsurely_says_what_is_read(session: Session, sentences: list[str]):
    predicted = predicted_for(session)
    unsure = replace(predicted.maps, word=replace(predicted.maps.word, probability=0.1))
    session.editor.commit("Delete", None)
    show_prediction(session, replace(predicted, maps=unsure))
    session.models.drafting.draft_open()
    assert f"reads “{predicted.maps.word.text}” with a probability below 0.25" in sentences[-1]


def test_open_image_in_which_no_text_is_seen_is_drafted_if_a_person_wants_it(
    session: Session, offers: list[tuple[FollowUp, ...]], qtbot: QtBot
):
    predicted = predicted_for(session)
    unsure = replace(predicted.maps, word=replace(predicted.maps.word, probability=0.1))
    session.editor.commit("Delete", None)
    show_prediction(session, replace(predicted, maps=unsure))
    session.models.drafting.draft_open()
    ((offer,),) = offers
    assert not session.editor.has_label
    offer.run()
    qtbot.waitUntil(lambda: session.editor.has_label)


@light
def test_image_that_cannot_be_predicted_is_refused_by_name(many: Session, qtbot: QtBot):
    told = told_by(many)
    images = ready(many, qtbot)
    many.project.path_of(images[0]).with_suffix(".truth").unlink()
    many.models.drafting.draft_many(images[:2])
    qtbot.waitUntil(lambda: any(images[0] in sentence for sentence in told))
    assert not label_path(many.project.path_of(images[0])).exists()
    assert read_label(label_path(many.project.path_of(images[1]))).label.characters


@light
def test_death_of_the_process_ends_the_work_with_its_cause(many: Session, qtbot: QtBot):
    told = told_by(many)
    images = ready(many, qtbot, "leaving.keras")
    many.models.drafting.draft_many(images)
    qtbot.waitUntil(lambda: any("The action was stopped" in sentence for sentence in told))
    assert many.models.drafting.job is None
    assert not label_path(many.project.path_of(images[0])).exists()


def test_late_end_of_a_cancelled_work_does_not_stop_the_next_one(many: Session, qtbot: QtBot):
    client, drafting, images = client_of(many), many.models.drafting, list(many.catalog.table.images)
    model, spec = Path("/models/good.keras"), spec_for(many)
    many.in_use.choose(model)
    client.answer(Ready(model, "beef", spec.to_dict()))
    drafting.draft_many(images[:1])
    qtbot.waitUntil(lambda: len(client.sent(WantFolder)) == 1)
    first = drafting.job
    drafting.draft_many(images[1:2])
    qtbot.waitUntil(lambda: first.is_over and len(client.sent(WantFolder)) == 2)
    old, new = client.sent(WantFolder)
    assert client.sent(StopFolder) == [StopFolder(old.number)]
    path = many.project.path_of(images[1])
    truth, size = read_label(path.with_suffix(".truth")).label, image_size(path)
    maps = {images[1]: learnt_by_heart(truth, size, Charset(spec.charset), spec.maps, 0.97)}
    client.answer(Answered(old.number, FolderRead(1, {})))  # it was on its way
    client.answer(Answered(new.number, FolderRead(1, {}, maps=maps)))
    qtbot.waitUntil(lambda: drafting.job is None)
    assert client.sent(StopFolder) == [StopFolder(old.number)]
    assert read_label(label_path(path)).label.characters


def test_model_that_is_changed_between_two_requests_ends_the_work(many: Session, qtbot: QtBot):
    told = told_by(many)
    client, images = client_of(many), list(many.catalog.table.images)
    model = Path("/models/good.keras")
    many.in_use.choose(model)
    client.answer(Ready(model, "beef", spec_for(many).to_dict()))
    many.models.drafting.draft_many(images[:1])
    many.predictions.again()
    client.answer(Ready(model, "cafe", spec_for(many).to_dict()))
    qtbot.waitUntil(lambda: any("loaded again, replaced" in sentence for sentence in told))
    assert client.sent(WantFolder) == []


@light
def test_labels_wait_for_a_model_that_is_being_loaded(many: Session, qtbot: QtBot):
    images = list(many.catalog.table.images)[:2]
    many.in_use.choose(Path("/models/good.keras"))
    assert many.predictions.state == "loading"
    many.models.drafting.draft_many(images)
    project = many.project
    qtbot.waitUntil(lambda: all(label_path(project.path_of(image)).exists() for image in images))


def test_labels_that_wait_are_given_up_with_the_model(many: Session):
    images, model = list(many.catalog.table.images), Path("/models/good.keras")
    many.in_use.choose(Path("/models/none.keras"))
    many.models.drafting.draft_many(images)
    many.in_use.choose(None)
    many.in_use.choose(model)
    client_of(many).answer(Ready(model, "beef", spec_for(many).to_dict()))
    assert many.predictions.state == "ready"
    assert many.models.drafting.job is None


def test_without_a_model_nothing_is_begun(session: Session, sentences: list[str]):
    session.models.drafting.draft_many(list(session.catalog.table.images))
    assert session.models.drafting.job is None
    assert any("Choose a model" in sentence for sentence in sentences)


def test_a_model_that_knows_few_symbols_of_the_folder_says_so_before_it_drafts(session: Session, along: BundledModel):
    told: list[tuple[str, tuple[FollowUp, ...]]] = []
    session.workspace.notified.connect(lambda severity, sentence, offers: told.append((sentence, offers)))
    show_prediction(session, predicted_for(session, WordLabel(), Charset(tuple("0123456789"))), "digits.keras")
    images = list(session.catalog.table.images)
    session.models.drafting.draft_many(images)
    assert session.models.drafting.job is None
    needed = session.catalog.project_charset.symbols
    known, count = len([symbol for symbol in needed if symbol.isdigit()]), len(needed)
    sentence, offers = told[-1]
    assert known < 0.9 * count
    assert sentence == f"digits.keras knows {known} of {count} symbols of this folder."
    assert [offer.text for offer in offers] == [f"Draft with {along.name}", "Draft anyway"]
    offers[0].run()
    assert session.in_use.model == along.path


def test_a_model_that_knows_few_symbols_says_so_before_it_drafts_the_open_image_and_asks_once(
    session: Session, offers: list[tuple[FollowUp, ...]], along: BundledModel, qtbot: QtBot
):
    editor, images = session.editor, list(session.catalog.table.images)
    editor.commit("Empty", WordLabel())
    show_prediction(session, predicted_for(session, WordLabel(), Charset(tuple("0123456789"))), "digits.keras")
    session.models.drafting.draft_open()
    (offered,) = offers
    assert [offer.text for offer in offered] == [f"Draft with {along.name}", "Draft anyway"]
    assert editor.committed_label == WordLabel()
    offered[1].run()
    qtbot.waitUntil(lambda: editor.committed_label != WordLabel())
    session.models.drafting.draft_many(images[:1])
    assert len(offers) == 1
