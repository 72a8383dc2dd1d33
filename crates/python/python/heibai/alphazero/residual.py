"""A residual network in PyTorch, and its file for the program. Needs torch.

The layers are those of `docs/formats/network.md`: blocks of two convolutions behind their normalisations, a policy head
that pools over the board, a value head of win and loss. What the network computes here the program computes too.
"""

from __future__ import annotations

import copy
import json
import os
import struct
import zlib
from collections.abc import Callable

import numpy as np

from heibai._native import Game
from heibai.alphazero.config import Config
from heibai.extras import missing

try:
    import torch
except ModuleNotFoundError as error:
    raise missing(error, "torch") from None
import torch.nn.functional as F
from torch import nn

from heibai.torch import evaluator

FORMAT = "heibai-policy-value 2"
PLANES, GLOBALS = 22, 19
KOMI_UNIT = 20.0
# The logit of no result, which never happens here: a draw is half a win.
NO_RESULT = -30.0


def _conv(inputs: int, outputs: int, width: int) -> nn.Conv2d:
    return nn.Conv2d(inputs, outputs, width, padding=width // 2, bias=False)


class _Block(nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.before, self.first = nn.BatchNorm2d(channels), _conv(channels, channels, 3)
        self.between, self.second = nn.BatchNorm2d(channels), _conv(channels, channels, 3)
        with torch.no_grad():
            self.second.weight *= 0.3

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.second(F.relu(self.between(self.first(F.relu(self.before(x))))))


class ResidualNet(nn.Module):
    """Maps observations to policy logits and values from -1 to 1. In Go it also learns who owns each point at the end,
    which tells more about a game than its result."""

    board: torch.Tensor

    def __init__(self, game: Game, blocks: int, channels: int, head: int = 16, hidden: int = 32):
        super().__init__()
        names = game.plane_names()
        self.actions, self.size = game.num_distinct_actions(), game.size
        self.black, self.komi = names.index("black_to_move"), names.index("komi") if "komi" in names else None
        board = torch.ones(1, len(names), 1, 1)
        board[0, [self.black] + ([] if self.komi is None else [self.komi])] = 0
        self.register_buffer("board", board)
        self.first = _conv(1 + len(names), channels, 3)
        self.numbers = nn.Linear(2, channels, bias=False)
        self.blocks = nn.ModuleList(_Block(channels) for _ in range(blocks))
        self.tip = nn.BatchNorm2d(channels)
        self.p_points, self.p_pooled = _conv(channels, head, 1), _conv(channels, head, 1)
        self.p_pool, self.p_bias = nn.BatchNorm2d(head), nn.Linear(3 * head, head, bias=False)
        self.p_between, self.p_last = nn.BatchNorm2d(head), _conv(head, 1, 1)
        self.p_pass = nn.Linear(3 * head, 1, bias=False)
        self.v_conv, self.v_norm = _conv(channels, head, 1), nn.BatchNorm2d(head)
        self.v_hidden, self.v_value = nn.Linear(3 * head, hidden), nn.Linear(hidden, 2)
        self.v_owner = _conv(head, 1, 1) if self.komi is not None else None

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Policy logits and values."""
        logits, value, _ = self.outputs(observations)
        chances = value.softmax(dim=1)
        return logits, chances[:, 0] - chances[:, 1]

    def outputs(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        """Policy logits, logits of win and loss, and in Go the owner of each point, before the tanh."""
        x = observations
        komi = torch.zeros_like(x[:, 0, 0, 0]) if self.komi is None else x[:, self.komi, 0, 0] / KOMI_UNIT
        numbers = torch.stack([x[:, self.black, 0, 0], komi], dim=1)
        x = self.first(torch.cat([torch.ones_like(x[:, :1]), x * self.board], dim=1))
        x = x + self.numbers(numbers)[:, :, None, None]
        for block in self.blocks:
            x = block(x)
        tip, side = F.relu(self.tip(x)), self.size - 14.0
        pooled = F.relu(self.p_pool(self.p_pooled(tip)))
        mean = pooled.mean(dim=(2, 3))
        pooled = torch.cat([mean, mean * (side * 0.1), pooled.flatten(2).max(dim=2).values], dim=1)
        points = self.p_points(tip) + self.p_bias(pooled)[:, :, None, None]
        logits = self.p_last(F.relu(self.p_between(points))).flatten(1)
        logits = torch.cat([logits, self.p_pass(pooled)], dim=1)[:, : self.actions]
        seen = F.relu(self.v_norm(self.v_conv(tip)))
        owners = None if self.v_owner is None else self.v_owner(seen)[:, 0]
        mean = seen.mean(dim=(2, 3))
        seen = torch.cat([mean, mean * (side * 0.1), mean * (side * side * 0.01 - 0.1)], dim=1)
        return logits, self.v_value(F.relu(self.v_hidden(seen))), owners


def _device(name: str) -> torch.device:
    try:
        return torch.empty(0, device=name).device
    except (RuntimeError, AssertionError) as error:
        raise ValueError(f"device {name!r}: {str(error).splitlines()[0]}") from error


class ResidualLearner:
    """The network, its running average and AdamW. A GPU searches in half precision and learns in mixed precision."""

    def __init__(self, game: Game, config: Config):
        torch.manual_seed(config.seed)
        self.config, self.game, self.device = config, game, _device(config.device)
        self.half = self.device.type == "cuda"
        self.net = ResidualNet(game, config.blocks, config.width).to(self.device)
        self.average = ResidualNet(game, config.blocks, config.width).to(self.device).eval()
        self.average.load_state_dict(self.net.state_dict())
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=config.rate, weight_decay=config.decay)
        self.steps = 0
        self._evaluator: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]] | None = None

    def evaluate(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values by the running average, as `heibai.MCTS` asks for them."""
        if self._evaluator is None:
            net = self.average
            if self.half:
                net = copy.deepcopy(net).half().to(memory_format=torch.channels_last)
            self._evaluator = evaluator(net, self.device)
        return self._evaluator(observations)

    def learn(self, observations, masks, policies, values, owners=None) -> tuple[float, float]:
        """One step on a batch; the losses of policy and value. `owners` are 1 for points that are the side to move's at
        the end of the game, -1 for the opponent's."""
        self.net.train()
        self._evaluator = None
        arrays = (observations, masks, policies, values) + (() if owners is None else (owners,))
        observations, masks, policies, values, *rest = (
            torch.from_numpy(np.ascontiguousarray(part)).to(self.device) for part in arrays
        )
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.half):
            logits, value, owned = self.net.outputs(observations.float())
        logits = logits.float().masked_fill(~masks, -1e9)
        chances = torch.stack([(1 + values) / 2, (1 - values) / 2], dim=1)
        policy_loss, value_loss = F.cross_entropy(logits, policies), F.cross_entropy(value.float(), chances)
        loss = policy_loss + value_loss
        if rest and owned is not None:
            # tanh from -1 to 1 is the logistic function of twice the number, from 0 to 1.
            loss = loss + F.binary_cross_entropy_with_logits(2 * owned.float(), (1 + rest[0].float()) / 2)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self.steps += 1
        self._follow()
        return float(policy_loss.detach()), float(value_loss.detach())

    @torch.no_grad()
    def _follow(self) -> None:
        keep = min(self.config.average, self.steps / (self.steps + 10))
        for mine, new in zip(self.average.state_dict().values(), self.net.state_dict().values()):
            if mine.is_floating_point():
                mine.lerp_(new, 1 - keep)
            else:
                mine.copy_(new)

    def state(self) -> dict[str, np.ndarray]:
        """Everything that a checkpoint keeps."""
        out = {"steps": np.array(self.steps)}
        for part, net in (("net", self.net), ("average", self.average)):
            out |= {f"{part}.{name}": value.cpu().numpy() for name, value in net.state_dict().items()}
        for number, moments in self.optimizer.state_dict()["state"].items():
            out |= {f"adam.{number}.{name}": value.cpu().numpy() for name, value in moments.items()}
        return out

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Restores what `state` returned."""
        for part, net in (("net", self.net), ("average", self.average)):
            found = {name.removeprefix(part + "."): value for name, value in state.items() if name.startswith(part + ".")}
            net.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in found.items()})
        moments: dict[int, dict[str, torch.Tensor]] = {}
        for name, value in state.items():
            if name.startswith("adam."):
                _, number, moment = name.split(".")
                moments.setdefault(int(number), {})[moment] = torch.from_numpy(value.copy())
        self._evaluator = None
        if moments:
            self.optimizer.load_state_dict({"state": moments, "param_groups": self.optimizer.state_dict()["param_groups"]})
        self.steps = int(state["steps"])

    def write(self, path: str | os.PathLike) -> None:
        """Writes the running average for the program."""
        write(path, self.game, self.average)


def _array(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}H", *numbers)


def _floats(values: torch.Tensor) -> bytes:
    return values.detach().float().cpu().numpy().astype("<f4").tobytes()


def _conv_bytes(layer: nn.Conv2d, inside: bool = False, inputs: int | None = None) -> bytes:
    weights = layer.weight
    if inputs is not None:
        weights = F.pad(weights, (0, 0, 0, 0, 0, inputs - weights.shape[1]))
    outputs, inputs, width, _ = weights.shape
    return _array(width, inputs, outputs) + (b"\0" if inside else b"") + _floats(weights.permute(2, 3, 1, 0))


def _norm_bytes(norm: nn.BatchNorm2d) -> bytes:
    assert norm.running_var is not None and norm.running_mean is not None
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return _array(norm.num_features) + _floats(scale) + _floats(norm.bias - norm.running_mean * scale) + b"\1"


def _dense_bytes(weights: torch.Tensor, bias: torch.Tensor | None = None) -> bytes:
    outputs, inputs = weights.shape
    head = _array(inputs, outputs, 0 if bias is None else outputs) + _floats(weights.T)
    return head if bias is None else head + _floats(bias)


@torch.no_grad()
def write(path: str | os.PathLike, game: Game, net: ResidualNet) -> None:
    """Writes the network for `heibai` and `heibai.Player` as `learned:file=PATH`."""
    name = b"heibai.alphazero"
    body = b"HBNET\0\0\1" + _array(len(name)) + name + _array(8) + struct.pack("<3f", 20.0, 20.0, 20.0)
    body += _conv_bytes(net.first, inputs=PLANES) + _dense_bytes(F.pad(net.numbers.weight, (0, GLOBALS - 2)))
    body += _array(len(net.blocks))
    for block in net.blocks:
        assert isinstance(block, _Block)
        body += b"\0" + _norm_bytes(block.before) + _conv_bytes(block.first, inside=True)
        body += _norm_bytes(block.between) + _conv_bytes(block.second, inside=True)
    body += _norm_bytes(net.tip) + _conv_bytes(net.p_points) + _conv_bytes(net.p_pooled) + _norm_bytes(net.p_pool)
    body += _dense_bytes(net.p_bias.weight) + _norm_bytes(net.p_between) + _conv_bytes(net.p_last)
    body += _dense_bytes(net.p_pass.weight) + b"\0"
    hidden = net.v_hidden.out_features
    value = torch.cat([net.v_value.weight, torch.zeros_like(net.v_value.weight[:1])])
    bias = torch.cat([net.v_value.bias, torch.full_like(net.v_value.bias[:1], NO_RESULT)])
    body += _conv_bytes(net.v_conv) + _norm_bytes(net.v_norm) + _dense_bytes(net.v_hidden.weight, net.v_hidden.bias) + b"\1"
    owners = torch.zeros(net.v_conv.out_channels) if net.v_owner is None else net.v_owner.weight.flatten()
    # The score is not learnt.
    body += _dense_bytes(value, bias) + _dense_bytes(torch.zeros(4, hidden))
    body += _array(1, net.v_conv.out_channels, 1) + _floats(owners)
    parameters = {key: value for key, value in game.parameters().items() if value is not None}
    head = f"{FORMAT}\n{json.dumps({'game': game.name, **parameters, 'history': 0})}\n".encode()
    with open(path, "wb") as file:
        file.write(head + body + struct.pack("<I", zlib.crc32(body)))
