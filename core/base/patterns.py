r"""Bounded regular expressions for words, such as `[A-Z]{2}\d{5}`: their size, depth and time are limited.

A pattern becomes a nondeterministic automaton by Thompson's construction ("Regular Expression Search Algorithm", CACM
1968), and a word is followed through sets of its states. The time for a symbol is in proportion to the automaton, so
a pattern of an unknown project can neither hang the program nor take its memory. What no automaton can follow is
refused: back references, recursion, look-around, possessive repetition, and anchors within the pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import regex

from core.base.errors import DAMAGED, Damaged, Sentence, reason_of

MOST_STATES: Final = 10_000
MOST_DEPTH: Final = 50  # brackets within brackets
MOST_LENGTH: Final = 20_000  # characters of a pattern
_MOST_KEPT: Final = 2_000_000  # states in the sets that are remembered

_States = frozenset[int]


class PatternError(Damaged):
    """Raised if a text is no pattern, or exceeds the bounds, with the reason as its sentence."""


class Pattern:
    """A regular expression that matches words as a whole.

    Raises PatternError if the text is no regular expression, or one that is not supported, too long, too deep or too
    large.
    """

    def __init__(self, text: str, *, ignore_case: bool = False) -> None:
        if len(text) > MOST_LENGTH:
            raise PatternError("it has more than {most} characters", most=MOST_LENGTH)
        if text.startswith("(?i)"):
            ignore_case, text = True, text.removeprefix("(?i)")
        self._flags = regex.IGNORECASE if ignore_case else 0
        parser = _Parser(text)
        first, self._last = parser.whole()
        self._automaton = parser.automaton
        self._tokens = [regex.compile(token, self._flags) for token in self._automaton.tokens]
        self._tokens_of: dict[str, _States] = {}
        self._first = self._automaton.closed([first])
        self._steps: dict[tuple[_States, str], _States] = {}
        self._behind: dict[str, _States] = {}
        self._kept = 0

    def matches(self, text: str) -> bool:
        """Return True if the pattern matches a text as a whole."""
        return self._last in self.states(text)

    def begins(self, text: str) -> bool:
        """Return True if a text is a word of the pattern, or the beginning of one."""
        return bool(self.states(text))

    def following(self, text: str, symbols: Sequence[str]) -> list[str]:
        """Return the symbols that may follow a text within a word of the pattern."""
        edges = self._automaton.edges
        wanted = {token for state in self.states(text) for token, _ in edges[state]}
        return [symbol for symbol in symbols if not wanted.isdisjoint(self._fitting(symbol))]

    def occurring(self, symbols: Sequence[str]) -> list[str]:
        """Return those of some symbols that may occur in one of the words."""
        return [symbol for symbol in symbols if self._fitting(symbol)]

    def states(self, text: str) -> frozenset[int]:
        """Return the possible states of the automaton after a text, or none if no word begins with it.

        If two texts have the same states, the same may follow them.
        """
        if not text:
            return self._first
        known = self._behind.get(text)
        if known is not None:
            return known
        states = self._first
        for symbol in text:
            states = self._step(states, symbol)
            if not states:
                break
        self._keep(len(states) + 1)
        self._behind[text] = states
        return states

    def _step(self, states: _States, symbol: str) -> _States:
        known = self._steps.get((states, symbol))
        if known is not None:
            return known
        fitting, edges = self._fitting(symbol), self._automaton.edges
        behind = self._automaton.closed(
            target for state in states for token, target in edges[state] if token in fitting
        )
        self._keep(len(behind) + 1)
        self._steps[states, symbol] = behind
        return behind

    def _keep(self, states: int) -> None:
        """Note how much is remembered, and forget all of it once it is too much."""
        self._kept += states
        if self._kept > _MOST_KEPT:
            self._steps.clear()
            self._behind.clear()
            self._kept = states

    def _fitting(self, symbol: str) -> _States:
        """The numbers of the tokens that a symbol fits."""
        known = self._tokens_of.get(symbol)
        if known is None:
            known = frozenset(number for number, token in enumerate(self._tokens) if token.fullmatch(symbol))
            self._tokens_of[symbol] = known
        return known


class _Automaton:
    """States, each with its edges (token, target) and with targets that are reached without a symbol."""

    def __init__(self) -> None:
        self.edges: list[list[tuple[int, int]]] = []
        self.empty: list[list[int]] = []
        self._numbers: dict[str, int] = {}

    @property
    def tokens(self) -> list[str]:
        """The regular expressions of one symbol that the edges name by number."""
        return [*self._numbers]

    def state(self) -> int:
        """Add a state and return its number."""
        if len(self.edges) >= MOST_STATES:
            raise PatternError("it is too large. Write fewer repetitions")
        self.edges.append([])
        self.empty.append([])
        return len(self.edges) - 1

    def token(self, first: int, token: str) -> int:
        """Add an edge for a token behind a state, and return the state behind the edge."""
        last = self.state()
        self.edges[first].append((self._numbers.setdefault(token, len(self._numbers)), last))
        return last

    def closed(self, states: Iterable[int]) -> _States:
        """The states that are reached from these without a symbol, themselves included."""
        reached = {*states}
        open_states = [*reached]
        while open_states:
            for target in self.empty[open_states.pop()]:
                if target not in reached:
                    reached.add(target)
                    open_states.append(target)
        return frozenset(reached)


@dataclass(frozen=True, slots=True)
class _Token:
    """One symbol, by a regular expression."""

    text: str


@dataclass(frozen=True, slots=True)
class _Sequence:
    """Parts behind each other."""

    parts: list[_Node]


@dataclass(frozen=True, slots=True)
class _Choice:
    """One of several options."""

    options: list[_Node]


@dataclass(frozen=True, slots=True)
class _Repeat:
    """A part that is repeated, from `least` to `most` times, or any number of times if `most` is None."""

    part: _Node
    least: int
    most: int | None


_Node = _Token | _Sequence | _Choice | _Repeat


class _Parser:
    """Reads a regular expression and builds its automaton."""

    _REPEATS: Final = regex.compile(r"[*+?]|\{(\d*)(,?)(\d*)\}")
    _ESCAPES: Final = regex.compile(
        r"\\(?:[dDwWsShHnrtfva]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[pP](?:\{[^{}]+\}|\w)|N\{[^{}]+\}|[^\w\s])"
    )
    _CLASS: Final = regex.compile(r"\[\^?\]?(?:\[:[^\]:]*:\]|\\.|[^\]\\])*+\]", regex.DOTALL)
    _OPENINGS: Final = regex.compile(r"\((?:\?(?::|P?<\w+>))?")

    def __init__(self, text: str) -> None:
        self.automaton = _Automaton()
        self._text = text
        self._at = 0

    def whole(self) -> tuple[int, int]:
        """Build the whole pattern, and return its first and its last state."""
        self._skip("^") or self._skip(r"\A")
        node = self._choice(0)
        if self._at < len(self._text):
            raise PatternError("a bracket is closed that was not opened, at character {place}", place=self._at + 1)
        first = self.automaton.state()
        return first, self._build(node, first)

    def _choice(self, depth: int) -> _Node:
        if depth > MOST_DEPTH:
            raise PatternError("it has brackets nested more than {most} deep", most=MOST_DEPTH)
        options = [self._sequence(depth)]
        while self._skip("|"):
            options.append(self._sequence(depth))
        return options[0] if len(options) == 1 else _Choice(options)

    def _sequence(self, depth: int) -> _Node:
        parts = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            if self._is_end():
                continue
            parts.append(self._repeated(self._one(depth)))
        return _Sequence(parts)

    def _is_end(self) -> bool:
        """Pass over the anchor at the end of the whole pattern."""
        rest = self._text[self._at :]
        if rest not in {"$", r"\Z", r"\z"}:
            return False
        self._at = len(self._text)
        return True

    def _one(self, depth: int) -> _Node:
        sign = self._text[self._at]
        if sign == "(":
            return self._group(depth)
        if sign == "[":
            return self._token(self._CLASS, Sentence("a class of symbols is not closed"))
        if sign == "\\":
            return self._token(
                self._ESCAPES, Sentence("a back reference, an anchor or an unknown sign behind a backslash")
            )
        if sign in "*+?":
            raise PatternError("there is nothing to repeat before character {place}", place=self._at + 1)
        if sign in "^$":
            raise PatternError("an anchor stands inside the pattern, at character {place}", place=self._at + 1)
        self._at += 1
        return _Token(sign if sign == "." else regex.escape(sign))

    def _token(self, form: regex.Pattern[str], refusal: str) -> _Node:
        token = form.match(self._text, self._at)
        if token is None:
            raise PatternError("{what}, at character {place}", what=refusal, place=self._at + 1)
        self._at = token.end()
        try:
            regex.compile(token[0])
        except (regex.error, *DAMAGED) as error:  # such as an infinite number for a property of Unicode
            raise PatternError(
                "{what}, at character {place}", what=reason_of(error), place=token.start() + 1
            ) from error
        return _Token(token[0])

    def _group(self, depth: int) -> _Node:
        place = self._at + 1
        opening = self._OPENINGS.match(self._text, self._at)
        if opening is None or self._text[opening.end() : opening.end() + 1] in {"?", "*"}:
            raise PatternError(
                "look-around, recursion and the like are not supported, at character {place}", place=place
            )
        self._at = opening.end()
        node = self._choice(depth + 1)
        if not self._skip(")"):
            raise PatternError("the bracket at character {place} is not closed", place=place)
        return node

    def _repeated(self, node: _Node) -> _Node:
        while (repeat := self._REPEATS.match(self._text, self._at)) is not None:
            if repeat[0] == "{}":
                break
            self._at = repeat.end()
            least, most = self._bounds(repeat)
            if self._skip("+"):
                raise PatternError("possessive repetition is not supported, at character {place}", place=self._at)
            self._skip("?")  # the shortest or the longest: all of the word has to match
            node = _Repeat(node, least, most)
        return node

    @staticmethod
    def _bounds(repeat: regex.Match[str]) -> tuple[int, int | None]:
        if repeat[0] in "*+?":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[repeat[0]]
        if max(map(len, repeat.groups())) > len(str(MOST_STATES)):
            raise PatternError("it is too large. Write fewer repetitions")
        least = int(repeat[1] or 0)
        most = int(repeat[3]) if repeat[3] else None if repeat[2] else least
        if most is not None and most < least:
            raise PatternError("{repeat}: the greatest number of repetitions is below the least", repeat=repeat[0])
        return least, most

    def _skip(self, sign: str) -> bool:
        is_there = self._text.startswith(sign, self._at)
        self._at += len(sign) * is_there
        return is_there

    def _build(self, node: _Node, first: int) -> int:
        """Add a node behind a state, and return the state behind the node."""
        automaton = self.automaton
        match node:
            case _Token(text):
                return automaton.token(first, text)
            case _Sequence(parts):
                for part in parts:
                    first = self._build(part, first)
                return first
            case _Choice(options):
                last = automaton.state()
                for option in options:
                    end = self._build(option, self._behind(first))
                    automaton.empty[end].append(last)
                return last
            case _Repeat(part, least, most):
                return self._build_repeat(part, least, most, first)

    def _build_repeat(self, node: _Node, least: int, most: int | None, first: int) -> int:
        automaton = self.automaton
        for _ in range(least):
            first = self._build(node, self._behind(first))
        last = automaton.state()
        automaton.empty[first].append(last)
        if most is None:
            begin = self._behind(first)
            end = self._build(node, begin)
            automaton.empty[end] += [begin, last]
            return last
        for _ in range(most - least):
            first = self._build(node, self._behind(first))
            automaton.empty[first].append(last)
        return last

    def _behind(self, state: int) -> int:
        """Return a new state that is reached without a symbol: a repeated part must not share the state before it."""
        new = self.automaton.state()
        self.automaton.empty[state].append(new)
        return new
