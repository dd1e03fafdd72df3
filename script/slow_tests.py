"""Renew the table of the slowest tests in docs/slow-runs.md from the last `script/test --all`.

`tests/conftest.py` begins with the files of this table, the longest first.
"""

from __future__ import annotations

import datetime
import os
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / ".pytest_cache" / "tests.xml"  # that `script/test --all` leaves
PAGE = ROOT / "docs" / "slow-runs.md"
_TABLE = re.compile(r"(?<=<!-- slowest tests -->\n).*?(?=<!-- end -->)", re.DOTALL)


def table(report: Path) -> str:
    """The slowest tests of a JUnit report, their set-up and teardown included, as a table."""
    suite = ElementTree.parse(report).getroot()[0]
    cases = sorted(suite.iter("testcase"), key=lambda case: -float(case.get("time", 0)))
    rows = [
        f"| {float(case.get('time', 0)):.1f} | `{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}` |"
        for case in cases[:30]
    ]
    when = datetime.datetime.fromisoformat(suite.get("timestamp", "")).date()
    heading = (
        f"On {when}, {len(cases):,} tests on {os.cpu_count()} cores in {float(suite.get('time', 0)) / 60:.1f} min."
    )
    return "\n".join(["", heading, "", "| s | test |", "|---:|---|", *rows, "", ""])


def main() -> int:
    """Write the table."""
    if not REPORT.exists():
        print("There is no report of the tests. Type script/test --all first.", file=sys.stderr)
        return 1
    PAGE.write_text(_TABLE.sub(lambda _: table(REPORT), PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
