"""Count what the code is made of, and what makes it hard to read: `python script/count.py [--check]`.

With `--check` it ends with 1 if a count is above its bound in `BOUNDS`: a bound only falls, towards its goal. Below
each such count it names the changed files that add to it.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

BOUNDS = {
    "marked( of texts in tables": (0, 0),
    "attributes of Session": (25, 25),
    "summaries that are questions": (3, 20),
    '"where" for "if" or "when"': (39, 50),
    "semicolons in summaries": (70, 100),
    '"stands", "the present", "is said", "is told"': (11, 30),
    '"of which", "by which", "in which"': (26, 60),
    "variables found, said, each, other without a noun": (15, 15),
    "parameters found, said, each, other without a noun": (0, 0),
    "statements that the formatter skips": (8, 10),
    "functions with over six positional parameters": (3, 5),
    "calls with over six positional arguments": (0, 0),
    "assignments of three and more names at once": (3, 60),
    "texts with a number before a plural, and none for one": (23, 0),
}
"""By what is counted: today's bound, which only falls, and the goal."""

_QUESTION = re.compile(r"(What(?! if)|Whether|Where|How|Who|Which|Whose|Why)\b")
_WHERE = re.compile(r"\bwhere\b", re.IGNORECASE)
_STANDS = re.compile(r"\bstands?\b|\bthe present\b|\bis (?:said|told)\b|\bare (?:said|told)\b", re.IGNORECASE)
_WHICH = re.compile(r"\b(?:of|by|in) which\b", re.IGNORECASE)
_MARKED = re.compile(r'\bmarked\(\s*"')
_UNFORMATTED = re.compile(r"# fmt: skip$", re.MULTILINE)
_MOST_PLACES = 6  # arguments that a reader can tell apart by their places
_LISTS = frozenset({"row", "column", "tabs_of"})  # of `app.widgets`: each takes widgets in their order
_MANY_NAMES = 3
_LIKE = 0.3  # of the words of a text that says the same of one
_PLURAL = re.compile(
    r"\{(?!share|ratio|time\b|most|limit|longest|size\b|least|usual|pixels|height|width)"
    r"(?!present|parameters|bytes|times|expected|values)(\w+)(?::,)?\}"
    r"(?: of (?:the |your |its )?\{\w+(?::,)?\} | )"
    r"(?:(?!is |of |to |and |from |in |at |with |on )[a-z][a-z-]* ){0,2}?([a-z]{2,}s)\b(?!')"
)
"""A number, and up to three words behind it one that ends with s."""
_NO_NOUNS = frozenset({
    "is", "was", "has", "its", "this", "as", "does", "less", "us", "plus", "always", "reads", "says", "holds",
    "needs", "lies", "stays", "takes", "leaves", "stands", "belongs", "depends", "differs", "ends", "sticks",
    "occurs", "extends", "covers", "claims", "paints", "leads", "refers", "describes", "repeats", "knows", "lacks",
    "accepts", "lists", "trains", "addresses",
})  # fmt: skip
_VAGUE = frozenset({"found", "said", "each", "other", "others"})
_OPERATOR = re.compile(
    r"__(?:eq|ne|lt|le|gt|ge|[ri]?(?:add|sub|mul|matmul|truediv|floordiv|mod|divmod|pow|lshift|rshift|and|xor|or))__"
)


_CODE = re.compile("`[^`]*`")


KINDS = ("code", "docstring", "comment", "blank")


def modules(*rooms: str) -> list[Path]:
    """The Python files below folders of the repository."""
    return [file for room in rooms for file in sorted((ROOT / room).rglob("*.py"))]


@lru_cache(maxsize=4)
def tree_of(text: str) -> ast.Module:
    """The syntax tree of a module, which several counts look at."""
    return ast.parse(text)


