"""New models of present ones, and files of weights: what stays, what comes in, and what is refused."""

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.networks.tiny_network import tiny_spec

from core.base.errors import ModelError
from core.model.export.plain import plain_model
from core.model.network.backbones import build_backbone
from core.model.network.saving import Recogniser, build_recogniser, load_model, save_model
from core.model.network.surgery import values_of
from core.model.network.transferred import Layers
from core.plugins.adapting.adapting import adapt
from core.plugins.adapting.job import AdaptJob, SaveJob, card_of
from core.plugins.adapting.weight_files import save_weights

pytestmark = pytest.mark.long

IMAGE = np.random.default_rng(0).integers(0, 256, (1, 32, 64, 3)).astype(np.uint8)


def drawn(symbols: str, seed: int) -> Recogniser:
    """A model all of whose weights are random, moving statistics included."""
    made = build_recogniser(tiny_spec(symbols))
    rng = np.random.default_rng(seed)
    for variable in made.network.variables:
        variable.assign(variable.numpy() + rng.uniform(0, 0.02, variable.shape))
    return made


@pytest.fixture(scope="module")
def base() -> Recogniser:
    return drawn("abc", 1)


@pytest.fixture
def model(base: Recogniser) -> Iterator[Recogniser]:
    """It may be changed; afterwards it is as before."""
    weights = base.network.get_weights()
    yield base
    base.network.set_weights(weights)


@pytest.fixture(scope="module")
def other() -> Recogniser:
    return drawn("cd", 2)


