"""The network in PyTorch: plain residual blocks and blocks with global pooling, the shape of KataGo's
networks of model version 8. One module serves the teacher (weights read from a file, normalisations fixed)
and the student (trained here)."""

import torch
import torch.nn.functional as F
from torch import nn

PLANES, GLOBALS = 22, 19


class Affine(nn.Module):
    """A normalisation whose statistics are final."""

    def __init__(self, scale, bias):
        super().__init__()
        self.register_buffer("scale", scale.view(1, -1, 1, 1))
        self.register_buffer("bias", bias.view(1, -1, 1, 1))

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
    return torch.cat([mean, mean * board.side * 0.1, x.amax(dim=(2, 3)).float()], dim=1)


def pool_value(x, board):
    mean = x.sum(dim=(2, 3), dtype=torch.float32) / board.area
    square = board.side * board.side * 0.01 - 0.1
    return torch.cat([mean, mean * board.side * 0.1, mean * square], dim=1)


class Plain(nn.Module):
    def __init__(self, channels, norm=batch_norm):
        super().__init__()
        self.before, self.first = norm(channels), conv(channels, channels, 3)
        self.between, self.second = norm(channels), conv(channels, channels, 3)

    def forward(self, x, board):
        y = self.first(F.relu(self.before(x)) * board.mask)
        return x + self.second(F.relu(self.between(y)) * board.mask)


class Pooling(nn.Module):
    def __init__(self, channels, regular, pooled, norm=batch_norm):
        super().__init__()
        self.before = norm(channels)
        self.regular, self.pooled = conv(channels, regular, 3), conv(channels, pooled, 3)
        self.pool, self.to_bias = norm(pooled), nn.Linear(pooled * 3, regular, bias=False)
        self.between, self.second = norm(regular), conv(regular, channels, 3)

    def forward(self, x, board):
        a = F.relu(self.before(x)) * board.mask
        pooled = pool(F.relu(self.pool(self.pooled(a))) * board.mask, board)
        y = self.regular(a) + self.to_bias(pooled.to(self.to_bias.weight.dtype))[:, :, None, None].to(a.dtype)
        return x + self.second(F.relu(self.between(y)) * board.mask)


class Net(nn.Module):
    """`pooling` maps a block's index to its regular and pooled channels."""

    def __init__(self, blocks, channels, pooling, head, hidden, norm=batch_norm):
        super().__init__()
        self.shape = dict(blocks=blocks, channels=channels, pooling=pooling, head=head, hidden=hidden)
        self.first = conv(PLANES, channels, 5)
        self.globals = nn.Linear(GLOBALS, channels, bias=False)
        self.blocks = nn.ModuleList(
            Pooling(channels, *pooling[i], norm=norm) if i in pooling else Plain(channels, norm=norm)
            for i in range(blocks)
        )
        self.tip = norm(channels)
        self.p_points, self.p_pooled = conv(channels, head, 1), conv(channels, head, 1)
        self.p_pool, self.p_bias = norm(head), nn.Linear(head * 3, head, bias=False)
        self.p_between, self.p_last = norm(head), conv(head, 1, 1)
        self.p_pass = nn.Linear(head * 3, 1, bias=False)
        self.v_conv, self.v_norm = conv(channels, head, 1), norm(head)
        self.v_hidden = nn.Linear(head * 3, hidden)
        self.v_value, self.v_score = nn.Linear(hidden, 3), nn.Linear(hidden, 4)
        self.v_ownership = conv(head, 1, 1)

    def forward(self, planes, numbers):
        """Returns logits of 361 points and a pass, value logits (win, loss, none), score outputs (mean,
        deviation, lead, time: as the file format scales them) and ownership before tanh."""
        board = Board(planes[:, :1])
        x = self.first(planes) + self.globals(numbers)[:, :, None, None].to(planes.dtype)
        for block in self.blocks:
            x = block(x, board)
        tip = F.relu(self.tip(x)) * board.mask
        pooled = pool(F.relu(self.p_pool(self.p_pooled(tip))) * board.mask, board).to(self.p_bias.weight.dtype)
        points = self.p_points(tip) + self.p_bias(pooled)[:, :, None, None].to(tip.dtype)
        points = self.p_last(F.relu(self.p_between(points)) * board.mask)
        policy = torch.cat([points.flatten(1), self.p_pass(pooled)], dim=1).float()
        v = F.relu(self.v_norm(self.v_conv(tip))) * board.mask
        hidden = F.relu(self.v_hidden(pool_value(v, board).to(self.v_hidden.weight.dtype)))
        value, score = self.v_value(hidden).float(), self.v_score(hidden).float()
        return policy, value, score, self.v_ownership(v).flatten(1).float()


def start_small(net):
    """Residual blocks begin near zero, so that deep networks train fast from the first step."""
    for block in net.blocks:
        nn.init.kaiming_normal_(block.second.weight, nonlinearity="relu")
        with torch.no_grad():
            block.second.weight *= 0.3
    return net
