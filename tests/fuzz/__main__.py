"""`python -m tests.fuzz --seconds N [--seed S] [--target NAME]`: fuzz, and print the counts as JSON."""

from __future__ import annotations

import argparse
import json
import sys

from tests.fuzz.running import FOUND, SECONDS, Case, numbered, run
from tests.fuzz.targets import TARGETS

_TURNS = 8  # inputs of a target for one of a target that starts processes, which takes a hundred times as long


def main() -> int:
    """Return 1 if something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="time to run")
    parser.add_argument("--inputs", type=int, default=10**9, help="most inputs")
    parser.add_argument("--seed", type=int, default=0, help="another seed makes other inputs")
    parser.add_argument("--target", default="", help="only targets whose name begins so")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--light", action="store_true", help="only what needs neither TensorFlow nor processes")
    parser.add_argument("--keep", action="store_true", help=f"keep what is found in {FOUND.name}/")
    parser.add_argument("--replay", action="store_true", help="run what is kept there, and nothing else")
    parser.add_argument("--limit", type=float, default=SECONDS, help="seconds of an input; more on a busy machine")
    chosen = parser.parse_args()
    named = {name: target for name, target in TARGETS.items() if name.startswith(chosen.target)}
    heavy = [] if chosen.light else [name for name, target in named.items() if target.is_heavy]
    names = _TURNS * [name for name, target in named.items() if not target.is_heavy] + heavy
    if not names:
        parser.error(f"no target begins with {chosen.target}; there are {', '.join(TARGETS)}")
    kept = (Case.from_json(path.read_text()) for path in sorted(FOUND.glob("*.json")))
    cases = (case for case in kept if case.target in names) if chosen.replay else numbered(chosen.seed, names)
    report = run(cases, chosen.seconds, chosen.inputs, chosen.processes, limit=chosen.limit)
    if chosen.keep:
        report.keep(FOUND)
    print(json.dumps({"seed": chosen.seed, **report.to_dict()}, indent=1, ensure_ascii=True))
    return 1 if report.findings else 0


if __name__ == "__main__":
    sys.exit(main())
