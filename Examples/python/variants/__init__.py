"""Ways in which the port may differ and be right, as `adapter.py --variant NAME` has them. The port knows of none.

Each takes the place of one function of the port, which it gets as its first argument. What a name means, and why the
documents allow it, `assay list --variants` tells.
"""

import importlib
from typing import Callable

_PARTS = ("flows", "network", "pace", "wire", "words")
_INSTALL: dict[str, list[Callable[[], None]]] = {}


def instead(name: str, owner, attribute: str):
    """The variant has the decorated function in the place of a function of a module or a class."""

    def register(function):
        def install() -> None:
            original = getattr(owner, attribute)
            setattr(owner, attribute, lambda *values, **named: function(original, *values, **named))

        _INSTALL.setdefault(name, []).append(install)
        return function

    return register


def values(name: str, owner, **constants) -> None:
    """The variant has other constants."""
    _INSTALL.setdefault(name, []).append(lambda: vars(owner).update(constants))


def names() -> list[str]:
    for part in _PARTS:
        importlib.import_module(f"variants.{part}")
    return sorted(_INSTALL)


def install(text: str) -> None:
    """Makes the port a variant, or several at once with `+` between. Raises KeyError for what is none."""
    known = names()
    for name in text.split("+"):
        if name not in known:
            raise KeyError(name)
        for change in _INSTALL[name]:
            change()
