"""What the teachers of Gomoku and Othello have in common: blocks of a residual network, and a file to keep it in."""

import torch
import torch.nn.functional as F


class Block(torch.nn.Module):
    """Two convolutions whose outcome is added. The second begins at zero, so that no normalisation is needed."""

    def __init__(self, width: int):
        super().__init__()
        self.first = torch.nn.Conv2d(width, width, 3, padding=1)
        self.second = torch.nn.Conv2d(width, width, 3, padding=1)
        torch.nn.init.kaiming_normal_(self.first.weight, nonlinearity="relu")
        torch.nn.init.zeros_(self.second.weight)

    def forward(self, x):
        return F.relu(x + self.second(F.relu(self.first(x), inplace=True)), inplace=True)


class Residual(torch.nn.Module):
    """A network with so many blocks of so many channels, behind `stem`."""

    def __init__(self, stem: torch.nn.Conv2d, blocks: int):
        super().__init__()
        self.size = (blocks, stem.out_channels)
        self.stem = stem
        torch.nn.init.kaiming_normal_(self.stem.weight, nonlinearity="relu")
        self.blocks = torch.nn.Sequential(*(Block(stem.out_channels) for _ in range(blocks)))

    def save(self, path: str):
        torch.save({"size": self.size, "state": {k: v.half() for k, v in self.state_dict().items()}}, path)

    @classmethod
    def load(cls, path: str, device):
        saved = torch.load(path, map_location=device)
        network = cls(*saved["size"]).to(device, memory_format=torch.channels_last)
        network.load_state_dict({k: v.float() for k, v in saved["state"].items()})
        return network
