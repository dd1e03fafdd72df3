"""Model files: what they carry, that they load anywhere, and that wrong ones are named."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import keras
import numpy as np
import pytest
from support.processes.python import run_python

from core.base.errors import FileWriteError, ModelError
from core.charset import Charset
from core.labels.maps.spec import MapSpec
from core.model.network.network import build_network
from core.model.network.saving import Recogniser, build_recogniser, load_model, save_model
from core.runs.spec import NetworkSpec

pytestmark = pytest.mark.long

SPEC = NetworkSpec.of(
    "small",
    Charset(tuple("aé字𠀀 ")),
    MapSpec(height=32, width=64, max_length=5, orientation="vertical", keep_aspect=True),
    padding=12,
    score_threshold=0.1,
)

IN_A_FRESH_PROCESS = """
import sys
from pathlib import Path
import numpy as np
from core.model.network.saving import load_model
recogniser = load_model(Path(sys.argv[1]))
found = recogniser.model(np.load(sys.argv[2]), training=False)
np.savez(sys.argv[3], **{name: value.numpy() for name, value in found.items()})
print(ascii(recogniser.spec.to_dict()))
"""


def image() -> np.ndarray:
    return np.random.default_rng(0).integers(0, 256, (2, 32, 96, 3)).astype(np.uint8)


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    keras.utils.set_random_seed(3)
    made = build_recogniser(SPEC)
    rng = np.random.default_rng(0)
    for variable in made.model.variables:  # as if trained: nothing is left at its start
        variable.assign(np.abs(variable.numpy() + rng.normal(0, 0.05, variable.shape)))
    return made


@pytest.fixture(scope="module")
def saved(recogniser: Recogniser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "mödel 字.keras"
    save_model(path, recogniser)
    return path


def rewritten(source: Path, target: Path, change: Any) -> Path:
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "config.json":
                config = json.loads(data)
                change(config)
                data = json.dumps(config).encode()
            new.writestr(name, data)
    return target


def formation_of(config: dict[str, Any]) -> dict[str, Any]:
    (layer,) = (entry for entry in config["config"]["layers"] if entry["class_name"] == "WordFormation")
    spec: dict[str, Any] = layer["config"]["spec"]
    return spec


def refusal(path: Path) -> str:
    with pytest.raises(ModelError) as caught:
        load_model(path)
    text = str(caught.value)
    assert text.startswith(path.name)
    assert "\n" not in text
    assert len(text) < 400
    return text


def test_fresh_process_reads_the_same_to_the_bit_with_nothing_passed_in(
    recogniser: Recogniser, saved: Path, tmp_path: Path
):
    np.save(tmp_path / "image.npy", image())
    said = run_python("-c", IN_A_FRESH_PROCESS, saved, tmp_path / "image.npy", tmp_path / "out.npz")
    assert said.strip().splitlines()[-1] == ascii(SPEC.to_dict())
    wanted = {name: value.numpy() for name, value in recogniser.model(image(), training=False).items()}
    with np.load(tmp_path / "out.npz") as found:
        assert set(found.files) == set(wanted)
        for name, value in wanted.items():
            np.testing.assert_array_equal(found[name], value, err_msg=name)
    assert wanted["ids"].any()


def test_file_carries_the_whole_description(saved: Path):
    again = load_model(saved)
    assert again.spec == SPEC
    assert again.charset.symbols == SPEC.charset


def test_file_holds_the_weights_once_and_no_optimizer(saved: Path):
    network = build_network(SPEC)
    bytes_of_weights = 4 * network.count_params()
    assert saved.stat().st_size < 1.35 * bytes_of_weights + 300_000


def test_network_of_a_loaded_model_shares_its_weights_and_gives_the_maps(saved: Path):
    again = load_model(saved)
    maps = again.network(image())
    assert maps["character"].shape == (2, 8, 24, len(SPEC.charset) + 1)
    assert {id(v) for v in again.network.variables} == {id(v) for v in again.model.variables}


def test_model_of_a_compiled_network_is_saved_without_its_optimizer(tmp_path: Path, saved: Path):
    trained = build_network(SPEC)
    optimizer = keras.optimizers.Adam()
    optimizer.build(trained.trainable_variables)
    save_model(tmp_path / "m.keras", build_recogniser(SPEC, trained))
    assert (tmp_path / "m.keras").stat().st_size == pytest.approx(saved.stat().st_size, rel=0.05)
    np.testing.assert_array_equal(load_model(tmp_path / "m.keras").network.get_weights()[0], trained.get_weights()[0])


def test_saving_replaces_the_file_before_it_and_leaves_nothing_else(recogniser: Recogniser, tmp_path: Path):
    (tmp_path / "m.keras").write_bytes(b"old")
    save_model(tmp_path / "m.keras", recogniser)
    assert load_model(tmp_path / "m.keras").spec == SPEC
    assert [p.name for p in tmp_path.iterdir()] == ["m.keras"]


def test_file_that_cannot_be_written_leaves_the_old_one(recogniser: Recogniser, tmp_path: Path):
    with pytest.raises(FileWriteError):
        save_model(tmp_path / "none" / "m.keras", recogniser)
    with pytest.raises(ModelError, match=r"ends in \.keras"):
        save_model(tmp_path / "m.h5", recogniser)


def test_missing_file_is_named(tmp_path: Path):
    assert "there is no such model file" in refusal(tmp_path / "none.keras")


@pytest.mark.parametrize("data", [b"", b"no model", b"PK\x03\x04 and no more"])
def test_file_that_is_no_archive_is_refused(data: bytes, tmp_path: Path):
    (tmp_path / "m.keras").write_bytes(data)
    assert "no model file, or a damaged one" in refusal(tmp_path / "m.keras")


def test_truncated_file_is_refused(saved: Path, tmp_path: Path):
    data = saved.read_bytes()
    for share in (0.1, 0.5, 0.999):
        (tmp_path / "m.keras").write_bytes(data[: int(len(data) * share)])
        assert "damaged" in refusal(tmp_path / "m.keras")


def test_damage_of_the_weights_is_found_and_so_is_what_was_packed_damaged(saved: Path, tmp_path: Path):
    data = bytearray(saved.read_bytes())
    data[len(data) // 2] ^= 4
    (tmp_path / "m.keras").write_bytes(data)
    assert "damaged" in refusal(tmp_path / "m.keras")
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(tmp_path / "m.keras", "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"TREE", b"tree"))
    assert "a part of it cannot be read" in refusal(tmp_path / "m.keras")


def test_archive_of_something_else_is_refused(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "m.keras", "w") as archive:
        archive.writestr("notes.txt", "no model")
    assert "not of a Keras model" in refusal(tmp_path / "m.keras")


def test_foreign_keras_model_is_refused(tmp_path: Path):
    x = keras.Input((4,))
    keras.Model(x, keras.layers.Dense(2)(x)).save(tmp_path / "m.keras")
    assert "a Keras model, but no recogniser" in refusal(tmp_path / "m.keras")


def test_model_with_program_code_in_it_is_refused(tmp_path: Path):
    x = keras.Input((4,))
    keras.Model(x, keras.layers.Lambda(lambda value: value + 1)(x)).save(tmp_path / "m.keras")
    assert "Lambda" in refusal(tmp_path / "m.keras")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param(lambda formation: formation.update(schema=2), "Update TextScanner Studio", id="a newer schema"),
        pytest.param(lambda formation: formation.pop("padding"), "'padding' is missing", id="a missing value"),
        pytest.param(lambda formation: formation.update(charset="ab"), "channels", id="another number of symbols"),
    ],
)
def test_description_that_does_not_fit_is_refused(saved: Path, tmp_path: Path, change: Callable[..., Any], said: str):
    assert said in refusal(rewritten(saved, tmp_path / "m.keras", lambda config: change(formation_of(config))))


@pytest.mark.parametrize(
    "change",
    [
        {"schema": None},
        {"preset": "huge"},
        {"charset": ""},
        {"charset": "aa"},
        {"charset": None},
        {"maps": {"height": 33}},
        {"maps": None},
        {"padding": -1},
        {"score_threshold": "high"},
    ],
)
def test_description_with_a_wrong_value_is_refused(change: dict[Any, Any], saved: Path, tmp_path: Path):
    refusal(rewritten(saved, tmp_path / "m.keras", lambda config: formation_of(config).update(change)))


def test_layer_that_this_version_does_not_know_is_named(saved: Path, tmp_path: Path):
    def rename(config: dict[str, Any]) -> None:
        (layer,) = (entry for entry in config["config"]["layers"] if entry["class_name"] == "WordFormation")
        config["config"]["layers"].append({**layer, "class_name": "Unknown", "registered_name": "textscanner>Unknown"})

    text = refusal(rewritten(saved, tmp_path / "m.keras", rename))
    assert text == 'm.keras: needs the class "Unknown" of a newer TextScanner Studio. Update the program.'


def test_choice_that_this_keras_does_not_know_is_refused_with_its_version(saved: Path, tmp_path: Path):
    def choose(config: dict[str, Any]) -> None:
        (layer,) = (entry for entry in config["config"]["layers"] if entry["class_name"] == "WordFormation")
        layer["config"]["unheard_of"] = 1

    assert keras.__version__ in refusal(rewritten(saved, tmp_path / "m.keras", choose))


class Shifted(keras.layers.Layer):  # Keras carries no types
    """A layer of somebody's own that is not registered."""

    def call(self, x: Any) -> Any:
        return x + 1


