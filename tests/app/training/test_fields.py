"""The choices of a training as the form shows them; their reference leaves nothing out and says what each does."""

from pathlib import Path
from typing import Any

import pytest

from app.training.fields import names_of, text_of_value
from app.training.reference import config_keys, reference
from app.training.table import FIELDS
from core.base.errors import RunError
from core.labels.formats.registry import formats
from core.runs.config import TrainConfig, make_config

_CLUSTER = {"workers", "index", "wait", "allow_network"}

APART = frozenset({"folder", "run", "resume", "watch", "sources", "validation", "fold", "profile", "loss", *_CLUSTER})
"""Choices of `TrainConfig` that are no field of the form: the program makes them, or they have editors of their own."""

NOWHERE = {"folder": Path("words"), "run": Path("run")}


def accepts(name: str, value: object) -> bool:
    outer, _, inner = name.partition(".")
    try:
        make_config(NOWHERE | {outer: {inner: value} if inner else value})
    except RunError:
        return False
    return True


def test_form_has_a_field_for_each_choice_that_has_no_editor_of_its_own():
    assert {*names_of()} == {*FIELDS}
    assert {*names_of()} - APART == {name for name, field in FIELDS.items() if field.section}


@pytest.mark.parametrize("field", FIELDS.values(), ids=lambda field: field.id)
def test_each_choice_is_told_in_words(field: Any):
    assert field.title and field.help.endswith(".")
    as_they_are = {2, 4, "float32", "mixed_float16", "mixed_bfloat16"}
    assert all(value in as_they_are or text_of_value(value, field.id) for value in field.choices)


@pytest.mark.parametrize(
    "field", [each for each in FIELDS.values() if each.kind in {"integer", "number"}], ids=lambda field: field.id
)
def test_bounds_of_a_number_are_those_that_a_training_accepts(field: Any):
    low, high, multiple = field.bounds
    whole = field.kind == "integer"
    smallest, largest = (round(low), round(high)) if whole else (low, high)
    if field.id != "unfreeze_at":  # needs frozen stages
        assert accepts(field.id, smallest)
    below = smallest - max(1, multiple) if whole else smallest - 1
    assert not accepts(field.id, below)
    if high < 1e9:
        assert not accepts(field.id, largest + max(1, multiple) if whole else largest + 1)


def test_a_choice_of_nothing_is_possible_where_the_preset_or_the_project_decides():
    optional = {name for name, field in FIELDS.items() if field.is_optional}
    assert {"steps", "batch", "learning_rate", "height", "width", "stride", "charset", "start", "minutes"} <= optional
    assert all(FIELDS[name].default is None for name in optional)


def test_defaults_are_those_of_a_training():
    config = TrainConfig.model_validate(NOWHERE)
    assert FIELDS["loss.order"].default == config.loss.order
    assert FIELDS["synthetic_length"].default == config.synthetic_length
    assert FIELDS["augmentation"].choices == ("none", "mild", "full")
    assert FIELDS["stride"].choices == (2, 4)


def test_every_key_of_a_configuration_is_there_and_says_what_it_does():
    keys = {key.key: key for key in config_keys()}
    assert {name.replace("[]", "").partition(".")[0] for name in keys} == {
        name.partition(".")[0] for name in names_of()
    }
    assert set(FIELDS) - {"sources"} <= set(keys)
    assert all(key.help and key.allowed and key.said() for key in keys.values())


def test_values_and_defaults_are_those_of_the_code():
    keys = {key.key: key for key in config_keys()}
    assert keys["preset"].allowed == '"small" | "reader" | "wide" | "paper"'
    assert keys["height"].allowed == "whole number ≥ 32, ≤ 4,096, × 32"
    assert keys["height"].default == "of the start, or else the project's"
    assert keys["synthetic_length"].default == "[3, 8]"
    assert keys["sources[].weight"].allowed == "number > 0, ≤ 1,000"
    assert keys["loss.confidence"].allowed == "number > 0, < 1"


def test_every_format_and_source_is_listed():
    document = reference()
    assert [each["name"] for each in document["formats"]] == list(formats())
    assert {each["name"] for each in document["formats"] if each["write"]} >= {"labelme", "jsonl"}
    assert any(".csv" in each["source"] for each in document["sources"])
