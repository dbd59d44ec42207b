"""Where named storages are kept: a folder that belongs to one process of the suite, and outlives ours."""

import os
import shutil
import tempfile
from pathlib import Path

_OURS = {"sh", "bash", "dash", "env", "python", "python3", "timeout"}


def folder() -> Path:
    """The folder of this run. `ACCESSENABLER_STORAGE` names another."""
    given = os.environ.get("ACCESSENABLER_STORAGE")
    if given:
        return Path(given)
    root = Path(tempfile.gettempdir()) / f"accessenabler-{os.getuid()}"
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    if root.is_symlink() or root.stat().st_uid != os.getuid():  # anybody can make one there
        raise SystemExit(f"{root} is not ours: name another folder with ACCESSENABLER_STORAGE")
    for old in root.iterdir():
        process = old.name.partition("-")[0]
        if process.isdecimal() and _identity(int(process)) != old.name:
            shutil.rmtree(old, ignore_errors=True)
    return root / _identity(_suite())


def _suite() -> int:
    """The process that started us, past shells and other interpreters."""
    process = os.getppid()
    while process > 1:
        fields = _stat(process)
        if fields is None or fields[0].rstrip("0123456789.") not in _OURS:
            break
        process = int(fields[2])
    return process


def _identity(process: int) -> str | None:
    """A name that no other process will have: its number and when it was started."""
    fields = _stat(process)
    return f"{process}-{fields[20]}" if fields else None if _linux() else f"{process}-0"


def _stat(process: int) -> list[str] | None:
    """The name of a process, and the fields after it, as proc(5) has them."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    name, _, rest = text.partition("(")[2].rpartition(")")
    return [name, *rest.split()]


def _linux() -> bool:
    return os.path.exists("/proc/self/stat")
