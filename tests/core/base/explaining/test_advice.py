import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import DataError, ImageError
from core.base.explaining.advice import advice_for, advise, explained, first_line, innermost, search
from core.base.explaining.known_errors import KNOWN
from core.base.explaining.pitfalls import PITFALLS

# As they were printed, in other words than the examples of `KNOWN`; the number is the row of the engineers' notes
RECORDED = {
    "D1 today": ("Tensor.name is undefined when eager execution is enabled.", "tensor-name"),
    "D4 today": (
        "E0000 cuda_dnn.cc:522] Loaded cuDNN version 90300\nCould not create cudnn handle: CUDNN_STATUS_INTERNAL_ERROR",
        "gpu-memory-taken",
    ),
    "D8 today": (
        "A non-DistributedValues value 1.0 cannot be reduced with the given reduce op ReduceOp.SUM.",
        "aggregation",
    ),
    "D11": (
        "Key: lm.  Can't parse serialized Example: Some float_list slice was not parsed.",
        "record-feature-differs",
    ),
    "D12 today": (
        "Cannot dlopen some GPU libraries. Please make sure the missing libraries mentioned above are installed",
        "gpu-libraries",
    ),
    "D14": (
        "<class 'keras.src.models.functional.Functional'> could not be deserialized properly. Please ensure that "
        "components that are Python object instances (layers, models, etc.) returned by `get_config()` are explicitly",
        "model-of-another-version",
    ),
    "GPU of another build": (
        "RuntimeError: CUDA error: no kernel image is available for execution on the device\nCUDA kernel errors might "
        "be asynchronously reported at some other API call",
        "gpu-too-old",
    ),
    "GPU below the library's least": (
        "NVIDIA GeForce GTX 680 with CUDA capability sm_30 is not compatible with the current PyTorch installation.",
        "gpu-too-old",
    ),
    "driver gone, PyTorch": (
        "torch.AcceleratorError: CUDA error: unspecified launch failure\nCompile with `TORCH_USE_CUDA_DSA`",
        "gpu-gone",
    ),
    "driver gone, JAX": (
        "jaxlib.xla_extension.XlaRuntimeError: INTERNAL: CUDA_ERROR_UNKNOWN: unknown error",
        "gpu-gone",
    ),
    "driver gone, Intel": (
        "RuntimeError: level_zero backend failed with error: 20 (UR_RESULT_ERROR_DEVICE_LOST)",
        "gpu-gone",
    ),
    "driver updated meanwhile": ("Failed to initialize NVML: Driver/library version mismatch", "gpu-gone"),
    "GPU full, PyTorch": (
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 8 GiB",
        "out-of-memory",
    ),
    "GPU full": (
        "InternalError: CUDA runtime implicit initialization on GPU:0 failed. Status: out of memory",
        "gpu-memory-full",
    ),
    "B1": ("Dense.__init__() got an unexpected keyword argument 'trainable'", "model-of-another-version"),
    "C11": ("Attempt to convert a value (PerReplica:{\n  0: 1.0}) with an unsupported type", "several-machines"),
}


@pytest.mark.parametrize("row", RECORDED)
def test_recorded_message_is_recognised(row: Any):
    text, wanted = RECORDED[row]
    found = advice_for(text)
    assert found.id.startswith(wanted)


ASKED = {
    "Dataset.repeat count must be int64": "repeat-takes-a-number",
    "low GPU utilization, BatchNormalization slow": "gpu-waits",
    "tf.data vs Sequence performance": "gpu-waits",
    "tf.control_dependencies with tf.assign": "operations-in-order",
    "dynamic input (None, None, 3)": "images-of-any-size",
    "variable width images": "images-of-any-size",
    "ModelCheckpoint save_weights_only": "ending",
    "one worker died, the others wait": "peer-lost",
    "tf.estimator is missing": "removed-argument",
    "Graph does not appear on TensorBoard": "graph-missing",
    "TensorBoard shows no graph": "graph-missing",
    "load_model slow, hangs, minutes": "slow-model",
    "tf.keras.models.load_model takes minutes": "slow-model",
    "tf.keras.metrics.Accuracy differs from accuracy": "accuracy-of-another-kind",
    "Accuracy stays 0": "accuracy-of-another-kind",
    "TF_FORCE_GPU_ALLOW_GROWTH": "gpu-memory-growth",
    "config.gpu_options.allow_growth = True": "gpu-memory-growth",
    "ValueError: Variable rnn/kernel already exists, disallowed.": "variable-exists",
    "freeze_graph": "freeze-graph",
    "from tensorflow.python.tools import freeze_graph": "freeze-graph",
    "tf_upgrade_v2": "tf-upgrade",
    "fit Sequence no reaction": "sequence-without-a-step",
    "model.fit with a Sequence hangs": "sequence-without-a-step",
    "by_name=False": "weights-by-order",
    "the model loads for minutes": "slow-model",
    "model hangs while it is opened": "slow-model",
    "SavedModel takes minutes to load": "slow-model",
    "5 out of the last 5 calls to triggered tf.function retracing": "retracing",
    "list append in tf.function": "python-in-a-graph",
    "AutoGraph side effects": "python-in-a-graph",
    "BatchNormalization takes much time": "gpu-waits",
    "loading killed by out-of-memory": "loader-killed",
    "tensorboard: command not found": "tensorboard-missing",
    "What-If Tool: Descriptors cannot be created directly": "protobuf",
}
"""What engineers type, and the row that has to come first."""


