"""What the process that predicts does with what it is asked, and that it does so in a process of its own."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from support.processes.workers import WAIT
from support.words.synthetic_project import synthetic_project

from app.workers.children.prediction import Server
from app.workers.prediction_messages import (
    Answer,
    Answered,
    AskSureness,
    Compare,
    FolderRead,
    Indexed,
    Load,
    NotLoaded,
    Occlude,
    Ready,
    StopFolder,
    TryOut,
    Want,
    WantFolder,
)
from app.workers.process import Worker
from core.analysis.attribution.error_attribution import attribute_error
from core.base.images import read_image
from core.charset import Charset
from core.index.scanning import read_row
from core.labels.files.storage import label_path, read_label, write_label
from core.labels.maps.spec import MapSpec
from core.project.project import Project
from core.project.watching import stamps_of
from core.runs.cross_check import CrossCheck, fold_of
from core.runs.spec import NetworkSpec

pytestmark = pytest.mark.long


class Heard:
    """A channel that keeps what is sent."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.indexed: list[Indexed] = []

    def send(self, message: object, keep: str = "") -> None:
        (self.indexed if isinstance(message, Indexed) else self.messages).append(message)

    @property
    def news(self) -> list[FolderRead]:
        answers = (message.result for message in self.messages if isinstance(message, Answered))
        return [result for result in answers if isinstance(result, FolderRead)]


