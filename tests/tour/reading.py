"""The stages after the training: the model reads, is asked why, finds wrong labels, and drafts missing ones."""

from PySide6.QtWidgets import QMenu, QWidget

from app.reviewing.queue import Queued
from app.views.predictions.model_chooser import ModelChooser
from app.views.predictions.panel import ReadingPanel
from core.analysis.attribution.error_attribution import Diagnosis
from core.index.filters import STATUSES
from core.labels.files.storage import label_path
from core.labels.label import WordLabel
from tests.tour.guide import Guide, Stage
from tests.tour.project import label_on_disk

_FIRST = 5  # places of the review queue
_DRAFTED = 0.5  # share of the drafts that have to read right


def choose_model(guide: Guide) -> None:
    """Choose no model, then the run in the menu of the status bar, and see what it reads."""
    hands, session = guide.hands, guide.session
    predictions, run = session.predictions, session.training.state.run
    assert run is not None
    guide.show(guide.project.watched)
    chooser = guide.part(ModelChooser, guide.window)
    panel = guide.show_panel("predictions", ReadingPanel)
    _pick(guide, chooser, ("No model",))
    hands.wait(lambda: not predictions.is_on, "no model")
    hands.wait(lambda: session.runs.entry(run) is not None, "the run in the list of runs")
    _pick(guide, chooser, (run.name, "Best"))
    guide.wait_long(lambda: predictions.state == "ready" and predictions.current is not None, "what the model reads")
    current = predictions.current
    assert current is not None
    guide.require(predictions.model == run, f"{predictions.model} predicts, not {run}.")
    guide.require(panel.word.text().startswith(current.maps.word.text), f"The panel says “{panel.word.text()}”.")
    guide.picture("model-chosen", "What the finished model sees in the word, position by position.")
    word = current.maps.word
    guide.say(
        f"The model reads “{word.text}” with a probability of {word.probability:.2f} in {session.image}, whose label "
        f"says “{session.editor.label.word}”; it has not learned from it."
    )


def read_folder(guide: Guide) -> None:
    """Read every image of the list."""
    session, table = guide.session, guide.session.catalog.table
    guide.show_panel("review", QWidget)
    guide.hands.do("predict.folder")
    guide.wait_long(lambda: session.in_use.folder.job is not None, "the reading of the folder")
    guide.wait_long(lambda: session.in_use.folder.job is None, "the end of the reading")
    labelled = len(table) - len(guide.project.unlabelled)
    queue = session.reviewing
    guide.wait_long(lambda: queue.is_ready and len(queue.queue) >= labelled, f"{labelled} judged labels")
    right = sum(queued.text == queued.read for queued in queue.queue)
    unlearned = [queued for queued in queue.queue if queued.was_trained_on is False]
    guide.require(queue.is_known and unlearned, "The queue does not know from which labels the model has learned.")
    guide.say(
        f"{len(queue.queue):,} labels were judged; the model contradicts {len(queue.queue) - right:,} of them. It has "
        f"not learned from {len(unlearned):,}, which stand first."
    )
    guide.picture("review-queue", "The review queue: what the model contradicts most comes first.")


def ask_why(guide: Guide) -> None:
    session = guide.session
    misread = [queued for queued in session.reviewing.queue if queued.read != queued.text]
    guide.require(misread, "There is no misread word.")
    own = [queued for queued in misread if queued.image not in guide.project.planted]  # the network's own mistake
    page = guide.show_panel("predictions", ReadingPanel)
    # if the network reads a word rightly, and an aid such as the further looks misreads it, no map is at fault
    word = next((queued for queued in own or misread if _diagnosed(guide, page, queued.image).mistakes), None)
    guide.require(word is not None, "No mistake is named in any misread word.")
    assert word is not None
    guide.picture("why-is-it-wrong", f"Why “{word.text}” is read as “{word.read}”.")
    guide.require(page.verdict.text() and page.cause.text(), f"The panel does not say why {word.image} is misread.")
    guide.say(f"{word.image}, “{word.text}” read as “{word.read}”: {page.verdict.text()} {page.cause.text()}")


def _diagnosed(guide: Guide, page: ReadingPanel, image: str) -> Diagnosis:
    guide.show(image)
    guide.wait_long(lambda: guide.session.predictions.current is not None, f"the reading of {image}")
    guide.wait_long(lambda: page.diagnosing.is_current, "the diagnosis")
    diagnosis = page.diagnosing.diagnosis
    assert diagnosis is not None
    return diagnosis


def review(guide: Guide) -> None:
    """Walk the first places of the queue; where a label is wrong, accept what the model reads, with one key."""
    hands, session, planted = guide.hands, guide.session, guide.project.planted
    guide.show_panel("review", QWidget)
    first = session.reviewing.queue[:_FIRST]
    wrong = [place for place, queued in enumerate(first, 1) if queued.image in planted]
    listed = ", ".join(f"{queued.image} (“{queued.text}”, read “{queued.read}”)" for queued in first)
    guide.require(wrong, f"None of the first {_FIRST} labels of the queue is a planted error: {listed}.")
    guide.say(f"Of the first {_FIRST} labels of the queue, {_listed(wrong)} wrong: {listed}.")
    found = next((queued for queued in first if _is_mended(queued, guide)), None)
    guide.require(found is not None, "The model reads none of these wrong labels right.")
    assert found is not None
    for queued in first:
        hands.do("go.next_in_queue")
        hands.wait_for_image(queued.image)
        if queued == found:
            break
    guide.wait_long(lambda: session.predictions.current is not None, f"the reading of {found.image}")
    error, before = planted[found.image], session.editor.label
    guide.picture("a-wrong-label", f"The label says “{before.word}”, the model reads “{found.read}”.")
    hands.do("predict.accept")
    hands.wait(lambda: session.editor.label.reading == found.read, "the accepted label")
    hands.wait_until_saved()
    guide.picture("accepted-with-one-key", "One key, and the label says what the model reads.")
    reading = label_on_disk(guide.project, found.image).reading
    guide.require(reading == found.read, f"The label file of {found.image} reads “{reading}”, not “{found.read}”.")
    guide.say(
        f"{found.image} had an error of the kind “{error.kind}”: “{before.word}” became “{reading}” with the key "
        f"{guide.window.action_set.keys('predict.accept')[0]}, in the label file, too."
    )


