"""Reads networks in KataGo's file format, model versions 8 to 14. `pack` makes a file of a quarter of the size, with
weights in bytes, for a teacher that has to travel:

  python3 katago_file.py NETWORK.bin.gz PACKED.pt"""

import gzip
import sys

import numpy as np
import own_file
import torch
from layers import Net


class Reader:
    def __init__(self, path):
        raw = open(path, "rb").read()
        self.data = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
        self.at, self.state, self.version, self.activations = 0, {}, 8, set()

    def word(self):
        while self.data[self.at : self.at + 1].isspace():
            self.at += 1
        end = self.at
        while not self.data[end : end + 1].isspace():
            end += 1
        word, self.at = self.data[self.at : end].decode(), end
        return word

    def ints(self, count):
        return [int(self.word()) for _ in range(count)]

    def floats(self, count):
        while self.data[self.at : self.at + 1].isspace():
            self.at += 1
        assert self.data[self.at : self.at + 5] == b"@BIN@"
        start = self.at + 5
        self.at = start + 4 * count
        return torch.from_numpy(np.frombuffer(self.data[start : self.at], "<f4").copy())

    def conv(self, place):
        self.word()
        height, width, inputs, outputs, _, _ = self.ints(6)
        weights = self.floats(height * width * inputs * outputs)
        weights = weights.view(height, width, inputs, outputs).permute(3, 2, 0, 1).contiguous()
        self.state[place + ".weight"] = weights
        return outputs

    def activation(self):
        self.word()
        if self.version >= 11:
            self.activations.add(self.word())

    def norm(self, place):
        self.word()
        channels, epsilon = int(self.word()), float(self.word())
        has_scale, has_bias = self.ints(2)
        mean, variance = self.floats(channels), self.floats(channels)
        scale = self.floats(channels) if has_scale else torch.ones(channels)
        bias = self.floats(channels) if has_bias else torch.zeros(channels)
        scale = scale / (variance + epsilon).sqrt()
        self.activation()
        self.state[place + ".scale"] = scale.view(1, -1, 1, 1)
        self.state[place + ".bias"] = (bias - mean * scale).view(1, -1, 1, 1)

    def dense(self, place):
        self.word()
        inputs, outputs = self.ints(2)
        self.state[place + ".weight"] = self.floats(inputs * outputs).view(inputs, outputs).t().contiguous()
        return outputs

    def bias(self, place):
        self.word()
        self.state[place + ".bias"] = self.floats(int(self.word()))

    def block(self, at):
        kind, _ = self.word(), self.word()
        count = self.ints(1)[0] if kind == "nested_bottleneck_block" else 0
        self.norm(at + "before")
        if kind == "nested_bottleneck_block":
            narrow = self.conv(at + "narrow")
            inner = [self.block(f"{at}inner.{i}.") for i in range(count)]
            self.norm(at + "after")
            self.conv(at + "widen")
            return ["nested", narrow, inner]
        if kind == "gpool_block":
            spec = ["pool", self.conv(at + "regular"), self.conv(at + "pooled")]
            self.norm(at + "pool")
            self.dense(at + "to_bias")
        else:
            assert kind == "ordinary_block", kind
            spec = ["plain"]
            self.conv(at + "first")
        self.norm(at + "between")
        self.conv(at + "second")
        return spec

    def model(self):
        """The network's shape; its weights are in `state`."""
        name, self.version = self.word(), int(self.word())
        assert 8 <= self.version <= 14, f"{name}: model version {self.version} is not supported"
        self.ints(2)
        if self.version >= 13:
            scales = [float(self.word()) for _ in range(7)]
            assert scales[:4] == [20.0] * 4, f"{name}: its scores have another scale than ours"
        self.word()
        count, channels, _, _, _, _ = self.ints(6)
        self.conv("first")
        self.dense("globals")
        blocks = [self.block(f"blocks.{i}.") for i in range(count)]
        self.norm("tip")
        self.word()
        head = self.conv("p_points")
        self.conv("p_pooled")
        self.norm("p_pool")
        self.dense("p_bias")
        self.norm("p_between")
        policies = self.conv("p_last")
        self.dense("p_pass")
        self.word()
        value_head = self.conv("v_conv")
        self.norm("v_norm")
        hidden = self.dense("v_hidden")
        self.bias("v_hidden")
        self.activation()
        self.dense("v_value")
        self.bias("v_value")
        scores = self.dense("v_score")
        self.bias("v_score")
        self.conv("v_ownership")
        activation = "relu"
        if self.version >= 11:
            assert len(self.activations) == 1, f"{name} mixes activations"
            activation = dict(ACTIVATION_RELU="relu", ACTIVATION_MISH="mish")[self.activations.pop()]
        first = self.state["first.weight"].shape[-1]
        return dict(channels=channels, blocks=blocks, head=head, hidden=hidden, value_head=value_head, first=first,
                    activation=activation, policies=policies, scores=scores)


def read(path):
    """A network with fixed normalisations, ready to evaluate, from KataGo's file, a packed one or our own."""
    if str(path).endswith(".hbn"):
        return own_file.read(path)
    if str(path).endswith(".pt"):
        saved = torch.load(path, weights_only=True)
        shape = saved["shape"]
        state = {place: unpacked(*parts) for place, parts in saved["weights"].items()}
    else:
        reader = Reader(path)
        shape, state = reader.model(), reader.state
    net = Net(**shape, trained=False)
    net.load_state_dict(state)
    return net.eval()


def packed(weights):
    """Filters as bytes, with a unit for each output and tap; anything else as it is."""
    if weights.dim() != 4 or weights.numel() < 10_000:
        return weights, None
    unit = weights.abs().amax(dim=1, keepdim=True).clamp(min=1e-12) / 127
    return (weights / unit).round().to(torch.int8), unit


def unpacked(weights, unit):
    return weights if unit is None else weights.float() * unit


def pack(path, out):
    net = read(path)
    weights = {place: packed(tensor) for place, tensor in net.state_dict().items()}
    torch.save(dict(shape=net.shape, weights=weights), out)


if __name__ == "__main__":
    pack(*sys.argv[1:])
