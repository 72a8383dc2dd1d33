"""Every example of the documentation runs; the stubs are what the module is."""

import doctest
import importlib
import pathlib
import subprocess
import sys

import pytest

MODULES = ["heibai", "heibai.games", "heibai.symmetry", "heibai.gym", "heibai.pettingzoo"]
MODULES += ["heibai.ray", "heibai.data", "heibai.net", "heibai.alphazero"]
ROOT = pathlib.Path(__file__).parents[3]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.attempted > 0 and outcome.failed == 0


@pytest.mark.parametrize("page", ["python.md", "python.zh-CN.md"])
def test_pages(page):
    outcome = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert outcome.attempted > 10 and outcome.failed == 0


def test_the_stubs_tell_the_truth():
    """mypy compares every name, parameter and default with the module itself."""
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "heibai._native"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
