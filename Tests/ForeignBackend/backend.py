#!/usr/bin/env python3
"""A service provider that is not Assay's own, for runs through gates: python3 backend.py PORT [PORT ...]

It says what the protocol lets it say, and says it otherwise than `assay serve` wherever that is permitted: other layout
of XML and JSON, other order of fields, replies in chunks and compressed, a login page with other names behind a
redirect, connections that end after a few requests, and a little slower. Devices are known, so that a port may ask for the
login of its own. It lists the MVPDs of
Examples/real-backend/site.yaml. Its tokens carry a signature that no key has made: nobody it serves holds a key.
"""
import base64
import gzip
import hashlib
import json
import os
import random
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, unquote, urlsplit
from xml.sax.saxutils import escape, unescape

PLAIN = ["Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India"]
SPECIAL = {
    "Joined": {"enablePlatformServices": "true", "boardingStatus": "SUPPORTED"},
    "Picked": {"enablePlatformServices": "true", "boardingStatus": "PICKER"},
    "Passing": {"isTempPass": "true"}, "OneEach": {"authPerRequestor": "true"},
    "TwoEach": {"authPerRequestor": "true"}, "Safari": {"requiresSVC": "true"},
    "Closed": {"canAuthenticate": "false"},
}
DENIED = {"Premium": "", "Sports": "no sports for you", "Movies": "no", "Series": "never", "Quizzes": "no sports",
          "Odd": "Your package lacks “News & Sports” <HD>. Añádelo!"}
PASSWORD = os.environ.get("FOREIGN_PASSWORD", "password")
USERS = {("user", PASSWORD): {"userID": "user-4711"},
         ("second-user", PASSWORD): {"userID": "user-1", "householdID": "house-2"},
         ("third-user", PASSWORD): {
             "userID": "BgSdasfsdk34", "householdID": "3456", "zip": ["12345", "34567"], "tokenSource": "Adobe",
             "maxRating": {"MPAA": "PG-13", "VCHIP": "TV-Y", "URL": "http://exam.pl/e/manage/ratings"},
             "channelID": ["channel-1", "channel-2"]}}
PER_CONNECTION = 7
# A login of three pages with buttons and a box to tick, for which a site file has to say what is done on each.
BY_STEPS = os.environ.get("FOREIGN_LOGIN") == "steps"
# A file: then every secret that is given or issued is written to it, and is said again wherever a reply can say something.
PLANT = os.environ.get("FOREIGN_PLANT")
PLANTED = {"password": PASSWORD}


def plant(kind, secret):
    PLANTED[kind] = secret
    if PLANT:
        with open(PLANT, "a") as file:
            file.write(secret + "\n")
    return secret


def planted():
    return " ".join(PLANTED.values()) if PLANT else ""


def word(count=24):
    return base64.b32encode(os.urandom(count)).decode().strip("=")


def signed(payload):
    return f"<signatureInfo>{base64.b64encode(os.urandom(256)).decode()}<signatureInfo>{payload}"


def fingerprint(device):
    return hashlib.sha1(device.encode()).hexdigest() if device else ""


def elements(root, pairs):
    inner = "".join(f"<{k}>{v if v.startswith('<simpleTokenF') else escape(v)}</{k}>" for k, v in pairs)
    return f"<{root}>{inner}</{root}>"


def date(seconds):
    return time.strftime("%Y/%m/%d %H:%M:%S GMT +0000", time.gmtime(seconds))


