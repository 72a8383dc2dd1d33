"""The page "From zero to your own network" runs as it is written, with shorter runs."""

import contextlib
import io
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import urllib.request

DOCS = pathlib.Path(__file__).parents[3] / "docs"
# What the page says, and what is run instead so that it takes seconds.
SHORTER = {
    "--minutes 20": "--iterations 2 --games 8 --visits 4 --updates 4 --match-every 2 --match-games 2 --match-visits 4 --width 16",
    "--games 200": "--games 2",
    "visits=200": "visits=8",
    "visits=100": "visits=8",
}
INSTALLED = re.compile(r"pip install ")


def blocks(page):
    return re.findall(r"^```(sh|python)\n(.*?)^```$", (DOCS / page).read_text(encoding="utf-8"), re.M | re.S)


def test_both_languages_show_the_same_code():
    assert blocks("own-network.md") == blocks("own-network.zh-CN.md")
    text = "".join(code for _, code in blocks("own-network.md"))
    assert all(said in text for said in SHORTER)


def shell(code, folder):
    for said, shorter in SHORTER.items():
        code = code.replace(said, shorter)
    binaries = str(pathlib.Path(sys.executable).parent)
    env = {**os.environ, "PATH": binaries + os.pathsep + os.environ["PATH"], "LANG": "C"}
    if code.startswith("heibai serve"):
        return serve(code, folder, env)
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", code], cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def serve(code, folder, env):
    """The page offers the network by its name."""
    words = shlex.split(code.replace("--open", "--listen 127.0.0.1:0 --data data"))
    with subprocess.Popen(words, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = re.search(r"http://[\d.:]+", server.stdout.readline()).group()
            meta = json.load(urllib.request.urlopen(f"{address}/api/meta", timeout=60))
            players = [player["player"] for game in meta["games"] if game["kind"] == "othello" for player in game["players"]]
            assert "network:name=mine" in players
        finally:
            server.send_signal(signal.SIGINT)
    return "served"


def test_the_page_runs_as_written(tmp_path, not_run):
    told, names = [], {}
    for language, code in blocks("own-network.md"):
        if INSTALLED.match(code):
            continue
        if "--preset gomoku9" in code:
            try:
                import torch  # noqa: F401
            except ImportError:
                not_run("torch is not installed: the residual network")
                continue
        if language == "sh":
            told.append(shell(code, tmp_path))
            continue
        code = code.replace("runs/mine", str(tmp_path / "runs/mine")).replace("search(200)", "search(20)")
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(compile(code, "own-network.md", "exec"), names)
        told.append(said.getvalue())
    assert len(told) >= 7 and all(told)
    assert (tmp_path / "runs/mine/progress.svg").is_file()
    assert re.search(r"= [A-F][1-6]", told[3]), told[3]
    losses = [float(loss) for loss in re.findall(r"loss of the policy ([\d.]+)$", told[6], re.M)]
    # Random choice among the legal moves has a loss of about two.
    assert len(losses) == 3 and max(losses) < 2.5
