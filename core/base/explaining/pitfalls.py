"""Pages on faults that no message names, or that need more than a sentence."""

from __future__ import annotations

from core.base.errors import Sentence
from core.base.explaining.known_errors import Advice, AdvicePart

PITFALLS: tuple[Advice, ...] = (
    Advice(
        "ready-made-model-in-a-layer",
        (r"Failed to convert elements of \(None", r"conv2_block1_\d_conv", "get_layer"),
        Sentence(
            "A ready-made model, such as ResNet-50, is to be a part of a layer, and maps from inside of it are wanted"
        ),
        Sentence("Of three common ways, the third works; the preset paper is built in this way."),
        parts=(
            AdvicePart(
                Sentence("First way: call the model, then ask its layers"),
                'self.resnet(x)\nreturn self.resnet.get_layer("conv4_block6_out").output',
                "TypeError: Failed to convert elements of (None, 4, 16) to Tensor. Consider casting elements to "
                "a supported "
                "type.",
                Sentence(
                    "The output of a layer is a symbol of the graph that the model was built in, not what it has "
                    "just computed. "
                    "Building and even a call succeed; training fails."
                ),
            ),
            AdvicePart(
                Sentence("Second way: call its layers one after another"),
                "for layer in resnet.layers[1:]:\n    x = layer(x)",
                "ValueError: Input 0 of layer 'conv2_block1_3_conv' is incompatible with the layer: expected "
                "axis -1 of "
                "input shape to have value 64, but received input with shape (None, 8, 8, 256)",
                Sentence(
                    "model.layers is a plain list, but the network has branches: at the first one a layer gets the "
                    "output of the wrong layer. layers.pop() changes nothing, either."
                ),
            ),
            AdvicePart(
                Sentence("Third way: a model with several outputs, inside of the layer"),
                'names = ["conv3_block4_out", "conv4_block6_out", "conv5_block3_out"]\n'
                "self.resnet = keras.Model(resnet.input, [resnet.get_layer(name).output for name in names])\n"
                "fine, middle, coarse = self.resnet(x, training=training)",
                "",
                Sentence(
                    "The new model shares layers and weights with the ready-made one and computes all outputs in "
                    "one call. Register "
                    "the layer for serialisation, and it is saved and loaded with the rest."
                ),
            ),
        ),
    ),
    Advice(
        "python-in-pipeline",
        ("Graph execution error[^$]*PyFunc", "PyFunc", "EagerPyFunc"),
        Sentence("A Python function in the input pipeline failed"),
        Sentence("Look at the last line of the message, which is what the function itself said."),
        "UnknownError: Graph execution error: Detected at node PyFunc … ValueError: word_3.json: no text",
    ),
    Advice(
        "grey-stays-grey",
        ("grayscale_to_rgb",),
        Sentence("Grey images stay grey although the function given to Dataset.map converts them"),
        Sentence(
            "In Dataset.map image.shape[-1] is not known, so a Python if decides once for all images. Decode with "
            "channels=3, or decide with tf.shape and tf.cond. This program reads every image with three channels."
        ),
    ),
    Advice(
        "slow-model",
        (
            r"(load_model|loading|load a model|open.*model).*(slow|hang|minutes|for ?ever|never|stuck)",
            "(slow|hang|stuck).*load_model",
            r"\bmodels?\b.*\b(load|open)\w*\b.*(slow|hang|minutes|for ?ever|never|stuck)",
            r"\b(models?|SavedModel)\b.*(slow|hang|minutes|for ?ever|never|stuck).*\b(load|open)",
        ),
        Sentence("A model takes minutes to open, or never opens"),
        Sentence(
            "A SavedModel, a network disk or another version of TensorFlow may be the cause. Keep models as "
            ".keras files, and "
            "copy them to this machine. Here models open in the background, and can be stopped."
        ),
    ),
    Advice(
        "slow-first-step",
        (),
        Sentence("The first step of a training takes as long as a hundred others"),
        Sentence("The training step is being compiled, as the training's progress bar says. This happens once a run."),
    ),
    Advice(
        "runs-differ",
        ("TF_CUDNN_DETERMINISTIC", "TF_DETERMINISTIC_OPS"),
        Sentence("Two trainings with the same seed end with other weights"),
        Sentence(
            "A seed alone does not fix the order of threads, and TF_CUDNN_DETERMINISTIC has no effect any more. Train "
            "with deterministic = true, which takes some 30 % longer."
        ),
    ),
    Advice(
        "repeat-takes-a-number",
        (r"repeat\((True|False)\)", "repeat.*(count|int64)"),
        Sentence("A data set gives one pass, or nothing, although repeat was called"),
        Sentence("Call repeat() without a number: repeat(True) means once, and repeat(False) never."),
    ),
    Advice(
        "segmentation-fault",
        ("Segmentation fault", "SIGSEGV", "core dumped"),
        Sentence("Python ended without a message, because a library crashed"),
        Sentence(
            "Start it with `python -X faulthandler`, which names the call. In functions of Dataset.map, call "
            "cv2.setNumThreads(0) first. This program reads foreign files in separate processes."
        ),
        "Fatal Python error: Segmentation fault",
    ),
    Advice(
        "weights-by-order",
        (r"by_name ?= ?False", "without by_name", "topological loading"),
        Sentence("Weights of an .h5 file are loaded by the order of the layers, not by their names"),
        Sentence(
            "Another order gives wrong weights without a message. Load them into the network that wrote them, or give "
            "layers the same names and use by_name=True (in Keras 3 only for old .h5 files). Change a model… goes by "
            "names."
        ),
        "model.load_weights(path, by_name=False)",
    ),
    Advice(
        "weights-passed-over",
        ("skip_mismatch", "by_name"),
        Sentence("Weights were loaded, and the network reads as if they were not"),
        Sentence(
            "Layers of other shapes keep random weights with skip_mismatch. Compare the weights before and after; "
            "Change a model… lists what was not taken over."
        ),
        "model.load_weights(path, skip_mismatch=True)",
    ),
    Advice(
        "layer-without-configuration",
        ("must override .get_config", "^get_config$", "non-serializable argument"),
        Sentence("A custom layer does not say with which arguments it was made, so no file can hold it"),
        Sentence(
            "Give it get_config with all arguments of __init__, and register it by "
            "@keras.saving.register_keras_serializable()."
        ),
        "Object Stem was created by passing non-serializable argument values in `__init__()`, and therefore the object "
        "must override `get_config()` in order to be serializable.",
    ),
    Advice(
        "eager-left-on",
        ("run_eagerly", "run_functions_eagerly"),
        Sentence("A training is several times slower than it was, since it runs operation by operation"),
        Sentence(
            "Remove run_eagerly=True and tf.config.run_functions_eagerly(True). Here “eager” is for some steps, to "
            "look for a fault."
        ),
        "model.compile(optimizer, loss, run_eagerly=True)",
    ),
    Advice(
        "sequence-without-a-step",
        (
            r"\bfit\b.*(Sequence|PyDataset|generator).*(no reaction|nothing|hang|stuck|freez|not start)",
            r"(Sequence|PyDataset|generator).*\bfit\b.*(no reaction|nothing|hang|stuck|freez|not start)",
        ),
        Sentence("fit gets a Sequence, but makes no step and reports no error"),
        Sentence(
            "Call len(sequence) and sequence[0] by hand first: a length of 0 gives no step. Call super().__init__() "
            "in the sequence's __init__, and set workers=1 and use_multiprocessing=False. The first step compiles, "
            "which may take minutes."
        ),
        "model.fit(sequence, workers=4, use_multiprocessing=True)",
    ),
    Advice(
        "accuracy-of-another-kind",
        (r"metrics\.Accuracy", r"\bAccuracy\b.*(differ|not the same|another|other than|always 0|is 0|stays 0|zero)"),
        Sentence(
            "keras.metrics.Accuracy counts predictions that equal the labels as numbers, as probabilities hardly do"
        ),
        Sentence(
            "The “accuracy” of metrics is another one: SparseCategoricalAccuracy for numbers of classes, "
            "CategoricalAccuracy for one-hot labels. Write that name, or give Accuracy the argmax."
        ),
        "model.compile(optimizer, loss, metrics=[tf.keras.metrics.Accuracy()])",
    ),
    Advice(
        "gpu-memory-growth",
        ("TF_FORCE_GPU_ALLOW_GROWTH", "allow_growth", "takes? (all|the whole).*GPU.*memory"),
        Sentence("TensorFlow takes nearly all memory of a GPU at its start, unless it may grow"),
        Sentence(
            "Set TF_FORCE_GPU_ALLOW_GROWTH=true before Python starts, or call "
            "tf.config.experimental.set_memory_growth for each GPU first of all. This program does so; “Check "
            "this machine” says if it works."
        ),
        "TF_FORCE_GPU_ALLOW_GROWTH=true python train.py",
    ),
    Advice(
        "variable-exists",
        (r"Variable \S+ already exists",),
        Sentence("A graph of TensorFlow 1 has a variable of this name: the code that makes it ran twice"),
        Sentence(
            "Call tf.compat.v1.reset_default_graph() before you build again, or share it: variable_scope(…, "
            "reuse=tf.compat.v1.AUTO_REUSE). In Keras make layers once, in __init__, and call them as often as "
            "you like."
        ),
        "ValueError: Variable conv1/kernel already exists, disallowed. Did you mean to set reuse=True or "
        "reuse=tf.AUTO_REUSE in VarScope?",
    ),
    Advice(
        "freeze-graph",
        ("freeze_graph", "convert_variables_to_constants"),
        Sentence("freeze_graph puts the weights of a TensorFlow 1 checkpoint into its graph"),
        Sentence(
            "In TensorFlow 2 call convert_variables_to_constants_v2 of a concrete function, or keep a SavedModel,"
            " which needs no freezing. Here: textscanner export MODEL --out DIR --format frozen."
        ),
        "python -m tensorflow.python.tools.freeze_graph --input_graph=graph.pbtxt --input_checkpoint=model.ckpt",
    ),
    Advice(
        "tf-upgrade",
        ("tf_upgrade_v2",),
        Sentence("tf_upgrade_v2 renames the calls of TensorFlow 1, mostly to tf.compat.v1, and changes nothing else"),
        Sentence(
            "Run it with --intree, --outtree and --reportfile, and read the report: sessions, placeholders and "
            "tf.contrib must be rewritten by hand, best as Keras layers."
        ),
        "tf_upgrade_v2 --infile train.py --outfile train_v2.py",
    ),
    Advice(
        "sequence",
        ("Sequence.*deprecated", "keras.utils.Sequence", "fit_generator"),
        Sentence("A Sequence that worked with Keras 2 warns, or is no longer accepted"),
        Sentence(
            "Derive from keras.utils.PyDataset, call super().__init__(workers=…) there, and give it to fit instead of "
            "fit_generator."
        ),
        "`Model.fit_generator` is deprecated. Please use `Model.fit`, which takes a keras.utils.Sequence.",
    ),
    Advice(
        "processes-and-tensorflow",
        ("multiprocessing can interact badly",),
        Sentence("Processes that prepare batches hang, or give the same batches"),
        Sentence(
            "Start them by “spawn”, before TensorFlow has computed anything, and seed each. The trainings of this "
            "program do so: raise loader processes there."
        ),
        "multiprocessing can interact badly with TensorFlow, causing nondeterministic deadlocks.",
    ),
    Advice(
        "logits",
        ("cross_?entropy.*with_logits", "received .?from_logits=True"),
        Sentence("A loss gets probabilities and takes them for logits, or the other way round"),
        Sentence(
            "Leave the softmax out of the network and give the crossentropy from_logits=True, or keep the softmax and "
            "leave from_logits out. Never both."
        ),
        '"`sparse_categorical_crossentropy` received `from_logits=True`, but the `output` argument was produced by a '
        'Softmax activation and thus does not represent logits."',
    ),
    Advice(
        "bytes-overflow",
        ("uint8 overflow",),
        Sentence("Colours wrap around: sums and differences of bytes (uint8) overflow at 255 and at 0"),
        Sentence("Cast the image to float32 or int32 before you compute, and clip before you cast it back."),
    ),
    Advice(
        "graph-missing",
        ("No graph definition files", r"graphs?\b.*TensorBoard", r"TensorBoard.*\bgraphs?\b"),
        Sentence("The page Graphs of TensorBoard stays empty"),
        Sentence(
            "TensorFlow 2 has a graph only of a compiled function: write it by tf.summary.graph. Here the window Model "
            "shows the layers."
        ),
        "No graph definition files were found.",
    ),
    Advice(
        "bytes-in-a-generator",
        ("from_generator",),
        Sentence("Texts that Dataset.from_generator hands to a generator arrive as bytes"),
        Sentence("Decode them there, as in name.decode(), or close over them and leave args out."),
        "tf.data.Dataset.from_generator(words, args=[folder]): folder is b'words'",
    ),
    Advice(
        "gpu-waits",
        (
            "GPU.utili[sz]ation",
            "GPU (is|stays) (idle|cold)",
            "Batch ?Norm.*(slow|time|cost|expensive)",
            r"tf\.data.*(Sequence|PyDataset).*(speed|fast|slow|performance)",
            r"(speed|fast|slow|performance).*tf\.data",
        ),
        Sentence("The GPU is idle for most of a training"),
        Sentence(
            "The step waits for images, or has too little work. Raise the loader processes, then the batch. Training › "
            "Profile 20 steps shows the share of the input and of each kind of operation, such as batch normalisation."
        ),
    ),
    Advice(
        "retracing",
        (r"\bretrac(e|es|ed|ing)\b",),
        Sentence("A tf.function is compiled again and again, and each time takes seconds"),
        Sentence(
            "Make it once, outside of the loop, give it tensors instead of Python numbers, and batches of one shape, "
            "or an input_signature with None for the sides that differ."
        ),
        "WARNING: 5 out of the last 5 calls to triggered tf.function retracing.",
    ),
    Advice(
        "python-in-a-graph",
        (
            r"\b(append|lists?|global|side effects?|mutat\w*|print)\b.*(tf\.function|AutoGraph)",
            r"(tf\.function|AutoGraph).*\b(append|lists?|global|side effects?|mutat\w*|print)\b",
        ),
        Sentence("Python within a tf.function runs while it is traced, and not in each step"),
        Sentence(
            "What it appends to a list, counts or prints is not there afterwards. Return tensors, or use tf.Variable, "
            "tf.TensorArray and tf.print. To look inside, run some steps operation by operation: here “eager”."
        ),
        "@tf.function\ndef step(x): losses.append(loss(x))",
    ),
    Advice(
        "operations-in-order",
        (r"\btf\.(assign|assign_add|identity)\b", "control_dependencies"),
        Sentence("Code of TensorFlow 1 assigns variables in a graph and orders operations with control_dependencies"),
        Sentence(
            "Call variable.assign(…). Inside a tf.function, TensorFlow 2 runs what changes a variable in the order of "
            "the lines. This program keeps the moving average of the weights so (ema)."
        ),
        "with tf.control_dependencies([tf.assign(average, new)]): output = tf.identity(output)",
    ),
    Advice(
        "images-of-any-size",
        (r"\(None, None, 3\)", "dynamic (input|shape|size)", "(variable|any|different) (width|height|size)s?"),
        Sentence("A network shall take images of any size"),
        Sentence(
            "Build it with keras.Input((None, None, 3)) and use keras.ops.shape(x) for sizes. The networks of this "
            "program take each height and width that 32 divides; an exported file has the size of its model."
        ),
    ),
)
