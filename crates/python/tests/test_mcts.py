"""Tree search with one's own network: its laws, a plain slow twin, and what it refuses."""

import signal
import threading
import time

import heibai
import numpy as np
import pytest

GAMES = [
    heibai.Game("othello", size=6),
    heibai.Game("go", size=5),
    heibai.Game("gomoku", size=7, rules="freestyle"),
    heibai.Game("gomoku"),
]


class Hashed:
    """A network of whole-number weights, so that every batch size gives the same bits."""

    def __init__(self, game, history=0, seed=1):
        rng = np.random.default_rng(seed)
        inputs = int(np.prod(game.observation_shape(history)))
        self.policy = rng.integers(-9, 10, (inputs, game.num_distinct_actions())).astype(np.float64)
        self.value = rng.integers(-99, 100, inputs).astype(np.float64)
        self.batches = []

    def __call__(self, observations):
        self.batches.append(len(observations))
        x = observations.reshape(len(observations), -1).astype(np.float64)
        return x @ self.policy / 16, (x @ self.value % 201 - 100) / 100


def uniform(actions):
    return lambda observations: (np.zeros((len(observations), actions)), np.zeros(len(observations)))


def slow_puct(state, network, visits, c=1.25, fpu=0.2):
    """PUCT as the papers write it, one state at a time: the visits of every action and the root's value."""

    def evaluate(state):
        logits, values = network(state.observation()[None])
        legal = state.legal_actions()
        weights = np.exp(np.float32(logits[0][legal]) - np.float32(logits[0][legal]).max())
        return {"P": dict(zip(legal, weights / weights.sum())), "N": {}, "W": {}, "child": {}, "sum": float(np.float32(values[0])), "n": 1}

    def visit(node, state):
        """Plays one visit below; the value for the side to move at the node."""
        total = sum(node["N"].values())

        def score(action):
            n = node["N"].get(action, 0)
            q = node["W"][action] / n if n else node["sum"] / node["n"] - fpu
            return q + c * np.sqrt(max(total, 1)) * float(node["P"][action]) / (1 + n)

        action = max(node["P"], key=score)
        child = state.child(action)
        mover = state.current_player()
        if child.is_terminal():
            value = child.returns()[mover]
        elif action in node["child"]:
            value = -visit(node["child"][action], child)
        else:
            node["child"][action] = evaluate(child)
            value = -node["child"][action]["sum"]
        node["N"][action] = node["N"].get(action, 0) + 1
        node["W"][action] = node["W"].get(action, 0.0) + value
        node["sum"], node["n"] = node["sum"] + value, node["n"] + 1
        return value

    root = evaluate(state)
    for _ in range(visits):
        visit(root, state)
    counts = np.zeros(state.game.num_distinct_actions(), dtype=np.int32)
    for action, count in root["N"].items():
        counts[action] = count
    return counts, root["sum"] / root["n"]


def opened(mcts, seed, moves=6):
    """The same random beginning in every game but for its number."""
    for number in range(len(mcts)):
        rng, state = np.random.default_rng((seed, number)), mcts.game.new_initial_state()
        for _ in range(moves):
            state.apply_action(int(rng.choice(state.legal_actions())))
            if state.is_terminal():
                state = mcts.game.new_initial_state()
        mcts.set_state(number, state)
    return mcts


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_it_equals_a_plain_slow_puct(game):
    network = Hashed(game)
    mcts = opened(heibai.MCTS(game, 3, network), 2)
    found = mcts.search(80)
    for number in range(3):
        visits, value = slow_puct(mcts.state(number), network, 80)
        assert visits.tolist() == found.visits[number].tolist()
        assert found.values[number] == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("root", ["puct", "gumbel"])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_visits_add_up_and_no_action_is_illegal(game, root):
    mcts = opened(heibai.MCTS(game, 4, Hashed(game), root=root, leaves=5, noise=0.25), 3)
    found = mcts.search(64, temperature=1.0)
    masks = mcts.masks()
    assert (found.visits.sum(axis=1) == 64).all()
    for values in (found.visits, found.policy, found.priors, found.q):
        assert not values[~masks].any()
    assert np.allclose(found.policy.sum(axis=1), 1, atol=1e-4) and np.allclose(found.priors.sum(axis=1), 1, atol=1e-4)
    assert masks[np.arange(4), found.actions].all() and np.abs(found.values).max() <= 1
    for number, line in enumerate(found.lines):
        assert line[0] == found.actions[number]
        mcts.state(number).apply_actions(line)