def prelabel(guide: Guide) -> None:
    hands, session, window = guide.hands, guide.session, guide.window
    texts = guide.project.unlabelled
    guide.show(next(iter(texts)))
    hands.do("view.filter")
    hands.type("status:none", window.images.filter_box)
    hands.wait(lambda: len(session.catalog.visible) == len(texts), f"{len(texts)} images without a label")
    guide.picture("without-label", "The list shows the images that have no label.")
    hands.do("predict.prelabel_many")
    guide.wait_long(lambda: any(_label_of(guide, image) is not None for image in texts), "the first draft")
    guide.wait_long(lambda: session.models.drafting.job is None, "the end of the drafting")
    window.images.filter_box.clear()
    # Words that the model reads with little probability get no draft, and how many these are hangs on the training
    labels = {image: label for image in texts if (label := _label_of(guide, image)) is not None}
    drafts = [label for label in labels.values() if any(each.source == "model" for each in label.characters)]
    guide.require(len(drafts) == len(labels), f"{len(drafts)} of {len(labels)} labels are a model's drafts.")
    right = sum(label.word == texts[image] for image, label in labels.items())
    guide.show(next(iter(labels)))
    hands.wait(lambda: session.editor.label.word == next(iter(labels.values())).word, "the draft on screen")
    left, none = len(texts) - len(labels), STATUSES.index("none")
    hands.wait(lambda: sum(session.catalog.table.status == none) == left, "the drafts in the list")
    guide.picture("prelabelled", "A draft, with the model's boxes.")
    guide.require(right >= _DRAFTED * len(texts), f"Only {right} of {len(texts)} words have a draft that reads right.")
    guide.say(f"{len(drafts)} of {len(texts)} labels were drafted; {right} of them read as the word does.")


def save(guide: Guide) -> None:
    """See that every label on the disk is what the window shows, and that no edit is left."""
    session, hands, spared = guide.session, guide.hands, guide.project.unlabelled.keys()  # some of these got no draft
    hands.wait_until_saved()
    hands.wait(lambda: not session.workspace.background.jobs, "the end of all jobs")
    table = session.catalog.table
    labels = [_label_of(guide, image) for image in table.images]
    none = {image for image, label in zip(table.images, labels, strict=True) if label is None}
    guide.require(none <= spared, f"Of {', '.join(none - spared)} no label is on the disk.")
    listed = ["" if label is None else label.word for label in labels]
    hands.wait(lambda: table.text == listed, "the texts of the label files in the list")
    guide.say(f"All {len(table) - len(none):,} labels on the disk are those of the list; no edit is left to be saved.")
    guide.picture("all-saved", "All labels are saved.")


def _pick(guide: Guide, chooser: ModelChooser, path: tuple[str, ...]) -> None:
    """Choose an entry in the menu of models, by the beginnings of its texts."""
    menu = chooser.menu()
    menu.aboutToShow.emit()  # as a press would: but a menu that is open takes all events until it is closed
    for text in path:
        entry = next((each for each in menu.actions() if each.text().startswith(text)), None)
        guide.require(entry is not None, f"The menu of models has no entry “{text}”.")
        assert entry is not None
        inside = entry.menu()
        if isinstance(inside, QMenu):
            menu = inside
        else:
            entry.trigger()


def _is_mended(queued: Queued, guide: Guide) -> bool:
    """Whether a label is wrong and the reading right, as far as it is known which text is right."""
    error = guide.project.planted.get(queued.image)
    if error is None or queued.read == queued.text:
        return False
    before, place = queued.text, error.order - 1
    match error.kind:
        case "symbol":
            right = before[:place] + str(error.was) + before[place + 1 :]
        case "missing":
            right = before[:place] + str(error.was) + before[place:]
        case "order":
            right = before[:place] + before[place : place + 2][::-1] + before[place + 2 :]
        case "text":
            right = str(error.was)
        case _:
            return False  # of a shifted character the text is right
    return queued.read == right


def _label_of(guide: Guide, image: str) -> WordLabel | None:
    """The label of an image on the disk; None where it has none."""
    return label_on_disk(guide.project, image) if label_path(guide.project.folder / image).exists() else None


def _listed(places: list[int]) -> str:
    return f"number {places[0]} is" if len(places) == 1 else f"numbers {', '.join(map(str, places))} are"


READING = (
    Stage(
        "model", "The model reads", "The run is chosen in the prediction panel.", choose_model, ("stop",),
    ),
    Stage("folder", "Read the folder", "All images of the list are predicted.", read_folder, ("model",)),
    Stage("why", "Why is it wrong?", "A word that is misread is explained.", ask_why, ("folder",)),
    Stage(
        "review",
        "The review queue finds a label error",
        f"The first {_FIRST} labels of the queue are gone through, and what the model reads is accepted with one key.",
        review,
        ("folder",),
    ),
    Stage("prelabel", "Prelabel the rest", "Labels are drafted for the images that have none.", prelabel, ("model",)),
    Stage("save", "Everything is saved", "The label files are compared with the list.", save, ("prelabel",)),
)  # fmt: skip
"""What a person does with a model."""
