"""Checks of what one label says: symbols, length, text."""

from dataclasses import replace

import pytest

from core.charset import Charset
from core.labels.checks.label import check_label
from core.labels.checks.problems import Problem, apply_fix
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.render import Unknown
from core.labels.maps.spec import MapSpec

CHARSET = Charset(tuple("HOUSEV"))
SIZE = (32, 128)


def word(*symbols: str, text: str | None = None) -> WordLabel:
    characters = [CharacterLabel(s, rectangle(4 + 20 * k, 4, 18 + 20 * k, 28)) for k, s in enumerate(symbols)]
    return WordLabel(tuple(characters), text)


def check(label: WordLabel, unknown: Unknown = "ignore", charset: Charset = CHARSET) -> tuple[Problem, ...]:
    return check_label(label, SIZE, charset, unknown=unknown, name="a/word 3.png")


def ids(label: WordLabel) -> list[str]:
    return [problem.id for problem in check(label)]


def only(label: WordLabel, kind: str) -> Problem:
    (problem,) = [problem for problem in check(label) if problem.id == kind]
    return problem


def test_right_label_has_no_problem():
    assert check(word(*"HOUSE", text="HOUSE")) == ()


def test_word_level_label_has_no_problem():
    assert check(WordLabel(text="HOUSE")) == ()


def test_symbol_outside_the_charset_is_named_with_its_place():
    (problem,) = check(word("H", "é"))
    assert problem.id == "symbol-unknown"
    assert problem.severity == "warning"
    assert problem.image == "a/word 3.png"
    assert problem.character == 2
    assert problem.place == (31.0, 16.0)
    assert problem.message == (
        'a/word 3.png: character 2 "é" (U+00E9) is not in the charset (6 symbols). '
        "Correct it, or add it to the charset in textscanner.json."
    )


def test_symbol_outside_the_charset_is_an_error_where_the_project_says_so():
    (problem,) = check(word("H", "é"), unknown="error")
    assert problem.severity == "error"


def test_symbol_in_another_unicode_form_is_in_the_charset():
    assert check(word("e\N{COMBINING ACUTE ACCENT}"), charset=Charset(("é",))) == ()


def test_ignored_character_may_have_any_symbol():
    label = word("H", "é", "###")
    characters = (label.characters[0], replace(label.characters[1], ignore=True), label.characters[2])
    assert check(replace(label, characters=characters)) == ()


def test_symbol_of_a_word_level_text_outside_the_charset_is_named_once():
    (problem,) = check(WordLabel(text="HÄUSÄ"))
    assert (problem.id, problem.character) == ("symbol-unknown", None)
    assert '"Ä" (U+00C4) in the text' in problem.message


def test_full_width_form_of_a_known_symbol_leaves_the_choice_to_a_person():
    label = word("H", "Ｏ", "U")
    (problem,) = check(label)
    assert problem.fix is None
    assert [fix.id for fix in problem.fixes] == ["retype", "add-to-charset"]
    assert apply_fix(label, problem, problem.fixes[0]).reading == "HOU"


@pytest.mark.parametrize("symbol", ["", "HO", "\n", "\N{REPLACEMENT CHARACTER}", "\ud800", "\u2028"])
def test_what_is_not_one_visible_symbol_is_an_error(symbol: str):
    problem = only(word("H", symbol), "symbol-invalid")
    assert (problem.severity, problem.character) == ("error", 2)
    assert problem.message.isprintable()


@pytest.mark.parametrize("symbol", ["H", "e\N{COMBINING ACUTE ACCENT}", " ", "𠀀"])
def test_one_code_point_after_nfc_is_one_symbol(symbol: str):
    assert "symbol-invalid" not in ids(word("O", symbol))


def test_scene_of_words_is_one_problem_and_not_one_for_each_word():
    (problem,) = check(word("Genaxis Theatre", "[06]", "###", "B"))
    assert (problem.id, problem.severity, problem.character) == ("scene", "error", None)
    assert "words are outlined (2)" in problem.message


def test_word_with_a_text_is_no_scene_however_long_its_symbols_are():
    assert "scene" not in ids(word("HO", "US", text="HOUS"))


def test_blanks_round_a_symbol_can_be_taken_away():
    label = word("H", " O ")
    problem = only(label, "symbol-invalid")
    assert apply_fix(label, problem).reading == "HO"


def test_text_says_what_an_invalid_symbol_was_meant_to_be():
    label = word("H", "", "U", text="HOU")
    assert apply_fix(label, only(label, "symbol-invalid")).reading == "HOU"


def test_two_symbols_in_one_character_are_not_guessed():
    assert only(word("H", "OU"), "symbol-invalid").fixes == ()


def test_differing_text_is_reported_where_it_first_differs():
    (problem,) = check(word(*"HOVSE", text="HOUSE"))
    assert (problem.id, problem.severity, problem.character) == ("text-mismatch", "warning", 3)
    assert problem.message == (
        'a/word 3.png: text "HOUSE" and characters "HOVSE" differ at symbol 3. Correct the one that is wrong.'
    )


def test_person_chooses_between_text_and_characters():
    label = word(*"HOVSE", text="HOUSE")
    problem = only(label, "text-mismatch")
    assert problem.fix is None
    from_characters, from_text = (apply_fix(label, problem, fix) for fix in problem.fixes)
    assert (from_characters.text, from_characters.reading) == ("HOVSE", "HOVSE")
    assert (from_text.text, from_text.reading) == ("HOUSE", "HOUSE")


