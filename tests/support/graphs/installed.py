"""Packages that bring recognisers along, installed into a folder without an installer."""

from collections.abc import Mapping
from pathlib import Path


def install(folder: Path, name: str, version: str, files: Mapping[str, bytes]) -> Path:
    """Put a package's files into a folder, with the list that an installer writes. Importing it fails a test."""
    module = name.replace("-", "_")
    info = folder / f"{module}-{version}.dist-info"
    contents = {
        f"{module}/__init__.py": b"raise SystemExit('the package was imported')\n",
        f"{info.name}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        **files,
    }
    for path, data in contents.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    (info / "RECORD").write_text("".join(f"{path},,\n" for path in (*contents, f"{info.name}/RECORD")))
    return folder
