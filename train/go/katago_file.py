"""Reads and writes networks in KataGo's file format, model version 8: words and blocks of weights."""

import gzip

import numpy as np
import torch
from layers import Affine, Net
from torch import nn


class Reader:
    def __init__(self, path):
        raw = open(path, "rb").read()
        self.data = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
        self.at = 0

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

    def conv(self):
        self.word()
        height, width, inputs, outputs, _, _ = self.ints(6)
        weights = self.floats(height * width * inputs * outputs)
        return weights.view(height, width, inputs, outputs).permute(3, 2, 0, 1).contiguous()

    def norm(self):
        self.word()
        channels, epsilon = int(self.word()), float(self.word())
        has_scale, has_bias = self.ints(2)
        mean, variance = self.floats(channels), self.floats(channels)
        scale = self.floats(channels) if has_scale else torch.ones(channels)
        bias = self.floats(channels) if has_bias else torch.zeros(channels)
        scale = scale / (variance + epsilon).sqrt()
        self.word()  # the activation's name; all are rectifiers in this version
        return Affine(scale, bias - mean * scale)

    def dense(self):
        self.word()
        inputs, outputs = self.ints(2)
        return self.floats(inputs * outputs).view(inputs, outputs).t().contiguous()

    def bias(self):
        self.word()
        return self.floats(int(self.word()))


def read(path):
    """A network with fixed normalisations, ready to evaluate."""
    r = Reader(path)
    name, version = r.word(), int(r.word())
    assert version == 8, f"{name}: model version {version} is not supported"
    r.ints(2)
    r.word()
    blocks, channels, _, regular, _, pooled = r.ints(6)
    state = {"first.weight": r.conv(), "globals.weight": r.dense()}
    norms, pooling = {}, {}
    for i in range(blocks):
        kind, at = r.word(), f"blocks.{i}."
        r.word()
        norms[at + "before"] = r.norm()
        if kind == "gpool_block":
            state[at + "regular.weight"], state[at + "pooled.weight"] = r.conv(), r.conv()
            norms[at + "pool"], state[at + "to_bias.weight"] = r.norm(), r.dense()
            pooling[i] = (regular, pooled)
        else:
            assert kind == "ordinary_block", kind
            state[at + "first.weight"] = r.conv()
        norms[at + "between"], state[at + "second.weight"] = r.norm(), r.conv()
    norms["tip"] = r.norm()
    r.word()
    state["p_points.weight"], state["p_pooled.weight"] = r.conv(), r.conv()
    norms["p_pool"], state["p_bias.weight"] = r.norm(), r.dense()
    norms["p_between"], state["p_last.weight"], state["p_pass.weight"] = r.norm(), r.conv(), r.dense()
    r.word()
    state["v_conv.weight"], norms["v_norm"] = r.conv(), r.norm()
    for layer in ["v_hidden", "v_value", "v_score"]:
        state[layer + ".weight"], state[layer + ".bias"] = r.dense(), r.bias()
        if layer == "v_hidden":
            r.word()
    state["v_ownership.weight"] = r.conv()
    head, hidden = state["v_conv.weight"].shape[0], state["v_hidden.weight"].shape[0]
    net = Net(blocks, channels, pooling, head, hidden, norm=lambda channels: nn.Identity())
    for place, norm in norms.items():
        parent, _, child = place.rpartition(".")
        setattr(net.get_submodule(parent), child, norm)
    missing, unexpected = net.load_state_dict(state, strict=False)
    assert not unexpected and all("scale" in m or m.endswith("bias") for m in missing), (missing, unexpected)
    return net.eval()


class Writer:
    def __init__(self):
        self.parts = []

    def words(self, *words):
        self.parts.append((" ".join(str(w) for w in words) + "\n").encode())

    def floats(self, tensor):
        data = tensor.detach().float().cpu().contiguous().numpy().astype("<f4").tobytes()
        self.parts.append(b"@BIN@" + data + b"\n")

    def conv(self, name, layer):
        outputs, inputs, height, width = layer.weight.shape
        self.words(name, height, width, inputs, outputs, 1, 1)
        self.floats(layer.weight.permute(2, 3, 1, 0))

    def norm(self, name, layer):
        self.words(name, layer.num_features, layer.eps, 1, 1)
        for tensor in [layer.running_mean, layer.running_var, layer.weight, layer.bias]:
            self.floats(tensor)
        self.words(name + "/actv")

    def dense(self, name, layer):
        self.words(name, layer.in_features, layer.out_features)
        self.floats(layer.weight.t())
        if layer.bias is not None:
            self.words(name + "/b", layer.out_features)
            self.floats(layer.bias)


def write(net, name, path):
    """Writes a trained network; KataGo itself can read it too."""
    w, shape = Writer(), net.shape
    regular, pooled = next(iter(shape["pooling"].values()), (shape["channels"], shape["channels"]))
    w.words(name, 8, 22, 19)
    w.words("trunk", shape["blocks"], shape["channels"], shape["channels"], regular, pooled, pooled)
    w.conv("first", net.first)
    w.dense("globals", net.globals)
    for i, block in enumerate(net.blocks):
        at = f"block{i}"
        is_pooling = i in shape["pooling"]
        w.words("gpool_block" if is_pooling else "ordinary_block", at)
        w.norm(at + "/before", block.before)
        if is_pooling:
            w.conv(at + "/regular", block.regular)
            w.conv(at + "/pooled", block.pooled)
            w.norm(at + "/pool", block.pool)
            w.dense(at + "/to_bias", block.to_bias)
        else:
            w.conv(at + "/first", block.first)
        w.norm(at + "/between", block.between)
        w.conv(at + "/second", block.second)
    w.norm("tip", net.tip)
    w.words("policyhead")
    w.conv("p_points", net.p_points)
    w.conv("p_pooled", net.p_pooled)
    w.norm("p_pool", net.p_pool)
    w.dense("p_bias", net.p_bias)
    w.norm("p_between", net.p_between)
    w.conv("p_last", net.p_last)
    w.dense("p_pass", net.p_pass)
    w.words("valuehead")
    w.conv("v_conv", net.v_conv)
    w.norm("v_norm", net.v_norm)
    w.dense("v_hidden", net.v_hidden)
    w.words("v_hidden/actv")
    w.dense("v_value", net.v_value)
    w.dense("v_score", net.v_score)
    w.conv("v_ownership", net.v_ownership)
    open(path, "wb").write(b"".join(w.parts))
