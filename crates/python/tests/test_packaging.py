"""What is handed out: the source distribution is complete, and the package says what it is."""

import importlib.metadata
import json
import pathlib
import re
import signal
import subprocess
import sys
import tarfile
import urllib.request

import heibai
import pytest

ROOT = pathlib.Path(__file__).parents[3]
INCLUDED = re.compile(r'include_(?:bytes|str)!\(\s*(?:concat!\(env!\("CARGO_MANIFEST_DIR"\), )?"([^"]*\.\./[^"]*)"')


def test_the_source_distribution_has_every_file_that_the_build_needs(tmp_path):
    command = [sys.executable, "-m", "maturin", "sdist", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with tarfile.open(next(tmp_path.glob("heibai-*.tar.gz"))) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
        archive.extractall(tmp_path, filter="data")
    # Away from the repository cargo finds every crate, its targets and the locked versions; building them all is the
    # release workflow's, which installs the source distribution and plays.
    away = next(path for path in tmp_path.iterdir() if path.is_dir())
    command = ["cargo", "metadata", "--offline", "--locked", "--format-version", "1"]
    told = subprocess.run(command, cwd=away, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    crates = [pathlib.Path(one["manifest_path"]).parent for one in json.loads(told.stdout)["packages"] if one["source"] is None]
    assert "python" in {crate.name for crate in crates} and all(crate.is_relative_to(away) for crate in crates)
    for crate in (crate.relative_to(away) for crate in crates):
        assert {file.relative_to(ROOT).as_posix() for file in (ROOT / crate / "src").rglob("*.rs")} <= names
    needed = set()
    for name in (name for name in names if name.endswith(".rs") and "/src/" in name):
        file = ROOT / name
        for path in INCLUDED.findall(file.read_text(encoding="utf-8")):
            folder = ROOT / "/".join(name.split("/")[:2]) if path.startswith("/") else file.parent
            needed.add((folder / path.lstrip("/")).resolve().relative_to(ROOT.resolve()).as_posix())
    # A macro that puts names together may need any file of its folder.
    folders = {path for path in needed if (ROOT / path).is_dir()}
    needed |= {file.relative_to(ROOT).as_posix() for path in folders for file in (ROOT / path).rglob("*") if file.is_file()}
    needed -= folders
    assert len(needed) > 8
    assert needed <= names, sorted(needed - names)
    assert {"pyproject.toml", "Cargo.lock", "crates/python/Cargo.toml"} <= names
    page = ROOT / "web/dist"
    assert {file.relative_to(ROOT).as_posix() for file in page.rglob("*") if file.is_file()} <= names


def test_the_package_says_what_it_is():
    assert re.fullmatch(r"\d+\.\d+\.\d+", heibai.__version__)
    about = importlib.metadata.metadata("heibai")
    assert heibai.__version__ == about["Version"]
    assert about["Author"] and any("Repository" in url for url in about.get_all("Project-URL"))
    scripts = {entry.name for entry in importlib.metadata.entry_points(group="console_scripts")}
    assert {"heibai", "heibai-jobs", "heibai-alphazero"} <= scripts


def script():
    return str(pathlib.Path(sys.executable).parent / "heibai")


@pytest.mark.parametrize("command", [[sys.executable, "-m", "heibai"], [script()]])
def test_the_whole_program_is_inside(command):
    def told(*arguments):
        return subprocess.run([*command, *arguments], capture_output=True, text=True, input="")

    assert told("--version").stdout == f"heibai {heibai.__version__}\n"
    assert told("perft", "othello", "--depth", "4").stdout.split()[-1] == "244"
    wrong = told("no-such-command", "--lang", "en")
    assert wrong.returncode == 2 and "no-such-command" in wrong.stderr
    assert "heibai" in told("--help", "--lang", "en").stdout.split("Usage:")[1].splitlines()[0]


def test_the_page_is_inside(tmp_path):
    command = [script(), "--lang", "en", "serve", "--listen", "127.0.0.1:0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = re.search(r"http://[\d.:]+", server.stdout.readline()).group()
            page = urllib.request.urlopen(f"{address}/", timeout=60).read().decode()
            games = json.load(urllib.request.urlopen(f"{address}/api/meta", timeout=60))["games"]
            if (ROOT / "web/dist/index.html").is_file():
                asset = re.search(r"/assets/[^\"]+\.js", page).group()
                assert len(urllib.request.urlopen(address + asset, timeout=60).read()) > 10_000
            assert [game["kind"] for game in games] == ["othello", "go", "gomoku"]
        finally:
            # Ctrl-C ends it, as it ends the program.
            server.send_signal(signal.SIGINT)
    assert server.returncode == 0


def test_types_are_right_on_the_oldest_python():
    command = [sys.executable, "-m", "mypy", "--python-version", "3.10", "--ignore-missing-imports", "crates/python/python/heibai"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
