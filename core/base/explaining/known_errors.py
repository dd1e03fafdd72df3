"""The one table of known errors of TensorFlow, Keras, OpenCV and GPU drivers, with meanings and remedies.

The messages of these libraries are long, name the place of the failure and not its cause, and change between versions:
the table knows each message by a part that several versions share. Help shows all rows,
`core.base.explaining.advice` finds one.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.base.errors import Sentence


@dataclass(frozen=True, slots=True)
class AdvicePart:
    """A part of an advice page on one thing that people try."""

    heading: Sentence
    """The attempt, as the heading of the part."""
    code: str
    """The code that one writes. Empty if there is none."""
    example: str
    """The message that the code ends with. Empty if there is none."""
    why: Sentence
    """The reason of the message, in whole sentences."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The page on one kind of error: its signs, meaning and remedy."""

    id: str
    """The words by which help finds the error."""
    signs: tuple[str, ...]
    """Parts of the error's message, one of which is enough, with upper and lower case alike. Regular expressions."""
    meaning: Sentence
    """The fault, without a full stop at the end."""
    cure: Sentence
    """The steps to take."""
    example: str = ""
    """The message as somebody saw it. Empty if there is none."""
    parts: tuple[AdvicePart, ...] = ()
    """Further parts, for an error that needs a page."""

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
        Sentence("NVIDIA's cuDNN could not start, usually because another program holds the GPU's memory"),
        Sentence(
            "Close other programs that use the GPU (the dialog Train names them under “Runs on”); if that does not "
            "help, update the driver."
        ),
        "Failed to get convolution algorithm. This is probably because cuDNN failed to initialize, so "
        "try looking to see if a warning log message was printed above.",
    ),
    Advice(
        "gpu-launch",
        ("cudnn launch failure", "CUDNN_STATUS_EXECUTION_FAILED", "CUDA_ERROR_LAUNCH_FAILED"),
        Sentence("The GPU broke off a computation, mostly for lack of memory"),
        Sentence("Lower batch, and close other programs that use the GPU."),
        "cuDNN launch failure : input shape ([16,64,64,256]) [[{{node bn/FusedBatchNormV3}}]]",
    ),
    Advice(
        "gpu-memory-full",
        ("CUDA_ERROR_OUT_OF_MEMORY", "CUDA runtime implicit initialization .*out of memory"),
        Sentence("The GPU has too little free memory, usually because another program holds it"),
        Sentence(
            "Close other programs that use the GPU (the dialog Train names them under “Runs on”), or lower batch."
        ),
        "Failed to allocate 7.43GiB from device: CUDA_ERROR_OUT_OF_MEMORY: out of memory",
    ),
    Advice(
        "out-of-memory",
        ("OOM when allocating", "ResourceExhausted", "RESOURCE_EXHAUSTED", "out of memory", "bad_alloc",
         r"\bMemoryError\b", "failed to allocate", "Cannot allocate memory",
         "Unable to allocate .* for an array"),
        Sentence("There was not enough memory"),
        Sentence("Lower batch, width or height, or take the preset small."),
        "OOM when allocating tensor with shape[16,64,256,4101] and type float on "
        "/job:localhost/device:GPU:0",
    ),
    Advice(
        "loader-killed",
        ("process in the process pool was terminated abruptly", "BrokenProcessPool",
         "DataLoader worker .* exited unexpectedly", "worker .* killed by signal",
         r"exit(ed)?( with)? code -?(9|137)\b", "^Killed$",
         r"killed .*out.of.memory", r"OOM.?kill"),
        Sentence("A process was ended from outside, mostly by the system for lack of memory"),
        Sentence("Lower batch or threads, close other programs, and go on with --resume."),
        "A process in the process pool was terminated abruptly while the future was running or pending.",
    ),
    # --- GPU and driver ----------------------------------------------------------------------------------------------
    Advice(
        "gpu-busy",
        ("CUDA_ERROR_INVALID_DEVICE", "CUDA_ERROR_DEVICE_UNAVAILABLE", "all CUDA-capable devices are busy"),
        Sentence("Another process has the GPU to itself"),
        Sentence("End it (the dialog Train names it under “Runs on”), or choose another GPU with devices."),
        "failed call to cuInit: CUDA_ERROR_INVALID_DEVICE: invalid device ordinal",
    ),
    Advice(
        "profiler-library",
        ("libcupti", "CUPTI_ERROR", "cupti_tracer",),
        Sentence("The library that profiles GPUs is missing, or of another version than CUDA"),
        Sentence(
            "Train without profiling, which is the default, or install matching libraries by script/bootstrap --gpu "
            "or pip install \"textscanner-studio[gpu]\"; a link from another version's file crashes."
        ),
        "Could not load dynamic library 'libcupti.so.10.1'; dlerror: libcupti.so.10.1: cannot open "
        "shared object file",
    ),
    Advice(
        "gpu-libraries",
        ("Cannot dlopen some GPU libraries", "could not load dynamic library",
         r"lib(cuda|cudart|cudnn|cublas|cusolver|cusparse|cufft|curand|nccl)\w*\.so[.\d]*:? (cannot|not found)",
         "cudnn.* version mismatch", "Loaded runtime CuDNN library"),
        Sentence("NVIDIA's libraries are missing, or do not fit this TensorFlow"),
        Sentence(
            "Install matching libraries by script/bootstrap --gpu or pip install \"textscanner-studio[gpu]\"; do not "
            "link one version's file to another's name."
        ),
        "Could not load dynamic library 'libcusolver.so.10'; dlerror: libcusolver.so.10: cannot open "
        "shared object file",
    ),
    Advice(
        "gpu-driver",
        ("CUDA driver version is insufficient", "CUDA_ERROR_NO_DEVICE", "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
         "failed call to cuInit"),
        Sentence("The NVIDIA driver does not fit the installed library"),
        Sentence("Update the driver, then look at `textscanner doctor`."),
        "CUDA driver version is insufficient for CUDA runtime version",
    ),
    Advice(
        "gpu-too-old",
        ("no kernel image is available", "CUDA_ERROR_NO_BINARY_FOR_GPU", "hipErrorNoBinaryForGpu",
         r"ptxas .* is not supported|Value '\w+' is not defined for option 'gpu-name'",
         "which is below the minimum compute capability|not compatible with the current PyTorch installation"),
        Sentence("The installed library was built for other graphics cards than this one, mostly for newer ones"),
        Sentence(
            "Install an older version of the library, or another one; `textscanner doctor` says which of them sees the "
            "card. Or train on the CPU: devices CPU:0."
        ),
        "CUDA error: no kernel image is available for execution on the device",
    ),
    Advice(
        "gpu-gone",
        ("GPU is lost", "fallen off the bus",
         "CUDA_ERROR_(UNKNOWN|DEINITIALIZED|ECC_UNCORRECTABLE|HARDWARE_STACK_ERROR)",
         "CUDA error: (unspecified launch failure|unknown error|driver shutting down|uncorrectable ECC)",
         "hipErrorUnknown", "UR_RESULT_ERROR_DEVICE_LOST|DEVICE_LOST",
         "couldn't communicate with the NVIDIA driver|Driver/library version mismatch"),
        Sentence("The graphics card or its driver stopped answering in the middle of the work"),
        Sentence(
            "Start the machine again, mostly after an update of the driver, then go on from the last checkpoint with "
            "Resume, or --resume."
        ),
        "CUDA_ERROR_UNKNOWN: unknown error",
    ),
    Advice(
        "too-late",
        ("(physical|virtual|logical) devices cannot be (modified|configured|changed) after",
         "cannot be modified after initialization", "Memory growth cannot differ",
         "must be set before GPUs have been initialized", "must be set at program startup"),
        Sentence("Devices, threads and memory growth can be set only before TensorFlow has computed anything"),
        Sentence("Start it in a new process."),
        "Virtual devices cannot be modified after being initialized",
    ),
    # --- Data --------------------------------------------------------------------------------------------------------
    Advice(
        "record-feature-missing",
        ("is required but could not be found",),
        Sentence("A record lacks a feature that is expected"),
        Sentence("Compare its manifest.json, or write the records again."),
        "Feature: image (data type: string) is required but could not be found.",
    ),
    Advice(
        "record-feature-differs",
        ("Can't parse serialized Example", "could not parse example input", "_list slice was not parsed",
         "Data types don't match.*expected type"),
        Sentence("A record has features of another type or length than expected"),
        Sentence("Compare its manifest.json, or write the records again."),
        "Key: lm. Can't parse serialized Example.",
    ),
    Advice(
        "record-damaged",
        ("DataLoss", "corrupted record", "truncated record"),
        Sentence("A record file is cut off or damaged"),
        Sentence("Write the record file again."),
        "DataLossError: truncated record at 40961",
    ),
    Advice(
        "mixed-shapes",
        ("Cannot batch tensors with different shapes", "Cannot add tensor to the batch", "could not be batched",
         "all input arrays must have the same shape"),
        Sentence("The images differ in size or channels, for example because grey ones are among them"),
        Sentence("Prepare all with one spec, which turns each into three channels of one size."),
        "Cannot batch tensors with different shapes in component 0. First element had shape [224,224,3] "
        "and element 1 had shape [224,224,1].",
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
        "src is not a numpy array, neither a scalar",
    ),
    Advice(
        "py-function-type",
        (r"Cannot convert \S+ to EagerTensor of dtype", "py_func.* returns? .*but expects", "Expected .* Tout"),
        Sentence("A Python function in the input pipeline gave another type than it was declared with"),
        Sentence("Declare it in Tout, or convert inside of it."),
        "Cannot convert 0.5 to EagerTensor of dtype int32",
    ),
    Advice(
        "path-is-no-text",
        (r"convert a value \((Posix|Windows|Pure\w*)?Path\(",),
        Sentence("TensorFlow does not accept a pathlib.Path"),
        Sentence("Pass str(path)."),
        "Attempt to convert a value (PosixPath('a.png')) with an unsupported type to a Tensor.",
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
        "Failed to convert object of type <class 'list'> to Tensor. Contents: [None, 4, 4, 1].",
    ),
    Advice(
        "empty-data",
        ("PyDataset has length 0", "Your input ran out of data",
         "Unexpected result of `?(train|test|predict)_function", "Empty (dataset|training data)"),
        Sentence("There was no batch"),
        Sentence("Look at what was left out of the data and why: run.json lists it."),
        "The PyDataset has length 0",
    ),
    Advice(
        "structures-differ",
        ("tuple arity mismatch", "two structures don't have the same", "structure of .* doesn't match",
         r"Layer .* expects \d+ input\(s\)", "`metrics` should contain metrics objects"),
        Sentence("Training data, validation data and metrics do not have the same structure"),
        Sentence("Prepare both data sets in the same way, and give metrics for each output by its name."),
        "tuple arity mismatch; expected: 3, got: 1",
    ),
    Advice(
        "channels-differ",
        ("is incompatible with the layer: expected axis -1",),
        Sentence(
            "A layer was given another number of channels than it was built for, as when layers of a ready-made "
            "model are called one after another, past its branches"
        ),
        Sentence("Call the ready-made model as a whole, with all outputs that you need."),
        "Input 0 of layer 'conv2_block1_3_conv' is incompatible with the layer: expected axis -1 of "
        "input shape to have value 64, but received input with shape (None, 8, 8, 256)",
    ),
    Advice(
        "dtypes-differ",
        (r"was expected to be an? \w+ tensor but is an? \w+ tensor",
         r"Input .* has type \w+ that does not match type"),
        Sentence("TensorFlow does not mix types of numbers by itself"),
        Sentence("Convert one side with keras.ops.cast; and cast uint8 before sums, which overflow at 255."),
        "cannot compute Mul as input #1(zero-based) was expected to be a float tensor but is a uint8 "
        "tensor",
    ),
    # --- Models ------------------------------------------------------------------------------------------------------
    Advice(
        "model-of-another-version",
        ("could not be deserialized properly", "Could not locate (class|function)",
         "Unknown (layer|object|loss|metric)",
         "unexpected keyword argument '(trainable|batch_shape|batch_input_shape|dtype)'", "bad marshal data"),
        Sentence("The model was made with another version of Keras, or with layers that this program does not have"),
        Sentence("Choose a .keras file of TextScanner Studio, or install the version of Keras that run.json names."),
        "<class 'keras.src.models.functional.Functional'> could not be deserialized properly.",
    ),
    Advice(
        "weights-of-another-network",
        ("objects could not be loaded", "weight count mismatch", "Layer count mismatch",
         r"expected \d+ variables, but received", "by_name.*only supports loading legacy"),
        Sentence("The weights are of a network of another build"),
        Sentence("Start from the model with --start, which takes over what fits and lists the rest."),
        "A total of 1 objects could not be loaded. Example error message for object <Dense head>",
    ),
    Advice(
        "old-format",
        ("File format not supported", r"Keras 3 only supports V3 `?\.keras`?",
         "save_format.* argument is deprecated"),
        Sentence("Keras 3 does not open a SavedModel folder as a model"),
        Sentence("Choose a .keras file, or train the model again."),
        "File format not supported: filepath=saved. Keras 3 only supports V3 `.keras` files and legacy "
        "H5 format files",
    ),
    Advice(
        "ending",
        ("Invalid filepath extension for saving", r"must end in `?\.?(weights\.h5|keras)", "save_weights_only"),
        Sentence("The name of a model file ends in .keras, that of a file of weights in .weights.h5"),
        Sentence("Change the name."),
        "Invalid filepath extension for saving. Please add either a `.keras` extension for the native "
        "Keras format",
    ),
    Advice(
        "weights-damaged",
        ("truncated file", "file signature not found", "bad object header", "not a zip file",),
        Sentence("The file of a model or of weights is cut off or damaged"),
        Sentence("Copy or download it again."),
        "Unable to synchronously open file (truncated file: eof = 4096, sblock->base_addr = 0, "
        "stored_eof = 94633)",
    ),
    Advice(
        "code-in-model",
        ("Requested the deserialization of a `?Lambda", "safe_mode=False"),
        Sentence("The model holds program code, which is never run"),
        Sentence("Choose a .keras file that TextScanner Studio wrote."),
        "Requested the deserialization of a `Lambda` layer whose `function` is a Python lambda.",
    ),
    Advice(
        "no-download",
        ("URL fetch failure", "Name or service not known", "Temporary failure in name resolution"),
        Sentence("Weights had to be downloaded, but there is no network connection"),
        Sentence("Name a file of weights, or train from scratch."),
        "URL fetch failure on https://storage.googleapis.com/…: None -- [Errno -2] Name or service not "
        "known",
    ),
    # --- Training ----------------------------------------------------------------------------------------------------
    Advice(
        "no-gradient",
        ("gradients do not exist for variables", "No gradients provided for any variable",
         "no gradient reaches the variable"),
        Sentence("A part of the network is not on the path from the image to the losses, so it would never be trained"),
        Sentence("Connect it, or freeze it."),
        "Gradients do not exist for variables ['resnet/conv1/kernel'] when minimizing the loss.",
    ),
    Advice(
        "not-finite",
        ("nan in summary histogram", r"(tensor|loss|gradient)\w* had (nan|inf)", "detected infinity or nan",
         "CheckNumerics", "Input (contains|X contains) (NaN|infinity)", "Invalid loss, terminating training"),
        Sentence("The training produced numbers that are not finite"),
        Sentence("Lower learning_rate or clip_norm, and look at the images of the batch that is named."),
        "Nan in summary histogram for: conv1/kernel_0",
    ),
    Advice(
        "aggregation",
        ("must specify an aggregation method", "DistributedValues value .* cannot be reduced",
         "cannot be reduced with the given reduce op"),
        Sentence("A variable that several devices share was changed without saying how their values become one"),
        Sentence("Create it with aggregation=tf.VariableAggregation.MEAN, or train on one device (devices)."),
        "You must specify an aggregation method to update a MirroredVariable in Replica Context.",
    ),
    Advice(
        "several-machines",
        (r"Attempt to convert a value \(PerReplica", "Invalid reduction dimension 0 for input with 0 dimensions"),
        Sentence("Keras' own fit does not work with several machines"),
        Sentence("Train with `textscanner train`, whose training step works with several machines."),
        "Attempt to convert a value (PerReplica:{ 0: 1.0 }) with an unsupported type to a Tensor.",
    ),
    Advice(
        "peer-lost",
        ("tasks are unhealthy", "stopped sending heartbeats", "UnavailableError", "Connection reset by peer",
         "workers? (died|failed|stopped|is gone)"),
        Sentence("Another machine or process of the training is gone"),
        Sentence("Start all of them again with --resume."),
        "UnavailableError: tasks are unhealthy (stopped sending heartbeats)",
    ),
    Advice(
        "out-of-scope",
        ("InaccessibleTensorError", "is out of scope and cannot be used here", "leaked .* Tensor",
         "cannot be accessed (from|here)"),
        Sentence("A tensor left the loop or the compiled function in which it was made, for example in a Python list"),
        Sentence("Return it, or collect with tf.TensorArray."),
        "InaccessibleTensorError: <tf.Tensor 'while/add:0'> is out of scope and cannot be used here.",
    ),
    Advice(
        "tape-used-up",
        ("non-persistent GradientTape can only be used",),
        Sentence("A gradient tape gives its gradients only once"),
        Sentence("Ask for all gradients in one call, or make the tape persistent."),
        "A non-persistent GradientTape can only be used to compute one set of gradients",
    ),
    Advice(
        "accuracy",
        (r"Incompatible shapes: \[[\d, ]+\] vs\. \[[\d, ]+\] \[Op:Equal\]",),
        Sentence("A metric compared numbers of symbols with probabilities, as keras.metrics.Accuracy() does where "
        '"accuracy" was meant'),
        Sentence("Name the metric that fits the output, such as SparseCategoricalAccuracy."),
        "Incompatible shapes: [16] vs. [16,63] [Op:Equal]",
    ),
    Advice(
        "no-seed",
        ("Random ops require a seed",),
        Sentence("An exactly repeatable training needs a seed before the first random number"),
        Sentence("Give --seed together with --deterministic, in a new process."),
        "Random ops require a seed to be set when determinism is enabled.",
    ),
    Advice(
        "tensor-name",
        (r"Tensor\.name is (meaningless|undefined)",),
        Sentence("A tensor has no name where TensorFlow computes at once"),
        Sentence("Take the name of the layer, or that of a tensor of the model: model.outputs[0].name."),
        "Tensor.name is meaningless when eager execution is enabled.",
    ),
    Advice(
        "removed-argument",
        ("got an unexpected keyword argument '(workers|use_multiprocessing|max_queue_size|write_grads|period)'",
         "has no attribute '(fit_generator|function|lr|estimator|assign|placeholder|get_session|Session)'",
         r"\btf\.estimator\b"),
        Sentence("This is written for an older TensorFlow or Keras"),
        Sentence("workers and use_multiprocessing belong to the PyDataset, the others are gone."),
        "fit() got an unexpected keyword argument 'workers'",
    ),
    # --- TensorBoard -------------------------------------------------------------------------------------------------
    Advice(
        "tensorboard-missing",
        ("TensorBoard is not installed", "No module named 'tensorboard", "TBNotInstalledError",
         "tensorboard: command not found"),
        Sentence("TensorBoard, which TensorFlow no longer includes, is not installed"),
        Sentence("Install the program again, or train with tensorboard = false."),
        "TensorBoard is not installed, missing implementation for tf.summary.scalar",
    ),
    Advice(
        "protobuf",
        (r"Descriptors cannot (not )?be created directly",),
        Sentence("A package was made for an older protobuf than the one that is installed"),
        Sentence(
            "Install a newer version of that package, or do without it: the What-If Tool's plug-in has none. “What "
            "if?” and the curves of this program need neither."
        ),
        "TypeError: Descriptors cannot be created directly.",
    ),
    Advice(
        "profiler-twice",
        ("Another profiler is running", "profiler .*already (started|exists)"),
        Sentence("Two profiles cannot be made at once"),
        Sentence("Wait for the first to end."),
        "AlreadyExistsError: Another profiler is running.",
    ),
    # --- TensorFlow Lite, ports, and what says nothing itself ---------------------------------------------------------
    Advice(
        "flex",
        ("Select TensorFlow op", "Flex delegate", "apply/link the Flex",),
        Sentence(
            "The TensorFlow Lite file has operators of TensorFlow itself, which Python's interpreters do not have"
        ),
        Sentence("Export it without --select-tf-ops."),
        "Select TensorFlow op(s), included in the given model, is(are) not supported by this "
        "interpreter. Make sure you apply/link the Flex delegate before inference.",
    ),
    Advice(
        "tflite-loop",
        ("TensorListReserve", "requires element_shape to be static",),
        Sentence("TensorFlow Lite does not support a loop whose number of steps is not fixed, such as that of a GRU"),
        Sentence(
            "Convert with `textscanner export`, which writes the steps out, or with select TF ops where those "
            "run."
        ),
        "'tf.TensorListReserve' op requires element_shape to be static during TF Lite transformation "
        "pass",
    ),
    Advice(
        "tflite-operator",
        (
            "neither a custom op nor a flex op",
            "ops are not supported by the native TFLite runtime",
            "Some ops are not supported",
        ),
        Sentence("The network has an operator that TensorFlow Lite does not have"),
        Sentence("Replace the layer by one that it has, or convert with select TF ops (--select-tf-ops)."),
        "error: 'tf.ResizeNearestNeighbor' op is neither a custom op nor a flex op",
    ),
    Advice(
        "port-in-use",
        ("Address already in use", "WinError 10048", "only one usage of each socket address",),
        Sentence("Another program listens on this port"),
        Sentence("End it, or choose another port; for TensorBoard the program itself takes a free one."),
        "OSError: [Errno 98] Address already in use",
    ),
)  # fmt: skip
