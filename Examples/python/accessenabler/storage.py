"""What outlives an AccessEnabler: a small document on the device, read and written whole and under a lock."""

import copy
import fcntl
import json
import os
import secrets
from contextlib import contextmanager
from pathlib import Path


class MemoryStorage:
    """A storage that ends with the process."""

    def __init__(self) -> None:
        self._document: dict = {}

    def read(self) -> dict:
        return self._document

    @contextmanager
    def change(self):
        """The document, to be changed in place; kept when the block ends without an exception."""
        document = copy.deepcopy(self._document)
        yield document
        self._document = document


class FileStorage:
    """A file that any number of AccessEnablers share, in any number of processes. Keeps no descriptor open."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple | None = None
        self._document: dict = {}
        path.parent.mkdir(parents=True, exist_ok=True)

    def read(self) -> dict:
        try:
            status = os.stat(self._path)
        except FileNotFoundError:
            self._seen, self._document = None, {}
            return self._document
        seen = (status.st_ino, status.st_mtime_ns, status.st_size)
        if seen != self._seen:
            try:
                document = json.loads(self._path.read_bytes())
                self._document = document if isinstance(document, dict) else {}
            except (OSError, ValueError):
                self._document = {}
            self._seen = seen
        return self._document

    @contextmanager
    def change(self):
        with open(self._path.with_suffix(".lock"), "a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._seen = None
            document = copy.deepcopy(self.read())
            yield document
            # Replaced whole: who reads without the lock sees the old document or the new one.
            temporary = self._path.with_name(f"{self._path.name}.{secrets.token_hex(6)}")
            temporary.write_text(json.dumps(document, separators=(",", ":")))
            os.replace(temporary, self._path)
            self._seen = None
