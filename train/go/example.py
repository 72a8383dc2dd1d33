#!/usr/bin/env python3
"""Writes a tiny network of bottleneck blocks and what PyTorch says of two boards, for a test that our programs evaluate
what is trained here as PyTorch does (crates/engines/tests/trained.rs).

  python3 example.py ../../crates/engines/tests/data"""

import json
import os
import sys

import own_file
import torch
from boards import planes
from layers import student


@torch.no_grad()
def main(folder):
    torch.manual_seed(1)
    net = student(3, 8, 3, head=4, hidden=8, narrow=4).eval()
    for module in net.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            for tensor, least, most in [(module.running_mean, -0.3, 0.3), (module.running_var, 0.5, 1.5),
                                        (module.weight, 0.7, 1.3), (module.bias, -0.3, 0.3)]:
                tensor.uniform_(least, most)
    own_file.write(net, "example", os.path.join(folder, "trained.hbn"))
    boards = []
    for size in (7, 9):
        points = torch.zeros(19, 19, dtype=torch.int32)
        points[:size, :size] = torch.randint(2**22, (size, size), dtype=torch.int32) | 1
        numbers = torch.randn(1, 19)
        policy, value, score, owner = net(planes(points.view(1, 361), torch.float32), numbers)
        on_board = lambda x: x[0, :361].view(19, 19)[:size, :size].flatten().tolist()
        boards.append(dict(size=size, points=points[:size, :size].flatten().tolist(), numbers=numbers[0].tolist(),
                           policy=[*on_board(policy), policy[0, 361].item()], value=value.softmax(dim=1)[0].tolist(),
                           lead=20 * score[0, 2].item(), ownership=on_board(owner.tanh())))
    with open(os.path.join(folder, "trained.json"), "w") as file:
        json.dump(boards, file)
        file.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
