"""PyTorch beside heibai: a module as the evaluator of a search. Needs torch.

    mcts = heibai.MCTS(game, 64, heibai.torch.evaluator(module, device="cuda"), overlap=True)
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch


def evaluator(
    module: torch.nn.Module, device: str | torch.device = "cpu"
) -> Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]:
    """An evaluator for `heibai.MCTS`: the module maps observations to policy logits and values from -1 to 1. It is put
    into evaluation mode and moved to `device`."""
    module = module.eval().to(device)

    def evaluate(observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        with torch.inference_mode():
            logits, values = module(torch.from_numpy(observations).to(device, non_blocking=True))
        return logits.float().cpu().numpy(), values.float().cpu().numpy()

    return evaluate
