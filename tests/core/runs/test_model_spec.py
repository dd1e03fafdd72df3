"""What a model was built for, read without its weights."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.networks.tiny_network import tiny_spec
from support.words.bundled_reader import bundled_reader, write_described

from core.base.errors import ModelError
from core.model.network.saving import build_recogniser, load_model, save_model
from core.runs.model_spec import spec_of
from core.runs.spec import NetworkSpec


def test_spec_is_that_of_the_loaded_model(tmp_path: Path) -> None:
    path = tmp_path / "model.keras"
    save_model(path, build_recogniser(tiny_spec("1a")))
    assert spec_of(path) == load_model(path).spec


def test_the_language_is_that_of_the_file_or_else_of_the_card_beside_it(tmp_path: Path) -> None:
    model = bundled_reader(tmp_path, "abc")
    assert spec_of(model.path).language == ""
    model.card.write_text(model.card.read_text(encoding="utf-8").replace("symbols", "language: en\nsymbols"), "utf-8")
    found = spec_of(model.path)
    assert found.language == "en"
    assert NetworkSpec.from_dict(found.to_dict()).language == "en"
    assert found == found.with_(language=""), "it is another way to read, not another network"
    write_described(tmp_path / "other.keras", "abc")
    assert spec_of(tmp_path / "other.keras").language == ""


@pytest.mark.parametrize("content", [b"", b"PK\x05\x06" + bytes(18), b"no archive"])
def test_what_is_no_model_is_told_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.keras"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"^model\.keras: its description cannot be read") as caught:
        spec_of(path)
    assert "\n" not in str(caught.value)
    with pytest.raises(ModelError, match="description cannot be read"):
        spec_of(tmp_path / "none.keras")


def test_keras_is_not_needed(tmp_path: Path) -> None:
    write_described(tmp_path / "model.keras", "abc")
    code = (
        "import sys; from pathlib import Path; from core.runs.model_spec import spec_of;"
        "spec_of(Path(sys.argv[1])); sys.exit(any(m in sys.modules for m in ('tensorflow', 'keras')))"
    )
    assert subprocess.run([sys.executable, "-c", code, tmp_path / "model.keras"], check=False).returncode == 0
