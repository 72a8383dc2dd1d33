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


def bytes_of(weights, steps):
    """Weights times the steps of their inputs as whole numbers from -127 to 127 (halves away from zero), and the unit
    of each output: what `heibai net convert` writes."""
    weights = weights * steps.view(1, -1, 1, 1)
    units = (weights.abs().amax(dim=(1, 2, 3)) / 127).clamp(min=1e-12)
    x = weights / units.view(-1, 1, 1, 1)
    half = (x - x.trunc()).abs() == 0.5
    return torch.where(half, x + 0.5 * x.sign(), x.round()), units


class Filter(nn.Conv2d):
    """A filter of the trunk. Where it is `rounded`, inputs and weights are bytes as in the program (crates/net): 255
    steps of each input's range, 127 of each output's unit. Gradients pass as if nothing were rounded."""

    def __init__(self, inputs, outputs, width, rounded):
        super().__init__(inputs, outputs, width, padding=width // 2, bias=False)
        self.register_buffer("ranges", torch.ones(inputs) if rounded else None)

    def steps(self):
        return self.ranges.clamp(min=1e-6) / 255

    def forward(self, x):
        if self.ranges is None:
            return super().forward(x)
        steps = self.steps()
        numbers = (x.float() / steps.view(1, -1, 1, 1)).clamp(0, 255)
        numbers = numbers + (numbers.round() - numbers).detach()
        with torch.no_grad():
            rounded, units = bytes_of(self.weight, steps)
            units = units.view(-1, 1, 1, 1)
        weights = self.weight * steps.view(1, -1, 1, 1) / units
        weights = weights + (rounded - weights).detach()
        # Whole numbers up to 256 are exact in half precision too.
        y = F.conv2d(numbers.to(x.dtype), weights.to(x.dtype), padding=self.padding)
        return (y.float() * units.view(1, -1, 1, 1)).to(y.dtype)


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
    """What the layers of one network share: its normalisation, its activation, and whether its trunk is in bytes."""

    def __init__(self, trained, activation, rounded):
        assert activation == "relu" or not rounded, "only networks of rectifiers are trained in bytes"
        self.norm, self.rounded = batch_norm if trained else Affine, rounded
        self.activation = dict(relu=F.relu, mish=mish)[activation]

    def conv(self, inputs, outputs, width):
        return Filter(inputs, outputs, width, self.rounded)

    def block(self, channels, spec):
        kind = dict(plain=Plain, pool=Pooling, nested=Nested)[spec[0]]
        return kind(self, channels, *spec[1:])


class Plain(nn.Module):
    def __init__(self, layers, channels):
        super().__init__()
        self.act = layers.activation
        self.before, self.first = layers.norm(channels), layers.conv(channels, channels, 3)
        self.between, self.second = layers.norm(channels), layers.conv(channels, channels, 3)

    def forward(self, x, board):
        y = self.first(self.act(self.before(x)) * board.mask)
        return x + self.second(self.act(self.between(y)) * board.mask)


class Pooling(nn.Module):
    def __init__(self, layers, channels, regular, pooled):
        super().__init__()
        self.act, self.before = layers.activation, layers.norm(channels)
        self.regular, self.pooled = layers.conv(channels, regular, 3), layers.conv(channels, pooled, 3)
        self.pool, self.to_bias = layers.norm(pooled), nn.Linear(pooled * 3, regular, bias=False)
        self.between, self.second = layers.norm(regular), layers.conv(regular, channels, 3)

    def forward(self, x, board):
        a = self.act(self.before(x)) * board.mask
        pooled = pool(self.act(self.pool(self.pooled(a))) * board.mask, board)
        y = self.regular(a) + self.to_bias(pooled.to(self.to_bias.weight.dtype))[:, :, None, None].to(a.dtype)
        return x + self.second(self.act(self.between(y)) * board.mask)


class Nested(nn.Module):
    def __init__(self, layers, channels, narrow, inner):
        super().__init__()
        self.act = layers.activation
        self.before, self.narrow = layers.norm(channels), layers.conv(channels, narrow, 1)
        self.inner = nn.ModuleList(layers.block(narrow, spec) for spec in inner)
        self.after, self.widen = layers.norm(narrow), layers.conv(narrow, channels, 1)

    def forward(self, x, board):
        y = self.narrow(self.act(self.before(x)) * board.mask)
        for block in self.inner:
            y = block(y, board)
        return x + self.widen(self.act(self.after(y)) * board.mask)


class Net(nn.Module):
    """`policies` and `scores` count outputs that a file has: the plain policy and, from two on, the hopeful one; mean,
    deviation, lead and, of six, the fifth for the error of the value. Others are not used."""

    def __init__(self, channels, blocks, head, hidden, value_head=None, first=5, activation="relu", policies=1,
                 scores=4, rounded=False, trained=True):
        super().__init__()
        self.shape = dict(channels=channels, blocks=blocks, head=head, hidden=hidden, value_head=value_head,
                          first=first, activation=activation, policies=policies, scores=scores, rounded=rounded)
        layers, value_head = Layers(trained, activation, rounded), value_head or head
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
        deviation, lead: as the file format scales them), ownership before tanh, and the logits of the hopeful policy
        (the plain one where there is no other)."""
        act, board = self.act, Board(planes[:, :1])
        x = self.first(planes) + self.globals(numbers)[:, :, None, None].to(planes.dtype)
        for block in self.blocks:
            x = block(x, board)
        tip = act(self.tip(x)) * board.mask
        pooled = pool(act(self.p_pool(self.p_pooled(tip))) * board.mask, board).to(self.p_bias.weight.dtype)
        points = self.p_points(tip) + self.p_bias(pooled)[:, :, None, None].to(tip.dtype)
        points, passing = self.p_last(act(self.p_between(points)) * board.mask), self.p_pass(pooled)
        policies = [torch.cat([points[:, i].flatten(1), passing[:, i : i + 1]], dim=1).float()
                    for i in range(min(2, self.shape["policies"]))]
        v = act(self.v_norm(self.v_conv(tip))) * board.mask
        hidden = act(self.v_hidden(pool_value(v, board).to(self.v_hidden.weight.dtype)))
        value, score = self.v_value(hidden).float(), self.v_score(hidden).float()
        return policies[0], value, score, self.v_ownership(v).flatten(1).float(), policies[-1]


def error_of(scores):
    """How far off the value (win minus loss) is, by a network with six score outputs; else nothing."""
    return F.softplus(scores[:, 4] / 2) / 2 if scores.shape[1] >= 6 else torch.zeros_like(scores[:, 0])


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
def with_more_outputs(net):
    """The same network with a hopeful policy, which begins as the plain one, and an estimate of the value's error."""
    if net.shape["policies"] >= 2 and net.shape["scores"] >= 6:
        return net
    larger, state = Net(**{**net.shape, "policies": 2, "scores": 6}), net.state_dict()
    for place in ("p_last.weight", "p_pass.weight"):
        state[place] = state[place][:1].repeat(2, *[1] * (state[place].dim() - 1))
    for place in ("v_score.weight", "v_score.bias"):
        old = state[place][:4]
        state[place] = torch.cat([old, old.new_zeros(6 - len(old), *old.shape[1:])])
    state["v_score.bias"][4] = -1.8  # about 0.17
    larger.load_state_dict(state)
    return larger