def docstrings(text: str) -> Iterator[ast.Constant]:
    """The docstrings of a module: its own, those of classes and functions, and those below attributes."""
    for node in ast.walk(tree_of(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value


def kinds_of_lines(text: str) -> Counter[str]:
    """Lines of a module that are code, docstring, comment and blank."""
    docstring = {line for part in docstrings(text) for line in range(part.lineno, (part.end_lineno or part.lineno) + 1)}
    counts: Counter[str] = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        kind = "docstring" if number in docstring else "blank" if not bare else "comment" if bare[0] == "#" else "code"
        counts[kind] += 1
    return counts


@lru_cache(maxsize=4)
def prose(text: str) -> str:
    """The docstrings and comments of a module."""
    parts = [str(part.value) for part in docstrings(text)]
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return "\n".join([*parts, *(token.string for token in tokens if token.type == tokenize.COMMENT)])


@lru_cache(maxsize=4)
def summaries(text: str) -> tuple[str, ...]:
    """The first lines of the docstrings of a module."""
    return tuple(str(docstring.value).strip().partition("\n")[0] for docstring in docstrings(text))


def vague_names(text: str) -> int:
    """Count the assignments and loops that call a value "found", "said", "each" or "other"."""
    nodes = ast.walk(tree_of(text))
    return sum(isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in _VAGUE for node in nodes)


def vague_parameters(tree: ast.AST) -> int:
    """Count the parameters that are called "found", "said", "each" or "other".

    The second operand of an operator (`__eq__`, `__add__`) does not count: Python's data model calls it `other`.
    """
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    operands = sum(bool(_OPERATOR.fullmatch(node.name)) for node in functions if "other" in _names(node))
    return sum(isinstance(node, ast.arg) and node.arg in _VAGUE for node in ast.walk(tree)) - operands


def _names(function: ast.FunctionDef) -> list[str]:
    return [parameter.arg for parameter in (*function.args.posonlyargs, *function.args.args)]


def positional_parameters(function: ast.FunctionDef) -> int:
    """The number of parameters that may be given by place, without `self` and `cls`."""
    names = _names(function)
    return len(names[1:] if names[:1] in (["self"], ["cls"]) else names)


def is_command(function: ast.FunctionDef) -> bool:
    """Return True for a command of the terminal: its parameters are the options, which a table needs by name alone."""
    return "typer." in ast.unparse(function.args)


def long_signatures(tree: ast.AST) -> int:
    """Count the functions with more than six positional parameters. Commands of the terminal do not count."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return sum(positional_parameters(node) > _MOST_PLACES and not is_command(node) for node in functions)


def long_calls(tree: ast.AST) -> int:
    """Count the calls with more than six arguments given by place.

    `*parts` counts once. Calls that list widgets in the order of the screen do not count: none has a name to be given.
    """
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) not in _LISTS]
    return sum(len(node.args) > _MOST_PLACES for node in calls)


def long_assignments(tree: ast.AST) -> int:
    """Count the assignments of three or more values to as many names in one statement."""
    pairs = [(node.targets[0], node.value) for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    return sum(
        isinstance(names, ast.Tuple) and isinstance(values, ast.Tuple) and len(names.elts) >= _MANY_NAMES
        for names, values in pairs
    )


def plurals_without_one(tree: ast.AST) -> int:
    """Count the texts of a module with a number before a plural, if none says the same of one.

    Either another text of the module is like it and has the noun in the singular, or the text chooses the noun by the
    number: `{count:|word|words}`.
    """
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in prose]
    texts = [node.value for node in constants if isinstance(node.value, str)]
    return sum(_lacks_one(text, texts) for text in texts if "{" in text)


def _lacks_one(text: str, texts: list[str]) -> bool:
    for number, noun in _PLURAL.findall(text):
        if noun in _NO_NOUNS:
            continue
        singular = re.compile(rf"\b{noun.removesuffix('ies') + 'y' if noun.endswith('ies') else noun[:-1]}\b")
        ones = [each for each in texts if singular.search(each) and f"{{{number}}} {noun}" not in each]
        if not any(_says_of_one(one, text) for one in ones if one != text):
            return True
    return False


def _says_of_one(one: str, text: str) -> bool:
    words = {*one.split()}
    return one.lower().startswith(("one ", "1 ")) or len(words & {*text.split()}) > _LIKE * len(words)


def attributes_of_session(text: str) -> int:
    """Count the parts that hang at the session: assigned in its constructor, or made when they are asked for."""
    session = next(node for node in tree_of(text).body if isinstance(node, ast.ClassDef) and node.name == "Session")
    names = set()
    for node in ast.walk(session):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self":
            names.add(node.attr)
        if isinstance(node, ast.FunctionDef) and any(ast.unparse(d) == "cached_property" for d in node.decorator_list):
            names.add(node.name)
    return len({name for name in names if not name.startswith("_")})


def _first_lines(text: str, wanted: Callable[[str], object]) -> int:
    return sum(bool(wanted(line)) for line in summaries(text))


_COUNTED: tuple[Callable[[str], int], ...] = (
    lambda text: len(_MARKED.findall(text)),
    lambda text: attributes_of_session(text) if "class Session(" in text else 0,
    lambda text: _first_lines(text, _QUESTION.match),
    lambda text: len(_WHERE.findall(prose(text))),
    lambda text: _first_lines(text, lambda line: ";" in _CODE.sub("", line)),
    lambda text: len(_STANDS.findall(prose(text))),
    lambda text: len(_WHICH.findall(prose(text))),
    vague_names,
    lambda text: vague_parameters(tree_of(text)),
    lambda text: len(_UNFORMATTED.findall(text)),
    lambda text: long_signatures(tree_of(text)),
    lambda text: long_calls(tree_of(text)),
    lambda text: long_assignments(tree_of(text)),
    lambda text: plurals_without_one(tree_of(text)),
)
"""Each counts in the text of one module, in the order of `BOUNDS`."""


def counts_of(text: str) -> dict[str, int]:
    """The counts that `BOUNDS` bounds, in the text of one module."""
    return {name: count(text) for name, count in zip(BOUNDS, _COUNTED, strict=True)}


def counted() -> dict[str, Counter[str]]:
    """The same counts, by module."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in BOUNDS}
    for file in modules("app", "core", "textscanner"):
        for name, count in counts_of(file.read_text(encoding="utf-8")).items():
            counts[name][file.relative_to(ROOT).as_posix()] = count
    return counts


def changed(root: Path = ROOT) -> set[str]:
    """The files below a folder that differ from the last commit, or none if git cannot say."""
    command = ["git", "-c", "core.quotePath=false", "status", "--porcelain", "--untracked-files=all", "--no-renames"]
    try:
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return set()
    return {line[3:] for line in listed.splitlines()}


def main() -> int:
    """Print the counts; with `--check` only those that are above their bound."""
    places = counted()
    counts = {name: sum(by_module.values()) for name, by_module in places.items()}
    above = {name for name, count in counts.items() if count > BOUNDS[name][0]}
    if "--check" in sys.argv[1:]:
        for name in sorted(above):
            bound, goal = BOUNDS[name]
            print(f"{name}: {counts[name]:,}, more than {bound:,}. The goal is {goal:,}; script/count.py counts.")
            here = {module: count for module, count in places[name].items() if count and module in changed()}
            print("".join(f"    {module}: {count:,}\n" for module, count in here.items()), end="")
        return bool(above)
    print(f"{'room':<22}{'modules':>8}{'code':>8}{'docstring':>11}{'comment':>9}{'blank':>8}")
    for package in ("app", "core", "textscanner"):
        for folder in sorted({file.relative_to(ROOT).parts[:2] for file in modules(package)}):
            files = [file for file in modules(package) if file.relative_to(ROOT).parts[:2] == folder]
            kinds = sum((kinds_of_lines(file.read_text(encoding="utf-8")) for file in files), Counter())
            row = "".join(f"{kinds[kind]:>{width}}" for kind, width in zip(KINDS, (8, 11, 9, 8), strict=True))
            print(f"{'/'.join(folder):<22}{len(files):>8}{row}")
    flat = Counter(
        file.parent.relative_to(ROOT).as_posix()
        for file in modules("app", "core", "textscanner")
        if file.stem != "__init__"
    )
    print("\nfolders with most modules: " + ", ".join(f"{name} {count}" for name, count in flat.most_common(8)))
    print(f"\n{'counted':<52}{'today':>9}{'goal':>9}")
    for name, count in counts.items():
        print(f"{name:<52}{count:>9,}{BOUNDS[name][1]:>9,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
