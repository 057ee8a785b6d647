"""`engine`: our own small engine, which speaks UCI on standard input and output.

Every program that drives engines can play against it, and so do our own bots. One thread does
all: while it thinks it looks now and then whether a line has come. It ends with `quit` or
with its input, so that it never outlives the program that started it.
"""

import argparse
import os
import secrets
import select
import sys
from collections import deque
from dataclasses import replace
from typing import Final

from xiangqi_server.game.engine.choice import FOR_REVIEWS, STRENGTHS, SearchStrength, think
from xiangqi_server.game.engine.uci import (
    HANDSHAKE,
    MAX_SEED,
    Go,
    info_line,
    read_go,
    read_option,
    read_position,
)
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.kernel.host.timebase import monotonic_ms

STDIN: Final = 0
CHUNK_BYTES: Final = 1 << 16


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command; it has no arguments."""
    subparsers.add_parser("engine", help="play as an engine (UCI on standard input and output)")


def run(args: argparse.Namespace) -> int:
    """Answer until `quit` or the end of the input."""
    del args
    lines = _Lines()
    engine = _Engine(lines)
    while (line := lines.next()) is not None and line != "quit":
        engine.obey(line)
    return 0


class _Lines:
    """The lines of standard input, as they come."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._rest = b""
        self._has_ended = False

    def first(self, *, wait: bool) -> str | None:
        """The next line, left where it is; None if no line follows, or not yet."""
        while not (self._lines or self._has_ended):
            if not wait and not select.select([STDIN], [], [], 0)[0]:
                break
            self._read()
        return self._lines[0] if self._lines else None

    def next(self) -> str | None:
        """The next line, waited for; None at the end of the input."""
        line = self.first(wait=True)
        if line is not None:
            self._lines.popleft()
        return line

    def _read(self) -> None:
        chunk = os.read(STDIN, CHUNK_BYTES)
        self._has_ended = not chunk
        *whole, self._rest = (self._rest + (chunk or b"\n")).split(b"\n")
        self._lines += [line.decode(errors="replace").strip() for line in whole]


class _Stop:
    """Ends a search at its time, or at `stop` or `quit`."""

    def __init__(self, lines: _Lines, end_ms: int | None) -> None:
        self._lines = lines
        self._end_ms = end_ms

    def is_due(self) -> bool:
        """Whether the search has to end; a question whether we live is answered meanwhile."""
        line = self._lines.first(wait=False)
        if line == "isready":
            self._lines.next()
            _say("readyok")
        is_late = self._end_ms is not None and monotonic_ms() >= self._end_ms
        return is_late or line in ("stop", "quit")


class _Engine:
    """The game that is being played and the options that are set."""

    def __init__(self, lines: _Lines) -> None:
        self._lines = lines
        self._game = Game.start()
        self._level = max(STRENGTHS)
        self._seed = 0
        self._game_seed = _fresh_seed()
        self._has_book = True

    def obey(self, line: str) -> None:
        """Do what a line asks; what is not known is passed over, and what is wrong is answered."""
        word, *words = line.split() or [""]
        try:
            match word:
                case "uci":
                    _say(*HANDSHAKE)
                case "isready":
                    _say("readyok")
                case "ucinewgame":
                    self._game, self._game_seed = Game.start(), _fresh_seed()
                case "setoption":
                    self._set(*read_option(words))
                case "position":
                    self._game = read_position(words)
                case "go":
                    self._go(read_go(words, self._game.to_move))
        except ValueError as error:
            _say(f"info string {error}")

    def _set(self, name: str, value: str) -> None:
        match name:
            case "level":
                self._level = _number(value, 0, max(STRENGTHS))
            case "seed":
                self._seed = _number(value, 0, MAX_SEED)
            case "ownbook":
                self._has_book = value == "true"

    def _go(self, go: Go) -> None:
        """Think, tell what comes of it, and answer."""
        legal = self._game.legal_moves()
        among = [move for move in legal if move in go.among] if go.among else legal
        best = "(none)"
        if among:
            began_ms = monotonic_ms()
            stop = _Stop(self._lines, None if go.time_ms is None else began_ms + go.time_ms)
            seed = self._seed or self._game_seed
            for thought in think(self._game, among, self._strength(go), seed, stop):
                _say(info_line(thought, monotonic_ms() - began_ms))
                best = uci_of(thought.line[0])
        if go.is_infinite:
            self._await_stop()
        _say(f"bestmove {best}")

    def _strength(self, go: Go) -> SearchStrength:
        """That of the level, within the limits asked for; 0 is the level of reviews."""
        strength = STRENGTHS.get(self._level, FOR_REVIEWS)
        return replace(
            strength,
            depth=min(strength.depth, go.depth or strength.depth),
            nodes=min(strength.nodes, go.nodes or strength.nodes),
            book_plies=strength.book_plies if self._has_book else 0,
        )

    def _await_stop(self) -> None:
        """Wait for what ends an endless search; it is obeyed afterwards."""
        while self._lines.first(wait=True) == "isready":
            self._lines.next()
            _say("readyok")


def _number(text: str, least: int, most: int) -> int:
    number = int(text)
    if not least <= number <= most:
        raise ValueError(f"{number} is not from {least} to {most}")
    return number


def _fresh_seed() -> int:
    return secrets.randbits(63)


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()