KEPT = 0.9999  # the share of an input's numbers above zero that its range holds
FOLLOW = 0.3  # how much a range follows its own input rather than the layer's largest


def range_of(x):
    """The ranges of a filter's inputs (points, channels), as `heibai net convert` measures them."""
    count = (x > 0).sum(dim=0)
    above = (count - 1).clamp(min=0) - ((count - 1).clamp(min=0).double() * KEPT).long()
    largest = x.topk(min(len(x), int(above.max()) + 1), dim=0).values
    own = largest.gather(0, above.unsqueeze(0))[0].clamp(min=0)
    most = own.max().clamp(min=1e-6)
    return own.clamp(min=most * 1e-3) ** FOLLOW * most ** (1 - FOLLOW)


@torch.no_grad()
def measure_ranges(net, planes, numbers):
    """The ranges of all filters of the trunk, by their places, measured on these positions."""
    found, hooks = {}, []
    mask = planes[:, 0].flatten() > 0

    def watch(place):
        def hook(_, inputs):
            found[place] = range_of(inputs[0].float().permute(0, 2, 3, 1).flatten(0, 2)[mask])
        return hook

    for place, module in net.named_modules():
        if isinstance(module, Filter):
            hooks.append(module.register_forward_pre_hook(watch(place)))
    net(planes, numbers)
    for hook in hooks:
        hook.remove()
    return found


@torch.no_grad()
def set_ranges(net, ranges):
    for place, module in net.named_modules():
        if isinstance(module, Filter) and module.ranges is not None:
            module.ranges.copy_(ranges[place])


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
