"""Folders that hold what came of runs."""

from __future__ import annotations

import os
import re


def set_aside(folder: str, name: str) -> None:
    """Renames what earlier runs left in `folder` as `name`, a regular expression: `part-1` becomes `part-1.1`.

    All of one run get the same number, the first that is free.
    """
    if not os.path.isdir(folder):
        return
    entries = os.listdir(folder)
    present = [entry for entry in entries if re.fullmatch(name, entry)]
    used = [int(match[1]) for entry in entries if (match := re.fullmatch(rf"(?:{name})\.(\d+)", entry))]
    for entry in present:
        os.rename(os.path.join(folder, entry), os.path.join(folder, f"{entry}.{max(used, default=0) + 1}"))
