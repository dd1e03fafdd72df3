from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.bulk.outlined_words import OutlinedWords, kept_words
from app.project.workspace import Workspace
from core.base.errors import StudioError
from core.base.folders import state_folder

SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


@pytest.mark.parametrize("content", [b'{"scenes": {"a.png": [{"te', b"[" * 50_000, b'{"scenes": [1]}'])
def test_drawn_words_that_cannot_be_read_are_told_and_not_written_over(
    isolated_home: Path, workspace: Workspace, tmp_path: Path, qtbot: QtBot, content: bytes
):
    words = OutlinedWords(workspace.background, tmp_path, {}, {}, workspace)
    words.add("a.png", SQUARE)
    words.flush()
    qtbot.waitUntil(lambda: kept_words(tmp_path) == words.scenes)
    (file,) = (state_folder() / "scenes").glob("*.json")
    file.write_bytes(content)
    with pytest.raises(StudioError, match="cannot be read"):
        kept_words(tmp_path)
    assert [each.read_bytes() for each in file.parent.iterdir()] == [content]
    assert kept_words(tmp_path) == {}
