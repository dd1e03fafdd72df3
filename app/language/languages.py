"""The languages of the program, and the one in use for texts.

Texts are written in English in the code: `self.tr("…")` in a QObject, `translate("Context", "…")` elsewhere, and
plainly in a table whose fields are `TableText`. `python script/tasks.py translations` collects them into the catalogue.
What `core` says is collected from its source (`core.base.errors.Sentence`) and translated by `app.language.sentences`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from core.base.described import TableText  # tables of the window name it beside `translate`

SOURCE = "en"  # the language that the code is written in

LANGUAGES: Mapping[str, str] = {SOURCE: "English", "zh_CN": "简体中文"}
"""Each is named in itself, so that a person who knows no other finds it."""

FOLDER = Path(__file__).parent / "translations"
"""The catalogues: `textscanner_LANGUAGE.ts`, and beside each the `.qm` that is loaded."""

CHINESE_FONT = "fonts-droid-fallback"
"""The Debian package of a font with Chinese symbols, of 2 MB; `script/tasks.py` installs it with Qt's libraries."""

translate = QCoreApplication.translate
"""Gives a text in the current language: its arguments are the text's context and the English text."""


def resolved(choice: str, preferred: Iterable[str] | None = None) -> str:
    """Return the language that a choice selects on this machine.

    `choice`: "system": the first of the person's preferred languages that the program has, else English. `preferred`:
    those languages, the favourite first; by default as the system has them.
    """
    if choice in LANGUAGES:
        return choice
    for favourite in QLocale.system().uiLanguages() if preferred is None else preferred:
        for language in LANGUAGES:
            if favourite.replace("-", "_").split("_")[0] == language.split("_")[0]:
                return language
    return SOURCE


def current_language() -> str:
    """Return the language in use for texts."""
    installed = _translators()
    return installed[0].language() if installed else SOURCE


def set_language(choice: str, folder: Path = FOLDER) -> str:
    """Select the language for all widgets that are made from now on, and return it.

    Returns str: the language, one of `LANGUAGES`. Raises FileNotFoundError if our own catalogue for it is missing: the
    program is installed incompletely.
    """
    language = resolved(choice)
    if language == current_language():
        QLocale.setDefault(QLocale(language))
        return language
    added: list[QTranslator] = []
    if language != SOURCE:
        own = _loaded(folder / f"textscanner_{language}.qm")
        if own is None:
            raise FileNotFoundError(f"textscanner_{language}.qm: missing or damaged. Install the program again.")
        added.append(own)
        qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        standard = _loaded(qt / f"qtbase_{language}.qm")  # "OK", "Cancel"; they stay English if Qt came without
        if standard is not None:
            added.append(standard)
    application = _application()
    QLocale.setDefault(QLocale(language))  # numbers are read and written as in that language
    for translator in _translators():
        application.removeTranslator(translator)
        translator.setParent(None)
    for translator in added:
        translator.setParent(application)
        application.installTranslator(translator)
    return language


def in_other_languages(context: str, texts: Iterable[str]) -> dict[str, str]:
    """Translate English texts of a context into each language that is not shown now, joined by spaces."""
    names = [name for name in LANGUAGES if name not in {SOURCE, current_language()}]
    catalogues = [catalogue for name in names if (catalogue := _loaded(FOLDER / f"textscanner_{name}.qm")) is not None]
    return {text: " ".join(str(one.translate(context, text)) for one in catalogues) for text in texts}


def _application() -> QCoreApplication:
    application = QCoreApplication.instance()
    if application is None:
        raise RuntimeError("a language is set before there is an application")
    return application


def _translators() -> list[QTranslator]:
    """Return the installed translators, our own first.

    They are children of the application, so no other state is kept.
    """
    application = QCoreApplication.instance()
    return [] if application is None else application.findChildren(QTranslator)


def _loaded(path: Path) -> QTranslator | None:
    translator = QTranslator()
    return translator if translator.load(str(path)) else None
