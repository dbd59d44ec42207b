"""What an AccessEnabler knows of: MVPDs, tokens, and a login on its way."""

import hashlib
import re
from datetime import datetime, timezone


class MVPD:
    """One provider of the picker, with the service provider that all its requests go to."""

    def __init__(self, element, service):
        self.id = element.findtext("id") or ""
        self.display_name = element.findtext("displayName") or self.id
        self.logo_url = element.findtext("logoUrl") or ""
        self.boarding_status = element.findtext("boardingStatus")
        self.platform_services = element.findtext("enablePlatformServices") == "true"
        self.is_temp_pass = element.findtext("isTempPass") == "true"
        self.requires_svc = element.findtext("requiresSVC") == "true"
        self.service = service

    @property
    def properties(self):
        """What an application sees of it (AE-MVPD-001)."""
        return {
            "ID": self.id, "displayName": self.display_name, "logoURL": self.logo_url,
            "enablePlatformServices": self.platform_services, "boardingStatus": self.boarding_status}


class Token:
    """An authentication token, as much of it as is needed here (7.1, 7.2)."""

    def __init__(self, text, code):
        self.text = text
        self.code = code
        self.requestor = self._field("simpleTokenRequestorID")
        self.mvpd = self._field("simpleTokenMsoID")
        self.guid = self._field("simpleTokenAuthenticationGuid").replace("-", "").lower()
        self._fingerprint = self._field("simpleTokenFingerprint", "")
        self.name_id = self._field("simpleSamlNameID", "")
        self.session_index = self._field("simpleSamlSessionIndex", "")
        date = self._field("simpleTokenExpires").replace("GMT ", "")
        self.expires = datetime.strptime(date, "%Y/%m/%d %H:%M:%S %z")

    def _field(self, name, default=None):
        found = re.search("<%s>([^<]*)</%s>" % (name, name), self.text)
        if found is None and default is None:
            raise ValueError("the token has no " + name)
        return found.group(1).strip() if found else default

    def is_of(self, device_id):
        """Whether it is bound to the device, or to none (AE-DEV-008); the fingerprint is a hash of the device's ID."""
        return self._fingerprint in ("", hashlib.sha1((device_id or "").encode()).hexdigest())

    @property
    def is_current(self):
        return datetime.now(timezone.utc) < self.expires


class Flow:
    """One login on its way, from the picker to the token."""

    def __init__(self, data=None):
        self.data = data or {}
        self.stage = "picker"
        self.mvpd = None
        self.code = None
