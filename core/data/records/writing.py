"""Writes TFRecord files in shards, each of them complete or absent, so that a stopped writing can be resumed."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import tensorflow as tf

from core.base.errors import DataError, FileWriteError, StudioError
from core.base.files import make_folder, write_atomically
from core.base.progress import Progress, ignore_news
from core.data.batches.feeds import whole_number
from core.data.samples.samples import LeftOut, Reader, left_out
from core.labels.formats.readers.tfrecord.files import (
    MANIFEST_NAME,
    Manifest,
    Shard,
    label_to_json,
    read_manifest,
    state_of,
)

PER_SHARD = 1000


def write_words(
    folder: Path,
    source: Reader,
    *,
    per_shard: int = PER_SHARD,
    progress: Progress = ignore_news,
) -> Manifest:
    """Write all words of a finite reader, unaugmented, so that training can augment them.

    The folder gets `part-00000.tfrecord` … and a `manifest.json` that describes the features and holds a checksum of
    every file. Files become visible when they are whole; a stopped writing goes on with the first missing or damaged
    file.

    Parameters
    ----------
    folder : Path
        Made if missing.
    source : Reader
        A finite reader.
    per_shard : int
        Samples a file.
    progress : Progress
        May raise `Cancelled`: the files written so far stay.

    Returns
    -------
    Manifest
        With the samples left out and why.

    Raises
    ------
    DataError
        If the folder holds records of something else.
    FileWriteError
        If a file cannot be written.
    """
    total = source.size or 0
    whole_number(per_shard, "samples a file", 1)
    make_folder(folder)
    identity = _identity(source, total)
    manifest = read_manifest(folder)
    if manifest is None:
        if any(folder.glob("*.tfrecord")):
            raise DataError(
                "{folder}: it holds record files without manifest.json. Choose an empty folder.", folder=folder.name
            )
        skipped = tuple((sample.name, sample.reason) for sample in source.passed_over)
        manifest = Manifest(source.name, identity, per_shard, left_out=skipped)
    elif (manifest.identity, manifest.per_shard) != (identity, per_shard):
        raise DataError(
            '{folder}: it holds records of something else ("{source}", or with other labels, sizes or '
            "counts). Choose an empty folder.",
            folder=folder.name,
            source=manifest.source,
        )
    done = {shard.file: shard for shard in manifest.shards}
    reasons = dict(manifest.left_out)
    starts = range(0, total, per_shard)
    for number, start in enumerate(starts):
        progress(start, total)
        file = f"part-{number:05d}.tfrecord"
        known = done.get(file)
        if known is None or state_of(folder / file) != (known.bytes, known.checksum):
            shard, omitted = _write_shard(folder / file, source, range(start, min(start + per_shard, total)))
            reasons |= omitted
            done[file] = shard
            shards = tuple(done[name] for name in sorted(done))
            manifest = replace(manifest, shards=shards, left_out=tuple(reasons.items()))
            write_atomically(folder / MANIFEST_NAME, manifest.to_bytes())
    manifest = replace(manifest, complete=True)
    write_atomically(folder / MANIFEST_NAME, manifest.to_bytes())
    progress(total, total)
    return manifest


def _identity(source: Reader, total: int) -> str:
    digest = hashlib.blake2b(digest_size=16)
    digest.update(repr(("labelled", total, None)).encode())  # as the first version wrote it
    for index in range(total):
        digest.update(repr((source.name_of(index), source.label_of(index))).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _write_shard(path: Path, source: Reader, indices: Sequence[int]) -> tuple[Shard, dict[str, str]]:
    temporary = path.parent / f".tss-{secrets.token_hex(6)}.tmp"  # the pattern that `core.base.files` knows
    reasons: dict[str, str] = {}
    records = 0
    try:
        with tf.io.TFRecordWriter(str(temporary)) as writer:
            for index in indices:
                sample = _encoded(source, index)
                if isinstance(sample, LeftOut):
                    reasons[sample.name] = sample.reason
                    continue
                writer.write(sample)
                records += 1
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        state = state_of(temporary)
        temporary.replace(path)
    except (OSError, tf.errors.OpError) as error:
        why = getattr(error, "strerror", None) or " ".join(str(error).split())[:160]
        raise FileWriteError(
            "{name}: not written ({why}). Free some space, or choose another folder.", name=path.name, why=why
        ) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()
    assert state is not None
    return Shard(path.name, records, *state), reasons


def _encoded(source: Reader, index: int) -> bytes | LeftOut:
    try:
        word = source.read(index)
    except StudioError as error:
        return left_out(source.name_of(index), error)
    return _example(
        name=word.name.encode("utf-8", "surrogatepass"),
        image=word.image.tobytes(),
        size=list(word.image.shape[:2]),
        label=label_to_json(word.label),
    )


def _example(**values: bytes | list[int]) -> bytes:
    def feature(value: bytes | list[int]) -> Any:
        if isinstance(value, bytes):
            return tf.train.Feature(bytes_list=tf.train.BytesList(value=[value]))
        return tf.train.Feature(int64_list=tf.train.Int64List(value=value))

    named = {key: feature(value) for key, value in values.items()}
    return bytes(tf.train.Example(features=tf.train.Features(feature=named)).SerializeToString(deterministic=True))