@pytest.mark.parametrize("words", ASKED)
def test_what_engineers_ask_is_answered_first_by_the_page_on_it(words: Any):
    assert search(words)[0].id == ASKED[words]


@pytest.mark.parametrize("text", ["", "step 6 of 6: loss 0.3", "words/0001.png: the image is damaged. Save it again."])
def test_other_texts_are_left_alone(text: str):
    assert advice_for(text) is None


@pytest.mark.parametrize("row", KNOWN, ids=lambda row: row.id)
def test_the_example_of_a_row_is_explained_by_that_row(row: Any):
    assert row.example and advice_for(row.example) is row


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("libcusolver.so.10 not found", "gpu-libraries"),
        (
            "TypeError: Failed to convert elements of (None, 4, 16) to Tensor. Consider casting",
            "ready-made-model-in-a-layer",
        ),
        ("expected axis -1 of input shape to have value 64 conv2_block1_3_conv", "ready-made-model-in-a-layer"),
        ("Graph execution error: Detected at node PyFunc defined at", "python-in-pipeline"),
        ("grey dataset.map", "grey-stays-grey"),
        ("minutes to open", "slow-model"),
        ("batch smaller memory GPU computation broke", "gpu-launch"),
        ("Segmentation fault", "segmentation-fault"),
        ("skip_mismatch", "weights-passed-over"),
        ("get_config", "layer-without-configuration"),
        ("run_eagerly", "eager-left-on"),
        ("run_eagrly", "eager-left-on"),  # mistyped
        ("Sequence is deprecated", "sequence"),
        ("multiprocessing can interact badly", "processes-and-tensorflow"),
        ("badly interact multiprocesing", "processes-and-tensorflow"),
        ("crossentropy with logits", "logits"),
        ("TF_CUDNN_DETERMINISTIC", "runs-differ"),
        ("uint8 overflow", "bytes-overflow"),
        ("graph is missing in TensorBoard", "graph-missing"),
        ("from_generator with bytes", "bytes-in-a-generator"),
    ],
)
def test_help_finds_a_row_by_words_of_the_message_or_of_the_explanation(text: str, wanted: str):
    assert wanted in [row.id for row in search(text)]


@pytest.mark.parametrize("row", [*KNOWN, *PITFALLS], ids=lambda row: row.id)
def test_message_that_a_page_quotes_finds_this_page_first(row: Any):
    for quoted in filter(None, [row.example, *(part.example for part in row.parts)]):
        assert search(quoted)[0] is row, quoted


def test_help_finds_by_words_of_another_language_and_shows_all_without_words():
    chinese: dict[str, str] = {KNOWN[0].meaning: "显存被占用"}
    assert [row.id for row in search("显存", lambda text: chinese.get(text, text))] == [KNOWN[0].id]
    assert search("  ") == (*KNOWN, *PITFALLS)
    assert search("zebra crossing") == ()


def test_every_kind_has_a_name_of_its_own_and_a_sentence_that_says_what_to_do():
    assert len({advice.id for advice in (*KNOWN, *PITFALLS)}) == len(KNOWN) + len(PITFALLS)
    for advice in (*KNOWN, *PITFALLS):
        assert re.fullmatch(r"[a-z-]+", advice.id)
        assert advice.cure.endswith(".")
        assert advice.cure[0].isupper() or advice.cure.startswith("workers")
        assert not advice.meaning.endswith(".")
        assert len(str(advice)) < 300


