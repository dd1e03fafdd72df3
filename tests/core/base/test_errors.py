import ast
import copy
import json
import pickle
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import core
from core.base.errors import (
    FormatDetectionError,
    ImageError,
    LabelError,
    Sentence,
    StudioError,
    filled,
    from_json,
    to_json,
    with_name,
)
from core.base.json_text import JsonProblem

ERROR = ImageError("{name}: over {limit:,} pixels. Crop it.", name="a{b}.png", limit=12345)


def test_an_error_says_its_template_with_the_places_filled():
    assert str(ERROR) == "a{b}.png: over 12,345 pixels. Crop it."
    assert ERROR.args == ("a{b}.png: over 12,345 pixels. Crop it.",)
    assert str(StudioError("{as it is}")) == "{as it is}", "without places nothing is filled in"


@pytest.mark.parametrize("travelled", [lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy, copy.copy])
def test_template_and_places_travel(travelled: Any):
    assert callable(travelled)
    error = travelled(LabelError("{name}: {error}", name="b.json", error=ERROR))
    said = str(error)
    assert type(error) is LabelError and isinstance(said, Sentence)
    assert said == "b.json: a{b}.png: over 12,345 pixels. Crop it."
    assert said.template == "{name}: {error}"
    inner = said.places["error"]
    assert isinstance(inner, Sentence) and inner.places == {"name": "a{b}.png", "limit": 12345}


def test_an_error_made_of_anothers_sentence_keeps_its_template():
    said = str(LabelError(str(ERROR)))
    assert isinstance(said, Sentence) and said.template == "{name}: over {limit:,} pixels. Crop it."


def test_what_is_no_number_or_text_is_taken_as_its_text():
    said = Sentence("{path}: {problem}", path=Path("a/b"), problem=JsonProblem("it ends at {place}", place=3))
    assert said.places["path"] == str(Path("a/b"))
    assert isinstance(said.places["problem"], Sentence)


def test_an_error_with_more_to_tell_keeps_it():
    error = pickle.loads(pickle.dumps(FormatDetectionError("{name}: which?", ("a", "b"), name="x")))
    assert str(error) == "x: which?" and error.candidates == ("a", "b")


def test_a_sentence_comes_back_from_json_with_its_places_and_a_text_as_it_was():
    made = Sentence("{name}: {why} ({count:,})", name="a", why=Sentence("gone"), count=np.int64(1234))
    back = from_json(json.loads(json.dumps([to_json(made), to_json("a text {as it is}")]))[0])
    assert isinstance(back, Sentence) and (back, back.template, back.places) == (made, made.template, made.places)
    assert isinstance(back.places["why"], Sentence)
    text = from_json(to_json("a text {as it is}"))
    assert text == "a text {as it is}" and not isinstance(text, Sentence)


@pytest.mark.parametrize(
    ("boxes", "symbols", "said"),
    [(1, 2, "1 box for 2 symbols"), (2, 1, "2 boxes for 1 symbol"), (0, 1200, "0 boxes for 1,200 symbols")],
)
def test_words_follow_their_numbers_also_in_another_process(boxes: int, symbols: int, said: str):
    template = "{boxes} {boxes:|box|boxes} for {symbols:,} {symbols:|symbol|symbols}"
    sentence = Sentence(template, boxes=boxes, symbols=symbols)
    assert sentence == said
    assert from_json(json.loads(json.dumps(to_json(sentence)))) == said
    assert filled("{count} {count:|word|words}", {"count": "1"}) == "1 word", "a number that is written already"


@pytest.mark.parametrize("value", [None, 3, [], ["{a}"], ["{a}", {"b": 1}], [3, {}], ["{a}", {"a": None}]])
def test_json_that_is_no_sentence_is_refused(value: int | list[Any] | None):
    with pytest.raises((LookupError, TypeError, ValueError)):
        from_json(value)


def test_an_error_can_name_its_file_by_a_longer_path():
    assert with_name(str(ERROR), "a{b}.png", "sub/a{b}.png") == "sub/a{b}.png: over 12,345 pixels. Crop it."
    assert with_name("a.png: gone.", "a.png", "sub/a.png") == "sub/a.png: gone."
    assert with_name("sub/a.png: gone.", "a.png", "sub/a.png") == "sub/a.png: gone."
    within = with_name(Sentence("a.json: gone."), "a.png", "sub/a.png")
    assert within == "sub/a.png: a.json: gone."
    assert isinstance(within, Sentence) and isinstance(within.places["problem"], Sentence)


