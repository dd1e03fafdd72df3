from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.words.bundled_reader import bundled_reader, write_described

from app.project.memory import ProjectMemory
from app.session import Session
from app.training.plan import TrainingPlan
from core.runs.bundled import BundledModel
from core.runs.config import make_config


@pytest.fixture
def plan(session: Session) -> TrainingPlan:
    return session.instruments.plan


def test_a_session_has_one_plan(session: Session, plan: TrainingPlan):
    assert session.instruments.plan is plan


def test_who_chooses_nothing_gets_the_defaults(plan: TrainingPlan, session: Session):
    assert plan.choices() == {"folder": session.project.root}
    assert plan.refusal() == ""
    assert plan.value("augmentation") == "mild"


def test_a_choice_is_told_once_and_going_back_to_the_default_is_none(plan: TrainingPlan):
    told: list[object] = []
    plan.changed.connect(lambda: told.append(dict(plan.values)))
    plan.set("batch", 8)
    plan.set("batch", 8)
    plan.set("batch", None)
    assert told == [{"batch": 8}, {}]
    assert not plan.is_chosen("batch")


def test_a_choice_within_another_becomes_a_part_of_it(plan: TrainingPlan):
    plan.set("loss.order", 5.0)
    choices = plan.choices() | {"run": Path("run")}
    assert make_config(choices).loss.order == 5.0
    plan.reset("loss.order")
    assert "loss" not in plan.choices()


def test_what_preset_and_project_decide_is_said(plan: TrainingPlan, session: Session):
    assert plan.said_unset("steps") == "3,000 (of this network)"
    assert plan.said_unset("stride") == "4 (of this network)"
    plan.set("preset", "paper")
    assert plan.said_unset("steps") == "60,000 (of this network)"
    assert plan.said_unset("learning_rate") == "0.0005 (of this network)"
    assert plan.said_unset("height") == f"{session.project.settings.maps.height} (of the project)"
    assert plan.said_unset("minutes") == "none"


def test_the_papers_loss_brings_its_optimizer_until_a_person_chooses_another(plan: TrainingPlan):
    plan.set("loss.kind", "paper")
    assert (plan.value("weight_decay"), plan.value("ema"), plan.value("decay")) == (0, 0, "steps")
    assert plan.said_unset("learning_rate") == "0.001 (of this network)"
    plan.set("ema", 0.998)  # the usual one, and here a choice
    config = make_config(plan.choices() | {"run": Path("run")}).resolved()
    assert (config.ema, config.weight_decay, config.decay, config.loss.kind) == (0.998, 0, "steps", "paper")
    plan.reset("loss.kind")
    assert (plan.value("weight_decay"), plan.value("decay")) == (0.01, "cosine")


def test_choices_that_do_not_fit_together_are_refused_in_a_sentence(plan: TrainingPlan):
    plan.set("unfreeze_at", 10)
    assert "nothing is frozen" in plan.refusal()
    plan.set("freeze", ("conv1",))
    assert plan.refusal() == ""


def test_data_is_the_project_synthetic_words_or_a_mix(plan: TrainingPlan):
    assert plan.data == "project"
    plan.set_data("mix")
    assert plan.value("synthetic") == 0.5
    plan.set("synthetic", 0.2)
    plan.set_data("mix")
    assert plan.value("synthetic") == 0.2
    plan.set_data("synthetic")
    assert plan.value("synthetic") == 1.0
    plan.set_data("project")
    assert plan.choices()["synthetic"] == 0.0


def test_choices_of_a_run_are_taken_over_but_for_its_place(plan: TrainingPlan, session: Session):
    config = make_config(
        {"folder": Path("elsewhere"), "run": Path("run"), "watch": [Path("a.png")], "resume": True, "batch": 4}
        | {"loss": {"order": 3.0}, "sources": [{"path": "more", "weight": 2.0}]}
    )
    plan.set("seed", 7)
    plan.take(config)
    sources = plan.choices().pop("sources")
    assert [(Path(each["path"]), each["weight"]) for each in sources] == [(Path("more"), 2.0)]
    assert {k: v for k, v in plan.choices().items() if k != "sources"} == {
        "folder": session.project.root,
        "batch": 4,
        "loss": {"order": 3.0},
    }


# The bundled model


def plan_from(reader: BundledModel, session: Session) -> TrainingPlan:
    memory = ProjectMemory(session.workspace, session)
    return TrainingPlan(session.workspace, session.catalog, memory, [reader], session)


@pytest.fixture
def reader_plan(session: Session, tmp_path: Path) -> TrainingPlan:
    return plan_from(bundled_reader(tmp_path / "bundled", "".join(session.catalog.project_charset) + "é"), session)


def test_who_chooses_nothing_starts_from_the_bundled_model(reader_plan: TrainingPlan):
    plan = reader_plan
    assert plan.value("start").name == "reader.keras"
    assert (plan.value("preset"), plan.value("synthetic"), plan.data) == ("reader", 0.5, "mix")
    assert (plan.said_unset("minutes"), plan.said_unset("learning_rate"), plan.said_unset("start_rate")) == (
        "10 min (from this start)",
        "0.002 (from this start)",
        "0.5 (from this start)",
    )
    assert plan.said_unset("steps") == "as many steps as the time allows"
    assert plan.said_unset("effects") == "scene (words in streets) (from this start)"
    assert plan.said_unset("batch").endswith("(from this start)")
    assert (plan.choices()["start"], plan.choices()["preset"]) == (plan.value("start"), "reader")
    said = " ".join(plan.said_start())
    assert "knows all characters" in said and "1 symbol that the project does not use is dropped" in said
    assert not plan.values


