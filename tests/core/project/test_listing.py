import os
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.words.project_folder import refuse_scan

from core.base.errors import ProjectError
from core.labels.files.storage import label_name, label_path
from core.project.listing import in_natural_order, list_images, naturally_first

names = st.text(st.characters(exclude_characters="/\0"), min_size=1, max_size=12)
digits = st.integers(0, 10**30)


def touch(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(b"")


@given(
    st.lists(
        st.one_of(names, st.from_regex(r"[a-bA-B_]{0,3}[0-9]{0,3}[a-b._]{0,2}[0-9]{0,2}", fullmatch=True)), max_size=9
    )
)
def test_first_in_natural_order_is_found_without_sorting(found: list[Any]):
    assert naturally_first(found) == next(iter(in_natural_order(found)), None)


def test_accented_letter_stands_beside_its_letter_for_the_first_image_as_well():
    names = ["B.png", "À.png"]
    assert naturally_first(names) == in_natural_order(names)[0] == "À.png"


def test_raised_digit_is_a_number_for_the_first_image_as_well():
    assert (
        naturally_first(["3.png", "²1.png", "²0.png"]) == in_natural_order(["3.png", "²1.png", "²0.png"])[0] == "²0.png"
    )


def test_letter_case_is_set_aside():
    assert in_natural_order(["b.png", "C.png", "a.png"]) == ["a.png", "b.png", "C.png"]


def test_images_of_a_folder_come_before_those_of_its_subfolders():
    paths = ["a/1.png", "z.png", "a/b/1.png", "a/c.png", "a2/1.png", "a10/1.png"]
    assert in_natural_order(paths) == ["z.png", "a/1.png", "a/c.png", "a/b/1.png", "a2/1.png", "a10/1.png"]


@given(names, digits, digits)
def test_numbers_count_as_numbers_after_any_beginning(name: Any, first: Any, second: Any):
    stem = name.rstrip("0123456789.") + "_"
    ordered = in_natural_order([f"{stem}{first}.png", f"{stem}{second}.png"])
    assert ordered == [f"{stem}{number}.png" for number in sorted((first, second))]


@given(st.lists(names, unique=True), st.randoms())
def test_the_order_does_not_depend_on_how_the_disk_lists_the_files(found: list[Any], random: Any):
    shuffled = list(found)
    random.shuffle(shuffled)
    ordered = in_natural_order(found)
    assert in_natural_order(shuffled) == ordered
    assert sorted(ordered) == sorted(found)


def test_names_that_differ_only_in_zeros_or_case_have_one_order():
    assert in_natural_order(["a1", "A1", "a01"]) == in_natural_order(["a01", "A1", "a1"]) == ["A1", "a01", "a1"]


def test_images_of_all_subfolders_are_listed_and_nothing_else_nor_what_begins_with_a_dot(tmp_path: Path):
    touch(tmp_path, "word_10.png", "word_2.PNG", "sub/deep/3.jpeg", "word_2.json", "notes.txt", "png", "sub/x.png.bak")
    touch(tmp_path, ".textscanner/history/1.png", ".git/2.png", "._a.png", ".png")
    assert list_images(tmp_path).images == ("word_2.PNG", "word_10.png", "sub/deep/3.jpeg")


def test_a_folder_whose_name_ends_like_an_image_is_a_folder(tmp_path: Path):
    touch(tmp_path, "crops.png/1.png")
    assert list_images(tmp_path).images == ("crops.png/1.png",)


def test_names_in_any_script_are_listed(tmp_path: Path):
    found = ("中文 标签/图片 2.png", "中文 标签/图片 10.png", "Ärger.png", "🙂.png", "x" * 200 + ".png")
    touch(tmp_path, *found)
    assert sorted(list_images(tmp_path).images) == sorted(found)
    images = list_images(tmp_path).images
    assert images.index("中文 标签/图片 2.png") < images.index("中文 标签/图片 10.png")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has file names that are no text")
def test_a_name_that_is_not_utf8_is_listed_and_opens(tmp_path: Path):
    path = os.fsencode(tmp_path) + b"/caf\xe9.png"
    with open(path, "wb"):  # noqa: PTH123  a Path cannot be made from bytes
        pass
    (found,) = list_images(tmp_path).images
    assert found == "caf\udce9.png"
    assert (tmp_path / found).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_links_to_folders_are_not_followed_but_links_to_images_are(tmp_path: Path):
    project, outside = tmp_path / "project", tmp_path / "outside"
    touch(project, "sub/a.png")
    touch(outside, "b.png")
    (project / "circle").symlink_to(project)
    (project / "out").symlink_to(outside)
    (project / "out.png").symlink_to(outside)
    (project / "link.png").symlink_to(outside / "b.png")
    (project / "broken.png").symlink_to(outside / "gone.png")
    (project / "self.png").symlink_to(project / "self.png")
    assert list_images(project).images == ("link.png", "sub/a.png")


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_project_that_is_itself_a_link_opens(tmp_path: Path):
    touch(tmp_path, "real/a.png")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert list_images(tmp_path / "link").images == ("a.png",)


@pytest.mark.skipif(sys.platform == "win32", reason="paths are shorter there")
def test_hundreds_of_nested_folders_are_no_problem(tmp_path: Path):
    folder = tmp_path / "/".join(["d"] * 300)
    folder.mkdir(parents=True)
    (folder / "a.png").write_bytes(b"")
    assert list_images(tmp_path).images == ("d/" * 300 + "a.png",)


def test_what_cannot_be_listed_is_told_with_the_reason_and_the_rest_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    touch(tmp_path, "TextScanner.png", "sub/textscanner.png", "secret/b.png")
    refuse_scan(monkeypatch, tmp_path / "secret")
    listing = list_images(tmp_path)
    assert listing.images == ("sub/textscanner.png",)
    reasons = {skipped.path: skipped.reason for skipped in listing.skipped}
    assert {*reasons} == {"TextScanner.png", "secret/"}
    assert "Rename" in reasons["TextScanner.png"] and "Permission denied" in reasons["secret/"]


def test_a_subfolder_that_vanishes_meanwhile_is_left_out_silently(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    touch(tmp_path, "a.png", "gone/b.png")
    refuse_scan(monkeypatch, tmp_path / "gone", FileNotFoundError(2, "No such file or directory"))
    assert list_images(tmp_path) == list_images(tmp_path)
    assert list_images(tmp_path).images == ("a.png",)
    assert not list_images(tmp_path).skipped


def test_a_project_folder_that_cannot_be_read_is_an_error(tmp_path: Path):
    with pytest.raises(ProjectError, match="cannot be read"):
        list_images(tmp_path / "missing")


@pytest.mark.parametrize("name", ["a.png", "a.b.png", "图 1.JPEG", "a..png"])
def test_labels_are_looked_for_where_they_are_written(name: str, tmp_path: Path):
    assert tmp_path / label_name(name) == label_path(tmp_path / name)