@pytest.mark.long
def test_every_template_has_the_places_that_it_is_given():
    checked = 0
    for where, call in _made_in_core():
        given = {keyword.arg for keyword in call.keywords} - {"candidates"}
        if call.args and isinstance(call.args[0], ast.Constant) and given and None not in given:
            wanted = {name for _, name, _, _ in string.Formatter().parse(str(call.args[0].value)) if name}
            assert wanted == given, where
            checked += 1
    assert checked > 150


def test_no_error_of_core_is_put_together_from_texts_that_nobody_can_translate():
    first = [(where, call.args[0]) for where, call in _made_in_core() if call.args]
    assert len(first) > 300
    assert [where for where, template in first if _is_put_together(template)] == []


TOLD = {"Warned": 0, "Failed": 1, "Refusal": 1, "LeftOut": 1, "_Fault": 0, "OSError": 0}
"""What carries a sentence to a person, and which of its arguments the sentence is."""


@pytest.mark.long
def test_no_warning_note_or_reason_of_core_is_a_text_that_nobody_can_translate():
    found = [(where, text) for tree, file in _modules() for where, text in _told(tree, file)]
    assert len(found) > 40
    assert [where for where, text in found if _is_plain(text)] == []


@pytest.mark.parametrize(
    "told",
    [
        'Warned(f"{name} is gone", "data")',
        'Refusal("a", "It is gone.")',
        'notes.append("a" + b)',
        'yield f"{name}: no"',
    ],
)
def test_plain_warnings_notes_and_reasons_are_recognised(told: str):
    inside = f"def notes():\n    {told}"
    assert [_is_plain(text) for _, text in _told(ast.parse(inside), "a.py")] == [True]
    assert [_is_plain(text) for _, text in _told(ast.parse('warnings.append(("a", Sentence("b c")))'), "a.py")] == [
        False
    ]


def _told(tree: ast.AST, file: str) -> Iterator[tuple[str, ast.expr]]:
    """What a module hands on to be told: to the makers of `TOLD`, to lists of notes, out of functions named so."""
    for node in ast.walk(tree):
        where = f"{file}, line {getattr(node, 'lineno', 0)}"
        match node:
            case ast.Call(func=ast.Name(id=name), args=args) if len(args) > TOLD.get(name, len(args)):
                yield where, args[TOLD[name]]
            case ast.Call(func=ast.Attribute(value=ast.Name(id="notes" | "warnings" | "faults"), attr="append")):
                yield where, node.args[0]
            case ast.FunctionDef(name=name) if "note" in name:
                yield from (
                    (where, each.value) for each in ast.walk(node) if isinstance(each, ast.Yield) and each.value
                )


def _is_plain(text: ast.expr) -> bool:
    """Whether a text is put together, or written out, where no call makes a sentence of it."""
    if isinstance(text, ast.Tuple):
        return any(map(_is_plain, text.elts))
    written = isinstance(text, ast.Constant) and isinstance(text.value, str) and " " in text.value
    return written or (not isinstance(text, ast.Call) and _is_put_together(text))


def _made_in_core() -> Iterator[tuple[str, ast.Call]]:
    """Every call in `core` that makes a sentence or an error, with file and line."""
    makers = {"Sentence", "JsonProblem", "Reject"} | {kind.__name__ for kind in _kinds(StudioError)}
    for tree, file in _modules():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in makers:
                yield f"{file}, line {call.lineno}", call


def _modules() -> Iterator[tuple[ast.Module, str]]:
    for file in Path(core.__path__[0]).rglob("*.py"):
        yield ast.parse(file.read_text(encoding="utf-8")), file.name


def _is_put_together(template: ast.expr) -> bool:
    """Whether an expression is an f-string, or texts joined by `+`, `%`, `format` or `join`."""
    return any(
        isinstance(node, (ast.JoinedStr, ast.BinOp))
        or (isinstance(node, ast.Attribute) and node.attr in {"format", "format_map", "join"})
        for node in ast.walk(template)
    )


@pytest.mark.parametrize(
    "made", ['f"{name}: gone."', '"a" + b', '"%s: gone." % name', '"{}: gone.".format(name)', '", ".join(names)']
)
def test_texts_that_are_put_together_are_recognised(made: str):
    assert _is_put_together(ast.parse(made, mode="eval").body)
    assert not _is_put_together(ast.parse('"{name}: gone."', mode="eval").body)


def _kinds(of: type[StudioError]) -> set[type[StudioError]]:
    return {of} | {kind for each in of.__subclasses__() for kind in _kinds(each)}
