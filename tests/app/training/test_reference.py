"""The reference of every key: nothing is left out, and each says what it does."""

from __future__ import annotations

from app.training.fields import names_of
from app.training.reference import config_keys, reference
from app.training.table import FIELDS
from core.labels.formats.registry import formats


def test_every_key_of_a_configuration_is_there_and_says_what_it_does() -> None:
    keys = {key.key: key for key in config_keys()}
    assert {name.replace("[]", "").partition(".")[0] for name in keys} == {
        name.partition(".")[0] for name in names_of()
    }
    assert set(FIELDS) - {"sources"} <= set(keys)
    assert all(key.help and key.allowed and key.said() for key in keys.values())


def test_values_and_defaults_are_those_of_the_code() -> None:
    keys = {key.key: key for key in config_keys()}
    assert keys["preset"].allowed == '"small" | "reader" | "wide" | "paper"'
    assert keys["height"].allowed == "whole number ≥ 32, ≤ 4,096, × 32"
    assert keys["height"].default == "of the start, or else the project's"
    assert keys["synthetic_length"].default == "[3, 8]"
    assert keys["sources[].weight"].allowed == "number > 0, ≤ 1,000"
    assert keys["loss.confidence"].allowed == "number > 0, < 1"


def test_every_format_and_source_is_listed() -> None:
    document = reference()
    assert [each["name"] for each in document["formats"]] == list(formats())
    assert {each["name"] for each in document["formats"] if each["write"]} >= {"labelme", "jsonl"}
    assert any(".csv" in each["source"] for each in document["sources"])
