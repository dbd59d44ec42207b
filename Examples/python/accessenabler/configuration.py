"""What service providers answer to the question for a requestor's configuration, and how answers are merged."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from .tokens import TokenError, parse_xml

Provider = TypeVar("Provider")


@dataclass(frozen=True)
class MVPD:
    """The public properties, and beside them what the library itself goes by."""

    id: str
    display_name: str
    logo_url: str
    enable_platform_services: bool = False
    boarding_status: str | None = None
    in_platform_picker: bool = True
    per_requestor: bool = False
    temp_pass: bool = False
    needs_safari: bool = False
    can_authenticate: bool = True  # whether a login may begin with it unasked

    @property
    def supports_platform_login(self) -> bool:
        """Whether a login at the device's account can be exchanged for a token."""
        return self.enable_platform_services and self.boarding_status == "SUPPORTED"

    @property
    def in_picker(self) -> bool:
        """Whether it may appear in the platform's own picker."""
        return self.in_platform_picker and (self.supports_platform_login or self.boarding_status == "PICKER")


def parse_configuration(text: str, requestor: str) -> list[MVPD]:
    """The MVPDs of a configuration, in its order. Raises TokenError where it is none, or another requestor's."""
    root = parse_xml(text)
    element = root.find("requestor")
    if not root.tag.endswith("config") or element is None:
        raise TokenError("no configuration")
    if (element.findtext("id") or "").strip() != requestor:
        raise TokenError("the configuration of another requestor")
    return [mvpd for node in element.iterfind("mvpds/mvpd") if (mvpd := _mvpd(node)) is not None]


def _mvpd(node) -> MVPD | None:
    values = {child.tag: (child.text or "").strip() for child in node}
    if not values.get("id"):
        return None

    def flag(name: str, default: bool = False) -> bool:
        return values[name].lower() == "true" if name in values else default

    status = values.get("boardingStatus")
    # No document names the element by which the service says that a login page needs a Safari view controller.
    safari = any(("svc" in name.lower() or "safari" in name.lower()) and flag(name) for name in values)
    return MVPD(
        id=values["id"],
        display_name=values.get("displayName", ""),
        logo_url=values.get("logoUrl", ""),
        enable_platform_services=flag("enablePlatformServices"),
        boarding_status=status if status in ("SUPPORTED", "PICKER") else None,
        in_platform_picker=flag("displayInPlatformPicker", True),
        per_requestor=flag("authPerRequestor") or flag("authPerAggregator"),
        temp_pass=flag("isTempPass") or flag("tempPass"),
        needs_safari=safari,
        can_authenticate=flag("canAuthenticate", True),
    )


@dataclass
class Configuration(Generic[Provider]):
    """A requestor's MVPDs, each with the provider that listed it first."""

    requestor: str
    mvpds: dict[str, MVPD] = field(default_factory=dict)
    bound: dict[str, Provider] = field(default_factory=dict)
    answered: list[Provider] = field(default_factory=list)

    def merge(self, mvpds: list[MVPD], provider: Provider) -> None:
        """Takes in one answer. Answers come in the order in which the providers gave them."""
        self.answered.append(provider)
        for mvpd in mvpds:
            if mvpd.id not in self.mvpds:
                self.mvpds[mvpd.id] = mvpd
                self.bound[mvpd.id] = provider

    @property
    def has_platform_mvpd(self) -> bool:
        return any(mvpd.enable_platform_services for mvpd in self.mvpds.values())
