"""Ports that are slower, and that call back later, elsewhere, or in another order."""

import asyncio
import threading
import time

from accessenabler.core import Core
from accessenabler.enabler import AccessEnabler
from accessenabler.preauthorization import Preauthorization
from accessenabler.storage import FileStorage, MemoryStorage

from . import instead
from .network import exchanged

# All callbacks


def delivered(name: str):
    """The decorated function has callbacks made, each in its turn, and what waits for them: barriers, and the end."""

    def register(deliver):
        @instead(name, Core, "notify")
        def notify(notify, core, *arguments):
            deliver(core, lambda: notify(core, *arguments))

        @instead(name, Preauthorization, "_answer")
        def answer(answer, preauthorization, *arguments):
            deliver(preauthorization._core, lambda: answer(preauthorization, *arguments))

        @instead(name, AccessEnabler, "barrier")
        def barrier(barrier, enabler, then):
            barrier(enabler, lambda: deliver(enabler._core, then))

        @instead(name, AccessEnabler, "close")
        def close(close, enabler, then=None):
            close(enabler, then and (lambda: deliver(enabler._core, then)))

    return register


def _after(seconds: float):
    return lambda core, work: core._loop.call_later(seconds, work)


delivered("callbacks-after-30-ms")(_after(0.03))
delivered("callbacks-after-100-ms")(_after(0.1))
delivered("callbacks-after-500-ms")(_after(0.5))


@delivered("callbacks-in-batches")
def _(core, work):
    waiting = core.__dict__.setdefault("batch", [])
    waiting.append(work)
    if len(waiting) > 1:
        return

    def tell() -> None:
        core.batch = []
        for work in waiting:
            work()

    core._loop.call_later(0.05, tell)


@delivered("callbacks-on-threads")
def _(core, work):
    before = core.__dict__.get("thread")

    def tell() -> None:
        if before is not None:
            before.join()
        work()

    core.thread = threading.Thread(target=tell, name="callback", daemon=True)
    core.thread.start()


@instead("callbacks-inside-calls", AccessEnabler, "_post")
def _(post, enabler, function, *arguments):
    """The caller waits until what can be done at once is done."""
    done = threading.Event()

    def run() -> None:
        try:
            enabler._run(function, arguments)
        finally:
            done.set()

    enabler._thread.post(run)
    done.wait()


# Some callbacks


def held(name: str, callback: str):
    """The decorated function has such callbacks made."""

    def register(tell):
        @instead(name, Core, "notify")
        def notify(notify, core, told, *arguments):
            if told == callback:
                tell(core, lambda: notify(core, told, *arguments))
            else:
                notify(core, told, *arguments)

    return register


held("tracks-after-200-ms", "send_tracking_data")(_after(0.2))
held("statuses-after-200-ms", "status")(_after(0.2))


def _backwards(core, work):
    """Those of 60 ms together, the last first."""
    waiting = core.__dict__.setdefault("gathered", [])
    waiting.append(work)
    if len(waiting) > 1:
        return

    def tell() -> None:
        core.gathered = []
        for work in reversed(waiting):
            work()

    core._loop.call_later(0.06, tell)


held("metadata-out-of-order", "set_metadata_status")(_backwards)
held("tokens-out-of-order", "set_token")(_backwards)


# Requests and what is kept


@exchanged("slow-requests")
async def _(send, request):
    await asyncio.sleep(0.04)
    return await send(request)


@exchanged("slow-replies")
async def _(send, request):
    try:
        return await send(request)
    finally:
        await asyncio.sleep(0.04)


@exchanged("thinks-before-it-asks")
async def _(send, request):
    if request.path.endswith(("/sessionDevice", "/authorizeDevice")):
        await asyncio.sleep(1.5)
    return await send(request)


@exchanged("reads-configurations-slowly")
async def _(send, request):
    response = await send(request)
    if request.is_configuration:
        await asyncio.sleep(1.2)
    return response


def _slowly(act, *arguments):
    time.sleep(0.003)  # all that the process does waits: the storage has no thread of its own
    return act(*arguments)


for _storage in (FileStorage, MemoryStorage):
    instead("slow-storage", _storage, "read")(_slowly)
    instead("slow-storage", _storage, "change")(_slowly)
