import numpy as np
import pytest
from support.progress import stop_at

from core.base.progress import Cancelled
from core.charset import Charset
from core.data.batches.feeds import Part
from core.data.preflight import inspect, preflight
from core.data.samples.notes import is_readable, unknown_note, unknown_symbols
from core.data.samples.samples import LabelledWord, LeftOut, Preparation, Words, prepare
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec

CHARSET = Charset(tuple("abc"))


def line(text: str, width: float) -> WordLabel:
    """A word of characters so many pixels wide, next to each other in a 32 × 64 image."""
    boxes = [CharacterLabel(s, rectangle(2 + i * width, 4, 2 + (i + 1) * width, 28)) for i, s in enumerate(text)]
    return WordLabel(tuple(boxes), text)


class GreyWords:
    """A reader of words whose images are grey."""

    name, passed_over = "grey", ()

    def __init__(self, *labels: WordLabel) -> None:
        self.labels, self.size = labels, len(labels)

    def name_of(self, index: int) -> str:
        return f"{index}.png"

    def label_of(self, index: int) -> WordLabel:
        return self.labels[index]

    def read(self, index: int) -> LabelledWord:
        label = self.labels[index]
        return LabelledWord(self.name_of(index), np.full((32, 64, 3), sum(map(ord, label.word)) % 256, np.uint8), label)


def preparation(stride: int = 4) -> Preparation:
    return Preparation(CHARSET, MapSpec(height=32, width=64, stride=stride, max_length=30))


def readable(label: WordLabel, stride: int) -> bool:
    prepared = prepare(LabelledWord("word", np.zeros((32, 64, 3), np.uint8), label), preparation(stride))
    return is_readable(prepared, [int(i) for i in prepared.text[: len(label.word)]], preparation(stride))


def test_wide_characters_are_readable_and_those_narrower_than_a_map_pixel_are_not():
    assert readable(line("abcab", 12), 4)
    assert not readable(line("abc" * 9, 2), 4)
    assert readable(line("abc" * 9, 2), 1)


def test_training_is_told_which_words_its_stride_makes_unreadable():
    source = Words(GreyWords(line("ab", 12), line("abc" * 9, 2)), preparation())
    held = Words(GreyWords(line("ca", 12)), preparation())
    checked = preflight([Part(source)], held)
    (note,) = checked.notes
    assert note.startswith("1 of the 2 training words with polygons cannot be read even from their own target maps")
    assert "(1.png)" in note
    assert note.endswith("Take stride 2, or a larger width.")
    assert checked.used == 2, "they teach what their characters look like all the same"
    assert checked.to_dict()["training"][0]["unreadable"] == ["1.png"]


def test_stride_that_no_network_has_is_not_advised():
    source = Words(GreyWords(line("abc" * 9, 1.2)), preparation(2))
    (note,) = preflight([Part(source)]).notes
    assert note.endswith(". Take a larger width.")


def test_word_that_is_left_out_of_the_training_is_not_counted():
    narrow = line("abc" * 9, 2)
    both = Words(GreyWords(line("ab", 12), narrow), preparation()), Words(GreyWords(narrow), preparation())
    checked = preflight([Part(both[0])], both[1])
    (note,) = checked.notes
    assert "1 of the 1 validation words" in note


def test_words_without_polygons_are_not_judged():
    source = Words(GreyWords(WordLabel((), "abc" * 9), line("abc", 12)), preparation())
    report = inspect(source)
    assert report.unreadable == ()
    assert preflight([Part(source)]).notes == ()


def test_symbols_outside_the_charset_may_be_read_as_anything():
    label = line("aéb", 12)
    assert readable(label, 4)


def test_symbols_that_the_charset_lacks_are_counted_and_named():
    reader = GreyWords(line("aéb", 12), WordLabel((), "éñ"), WordLabel((), "abc"))
    unknown = unknown_symbols([reader], preparation())
    assert dict(unknown) == {"é": 2, "ñ": 1}
    note = unknown_note(unknown, preparation())
    assert "charset of 3 lacks" in note
    assert note.index("é") < note.index("ñ")
    assert isinstance(Words(reader, preparation()).sample(1, None), LeftOut)


def test_nothing_is_told_where_the_charset_has_all():
    assert unknown_note(unknown_symbols([GreyWords(line("abc", 12))], preparation()), preparation()) == ""


def test_illegible_characters_are_not_taken_for_unknown_symbols():
    label = WordLabel((CharacterLabel("###", rectangle(2, 4, 20, 28)), CharacterLabel("a", rectangle(22, 4, 40, 28))))
    assert not unknown_symbols([GreyWords(label)], preparation())


def test_illegible_words_are_not_taken_for_three_unknown_signs():
    assert not unknown_symbols([GreyWords(WordLabel(text="###"))], preparation())


def test_search_for_unknown_symbols_tells_its_progress_and_can_be_stopped():
    reader = GreyWords(*[line("abc", 12)] * 300)
    told: list[tuple[int, int]] = []
    unknown_symbols([reader], preparation(), lambda done, total: told.append((done, total)))
    assert told == [(0, 300), (256, 300), (300, 300)]

    with pytest.raises(Cancelled):
        unknown_symbols([reader], preparation(), stop_at(1))
