from core.base.errors import Sentence
from core.labels.formats.report import Notes, Remark, notes_to_dict, report_lines

TURNED = Remark("turned", Sentence("crops were turned"), Sentence("one crop was turned"))
TAKEN = Remark("taken", Sentence("words"), Sentence("one word"))


def test_equal_remarks_are_one_note_and_the_kinds_come_in_their_order():
    notes = Notes()
    notes.add(TURNED, "a.png")
    notes.add(TAKEN, "a.png")
    notes.add(TURNED, "b.png")
    assert [*notes] == [
        TAKEN.noted(1, ("a.png",)),
        TURNED.noted(2, ("a.png", "b.png")),
    ]


def test_sentence_gives_the_first_three_names_and_the_document_all():
    notes = Notes()
    notes.add(TURNED, "a", "b", "c", "d", count=4)
    assert [*report_lines(notes)] == ["turned: 4 crops were turned: a, b, c, …"]
    assert notes_to_dict(notes) == {
        "taken": [],
        "turned": [{"what": "crops were turned", "count": 4, "names": ["a", "b", "c", "d"]}],
        "guessed": [],
        "left_out": [],
    }


def test_note_without_names_is_a_count():
    assert str(TURNED.noted(7)) == "7 crops were turned"


def test_count_of_one_is_in_words_and_the_document_says_the_same_of_every_count():
    assert str(TURNED.noted(1, ("a",))) == "one crop was turned: a"
    assert notes_to_dict([TURNED.noted(1, ("a",))])["turned"] == [
        {"what": "crops were turned", "count": 1, "names": ["a"]}
    ]
