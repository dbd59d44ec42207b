"""The program assay on this machine."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass


class ToolMissing(Exception):
    """The program cannot be started, or is none that this package can use."""


@dataclass(frozen=True)
class Identity:
    """What two machines must have in common to make parts of one run."""

    assay: str
    specs: str

    def difference(self, other: Identity) -> str:
        """What is different there, in words; empty where nothing is."""
        if self.assay != other.assay:
            return f"it has assay {other.assay}, and the master has {self.assay}"
        if self.specs != other.specs:
            return f"its specs have the digest {other.specs[:12]}, and the master's have {self.specs[:12]}"
        return ""


def identity(program: str, specs: str = "") -> Identity:
    """Asks the program who it is.

    Raises `ToolMissing` with what is wrong.
    """
    command = [program, "version", "--json"] + (["--specs", specs] if specs else [])
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
        said = json.loads(answer.stdout)
        return Identity(str(said["assay"]), str(said["specs"]))
    except subprocess.CalledProcessError as error:
        raise ToolMissing(f"'{program} version' ended with {error.returncode}: {error.stderr.strip()}") from error
    except (OSError, subprocess.SubprocessError) as error:
        raise ToolMissing(f"'{program}' cannot be run: {error}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise ToolMissing(f"'{program} version --json' does not say who it is: {error}") from error
