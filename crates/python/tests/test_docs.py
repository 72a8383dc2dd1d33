"""Every example of the documentation runs; every public name is in the stubs."""

import ast
import doctest
import importlib
import pathlib

import pytest

import heibai._native

MODULES = ["heibai", "heibai.games", "heibai.symmetry", "heibai.gym", "heibai.pettingzoo"]
MODULES += ["heibai.ray", "heibai.data", "heibai.net"]
ROOT = pathlib.Path(__file__).parents[3]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.attempted > 0 and outcome.failed == 0


@pytest.mark.parametrize("page", ["python.md", "python.zh-CN.md"])
def test_pages(page):
    outcome = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert outcome.attempted > 10 and outcome.failed == 0


def test_the_stubs_name_everything_and_nothing_else():
    stub = ast.parse((pathlib.Path(heibai.__file__).parent / "_native.pyi").read_text())
    said = {}
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            functions = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            said[node.name] = functions | {i.target.id for i in node.body if isinstance(i, ast.AnnAssign)}
        elif isinstance(node, ast.FunctionDef):
            said[node.name] = None
    real = {name for name in dir(heibai._native) if not name.startswith("_")}
    assert set(said) == real
    for name, members in said.items():
        if members is not None and not issubclass(getattr(heibai._native, name), Exception):
            public = {m for m in dir(getattr(heibai._native, name)) if not m.startswith("_")}
            assert {m for m in members if not m.startswith("_")} == public, name