def test_whole_games_end_with_every_tree_kept():
    game = heibai.Game("othello", size=4)
    mcts = heibai.MCTS(game, 3, Hashed(game), seed=4)
    inherited = np.zeros(3, dtype=int)
    kept = 0
    while not mcts.terminal.all():
        over = mcts.terminal
        found = mcts.search(30, temperature=1.0)
        assert (found.visits.sum(axis=1) == np.where(over, 0, 30 + inherited)).all()
        assert (found.actions[over] == -1).all()
        below = [0 if over[i] else found.visits[i, found.actions[i]] - 1 for i in range(3)]
        mcts.play(found.actions)
        inherited = np.where(mcts.terminal, 0, below)
        kept += int(inherited.sum())
    assert kept > 0
    assert mcts.returns().tolist() == [list(mcts.state(i).returns()) for i in range(3)]
    mcts.reset(np.array([True, False, False]))
    assert mcts.state(0).move_number() == 0 and mcts.terminal.tolist() == [False, True, True]


def test_nothing_is_kept_without_reuse():
    game = heibai.Game("othello", size=6)
    mcts = heibai.MCTS(game, 1, Hashed(game), reuse=False)
    mcts.play(mcts.search(50).actions)
    assert mcts.search(20).visits.sum() == 20


@pytest.mark.parametrize("root", ["puct", "gumbel"])
def test_a_proved_win_is_found(root):
    # Four in a row with both ends open, and a four of the other side's to stop at one point only.
    game = heibai.Game("gomoku", rules="freestyle", size=9)
    rows = ["." * 9] * 9
    rows[4] = "..XXXX..."
    rows[0] = "OOOO....."
    state = game.setup(" ".join(rows))
    mcts = heibai.MCTS(game, 1, uniform(81), root=root, considered=81, gumbel=0.0)
    mcts.set_state(0, state)
    found = mcts.search(400)
    assert found.actions[0] in (4 * 9 + 1, 4 * 9 + 6) and found.q[0, found.actions[0]] == 1 and found.values[0] > 0
    # Endgames of Othello that the solver proves: the search finds a move that keeps the win.
    game, proved = heibai.Game("othello", size=6), 0
    for seed in range(30):
        rng, state = np.random.default_rng(seed), game.new_initial_state()
        while not state.is_terminal() and (state.board() == 0).sum() > 5:
            state.apply_action(int(rng.choice(state.legal_actions())))
        if state.is_terminal() or len(state.legal_actions()) < 2 or heibai.solve(state)["score"] <= 0:
            continue
        mcts = heibai.MCTS(game, 1, uniform(37), root=root, considered=36, gumbel=0.0)
        mcts.set_state(0, state)
        child = state.child(int(mcts.search(2000).actions[0]))
        assert child.returns()[state.current_player()] > 0 if child.is_terminal() else heibai.solve(child)["score"] < 0
        proved += 1
    assert proved >= 5


def test_the_seed_decides_everything_and_threads_nothing():
    game = heibai.Game("go", size=5)

    def play(**options):
        mcts = heibai.MCTS(game, 6, Hashed(game), seed=9, noise=0.25, leaves=3, **options)
        told = []
        for _ in range(4):
            found = mcts.search(40, temperature=1.0)
            told.append((found.visits.tolist(), found.actions.tolist(), found.lines))
            mcts.play(found.actions)
        return told

    assert play() == play() == play(threads=2) == play(overlap=True) == play(threads=3, overlap=True)
    assert play() != play(root="gumbel") and play(root="gumbel") == play(root="gumbel", overlap=True)
    mcts = heibai.MCTS(game, 2, Hashed(game), seed=[5, 5], noise=0.25)
    found = mcts.search(40, temperature=1.0)
    assert found.visits[0].tolist() == found.visits[1].tolist() and found.actions[0] == found.actions[1]


