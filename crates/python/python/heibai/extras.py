"""Packages that only a part of heibai needs: if one is missing, the error says what to install."""

from __future__ import annotations


def missing(error: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """The error with the command that installs what is missing."""
    return ModuleNotFoundError(f"{error.name} is not installed: pip install 'heibai[{extra}]'", name=error.name)
