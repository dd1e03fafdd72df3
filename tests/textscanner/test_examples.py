"""Every public function has an example, and every example gives what it says."""

import doctest
import inspect
from importlib import import_module
from typing import Any

import pytest

import textscanner

MODULES = ["projects", "maps", "drawing", "conversion", "readings", "models", "evaluation", "plotting", "keras"]
FUNCTIONS = [value for name in textscanner.__all__ if inspect.isfunction(value := getattr(textscanner, name))]
FOUND = [
    example
    for module in [textscanner, *(import_module(f"textscanner.{name}") for name in MODULES)]
    for example in doctest.DocTestFinder(exclude_empty=True).find(module, extraglobs={"textscanner": textscanner})
    if example.examples
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_public_function_has_an_example(function: Any):
    assert any(test.name.endswith(f".{function.__name__}") for test in FOUND)


@pytest.mark.long
@pytest.mark.usefixtures("words")
@pytest.mark.parametrize("example", FOUND, ids=lambda test: test.name)
def test_an_example_gives_what_it_says(example: Any):
    runner = doctest.DocTestRunner()
    said: list[str] = []
    runner.run(example, out=said.append, clear_globs=False)
    assert "".join(said) == ""


def test_everything_that_is_public_is_documented_and_named():
    for name in textscanner.__all__:
        assert inspect.getdoc(getattr(textscanner, name))
