"""TextScanner Studio for notebooks: look at a project, render maps, read words, measure models, draw figures.

>>> import textscanner as ts
>>> project = ts.open_project("words")                # a folder of word images, never written
>>> image = project[0]
>>> label, text = image.label, image.text              # polygons in image pixels
>>> table = project.rows()                             # for pandas.DataFrame
>>> maps = ts.target_maps(image)                       # character, order, localization
>>> word = ts.decode(maps)                             # what the maps spell
>>> model = ts.load_model("reader")                    # or a .keras file, or a run; this loads TensorFlow
>>> reading = model.read(image, maps=True)[0]          # text, probability, characters, predicted maps
>>> figures = ts.evaluate(model, project)              # as `textscanner evaluate --json`
>>> figure = ts.plot(image, reading)                   # matplotlib
>>> synthetic = ts.synthetic_words(3, seed=1)          # images with exact labels
>>> report = ts.convert("words", "lines", write_as="jsonl")

`ts.import_readings` takes what another program has read, and changes no label.

`textscanner.keras.Watch` is a callback for your own `model.fit`. The manual's page is docs/notebook.md.

Images are (height, width, 3) uint8 RGB, upright. Points are (x, y) in image pixels: x right, y down, the origin at the
top-left corner of the top-left pixel, after EXIF orientation. A failure that you can act on is a `StudioError` with one
sentence; a wrong argument is a ValueError or a TypeError.

Importing this package loads numpy, but neither TensorFlow nor matplotlib. It changes no environment variable and no
setting of logging, warnings or matplotlib.
It needs the package `core` beside it, and ends with an ImportError if another `core` is found first. Nothing of the
package `app` is used, so that another `app` is no hindrance.
"""

from textscanner.own_core import require_own_core

require_own_core()  # before anything of core is imported

from core.base.errors import StudioError
from core.base.version import program_version
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec, Sigma
from textscanner import keras
from textscanner.conversion import convert
from textscanner.drawing import synthetic_words
from textscanner.evaluation import evaluate
from textscanner.maps import WordMaps, decode, target_maps
from textscanner.models import CharacterReading, Model, WordReading, load_model
from textscanner.plotting import plot
from textscanner.projects import ReadOnlyProject, WordImage, open_project
from textscanner.readings import import_readings

__version__ = program_version()

__all__ = [
    "CharacterLabel",
    "CharacterReading",
    "MapSpec",
    "Model",
    "ReadOnlyProject",
    "Sigma",
    "StudioError",
    "WordImage",
    "WordLabel",
    "WordMaps",
    "WordReading",
    "convert",
    "decode",
    "evaluate",
    "import_readings",
    "keras",
    "load_model",
    "open_project",
    "plot",
    "synthetic_words",
    "target_maps",
]
