"""All keys of a `--config` file, all data sources and all label formats, as the code defines them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from app.language.languages import TableText, translate
from app.training.fields import CONTEXT, TrainingField
from app.training.table import FIELDS
from core.base.errors import Sentence
from core.data.samples.sources import SOURCES
from core.labels.formats.registry import formats
from core.runs.config import TrainConfig

_TYPES: Mapping[str, TableText] = {
    "boolean": "true | false",
    "string": "text",
    "integer": "whole number",
    "number": "number",
}
_PATH: TableText = "path"


@dataclass(frozen=True, slots=True)
class ConfigKey:
    """One key of a `--config` file."""

    key: str
    """The key's name: "loss.order" for one of a table, "sources[].path" for one of each table of a list."""
    allowed: str
    """Values that the key takes, in the window's language."""
    default: str
    """The default as it is written in the file, or what it means to leave the key out."""
    help: str
    """Purpose of the key, in the code's English."""

    def said(self) -> str:
        """Return the help on the key in the window's language."""
        return translate(CONTEXT, self.help)


def config_keys() -> list[ConfigKey]:
    """Return all keys in the order of the configuration."""
    schema = TrainConfig.model_json_schema()
    return list(_keys(schema, schema.get("$defs", {}), ""))


def reference() -> dict[str, list[dict[str, Any]]]:
    """Return the document of `textscanner reference --json`."""
    return {
        "config": [asdict(key) for key in config_keys()],
        "sources": [{"source": name, "help": str(text)} for name, text in SOURCES.items()],
        "formats": [
            {"name": form.id, "title": str(form.title), "write": form.writer is not None, "crops": form.cuts}
            for form in formats().values()
        ],
    }


def sources() -> Mapping[str, Sentence]:
    """Return the values that the key `path` of a source may have, each with its meaning."""
    return SOURCES


def _keys(table: dict[str, Any], tables: dict[str, Any], prefix: str) -> Iterator[ConfigKey]:
    for name, schema in table["properties"].items():
        inner = _table_in(schema, tables)
        if inner is None:
            says = " ".join(schema.get("description", "").split())
            yield ConfigKey(prefix + name, _allowed(schema), _default(schema, FIELDS.get(prefix + name)), says)
        else:
            yield from _keys(inner, tables, f"{prefix}{name}{'[]' * (schema.get('type') == 'array')}.")


def _table_in(schema: dict[str, Any], tables: dict[str, Any]) -> dict[str, Any] | None:
    """The table that a key holds, or that each entry of a key's list is."""
    name = schema.get("$ref") or schema.get("items", {}).get("$ref", "")
    known: dict[str, Any] | None = tables.get(name.rpartition("/")[2])
    return known


def _allowed(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " | ".join(_allowed(option) for option in schema["anyOf"] if option.get("type") != "null")
    if "enum" in schema:
        return " | ".join(json.dumps(option) for option in schema["enum"])
    if schema.get("type") == "array":
        entries = schema.get("prefixItems")
        return f"[{', '.join(map(_allowed, entries))}]" if entries else f"[{_allowed(schema['items'])}, …]"
    if schema.get("format") == "path":
        return translate(CONTEXT, _PATH)
    title = translate(CONTEXT, _TYPES[schema["type"]])
    low, above = schema.get("minimum"), schema.get("exclusiveMinimum")
    high, below = schema.get("maximum"), schema.get("exclusiveMaximum")
    bounds = [f"≥ {low:,}" if low is not None else f"> {above:,}"] if (low, above) != (None, None) else []
    bounds += [f"≤ {high:,}" if high is not None else f"< {below:,}"] if (high, below) != (None, None) else []
    if "multipleOf" in schema:
        bounds.append(f"× {schema['multipleOf']}")
    return " ".join([title, ", ".join(bounds)]).strip()


def _default(schema: dict[str, Any], field: TrainingField | None) -> str:
    if field is not None and field.unset:
        return translate(CONTEXT, field.unset)
    value = schema.get("default")
    return "" if value is None else json.dumps(value)