def test_first_cause_is_what_is_explained():
    error = RuntimeError("the step failed")
    error.__cause__ = MemoryError()
    assert explained(error) == (
        "There was not enough memory (RuntimeError: the step failed). "
        "Lower batch, width or height, or take the preset small."
    )


def test_sentence_of_ours_among_the_causes_is_repeated_as_it_is():
    sentence = "0001.png: the image is damaged. Save it again."
    error = ValueError("out of memory, or so it seems")
    error.__cause__ = ImageError(sentence)
    assert explained(error) == sentence


def test_unknown_error_keeps_its_first_line_and_a_context_that_was_let_go_does_not_count():
    error = ZeroDivisionError("division by zero\nand more")
    error.__context__, error.__suppress_context__ = MemoryError(), True  # as "from None" leaves it
    assert advise(error) is None
    assert explained(error) == "ZeroDivisionError: division by zero. See the log for details."


def test_circle_of_causes_ends():
    one, other = ValueError("one"), ValueError("other")
    one.__cause__, other.__cause__ = other, one
    assert advise(one) is None


def test_exception_without_a_message_is_named():
    assert first_line(KeyError()) == "KeyError: no message"


def tensorflow_errors() -> list[tuple[str, Callable[[Any], Any], str]]:
    """What goes wrong, and which advice is due; each raises when called with the module tensorflow."""
    import numpy as np

    def opencv(tf: Any) -> None:
        import cv2

        tf.data.Dataset.from_tensors(np.zeros((4, 4, 3), np.uint8)).map(lambda x: cv2.resize(x, (2, 2)))

    def leak(tf: Any) -> None:
        kept: list[Any] = []

        @tf.function
        def collect(count: Any) -> Any:
            for i in tf.range(count):
                kept.append(i)  # noqa: PERF402
            return tf.add_n(kept)

        collect(3)

    def reshape(tf: Any) -> None:
        function = tf.function(lambda x: tf.reshape(x, [x.shape[0], 4, 4, 1]))
        function.get_concrete_function(tf.TensorSpec((None, 16)))

    def mixed(tf: Any) -> None:
        images = [np.zeros((2, 2, 3)), np.zeros((2, 2, 1))]
        list(tf.data.Dataset.from_generator(lambda: images, output_signature=tf.TensorSpec((2, 2, None))).batch(2))

    def half(tf: Any) -> None:
        list(tf.data.Dataset.range(2).map(lambda x: tf.py_function(lambda _: 0.5, [x], tf.int32)))

    def record(tf: Any) -> bytes:
        value = tf.train.Feature(float_list=tf.train.FloatList(value=[1.0, 2.0]))
        data: bytes = tf.train.Example(features=tf.train.Features(feature={"lm": value})).SerializeToString()
        return data

    def accuracy(tf: Any) -> None:
        tf.keras.metrics.Accuracy().update_state(np.array([1, 0]), np.zeros((2, 3)))

    def tape(tf: Any) -> None:
        x = tf.Variable(1.0)
        with tf.GradientTape() as tape:
            y = x * x
        tape.gradient(y, x)
        tape.gradient(y, x)

    def model(tf: Any) -> Any:
        return tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])

    def one_metric_for_three(named: bool) -> Callable[[Any], Any]:
        def fail(tf: Any) -> Any:
            image = tf.keras.Input((2,))
            outputs = {name: tf.keras.layers.Dense(2)(image) for name in "abc"}
            model = tf.keras.Model(image, outputs if named else list(outputs.values()))
            model.compile(loss="mse", metrics=["accuracy"])
            targets = {name: np.zeros((2, 2)) for name in outputs}
            return model.train_on_batch(np.zeros((2, 2)), targets if named else list(targets.values()))

        return fail

    return [
        ("A10 list", one_metric_for_three(named=False), "structures-differ"),
        ("A10 dict", one_metric_for_three(named=True), "structures-differ"),
        ("B5 OpenCV in map", opencv, "tensor-in-opencv"),
        ("B5 numpy in map", lambda tf: tf.data.Dataset.range(2).map(lambda x: x.numpy()), "tensor-in-opencv"),
        ("B6", half, "py-function-type"),
        ("B7", lambda tf: tf.io.read_file(Path("a")), "path-is-no-text"),
        ("A12", lambda tf: tf.TensorShape(None).as_list(), "unknown-shape"),
        ("D2", mixed, "mixed-shapes"),
        ("D10", reshape, "unknown-shape"),
        ("D10 outside", lambda tf: tf.constant([None, 4, 4, 1]), "unknown-shape"),
        (
            "D11",
            lambda tf: tf.io.parse_single_example(record(tf), {"lm": tf.io.FixedLenFeature([3], tf.float32)}),
            "record-feature-differs",
        ),
        (
            "D11 other name",
            lambda tf: tf.io.parse_single_example(record(tf), {"image": tf.io.FixedLenFeature([], tf.string)}),
            "record-feature-missing",
        ),
        ("C4", leak, "out-of-scope"),
        ("C8", tape, "tape-used-up"),
        ("C25", lambda tf: model(tf).save("model"), "ending"),
        ("C25 weights", lambda tf: model(tf).save_weights("model"), "ending"),
        ("A15", lambda tf: model(tf).fit(np.zeros((2, 2)), workers=2), "removed-argument"),
        ("C39", accuracy, "accuracy"),
        ("C44", lambda tf: tf.constant(1) + tf.constant(1.0), "dtypes-differ"),
        ("B1", lambda tf: tf.keras.layers.deserialize({"class_name": "Foo", "config": {}}), "model-of-another-version"),
    ]


