"""Several workers train one network: real processes, killed at random moments. All slow but the division of batches."""

import random
import re
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from support.networks.workers import Workers
from support.processes.workers import with_variable

from core.runs.info import read_run

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kills as Linux does")]
ENDLESS = {"steps": 100_000, "validate_every": 100_000, "checkpoint_minutes": 0}


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[Workers]:
    with closing(Workers(tmp_path, "--wait", **ENDLESS)) as workers:
        yield workers


def test_two_workers_learn_the_same_in_fifty_steps(tmp_path: Path):
    with closing(Workers(tmp_path, steps=50, validate_every=25, ema=0.9)) as workers:
        for index in (0, 1):
            workers.start(index)
        assert workers.ended() == {0: 0, 1: 0}, workers.said(0) + workers.said(1)
    (own,) = re.findall(r"All 2 workers end with the same weights \(hash (\w+)\)", workers.said(0))
    assert f"Followed worker 0 to step 50 (steps); weights {own}." in workers.said(1)
    assert workers.steps() == list(range(1, 51))
    model = read_run(workers.run).model
    assert model is not None and model.exists()
    losses = {index: re.findall(r"step 50 of 50: (loss .*?),", workers.said(index))[-1] for index in (0, 1)}
    assert losses[0] == losses[1]


def test_a_worker_with_another_folder_is_refused_with_both_hashes(tmp_path: Path):
    with closing(Workers(tmp_path, **ENDLESS)) as workers:
        min(workers.words[1].glob("word_*.json")).unlink()
        for index in (0, 1):
            workers.start(index)
        assert workers.ended() == {0: 2, 1: 1}, workers.said(0) + workers.said(1)
    refused = r"Worker 1 differs from worker 0: the hash of the folder's labels is \w+ there and \w+ here"
    assert re.search(refused, workers.said(0))
    assert re.search(refused, workers.said(1))
    assert not workers.run.exists()


def test_the_run_goes_on_after_each_of_two_workers_was_killed_five_times(endless: Workers):
    workers, victims, rng = endless, [0, 1] * 5, random.Random(10)
    for index in (0, 1):
        workers.start(index)
    workers.wait_for_steps(3)
    for victim in victims:
        time.sleep(rng.uniform(0, 20))  # while they meet, compile or train
        workers.kill(victim)
        workers.start(victim, *(["--resume"] if victim == 0 else []))
    workers.wait_for_steps(3)
    workers.stop()
    assert workers.ended() == {0: 0, 1: 0}, workers.said(0)[-3000:] + workers.said(1)[-3000:]
    assert workers.steps() == list(range(1, len(workers.steps()) + 1))  # none lost, none twice
    assert (workers.run / "model.keras").exists()
    assert with_variable(str(workers.folder / "state")) == []  # no process of either is left
