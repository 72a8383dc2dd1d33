"""The network in PyTorch: residual blocks, some with global pooling, some nested in a bottleneck, as KataGo's
networks of model versions 8 to 14 are built. One module serves the teacher (weights read from a file,
normalisations fixed) and the student (trained here).

A block is described by ["plain"], ["pool", regular channels, pooled channels] or ["nested", narrow channels,
[inner blocks]]."""

import torch
import torch.nn.functional as F
from torch import nn

PLANES, GLOBALS = 22, 19


class Affine(nn.Module):
    """A normalisation whose statistics are final."""

    def __init__(self, channels):
        super().__init__()
        self.register_buffer("scale", torch.ones(1, channels, 1, 1))
        self.register_buffer("bias", torch.zeros(1, channels, 1, 1))

    def forward(self, x):
        return x * self.scale + self.bias


def batch_norm(channels):
    return nn.BatchNorm2d(channels, eps=1e-4, momentum=0.02)


def conv(inputs, outputs, width):
    return nn.Conv2d(inputs, outputs, width, padding=width // 2, bias=False)


class Board:
    """Which points belong to the board, and what pooling needs of its size."""

    def __init__(self, mask):
        self.mask = mask
        self.area = mask.float().sum(dim=(2, 3))
        self.side = self.area.sqrt() - 14.0


def pool(x, board):
    """The mean, the mean scaled by the board's side, the maximum. `x` is zero outside the board."""
    mean = x.sum(dim=(2, 3), dtype=torch.float32) / board.area
    # Not amax: its gradient looks for numbers that equal the maximum, and compiled code, which rounds less, may
    # find none and divide by nothing.
    most = x.flatten(2).max(dim=2).values
    return torch.cat([mean, mean * board.side * 0.1, most.float()], dim=1)


def pool_value(x, board):
    mean = x.sum(dim=(2, 3), dtype=torch.float32) / board.area
    square = board.side * board.side * 0.01 - 0.1
    return torch.cat([mean, mean * board.side * 0.1, mean * square], dim=1)


def mish(x):
    """x * tanh(log(1 + e^x)). Compiled, by one exponential: with n = e^x (e^x + 2), tanh(log(1 + e^x)) = n / (n + 2).
    A logarithm and a tanh for each number would take longer than moving it through memory."""
    if not torch.compiler.is_compiling():
        return F.mish(x)
    e = x.float().clamp(max=20.0).exp()
    n = e * (e + 2)
    return x * (n / (n + 2)).to(x.dtype)


class Layers:
    """What the layers of one network share: its normalisation and its activation."""

    def __init__(self, trained, activation):
        self.norm = batch_norm if trained else Affine
        self.activation = dict(relu=F.relu, mish=mish)[activation]

    def block(self, channels, spec):
        kind = dict(plain=Plain, pool=Pooling, nested=Nested)[spec[0]]
        return kind(self, channels, *spec[1:])


class Plain(nn.Module):
    def __init__(self, layers, channels):
        super().__init__()
        self.act = layers.activation
        self.before, self.first = layers.norm(channels), conv(channels, channels, 3)
        self.between, self.second = layers.norm(channels), conv(channels, channels, 3)

    def forward(self, x, board):
        y = self.first(self.act(self.before(x)) * board.mask)
        return x + self.second(self.act(self.between(y)) * board.mask)


class Pooling(nn.Module):
    def __init__(self, layers, channels, regular, pooled):
        super().__init__()
        self.act, self.before = layers.activation, layers.norm(channels)
        self.regular, self.pooled = conv(channels, regular, 3), conv(channels, pooled, 3)
        self.pool, self.to_bias = layers.norm(pooled), nn.Linear(pooled * 3, regular, bias=False)
        self.between, self.second = layers.norm(regular), conv(regular, channels, 3)

    def forward(self, x, board):
        a = self.act(self.before(x)) * board.mask
        pooled = pool(self.act(self.pool(self.pooled(a))) * board.mask, board)
        y = self.regular(a) + self.to_bias(pooled.to(self.to_bias.weight.dtype))[:, :, None, None].to(a.dtype)
        return x + self.second(self.act(self.between(y)) * board.mask)


class Nested(nn.Module):
    def __init__(self, layers, channels, narrow, inner):
        super().__init__()
        self.act = layers.activation
        self.before, self.narrow = layers.norm(channels), conv(channels, narrow, 1)
        self.inner = nn.ModuleList(layers.block(narrow, spec) for spec in inner)
        self.after, self.widen = layers.norm(narrow), conv(narrow, channels, 1)

    def forward(self, x, board):
        y = self.narrow(self.act(self.before(x)) * board.mask)
        for block in self.inner:
            y = block(y, board)
        return x + self.widen(self.act(self.after(y)) * board.mask)


class Net(nn.Module):
    """`policies` and `scores` count outputs that a file has; only the first policy and the first three
    scores are used."""

    def __init__(self, channels, blocks, head, hidden, value_head=None, first=5, activation="relu", policies=1,
                 scores=4, trained=True):
        super().__init__()
        self.shape = dict(channels=channels, blocks=blocks, head=head, hidden=hidden, value_head=value_head,
                          first=first, activation=activation, policies=policies, scores=scores)
        layers, value_head = Layers(trained, activation), value_head or head
        self.act = layers.activation
        self.first = conv(PLANES, channels, first)
        self.globals = nn.Linear(GLOBALS, channels, bias=False)
        self.blocks = nn.ModuleList(layers.block(channels, spec) for spec in blocks)
        self.tip = layers.norm(channels)
        self.p_points, self.p_pooled = conv(channels, head, 1), conv(channels, head, 1)
        self.p_pool, self.p_bias = layers.norm(head), nn.Linear(head * 3, head, bias=False)
        self.p_between, self.p_last = layers.norm(head), conv(head, policies, 1)
        self.p_pass = nn.Linear(head * 3, policies, bias=False)
        self.v_conv, self.v_norm = conv(channels, value_head, 1), layers.norm(value_head)
        self.v_hidden = nn.Linear(value_head * 3, hidden)
        self.v_value, self.v_score = nn.Linear(hidden, 3), nn.Linear(hidden, scores)
        self.v_ownership = conv(value_head, 1, 1)

    def forward(self, planes, numbers):
        """Returns logits of 361 points and a pass, value logits (win, loss, none), score outputs (mean,
        deviation, lead: as the file format scales them) and ownership before tanh."""
        act, board = self.act, Board(planes[:, :1])
        x = self.first(planes) + self.globals(numbers)[:, :, None, None].to(planes.dtype)
        for block in self.blocks:
            x = block(x, board)
        tip = act(self.tip(x)) * board.mask
        pooled = pool(act(self.p_pool(self.p_pooled(tip))) * board.mask, board).to(self.p_bias.weight.dtype)
        points = self.p_points(tip) + self.p_bias(pooled)[:, :, None, None].to(tip.dtype)
        points = self.p_last(act(self.p_between(points)) * board.mask)[:, 0]
        policy = torch.cat([points.flatten(1), self.p_pass(pooled)[:, :1]], dim=1).float()
        v = act(self.v_norm(self.v_conv(tip))) * board.mask
        hidden = act(self.v_hidden(pool_value(v, board).to(self.v_hidden.weight.dtype)))
        value, score = self.v_value(hidden).float(), self.v_score(hidden).float()
        return policy, value, score, self.v_ownership(v).flatten(1).float()


def student(blocks, channels, regular, head=32, hidden=64, narrow=0):
    """Every third block pools over the board: `regular` of its channels, the others pooled. With `narrow` channels each
    block is a bottleneck around two plain blocks of so many, the first of which pools in every third; `regular` then
    counts its channels."""
    width = narrow or channels
    pooling = ["pool", regular, width - regular]
    spec = [pooling if i % 3 == 2 else ["plain"] for i in range(blocks)]
    if narrow:
        spec = [["nested", narrow, [first, ["plain"]]] for first in spec]
    net = Net(channels, spec, head, hidden)
    for block in net.modules():
        last = block.widen if isinstance(block, Nested) else getattr(block, "second", None)
        if last is not None:
            # Residual blocks begin near zero, so that deep networks train fast from the first step.
            nn.init.kaiming_normal_(last.weight, nonlinearity="relu")
            with torch.no_grad():
                last.weight *= 0.3
    return net


@torch.no_grad()
def grown(net, more):
    """A network in training with so many plain blocks more, spread among its own. They add nothing at first, so that it
    says the same as before, and learn from there."""
    old = net.shape["blocks"]
    order = []  # the place of each block in the old network; nothing for a new one
    for i in range(len(old)):
        order += [i] + [None] * ((i + 1) * more // len(old) - i * more // len(old))
    larger = Net(**{**net.shape, "blocks": [["plain"] if i is None else old[i] for i in order]})
    larger.load_state_dict({k: v for k, v in net.state_dict().items() if not k.startswith("blocks.")}, strict=False)
    for i, block in zip(order, larger.blocks):
        if i is None:
            block.second.weight.zero_()
        else:
            block.load_state_dict(net.blocks[i].state_dict())
    return larger
