"""Charsets: reading, editing, and symbols that are not in them."""

import contextlib
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import CharsetError, FormatError
from core.charset import Charset, is_sought, name_of, normalise, without_unseen

SYMBOLS = "0A中é 你"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_file_in_any_known_encoding_gives_the_same_charset(tmp_path: Path, encoding: str, newline: str):
    path = tmp_path / "charset.txt"
    path.write_bytes(newline.join(SYMBOLS).encode(encoding))
    charset, found, _ = Charset.read(path)
    assert charset.symbols == tuple(SYMBOLS)
    assert found == encoding


def test_all_symbols_in_one_line_are_the_reference_implementations_form(tmp_path: Path):
    path = tmp_path / "charset.txt"
    path.write_text("abc 中\n", encoding="utf-8")
    assert Charset.read(path)[0].symbols == tuple("abc 中")


def test_gbk_file_is_not_taken_for_utf_8(tmp_path: Path):
    path = tmp_path / "charset.txt"
    path.write_bytes("啊\n阿\n埃\n".encode("gbk"))
    charset, found, _ = Charset.read(path)
    assert (charset.symbols, found) == (("啊", "阿", "埃"), "gb18030")


def test_symbol_of_two_code_points_that_compose_is_one_symbol(tmp_path: Path):
    path = tmp_path / "charset.txt"
    path.write_text("e\u0301\nb\n", encoding="utf-8")
    charset = Charset.read(path).charset
    assert charset.symbols == ("é", "b")
    assert charset.id_of("e\u0301") == 1


def test_charset_of_texts_has_no_control_characters_and_no_mark_for_the_illegible():
    assert Charset.of(["b\ta\n", "\ufffd\u2028 "]).symbols == (" ", "a", "b")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "no symbol in it"),
        (b"a\nbc\n", 'symbol 2, "bc" .* is not one code point'),
    ],
)
def test_unusable_charset_file_is_refused_in_one_sentence(tmp_path: Path, content: bytes, sentence: str):
    path = tmp_path / "字符.txt"
    path.write_bytes(content)
    with pytest.raises(CharsetError, match=rf"^字符\.txt: .*{sentence}"):
        Charset.read(path)


@pytest.mark.parametrize(
    ("text", "symbols", "note"),
    [
        ("a\nb\na\nc\n", "abc", r'1 symbol occurs twice.*"a" \(U\+0061\) 1, 3'),
        ("国\n郎\n中\n\uf92c\n", "国郎中", r"after NFC.*U\+90CE\) 2, 4"),
        (" \na\n  \n", " a", "occurs? twice"),
        ("abc\ndef\ng\n", "abcdefg", "several symbols a line"),
        ("abc 中\n", "abc 中", "one line, read as 5 symbols"),
        ("a b c\nd e f\n", "abcdef", "several symbols a line"),
        ("b\t2\na\t1\nc\t3\n", "abc", "with their numbers"),
        ("0 a\n1 b\n2 7\n", "ab7", "with their numbers"),
        ('["a", "b", " "]', "ab ", "JSON"),
        ('{"a": 1, "b": 0}', "ba", "JSON"),
        ('{"1": "a", "0": "b"}', "ba", "JSON"),
        ("['a', \"'\", ' ']", "a' ", "list of Python"),
        ("('a', 'b')\n", "ab", "list of Python"),
        ("<BOS/EOS>\na\nb\n<UKN>\n", "ab", r"2 names of classes that are no symbol left out: <BOS/EOS>, <UKN>"),
        ("blank\na\nb\n", "ab", "1 name of a class"),
        ("id,char\n0,b\n1,a\n2,c\n", "bac", "with their numbers"),
        ("0\ta\n1\t \n2\tb\n", "a b", "with their numbers"),
        ("a\t1\n \t2\n", "a ", "with their numbers"),
        ("a\t90\nb\t41\nc\t7\n", "abc", "in the order of the lines.*no places"),
        ("a\tb\tc\n", "abc", "one line, read as 3 symbols"),
        ("a,\nb,\nc,\n,,\n", "abc,", "without what stands around"),
        ("a \nb \nc\n \n", "abc ", "without what stands around"),
        ("'a'\n'b'\n'\"'\n", 'ab"', "without what stands around"),
        ("U+0061\nU+4E2D\n", "a中", "code points"),
        ('"abc"', "abc", "JSON"),
        ('{"charset": ["b", "a"]}', "ba", "JSON"),
        ('{"type": "CTC", "characters": ["b", "a"]}', "ba", "JSON"),
        ('[[1, "a"], [0, "b"]]', "ba", "JSON"),
        ('[{"id": 1, "char": "a"}, {"id": 0, "char": "b"}]', "ba", "JSON"),
        ('"a"\n"\\""\n"b"\n', 'a"b', "JSON lines"),
        ('{"c": "a", "n": 1}\n{"c": "b", "n": 0}\n{"c": "c", "n": 2}\n', "bac", "JSON lines"),
        ('{"a": 1}\n{"b": 0}\n{"c": 2}\n', "bac", "JSON lines"),
        ("{0: 'b', 1: 'a'}", "ba", "list of Python"),
        ("- a\n- '0'\n- ''''\n- ' '\n- \"\\u4e2d\"\n", "a0' 中", "list of YAML"),
        ("charset:\n  - a\n  - b\n", "ab", "list of YAML"),
        ("Global:\n  model: x\nPost:\n  character_dict:\n  - a\n  - '-'\n  name: y\n", "a-", "list of YAML"),
    ],
)
def test_other_forms_are_read_with_a_note(tmp_path: Path, text: str, symbols: str, note: str):
    path = tmp_path / "charset.txt"
    path.write_text(text, encoding="utf-8")
    charset, _, notes = Charset.read(path)
    assert charset.symbols == tuple(symbols)
    assert len(notes) == 1 and re.search(f"^charset.txt: .*{note}", notes[0])


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ('["<pad>", "a", "b"]', "ab"),
        ("['[UNK]', 'a', 'b']", "ab"),
        ("<PAD> 0\na 1\nb 2\n", "ab"),
        ("a\t0\nb\t1\n[s]\t2\n", "ab"),
        ("ab\ncd\n[GO]\n", "abcd"),
    ],
)
def test_names_of_classes_are_left_out_of_each_form(tmp_path: Path, text: str, symbols: str):
    path = tmp_path / "charset.txt"
    path.write_text(text, encoding="utf-8")
    charset, _, notes = Charset.read(path)
    assert charset.symbols == tuple(symbols)
    assert len(notes) == 2 and "left out" in notes[1]


