"""What is handed out: the source distribution is complete, and the package says what it is."""

import importlib.metadata
import pathlib
import re
import subprocess
import sys
import tarfile

import heibai

ROOT = pathlib.Path(__file__).parents[3]
INCLUDED = re.compile(r'include_(?:bytes|str)!\(\s*(?:concat!\(env!\("CARGO_MANIFEST_DIR"\), )?"([^"]*\.\./[^"]*)"')


def test_the_source_distribution_has_every_file_that_the_build_needs(tmp_path):
    command = [sys.executable, "-m", "maturin", "sdist", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with tarfile.open(next(tmp_path.glob("heibai-*.tar.gz"))) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    needed = set()
    for name in (name for name in names if name.endswith(".rs") and "/src/" in name):
        file = ROOT / name
        for path in INCLUDED.findall(file.read_text(encoding="utf-8")):
            folder = ROOT / "/".join(name.split("/")[:2]) if path.startswith("/") else file.parent
            needed.add((folder / path.lstrip("/")).resolve().relative_to(ROOT.resolve()).as_posix())
    assert len(needed) > 8
    assert needed <= names, sorted(needed - names)
    assert {"pyproject.toml", "Cargo.lock", "crates/python/Cargo.toml"} <= names


def test_the_package_says_what_it_is():
    try:
        about = importlib.metadata.metadata("heibai")
    except importlib.metadata.PackageNotFoundError:
        assert heibai.__version__ == "0"
        return
    assert heibai.__version__ == about["Version"] and re.fullmatch(r"\d+\.\d+\.\d+", heibai.__version__)
    assert about["Author"] and any("Repository" in url for url in about.get_all("Project-URL"))
    scripts = {entry.name for entry in importlib.metadata.entry_points(group="console_scripts")}
    assert {"heibai-jobs", "heibai-alphazero"} <= scripts
