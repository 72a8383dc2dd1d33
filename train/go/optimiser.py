"""How weights are changed: Muon for the filters of the trunk, AdamW for the rest. Muon (K. Jordan, 2024) makes
the step of a weight matrix orthogonal, so that every direction is learned at one pace."""

import torch


def orthogonal(x):
    """The nearest orthogonal matrix, roughly, for a stack of matrices: five steps of Newton and Schulz."""
    x = x.to(torch.bfloat16 if x.is_cuda else torch.float32)
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(5):
        a = x @ x.mT
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
    return x.float()


class Muon:
    """Filters of one shape are treated together."""

    def __init__(self, parameters, momentum=0.95, decay=0.03):
        self.momentum, self.decay, self.groups = momentum, decay, {}
        for parameter in parameters:
            self.groups.setdefault(tuple(parameter.shape), []).append(parameter)
        self.past = {
            shape: torch.zeros(len(group), shape[0], group[0][0].numel(), device=group[0].device)
            for shape, group in self.groups.items()
        }

    @torch.no_grad()
    def step(self, rate):
        for shape, group in self.groups.items():
            past = self.past[shape]
            new = torch.stack([p.grad.reshape(shape[0], -1) for p in group])
            past.lerp_(new, 1 - self.momentum)
            step = orthogonal(new.lerp(past, self.momentum)).view(len(group), *shape)
            torch._foreach_mul_(group, 1 - rate * self.decay)
            torch._foreach_add_(group, list(step.unbind()), alpha=-rate)


class Optimiser:
    """`rate` is a share of the full rates, `muon` for filters of the trunk and `adam` for the rest (or for all,
    where `muon` is 0)."""

    def __init__(self, net, muon, adam):
        filters = [p for name, p in net.named_parameters() if name.startswith("blocks.") and p.dim() == 4 and muon > 0]
        known = {id(p) for p in filters}
        rest = [p for p in net.parameters() if id(p) not in known]
        self.parameters, self.rates = filters + rest, (muon, adam)
        self.muon = Muon(filters)
        self.adam = torch.optim.AdamW(rest, lr=adam, weight_decay=1e-3, betas=(0.9, 0.98),
                                      fused=rest[0].is_cuda)
        self.broken = torch.zeros((), device=rest[0].device)  # steps whose gradient was no number; they count nothing

    def step(self, rate):
        norm = torch.nn.utils.clip_grad_norm_(self.parameters, 2.0)
        self.broken += ~norm.isfinite()
        for parameter in self.parameters:
            parameter.grad.nan_to_num_(0.0, 0.0, 0.0)
        self.muon.step(self.rates[0] * rate)
        for group in self.adam.param_groups:
            group["lr"] = self.rates[1] * rate
        self.adam.step()
        for parameter in self.parameters:
            parameter.grad = None


class Average:
    """A running average of a network's weights, which plays better than the last step's."""

    def __init__(self, net, keep=0.999):
        self.net, self.keep = type(net)(**net.shape).to(next(net.parameters()).device), keep
        self.net.load_state_dict(net.state_dict())
        self.net = self.net.to(memory_format=torch.channels_last)
        pairs = list(zip(self.net.state_dict().values(), net.state_dict().values()))
        self.mine, self.new = zip(*[pair for pair in pairs if pair[0].is_floating_point()])
        self.steps = 0

    @torch.no_grad()
    def update(self):
        self.steps += 1
        keep = min(self.keep, self.steps / (self.steps + 10))
        torch._foreach_lerp_(list(self.mine), list(self.new), 1 - keep)
