"""A run that has reached a limit is trained longer by raising it, and the other limits do not end it before."""

from pathlib import Path
from typing import Any

import pytest
from support.networks.noise import config_of

from app.training.going_on import choices_for_more, limit_to_raise, usual_addition
from core.runs.folder import create
from core.runs.info import RunInfo, read_run


def info_of(tmp_path: Path, *bests: bool, seconds: float = 60.0, **choices: Any) -> RunInfo:
    """A run of six steps, or as chosen, that has made two of them in a minute, with a validation each."""
    run = create(config_of(tmp_path, tmp_path / "run", **choices))
    run.append({"kind": "validation", "step": 0, "losses": {}, "metrics": {}, "images": 4, "best": False})
    for step, best in enumerate(bests, 1):
        run.append({"kind": "validation", "step": step, "losses": {}, "metrics": {}, "images": 4, "best": best})
    run.append({"kind": "step", "step": 2, "seconds": seconds})
    return read_run(run.path)


def test_the_steps_are_raised_of_a_run_that_has_made_all_of_them(tmp_path: Path):
    info = info_of(tmp_path, steps=2)
    assert (info.reached, limit_to_raise(info), usual_addition(info)) == ("steps", "steps", 2)
    assert choices_for_more(info, 5) == {"steps": 7}


def test_its_time_limit_does_not_end_what_was_asked_for_in_steps(tmp_path: Path):
    info = info_of(tmp_path, steps=2, minutes=1.5)
    assert info.reached == "steps"
    assert choices_for_more(info, 5) == {"steps": 7, "minutes": 2.5}


def test_the_time_is_raised_of_a_run_whose_time_is_up_and_so_are_steps_that_would_not_last(tmp_path: Path):
    info = info_of(tmp_path, steps=1000, minutes=1.0)
    assert info.reached == "minutes"
    assert choices_for_more(info, 5) == {"minutes": 6.0}
    choices = choices_for_more(info_of(tmp_path / "few", steps=8, minutes=1.0), 5)
    assert choices["minutes"] == 6.0
    assert choices["steps"] >= 2 + 10, "two steps a minute"


def test_the_patience_is_raised_by_the_validations_that_have_passed(tmp_path: Path):
    info = info_of(tmp_path, True, False, False, patience=2)
    assert (info.reached, info.waiting, usual_addition(info)) == ("patience", 2, 2)
    assert choices_for_more(info, 3) == {"patience": 5}


def test_a_patience_that_is_over_does_not_end_what_was_asked_for_in_minutes(tmp_path: Path):
    info = info_of(tmp_path, True, False, False, patience=2, minutes=1.0, steps=1000)
    assert choices_for_more(info, 5) == {"minutes": 6.0, "patience": 4}


@pytest.mark.parametrize(("choices", "limit"), [({}, "steps"), ({"minutes": 3.0}, "minutes")])
def test_of_a_run_that_was_stopped_the_limit_that_will_end_it_is_raised(
    tmp_path: Path, choices: dict[str, Any], limit: str
):
    info = info_of(tmp_path, **choices)
    assert (info.reached, limit_to_raise(info)) == (None, limit)
