#!/usr/bin/env python3
"""What comes in as bytes, made to be hostile, against the tool: nothing may end it, nothing bad may be taken for good.

usage: Tests/Attack/attack.py [CLASS...]      all classes when none is given; ASSAY names the tool, openssl signs,
       ASSAY_SUITES names a folder with JSONTestSuite and xmlconf, which are left out otherwise

A line for each class: how many inputs were tried, how many bad ones were accepted, how many good ones refused, how many
ended the tool, how many took more than five seconds of processor time, the most memory that the tool had, in megabytes,
and how many seconds all of it took. The exit code is 1 where a bad one was accepted, a good one was refused, or the tool was ended.
"""
import os, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
from documents import characters, keys, markup, nights, numbers, readers, suites, traces, wrapping
from network import bodies, clients, control, redirects, requests
from programs import adapters, clocks, disks, limits, names, secrets
from tally import Tally

CLASSES = [numbers, wrapping, keys, characters, markup, traces, nights, suites, readers, adapters, names, secrets, limits,
           clocks, disks, clients, requests, bodies, redirects, control]
wanted = [made for made in CLASSES if not sys.argv[1:] or made.__name__ in sys.argv[1:]]
begin = time.monotonic()


def hold(made):
    tally = Tally(made.__name__)
    with tempfile.TemporaryDirectory() as folder:
        made(tally, folder)
    tally.end()
    return tally


# Who holds the tool against adapters waits for those that do not answer, beside all others.
with ThreadPoolExecutor(2) as pool:
    beside = {made: pool.submit(hold, made) for made in wanted if made is adapters}
    tallies = {made: hold(made) for made in wanted if made not in beside}
    tallies.update({made: held.result() for made, held in beside.items()})
tallies = [tallies[made] for made in wanted]
print(Tally.title())
for tally in tallies:
    print(tally.line())
print(f"{time.monotonic() - begin:.0f} s")
sys.exit(any(tally.accepted or tally.refused or tally.crashed for tally in tallies))
