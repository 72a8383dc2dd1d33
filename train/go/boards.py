"""Games of Go kept by `heibai-train go boards` (crates/train), many at once: the rules, the network inputs and the
searches are those of the player itself."""

import shlex
import subprocess

import numpy as np
import torch
from positions import LEAD_UNIT

POINTS, GLOBALS = 361, 19


class Boards:
    def __init__(self, program, games, threads, seed, more=()):
        self.games = games
        options = ["--games", str(games), "--threads", str(threads), "--seed", str(seed), *more]
        command = shlex.split(program) + options
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.length = games * (POINTS * 4 + GLOBALS * 4 + 4)

    def read(self):
        """One position of each game: points (32 bits each), global inputs, whether it may be labelled, and what its
        search expects of it (the win rate of the side to move)."""
        data = bytearray(self.length)
        view, at = memoryview(data), 0
        while at < self.length:
            got = self.process.stdout.readinto(view[at:])
            if not got:
                raise RuntimeError("the boards program ended")
            at += got
        n = self.games
        points = np.frombuffer(data, "<i4", n * POINTS).reshape(n, POINTS)
        numbers = np.frombuffer(data, "<f4", n * GLOBALS, n * POINTS * 4).reshape(n, GLOBALS)
        about = np.frombuffer(data, "<i2", n * 2, n * (POINTS + GLOBALS) * 4).reshape(n, 2)
        expected = about[:, 1].astype("f4") / 65534 + 0.5
        return map(torch.from_numpy, (points, numbers, about[:, 0] > 0, expected))

    def answer(self, policy, result):
        """What a network says of each position: policy, and win, loss, mean, deviation, lead."""
        value = (result[:, :1] - result[:, 1:2]) * 32767
        lead = (result[:, 4:5] * LEAD_UNIT * 16).clamp(-32767, 32767)
        numbers = torch.cat([value, lead, policy.float() * 32767], dim=1).nan_to_num(0.0)
        self.process.stdin.write(numbers.round().to(torch.int16).cpu().numpy().astype("<i2").tobytes())
        self.process.stdin.flush()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def planes(points, dtype):
    """Input planes from packed points."""
    bits = torch.arange(22, device=points.device, dtype=torch.int32).view(1, 22, 1)
    unpacked = (points.unsqueeze(1) >> bits) & 1
    planes = unpacked.to(dtype).view(-1, 22, 19, 19)
    return planes.contiguous(memory_format=torch.channels_last)


def legal(points):
    """Where the side to move may play; passing is always allowed."""
    on_points = points < 0  # bit 31
    return torch.cat([on_points, torch.ones_like(on_points[:, :1])], dim=1)
