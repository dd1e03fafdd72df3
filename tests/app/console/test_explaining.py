"""Help for a terminal: what a message means, and what a configuration can hold."""

from __future__ import annotations

import json

import pytest

from app.cli import run


def test_a_message_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "OOM when allocating tensor"]) == 0
    assert "Lower batch" in capsys.readouterr().out
    assert run(["explain", "zebra"]) == 1
    assert capsys.readouterr().err == "Nothing is known of it.\n"


def test_the_reference_is_searched_and_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reference", "CLIP"]) == 0
    out = capsys.readouterr().out
    assert "clip_norm = number > 0" in out and "[default: 5.0]" in out and "weight_decay" not in out
    assert run(["reference", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert set(document) == {"config", "sources", "formats"}
    assert run(["reference", "zebra"]) == 1