@pytest.mark.parametrize("text", ["a,b,c\n", "a, b, c\n", "a,b,c\nd,e,f\n"])
def test_commas_between_symbols_are_left_out_and_told_of(tmp_path: Path, text: str):
    path = tmp_path / "charset.txt"
    path.write_text(text, encoding="utf-8")
    charset, _, notes = Charset.read(path)
    assert charset.symbols == tuple(text.replace(",", "").replace(" ", "").replace("\n", ""))
    assert len(notes) == 2 and "commas between the symbols are left out" in notes[1]


def test_many_names_of_classes_are_passed_over(tmp_path: Path):
    path = tmp_path / "charset.txt"
    path.write_text("a\n" + "<s>\n" * 100_000, encoding="utf-8")
    assert Charset.read(path).charset.symbols == ("a",)


def test_long_lines_of_separators_are_read(tmp_path: Path):
    path = tmp_path / "charset.txt"
    path.write_text(f"{',' * 300_000}\n{':' * 300_000}\n", encoding="utf-8")
    assert Charset.read(path).charset.symbols == (",", ":")


@pytest.mark.parametrize("text", ["blank", "<s>", "a,,b", "x[1]"])
def test_one_line_is_never_the_name_of_a_class(tmp_path: Path, text: str):
    path = tmp_path / "charset.txt"
    path.write_text(text, encoding="utf-8")
    assert set(Charset.read(path).charset.symbols) == set(text)


@pytest.mark.parametrize("text", ["1 2\n3 4\n5 7\n8 9\n", "ab\ncd\n- e\n", "'a\nb'\nc,\n"])
def test_lines_of_several_symbols_lose_none(tmp_path: Path, text: str):
    path = tmp_path / "charset.txt"
    path.write_text(text, encoding="utf-8")
    charset, _, notes = Charset.read(path)
    assert set(charset.symbols) == set(text) - {"\n"}
    assert "several symbols a line" in notes[0]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": {"b": 1}}\n' * 3,
        '{"name": "crnn", "size": 32}',
        '[["a", "b"]]',
        "[1, 2]",
        '{"a": ["b", "c"], "d": ["e", "f"]}',
    ],
)
def test_json_without_a_list_of_symbols_is_refused_in_one_sentence(tmp_path: Path, text: str):
    path = tmp_path / "charset.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CharsetError, match=r"^charset\.json: JSON, but .*\. Write one symbol a line\.$"):
        Charset.read(path)


