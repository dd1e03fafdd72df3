"""A project's choices in `textscanner.json`, and how validation is set apart."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import ProjectError
from core.charset import Charset
from core.labels.label import WordLabel
from core.labels.maps.spec import MapSpec, Sigma
from core.project.project import (
    Project,
    ProjectSettings,
    Validation,
    parse_settings,
    read_settings,
    split_of,
    write_settings,
)

DEFAULTS = ProjectSettings()


def write(folder: Path, text: str | bytes) -> None:
    (folder / "textscanner.json").write_bytes(text if isinstance(text, bytes) else text.encode())


def text_of(folder: Path) -> str:
    return (folder / "textscanner.json").read_bytes().decode()


specs = st.builds(
    MapSpec,
    height=st.sampled_from([32, 64]),
    width=st.sampled_from([128, 256]),
    stride=st.sampled_from([1, 2, 4]),
    sigma=st.sampled_from([Sigma(), Sigma("fixed", 5.0)]),
    keep_aspect=st.booleans(),
)
choices = st.builds(
    ProjectSettings,
    charset=st.none() | st.lists(st.sampled_from("aä中🙂\\\" '\n"), min_size=1, unique=True).map(tuple).map(Charset),
    maps=specs,
    normalisation=st.sampled_from(["NFC", "NFKC"]),
    fold_full_width=st.booleans(),
    unknown=st.sampled_from(["ignore", "error"]),
    expected=st.sampled_from(["", "words.txt", r"[A-Z]{2}\d{5}"]),
    validation=st.builds(Validation, share=st.floats(0, 0.99))
    | st.builds(Validation, folder=st.sampled_from(["val", "数据/val", "caf\udce9"])),
)


def test_a_folder_without_settings_has_the_defaults(tmp_path: Path):
    assert read_settings(tmp_path) == DEFAULTS
    assert DEFAULTS.charset is None
    assert DEFAULTS.maps == MapSpec()
    assert DEFAULTS.validation == Validation(0.1)


@given(choices)
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, settings: Any):
    folder = tmp_path_factory.mktemp("project")
    assert write_settings(folder, settings)
    assert read_settings(folder) == settings
    assert not write_settings(folder, settings)


@given(choices, choices)
def test_changed_choices_are_read_back_and_foreign_keys_stay(
    tmp_path_factory: pytest.TempPathFactory, first: Any, second: Any
):
    folder = tmp_path_factory.mktemp("project")
    write_settings(folder, first)
    foreign = '"plug-in": {"ratio": 1.10, "big": 12345678901234567890.5, "half": "\\ud800"}'
    write(folder, text_of(folder).replace("{", "{\n  " + foreign + ",", 1))
    write_settings(folder, second)
    assert read_settings(folder) == second
    assert foreign in text_of(folder)


def test_a_charset_is_written_one_symbol_a_line(tmp_path: Path):
    write_settings(tmp_path, replace(DEFAULTS, charset=Charset(("a", '"', "中"))))
    assert '  "charset": [\n    "a",\n    "\\"",\n    "中"\n  ],\n' in text_of(tmp_path)
    write_settings(tmp_path, replace(DEFAULTS, charset=Charset(("a", "b", '"', "中"))))
    assert '  "charset": [\n    "a",\n    "b",\n    "\\"",\n    "中"\n  ],\n' in text_of(tmp_path)


def test_a_charset_is_added_one_symbol_a_line_and_taken_out_again(tmp_path: Path):
    write(tmp_path, '{\n  "unknown": "ignore"\n}\n')
    write_settings(tmp_path, replace(DEFAULTS, charset=Charset(("a", "b"))))
    assert text_of(tmp_path) == '{\n  "unknown": "ignore",\n  "charset": [\n    "a",\n    "b"\n  ]\n}\n'
    write_settings(tmp_path, DEFAULTS)
    assert text_of(tmp_path) == '{\n  "unknown": "ignore"\n}\n'


@pytest.mark.parametrize(
    "text",
    [
        '{"maps":{"width":256},"x":[1,2,  3],"unknown":"ignore"}',
        '\ufeff{\r\n\t"charset" : "ba",\r\n\t"x": 1e400\r\n}\r\n\r\n',
        "{}",
        ' {"validation": {"share": 0.10, "seed": 7}} ',
    ],
)
def test_a_file_is_byte_identical_when_no_choice_changes(text: str, tmp_path: Path):
    write(tmp_path, text)
    assert not write_settings(tmp_path, read_settings(tmp_path))
    assert text_of(tmp_path) == text


def test_line_ends_and_byte_order_mark_stay_when_a_choice_changes(tmp_path: Path):
    write(tmp_path, '\ufeff{\r\n\t"maps": {\r\n\t\t"width": 256,\r\n\t\t"mine": 1\r\n\t}\r\n}\r\n')
    write_settings(tmp_path, replace(DEFAULTS, maps=MapSpec(width=128)))
    assert text_of(tmp_path) == '\ufeff{\r\n\t"maps": {\r\n\t\t"width": 128,\r\n\t\t"mine": 1\r\n\t}\r\n}\r\n'
    write_settings(tmp_path, replace(DEFAULTS, maps=MapSpec(width=128), charset=Charset(("a", "b"))))
    assert "\n" not in text_of(tmp_path).replace("\r\n", "")


def test_validation_changes_from_a_share_to_a_folder_and_back(tmp_path: Path):
    write(tmp_path, '{"validation": {"share": 0.2, "note": "x"}}')
    by_folder = replace(DEFAULTS, validation=Validation(folder="val"))
    write_settings(tmp_path, by_folder)
    assert json.loads(text_of(tmp_path)) == {"validation": {"note": "x", "folder": "val"}}
    assert read_settings(tmp_path) == by_folder
    write_settings(tmp_path, DEFAULTS)
    assert json.loads(text_of(tmp_path)) == {"validation": {"note": "x", "share": 0.1}}


def test_a_charset_may_be_one_string():
    # As in a label, a letter and its mark are one symbol
    assert parse_settings('{"charset": "ae\u0301中"}'.encode()).charset == Charset(("a", "é", "中"))


def test_a_symbol_of_a_list_is_normalised():
    assert parse_settings('{"charset": ["e\u0301"]}'.encode()).charset == Charset(("é",))


@pytest.mark.parametrize(
    ("text", "key", "value", "allowed"),
    [
        ('{"schema": "1"}', "schema", '"1"', "1"),
        ('{"schema": true}', "schema", "true", "1"),
        ('{"schema": 2}', "schema", "2", "newer"),
        ('{"charset": []}', "charset", "[]", "leave it out"),
        ('{"charset": 7}', "charset", "7", "list of symbols"),
        ('{"charset": ["a", 1]}', "charset", '["a", 1]', "list of symbols"),
        ('{"charset": ["ab"]}', "symbol 1", '"ab"', "one code point"),
        ('{"charset": ["\\ud800"]}', "charset", "", "half of one"),
        ('{"maps": 3}', "maps", "3", "an object"),
        ('{"maps": {"width": 100}}', "width", "100", "divisible by 32"),
        ('{"maps": {"shrink": NaN}}', "shrink", "nan", "over 0"),
        ('{"normalisation": "NFD"}', "normalisation", '"NFD"', '"NFC" or "NFKC"'),
        ('{"normalisation": ["NFC"]}', "normalisation", '["NFC"]', '"NFC" or "NFKC"'),
        ('{"fold_full_width": 1}', "fold_full_width", "1", "true or false"),
        ('{"unknown": null}', "unknown", "null", '"ignore" or "error"'),
        ('{"expected": "[A-"}', "expected", '"[A-"', "a pattern"),
        ('{"expected": "a{2147483647}"}', "expected", "a{2147483647}", "too large"),
        ('{"expected": "../words.txt"}', "expected", '"../words.txt"', "in the project"),
        ('{"validation": 0.1}', "validation", "0.1", '{"share": 0.1}'),
        ('{"validation": {"share": 0.1, "folder": "val"}}', "validation", '"val"', "either"),
        ('{"validation": {"share": 1}}', "validation.share", "1", "from 0"),
        ('{"validation": {"share": NaN}}', "validation.share", "NaN", "from 0"),
        ('{"validation": {"share": true}}', "validation.share", "true", "from 0"),
        ('{"validation": {"folder": "../val"}}', "validation.folder", '"../val"', "in the project"),
        ('{"validation": {"folder": "/val"}}', "validation.folder", '"/val"', "in the project"),
        ('{"validation": {"folder": 3}}', "validation.folder", "3", "name of a folder"),
    ],
)
def test_a_wrong_value_is_named_with_its_key_and_what_is_allowed(text: str, key: str, value: str, allowed: str):
    with pytest.raises(ProjectError) as caught:
        parse_settings(text.encode())
    sentence = str(caught.value)
    assert sentence.startswith("textscanner.json: ")
    assert key in sentence
    assert value in sentence
    assert allowed in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "damaged or cut off"),
        (b'{"maps": {"width": 25', "line 1"),
        (b'{"unknown": "ignore"} x', "more text after"),
        (b"[1]", "no JSON object"),
        (b'{"unknown": "ignore", "unknown": "error"}', '"unknown" occurs twice'),
        (b'{"mine": NaN}', "NaN"),
        (b'{"mine": ' + b"9" * 5000 + b"}", "digits"),
        (b'{"mine": ' + b"[" * 100_000 + b"}", "nested"),
        ('{"unknown": "ignore"}'.encode("utf-16"), "not UTF-8"),
        ('{"charset": "中"}'.encode("gbk"), "not UTF-8"),
        (b"NaN", "NaN, which is not a number"),
        (b"[Infinity]", "Infinity, which is not a number"),
    ],
)
def test_a_file_that_cannot_be_understood_is_an_error_of_one_sentence(data: Any, what: str):
    with pytest.raises(ProjectError) as caught:
        parse_settings(data)
    assert what in str(caught.value)
    assert str(caught.value).startswith("textscanner.json: ")
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_bytes_do_worse_than_an_error(data: Any):
    try:
        parse_settings(data)
    except ProjectError as error:
        assert "\n" not in str(error)


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(
    st.sampled_from(
        ["schema", "charset", "maps", "normalisation", "fold_full_width", "unknown", "validation", "expected"]
    ),
    json_values | st.dictionaries(st.sampled_from(["width", "sigma", "stride", "share", "folder"]), json_values),
)
def test_no_value_of_any_type_does_worse_than_an_error(key: Any, value: Any):
    try:
        settings = parse_settings(json.dumps({key: value}).encode())
    except ProjectError:
        return
    assert isinstance(settings, ProjectSettings)


def test_settings_that_cannot_be_understood_are_not_overwritten(tmp_path: Path):
    for text in ('{"maps": {"width"', '{"schema": 9}', '{"unknown": 3}'):
        write(tmp_path, text)
        with pytest.raises(ProjectError):
            write_settings(tmp_path, DEFAULTS)
        assert text_of(tmp_path) == text


def test_settings_of_many_megabytes_are_refused(tmp_path: Path):
    write(tmp_path, b" " * (17 << 20))
    with pytest.raises(ProjectError, match="larger than 16 MB"):
        read_settings(tmp_path)


def test_a_folder_in_the_place_of_the_settings_is_an_error(tmp_path: Path):
    (tmp_path / "textscanner.json").mkdir()
    with pytest.raises(ProjectError, match="cannot be read"):
        read_settings(tmp_path)


def test_choices_made_in_code_are_judged_as_well():
    with pytest.raises(ProjectError, match=r"validation\.share"):
        Validation(float("nan"))
    with pytest.raises(ProjectError, match="normalisation"):
        ProjectSettings(normalisation="NFD")


def test_the_digest_differs_with_every_choice_that_a_check_of_a_label_depends_on():
    others = [
        replace(DEFAULTS, charset=Charset(("a",))),
        replace(DEFAULTS, maps=MapSpec(stride=2)),
        replace(DEFAULTS, normalisation="NFKC"),
        replace(DEFAULTS, fold_full_width=True),
        replace(DEFAULTS, unknown="error"),
    ]
    same = [
        ProjectSettings(),
        replace(DEFAULTS, expected="words.txt"),
        replace(DEFAULTS, reading="network"),
        replace(DEFAULTS, validation=Validation(folder="val")),
    ]
    assert len({settings.label_digest for settings in [DEFAULTS, *others]}) == len(others) + 1
    assert {settings.label_digest for settings in same} == {DEFAULTS.label_digest}


def test_the_split_by_share_is_the_same_on_every_machine():
    # Those of word_0 to word_39 whose `printf NAME | b2sum -l 64` begins below 0x3333
    found = [image for image in (f"word_{n}.png" for n in range(40)) if split_of(image, Validation(0.2)) == "val"]
    assert found == [f"word_{n}.png" for n in (4, 13, 16, 23, 29, 32, 37)]


def test_a_split_takes_about_its_share_and_a_larger_one_keeps_the_smaller():
    images = [f"folder/{n}.png" for n in range(5000)]
    tenth = {image for image in images if split_of(image, Validation(0.1)) == "val"}
    third = {image for image in images if split_of(image, Validation(0.3)) == "val"}
    assert 400 < len(tenth) < 600
    assert tenth < third
    assert not any(split_of(image, Validation(0.0)) == "val" for image in images)


def test_composed_and_decomposed_names_are_in_the_same_part():
    # macOS hands out decomposed names
    for number in range(50):
        assert split_of(f"Ä{number}.png", Validation(0.5)) == split_of(f"A\u0308{number}.png", Validation(0.5))


def test_a_name_that_is_not_utf8_has_a_part():
    assert split_of("caf\udce9.png", Validation(0.5)) in {"train", "val"}


def test_a_validation_folder_takes_its_subfolders_and_no_namesake():
    validation = Validation(folder="data/val")
    taken = ["data/val/1.png", "data/val/x/2.png", "data/val2/3.png", "data/val.png", "val/4.png"]
    assert [split_of(image, validation) for image in taken] == ["val", "val", "train", "train", "train"]


def test_a_validation_folder_may_be_written_with_a_slash_behind_it():
    assert parse_settings(b'{"validation": {"folder": "val/"}}').validation == Validation(folder="val")


def test_a_project_knows_its_images_by_their_relative_paths(tmp_path: Path):
    (tmp_path / "部分").mkdir()
    (tmp_path / "部分" / "1.png").write_bytes(b"")
    project = Project.open(tmp_path)
    assert project.images().images == ("部分/1.png",)
    assert project.name_of(project.path_of("部分/1.png")) == "部分/1.png"
    with pytest.raises(ProjectError, match="not in the project"):
        project.name_of(tmp_path.parent / "other.png")


def test_a_relative_folder_is_opened_as_an_absolute_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "p").mkdir()
    monkeypatch.chdir(tmp_path)
    project = Project.open(Path("p"))
    monkeypatch.chdir(os.sep)
    assert project.images().images == ()


def test_what_is_no_folder_cannot_be_opened(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ProjectError, match="no such folder"):
        Project.open(tmp_path / "missing")
    with pytest.raises(ProjectError, match="this is a file"):
        Project.open(tmp_path / "file")


def test_opening_a_project_writes_nothing_into_it(tmp_path: Path):
    (tmp_path / "1.png").write_bytes(b"")
    Project.open(tmp_path).images()
    assert [path.name for path in tmp_path.iterdir()] == ["1.png"]


def test_saved_choices_are_those_of_the_project_and_of_its_file(tmp_path: Path):
    project = Project.open(tmp_path).save(replace(DEFAULTS, unknown="error"))
    assert project.settings.unknown == "error"
    assert Project.open(tmp_path) == project


def test_word_that_is_illegible_adds_no_symbol_to_the_charset():
    settings = ProjectSettings()
    assert settings.symbols_of(WordLabel(text="###")) == frozenset()
    assert settings.symbols_of(WordLabel(text="A#")) == {"A", "#"}


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
@pytest.mark.parametrize("name", ["words.txt", "lists/words.txt"])
def test_expected_words_are_never_read_from_outside_the_project(tmp_path: Path, name: str):
    outside, root = tmp_path / "outside", tmp_path / "words"
    outside.mkdir()
    root.mkdir()
    (outside / "words.txt").write_text("secret")
    write_settings(root, replace(DEFAULTS, expected=name))
    if "/" in name:
        (root / "lists").symlink_to(outside)
    else:
        (root / name).symlink_to(outside / "words.txt")
    with pytest.raises(ProjectError, match="outside the project"):
        Project.open(root)


def test_symbols_that_occur_twice_in_the_charset_count_once_with_a_remark(tmp_path: Path):
    (tmp_path / "textscanner.json").write_text('{"charset": ["a", "b", "a", "\u212b", "\u00c5"]}', encoding="utf-8")
    project = Project.open(tmp_path)
    assert project.settings.charset == Charset(("a", "b", "Å"))
    (remark,) = project.remarks
    assert remark.startswith("textscanner.json: charset: 2 symbols occur twice") and '"a" (U+0061) 1, 3' in remark
    assert Project.open(tmp_path / "..").remarks == ()