class Provider:
    """What one provider knows."""

    def __init__(self, name):
        self.name, self.lock = name, threading.RLock()
        self.clients, self.access, self.codes, self.under_way = {}, set(), {}, {}
        self.logins, self.authentications, self.authorizations = [], {}, {}

    def configuration(self, requestor):
        if requestor == "BROKEN":
            return f"<{planted()} of='{planted()}'><{planted()}"
        lines = [f'<cfg:config xmlns:cfg="http://pass.adobe.com/config"><requestor><id>{escape(requestor)}</id>',
                 "<name>Somebody's requestor</name><domains><domain><mvpdInitiated>false</mvpdInitiated>"
                 "<name>adobe.com</name></domain></domains><mvpds>"]
        for mvpd in sorted(PLAIN + list(SPECIAL), reverse=True):
            more = "".join(f"\n\t<{k}>{v}</{k}>" for k, v in sorted(SPECIAL.get(mvpd, {}).items(), reverse=True))
            lines.append(f"<mvpd>{more}\n\t<logoUrl>https://{self.name}.test/{mvpd}?a=1&amp;b=2</logoUrl>"
                         f"\n\t<displayName><![CDATA[{mvpd} & {self.name}]]></displayName>\n\t<id>{mvpd}</id></mvpd >")
        return "\n".join(lines + ["</mvpds></requestor></cfg:config>"])

    def login_of(self, code, device, requestor):
        """By the code, or a pass of the device that waits with it; without a code by the device. None where there is none."""
        fitting = [login for login in self.logins if requestor in ("", login["requestor"])]
        if code:
            waiting = self.codes.get(code, {}).get("device")
            found = [x for x in fitting if x["code"] == code] or [
                x for x in fitting if x["code"] is None and waiting and x["device"] == waiting]
        else:
            found = [x for x in fitting if device and x["device"] == device]
        return found[-1] if found else None

    def standing(self, login, print_of=None):
        """Whether the login is good, on the device that asks where the token says of which it is."""
        bound = login and login.get("print")
        return bool(login) and not login["ended"] and time.time() < login["expires"] and (
            not bound or not print_of or bound == print_of)

    def authentication_token(self, login, device):
        if "token" not in login:
            print_of = fingerprint(device or login["device"])
            login["print"] = print_of
            login["token"] = signed(elements("simpleAuthenticationToken", [
                ("simpleTokenAuthenticationGuid", login["guid"]), ("simpleSamlSessionIndex", word(10)),
                ("simpleTokenRequestorID", login["requestor"]), ("simpleTokenDomainName", "adobe.com"),
                ("simpleTokenExpires", date(login["expires"])), ("simpleTokenMsoID", login["mvpd"]),
                ("simpleTokenDeviceID", f"<simpleTokenFingerprint>{print_of}</simpleTokenFingerprint>"),
                ("simpleSamlNameID", word(12))]))
            self.authentications[login["token"]] = login
        return login["token"]

    def authorization_token(self, login, device, requestor, resource):
        print_of = fingerprint(device or login["device"])
        token = signed(elements("simpleAuthorizationToken", [
            ("simpleTokenRequestorID", requestor), ("simpleTokenResourceID", resource),
            ("simpleTokenTTL", date(time.time() + 86_400)), ("simpleTokenMsoID", login["mvpd"]),
            ("simpleTokenDeviceID", f"<simpleTokenFingerprint>{print_of}</simpleTokenFingerprint>")]))
        self.authorizations[token] = (login, requestor, resource)
        return token

    def media_token(self, login, requestor, resource):
        return signed(elements("authToken", [
            ("sessionGUID", login["guid"]), ("requestorID", requestor), ("resourceID", resource), ("ttl", "420000"),
            ("issueTime", time.strftime("%Y-%m-%d %H:%M:%S +0000", time.gmtime())), ("mvpdId", login["mvpd"])]))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "other", ""

    def setup(self):
        super().setup()
        self.served = 0

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.answer()

    do_POST = do_HEAD = do_DELETE = do_GET

    # What is asked

    def answer(self):
        time.sleep(random.uniform(0.002, 0.008))
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        target = urlsplit(self.path)
        self.fields = {k: v for k, v in parse_qs(target.query, keep_blank_values=True).items()}
        if body[:1] == b"{":
            self.fields.update({k: [v] for k, v in json.loads(body).items() if isinstance(v, str)})
        else:
            self.fields.update(parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True))
        words = [unquote(w) for w in target.path.split("/") if w]
        if len(words) > 1 and words[0] == "adobe-services" and words[1][0].isdigit():
            del words[1]
        with self.server.provider.lock:
            self.route(words)

    def field(self, name):
        return self.fields.get(name, [""])[0]

    def device(self):
        """Which device asks."""
        return (self.headers.get("ap_21") or self.headers.get("AP-Device-Identifier") or self.field("device_id")
                or self.field("deviceId"))

    def route(self, words):
        provider = self.server.provider
        if words[:2] == ["adobe-services", "config"]:
            return self.send(200, provider.configuration(words[2]), "text/xml")
        if words[:2] == ["reggie", "v1"]:
            return self.register_code(words[2])
        pages = {"authenticate": self.begin, "login": self.log_in, "logout": self.log_out}
        calls = {"register": self.register, "token": self.grant, "session": self.session, "sessionDevice": self.session,
                 "authorize": self.authorize, "authorizeDevice": self.authorize, "shortAuthorize": self.short,
                 "deviceShortAuthorize": self.short, "freepreview": self.preview, "checkauthn": self.check,
                 "preauthorize": self.decide if words[:1] == ["api"] else self.preauthorize, "devices": self.individualize}
        if words and (words[-1] == "saml" or words[-1] in pages):
            return (self.begin if words[-1] == "saml" else pages[words[-1]])()
        if not words or words[-1] not in calls:
            return self.send(404, "nothing here", "text/plain")
        if words[0] in ("adobe-services", "api") and not self.has_access():
            return self.send_json(401, {"error": "access_denied"})
        calls[words[-1]]()

    def has_access(self):
        return self.headers.get("Authorization", "").removeprefix("Bearer ") in self.server.provider.access

    # Clients and codes

    def register(self):
        identity, secret = word(8).lower(), plant("client", word())
        plant("statement", self.field("software_statement"))
        if PLANT and "refused" in self.field("software_statement"):
            return self.send_json(400, {"error": planted()})
        self.server.provider.clients[identity] = secret
        self.send_json(201, {"scopes": [], "grant_types": ["client_credentials"], "client_secret": secret,
                             "client_id_issued_at": int(time.time()), "client_id": identity})

    def grant(self):
        if self.server.provider.clients.get(self.field("client_id")) != self.field("client_secret"):
            return self.send_json(400, {"error": "invalid_client"})
        token = plant("access", word(40))
        self.server.provider.access.add(token)
        self.send_json(201, {"token_type": "bearer", "expires_in": 3_600, "access_token": token, "id": word(4),
                             "created_at": int(time.time() * 1_000)})

    def individualize(self):
        self.send_json(200, {"deviceId": hashlib.sha256(self.field("fingerprint").encode()).hexdigest()})

    def register_code(self, requestor):
        if not self.has_access():
            return self.send_json(401, {"error": "access_denied"})
        code = "".join(random.choices("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", k=7))
        now = int(time.time() * 1_000)
        self.server.provider.codes[code] = {"device": self.field("deviceId"), "requestor": requestor}
        self.send_json(201, {"info": {"deviceId": base64.b64encode(self.field("deviceId").encode()).decode()},
                             "expires": now + 1_800_000, "generated": now, "requestor": requestor, "code": code,
                             "id": word(6)})

    # Logins, in a browser

    def begin(self):
        code = self.field("reg_code")
        if code not in self.server.provider.codes:
            return self.send(451, "no such code", "text/plain")
        state = word(10)
        self.server.provider.under_way[state] = (code, self.field("mso_id"), self.field("redirect_url"))
        host = self.headers["Host"]
        self.send(303, "", "text/html", [("Location", f"http://{host}/idp/login?state={quote(state)}"
                                          + (f"&note={quote(planted())}" if PLANT else "")),
                                         ("Set-Cookie", f"seen={plant('cookie', word(15))}; Path=/; Domain=127.0.0.1")])

    def log_in(self):
        state = self.field("state")
        if state not in self.server.provider.under_way:
            return self.send(400, "<p>no login is under way</p>", "text/html")
        code, mvpd, back = self.server.provider.under_way[state]
        tells = USERS.get((self.field("who"), self.field("phrase")))
        if self.field("leave"):
            return self.send(302, "", "text/html", [("Location", back)])
        if BY_STEPS:
            tells = self.step(state, mvpd)
            if tells is None:
                return None
        elif self.command != "POST" or tells is None:
            host = self.headers["Host"]
            page = (f"<!doctype html><title>{escape(mvpd)}: who are you? {planted()}</title><form action='http://{host}/idp/login' "
                    f"method=post><input type=hidden name=state value='{state}'><input type=email name=who>"
                    f"<input type=password name=phrase></form><form id=cancel action='/idp/login' method=post>"
                    f"<input type=hidden name=state value='{state}'><input type=hidden name=leave value=1></form>")
            return self.send(200, page, "text/html; charset=utf-8")
        known = self.server.provider.codes[code]
        self.begin_login(code, known["device"], known["requestor"], mvpd, tells, 30 * 86_400)
        self.send(302, "", "text/html", [("Location", back)])

    def step(self, state, mvpd):
        """What is told of the user, at the end; None where the next page has been sent."""
        fixed = f"<input type=hidden name=state value='{state}'>"
        leave = f"<form id=cancel action='/idp/login' method=post>{fixed}<input type=hidden name=leave value=1></form>"
        page = None
        if not self.field("at"):
            page = f"<p><a href='login?at=who&amp;state={quote(state)}'>Continue to <b>{escape(mvpd)}</b></a>"
        elif self.field("at") == "who" and self.field("_event") != "next":
            page = (f"<form id=search><input name=q></form><form name=first action=login method=post>{fixed}"
                    "<input type=hidden name=at value=who><input type=email id=who name=x81>"
                    "<button name=_event value=help>Help</button><button name=_event value=next>Next  one</button></form>")
        else:
            name = self.field("x81")
            tells = USERS.get((name, self.field("x82")))
            if (self.field("go"), self.field("terms"), self.field("news")) == ("yes", "agreed", "") and tells:
                return tells
            page = (f"<form action=login method=post>{fixed}<input type=hidden name=at value=phrase>"
                    f"<input type=hidden name=x81 value='{escape(name)}'><input type=password name=x82>"
                    "<input type=checkbox name=terms value=agreed><input type=checkbox name=news value=mail>"
                    "<button name=go value=no>Not now</button><input type=submit name=go value=yes></form>")
        self.send(200, f"<!doctype html><title>{escape(mvpd)}</title>{page}{leave}", "text/html; charset=utf-8")
        return None

    def begin_login(self, code, device, requestor, mvpd, tells, seconds):
        self.server.provider.logins.append({
            "code": code, "device": device, "requestor": requestor, "mvpd": mvpd, "guid": os.urandom(16).hex(), "tells": tells,
            "expires": int(time.time()) + seconds, "ended": False})

    def log_out(self):
        asking = (self.field("pt_device_id"), fingerprint(self.device()))
        for login in self.server.provider.logins:
            if (login["device"] and {login["device"], fingerprint(login["device"])}.intersection(asking)
                    and self.field("requestor_id") in ("", login["requestor"]) and self.field("mso_id") in ("", login["mvpd"])):
                login["ended"] = True
        self.send(302, "", "text/html", [("Location", self.field("redirect_url") + planted().replace(" ", "/"))])

    # Entitlements

    def meta(self, login):
        told = {"data": login["tells"], "encrypted": [], "updated": int(time.time())}
        return f"<userMeta>{escape(json.dumps(told))}</userMeta>"

    def pending(self):
        self.send(200, "<pendingLogout></pendingLogout>", "application/xml")

    def session(self):
        provider = self.server.provider
        login = provider.login_of(self.field("reg_code"), self.device(), self.field("requestor_id"))
        if login is None:
            return self.send(401, f"<error><details>Data not found {planted()}</details></error>", "application/xml")
        if login["ended"]:
            return self.pending()
        token = escape(provider.authentication_token(login, self.device()))
        self.send(200, f"<?xml version='1.0'?>\n<result>{self.meta(login)}<authnToken>{token}</authnToken></result>\n",
                  "application/xml")

    def check(self):
        provider = self.server.provider
        if provider.standing(provider.login_of("", self.device(), self.field("requestor"))):
            return self.send(200, "", "application/xml")
        self.send(403, "<error><status>403</status><message>Forbidden</message></error>", "application/xml")

    def proved(self):
        """The login that the token proves which is shown; None where it proves none."""
        login = self.server.provider.authentications.get(self.field("authentication_token"))
        return login if self.server.provider.standing(login, fingerprint(self.device())) else None

    def authorize(self):
        provider, resource = self.server.provider, self.field("resource_id")
        titles = re.findall("<channel>.*?<title>(.*?)</title>", resource, re.DOTALL)
        title = unescape(titles[0]) if titles else resource
        login = self.proved()
        if login is None:
            return self.pending()
        if title in DENIED:
            return self.send(400, f"<error><details>{escape(DENIED[title] + planted())}</details><notAuthorized></notAuthorized>"
                             "</error>", "application/xml")
        token = escape(provider.authorization_token(login, self.device(), self.field("requestor_id"), resource))
        self.send(200, f"<result><authzToken>{token}</authzToken></result>", "application/xml")

    def short(self):
        known = self.server.provider.authorizations.get(self.field("authz_token"))
        if known is None or known[0]["ended"]:
            return self.pending()
        self.send(200, self.server.provider.media_token(*known), "text/plain")

    def preauthorize(self):
        resources = self.fields.get("resource_id", []) + self.fields.get("resource", [])
        if self.proved() is None:
            return self.pending()
        if not 0 < len(resources) <= 5:
            return self.send(400, "<error><details>not so many</details></error>", "application/xml")
        rows = "\n".join(f"<resource><authorized>{str(x not in DENIED).lower()}</authorized><id>{escape(x)}</id></resource>"
                         for x in resources)
        self.send(200, f"<resources>\n{rows}\n</resources>", "application/xml")

    def decide(self):
        """Which resources the login of the device may see, with the reason where it is none."""
        provider = self.server.provider
        login = provider.login_of("", self.device(), self.field("requestor"))
        resources = [x for x in ",".join(self.fields.get("resource", [])).split(",") if x]
        if not provider.standing(login) or not 0 < len(resources) <= 5:
            status = 412 if resources and len(resources) <= 5 else 403
            return self.send_json(status, {"details": "", "message": "not now", "status": status})
        trace = word(8)
        rows = [{"authorized": True, "id": x} if x not in DENIED else {
            "error": {"trace": trace, "details": DENIED[x] + planted(), "code": "authorization_denied_by_mvpd", "action": "none",
                      "helpUrl": f"https://{provider.name}.test/why", "message": "User not authorized", "status": 403},
            "authorized": False, "id": x} for x in resources]
        self.send_json(200, {"resources": rows})

    def preview(self):
        self.begin_login(None, self.device(), self.field("requestor_id"), self.field("mso_id"), {}, 600)
        self.send(204, "", "text/plain")

    # How it is said

    def send_json(self, status, document):
        self.send(status, json.dumps(document, indent=1), "application/json")

    def send(self, status, text, kind, more=()):
        self.served += 1
        body = text.encode()
        self.send_response_only(status)
        self.send_header("date", self.date_time_string())
        for name, value in more:
            self.send_header(name.lower(), value)
        if body and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body)
            self.send_header("content-encoding", "gzip")
        self.send_header("content-type", kind)
        if PLANT:
            self.send_header("x-echo", planted())
        if self.served >= PER_CONNECTION:
            self.send_header("connection", "close")
            self.close_connection = True
        if status == 204:
            return self.end_headers()
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        if self.command == "HEAD":
            return
        for start in range(0, len(body), 1_000):
            piece = body[start:start + 1_000]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        self.wfile.write(b"0\r\n\r\n")


def main(ports):
    for index, port in enumerate(ports):
        server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        server.daemon_threads = True
        server.provider = Provider(f"other{index + 1}")
        print(f"http://127.0.0.1:{server.server_port}", flush=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
    threading.Event().wait()


if __name__ == "__main__":
    main([int(port) for port in sys.argv[1:]] or [0])
