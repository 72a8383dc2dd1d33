"""Evaluators on a GPU: is the search right there, and how fast is it? About a minute.

    python crates/python/bench/evaluators.py [DEVICE] [SECONDS A FIGURE]

DEVICE is `cuda` unless told; `cpu` tries the script with a tiny network. One line of JSON for each finding. A search
that is wrong stops the script.
"""

import copy
import json
import sys
import time

import numpy as np
import torch

import heibai
import heibai.torch
from heibai.alphazero import Config
from heibai.alphazero.residual import ResidualLearner, ResidualNet

device = sys.argv[1] if len(sys.argv) > 1 else "cuda"
seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 3.0
started = time.monotonic()


def say(**what):
    print(json.dumps({"at": round(time.monotonic() - started, 1), **what}), flush=True)


def synchronize():
    if device != "cpu":
        torch.cuda.synchronize()


name = torch.cuda.get_device_name(0) if device != "cpu" else "cpu"
say(torch=torch.__version__, heibai=heibai.__version__, device=name, threads=torch.get_num_threads())
game = heibai.Game("go", size=9)
torch.manual_seed(1)
tiny = device == "cpu"
net = ResidualNet(game, 1, 8) if tiny else ResidualNet(game, 6, 96)

# 1. The GPU computes what the CPU computes.
env = heibai.VecEnv(game, 256, seed=1, dtype="float32")
for _ in range(30):
    env.step(env.sample())
observations = np.array(env.observations)
cpu = heibai.torch.evaluator(copy.deepcopy(net))(observations)
kinds = {"float32": net, "float16": copy.deepcopy(net).half(), "bfloat16": copy.deepcopy(net).bfloat16()}
for name, module in kinds.items():
    gpu = heibai.torch.evaluator(copy.deepcopy(module), device)(observations)
    worst = [float(np.abs(a - b.reshape(a.shape)).max()) for a, b in zip(cpu, gpu)]
    say(test="same as the CPU", kind=name, logits=worst[0], values=worst[1])
    assert worst[0] < (0.01 if name == "float32" else 0.3) and worst[1] < (0.01 if name == "float32" else 0.1), worst

# 2. Tensors on the GPU, with gradients, as an evaluator of one's own returns them.
raw = copy.deepcopy(net).eval().to(device)
found = heibai.MCTS(game, 8, lambda x: raw(torch.from_numpy(x).to(device)), seed=1).search(16)
say(test="tensors on the device", visits=int(found.visits.sum()))
assert int(found.visits.sum()) == 8 * 16

# 3. Overlap gives the same search. Kernels may differ with the size of a batch, so float32 and a count.
results = {}
for overlap in (False, True):
    evaluator = heibai.torch.evaluator(copy.deepcopy(net), device)
    mcts = heibai.MCTS(game, 8 if tiny else 64, evaluator, seed=3, overlap=overlap, threads=2)
    results[overlap] = mcts.search(64).visits
same = int((results[False] == results[True]).all(axis=1).sum())
say(test="overlap", games=len(results[True]), same_visits=same)

# 4. Learning.
size = {"blocks": 1, "width": 8} if tiny else {"blocks": 6, "width": 96}
learner = ResidualLearner(game, Config(game="go", size=9, network="residual", device=device, **size))
n = 1024 if device != "cpu" else 64
rng = np.random.default_rng(1)
batch = (
    np.repeat(observations, 4, axis=0)[:n].astype(np.int8),
    np.ones((n, 82), bool),
    np.full((n, 82), 1 / 82, np.float32),
    rng.uniform(-1, 1, n).astype(np.float32),
    rng.integers(-1, 2, (n, 9, 9)).astype(np.int8),
)
losses = [learner.learn(*batch) for _ in range(5)]
began, steps = time.perf_counter(), 0
while time.perf_counter() - began < seconds:
    losses.append(learner.learn(*batch))
    steps += 1
speed = round(steps / (time.perf_counter() - began), 1)
say(test="learning", batch=n, steps_per_second=speed, first=losses[0], last=losses[-1])
assert losses[-1][1] < losses[0][1]
before = learner.evaluate(observations)
restored = ResidualLearner(game, learner.config)
restored.restore(learner.state())
say(test="restored", difference=float(np.abs(before[0] - restored.evaluate(observations)[0]).max()))

# 5. Searches a second.
def measure(games, module, where, **options):
    mcts = heibai.MCTS(game, games, heibai.torch.evaluator(copy.deepcopy(module), where), seed=1, **options)
    mcts.search(8)
    mcts.reset()
    synchronize()
    visits, began, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - began < seconds:
        found = mcts.search(32)
        mcts.play(found.actions)
        visits += 32 * games
        if mcts.terminal.any():
            mcts.reset(mcts.terminal)
    wall = time.perf_counter() - began
    kind, cores = str(next(module.parameters()).dtype)[6:], (time.process_time() - cpu) / wall
    say(games=games, device=where, kind=kind, visits_per_second=round(visits / wall), cores=round(cores, 2), **options)



half = copy.deepcopy(net).half().to(memory_format=torch.channels_last)
measure(64, net, "cpu", threads=2)
for module in (net, half):
    for overlap in (False, True):
        measure(64, module, device, overlap=overlap, threads=4)
for games in (16, 32) if tiny else (1024, 2048, 4096):
    for overlap in (False, True):
        measure(games, half, device, overlap=overlap, threads=5)
measure(32 if tiny else 2048, net, device, overlap=True, threads=5)

# 6. Ray, if it is there.
try:
    import ray
except ImportError:
    say(test="ray", installed=False)
else:
    import heibai.ray

    def load():
        return heibai.torch.evaluator(copy.deepcopy(half), device)

    ray.init(address="local", log_to_driver=False, include_dashboard=False)
    evaluate = heibai.ray.evaluators(load, actors=1, gpus=0 if device == "cpu" else 1)
    found = heibai.MCTS(game, 256, evaluate, seed=1, overlap=True).search(32)
    say(test="ray", installed=True, visits=int(found.visits.sum()))
say(done=True)
