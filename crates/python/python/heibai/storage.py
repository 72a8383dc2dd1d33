"""Folders for results: on this machine, or wherever fsspec or pyarrow reach (`s3://bucket/run`, `gs://`, `memory://`).

A file is there whole or not at all: on this machine it is renamed when it is written, and storage of objects shows a file
only when it is closed.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as path:
...     folder = Folder(path)
...     folder.write("games-0.jsonl", b"{}")
...     folder.names(), folder.read("games-0.jsonl")
(['games-0.jsonl'], b'{}')
"""

from __future__ import annotations

import contextlib
import errno
import os
import posixpath
import uuid
from typing import Any


class Folder:
    """A folder by its path or address. It can be pickled: workers of a cluster write into it themselves."""

    def __init__(self, address: str | os.PathLike) -> None:
        self.address = os.fspath(address)
        if "://" not in self.address:
            os.makedirs(self.address, exist_ok=True)

    def check_writable(self) -> None:
        """Raises an OSError at once where a folder of this machine cannot be written."""
        if "://" not in self.address and not os.access(self.address, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, "this folder cannot be written", self.address)

    def __repr__(self) -> str:
        return f"<heibai.storage.Folder {self.address!r}>"

    def _remote(self) -> tuple[Any, str] | None:
        """The file system of an address and the path in it; nothing for a folder of this machine."""
        if "://" not in self.address:
            return None
        try:
            import fsspec

            return fsspec.core.url_to_fs(self.address)
        except ImportError as missing:
            # fsspec, or what it needs for this kind of address.
            return _by_arrow(self.address, missing)

    def names(self) -> list[str]:
        """The files that are there, in order."""
        remote = self._remote()
        if remote is None:
            return sorted(name for name in os.listdir(self.address) if not name.endswith(".part"))
        system, path = remote
        system.invalidate_cache()
        if not system.exists(path):
            return []
        return sorted(posixpath.basename(name) for name in system.ls(path, detail=False))

    def write(self, name: str, data: bytes) -> None:
        """Writes a file whole."""
        remote = self._remote()
        if remote is None:
            # Two workers may write the same file, where one was thought lost.
            path = os.path.join(self.address, name)
            part = f"{path}.{uuid.uuid4().hex}.part"
            try:
                with open(part, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(part, path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(part)
                raise
            return
        system, path = remote
        system.makedirs(path, exist_ok=True)
        with system.open(posixpath.join(path, name), "wb") as file:
            file.write(data)

    def read(self, name: str) -> bytes:
        """The contents of a file."""
        remote = self._remote()
        if remote is None:
            with open(os.path.join(self.address, name), "rb") as file:
                return file.read()
        system, path = remote
        with system.open(posixpath.join(path, name), "rb") as file:
            return file.read()


class _Arrow:
    """pyarrow's file system by the few names of fsspec that are used here."""

    def __init__(self, system: Any) -> None:
        self.system = system

    def invalidate_cache(self) -> None:
        pass

    def exists(self, path: str) -> bool:
        return self.system.get_file_info(path).type.name != "NotFound"

    def makedirs(self, path: str, exist_ok: bool) -> None:
        self.system.create_dir(path, recursive=True)

    def ls(self, path: str, detail: bool) -> list[str]:
        import pyarrow.fs

        return [info.path for info in self.system.get_file_info(pyarrow.fs.FileSelector(path)) if info.is_file]

    def open(self, path: str, mode: str) -> Any:
        return self.system.open_output_stream(path) if mode == "wb" else self.system.open_input_stream(path)


def _by_arrow(address: str, missing: ImportError) -> tuple[_Arrow, str]:
    try:
        import pyarrow.fs

        system, path = pyarrow.fs.FileSystem.from_uri(address)
    except (ImportError, ValueError, NotImplementedError):
        raise ImportError(f"{address}: {missing}; or install pyarrow, if it knows such addresses") from missing
    return _Arrow(system), path
