"""Makes the games of this folder anew, with the Python package: python crates/records/tests/data/make.py

All of them are our own: players of heibai against each other, or moves drawn at random. The Go games go on after both sides
would have passed, until unconditional life proves the owner of every point; games that come to no such end are left out.
`crates/engines/tests/judge.rs` checks the proof with the referee and the judge against it.
"""

import pathlib
import random

import heibai

HERE = pathlib.Path(__file__).parent


def neighbours(point, size):
    x, y = point % size, point // size
    return [point + dx + dy * size for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)) if 0 <= x + dx < size and 0 <= y + dy < size]


def connected(points, size):
    """The parts of a set of points that hang together."""
    left, parts = set(points), []
    while left:
        part, edge = set(), {left.pop()}
        while edge:
            part |= edge
            edge = {q for p in edge for q in neighbours(p, size)} & left
            left -= edge
        parts.append(part)
    return parts


def owners(state):
    """Who certainly owns each point (Benson 1976); None where that is open."""
    size = state.game.size
    cells = [{1: 0, 2: 1}.get(int(cell)) for cell in state.board().reshape(-1)]
    found = [None] * len(cells)
    for color in (0, 1):
        chains = connected([p for p, cell in enumerate(cells) if cell == color], size)
        regions = connected([p for p, cell in enumerate(cells) if cell != color], size)
        liberties = [{q for p in chain for q in neighbours(p, size) if cells[q] is None} for chain in chains]
        empty = [{p for p in region if cells[p] is None} for region in regions]
        touches = [{c for c, chain in enumerate(chains) if any(q in chain for p in region for q in neighbours(p, size))} for region in regions]
        alive, closed = set(range(len(chains))), set(range(len(regions)))
        while True:
            vital = {c: [r for r in closed if c in touches[r] and empty[r] <= liberties[c]] for c in alive}
            still = {c for c in alive if len(vital[c]) >= 2}
            kept = {r for r in closed if touches[r] <= still}
            if (still, kept) == (alive, closed):
                break
            alive, closed = still, kept
        safe = [regions[r] for r in closed if any(empty[r] <= liberties[c] for c in touches[r])]
        for point in set().union(*(chains[c] for c in alive), *safe):
            found[point] = color
    return found


def go_game(size, seed):
    """A game and the number of moves after which both sides passed; or None."""
    player, rng = heibai.Player("normal", "go", seed=1), random.Random(seed)
    state, last = heibai.Game("go", size=size).new_initial_state(), size * size
    for _ in range(4):
        state.apply_action(rng.choice(state.legal_actions()[:-1]))
    while not state.is_terminal() and state.move_number() < 3 * last:
        state.apply_action(player.analyze(state, moves=3)["candidates"][0]["line"][0])
    if not state.is_terminal():
        return None
    state.undo()
    passed = state.move_number()
    while not state.is_terminal() and state.move_number() < 4 * last:
        owned = owners(state)
        if None not in owned:
            break
        own = {point for point, cell in enumerate(state.board().reshape(-1)) if cell and (cell == 1) == (state.current_player() == 0)}
        moves = [told["line"][0] for told in player.analyze(state, moves=last)["candidates"]]
        useful = [move for move in moves if move != last and owned[move] is None and not set(neighbours(move, size)) <= own]
        state.apply_action(useful[0] if useful else last)
    owned = owners(state)
    if None in owned:
        return None
    while not state.is_terminal():
        state.apply_action(last)
    margin = owned.count(0) - owned.count(1) - 7.5
    return state.history(), passed, f"{'B' if margin > 0 else 'W'}+{abs(margin)}"


def sgf_point(action, size):
    return "" if action == size * size else chr(97 + action % size) + chr(97 + action // size)


def sgf(root, actions, size):
    return f"(;{root}" + "".join(f";{'BW'[n % 2]}[{sgf_point(a, size)}]" for n, a in enumerate(actions)) + ")\n"


def make_go():
    text = ""
    for size, seeds in ((9, range(1, 15)),):
        for seed in seeds:
            if played := go_game(size, seed):
                actions, passed, result = played
                root = f"GM[1]FF[4]CA[UTF-8]SZ[{size}]KM[7.5]RU[Chinese]PB[normal]PW[normal]RE[{result}]C[both passed after {passed} moves]"
                text += sgf(root, actions, size)
    (HERE / "finished_go.sgf").write_text(text)


def make_renju():
    game, text = heibai.Game("gomoku", size=15, rules="renju"), ""
    for seed in range(12):
        played = heibai.play_game(game, "normal", "normal", seed=seed, random_plies=4)
        result = {0: "B+", 1: "W+", None: "0"}[played["outcome"]["winner"]]
        text += sgf(f"GM[4]FF[4]CA[UTF-8]SZ[15]RU[renju]PB[normal]PW[normal]RE[{result}]", played["actions"], 15)
    (HERE / "renju.sgf").write_text(text)


def make_wthor():
    """A database in the layout of WTHOR: header, then 68 bytes a game; names in two more files."""
    names = ["random", "normal"]

    def header(games, others, year):
        return bytes([20, 26, 11, 16]) + games.to_bytes(4, "little") + others.to_bytes(2, "little") + year.to_bytes(2, "little") + bytes([8, 0, 0, 0])

    (HERE / "WTH.JOU").write_bytes(header(0, 2, 0) + b"".join(name.encode().ljust(20, b"\0") for name in names))
    (HERE / "WTH.TRN").write_bytes(header(0, 1, 0) + b"heibai against itself".ljust(26, b"\0"))
    game, rows = heibai.Game("othello", rules="empties-to-winner"), b""
    for seed in range(60):
        black, white = ("random", "random") if seed < 40 else ("normal", "random") if seed % 2 else ("random", "normal")
        played = heibai.play_game(game, black, white, seed=seed, random_plies=0)
        squares = [10 * (a // 8 + 1) + a % 8 + 1 for a in played["actions"] if a != 64]
        score = int(played["outcome"]["score"][0])
        numbers = b"".join(n.to_bytes(2, "little") for n in (0, names.index(black), names.index(white)))
        rows += numbers + bytes([score, score]) + bytes(squares).ljust(60, b"\0")
    (HERE / "WTH_2026.wtb").write_bytes(header(60, 0, 2026) + rows)


if __name__ == "__main__":
    make_renju()
    make_wthor()
    make_go()