@pytest.mark.parametrize(("name", "fail", "wanted"), tensorflow_errors(), ids=lambda value: str(value)[:20])
def test_what_tensorflow_says_today_is_recognised(name: Any, fail: Any, wanted: Any):
    tf = pytest.importorskip("tensorflow")
    with pytest.raises(Exception) as caught:  # of which type, is TensorFlow's choice
        fail(tf)
    found = advise(caught.value)
    assert found is not None, caught.value
    assert found.id == wanted
    sentence = explained(caught.value)
    assert "\n" not in sentence
    assert "function_node" not in sentence
    assert sentence.endswith(found.cure)


def test_error_of_a_python_function_in_the_pipeline_is_unwrapped():
    tf = pytest.importorskip("tensorflow")

    def fail(error: Exception) -> BaseException:
        def broken(_: Any) -> None:
            raise error

        with pytest.raises(tf.errors.OpError) as caught:
            list(tf.data.Dataset.range(2).map(lambda x: tf.numpy_function(broken, [x], tf.int64)))
        wrapped: BaseException = caught.value
        return wrapped

    sentence = "words/0001.json: the label is broken at line 3. Correct it."
    assert explained(fail(DataError(sentence))) == sentence
    other = fail(ValueError("words/0002.json is strange"))
    assert innermost(str(other)) == ("ValueError", "words/0002.json is strange")
    assert explained(other) == "ValueError: words/0002.json is strange. See the log for details."


@pytest.mark.slow
def test_two_of_three_ways_to_take_maps_from_a_ready_made_model_fail_as_the_help_says():
    import numpy as np

    keras = pytest.importorskip("keras")

    def resnet() -> Any:
        return keras.applications.ResNet50(include_top=False, weights=None, input_shape=(64, 64, 3))

    class Asked(keras.layers.Layer):  # Keras carries no types
        def __init__(self) -> None:
            super().__init__()
            self.resnet = resnet()

        def call(self, x: Any) -> Any:
            self.resnet(x)
            return self.resnet.get_layer("conv4_block6_out").output

    class Called(keras.layers.Layer):
        def __init__(self) -> None:
            super().__init__()
            self.parts = resnet().layers[1:]

        def call(self, x: Any) -> Any:
            for part in self.parts:
                x = part(x)
            return x

    class Within(keras.layers.Layer):
        def __init__(self) -> None:
            super().__init__()
            inner = resnet()
            names = ("conv3_block4_out", "conv4_block6_out", "conv5_block3_out")
            self.maps = keras.Model(inner.input, [inner.get_layer(name).output for name in names])

        def call(self, x: Any) -> Any:
            return self.maps(x)

    image = keras.Input((64, 64, 3))
    pixels = np.zeros((2, 64, 64, 3))
    asked = keras.Model(image, Asked()(image))  # it builds, and fails in training
    asked.compile(loss="mse")
    with pytest.raises(TypeError) as first:
        asked.fit(pixels, np.zeros((2, 4, 4, 1024)), verbose=0)
    with pytest.raises(ValueError) as second:  # the branch of a residual block gets what goes past it
        Called()(image)
    for caught in (first, second):
        assert search(str(caught.value))[0].id == "ready-made-model-in-a-layer", caught.value
    within = keras.Model(image, Within()(image))
    within.compile(loss="mse")
    within.fit(pixels, [np.zeros((2, 8, 8, 512)), np.zeros((2, 4, 4, 1024)), np.zeros((2, 2, 2, 2048))], verbose=0)