@pytest.mark.parametrize("text", ["1\n2\n3\n", "[\n]\n", "[\n1\n]\n", "a\n \n{\n"])
def test_plain_file_is_no_other_form(tmp_path: Path, text: str):
    path = tmp_path / "charset.txt"
    path.write_text(text, encoding="utf-8")
    assert Charset.read(path) == (Charset(tuple(text.split("\n")[:-1])), "utf-8", ())


def test_what_nobody_sees_is_no_symbol():
    unseen = "\u00ad\u200b\u200d\u200f\ufeff\u00a0\u3000\ufe0f\ue000\u3164"
    assert Charset.of([f"a{unseen} b"]).symbols == (" ", "a", "b")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("co\u00adop", "coop"),
        ("\ufeffCAFE\u200b ", "CAFE"),
        ("5\u00a0kg", "5 kg"),
        ("\u3000中\u3000国", "中 国"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\u200fسلام\u200f", "سلام"),
        ("क्\u200dष", "क्\u200dष"),
        ("👩\u200d👧 \u2764\ufe0f", "👩\u200d👧 \u2764\ufe0f"),
        ("a\ue000", "a\ue000"),
    ],
)
def test_text_without_what_nobody_sees(text: str, seen: str):
    assert without_unseen(text) == seen
    assert without_unseen(seen) == seen


def test_bytes_that_are_no_text_are_refused(tmp_path: Path):
    path = tmp_path / "charset.txt"
    path.write_bytes(b"\x00\xff\xfe\x00\x80\x81\x00")
    with pytest.raises(FormatError, match="neither UTF-8, UTF-16 nor GBK"):
        Charset.read(path)


def test_missing_file_is_named(tmp_path: Path):
    with pytest.raises(CharsetError, match=r"^none\.txt: cannot be read"):
        Charset.read(tmp_path / "none.txt")


def test_background_has_no_symbol():
    charset = Charset.named("digits")
    assert charset.id_of("0") == 1 and charset.symbol_of(10) == "9"
    with pytest.raises(CharsetError, match="no symbol has the id 0"):
        charset.symbol_of(0)


def test_alnum_keeps_case():
    charset = Charset.named("alnum")
    assert len(charset) == 62 and charset.id_of("a") != charset.id_of("A")


def test_adding_symbols_moves_no_id_and_reports_what_is_missing():
    charset = Charset(tuple("ab"))
    assert charset.missing("abcdc") == ("c", "d")
    assert charset.with_added("bdc").symbols == tuple("abdc")
    assert charset.without("a").symbols == ("b",)


def test_full_width_forms_are_folded_only_when_asked():
    assert normalise("Ａ１\u3000！") == "Ａ１\u3000！"
    assert normalise("Ａ１\u3000！", fold_full_width=True) == "A1 !"


def test_symbol_is_named_with_its_code_point_so_that_look_alikes_differ():
    assert name_of("O") == '"O" (U+004F)' and name_of("О") == '"О" (U+041E)' and name_of("\u200b") == '"" (U+200B)'


@given(st.sets(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufeff"), min_size=1))
def test_charset_file_reads_back_what_was_written(tmp_path_factory: pytest.TempPathFactory, symbols: Any):
    charset = Charset.of(symbols)
    path = tmp_path_factory.mktemp("charset") / "c.txt"
    path.write_bytes(charset.write().encode("utf-8"))
    if len(charset):
        assert Charset.read(path)[0] == charset


@pytest.mark.parametrize("text", ["a " + "1" * 5000 + "\nb 2\n", '{"' + "1" * 5000 + '": "a", "2": "b"}'])
def test_numbers_that_no_symbol_can_have_are_no_numbers(tmp_path: Path, text: str):
    path = tmp_path / "charset.txt"
    path.write_text(text, encoding="utf-8")
    with contextlib.suppress(CharsetError):  # not a traceback
        Charset.read(path)


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("", "aA中, é"),
        ("a", "a"),
        ("中国é", "中é"),
        ("comma", ","),
        ("letter small", "aé"),
        ("u+4e2d", "中"),
        ("4E2D", "中"),
        (" ", " "),
        ("nothing of the kind", ""),
    ],
)
def test_symbol_is_found_by_itself_its_name_and_its_code_point(sought: str, found: str):
    charset = Charset(tuple("aA中, é"))
    assert "".join(symbol for number, symbol in enumerate(charset, 1) if is_sought(number, symbol, sought)) == found


def test_symbol_is_found_by_its_id():
    charset = Charset.named("alnum")
    assert [symbol for number, symbol in enumerate(charset, 1) if is_sought(number, symbol, "12")] == ["B"]
