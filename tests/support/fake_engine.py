"""A small engine as a script, which plays the first move it may, or misbehaves as it was told.

    python -m tests.support.fake_engine MODE [FILE]

Modes: ``plays``; ``hangs``, ``dies``, ``cheats`` at every search; ``hangs-once``, the first of all
engines with this FILE; ``deaf``, it is ready and reads nothing more, not even the end of its input;
``digits``, ``words`` and ``chatters``, it plays but writes numbers, lines, or options of its own
that are far too long; ``floods``, it is ready, writes 180 kB, opens FILE, and writes on without an
end; ``ucci``, it speaks UCCI; ``wants``, it plays the moves in FILE one after the
other, each where it may, and says of each the score behind it (``h2e2:-900``, or else 12);
``proud``, it plays, and the side to move stands better by its contempt;
``waits``, it plays, but from ply 20 on only while somebody writes to the pipe FILE.
In the other modes each search is written to FILE, if there is one, as it was asked.
"""

import os
import signal
import sys
from pathlib import Path

from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.game.notation import read_move

WAITS_FROM = 20
ODD_LINES = {
    "digits": f"info multipv 1 score cp {'9' * 5_000} pv h9g7\n"
    f"info multipv {'9' * 5_000} score cp 1 pv h9g7\ninfo score mate {'9' * 5_000} pv h9g7",
    "words": f"info {'score 1 ' * 8_000}",
}


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def game_of(position: list[str]) -> Game:
    """The game of a line `position fen … moves …` or `position startpos moves …`."""
    before, _, after = " ".join(position).partition(" moves")
    fen = before.removeprefix("position fen ") if "fen" in before else None
    game = Game.start(fen) if fen else Game.start()
    for text in after.split():
        game = game.play(read_move(game.position, text))
    return game


def flood(file: Path) -> None:
    """Write more than anybody keeps: nearly as much as a pipe and a reader take, then the rest."""
    sys.stdout.write("info string flood\n" * 10_000)  # 180 kB
    sys.stdout.flush()
    file.write_text("")
    while True:
        sys.stdout.write("info string flood\n" * 10_000)


def answer(
    mode: str, position: list[str], go: list[str], banned: list[str], wanted: list[str]
) -> None:
    """What the mode says about a search."""
    if mode == "hangs":
        sys.stdin.read()
    elif mode == "dies":
        sys.exit(1)
    elif mode == "cheats":
        say("bestmove a0a9")
    else:
        asked = go[go.index("searchmoves") + 1 :] if "searchmoves" in go else []
        game = game_of(position)
        if mode == "waits" and game.ply >= WAITS_FROM:
            os.close(os.open(sys.argv[2], os.O_RDONLY))
        legal = asked or sorted(uci_of(move) for move in game.legal_moves())
        first, _, score = "".join(wanted[game.ply // 2 : game.ply // 2 + 1]).partition(":")
        choice = next(move for move in (first, *legal) if move in legal and move not in banned)
        say(ODD_LINES.get(mode, ""))
        score = f"score {'' if mode == 'ucci' else 'cp '}{score or 12}"
        say(f"info depth 1 {score} nodes 1 pv {choice}")
        say(f"bestmove {choice}")


def main(mode: str, file: Path | None) -> None:
    """Speak until the end of the input."""
    if mode == "hangs-once" and file is not None:
        try:
            os.close(os.open(f"{file}.hung", os.O_CREAT | os.O_EXCL))
            mode = "hangs"
        except FileExistsError:
            mode = "plays"
    position: list[str] = []
    banned: list[str] = []
    pride = "24"
    wanted = file.read_text().split() if mode == "wants" and file is not None else []
    for line in sys.stdin:
        words = line.split()
        if words[0] == ("ucci" if mode == "ucci" else "uci"):
            for number in range(5_000 if mode == "chatters" else 0):
                say(f"option name {number} type check default true")
            if mode == "proud":
                say("option name Contempt type spin default 24 min -100 max 100")
            say(f"{words[0]}ok")
        elif words[0] == "isready":
            say("readyok")
            if mode == "deaf":
                signal.pause()
            if mode == "floods" and file is not None:
                flood(file)
        elif words[0] == "position":
            position, banned = words, []
        elif words[:3] == ["setoption", "name", "Contempt"]:
            pride = words[-1]
        elif words[0] == "banmoves":
            banned = words[1:]
        elif words[0] == "go":
            if file is not None and mode not in ("wants", "waits"):
                with file.open("a") as asked:
                    asked.write(line)
            answer(mode, position, words, banned, [f":{pride}"] * 99 if mode == "proud" else wanted)
        elif words[0] == "quit":
            return


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)