def save_network(folder: Path, charset: str = "alnum", height: int = 32, dimmed: float = 1.0) -> Path:
    """A network of few operations, which loads at once and answers something."""
    from support.networks.painted_words import painted_reader

    from core.model.network.saving import save_model

    spec = NetworkSpec.of("small", Charset.named(charset), MapSpec(height=height, width=64, max_length=6))
    save_model(folder / "model.keras", painted_reader(spec, dimmed))
    return folder / "model.keras"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_network(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another one, of another size and charset."""
    return save_network(tmp_path_factory.mktemp("other"), "digits", 64)


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def server(heard: Heard) -> Server:
    return Server(heard)


@pytest.fixture
def loaded(server: Server, model: Path) -> Server:
    server.take(Load(model))
    return server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return synthetic_project(tmp_path / "words", 6)


def images_of(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.png"))


def do_all(server: Server) -> None:
    while server.has_work:
        server.work()


def test_only_the_newest_request_is_answered(loaded: Server, heard: Heard, model: Path, folder: Path):
    first, second, third = images_of(folder)[:3]
    loaded.take(Want(((first, folder / first),)))
    loaded.take(Want(((second, folder / second), (third, folder / third))))
    do_all(loaded)
    ready, *answers = heard.messages
    assert ready.model == model
    assert [answer.image for answer in answers] == [second, third]
    maps = answers[0].result
    assert maps.map_size == (8, 16)
    assert maps.symbol_ids.shape == (8, 16, 8)


def test_reading_of_the_image_on_screen_is_compared_with_its_label_for_the_index(
    loaded: Server, heard: Heard, folder: Path
):
    image = images_of(folder)[0]
    loaded.take(Want(((image, folder / image),)))
    do_all(loaded)
    (ready, answer), [read] = heard.messages, heard.indexed
    assert (read.image, read.path) == (image, folder / image)
    assert (read.found.text, read.found.model) == (answer.result.word.text, ready.hash)
    assert read.found.loss > 0


def test_image_that_cannot_be_read_is_said_and_the_next_is_answered(loaded: Server, heard: Heard, folder: Path):
    first = images_of(folder)[0]
    loaded.take(Want((("gone.png", folder / "gone.png"), (first, folder / first))))
    do_all(loaded)
    refused, answer = heard.messages[1:]
    assert "gone.png" in refused.result
    assert answer.result.word is not None


def test_model_that_is_none_is_refused_and_another_one_loaded(
    server: Server, heard: Heard, model: Path, tmp_path: Path
):
    broken = tmp_path / "broken.keras"
    broken.write_bytes(b"nothing")
    server.take(Load(broken))
    do_all(server)
    server.take(Load(model))
    do_all(server)
    refused, ready = heard.messages
    assert isinstance(refused, NotLoaded)
    assert "broken.keras" in refused.message
    assert isinstance(ready, Ready)


def test_image_on_screen_is_answered_before_the_rest_of_a_folder(loaded: Server, heard: Heard, folder: Path):
    images = images_of(folder)
    loaded.take(WantFolder(1, folder, tuple(images)))
    loaded.work()
    loaded.work()
    loaded.take(Want(((images[5], folder / images[5]),)))
    do_all(loaded)
    kinds = [type(message).__name__ for message in heard.messages]
    assert kinds == ["Ready", "Answered", "Answer", "Answered"]


def test_folder_is_judged_by_its_labels(loaded: Server, heard: Heard, folder: Path):
    images = images_of(folder)
    bare = folder / "bare.png"
    bare.write_bytes(cv2.imencode(".png", np.zeros((20, 60, 3), np.uint8))[1].tobytes())
    (folder / "broken.png").write_bytes(b"nothing")
    loaded.take(WantFolder(1, folder, (*images, "bare.png", "broken.png")))
    do_all(loaded)
    news = heard.news
    assert [each.done for each in news] == [4, 8]
    assert [message.is_over for message in heard.messages[1:]] == [False, True]
    found = {image: prediction for each in news for image, prediction in each.found.items()}
    assert set(found) == {*images, "bare.png"}
    assert len(news[-1].left_out) == 1
    assert "broken.png" in news[-1].left_out[0]
    plain = found["bare.png"]
    assert (plain.score, plain.loss, plain.label_hash) == (None, None, "")

    project = Project.open(folder)
    row, *_ = read_row(project, images[0], stamps_of(folder, [images[0]])[images[0]], None)
    judged = found[images[0]]
    assert judged.label_hash == row.label_hash
    assert 0 <= judged.score <= 1
    assert judged.loss > 0


def test_folder_can_be_asked_for_its_maps_instead(loaded: Server, heard: Heard, folder: Path):
    images = images_of(folder)
    loaded.take(WantFolder(1, folder, tuple(images), "maps"))
    loaded.take(Want(((images[0], folder / images[0]),)))
    do_all(loaded)
    news = heard.news
    maps = {image: found for each in news for image, found in each.maps.items()}
    assert set(maps) == set(images)
    found = {image: kept for each in news for image, kept in each.found.items()}
    assert {image: kept.text for image, kept in found.items()} == {
        image: kept.word.text for image, kept in maps.items()
    }
    assert all(kept.loss is None for kept in found.values())  # compared with no label
    (answer,) = (message for message in heard.messages if isinstance(message, Answer))
    assert maps[images[0]].word.text == answer.result.word.text
    np.testing.assert_allclose(maps[images[0]].localization, answer.result.localization, atol=1e-4)


def test_folder_can_be_diagnosed_and_no_maps_travel(loaded: Server, heard: Heard, folder: Path):
    images = images_of(folder)
    (folder / "bare.png").write_bytes((folder / images[0]).read_bytes())
    loaded.take(WantFolder(1, folder, (*images, "bare.png"), "outcomes"))
    loaded.take(Want(((images[0], folder / images[0]),)))
    do_all(loaded)
    news = heard.news
    assert not any(each.maps or each.found for each in news)
    assert news[-1].done == len(images) + 1
    diagnosed = {image: found for each in news for image, found in each.diagnosed.items()}
    assert set(diagnosed) == set(images)
    (left_out,) = (reason for each in news for reason in each.left_out)
    assert "bare" in left_out

    (answer,) = (message for message in heard.messages if isinstance(message, Answer))
    spec = NetworkSpec.from_dict(heard.messages[0].spec)
    path = folder / images[0]
    label, size = read_label(label_path(path)).label, read_image(path).shape[:2]
    expected = attribute_error(label, answer.result, size, charset=Charset(spec.charset), spec=spec.maps)
    assert diagnosed[images[0]].outcome == expected.outcome
    assert diagnosed[images[0]].text == answer.result.word.text


def test_folder_can_be_evaluated_and_few_numbers_travel(loaded: Server, heard: Heard, folder: Path):
    images = images_of(folder)
    (folder / "bare.png").write_bytes((folder / images[0]).read_bytes())
    loaded.take(WantFolder(1, folder, (*images, "bare.png"), "judged"))
    do_all(loaded)
    news = heard.news
    judged = {image: found for each in news for image, found in each.judged.items()}
    found = {image: read for each in news for image, read in each.found.items()}
    assert set(judged) == set(images)
    assert set(found) == {*images, "bare.png"}, "the index keeps what was read, too"
    (left_out,) = (reason for each in news for reason in each.left_out)
    assert "bare" in left_out

    for image, each in judged.items():
        label = read_label(label_path(folder / image)).label
        assert each.word.score.target == label.word
        assert each.word.score.predicted == found[image].text
        assert each.label_hash == found[image].label_hash
        assert each.seconds is not None and each.seconds > 0
        assert (each.outcome is None) == each.word.score.exact
        assert each.character[:, 2].sum() == each.character[:, 3].sum(), "each known pixel is of one class, both ways"


def test_models_that_are_compared_leave_the_one_that_predicts_alone(
    server: Server, heard: Heard, model: Path, other: Path, folder: Path
):
    image = images_of(folder)[0]
    server.take(Load(model))
    do_all(server)
    for number, asked in enumerate((model, other, folder / "gone.keras")):
        server.take(Compare(number, asked, image, folder / image))
    server.take(Want(((image, folder / image),)))
    do_all(server)
    ready, answer, *compared = heard.messages
    assert isinstance(ready, Ready)
    assert isinstance(answer, Answer), "the image on screen comes first"
    assert [found.number for found in compared] == [0, 1, 2]
    same, differs, refused = (found.result for found in compared)
    np.testing.assert_allclose(same.maps.localization, answer.result.localization, atol=1e-4)
    assert differs.maps.map_size == (16, 16)
    assert tuple(differs.spec["charset"]) == Charset.named("digits").symbols
    assert "gone.keras" in refused


def test_models_are_compared_where_none_predicts_and_only_the_newest_question_is_answered(
    server: Server, heard: Heard, other: Path, folder: Path
):
    first, second = images_of(folder)[:2]
    server.take(Compare(1, other, first, folder / first))
    server.take(Compare(2, other, second, folder / second))
    do_all(server)
    (found,) = heard.messages
    assert found.number == 2
    assert found.result.maps is not None


def test_any_model_says_how_sure_it_is_of_the_images_that_can_be_read(
    server: Server, heard: Heard, model: Path, other: Path, folder: Path
):
    first, second = images_of(folder)[:2]
    asked = tuple((image, folder / image) for image in (first, "gone.png", second))
    server.take(Load(model))
    do_all(server)
    for number, each in enumerate((model, other, folder / "gone.keras")):
        server.take(AskSureness(number, each, asked))
        do_all(server)
    _, chosen, another, refused = heard.messages
    assert [message.number for message in (chosen, another, refused)] == [0, 1, 2]
    server.take(Want(((first, folder / first),)))
    do_all(server)
    assert [*chosen.result] == [first, second]
    assert chosen.result[first] == pytest.approx(heard.messages[-1].result.word.probability)
    assert [*another.result] == [first, second]
    assert refused.result == {}


def test_model_that_was_written_anew_is_compared_as_it_is_now(
    server: Server, heard: Heard, model: Path, other: Path, folder: Path, tmp_path: Path
):
    image, best = images_of(folder)[0], tmp_path / "model.keras"
    for number, source in enumerate((model, other)):
        best.write_bytes(source.read_bytes())
        server.take(Compare(number, best, image, folder / image))
        do_all(server)
    assert [message.result.maps.map_size for message in heard.messages] == [(8, 16), (16, 16)]


def test_each_image_is_judged_by_the_model_of_the_cross_check_that_did_not_learn_it(
    server: Server, heard: Heard, folder: Path
):
    runs = (folder / "a", folder / "b")
    for run, dimmed in zip(runs, (1.0, 0.1), strict=True):
        run.mkdir()
        save_network(run, dimmed=dimmed)
    together = CrossCheck(folder, 2, runs=runs)
    together.write()
    images = images_of(folder)
    losses: dict[Path, dict[str, float | None]] = {}
    for number, model in enumerate((*runs, together.path)):
        heard.messages.clear()
        server.take(Load(model))
        server.take(WantFolder(number, folder, tuple(images)))
        do_all(server)
        news = heard.news
        assert (news[-1].done, heard.messages[-1].is_over) == (len(images), True)
        losses[model] = {image: read.loss for each in news for image, read in each.found.items()}
    for image in images:
        judge = runs[fold_of(image, 2)]
        assert losses[together.path][image] == pytest.approx(losses[judge][image], rel=1e-4)
        assert losses[runs[0]][image] != pytest.approx(losses[runs[1]][image], rel=1e-4)
    server.take(Want(tuple((image, folder / image) for image in images)))
    do_all(server)
    assert [answer.image for answer in heard.messages if isinstance(answer, Answer)] == images


def test_folder_that_is_not_wanted_any_more_is_left(loaded: Server, heard: Heard, folder: Path):
    loaded.take(WantFolder(1, folder, tuple(images_of(folder))))
    loaded.work()
    loaded.take(StopFolder(1))
    assert not loaded.has_work


def test_another_model_ends_a_folder_that_the_last_one_read(loaded: Server, heard: Heard, model: Path, folder: Path):
    loaded.take(WantFolder(1, folder, tuple(images_of(folder))))
    loaded.work()
    loaded.work()
    loaded.take(Load(model))
    do_all(loaded)
    assert [type(message) for message in heard.messages] == [Ready, Answered, Ready]


def test_process_loads_a_model_and_answers(model: Path, folder: Path, tmp_path: Path, owner: QObject, qtbot: QtBot):
    image = images_of(folder)[0]
    worker = Worker("The process that predicts", owner)
    messages: list[Any] = []
    worker.received.connect(messages.append)
    worker.start("app.workers.children.prediction", None, tmp_path / "log")
    worker.send(Load(model))
    worker.send(Want(((image, folder / image),)))
    qtbot.waitUntil(lambda: len(messages) == 3, timeout=WAIT)
    assert isinstance(messages[0], Ready)
    assert isinstance(messages[1], Answer)
    deaths: list[Any] = []
    worker.ended.connect(deaths.append)
    worker.stop()
    qtbot.waitUntil(lambda: bool(deaths), timeout=WAIT)
    assert deaths[0].cause == ""


def test_words_of_a_folder_come_with_the_scores_of_their_characters(loaded: Server, heard: Heard, folder: Path):
    images = images_of(folder)
    (folder / images[1]).write_bytes(b"no picture")
    loaded.take(WantFolder(3, folder, tuple(images), "words"))
    do_all(loaded)
    reads = heard.news
    words = {image: word for read in reads for image, word in read.words.items()}
    assert [*words] == [image for image in images if image != images[1]]
    assert all(len(word.characters) == len(word.text) for word in words.values())
    assert [reason for read in reads for reason in read.left_out if images[1] in reason]
    assert not any(read.found for read in reads)


def test_what_is_read_with_other_options_counts_as_another_model_s(
    server: Server, heard: Heard, model: Path, folder: Path
):
    image = images_of(folder)[0]
    plain = (Load(model), Load(model, {"language_model": True}))  # the model names no language
    for load in (*plain, Load(model, {"ignore_case": True}), Load(model, {"ignore_case": True, "crops": 3})):
        server.take(load)
        server.take(Want(((image, folder / image),)))
        do_all(server)
    readies = [message for message in heard.messages if isinstance(message, Ready)]
    assert len({ready.hash for ready in readies}) == 3
    assert len([message for message in heard.messages if isinstance(message, Answer)]) == 4


def test_other_words_in_their_file_count_as_another_model_and_a_missing_file_is_refused(
    server: Server, heard: Heard, model: Path, tmp_path: Path
):
    words = tmp_path / "words.txt"
    for text in ("abc", "abd", None):
        words.unlink() if text is None else words.write_text(text)
        server.take(Load(model, {"expected": str(words)}))
        do_all(server)
    one, two, refused = heard.messages
    assert one.hash != two.hash
    assert isinstance(refused, NotLoaded) and refused.message.startswith("words.txt: cannot be read")


def test_changed_pixels_are_read_without_a_file(server: Server, heard: Heard, model: Path, tmp_path: Path):
    pixels = np.random.default_rng(0).integers(0, 255, (30, 34, 3), dtype=np.uint8)
    server.take(TryOut(1, model, "word.png", pixels))
    server.take(TryOut(2, tmp_path / "gone.keras", "word.png", pixels))
    do_all(server)
    first, second = heard.messages
    assert first.number == 1
    assert first.result.maps.symbol_ids.shape == (8, 16, 8), "of each pixel the best symbols alone leave the process"
    assert "gone.keras" in second.result


def test_what_symbols_depend_on_is_found_with_a_network(server: Server, heard: Heard, model: Path):
    server.take(Occlude(3, model, "word.png", np.full((30, 34, 3), 90, np.uint8)))
    do_all(server)
    *searched, last = heard.messages
    assert searched and not any(message.is_over for message in searched)
    assert last.is_over
    assert last.result.heat.shape == (6, 8, 9)


def test_a_draft_that_is_read_again_is_no_surer_than_the_reading_and_has_no_loss(
    loaded: Server, heard: Heard, folder: Path
):
    known, drafted = images_of(folder)[:2]
    path = label_path(folder / drafted)
    label = read_label(path).label
    boxes = tuple(replace(each, source="model", score=0.9) for each in label.characters)
    path.unlink()
    write_label(path, replace(label, characters=boxes, status="draft", text_source="model"), (32, 100))
    loaded.take(WantFolder(1, folder, (known, drafted), "readings"))
    do_all(loaded)
    found = {k: v for each in heard.news for k, v in each.found.items()}
    assert found[known].loss is not None
    assert found[drafted].loss is None
    assert found[drafted].score <= found[drafted].probability
