"""The base of the import and export dialogs: the background job, its progress, and the report of refused records."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from shiboken6 import isValid

from app.bulk.exchange import Exchanged, Order, exchange
from app.bulk.report import BulkReport
from app.bulk.turned_crops import TurnedCrops
from app.language.figures import counted
from app.language.languages import translate
from app.language.sentences import translated
from app.session import Session
from app.views.exchange.job_dialog import ReportDialog
from app.workers.background import Job
from core.labels.formats.conversion import Conversion
from core.labels.formats.report import report_lines
from core.labels.formats.text_field import TextFieldError
from core.labels.formats.turned_crops import READ_BETTER_TURNED, TurnedJob


class ExchangeDialog(ReportDialog):
    """A form with a background conversion and the report of it."""

    # For the two dialogs to say

    def order(self) -> Order | str:
        """Return the conversion to run, or a sentence that names the missing choice."""
        raise NotImplementedError

    def title_of(self, order: Order) -> str:
        """Return the title of the conversion, for the history and the list of jobs."""
        raise NotImplementedError

    # The run

    def begin(self) -> None:
        """Save the edited label, then start the conversion."""
        order = self.order()
        if isinstance(order, str) or self.job is not None:
            return
        session, title = self._session, self.title_of(order)
        self.report.set_refusals(())
        self.run.setEnabled(False)

        def start() -> None:
            if not isValid(self) or self.job is not None:
                return
            job = self._started(order, title)
            if job is None:
                self.check()
            else:
                self._follow_job(job)

        session.workspace.leaving.emit()
        session.saver.when_saved(start)

    def _started(self, order: Order, title: str) -> Job | None:
        """Start an order and return its job, or None, with a sentence in the window, if it cannot begin."""
        session, root = self._session, self._session.workspace.root
        into_project = root is not None and order.folder.absolute() == root
        opened = frozenset(document.image for document in session.documents) if into_project else frozenset()
        by = session.workspace.annotator
        return session.workspace.background.start(
            title,
            lambda job: exchange(order, title, into_project, opened, job.progress, by=by),
            finished=partial(self._finished, order, title, root if into_project else None),
            failed=self._failed,
        )

    def _finished(self, order: Order, title: str, root: Path | None, done: Exchanged) -> None:
        session = self._session
        if done.conversion is not None:
            look_for_turned_crops(session, done.conversion)
        if root is not None and session.project is not None and session.project.root == root:
            session.folder.bulk.written(BulkReport(title, done.action, done.changed, files=done.files or {}))
            session.catalog.look_for_changes()  # for images that are new
        if isValid(self):
            self.show_result(done)
            self.settle(done, order)
        elif done.trouble or (done.conversion is not None and done.conversion.needs_a_look):
            session.notify(f"{title}: {report_of(done)}", "warning")

    def settle(self, done: Exchanged, order: Order) -> None:
        """Finish after the conversion, in the way of the derived dialog."""

    def show_result(self, done: Exchanged) -> None:
        """Show the result of the conversion and list the refused records."""
        conversion = done.conversion
        is_faulty = bool(done.trouble) or (conversion is not None and not conversion.succeeded)
        self._say(report_of(done), fault=is_faulty)
        if conversion is None:
            return
        self.report.set_refusals(conversion.refusals, conversion.notes)
        if conversion.succeeded:
            self.close_button.setDefault(True)  # an Enter does not do it all again
        if conversion.needs_a_look:
            self.resize(self.width(), max(self.height(), 520))

    def check(self) -> None:
        """Name the missing choice, and enable the start button if none is missing."""
        order = self.order()
        self.run.setEnabled(self.job is None and not isinstance(order, str))
        if self.job is None:
            self.run.setDefault(True)
            self._say(order if isinstance(order, str) else "")

    def _allow(self) -> None:
        self.run.setEnabled(not isinstance(self.order(), str))


def look_for_turned_crops(session: Session, done: Conversion) -> None:
    """Let the bundled reader look in the background for crops that read better if turned, and report them."""
    model = next((model.path for model in session.models.bundled if model.exists), None)
    if not done.crops or model is None:
        return

    def notify(turned: tuple[str, ...]) -> None:
        session.notify(READ_BETTER_TURNED.noted(len(turned), turned).sentence, "warning")

    look = TurnedCrops(TurnedJob(done.folder, done.crops, model), notify, session)
    session.workspace.ending.connect(look.cancel)


def asks_for_the_field(error: TextFieldError) -> str:
    """Return a sentence that asks for the field that holds the words, with examples of what each field holds."""
    text = translate("ExchangeDialog", "The words may be in {fields}. Choose the field that holds them.")
    return text.format(fields=error.examples)


def report_of(done: Exchanged) -> str:
    """Return the lines that report an import or export, also for a dialog that is closed already."""
    conversion = done.conversion
    if conversion is None:
        return translated(done.trouble) or translate("ExchangeDialog", "Stopped. The files written so far are kept.")
    lines = [_counted(conversion), *map(translated, report_lines(conversion.notes))]
    return "\n".join(lines + [text for text in map(translated, (conversion.stopped, done.trouble)) if text])


def _counted(done: Conversion) -> str:
    one = translate("ExchangeDialog", "One record read")
    several = translate("ExchangeDialog", "{read} records read")
    one_copied = translate("ExchangeDialog", "one image copied")
    several_copied = translate("ExchangeDialog", "{count} images copied")
    parts = [(one if done.read == 1 else several).format(read=f"{done.read:,}")]
    for count, text in (
        (done.written, translate("ExchangeDialog", "{count} written")),
        (done.unchanged, translate("ExchangeDialog", "{count} there already")),
        (len(done.refusals), translate("ExchangeDialog", "{count} refused")),
        (done.copied, counted(one_copied, several_copied, done.copied)),
    ):
        if count:
            parts.append(text.format(count=f"{count:,}"))
    return translate("ExchangeDialog", ", ").join(parts) + translate("ExchangeDialog", ".")
