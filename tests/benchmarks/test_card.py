"""The card of the bundled model, made of a run."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from support.networks.painted_words import SPEC, label, paint, painted_reader, save_labelled

from benchmarks.card import copy_in_half, make_card
from core.model.network.saving import build_recogniser, load_model, save_model
from core.runs.bundled import BundledModel, file_hash
from core.runs.files import RunFiles


@pytest.mark.long
def test_card_says_what_programs_and_people_want_to_know(tmp_path: Path):
    run = RunFiles(tmp_path / "reader")
    run.path.mkdir()
    save_model(run.model, painted_reader())
    run.choices.write_text('{"preset": "reader", "batch": 32, "seed": 0}', encoding="utf-8")
    run.model_facts.write_text('{"step": 2000}', encoding="utf-8")
    points = [{"step": 1000 * k, "minutes": 60.0 * k, "word_accuracy": k / 10} for k in (1, 2)]
    run.path.with_suffix(".curve.jsonl").write_text("".join(json.dumps(p) + "\n" for p in points), encoding="utf-8")
    words = tmp_path / "some_words"
    for text in ("A1", "1A"):
        save_labelled(words / f"{text}.png", paint(text), label(text))
    out = BundledModel(tmp_path / "bundled")
    out.folder.mkdir()
    out.card.write_text("---\nhash: of another model\n---\n", encoding="utf-8")
    shutil.copyfile(run.model, out.path)
    out.card.write_text(make_card(run.path, [words], 3, out, {"two cores": 160.4}, "two cores"), encoding="utf-8")
    assert (out.name, out.hash, out.problem) == ("reader 3", file_hash(run.model), "")
    assert out.symbols == "".join(SPEC.charset)
    text = out.card.read_text(encoding="utf-8")
    assert "those of step 2,000 after 2.0 hours" in text
    assert "64,000 images seen" in text
    assert "| 1,000 | 60 | 10.0 % | – | – |" in text
    assert "| two cores | 160 |" in text
    assert out.language == "en"
    for options in ("", "`--crops 1`", "`--crops 5`", "`--language none`"):
        assert f"| some_words | {options} | 2 | " in text
    for title in ("Data and licences", "By the length", "By symbol", "Confusions", "What it does not read"):
        assert f"\n## {title}" in text


@pytest.mark.long
def test_model_in_float16_reads_the_same(tmp_path: Path):
    recogniser = build_recogniser(SPEC)
    save_model(tmp_path / "whole.keras", recogniser)
    copy_in_half(tmp_path / "whole.keras", tmp_path / "half.keras")
    half = load_model(tmp_path / "half.keras")
    assert half.spec == SPEC
    for ours, theirs in zip(recogniser.network.get_weights(), half.network.get_weights(), strict=True):
        assert theirs.dtype == ours.dtype
        np.testing.assert_allclose(theirs, ours, rtol=1e-3, atol=1e-6)
    assert (tmp_path / "half.keras").stat().st_size < 0.7 * (tmp_path / "whole.keras").stat().st_size
