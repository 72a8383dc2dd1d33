"""Keeps numbers numbers: finds out what is read before it is written, and goes back where a step was broken."""

import torch


def fill(device, byte):
    """Leaves free memory of all sizes full of one byte. Full of 255, whatever is read before it is written is not a
    number and shows at once; full of 0 it does no harm."""
    if device.type == "cuda":
        sizes = [2**30] * 24 + [2**23] * 128 + [2**19] * 1024 + [2**14] * 512
        blocks = [torch.full((size,), byte, dtype=torch.uint8, device=device) for size in sizes]
        torch.cuda.synchronize()
        del blocks


class Safe:
    """Everything that training changes, as it was when its numbers were last sound. Once weights are not numbers, no
    later step mends them."""

    def __init__(self, net, optimiser, average):
        self.net, self.optimiser, self.average, self.kept, self.broken = net, optimiser, average, None, 0

    def tensors(self):
        adam = [x for state in self.optimiser.adam.state.values() for x in state.values() if torch.is_tensor(x)]
        nets = [*self.net.state_dict().values(), *self.average.net.state_dict().values()]
        return [*nets, *self.optimiser.muon.past.values(), *adam]

    @torch.no_grad()
    def check(self):
        """Keeps the state, or goes back to the one that was kept; returns the places that were not numbers then."""
        broken, now = int(self.optimiser.broken), self.tensors()
        if broken == self.broken or self.kept is None:
            if self.kept is None or len(self.kept) != len(now):
                self.kept = [x.clone() for x in now]
            for kept, x in zip(self.kept, now):
                kept.copy_(x)
            self.broken = broken
            return None
        places = [place for place, x in self.net.state_dict().items() if not x.isfinite().all()]
        for x, kept in zip(now, self.kept):
            x.copy_(kept)
        self.broken = broken
        if self.kept[0].is_cuda:
            fill(self.kept[0].device, 0)
        return places
