"""What an error of TensorFlow, Keras, OpenCV or a GPU driver means, in one sentence that says what to do.

The messages of these libraries are long, name the place of the failure and not its cause, and change between versions:
this module knows each message by a part that several versions share. It imports none of the libraries, so that a window
can explain the last lines of a child process that is gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from core.base.errors import Sentence, StudioError


@dataclass(frozen=True, slots=True)
class Advice:
    """One kind of error.

    Attributes
    ----------
    id : str
        By which help finds it.
    signs : tuple of str
        Parts of its message, one of which is enough; upper and lower case are alike. Regular expressions.
    meaning : Sentence
        What went wrong, without a full stop at the end.
    cure : Sentence
        What to do.
    """

    id: str
    signs: tuple[str, ...]
    meaning: Sentence
    cure: Sentence

    def __str__(self) -> str:
        return Sentence("{meaning}. {cure}", meaning=self.meaning, cure=self.cure)


# The first that fits counts: what is told apart by more comes first. Texts of TensorFlow 1 and early 2 are kept beside
# today's, because they are those that people still look for.
KNOWN: tuple[Advice, ...] = (
    # --- Memory ------------------------------------------------------------------------------------------------------
    Advice(
        "gpu-memory-taken",
        ("failed to get convolution algorithm", "could not create cudnn handle", "cudnn failed to initialize",
         "CUDNN_STATUS_(NOT_INITIALIZED|INTERNAL_ERROR|ALLOC_FAILED)", "No DNN in stream executor",
         "failed to create cublas handle", "CUBLAS_STATUS_NOT_INITIALIZED"),
        Sentence("NVIDIA's cuDNN could not start, mostly because another program holds the GPU's memory"),
        Sentence(
            "Close other programs that use the GPU (nvidia-smi lists them); if that does not help, update "
            "the driver."
        ),
    ),
    Advice(
        "gpu-launch",
        ("cudnn launch failure", "CUDNN_STATUS_EXECUTION_FAILED", "CUDA_ERROR_LAUNCH_FAILED"),
        Sentence("The GPU broke off a computation, mostly for want of memory"),
        Sentence("Lower batch, and close other programs that use the GPU."),
    ),
    Advice(
        "gpu-memory-full",
        ("CUDA_ERROR_OUT_OF_MEMORY", "CUDA runtime implicit initialization .*out of memory"),
        Sentence("The GPU has too little memory left, mostly because another program holds it"),
        Sentence("Close other programs that use the GPU (nvidia-smi lists them), or lower batch."),
    ),
    Advice(
        "out-of-memory",
        ("OOM when allocating", "ResourceExhausted", "RESOURCE_EXHAUSTED", "out of memory", "bad_alloc",
         r"\bMemoryError\b", "failed to allocate", "Cannot allocate memory",
         "Unable to allocate .* for an array"),
        Sentence("Memory did not suffice"),
        Sentence("Lower batch, width or height, or take the preset small."),
    ),
    Advice(
        "loader-killed",
        ("process in the process pool was terminated abruptly", "BrokenProcessPool",
         "DataLoader worker .* exited unexpectedly", "worker .* killed by signal",
         r"exit(ed)?( with)? code -?(9|137)\b", "^Killed$"),
        Sentence("A process was ended from outside, mostly by the system for want of memory"),
        Sentence("Lower batch or threads, close other programs, and go on with --resume."),
    ),
    # --- GPU and driver ----------------------------------------------------------------------------------------------
    Advice(
        "gpu-busy",
        ("CUDA_ERROR_INVALID_DEVICE", "CUDA_ERROR_DEVICE_UNAVAILABLE", "all CUDA-capable devices are busy"),
        Sentence("Another process has the GPU to itself"),
        Sentence("End it (nvidia-smi lists it), or choose another GPU with devices."),
    ),
    Advice(
        "gpu-libraries",
        ("Cannot dlopen some GPU libraries", "could not load dynamic library",
         r"lib(cuda|cudart|cudnn|cublas|cusolver|cusparse|cufft|curand|cupti|nccl)\w*\.so[.\d]*:? (cannot|not found)",
         "cudnn.* version mismatch", "Loaded runtime CuDNN library"),
        Sentence("NVIDIA's libraries are missing, or do not fit this TensorFlow"),
        Sentence(
            "Type script/bootstrap --gpu to install those that fit; do not link one version's file to "
            "another's name."
        ),
    ),
    Advice(
        "gpu-driver",
        ("CUDA driver version is insufficient", "CUDA_ERROR_NO_DEVICE", "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
         "failed call to cuInit", "no kernel image is available", "CUDA_ERROR_NO_BINARY_FOR_GPU"),
        Sentence("The NVIDIA driver or card does not fit this TensorFlow"),
        Sentence("Update the driver, then look at `textscanner doctor`."),
    ),
    Advice(
        "too-late",
        ("(physical|virtual|logical) devices cannot be (modified|configured|changed) after",
         "cannot be modified after initialization", "Memory growth cannot differ",
         "must be set before GPUs have been initialized", "must be set at program startup"),
        Sentence("Devices, threads and memory growth can be set only before TensorFlow has computed anything"),
        Sentence("Start it in a new process."),
    ),
    # --- Data --------------------------------------------------------------------------------------------------------
    Advice(
        "record-feature-missing",
        ("is required but could not be found",),
        Sentence("A record lacks a feature that is expected"),
        Sentence("Compare its manifest.json, or write the records again."),
    ),
    Advice(
        "record-feature-differs",
        ("Can't parse serialized Example", "could not parse example input", "_list slice was not parsed",
         "Data types don't match.*expected type"),
        Sentence("A record has features of another type or length than expected"),
        Sentence("Compare its manifest.json, or write the records again."),
    ),
    Advice(
        "record-damaged",
        ("DataLoss", "corrupted record", "truncated record"),
        Sentence("A record file is cut off or damaged"),
        Sentence("Write it again."),
    ),
    Advice(
        "mixed-shapes",
        ("Cannot batch tensors with different shapes", "Cannot add tensor to the batch", "could not be batched",
         "all input arrays must have the same shape"),
        Sentence("The images differ in size or channels, for example because grey ones are among them"),
        Sentence("Prepare all with one spec, which turns each into three channels of one size."),
    ),
    Advice(
        "tensor-in-opencv",
        ("is not a numpy array, neither a scalar", "Expected Ptr<cv::UMat>",
         "'(Symbolic)?Tensor' object has no attribute 'numpy'", "NumPy array .*calls are not supported",
         "Cannot convert a symbolic"),
        Sentence(
            "A function inside Dataset.map or a compiled step was given a tensor of the graph, which has no "
            "values yet"
        ),
        Sentence("Call OpenCV and NumPy before the batch becomes a tensor, or through tf.numpy_function."),
    ),
    Advice(
        "py-function-type",
        (r"Cannot convert \S+ to EagerTensor of dtype", "py_func.* returns? .*but expects", "Expected .* Tout"),
        Sentence("A Python function in the input pipeline gave another type than it was declared with"),
        Sentence("Declare it in Tout, or convert inside of it."),
    ),
    Advice(
        "path-is-no-text",
        (r"convert a value \((Posix|Windows|Pure\w*)?Path\(",),
        Sentence("TensorFlow takes no pathlib.Path"),
        Sentence("Pass str(path)."),
    ),
    Advice(
        "unknown-shape",
        (r"as_list\(\) is not defined on an unknown TensorShape", r"unsupported operand type\(s\) for .*'NoneType'",
         r"Attempt to convert a value \(None\)",
         "Failed to convert (elements of|object of type <?(class )?'?(list|tuple))", "got None of type 'NoneType'",
         "Cannot take the length of shape with unknown rank"),
        Sentence("A shape is not known while the graph is built, and Python was to compute with it"),
        Sentence("Give the data set an output_signature or call set_shape, and compute with keras.ops.shape(x) and "
        "not x.shape."),
    ),
    Advice(
        "empty-data",
        ("PyDataset has length 0", "Your input ran out of data",
         "Unexpected result of `?(train|test|predict)_function", "Empty (dataset|training data)"),
        Sentence("There was no batch"),
        Sentence("Look at what was left out of the data and why: run.json lists it."),
    ),
    Advice(
        "structures-differ",
        ("tuple arity mismatch", "two structures don't have the same", "structure of .* doesn't match",
         r"Layer .* expects \d+ input\(s\)"),
        Sentence("Training data, validation data and metrics have to be of one structure, and are not"),
        Sentence("Prepare both data sets alike, and give metrics for each output by its name."),
    ),
    Advice(
        "dtypes-differ",
        (r"was expected to be an? \w+ tensor but is an? \w+ tensor",
         r"Input .* has type \w+ that does not match type"),
        Sentence("TensorFlow does not mix types of numbers by itself"),
        Sentence("Convert one side with keras.ops.cast; and cast uint8 before sums, which overflow at 255."),
    ),
    # --- Models ------------------------------------------------------------------------------------------------------
    Advice(
        "model-of-another-version",
        ("could not be deserialized properly", "Could not locate (class|function)",
         "Unknown (layer|object|loss|metric)",
         "unexpected keyword argument '(trainable|batch_shape|batch_input_shape|dtype)'", "bad marshal data"),
        Sentence("The model was made with another version of Keras, or with layers that this program does not have"),
        Sentence("Choose a .keras file of TextScanner Studio, or install the version of Keras that run.json names."),
    ),
    Advice(
        "weights-of-another-network",
        ("objects could not be loaded", "weight count mismatch", "Layer count mismatch",
         r"expected \d+ variables, but received", "by_name.*only supports loading legacy"),
        Sentence("The weights are of a network of another build"),
        Sentence("Start from the model with --start, which takes over what fits and lists the rest."),
    ),
    Advice(
        "old-format",
        ("File format not supported", r"Keras 3 only supports V3 `?\.keras`?",
         "save_format.* argument is deprecated"),
        Sentence("Keras 3 opens no SavedModel folder as a model"),
        Sentence("Choose a .keras file, or train the model again."),
    ),
    Advice(
        "ending",
        ("Invalid filepath extension for saving", r"must end in `?\.?(weights\.h5|keras)"),
        Sentence("The name of a model file ends in .keras, that of a file of weights in .weights.h5"),
        Sentence("Change the name."),
    ),
    Advice(
        "code-in-model",
        ("Requested the deserialization of a `?Lambda", "safe_mode=False"),
        Sentence("The model holds program code, which is never run"),
        Sentence("Choose a .keras file that TextScanner Studio wrote."),
    ),
    Advice(
        "no-download",
        ("URL fetch failure", "Name or service not known", "Temporary failure in name resolution"),
        Sentence("Weights were to be downloaded, and there is no network"),
        Sentence("Name a file of weights, or train from scratch."),
    ),
    # --- Training ----------------------------------------------------------------------------------------------------
    Advice(
        "no-gradient",
        ("gradients do not exist for variables", "No gradients provided for any variable",
         "no gradient reaches the variable"),
        Sentence("A part of the network is not in the way from the image to the losses, so it would never be trained"),
        Sentence("Connect it, or freeze it."),
    ),
    Advice(
        "not-finite",
        ("nan in summary histogram", r"(tensor|loss|gradient)\w* had (nan|inf)", "detected infinity or nan",
         "CheckNumerics", "Input (contains|X contains) (NaN|infinity)", "Invalid loss, terminating training"),
        Sentence("The training came to numbers that are not finite"),
        Sentence("Lower learning_rate or clip_norm, and look at the images of the batch that is named."),
    ),
    Advice(
        "aggregation",
        ("must specify an aggregation method", "DistributedValues value .* cannot be reduced",
         "cannot be reduced with the given reduce op"),
        Sentence("A variable that several devices share was changed without saying how their values become one"),
        Sentence("Create it with aggregation=tf.VariableAggregation.MEAN, or train on one device (devices)."),
    ),
    Advice(
        "several-machines",
        (r"Attempt to convert a value \(PerReplica", "Invalid reduction dimension 0 for input with 0 dimensions"),
        Sentence("Keras' own fit does not work with several machines"),
        Sentence("Train with `textscanner train`, whose step does."),
    ),
    Advice(
        "peer-lost",
        ("tasks are unhealthy", "stopped sending heartbeats", "UnavailableError", "Connection reset by peer"),
        Sentence("Another machine or process of the training is gone"),
        Sentence("Start all of them again with --resume."),
    ),
    Advice(
        "out-of-scope",
        ("InaccessibleTensorError", "is out of scope and cannot be used here", "leaked .* Tensor",
         "cannot be accessed (from|here)"),
        Sentence("A tensor left the loop or the compiled function in which it was made, for example in a Python list"),
        Sentence("Return it, or collect with tf.TensorArray."),
    ),
    Advice(
        "tape-used-up",
        ("non-persistent GradientTape can only be used",),
        Sentence("A gradient tape answers once"),
        Sentence("Ask for all gradients in one call, or make the tape persistent."),
    ),
    Advice(
        "accuracy",
        (r"Incompatible shapes: \[[\d, ]+\] vs\. \[[\d, ]+\] \[Op:Equal\]",),
        Sentence("A metric compared numbers of symbols with probabilities, as keras.metrics.Accuracy() does where "
        '"accuracy" was meant'),
        Sentence("Name the metric that fits the output, such as SparseCategoricalAccuracy."),
    ),
    Advice(
        "no-seed",
        ("Random ops require a seed",),
        Sentence("An exactly repeatable training needs a seed before the first random number"),
        Sentence("Give --seed together with --deterministic, in a new process."),
    ),
    Advice(
        "removed-argument",
        ("got an unexpected keyword argument '(workers|use_multiprocessing|max_queue_size|write_grads|period)'",
         "has no attribute '(fit_generator|function|lr|estimator|assign|placeholder|get_session|Session)'",
         r"Tensor\.name is (meaningless|undefined)"),
        Sentence("This is written for an older TensorFlow or Keras"),
        Sentence("workers and use_multiprocessing belong to the PyDataset, the others are gone."),
    ),
    # --- TensorBoard -------------------------------------------------------------------------------------------------
    Advice(
        "tensorboard-missing",
        ("TensorBoard is not installed", "No module named 'tensorboard", "TBNotInstalledError"),
        Sentence("TensorBoard, which TensorFlow no longer brings, is not installed"),
        Sentence("Run script/bootstrap again, or train with tensorboard = false."),
    ),
    Advice(
        "profiler-twice",
        ("Another profiler is running", "profiler .*already (started|exists)"),
        Sentence("Two profiles cannot be made at once"),
        Sentence("Wait for the first to end."),
    ),
)  # fmt: skip


_PYTHON = re.compile(
    r"^ *(?P<type>(?:\w+\.)*\w+(?:Error|Exception|Interrupt|Warning|OutOfRange)): (?P<message>\S.*)$", re.M
)
_OWN = frozenset({"StudioError", *(kind.__name__ for kind in StudioError.__subclasses__())})
_NOISE = re.compile(r"^\s*(?:\{\{function_node [^}]*\}\}\s*)+|\s*\[Op:\w+\]\s*(?:name:\s*)?$")


@cache
def _patterns() -> tuple[tuple[Advice, re.Pattern[str]], ...]:
    """Compiled once an error is to be explained: a program that starts has none yet."""
    return tuple(
        (advice, re.compile("|".join(f"(?:{sign})" for sign in advice.signs), re.IGNORECASE | re.MULTILINE))
        for advice in KNOWN
    )


def advice_for(text: str) -> Advice | None:
    """What a message, or the last lines of a log, is known to mean; None if it is not known."""
    return next((advice for advice, pattern in _patterns() if pattern.search(text)), None)


def advise(error: BaseException) -> Advice | None:
    """What an exception, or one of the exceptions that led to it, is known to mean; the first cause is tried first."""
    for each in reversed(list(_chain(error))):
        found = advice_for(f"{type(each).__name__}: {each}")
        if found is not None:
            return found
    return None


def explained(error: BaseException) -> str:
    """An exception in one sentence: what it means and what to do, or else what it says itself.

    A StudioError among its causes, also one that TensorFlow has wrapped in its own message with a traceback inside, is
    repeated as it is: it names the file.
    """
    chain = list(_chain(error))
    for each in reversed(chain):
        if isinstance(each, StudioError):
            return str(each)
    said = innermost(str(error))
    if said is not None and said[0].rpartition(".")[2] in _OWN:
        return said[1]
    found = advise(error)
    if found is not None:
        return Sentence("{meaning} ({error}). {cure}", meaning=found.meaning, error=first_line(error), cure=found.cure)
    return Sentence("{error}. The log has the rest.", error=first_line(error))


def innermost(text: str) -> tuple[str, str] | None:
    """Type and message of the Python exception inside a message of TensorFlow; None where there is none.

    A Python function of an input pipeline that fails comes back as "Graph execution error … PyFunc" with its traceback
    inside, the last line of which is what the function said.
    """
    found = list(_PYTHON.finditer(text))
    return (found[-1]["type"], found[-1]["message"].strip()) if found else None


def first_line(error: BaseException) -> str:
    """The line of a message that says most, with its exception's name, without TensorFlow's names of nodes."""
    text = str(error)
    said = innermost(text)
    if said is not None:
        name, line = said
    else:
        name = type(error).__name__
        line = next((line for line in text.splitlines() if line.strip(" :")), "no message")
        if line.strip() == "in user code:":
            line = text.strip().splitlines()[-1]
    line = _NOISE.sub("", line.strip())
    return f"{name}: {line[:200].rstrip('. ')}"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception and what led to it, each once."""
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
