"""Every example of the documentation runs; the stubs are what the module is."""

import doctest
import importlib
import inspect
import pathlib
import pkgutil
import subprocess
import sys

import heibai
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


def every_module():
    """Modules that can be imported here; those of PyTorch need it."""
    for found in pkgutil.walk_packages(heibai.__path__, "heibai."):
        try:
            yield importlib.import_module(found.name)
        except ImportError as missing:
            assert missing.name == "torch", found.name
    yield heibai


def items(module):
    """Every public name of a module that was made there, and those of its classes."""
    for name, item in vars(module).items():
        if name.startswith("_") or getattr(item, "__module__", None) not in (module.__name__, "heibai"):
            continue
        if inspect.isclass(item):
            members = [key for key, member in vars(item).items() if callable(member) or hasattr(member, "__get__")]
            yield from ((f"{name}.{key}", getattr(item, key)) for key in members if not key.startswith("_"))
        if inspect.isclass(item) or callable(item):
            yield name, item


def test_the_reference_has_every_item(tmp_path):
    """pdoc makes the reference (docs/python.md says how); nothing in it is without a sentence."""
    import pdoc

    modules = [module for module in every_module() if not module.__name__.endswith(("_native", "__main__"))]
    bare = [f"{module.__name__}.{name}" for module in modules for name, item in items(module) if not inspect.getdoc(item)]
    bare += [module.__name__ for module in modules if not module.__doc__]
    assert not bare
    pdoc.pdoc(*(module.__name__ for module in modules), output_directory=tmp_path)
    for module in modules:
        text = (tmp_path / (module.__name__.replace(".", "/") + ".html")).read_text(encoding="utf-8")
        missing = [name for name in getattr(module, "__all__", ()) if f'id="{name}"' not in text]
        assert not missing, module.__name__
    page = (tmp_path / "heibai.html").read_text(encoding="utf-8")
    for name in ("MCTS.search", "VecEnv.step", "State.apply_action", "Record.actions", "Game.observation_shape"):
        assert f'id="{name}"' in page
