"""The eight symmetries of a square board, for planes and for policies."""

from __future__ import annotations

import numpy as np

COUNT = 8


def planes(values: np.ndarray, symmetry: int) -> np.ndarray:
    """`values` of shape (..., size, size) turned by `symmetry` quarter turns; from 4 on mirrored first.

    >>> planes(np.array([[1, 2], [3, 4]]), 1)
    array([[2, 4],
           [1, 3]])
    """
    if not 0 <= symmetry < COUNT:
        raise ValueError(f"symmetry {symmetry}: expected 0 to {COUNT - 1}")
    if values.ndim < 2 or values.shape[-1] != values.shape[-2]:
        raise ValueError(f"shape {values.shape}: expected square planes")
    if symmetry >= 4:
        values = np.flip(values, axis=-1)
    return np.ascontiguousarray(np.rot90(values, symmetry % 4, axes=(-2, -1)))


def policy(values: np.ndarray, symmetry: int, size: int) -> np.ndarray:
    """A policy or mask of shape (..., actions) turned like the planes; a pass stays the last action."""
    points = size * size
    if values.shape[-1] not in (points, points + 1):
        raise ValueError(f"{values.shape[-1]} actions: expected {points} or {points + 1} for size {size}")
    board = planes(values[..., :points].reshape(*values.shape[:-1], size, size), symmetry)
    board = board.reshape(*values.shape[:-1], points)
    return np.concatenate([board, values[..., points:]], axis=-1)


def action(index: int, symmetry: int, size: int) -> int:
    """Where an action goes.

    >>> action(1, 1, 3), action(9, 5, 3)
    (3, 9)
    """
    points = size * size
    if index == points:
        return index
    if not 0 <= index < points:
        raise ValueError(f"action {index} on {size}x{size}")
    where = np.zeros(points, dtype=bool)
    where[index] = True
    return int(np.flatnonzero(policy(where, symmetry, size))[0])


def symmetries(observation: np.ndarray, actions: np.ndarray):
    """All eight pairs of planes and policy.

    >>> pairs = list(symmetries(np.zeros((4, 8, 8)), np.arange(65)))
    >>> len(pairs), pairs[2][1][:3]
    (8, array([63, 62, 61]))
    """
    size = observation.shape[-1]
    for symmetry in range(COUNT):
        yield planes(observation, symmetry), policy(actions, symmetry, size)
