"""Where tokens are kept: in a file, so that they survive the application (AE-STO-002)."""

import hashlib
import json
import os
import tempfile
import threading


class FileStorage(dict):
    """A dictionary that is written to its file whenever a key is set.

    `name` may be any text. Those who name the same file see what was there when they opened it.
    """

    _folder = os.path.join(tempfile.gettempdir(), "accessenabler.py-%d" % os.getuid())
    _written = set()
    _lock = threading.Lock()

    def __init__(self, name):
        super().__init__()
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        self._path = os.path.join(self._folder, hashlib.sha256(name.encode()).hexdigest() + ".json")
        try:
            with open(self._path, encoding="utf-8") as file:
                self.update(json.load(file))
        except (FileNotFoundError, ValueError):  # what cannot be read was not kept
            pass

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self._write()

    def clear(self):
        super().clear()
        self._write()

    def _write(self):
        with self._lock:
            self._written.add(self._path)
            draft = self._path + ".new"
            with open(draft, "w", encoding="utf-8") as file:
                json.dump(self, file)
            os.replace(draft, self._path)  # a crash leaves the old file or the new one

    @classmethod
    def remove_all(cls):
        """Takes away every file that this process has written."""
        with cls._lock:
            for path in cls._written:
                os.remove(path)
            cls._written.clear()


def opened(name, check):
    """The storage of that name, or an empty one for nobody else; `check` is the IntegrityCheckType, or nothing."""
    storage = FileStorage(name) if name else {}
    is_sound = isinstance(storage.get("tokens", {}), dict)
    if check == "INTEGRITY_CHECK_CLEAR" or (check == "INTEGRITY_CHECK_ALL" and not is_sound):
        storage.clear()  # AE-INIT-009, AE-INIT-010
    return storage
