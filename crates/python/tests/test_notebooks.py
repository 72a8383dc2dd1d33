"""Every notebook runs from top to bottom, in its short form, and draws what it promises."""

import json
import pathlib

import pytest

NOTEBOOKS = sorted((pathlib.Path(__file__).parents[3] / "docs/notebooks").glob("*.ipynb"))


def test_there_are_notebooks():
    assert [path.stem for path in NOTEBOOKS] == ["1-rules", "2-data", "3-search", "4-training"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    monkeypatch.setenv("HEIBAI_SHORT", "1")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    names: dict = {}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), names)
    drawn = [figure for figure in map(plt.figure, plt.get_fignums()) if any(axis.has_data() for axis in figure.axes)]
    assert len(drawn) >= 2
    plt.close("all")
