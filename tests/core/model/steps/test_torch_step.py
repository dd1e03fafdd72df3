"""What PyTorch cannot do, in a process of its own: each process has one backend of Keras."""

import importlib.util
import json

import pytest
from support.processes.python import run_python

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed"),
]

REFUSED = """
from core.base.keras_home import choose_backend
choose_backend("torch")
import json
from core.base.errors import RunError
from core.model.steps import backends
from core.runs.config import make_config


def said(choices):
    try:
        return backends.prepare(make_config({"folder": "a", "run": "b", **choices})).description
    except RunError as error:
        return str(error)


print(json.dumps([said(choices) for choices in (
    {"devices": ("CPU:0", "CPU:1")}, {"devices": ("GPU:99",)}, {"trainer": "fit"}, {"devices": ("CPU:0",)},
)]))
"""


def test_what_pytorch_cannot_do_is_refused_in_one_sentence_before_the_run_begins():
    several, gpu, fit, one = json.loads(run_python("-c", REFUSED))
    assert several.startswith("devices: on PyTorch a training uses one device. Name one, or choose")
    assert gpu.startswith("devices: there is no GPU:99; PyTorch sees ")
    assert fit.startswith("trainer: only TensorFlow can do this, and this training runs on torch.")
    assert one == "CPU, through PyTorch"
