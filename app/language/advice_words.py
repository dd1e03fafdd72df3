"""What known errors mean and what to do about them, in the window's language: `core` writes English and knows no Qt."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from app.language import sentences
from app.language.languages import marked
from core.base.advice import KNOWN, Advice
from core.base.errors import Sentence

TEXTS = (
    marked("Advice", "NVIDIA's cuDNN could not start, mostly because another program holds the GPU's memory"),
    marked(
        "Advice",
        "Close other programs that use the GPU (nvidia-smi lists them); if that does not help, update the driver.",
    ),
    marked("Advice", "the GPU broke off a computation, mostly for want of memory"),
    marked("Advice", "Lower batch, and close other programs that use the GPU."),
    marked("Advice", "the GPU has too little memory left, mostly because another program holds it"),
    marked("Advice", "Close other programs that use the GPU (nvidia-smi lists them), or lower batch."),
    marked("Advice", "memory did not suffice"),
    marked("Advice", "Lower batch, width or height, or take the preset small."),
    marked("Advice", "a process was ended from outside, mostly by the system for want of memory"),
    marked("Advice", "Lower batch or threads, close other programs, and go on with --resume."),
    marked("Advice", "another process has the GPU to itself"),
    marked("Advice", "End it (nvidia-smi lists it), or choose another GPU with devices."),
    marked("Advice", "NVIDIA's libraries are missing, or do not fit this TensorFlow"),
    marked(
        "Advice",
        "Type script/bootstrap --gpu to install those that fit; do not link one version's file to another's name.",
    ),
    marked("Advice", "the NVIDIA driver or card does not fit this TensorFlow"),
    marked("Advice", "Update the driver, then look at `textscanner doctor`."),
    marked("Advice", "devices, threads and memory growth can be set only before TensorFlow has computed anything"),
    marked("Advice", "Start it in a new process."),
    marked("Advice", "a record lacks a feature that is expected"),
    marked("Advice", "Compare its manifest.json, or write the records again."),
    marked("Advice", "a record has features of another type or length than expected"),
    marked("Advice", "a record file is cut off or damaged"),
    marked("Advice", "Write it again."),
    marked("Advice", "the images differ in size or channels, for example because grey ones are among them"),
    marked("Advice", "Prepare all with one spec, which turns each into three channels of one size."),
    marked(
        "Advice",
        "a function inside Dataset.map or a compiled step was given a tensor of the graph, which has no values yet",
    ),
    marked("Advice", "Call OpenCV and NumPy before the batch becomes a tensor, or through tf.numpy_function."),
    marked("Advice", "a Python function in the input pipeline gave another type than it was declared with"),
    marked("Advice", "Declare it in Tout, or convert inside of it."),
    marked("Advice", "TensorFlow takes no pathlib.Path"),
    marked("Advice", "Pass str(path)."),
    marked("Advice", "a shape is not known while the graph is built, and Python was to compute with it"),
    marked(
        "Advice",
        "Give the data set an output_signature or call set_shape, and compute with keras.ops.shape(x) and not x.shape.",
    ),
    marked("Advice", "there was no batch"),
    marked("Advice", "Look at what was left out of the data and why: run.json lists it."),
    marked("Advice", "training data, validation data and metrics have to be of one structure, and are not"),
    marked("Advice", "Prepare both data sets alike, and give metrics for each output by its name."),
    marked("Advice", "TensorFlow does not mix types of numbers by itself"),
    marked("Advice", "Convert one side with keras.ops.cast; and cast uint8 before sums, which overflow at 255."),
    marked(
        "Advice", "the model was made with another version of Keras, or with layers that this program does not have"
    ),
    marked(
        "Advice", "Choose a .keras file of TextScanner Studio, or install the version of Keras that run.json names."
    ),
    marked("Advice", "the weights are of a network of another build"),
    marked("Advice", "Start from the model with --start, which takes over what fits and lists the rest."),
    marked("Advice", "Keras 3 opens no SavedModel folder as a model"),
    marked("Advice", "Choose a .keras file, or train the model again."),
    marked("Advice", "the name of a model file ends in .keras, that of a file of weights in .weights.h5"),
    marked("Advice", "Change the name."),
    marked("Advice", "the model holds program code, which is never run"),
    marked("Advice", "Choose a .keras file that TextScanner Studio wrote."),
    marked("Advice", "weights were to be downloaded, and there is no network"),
    marked("Advice", "Name a file of weights, or train from scratch."),
    marked(
        "Advice", "a part of the network is not in the way from the image to the losses, so it would never be trained"
    ),
    marked("Advice", "Connect it, or freeze it."),
    marked("Advice", "the training came to numbers that are not finite"),
    marked("Advice", "Lower learning_rate or clip_norm, and look at the images of the batch that is named."),
    marked("Advice", "a variable that several devices share was changed without saying how their values become one"),
    marked("Advice", "Create it with aggregation=tf.VariableAggregation.MEAN, or train on one device (devices)."),
    marked("Advice", "Keras' own fit does not work with several machines"),
    marked("Advice", "Train with `textscanner train`, whose step does."),
    marked("Advice", "another machine or process of the training is gone"),
    marked("Advice", "Start all of them again with --resume."),
    marked(
        "Advice", "a tensor left the loop or the compiled function in which it was made, for example in a Python list"
    ),
    marked("Advice", "Return it, or collect with tf.TensorArray."),
    marked("Advice", "a gradient tape answers once"),
    marked("Advice", "Ask for all gradients in one call, or make the tape persistent."),
    marked(
        "Advice",
        "a metric compared numbers of symbols with probabilities, "
        'as keras.metrics.Accuracy() does where "accuracy" was meant',
    ),
    marked("Advice", "Name the metric that fits the output, such as SparseCategoricalAccuracy."),
    marked("Advice", "an exactly repeatable training needs a seed before the first random number"),
    marked("Advice", "Give --seed together with --deterministic, in a new process."),
    marked("Advice", "this is written for an older TensorFlow or Keras"),
    marked("Advice", "workers and use_multiprocessing belong to the PyDataset, the others are gone."),
    marked("Advice", "TensorBoard, which TensorFlow no longer brings, is not installed"),
    marked("Advice", "Run script/bootstrap again, or train with tensorboard = false."),
    marked("Advice", "two profiles cannot be made at once"),
    marked("Advice", "Wait for the first to end."),
)
"""The meanings and cures of `core.base.advice.KNOWN`, for the catalogue of translations."""


def translated(advice: Advice) -> Advice:
    """A piece of advice in the present language."""
    translate = QCoreApplication.translate
    return replace(advice, meaning=translate("Advice", advice.meaning), cure=translate("Advice", advice.cure))


def said(advice: Advice) -> str:
    """All of it, in the present language."""
    known = translated(advice)
    return QCoreApplication.translate("Advice", "{meaning}. {cure}").format(meaning=known.meaning, cure=known.cure)


def retold(sentence: str) -> str:
    """What `core.base.advice.explained` has made of an error in another process, in the present language.

    It may stand within another sentence. One that explains no known error, such as a sentence of `core.base.errors`
    that names a file, is said as it is.
    """
    if isinstance(sentence, Sentence):
        places = {name: retold(place) if isinstance(place, str) else place for name, place in sentence.places.items()}
        return sentences.said(Sentence(sentence.template, **places))
    for advice in KNOWN:
        begin, end = f"{_capitalised(advice.meaning)} (", f"). {advice.cure}"
        if sentence.startswith(begin) and sentence.endswith(end):
            known, error = translated(advice), sentence[len(begin) : -len(end)]
            form = QCoreApplication.translate("Advice", "{meaning} ({error}). {cure}")
            return form.format(meaning=_capitalised(known.meaning), error=error, cure=known.cure)
    return sentence


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