def test_random_weights_are_a_choice_that_lasts(reader_plan: TrainingPlan, session: Session, tmp_path: Path):
    plan = reader_plan
    plan.set_start(None)
    assert (plan.value("start"), plan.value("preset"), plan.data) == (None, "small", "project")
    assert plan.choices()["start"] is None
    assert plan.said_start() == ()
    again = plan_from(bundled_reader(tmp_path / "bundled", "".join(session.catalog.project_charset) + "é"), session)
    assert again.choices()["start"] is None
    plan.reset()
    assert plan.value("preset") == "reader"


def test_what_is_suggested_for_a_while_gives_way_to_a_person_and_is_not_kept(
    reader_plan: TrainingPlan, session: Session, tmp_path: Path
):
    start, steps = reader_plan.value("start"), reader_plan.limits()[0]
    reader_plan.suggest({"start": None, "steps": 450})
    assert (reader_plan.value("start"), reader_plan.limits()[0]) == (None, 450)
    assert (reader_plan.choices()["start"], reader_plan.values) == (None, {})
    reader_plan.set("steps", 77)
    assert reader_plan.limits()[0] == 77
    reader_plan.suggest({})
    assert (reader_plan.value("start"), reader_plan.limits()[0]) == (start, 77)
    reader_plan.reset()
    assert reader_plan.limits()[0] == steps


def test_another_preset_starts_from_random_weights(reader_plan: TrainingPlan):
    reader_plan.set("preset", "small")
    assert reader_plan.value("start") is None
    assert reader_plan.said_unset("effects") == "mild (usual)"


def test_the_projects_words_alone_can_be_chosen_with_the_model(reader_plan: TrainingPlan):
    reader_plan.set_data("project")
    assert (reader_plan.data, reader_plan.choices()["synthetic"]) == ("project", 0.0)


def test_a_model_that_reads_other_symbols_is_no_start_and_why_is_said(session: Session, tmp_path: Path):
    plan = plan_from(bundled_reader(tmp_path / "bundled", "中文"), session)
    assert plan.value("start") is None
    (said,) = plan.said_start()
    assert "knows only 0 %" in said


def test_the_preset_and_the_input_are_those_of_the_model_to_start_from(session: Session, tmp_path: Path):
    plan, model = session.instruments.plan, tmp_path / "mine.keras"
    write_described(model, "abc")
    plan.set_start(model)
    assert (plan.value("start"), plan.value("preset")) == (model, "reader")
    assert (plan.said_unset("height"), plan.said_unset("width")) == ("32 (from this start)", "128 (from this start)")
    assert [plan.map_size(name) for name in ("height", "width")] == [32, 128]
    plan.set("width", 64)
    assert plan.map_size("width") == 64
    plan.reset("width")
    plan.set_start(None)
    assert plan.value("preset") == "small"
    assert plan.values == {"start": None}


def test_a_network_that_was_chosen_stays_whatever_the_start(reader_plan: TrainingPlan):
    plan = reader_plan
    plan.set("preset", "paper")
    plan.set_start(None)
    assert (plan.value("preset"), plan.choices()["preset"]) == ("paper", "paper")
    assert plan.contradiction() == (frozenset(), "")


def test_what_is_the_default_at_the_moment_is_a_choice_once_a_person_has_made_it(
    reader_plan: TrainingPlan, tmp_path: Path
):
    plan = reader_plan
    reader = plan.value("start")
    plan.set_start(None)
    plan.set_data("project")
    plan.set("preset", "small")
    plan.set_start(reader)
    assert (plan.value("preset"), plan.data, plan.choices()["synthetic"]) == ("small", "project", 0.0)


def test_choices_that_contradict_each_other_are_named_both(reader_plan: TrainingPlan):
    plan = reader_plan
    reader = plan.value("start")
    plan.set_start(reader)
    plan.set("preset", "small")
    names, sentence = plan.contradiction()
    assert names == {"start", "preset"} and "“reader”, and “small” is chosen" in sentence
    plan.set("weights", "imagenet")
    names, sentence = plan.contradiction()
    assert names == {"start", "weights"} and sentence == plan.refusal()
    plan.reset("weights")
    plan.reset("preset")
    assert plan.contradiction() == (frozenset(), "")


def test_a_model_that_cannot_be_read_is_left_to_the_check_to_tell(session: Session, tmp_path: Path):
    session.instruments.plan.set_start(tmp_path / "gone.keras")
    assert session.instruments.plan.value("preset") == "small"
    assert session.instruments.plan.said_start() == ()


def test_the_plan_says_that_few_words_validate(session: Session, qtbot: QtBot):
    table, plan = session.catalog.table, session.instruments.plan
    qtbot.waitUntil(lambda: all(table.text))
    table.split[:3] = 1
    table.split[3:] = 0
    assert plan.said_validation().startswith("Only 3 words to validate with, too few")
