#!/usr/bin/env python3
"""The adapter of the port in Python, whose port takes so many microseconds longer before it says that it is configured.

usage: Sources/Benchmarks/slower.py MICROSECONDS
What a port takes by itself is work and no sleep, so it is spent as work.
"""
import os, runpy, sys, time

python = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Examples/python")
longer = int(sys.argv.pop(1)) * 1000
sys.path.insert(0, python)

from accessenabler.core import Core  # noqa: E402

notify = Core.notify


def notify_later(core, name, *arguments):
    if name == "set_requestor_complete":
        end = time.perf_counter_ns() + longer
        while time.perf_counter_ns() < end:
            pass
    notify(core, name, *arguments)


Core.notify = notify_later
runpy.run_path(os.path.join(python, "adapter.py"), run_name="__main__")
