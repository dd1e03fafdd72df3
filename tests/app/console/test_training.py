from pathlib import Path

import pytest
from support.words.bundled_reader import bundled_reader

from app.console.training import configured, shared_with
from core.base.errors import RunError
from core.cluster.addresses import ClusterSpec
from core.runs.bundled import READER, BundledModel


@pytest.fixture
def reader(tmp_path: Path) -> BundledModel:
    return bundled_reader(tmp_path / "bundled", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


def test_a_training_starts_from_the_bundled_model(project_folder: Path, reader: BundledModel):
    said: list[str] = []
    config = configured(None, {"folder": project_folder, "run": Path("run")}, [reader], said.append)
    assert (config.start, config.preset) == (reader.path, "reader")
    assert len(said) == 1 and "“reader”" in said[0]


@pytest.mark.parametrize("start", ["none", Path("none")])
def test_none_is_a_random_start(project_folder: Path, reader: BundledModel, start: str | Path):
    values = {"folder": project_folder, "run": Path("run"), "start": start}
    config = configured(None, values, [reader])
    assert (config.start, config.preset) == (None, "small")


def test_a_start_chosen_in_a_file_stays(project_folder: Path, reader: BundledModel, tmp_path: Path):
    file = tmp_path / "train.toml"
    file.write_text("start = 'other.keras'\n", encoding="utf-8")
    config = configured(file, {"folder": project_folder, "run": Path("run")}, [reader])
    assert (config.start, config.preset) == (Path("other.keras"), "small")


def test_without_a_preset_the_network_is_that_of_the_start(project_folder: Path):
    values = {"folder": project_folder, "run": Path("run"), "start": READER.path}
    assert configured(None, values).preset == "reader"
    assert configured(None, values | {"preset": "small"}).preset == "small", "what a person says stays"


def test_a_charset_of_which_the_model_knows_nothing_is_said_and_starts_at_random(project_folder: Path, tmp_path: Path):
    said: list[str] = []
    chinese = bundled_reader(tmp_path / "bundled", "中文")
    config = configured(None, {"folder": project_folder, "run": Path("run")}, [chinese], said.append)
    assert (config.start, config.preset) == (None, "small")
    assert "knows only 0 %" in said[0] and "random weights" in said[0]


def test_a_folder_that_is_not_there_is_left_to_the_training_to_tell(reader: BundledModel, tmp_path: Path):
    config = configured(None, {"folder": tmp_path / "nowhere", "run": Path("run")}, [reader])
    assert config.start is None


def test_workers_are_those_of_the_command_line_before_those_of_tf_config():
    variable = ClusterSpec.of(("127.0.0.1:5001", "127.0.0.1:5002"), 1).tf_config()
    assert shared_with(None, None, variable) == {"workers": ("127.0.0.1:5001", "127.0.0.1:5002"), "index": 1}
    assert shared_with("a:1,b:2", 0, variable) == {"workers": "a:1,b:2", "index": 0}
    assert shared_with(None, None, "") == {}


@pytest.mark.parametrize(("workers", "index"), [("a:1,b:2", None), (None, 1)])
def test_workers_and_index_are_given_together(workers: str | None, index: int | None):
    with pytest.raises(RunError, match="give --workers and --index together"):
        shared_with(workers, index, "")


def test_loss_of_the_command_line_keeps_the_weights_of_the_file(project_folder: Path, tmp_path: Path):
    file = tmp_path / "train.toml"
    file.write_text("[loss]\norder = 5.0\n")
    config = configured(file, {"folder": project_folder, "run": Path("run"), "loss": "paper"}, [])
    assert (config.loss.kind, config.loss.order) == ("paper", 5.0)
    file.write_text('loss = "plain"\n')
    assert configured(file, {"folder": project_folder, "run": Path("run")}, []).loss.kind == "plain"
    assert configured(file, {"folder": project_folder, "run": Path("run"), "loss": "paper"}, []).loss.kind == "paper"
