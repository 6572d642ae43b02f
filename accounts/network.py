"""From which network a request comes: what throttles count by."""

from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest


def network_of(request: HttpRequest) -> str:
    """Return the sender's IPv4 address or IPv6 /64; behind a proxy, the one the proxy saw."""
    sender = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        sender = request.headers.get("X-Forwarded-For", sender).rpartition(",")[2].strip()
    try:
        address = ip_address(sender)
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Network((address, 64), strict=False))
    return str(address)
