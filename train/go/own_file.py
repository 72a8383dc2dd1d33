"""Reads networks in our own format (docs/formats/network.md), and makes them fit to be trained on."""

import struct

import numpy as np
import torch
from layers import Affine, Net

MAGIC = b"HBNET\x00\x00\x01"
ACTIVATIONS = {1: "relu", 2: "mish"}


class Reader:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()[:-4]  # without the checksum
        assert self.data.startswith(MAGIC), f"{path} is not in our format"
        self.at, self.state, self.activations = len(MAGIC), {}, set()

    def take(self, count, kind):
        found = np.frombuffer(self.data, kind, count, self.at)
        self.at += found.nbytes
        return torch.from_numpy(found.astype("<f4"))

    def shorts(self, count):
        found = struct.unpack_from(f"<{count}H", self.data, self.at)
        self.at += 2 * count
        return found

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def floats(self, count):
        return self.take(count, "<f4")

    def conv(self, place, inner=False):
        width, inputs, outputs = self.shorts(3)
        shape = width, width, inputs, outputs
        if inner and self.byte():
            steps, units = self.floats(inputs).clamp(min=1e-6) / 255, self.floats(outputs)
            weights = self.take(width * width * inputs * outputs, "i1").view(shape) * units / steps.view(-1, 1)
        else:
            weights = self.floats(width * width * inputs * outputs).view(shape)
        self.state[place + ".weight"] = weights.permute(3, 2, 0, 1).contiguous()
        return outputs

    def norm(self, place):
        (channels,) = self.shorts(1)
        self.state[place + ".scale"] = self.floats(channels).view(1, -1, 1, 1)
        self.state[place + ".bias"] = self.floats(channels).view(1, -1, 1, 1)
        self.activations.add(self.byte())

    def dense(self, place):
        inputs, outputs, bias = self.shorts(3)
        self.state[place + ".weight"] = self.floats(inputs * outputs).view(inputs, outputs).t().contiguous()
        if bias:
            self.state[place + ".bias"] = self.floats(bias)
        return outputs

    def block(self, at):
        kind = self.byte()
        assert kind in (0, 1), "blocks in a bottleneck are not trained here"
        self.norm(at + "before")
        if kind == 0:
            spec = ["plain"]
            self.conv(at + "first", True)
        else:
            spec = ["pool", self.conv(at + "regular", True), self.conv(at + "pooled", True)]
            self.norm(at + "pool")
            self.dense(at + "to_bias")
        self.norm(at + "between")
        self.conv(at + "second", True)
        return spec

    def model(self):
        (length,) = self.shorts(1)
        self.at += length  # the name
        self.shorts(1)
        assert self.floats(3).tolist() == [20.0] * 3, "its scores have another scale than ours"
        channels = self.conv("first")
        self.dense("globals")
        (count,) = self.shorts(1)
        blocks = [self.block(f"blocks.{i}.") for i in range(count)]
        self.norm("tip")
        head = self.conv("p_points")
        self.conv("p_pooled")
        self.norm("p_pool")
        self.dense("p_bias")
        self.norm("p_between")
        policies = self.conv("p_last")
        self.dense("p_pass")
        assert self.byte() == 0, "a further layer for the pass is not trained here"
        value_head = self.conv("v_conv")
        self.norm("v_norm")
        hidden = self.dense("v_hidden")
        self.activations.add(self.byte())
        self.dense("v_value")
        scores = self.dense("v_score")
        self.conv("v_ownership")
        assert self.at == len(self.data) and len(self.activations) == 1
        return dict(channels=channels, blocks=blocks, head=head, hidden=hidden, value_head=value_head,
                    first=self.state["first.weight"].shape[-1], activation=ACTIVATIONS[self.activations.pop()],
                    policies=policies, scores=scores)


def read(path):
    """A network with fixed normalisations, ready to evaluate."""
    reader = Reader(path)
    net = Net(**reader.model(), trained=False)
    net.load_state_dict(reader.state)
    return net.eval()


@torch.no_grad()
def thaw(net, batches):
    """The same network with normalisations that learn. Files hold what a normalisation does, not the means and
    variances it does it by: these are measured on batches of (planes, numbers)."""
    seen, hooks = {}, []

    def watch(place):
        def hook(_, inputs):
            x = inputs[0].float()
            new = torch.stack([x.mean(dim=(0, 2, 3)), (x * x).mean(dim=(0, 2, 3))])
            seen[place] = seen.get(place, 0) + new / len(batches)
        return hook

    for place, module in net.named_modules():
        if isinstance(module, Affine):
            hooks.append(module.register_forward_pre_hook(watch(place)))
    for planes, numbers in batches:
        net(planes, numbers)
    for hook in hooks:
        hook.remove()
    state = dict(net.state_dict())
    for place, (mean, square) in seen.items():
        scale, bias = (state.pop(f"{place}.{name}").flatten() for name in ("scale", "bias"))
        variance = (square - mean * mean).clamp(min=1e-6)
        state.update({f"{place}.running_mean": mean, f"{place}.running_var": variance,
                      f"{place}.weight": scale * (variance + 1e-4).sqrt(), f"{place}.bias": bias + mean * scale,
                      f"{place}.num_batches_tracked": torch.tensor(0)})
    learning = Net(**net.shape)
    learning.load_state_dict(state)
    return learning