def test_all_games_go_to_the_evaluator_together():
    game = heibai.Game("gomoku", size=9, rules="freestyle")
    network = Hashed(game)
    heibai.MCTS(game, 16, network, leaves=4).search(40)
    # One batch of the roots, then ten of four leaves a game, but for leaves that met.
    assert network.batches[0] == 16 and max(network.batches) == 64 and len(network.batches) <= 20
    network.batches.clear()
    mask = np.zeros(16, dtype=bool)
    mask[3] = True
    mcts = heibai.MCTS(game, 16, network)
    found = mcts.search(10, mask=mask)
    assert set(network.batches) == {1} and found.visits.sum() == 10 and found.visits[3].sum() == 10
    assert (found.actions[~mask] == -1).all()


def test_earlier_boards_are_seen_as_a_state_shows_them():
    game, seen = heibai.Game("go", size=5), []

    def look(observations):
        seen.append(observations.copy())
        return uniform(26)(observations)

    mcts = opened(heibai.MCTS(game, 2, look, history=3), 1)
    mcts.play(mcts.search(3).actions)
    mcts.search(0)
    wanted = np.stack([mcts.state(i).observation(history=3) for i in range(2)])
    assert (mcts.observations() == wanted).all()
    mcts = heibai.MCTS(game, 1, look, history=3)
    mcts.set_state(0, heibai.Game("go", size=5).new_initial_state().child(12))
    mcts.search(0)
    assert (seen[-1][0] == mcts.state(0).observation(history=3)).all()


def test_without_visits_it_tells_what_the_network_says():
    game = heibai.Game("othello", size=6)
    network = Hashed(game)
    mcts = heibai.MCTS(game, 1, network)
    found = mcts.search(0)
    logits, values = network(mcts.observations())
    legal = mcts.state(0).legal_actions()
    weights = np.exp(logits[0][legal] - logits[0][legal].max())
    assert np.allclose(found.priors[0][legal], weights / weights.sum(), atol=1e-6)
    assert found.values[0] == pytest.approx(values[0], abs=1e-6) and found.actions[0] == legal[int(np.argmax(weights))]


def test_temperature_draws_from_the_visits():
    game = heibai.Game("othello", size=6)
    mcts = heibai.MCTS(game, 400, Hashed(game), seed=3)
    found = mcts.search(40, temperature=1.0)
    shares = np.bincount(found.actions, minlength=37) / 400
    assert np.abs(shares - found.policy[0]).max() < 0.1
    assert len(set(mcts.search(0, temperature=[0.0] * 400).actions.tolist())) == 1
    with pytest.raises(ValueError, match="2 temperatures for 400 games"):
        mcts.search(1, temperature=[1.0, 2.0])


def test_gumbel_improves_on_the_policy():
    # One winning move that the network thinks little of: the improved policy likes it, and the move is played.
    game = heibai.Game("gomoku", rules="freestyle", size=7)
    state = game.setup("XXXX... OOO.... " + "....... " * 5)

    def doubtful(observations):
        logits = np.zeros((len(observations), 49))
        logits[:, 4] = -2.0
        return logits, np.zeros(len(observations))

    mcts = heibai.MCTS(game, 1, doubtful, root="gumbel", considered=49, gumbel=0.0)
    mcts.set_state(0, state)
    found = mcts.search(98)
    assert found.priors[0][4] < 0.01 and found.policy[0][4] > 0.9 and found.actions[0] == 4


def test_a_torch_module_is_an_evaluator(not_run):
    try:
        import torch
    except ImportError:
        return not_run("torch is not installed")
    game = heibai.Game("othello", size=6)

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.body = torch.nn.Linear(4 * 36, 38)

        def forward(self, x):
            y = self.body(x.flatten(1))
            return y[:, :37], y[:, 37:].tanh()

    from heibai.torch import evaluator

    found = heibai.MCTS(game, 2, evaluator(Net())).search(20)
    assert found.visits.sum() == 40


