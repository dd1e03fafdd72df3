"""The bundled model: the word for it, its card, and what is wrong with its file."""

import re
from pathlib import Path
from typing import Any

import pytest

from core.charset import Charset
from core.runs.bundled import READER, READER_ZH, BundledModel, file_hash, model_path, model_text, named

LARGEST = 10_000_000  # bytes


def bundled(folder: Path, content: bytes = b"weights") -> BundledModel:
    """A file that passes for the model, with its card."""
    model = BundledModel(folder)
    model.path.write_bytes(content)
    facts = f"version: 7\nhash: {file_hash(model.path)}\nsymbols: 0123AB\nlanguage: en"
    model.card.write_text(f"---\n{facts}\n---\n# reader 7\n\nversion: 8\n", encoding="utf-8")
    return model


def test_word_alone_is_the_bundled_model_and_everything_else_a_path(tmp_path: Path):
    models = BundledModel(tmp_path), BundledModel(tmp_path, "reader-zh")
    assert model_path("reader", models) == tmp_path / "reader.keras"
    assert model_path("reader-zh", models) == tmp_path / "reader-zh.keras"
    for text in ("./reader", "reader.keras", "runs/reader", "Reader"):
        assert model_path(text, models) == Path(text)
    assert model_path(Path("reader"), models) == Path("reader")
    assert named(tmp_path / "reader-zh.keras", models) == models[1]
    assert named(tmp_path / "other.keras", models) is None


def test_path_becomes_the_word_again_where_it_is_kept(tmp_path: Path):
    here, there = (
        (BundledModel(tmp_path / name), BundledModel(tmp_path / name, "reader-zh")) for name in ("here", "there")
    )
    assert [model_text(model.path, here) for model in here] == ["reader", "reader-zh"]
    assert [model_path(model_text(model.path, here), there) for model in here] == [model.path for model in there]
    for path in (Path("reader"), Path("reader-zh"), Path("runs/reader"), tmp_path / "model.keras"):
        assert model_path(model_text(path, here), here) == path


def test_card_says_version_hash_and_symbols_above_its_text(tmp_path: Path):
    model = bundled(tmp_path)
    assert (model.name, model.hash, model.symbols) == ("reader 7", file_hash(model.path), "0123AB")
    assert model.language == "en"
    assert model.exists
    assert model.problem == ""


@pytest.mark.parametrize("card", [None, b"", b"# reader", b"\xff\xfe---\n", b"---\nno facts\n---\n"])
def test_model_without_a_readable_card_is_called_by_the_word_and_not_refused(tmp_path: Path, card: bytes | None):
    model = bundled(tmp_path)
    if card is None:
        model.card.unlink()
    else:
        model.card.write_bytes(card)
    assert (model.name, model.hash, model.symbols, model.language, model.problem) == ("reader", "", "", "", "")


@pytest.mark.parametrize("content", [b"weightz", b"", b"weigh"])
def test_file_that_its_card_does_not_describe_is_a_problem_in_one_sentence(tmp_path: Path, content: bytes):
    model = bundled(tmp_path)
    model.path.write_bytes(content)
    assert model.problem.startswith("reader.keras: damaged or replaced: ")
    assert "reader.md" in model.problem


def test_missing_file_is_a_problem_that_names_the_folder(tmp_path: Path):
    model = bundled(tmp_path)
    model.path.unlink()
    assert not model.exists
    assert model.is_promised  # by its card
    assert model.problem.startswith("reader.keras: the model that comes with TextScanner Studio is missing in ")
    assert str(tmp_path) in model.problem
    model.card.unlink()
    assert not model.is_promised


@pytest.mark.parametrize(
    ("model", "charset", "language", "preset"),
    [(READER, "signs", "en", "reader"), (READER_ZH, "zh-large", "zh", "wide")],
    ids=["reader", "reader-zh"],
)
def test_the_models_of_this_repository_are_those_that_their_cards_describe(
    model: Any, charset: str, language: str, preset: str
):
    assert model.problem == ""
    assert model.path.stat().st_size <= LARGEST
    assert model.symbols == "".join(Charset.named(charset))
    assert (model.language, model.preset) == (language, preset)
    assert re.fullmatch(rf"{model.word} \d+(\.\d+)?", model.name)  # 4.1 reads by itself as 4 does
    assert f"# {model.name}\n" in model.card.read_text(encoding="utf-8")
