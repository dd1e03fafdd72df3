"""Bulk actions that are killed at each of their steps: every committed label is still there, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.labels.files.history import History
from core.labels.files.storage import label_path

KILLED = 9

ACTIONS = """
import os, sys
from functools import partial
from pathlib import Path
from app.bulk.bulk import carry_out
from app.bulk.moving import move_all
from core.project.moving import copied_into, into, move_away, put_back

root, action, last = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
images = sorted(path.name for path in root.glob("*.png"))[:2]
to_sub = partial(move_away, put=into(root / "sub"), copy=copied_into(root / "sub"))
to_trash = partial(move_away, put=into(root / "trash"))
moved = {}
if action == "put back":
    moved = {image: to_sub(root, image) for image in images}
if action == "restore":
    moved = {image: to_trash(root, image) for image in images}
count = 0


def step(event, arguments):
    global count
    if event in {"os.rename", "os.remove", "shutil.copyfile"} or (event == "open" and arguments[2] & os.O_CREAT):
        count += 1
        if count == last:
            os._exit(9)


sys.addaudithook(step)
if action == "delete":
    carry_out(root, "Delete", images, lambda image, data: None)
elif action == "edit":
    carry_out(root, "Edit", images, lambda image, data: data.replace(b'"schema"', b'"text": "x", "schema"'))
elif action == "move":
    move_all(root, "Move", images, to_sub)
elif action == "trash":
    move_all(root, "Trash", images, to_trash)
else:
    move_all(root, "Back", images, lambda root, image: put_back(moved[image]))
"""


def labels_of(root: Path) -> dict[str, bytes]:
    """The label files beside their images, by the image's name."""
    images = [path for path in root.rglob("*.png") if label_path(path).exists()]
    return {path.name: label_path(path).read_bytes() for path in images}


def killed_at(root: Path, action: str, step: int) -> bool:
    """Carry out an action on two images, killed at one of its steps. Return False if it has fewer steps."""
    done = subprocess.run([sys.executable, "-c", ACTIONS, root, action, str(step)], check=False, env={**os.environ})
    assert done.returncode in {0, KILLED}
    return done.returncode == KILLED


@pytest.mark.parametrize("action", ["move", "put back", "delete", "edit", "trash", "restore"])
def test_action_that_is_killed_at_any_step_loses_no_label(hand_made_folder, action):
    step = 1
    while True:
        root = hand_made_folder(f"{action} {step}")
        before = labels_of(root)
        is_killed = killed_at(root, action, step)
        if action in {"move", "put back"}:
            assert labels_of(root) == before, "each image has its label"
        known = {entry.before for entry in History(root).entries()}
        kept = known | {path.read_bytes() for path in root.rglob("*.json")}
        assert {*before.values()} <= kept
        if not is_killed:
            break
        step += 1
    assert step >= 4, "it was killed at several steps"


@pytest.fixture
def hand_made_folder(tmp_path):
    """Makes folders of three small images with a label each."""

    def made(name: str) -> Path:
        root = tmp_path / name
        root.mkdir()
        for number in range(3):
            (root / f"word_{number}.png").write_bytes(b"a picture")
            (root / f"word_{number}.json").write_text(f'{{"shapes": [], "note": "{number}", "schema": 1}}')
        return root

    return made
