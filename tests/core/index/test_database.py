"""A cache that heals itself, and never stands in anybody's way."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import ProjectError
from core.index.database import CacheDatabase, DamagedCache

SCHEMA = "CREATE TABLE things (name TEXT); CREATE TABLE others (name TEXT)"


def open_cache(path: Path, version: int = 1, schema: str = SCHEMA, **choices: Any) -> CacheDatabase:
    return CacheDatabase(path, schema, version, **choices)


def add(cache: CacheDatabase, name: str) -> None:
    cache.write(lambda db: db.execute("INSERT INTO things VALUES (?)", (name,)))


def names(cache: CacheDatabase) -> list[str]:
    return cache.read(lambda db: [name for (name,) in db.execute("SELECT name FROM things")])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "cache.sqlite3"


def test_a_file_of_another_schema_is_emptied(path: Path):
    with open_cache(path) as cache:
        add(cache, "a")
    with open_cache(path, 2, "CREATE TABLE things (name TEXT, more TEXT)") as cache:
        assert names(cache) == []
        assert cache.read(lambda db: db.execute("SELECT count(*) FROM sqlite_master").fetchone()) == (1,)
    with open_cache(path) as cache:
        assert names(cache) == []


def test_a_strange_database_is_emptied(path: Path):
    path.parent.mkdir()
    db = sqlite3.connect(path)
    db.execute('CREATE TABLE "odd ""name" (x)')
    db.close()
    with open_cache(path) as cache:
        add(cache, "a")
        assert names(cache) == ["a"]


@pytest.mark.parametrize("data", [b"no database", b"SQLite format 3\0" + b"\xff" * 5000, b"\0" * 4096])
def test_a_file_that_is_no_database_is_thrown_away(path: Path, data: bytes):
    path.parent.mkdir()
    path.write_bytes(data)
    with open_cache(path) as cache:
        add(cache, "a")
    with open_cache(path) as cache:
        assert names(cache) == ["a"]


def fill_and_damage(path: Path) -> None:
    with open_cache(path) as cache:
        cache.write(lambda db: db.executemany("INSERT INTO things VALUES (?)", [("x" * 500,)] * 200))
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xa5" * len(data[8192:])  # behind the header: the file opens, and fails when it is read
    path.write_bytes(data)


@pytest.mark.parametrize("look", [names, lambda cache: []], ids=["while reading", "while writing"])
def test_damage_that_is_found_throws_the_file_away(path: Path, look: Any):
    fill_and_damage(path)
    with open_cache(path) as cache:
        assert look(cache) == []
        add(cache, "a")
        assert names(cache) == ["a"]
        assert cache.note is None


def test_one_damaged_byte_anywhere_in_the_names_of_the_tables_costs_no_more_than_the_data(path: Path):
    with open_cache(path) as cache:
        add(cache, "a")
    whole = path.read_bytes()
    begin = whole.index(b"CREATE")
    for place in range(begin, begin + 30):
        path.write_bytes(whole[:place] + b"\x95" + whole[place + 1 :])
        with open_cache(path) as cache:
            add(cache, "b")
            assert "b" in names(cache)


def test_data_that_make_no_sense_are_thrown_away_and_the_work_done_again(path: Path):
    def work(db: sqlite3.Connection) -> int:
        found = db.execute("SELECT count(*) FROM things").fetchone()[0]
        if found:
            raise DamagedCache
        return int(found)

    with open_cache(path) as cache:
        add(cache, "a")
        assert cache.read(work) == 0


def test_a_file_deleted_while_it_is_open_does_no_harm(path: Path):
    with open_cache(path) as cache:
        add(cache, "a")
        for file in path.parent.iterdir():
            file.unlink()
        add(cache, "b")
        assert "b" in names(cache)
        assert cache.note is None
    with open_cache(path) as cache:
        assert set(names(cache)) <= {"a", "b"}
        add(cache, "c")
        assert "c" in names(cache)


def test_a_database_that_was_moved_away_is_made_anew_in_its_place(path: Path):
    moved = sqlite3.OperationalError("attempt to write a readonly database")
    moved.sqlite_errorcode = sqlite3.SQLITE_READONLY_DBMOVED
    raised = iter([moved])

    def work(db: sqlite3.Connection) -> None:
        for error in raised:
            raise error
        db.execute("INSERT INTO things VALUES ('a')")

    with open_cache(path) as cache:
        cache.write(work)
        assert names(cache) == ["a"]
        assert cache.note is None


def test_work_that_fails_half_way_leaves_nothing(path: Path):
    def work(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO things VALUES ('half')")
        raise KeyboardInterrupt

    with open_cache(path) as cache:
        with pytest.raises(KeyboardInterrupt):
            cache.write(work)
        assert names(cache) == []


def test_a_reader_does_not_wait_for_a_writer(path: Path):
    with open_cache(path) as first, open_cache(path) as second:
        add(first, "a")
        assert first.write(lambda db: (db.execute("INSERT INTO things VALUES ('b')"), names(second))[1]) == ["a"]


def test_another_window_that_never_ends_writing_is_told(path: Path):
    with open_cache(path) as first, open_cache(path, patience=0.05) as second:
        with pytest.raises(ProjectError, match="another window"):
            first.write(lambda _: add(second, "b"))
        add(second, "c")
        assert names(first) == ["c"]


def test_where_no_file_can_be_made_a_temporary_one_serves_all_connections_and_this_is_said(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    path = tmp_path / "file" / "cache.sqlite3"
    with open_cache(path) as cache, open_cache(path) as other, open_cache(tmp_path / "file" / "b.sqlite3") as another:
        add(cache, "a")
        assert names(other) == ["a"]
        assert names(another) == []
        assert cache.note is not None
        assert "rebuilt" in cache.note
        assert tmp_path not in cache.path.parents
    with open_cache(path) as later:
        assert names(later) == ["a"]


@pytest.mark.parametrize("is_there", [True, False])
def test_without_room_for_temporary_files_the_cache_is_in_memory(is_there: bool, tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    spare = tmp_path / "file" if is_there else None
    with open_cache(tmp_path / "file" / "deeper" / "cache.sqlite3", spare=lambda: spare) as cache:
        add(cache, "a")
        assert names(cache) == ["a"]
        assert cache.path is None


def test_a_folder_in_the_place_of_the_file_is_left_alone(path: Path):
    (path / "mine").mkdir(parents=True)
    with open_cache(path) as cache:
        add(cache, "a")
        assert cache.note is not None
    assert (path / "mine").is_dir()


def test_a_full_disk_moves_the_cache_elsewhere(path: Path):
    with open_cache(path) as cache:
        cache.write(lambda db: db.executemany("INSERT INTO things VALUES (?)", [("x" * 500,)] * 20))
        # The same error as a full disk: SQLite may not make the file any larger
        pages = cache.read(lambda db: db.execute("PRAGMA page_count").fetchone()[0])
        cache.read(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchone())
        cache.write(lambda db: db.executemany("INSERT INTO things VALUES (?)", [("y" * 500,)] * 200))
        assert len(names(cache)) == 200
        assert cache.note is not None


def test_a_mistake_of_the_program_is_not_taken_for_damage(path: Path):
    with open_cache(path) as cache:
        add(cache, "a")
    with pytest.raises(sqlite3.ProgrammingError):
        names(cache)
    with open_cache(path) as cache:
        assert names(cache) == ["a"]
