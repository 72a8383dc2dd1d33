#!/usr/bin/env python3
"""Writes tiny networks and what PyTorch says of two boards, for tests that our programs evaluate what is trained here as
PyTorch does (crates/engines/tests/trained.rs): one of bottleneck blocks, and one in bytes, also in single precision.

  python3 example.py ../../crates/engines/tests/data"""

import json
import os
import sys

import own_file
import torch
from boards import planes
from layers import Net, error_of, measure_ranges, set_ranges, student


def vary(net):
    """Normalisations as if they had learned."""
    for module in net.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            for tensor, least, most in [(module.running_mean, -0.3, 0.3), (module.running_var, 0.5, 1.5),
                                        (module.weight, 0.7, 1.3), (module.bias, -0.3, 0.3)]:
                tensor.uniform_(least, most)
    return net.eval()


def board(size):
    points = torch.zeros(19, 19, dtype=torch.int32)
    points[:size, :size] = torch.randint(2**22, (size, size), dtype=torch.int32) | 1
    return points, torch.randn(1, 19)


def told(net, path):
    """What a network says of two boards."""
    boards = []
    for size in (7, 9):
        points, numbers = board(size)
        policy, value, score, owner, hopeful = net(planes(points.view(1, 361), torch.float32), numbers)
        on_board = lambda x: x[0, :361].view(19, 19)[:size, :size].flatten().tolist()
        boards.append(dict(size=size, points=points[:size, :size].flatten().tolist(), numbers=numbers[0].tolist(),
                           policy=[*on_board(policy), policy[0, 361].item()], value=value.softmax(dim=1)[0].tolist(),
                           lead=20 * score[0, 2].item(), ownership=on_board(owner.tanh())))
        if net.shape["scores"] >= 6:
            boards[-1].update(hopeful=[*on_board(hopeful), hopeful[0, 361].item()], error=error_of(score).item())
    with open(path, "w") as file:
        json.dump(boards, file)
        file.write("\n")


@torch.no_grad()
def main(folder):
    torch.manual_seed(1)
    net = vary(student(3, 8, 3, head=4, hidden=8, narrow=4))
    own_file.write(net, "example", os.path.join(folder, "trained.hbn"))
    told(net, os.path.join(folder, "trained.json"))

    net = student(3, 12, 7, head=4, hidden=8)
    net = vary(Net(**{**net.shape, "policies": 2, "scores": 6}))
    own_file.write(net, "example", os.path.join(folder, "trained-floats.hbn"))
    points, numbers = zip(*[board(size) for size in (9, 13, 19)])
    rounded = Net(**{**net.shape, "rounded": True})
    rounded.load_state_dict(net.state_dict(), strict=False)
    set_ranges(rounded, measure_ranges(net, planes(torch.stack(points).view(-1, 361), torch.float32), torch.cat(numbers)))
    own_file.write(rounded.eval(), "example", os.path.join(folder, "trained-bytes.hbn"))
    told(rounded, os.path.join(folder, "trained-bytes.json"))


if __name__ == "__main__":
    main(*sys.argv[1:])
