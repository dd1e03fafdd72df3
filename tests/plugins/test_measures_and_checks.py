"""A measure and a check of a plug-in: in an evaluation, as a curve, and among the problems of a folder."""

import json
from pathlib import Path

import pytest
from support.plugins import install_plugin, python, textscanner

pytestmark = pytest.mark.long

CODE = """from core.base.plugins.plugin import CheckPart, MetricPart, Plugin

PLUGIN = Plugin(
    "letters",
    "Letters",
    metrics=(MetricPart("first_letters", "First letters", "Share of the words", at="more_letters:first_letters"),),
    checks=(CheckPart("text-short", "Short text", at="more_letters:short", severity="error"),),
)

def first_letters(scores):
    return sum(score.target[:1] == score.predicted[:1] for score in scores) / max(1, len(scores))

def short(context, charset):
    from core.base.errors import Sentence
    from core.labels.checks.problems import found
    if len(context.label.word) < 9:
        yield found("text-short", Sentence("the text is short."), context.name)
"""

CURVES = """
from app.views.runs.curve_plot import NAMES
from core.runs.curves import GROUPS, is_validated
print(NAMES["first_letters"], "first_letters" in GROUPS["measures"], is_validated("first_letters"), sep="|")
"""


def test_they_are_there_while_the_plugin_is_on(tmp_path: Path):
    site, here = tmp_path / "installed" / "site", tmp_path / "here"
    install_plugin(site, "letters", CODE)
    here.mkdir()

    def run(*arguments: object):
        return textscanner(*arguments, site=site, cwd=here)

    def short():
        problems = json.loads(run("check", here / "words", "--json").stdout)["problems"]
        return [problem for problem in problems if problem["id"] == "text-short"]

    assert run("demo", here / "words", "--count", "4", "--charset", "digits", "--errors", "0").returncode == 0
    assert short() == []
    assert run("plugins", "on", "letters").returncode == 0
    assert "checks: text-short" in run("plugins").stdout and "metrics: first_letters" in run("plugins").stdout
    assert [problem["severity"] for problem in short()] == ["error"] * 4
    assert python("-c", CURVES, site=site, cwd=here).stdout.strip() == "First letters|True|True"
    figures = json.loads(run("evaluate", "reader", here / "words", "--json").stdout)
    assert 0 <= figures["first_letters"] <= 1
    assert run("plugins", "off", "letters").returncode == 0
    assert short() == []
    assert "first_letters" not in json.loads(run("evaluate", "reader", here / "words", "--json").stdout)


def test_a_check_that_fails_is_off_with_one_sentence_and_the_others_go_on(tmp_path: Path):
    site, here = tmp_path / "installed" / "site", tmp_path / "here"
    install_plugin(site, "letters", CODE.replace("context.label.word", "context.no_such_thing"))
    here.mkdir()

    def run(*arguments: object):
        return textscanner(*arguments, site=site, cwd=here)

    assert run("demo", here / "words", "--count", "6", "--charset", "digits", "--errors", "0.5").returncode == 0
    before = json.loads(run("check", here / "words", "--json").stdout)
    assert run("plugins", "on", "letters").returncode == 0
    done = run("check", here / "words", "--json")
    assert done.returncode == 0 and json.loads(done.stdout) == before
    (line,) = done.stderr.splitlines()
    assert '"letters" has failed' in line