def test_guess_of_a_model_gives_way_to_the_text():
    label = word(*"HOVSE", text="HOUSE")
    drafted = replace(label.characters[2], source="model", score=0.4)
    label = replace(label, characters=(*label.characters[:2], drafted, *label.characters[3:]))
    assert apply_fix(label, only(label, "text-mismatch")).reading == "HOUSE"


def test_text_with_a_symbol_that_the_project_does_not_know_gives_way_to_the_characters():
    cyrillic = "H\N{CYRILLIC CAPITAL LETTER O}USE"
    label = word(*"HOUSE", text=cyrillic)
    assert apply_fix(label, only(label, "text-mismatch")).text == "HOUSE"


def test_text_of_another_length_has_no_safe_fix():
    problem = only(word(*"HOSE", text="HOUSE"), "text-mismatch")
    assert problem.fixes == ()
    assert "(5 and 4 symbols) differ from symbol 3 on" in problem.message


@pytest.mark.parametrize("text", [" HOUSE\n", "", "  "])
def test_blanks_round_the_text_can_be_taken_away(text: str):
    label = word(*"HOUSE", text=text)
    assert apply_fix(label, only(label, "text-mismatch")).text == "HOUSE"


def test_text_in_another_unicode_form_is_the_same():
    label = word("é", text="e\N{COMBINING ACUTE ACCENT}")
    assert check(label, charset=Charset(("é",))) == ()


def test_illegible_character_stands_for_any_one_symbol_of_the_text():
    assert check(word("H", "###", "U", text="HOU")) == ()


def test_text_taken_from_the_characters_keeps_its_symbol_for_an_illegible_one():
    label = word("H", "###", "V", text="HOU")
    problem = only(label, "text-mismatch")
    assert apply_fix(label, problem, problem.fixes[0]).text == "HOV"


@pytest.mark.parametrize("text", [None, "", " "])
def test_label_without_text_and_characters_says_nothing(text: str | None):
    assert ids(WordLabel(text=text)) == ["label-empty"]


def test_more_characters_than_the_order_map_has_ranks_are_an_error():
    (problem,) = check_label(word(*"HOUSE"), SIZE, CHARSET, MapSpec(max_length=4), name="w.png")
    assert (problem.id, problem.severity) == ("too-many-characters", "error")
    assert problem.message == (
        "w.png: 5 characters, more than max_length = 4. Raise max_length in textscanner.json, or split the word."
    )


def test_text_of_a_word_level_label_may_be_too_long_as_well():
    (problem,) = check_label(WordLabel(text="HOUSE"), SIZE, CHARSET, MapSpec(max_length=4))
    assert problem.id == "too-many-characters"


def test_as_many_characters_as_ranks_are_right():
    assert check_label(word(*"HOUSE"), SIZE, CHARSET, MapSpec(max_length=5)) == ()


def test_label_of_no_image_is_called_label():
    (problem,) = check_label(WordLabel(), None, CHARSET)
    assert problem.message.startswith("label: ")
    assert problem.image is None


def test_json_form_has_the_agreed_keys():
    problem = only(word(*"HOVSE", text="HOUSE"), "text-mismatch")
    assert problem.to_dict() == {
        "id": "text-mismatch",
        "severity": "warning",
        "image": "a/word 3.png",
        "character": 3,
        "place": [51.0, 16.0],
        "message": problem.message,
        "fix": None,
    }
    (unknown,) = check(word("é"))
    assert unknown.to_dict()["fix"] == {"id": "add-to-charset", "title": 'Add "é" (U+00E9) to the charset'}


@pytest.mark.parametrize(
    ("text", "point", "mended"),
    [
        ("HO\u00adUSE", "U+00AD SOFT HYPHEN", "HOUSE"),
        ("\ufeffHOUSE\u200b", "U+FEFF ZERO WIDTH NO-BREAK SPACE, U+200B", "HOUSE"),
        ("HO\u00a0SE", "U+00A0 NO-BREAK SPACE", "HO SE"),
        ("HOUSE ", "a space at one of its ends", "HOUSE"),
    ],
)
def test_what_nobody_can_see_in_a_text_is_named_by_code_point_and_deleted_by_a_fix(text: str, point: str, mended: str):
    label = WordLabel(text=text)
    problems = check(label, charset=Charset(tuple("HOUSEV ")))
    assert [problem.id for problem in problems] == ["text-unseen"]
    assert point in problems[0].message
    after = apply_fix(label, problems[0])
    assert after.text == mended and check(after, charset=Charset(tuple("HOUSEV "))) == ()


@pytest.mark.parametrize("text", ["می\u200cخواهم", "क्\u200dष", "❤\ufe0f", "H\ue000"])
def test_sign_that_means_something_in_its_word_is_reported_alone(text: str):
    assert only(WordLabel(text=text), "text-unseen").fixes == ()


def test_characters_of_other_blanks_become_spaces_with_their_text():
    label = word("H", "\u00a0", "E", text="H\u00a0E")
    after = apply_fix(label, only(label, "text-unseen"))
    assert (after.reading, after.text) == ("H E", "H E")


def test_sign_that_no_character_stands_for_is_deleted_from_the_text():
    label = word(*"HOUSE", text="HO\u200bUSE")
    assert apply_fix(label, only(label, "text-unseen")).text == "HOUSE"


def test_text_that_differs_from_its_characters_for_another_reason_is_left_to_a_person():
    assert only(word(*"HOUSE", text="HO\u200bVE"), "text-unseen").fixes == ()
