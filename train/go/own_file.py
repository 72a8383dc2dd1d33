"""Reads and writes networks in our own format (docs/formats/network.md), and makes them fit to be trained on."""

import struct
import zlib

import numpy as np
import torch
from layers import Affine, Net, bytes_of

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
            ranges = self.state[place + ".ranges"] = self.floats(inputs)
            steps, units = ranges.clamp(min=1e-6) / 255, self.floats(outputs)
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
        assert kind in (0, 1, 2), "attention is not trained here"
        self.norm(at + "before")
        if kind == 2:
            narrow = self.conv(at + "narrow", True)
            spec = ["nested", narrow, self.blocks(at + "inner.")]
            self.norm(at + "after")
            self.conv(at + "widen", True)
            return spec
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

    def blocks(self, at):
        (count,) = self.shorts(1)
        return [self.block(f"{at}{i}.") for i in range(count)]

    def model(self):
        (length,) = self.shorts(1)
        self.at += length  # the name
        self.shorts(1)
        assert self.floats(3).tolist() == [20.0] * 3, "its scores have another scale than ours"
        channels = self.conv("first")
        self.dense("globals")
        blocks = self.blocks("blocks.")
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


def read(path, rounded=False):
    """A network with fixed normalisations, ready to evaluate; on request one whose file is in bytes computes so."""
    reader = Reader(path)
    shape = reader.model()
    if not rounded:
        reader.state = {place: tensor for place, tensor in reader.state.items() if not place.endswith(".ranges")}
    net = Net(**shape, rounded=rounded, trained=False)
    net.load_state_dict(reader.state)
    return net.eval()


class Writer:
    """In single precision (`heibai net convert` measures ranges and makes bytes of it), or the trunk in bytes where
    it was trained so."""

    def __init__(self, activation):
        self.parts, self.activation = [MAGIC], activation

    def shorts(self, *numbers):
        self.parts.append(struct.pack(f"<{len(numbers)}H", *numbers))

    def byte(self, number):
        self.parts.append(bytes([number]))

    def floats(self, tensor):
        self.parts.append(tensor.detach().float().cpu().contiguous().numpy().astype("<f4").tobytes())

    def conv(self, layer, inner=False):
        outputs, inputs, _, width = layer.weight.shape
        self.shorts(width, inputs, outputs)
        if inner and layer.ranges is not None:
            numbers, units = bytes_of(layer.weight.float().cpu(), layer.steps().cpu())
            self.byte(1)
            self.floats(layer.ranges)
            self.floats(units)
            self.parts.append(numbers.permute(2, 3, 1, 0).contiguous().to(torch.int8).numpy().tobytes())
            return
        if inner:
            self.byte(0)
        self.floats(layer.weight.permute(2, 3, 1, 0))

    def norm(self, layer):
        """What a normalisation does with the means and variances that it has."""
        if isinstance(layer, Affine):
            scale, bias = layer.scale.flatten(), layer.bias.flatten()
        else:
            scale = layer.weight / (layer.running_var + layer.eps).sqrt()
            bias = layer.bias - layer.running_mean * scale
        self.shorts(len(scale))
        self.floats(scale)
        self.floats(bias)
        self.byte(self.activation)

    def dense(self, layer):
        bias = layer.bias is not None
        self.shorts(layer.in_features, layer.out_features, layer.out_features if bias else 0)
        self.floats(layer.weight.t())
        if bias:
            self.floats(layer.bias)

    def blocks(self, specs, blocks):
        self.shorts(len(specs))
        for spec, block in zip(specs, blocks):
            self.byte(["plain", "pool", "nested"].index(spec[0]))
            self.norm(block.before)
            if spec[0] == "nested":
                self.conv(block.narrow, True)
                self.blocks(spec[2], block.inner)
                self.norm(block.after)
                self.conv(block.widen, True)
                continue
            if spec[0] == "pool":
                self.conv(block.regular, True)
                self.conv(block.pooled, True)
                self.norm(block.pool)
                self.dense(block.to_bias)
            else:
                self.conv(block.first, True)
            self.norm(block.between)
            self.conv(block.second, True)


@torch.no_grad()
def write(net, name, path):
    """Writes a network, trained or fixed."""
    w = Writer({name: number for number, name in ACTIVATIONS.items()}[net.shape["activation"]])
    w.shorts(len(name))
    w.parts.append(name.encode())
    w.shorts(14 if net.shape["scores"] >= 6 else 8)
    w.floats(torch.full((3,), 20.0))
    w.conv(net.first)
    w.dense(net.globals)
    w.blocks(net.shape["blocks"], net.blocks)
    w.norm(net.tip)
    w.conv(net.p_points)
    w.conv(net.p_pooled)
    w.norm(net.p_pool)
    w.dense(net.p_bias)
    w.norm(net.p_between)
    w.conv(net.p_last)
    w.dense(net.p_pass)
    w.byte(0)
    w.conv(net.v_conv)
    w.norm(net.v_norm)
    w.dense(net.v_hidden)
    w.byte(w.activation)
    w.dense(net.v_value)
    w.dense(net.v_score)
    w.conv(net.v_ownership)
    data = b"".join(w.parts)
    with open(path, "wb") as file:
        file.write(data + struct.pack("<I", zlib.crc32(data)))


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
