"""Games of Go played by `heibai-train go boards` (crates/train), many at once: the rules and
the network inputs are those of the player itself."""

import shlex
import subprocess

import numpy as np
import torch

POINTS, GLOBALS = 361, 19
KEEP, BRANCH = -32768, 1024


class Boards:
    def __init__(self, program, games, threads, seed):
        self.games = games
        options = ["--games", str(games), "--threads", str(threads), "--seed", str(seed)]
        command = shlex.split(program) + options
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.length = games * (POINTS * 4 + GLOBALS * 4 + 4)

    def read(self):
        """Points (32 bits each), global inputs, side to move (1 is White) and komi in half points."""
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
        about = np.frombuffer(data, "u1", n * 4, n * (POINTS + GLOBALS) * 4).reshape(n, 4)
        komi = np.ascontiguousarray(about[:, 2:]).view("<i2")[:, 0]
        return map(torch.from_numpy, (points, numbers, about[:, 1].copy(), komi.copy()))

    def answer(self, moves, komi):
        """A move (0 to 360, or 361 to pass) and a komi (or KEEP) for every game. A move plus BRANCH is a
        side line: it is followed for a few moves, then the game goes on with the move that stands in the
        komi's place."""
        both = np.empty((self.games, 2), "<i2")
        both[:, 0], both[:, 1] = moves, komi
        self.process.stdin.write(both.tobytes())
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