def test_class_that_is_not_registered_is_named_in_one_sentence_also_deep_in_a_recogniser(tmp_path: Path):
    x = keras.Input((None, None, 3), dtype="uint8", name="image")
    inner = build_network(SPEC)
    shifted = Shifted(dtype="uint8", name="shifted")(x)
    network = keras.Model(x, inner(shifted), name="network")
    save_model(tmp_path / "m.keras", build_recogniser(SPEC, network))
    text = refusal(tmp_path / "m.keras")
    assert text == (
        f'm.keras: needs the class "Shifted" of "{__name__}", which belongs neither to Keras nor to TextScanner Studio '
        "and is not loaded. Choose a .keras file that TextScanner Studio wrote."
    )


def test_module_that_a_file_names_is_not_imported(saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "trap_of_a_file.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))

    def trap(config: dict[str, Any]) -> None:
        (layer,) = (entry for entry in config["config"]["layers"] if entry["class_name"] == "WordFormation")
        foreign = {**layer, "module": "trap_of_a_file", "class_name": "Trap", "registered_name": "Trap"}
        config["config"]["layers"].append(foreign)

    assert 'the class "Trap" of "trap_of_a_file"' in refusal(rewritten(saved, tmp_path / "m.keras", trap))


def test_class_that_is_registered_by_whoever_uses_us_is_taken(tmp_path: Path):
    x = keras.Input((None, None, 3), dtype="uint8", name="image")
    inner = build_network(SPEC)
    network = keras.Model(x, inner(Shifted(dtype="uint8", name="shifted")(x)), name="network")
    save_model(tmp_path / "m.keras", build_recogniser(SPEC, network))
    with keras.saving.custom_object_scope({"Shifted": Shifted}):
        assert isinstance(load_model(tmp_path / "m.keras").network.get_layer("shifted"), Shifted)


@pytest.mark.parametrize("name", ["assets/x", "../../x", "config.json"], ids=["asset", "outside", "doubled"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_file_with_more_than_weights_and_description_touches_nothing_around(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    """Keras unpacks what else there is, and removes files of its names from the current folder."""
    path = tmp_path / "model.keras"
    path.write_bytes(saved.read_bytes())
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(name, b"{}")
    mine = tmp_path / "mine"
    mine.mkdir()
    for each in ("model.weights.h5", "config.json", "metadata.json"):
        (mine / each).write_bytes(b"mine")
    monkeypatch.chdir(mine)
    assert any(reason in refusal(path) for reason in ("beside weights", "the same name"))
    assert sorted(each.name for each in mine.iterdir()) == ["config.json", "metadata.json", "model.weights.h5"]


@pytest.mark.parametrize(
    "config", [b"[" * 50_000, b'{"a": ' + b"9" * 5000 + b"}", b"[NaN]", b"\xff\xfe", b" " * (20 << 20)]
)
def test_description_that_no_program_writes_is_refused(saved: Path, tmp_path: Path, config: Any):
    path = tmp_path / "model.keras"
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, config if name == "config.json" else old.read(name))
    assert refusal(path)
