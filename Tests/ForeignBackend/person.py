#!/usr/bin/env python3
"""A person who logs in by hand: person.py FILE [URL]

Opens each address that FILE, the output of `assay run --login by-hand`, comes to name, and types the user and the password
of the environment. With URL the browser goes around the gate, and where it ends is pasted to standard output.
"""
import http.cookiejar
import os
import re
import sys
import time
import urllib.error
import urllib.request
from urllib.parse import urlencode, urljoin, urlsplit


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def visit(url, instead):
    if instead:
        url = instead + url[len("http://" + urlsplit(url).netloc):]
    opener = urllib.request.build_opener(Stay, urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    opener.addheaders = [("Sec-Fetch-Mode", "navigate"), ("User-Agent", "a person's browser")]
    body = None
    for _ in range(10):
        try:
            reply = opener.open(url, body)
        except urllib.error.HTTPError as error:
            reply = error
        location = reply.headers.get("Location")
        if location:
            url, body = urljoin(url, location), None
            if not url.startswith("http"):
                return print(url, flush=True)
            continue
        page = reply.read().decode()
        if "Done." in page:
            return None
        state = re.search("name=state value='([^']*)'", page).group(1)
        url = urljoin(url, re.search("action='([^']*)'", page).group(1))
        body = urlencode({"state": state, "who": "user", "phrase": os.environ["FOREIGN_PASSWORD"]}).encode()
    sys.exit("the login had no end")


def main(path, instead=None):
    seen = 0
    while True:
        with open(path) as file:
            addresses = re.findall("^  (http://.*)\n", file.read(), re.MULTILINE)
        for address in addresses[seen:]:
            visit(address, instead)
        seen = len(addresses)
        time.sleep(0.05)


main(*sys.argv[1:])