@pytest.fixture(scope="module")
def folder(base: Recogniser, other: Recogniser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both models, and files of the weights of one of them."""
    folder = tmp_path_factory.mktemp("weights")
    save_model(folder / "base.keras", base)
    save_model(folder / "other.keras", other)
    jobs: list[tuple[str, Layers]] = [
        ("all.npz", "all"),
        ("backbone.npz", "backbone"),
        ("backbone.weights.h5", "backbone"),
        ("backbone.keras", "backbone"),
        ("all.weights.h5", "all"),
    ]
    for name, layers in jobs:
        assert save_weights(other, SaveJob(folder / "other.keras", folder / name, layers)).out == folder / name
    return folder


def job(folder: Path, **choices: Any) -> AdaptJob:
    return AdaptJob(folder / "base.keras", **choices)


def weights_file(path: Path, weights: dict[str, Any]) -> Path:
    np.savez(path, **weights)
    return path


def test_new_model_of_other_symbols_keeps_all_else_to_the_bit_and_has_a_card(
    model: Recogniser, folder: Path, tmp_path: Path
):
    was, out = values_of(model.network), tmp_path / "new.keras"
    found = adapt(model, job(folder, charset=tuple("cxa"), out=out))
    assert (found.symbols.kept, found.symbols.new, found.symbols.dropped) == (("c", "a"), ("x",), ("b",))
    assert (found.out, found.given, found.own.partly, found.own.skipped) == (out, None, ("character_logits",), ())
    made = load_model(out)
    assert made.spec == model.spec.with_(charset=tuple("cxa"))
    now, after = values_of(made.network), values_of(model.network)
    for name, value in now.items():
        np.testing.assert_array_equal(after[name], was[name])
        if not name.startswith("character_logits/"):
            np.testing.assert_array_equal(value, was[name])
    for name in ("character_logits/kernel", "character_logits/bias"):
        np.testing.assert_array_equal(now[name][..., [0, 1, 3]], was[name][..., [0, 3, 1]])  # background, c, a
        mean = was[name][..., [1, 3]].mean(axis=-1)
        np.testing.assert_allclose(now[name][..., 2], mean, rtol=0, atol=0.06, err_msg="x starts as their mean")
    card = card_of(out).read_text(encoding="utf-8")
    assert "- Stay, with all that was learned of them: 2: c a" in card and "still to be learned: 1: x" in card
    assert "Made of base.keras (weights " in card and "--start new.keras" in card
    for taken in (out, card_of(out)):
        with pytest.raises(
            ModelError, match=f"^{taken.name}: there is a file of this name already. Choose another name.$"
        ):
            adapt(model, job(folder, charset=tuple("ab"), out=out))
        out.unlink(missing_ok=True)
    assert not out.exists()


def test_all_weights_of_a_file_give_equal_maps(other: Recogniser, folder: Path):
    made = build_recogniser(other.spec)
    wanted = other.network(IMAGE)
    for name in ("all.npz", "all.weights.h5"):
        for variable in made.network.variables:
            variable.assign(np.full(variable.shape, 0.5))
        found = adapt(made, job(folder, weights=folder / name))
        assert found.given is not None and (found.given.skipped, found.given.unused) == ((), ())
        given = made.network(IMAGE)
        for each in wanted:
            np.testing.assert_array_equal(
                np.array(given[each]), np.array(wanted[each])
            )  # the same products in one order


@pytest.mark.parametrize("name", ["backbone.npz", "backbone.weights.h5", "backbone.keras", "other.keras"])
def test_backbone_of_a_file_comes_into_another_model_and_nothing_else_does(
    model: Recogniser, other: Recogniser, folder: Path, name: str
):
    ours, theirs = values_of(model.network), values_of(other.network)
    found = adapt(model, job(folder, weights=folder / name, layers="backbone"))
    assert found.given is not None and not found.given.skipped
    assert found.symbols.kept == model.spec.charset
    for key, value in values_of(model.network).items():
        np.testing.assert_array_equal(value, (theirs if key.startswith("backbone/") else ours)[key])


def test_head_of_another_model_follows_its_symbols(model: Recogniser, other: Recogniser, folder: Path):
    ours, theirs = values_of(model.network), values_of(other.network)
    found = adapt(model, job(folder, weights=folder / "other.keras", layers="head"))
    assert set(found.given.copied) == {"order_logits", "localization_logits"}
    assert found.given.partly == ("character_logits",)
    kernel = values_of(model.network)["character_logits/kernel"]
    np.testing.assert_array_equal(kernel[..., [0, 3]], theirs["character_logits/kernel"][..., [0, 1]])  # background, c
    np.testing.assert_array_equal(kernel[..., [1, 2]], ours["character_logits/kernel"][..., [1, 2]])


def test_backbone_of_another_kind_is_refused_in_one_sentence_and_may_come_in_as_far_as_it_fits(
    model: Recogniser, folder: Path, tmp_path: Path
):
    build_backbone("reader").model.save_weights(tmp_path / "reader.weights.h5")
    with pytest.raises(ModelError) as refusal:
        adapt(model, job(folder, weights=tmp_path / "reader.weights.h5", layers="backbone"))
    assert str(refusal.value) == (
        "reader.weights.h5: the weights do not fit the backbone “small” (backbone/conv2_block2_1_conv: there is no "
        "such layer). "
        "Choose weights of the same backbone."
    )
    found = adapt(model, job(folder, weights=tmp_path / "reader.weights.h5"))
    assert "backbone/conv1_conv" in found.given.copied and "backbone/conv5_block1_1_conv/0" in found.given.unused
    assert "- Not taken over: backbone/conv2_block2_1_conv, there is no such layer" in found.card


def test_names_of_another_program_are_translated(model: Recogniser, folder: Path, tmp_path: Path):
    kernel = np.random.default_rng(0).random((24, 3, 3, 3)).astype(np.float32)
    norm = {name: np.full(24, value, np.float32) for name, value in (("weight", 2), ("bias", 3), ("running_mean", 4))}
    file = weights_file(
        tmp_path / "foreign.npz",
        {"stem.0.weight": kernel, "stem.1.num_batches_tracked": np.int64(7), "stem.1.running_var": np.ones(24)}
        | {f"stem.1.{name}": value for name, value in norm.items()}
        | {"fc.weight": np.zeros((10, 128)), "heads.c": np.zeros(2)},
    )
    names = tmp_path / "names.json"
    names.write_text(
        json.dumps({"stem.0.weight": "network/backbone/conv1_conv/kernel", "stem.1": "backbone/conv1_bn"}),
        encoding="utf-8",
    )
    files = sorted(tmp_path.iterdir())
    found = adapt(model, job(folder, weights=file, names=names))
    assert sorted(tmp_path.iterdir()) == files and found.out is None, "a preview writes nothing"
    assert found.given.copied == ("backbone/conv1_conv", "backbone/conv1_bn")
    assert found.given.unused == ("fc.weight", "heads.c")
    values = values_of(model.network)
    np.testing.assert_array_equal(values["backbone/conv1_conv/kernel"], kernel.transpose(2, 3, 1, 0))
    np.testing.assert_array_equal(values["backbone/conv1_bn/moving_mean"], norm["running_mean"])


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"stem": "backbone/conv9"}, "names.json: the model has no “backbone/conv9”"),
        ({"trunk": "backbone/conv1_conv"}, "names.json: all.npz has no “trunk”"),
        (
            {"order.weight": "backbone/conv1_conv/kernel", "order_conv": "order_down1_conv"},
            "names.json: all.npz has no “order.weight”",
        ),
        (
            {"order_conv": "order_down1_conv"},
            "all.npz: “order_conv.weight” and “order_down1_conv.weight” are the same weight of the model",
        ),
        (["a"], "names.json: not a list of the names of weights"),
    ],
)
def test_names_that_fit_nothing_are_refused(
    names: dict[Any, Any] | list[Any], message: str, model: Recogniser, folder: Path, tmp_path: Path
):
    (tmp_path / "names.json").write_text(json.dumps(names), encoding="utf-8")
    if isinstance(names, dict) and "stem" in names:
        weights = weights_file(tmp_path / "stem.npz", {"stem.weight": np.zeros(2)})
    else:
        weights = folder / "all.npz"
    with pytest.raises(ModelError, match=f"^{message}"):
        adapt(model, job(folder, weights=weights, names=tmp_path / "names.json"))


class Evil:
    """Would make a file where it is unpickled."""

    def __init__(self, proof: Path) -> None:
        self.proof = proof

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.proof,)


def test_damaged_and_pickled_files_and_those_with_nan_are_refused_in_one_sentence(
    model: Recogniser, folder: Path, tmp_path: Path
):
    proof = tmp_path / "proof"
    name = "localization_logits"
    good = {f"{name}.weight": np.zeros((1, 32, 1, 1)), f"{name}.bias": np.zeros(1)}
    whole = (folder / "all.npz").read_bytes()
    (tmp_path / "cut.npz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "cut.weights.h5").write_bytes((folder / "all.weights.h5").read_bytes()[:5000])
    (tmp_path / "flipped.npz").write_bytes(whole[:3000] + bytes(500) + whole[3500:])
    (tmp_path / "bare.npz").write_bytes(pickle.dumps(Evil(proof)))
    np.savez(tmp_path / "pickled.npz", **good | {f"{name}.bias": np.array([Evil(proof)], object)})
    cases = {
        "gone.npz": "there is no such file in",
        "cut.npz": "no file of weights, or a damaged one",
        "cut.weights.h5": "no file of weights, or a damaged one",
        "flipped.npz": "no file of weights, or a damaged one",
        "bare.npz": "no file of weights, or a damaged one",
        "pickled.npz": ".*holds Python objects, which are never loaded",
        "nan.npz": f"{name}/bias holds NaN or infinite numbers",
        "huge.npz": f"{name}/bias holds NaN or infinite numbers",
        "text.npz": f"{name}/bias holds no numbers",
        "empty.npz": "none of its weights fits the model",
        "small.npz": r"none of its weights fits the model \(localization_logits: the sizes differ from those here: "
        r"kernel 1×1×31×1 ≠ 1×1×32×1\)",
    }
    for file, bias in (("nan", np.array([np.nan])), ("huge", np.array([1e300])), ("text", np.array(["x"]))):
        weights_file(tmp_path / f"{file}.npz", good | {f"{name}.bias": bias})
    weights_file(tmp_path / "empty.npz", {})
    weights_file(tmp_path / "small.npz", good | {f"{name}.weight": np.zeros((1, 31, 1, 1))})
    for file, message in cases.items():
        with pytest.raises(ModelError, match=f"^{file}: {message}") as refusal:
            adapt(model, job(folder, weights=tmp_path / file, layers="head"))
        assert "\n" not in str(refusal.value)
    assert not proof.exists()


@pytest.mark.parametrize(
    ("name", "layers", "message"),
    [
        ("weights.bin", "all", "weights.bin: weights are written to .npz, .weights.h5 and .keras files"),
        ("all.keras", "all", "all.keras: a .keras file holds only the backbone"),
        ("head.weights.h5", "head", "head.weights.h5: a .keras file holds only the backbone"),
        ("there.npz", "all", "there.npz: there is a file of this name already"),
    ],
)
def test_weights_are_not_written_where_the_file_cannot_hold_them(
    name: str, layers: str, message: str, other: Recogniser, tmp_path: Path
):
    (tmp_path / "there.npz").touch()
    with pytest.raises(ModelError, match=f"^{message}"):
        save_weights(other, SaveJob(Path("base.keras"), tmp_path / name, layers))
    assert [file.name for file in tmp_path.iterdir()] == ["there.npz"]


def test_nothing_to_change_is_said_and_names_without_npz_too(model: Recogniser, folder: Path):
    with pytest.raises(ModelError, match="there is nothing to change"):
        adapt(model, job(folder))
    with pytest.raises(ModelError, match="names are translated"):
        adapt(model, job(folder, weights=folder / "all.weights.h5", names=folder / "names.json"))


@pytest.mark.slow
def test_weights_of_an_exported_model_and_of_a_whole_one_come_in(other: Recogniser, tmp_path: Path):
    for whole in (plain_model(other), other.model):
        file = tmp_path / "whole.weights.h5"
        whole.save_weights(file)
        made = build_recogniser(other.spec)
        found = adapt(made, AdaptJob(Path("base.keras"), weights=file))
        assert found.given is not None and (found.given.skipped, found.given.unused) == ((), ())
        for name, value in values_of(other.network).items():
            np.testing.assert_array_equal(values_of(made.network)[name], value)


@pytest.mark.slow
def test_same_choices_give_the_same_new_model(model: Recogniser, folder: Path, tmp_path: Path):
    for name in ("one", "two"):
        adapt(model, job(folder, charset=tuple("xyz"), out=tmp_path / f"{name}.keras"))
    one, two = (values_of(load_model(tmp_path / f"{name}.keras").network) for name in ("one", "two"))
    for key, value in one.items():
        np.testing.assert_array_equal(value, two[key])


def test_weights_are_named_alike_in_every_build(base: Recogniser, other: Recogniser):
    names = values_of(base.network).keys()
    assert names == values_of(other.network).keys()
    assert {"order_gru/both_ways/forward_gru/gru_cell/kernel", "backbone/conv1_conv/kernel"} <= names
