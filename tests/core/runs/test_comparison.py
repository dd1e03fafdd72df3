"""What tells two runs apart: their choices, events and profiles."""

import json
import pickle
import threading
from pathlib import Path
from typing import Any, get_args

import pytest
from support.networks.noise import config_of

from core.model.training.control import Control
from core.runs import events
from core.runs.adoption import Adoption, ComparedWord, Paired
from core.runs.comparison import (
    ChoiceDifference,
    KeptComparison,
    WordDifference,
    compare_words,
    differences,
    flat_choices,
    read_comparison,
    read_readings,
    write_comparison,
)
from core.runs.config import TrainConfig
from core.runs.folder import create
from core.runs.profile import LayerCost, OperatorCost, Profile, table
from tests.support.words.maps import unread_maps


def config(name: str, **choices: Any) -> TrainConfig:
    return config_of(Path("words"), Path(name), **choices)


def test_a_kept_comparison_is_read_as_it_was_written_and_so_is_one_of_before(tmp_path: Path):
    words = (
        ComparedWord("a.png", "ab", "ab", "a", was_right=True, is_right=False, kind="folds"),
        ComparedWord("word 3", "é", "e", "é", was_right=False, is_right=True, kind="synthetic", picture=b"\x89PNG\xff"),
    )
    kept = KeptComparison("reader", 40, Adoption(Paired(1, 1, 0, 0, 1), Paired(9, 1, 2, 1, 0), 0, words))
    write_comparison(tmp_path, kept)
    assert read_comparison(tmp_path) == kept
    path = tmp_path / "comparison.json"
    values = json.loads(path.read_text())
    for word in values["adoption"]["words"]:
        del word["kind"], word["picture"]
    path.write_text(json.dumps(values))
    old = read_comparison(tmp_path)
    assert old is not None
    assert [(word.kind, word.picture) for word in old.adoption.words] == [("apart", b"")] * 2


def test_choices_that_differ_are_listed_those_within_others_too():
    one = config("a", batch=8, loss={"order": 5.0})
    other = config("b", batch=16, watch=[Path("x.png")])
    assert differences(one, other) == (ChoiceDifference("batch", (8, 16)), ChoiceDifference("loss.order", (5.0, 10.0)))


def test_what_the_preset_decides_counts_as_chosen():
    one, other = config("a", learning_rate=0.002), config("b", learning_rate=None)
    assert differences(one, other) == ()


def test_runs_differ_in_their_presets_values():
    names = {each.name for each in differences(config("a", preset="small"), config("b", preset="paper"))}
    assert names == {"preset", "learning_rate"}


def test_all_choices_of_a_run_have_a_name_each():
    choices = flat_choices(config("a"))
    assert choices["loss.mutual_share"] == 0.2
    assert choices["learning_rate"] == 0.002
    assert "loss" not in choices


@pytest.fixture
def readings() -> dict[str, tuple[str, str]]:
    return {"1.png": ("ab", "ab"), "2.png": ("cd", "cd"), "3.png": ("ef", "xx"), "4.png": ("gh", "yy")}


def test_words_that_only_one_run_reads_are_found(readings: dict[str, tuple[str, str]]):
    other = {"1.png": ("ab", "ab"), "2.png": ("cd", "c"), "3.png": ("ef", "ef"), "4.png": ("gh", "")}
    found = compare_words(readings, other)
    assert (found.common, found.both, found.neither) == (4, 1, 1)
    assert found.different == (
        WordDifference("2.png", "cd", ("cd", "c"), 0),
        WordDifference("3.png", "ef", ("xx", "ef"), 1),
    )


def test_words_of_one_run_alone_and_words_with_another_label_are_no_common_ones(readings: dict[str, tuple[str, str]]):
    found = compare_words(readings, {"1.png": ("aB", "aB"), "9.png": ("z", "z"), "2.png": ("cd", "cd")})
    assert (found.common, found.both, found.different) == (1, 1, ())


def test_what_a_run_has_read_is_found_in_its_folder(tmp_path: Path):
    run = create(config_of(tmp_path, tmp_path / "run"))
    assert read_readings(run.path) == {}
    run.write_readings([("a.png", "名", "名"), ("b.png", "x", "")])
    assert read_readings(run.path) == {"a.png": ("名", "名"), "b.png": ("x", "")}


def test_lines_that_are_damaged_are_passed_over(tmp_path: Path):
    run = create(config_of(tmp_path, tmp_path / "run"))
    run.write_readings([("a.png", "x", "x")])
    with (run.path / "readings.jsonl").open("ab") as file:
        file.write(b'{"image": 5, "target": "x", "text": "x"}\nno json\n{"image": "c.png"')
    assert read_readings(run.path) == {"a.png": ("x", "x")}


def test_events_cross_the_border_of_a_process():
    sent = [
        events.Step(3, 10, {"loss": 0.5}, 1e-3, 2.0, 30.0, None),
        events.Warned("disk full", "disk"),
        events.Finished(10, "steps", Path("run/model.keras"), 8, {"word_accuracy": 0.5}, 12.0),
        events.Failed(3, "no", "memory"),
    ]
    assert pickle.loads(pickle.dumps(sent)) == sent
    prediction = events.Prediction(3, "a.png", unread_maps())
    assert pickle.loads(pickle.dumps(prediction)).maps.word == prediction.maps.word


def test_events_cannot_be_changed():
    for kind in get_args(events.Event):
        assert kind.__dataclass_params__.frozen, kind


def test_stop_ends_a_pause():
    control = Control()
    control.pause()
    assert control.paused
    control.stop()
    assert control.stopped
    assert not control.paused


@pytest.mark.parametrize("wish", ["resume", "stop", "watch"])
def test_wait_ends_with_a_wish_of_another_thread(wish: str):
    control = Control()
    control.pause()
    waited = threading.Thread(target=control.wait, daemon=True)
    waited.start()
    getattr(control, wish)(*([Path("a.png")],) if wish == "watch" else ())
    waited.join(10)
    assert not waited.is_alive()


def test_watched_images_are_taken_once():
    control = Control()
    assert control.take_watched() is None
    control.watch([Path("a.png")])
    control.watch([])
    assert control.take_watched() == ()
    assert control.take_watched() is None


PROFILE = Profile(
    step=20,
    steps=5,
    seconds=0.2,
    waiting=0.05,
    operators=(OperatorCost("Conv2D", 12, 0.09), OperatorCost("Mul", 40, 0.01)),
    layers=(
        LayerCost("backbone/conv1_conv", "Conv2D", 0.05, 0.03),
        LayerCost("backbone/conv1_bn", "BatchNormalization", 0.01, 0.005),
        LayerCost("update", "", 0.005, 0.0),
    ),
    memory=1 << 30,
    device_memory=None,
    compilations=0,
    trace="run/tensorboard/plugins/profile/now",
)


def test_share_of_the_normalisations_is_that_of_their_layers_in_all_operators():
    assert PROFILE.total == pytest.approx(0.1)
    assert PROFILE.normalisation == pytest.approx(0.15)


def test_a_profile_is_the_same_after_it_was_written_and_read():
    assert Profile.from_dict(json.loads(json.dumps(PROFILE.to_dict()))) == PROFILE


def test_table_names_the_most_expensive_operators_and_layers():
    lines = [line.split() for line in table(PROFILE, most=1).splitlines()]
    assert ["Conv2D", "12", "90.00", "90.0", "%"] in lines
    assert ["backbone/conv1_conv", "Conv2D", "50.00", "30.00", "80.0", "%"] in lines
    assert len(lines) == 5
