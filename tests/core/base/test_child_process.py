"""Processes that answer in a line of JSON."""

from core.base.child_process import ask_child


def test_child_that_crashes_or_hangs_is_an_answer():
    answer, failure = ask_child("import os; os.abort()")
    assert answer is None
    assert "exit code" in failure
    answer, failure = ask_child("import time; time.sleep(30)", patience=0.5)
    assert answer is None
    assert "slow, or it hangs: no answer" in failure


def test_the_last_line_is_the_answer():
    code = "import json; print('noise'); print(json.dumps({'gpus': 2}))"
    assert ask_child(code) == ({"gpus": 2}, "")