def test_what_is_refused_leaves_the_search_usable():
    game = heibai.Game("othello", size=6)
    answers = {"now": uniform(37)}
    mcts = heibai.MCTS(game, 2, lambda x: answers["now"](x), leaves=4)
    mcts.search(10)

    def fails(answer, error, match):
        answers["now"] = answer
        with pytest.raises(error, match=match):
            mcts.search(10)

    fails(uniform(36), ValueError, r"policy logits of shape \(8, 36\): expected \(8, 37\)")
    fails(lambda x: np.zeros((len(x), 37)), TypeError, "expected \\(policy logits, values\\)")
    fails(lambda x: (np.zeros((len(x), 37)), np.zeros(3)), ValueError, r"values of shape \(3,\)")
    fails(lambda x: (np.full((len(x), 37), np.nan), np.zeros(len(x))), ValueError, "NaN")
    fails(lambda x: (np.zeros((len(x), 37)), np.full(len(x), 7.0)), ValueError, "expected -1 to 1")
    fails(lambda x: 1 / 0, ZeroDivisionError, "division")
    answers["now"] = uniform(37)
    assert (mcts.search(10).visits.sum(axis=1) == 20).all()
    with pytest.raises(heibai.IllegalAction, match=r"game 1: action 0 \(a1\): the disc would flip nothing"):
        mcts.play([-1, 0])
    assert mcts.state(0).move_number() == 0
    with pytest.raises(ValueError, match="this search plays"):
        mcts.set_state(0, heibai.Game("othello").new_initial_state())
    with pytest.raises(IndexError, match="game 2 of 2"):
        mcts.state(2)
    for visits in (-1, 100_000_001):
        with pytest.raises(ValueError, match=f"visits {visits}: expected 0 to 100000000"):
            mcts.search(visits)
    for options, why in [
        ({"root": "uct"}, "expected 'puct' or 'gumbel'"),
        ({"c_puct": float("nan")}, "c_puct NaN: expected 0 to 100"),
        ({"leaves": 0}, "leaves 0: expected 1 to 1024"),
        ({"noise": 2.0}, "noise 2: expected 0 to 1"),
        ({"history": 99}, "at most 16"),
    ]:
        with pytest.raises(ValueError, match=why):
            heibai.MCTS(game, 1, uniform(37), **options)
    with pytest.raises(TypeError, match="cannot be called"):
        heibai.MCTS(game, 1, None)


def one_move_left(game):
    """A state whose every continuation ends at once."""
    rng = np.random.default_rng(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            before, state = state, state.child(int(rng.choice(state.legal_actions())))
        if before.current_player() >= 0 and len(before.legal_actions()) == 1:
            return before


@pytest.mark.parametrize("overlap", [False, True])
def test_ctrl_c_stops_a_search_that_has_nothing_left_to_ask(overlap):
    game = heibai.Game("othello", size=4)
    mcts = heibai.MCTS(game, 2, uniform(17), overlap=overlap)
    for number in range(2):
        mcts.set_state(number, one_move_left(game))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            mcts.search(100_000_000)
    finally:
        signal.signal(signal.SIGINT, before)
    assert mcts.search(5000).actions.tolist() == mcts.state(0).legal_actions() * 2


@pytest.mark.parametrize("overlap", [False, True])
def test_a_search_that_pauses_makes_all_its_visits(overlap):
    game = heibai.Game("othello", size=4)
    mcts = heibai.MCTS(game, 3, Hashed(game), overlap=overlap)
    mcts.set_state(0, one_move_left(game))
    found = mcts.search(3500)
    assert found.visits.sum(axis=1).tolist() == [3500] * 3
    alone = heibai.MCTS(game, 1, Hashed(game)).search(3500)
    assert found.visits[1].tolist() == alone.visits[0].tolist()


def test_tensors_with_gradients_or_on_a_device_are_answers():
    class Tensor:
        """What PyTorch shows of a tensor that numpy cannot read as it is."""

        def __init__(self, values, done=()):
            self.values, self.done = values, done

        def detach(self):
            return Tensor(self.values, (*self.done, "detach"))

        def float(self):
            return Tensor(self.values, (*self.done, "float"))

        def cpu(self):
            return Tensor(self.values, (*self.done, "cpu"))

        def __array__(self, dtype=None, copy=None):
            if set(self.done) != {"detach", "float", "cpu"}:
                raise RuntimeError("can't be read by numpy")
            return np.asarray(self.values, dtype)

    game = heibai.Game("othello", size=6)
    tensors = heibai.MCTS(game, 2, lambda x: (Tensor(np.zeros((len(x), 37))), Tensor(np.zeros((len(x), 1)))))
    assert tensors.search(20).visits.tolist() == heibai.MCTS(game, 2, uniform(37)).search(20).visits.tolist()


def test_other_threads_run_while_trees_are_walked():
    game, counted = heibai.Game("go", size=9), []
    stop = threading.Event()

    def count():
        while not stop.is_set():
            counted.append(1)
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    heibai.MCTS(game, 8, uniform(82), overlap=True).search(50)
    stop.set()
    thread.join()
    assert counted
