"""Whom a request counts for: its peer's network, or the one a trusted proxy names."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from majokko_kit.settings import Network

_LOOPBACK = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
_IPV4_PREFIX, _IPV6_PREFIX = 24, 56  # what one household or small provider is given


def is_local(client: str | None) -> bool:
    """Whether a peer is this machine itself; a Unix socket has no address."""
    return client is None or client in _LOOPBACK


@lru_cache(maxsize=4096)
def caller_of(client: str) -> str:
    """Return who shares a quota with `client`: an anonymous caller is a network, not an address.

    >>> caller_of("203.0.113.77"), caller_of("2001:db8:1:2ff::1"), caller_of("::ffff:203.0.113.9")
    ('203.0.113.0/24', '2001:db8:1:200::/56', '203.0.113.0/24')
    """
    try:
        address = ip_address(client.partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    prefix = _IPV4_PREFIX if isinstance(address, IPv4Address) else _IPV6_PREFIX
    return str(ip_network((address, prefix), strict=False))


def forwarded(peer: str, header: str, trusted: Sequence[Network]) -> str:
    """Return whom a chain of proxies speaks for: the right-most hop that is no trusted proxy.

    What stands further left was written by that hop itself, and says whatever it likes.

    >>> proxies = [ip_network("10.0.0.0/8")]
    >>> forwarded("10.0.0.1", "192.0.2.66, 203.0.113.7, 10.0.0.2", proxies)
    '203.0.113.7'
    >>> forwarded("198.51.100.1", "192.0.2.66", proxies)
    '198.51.100.1'
    """
    hops = [*(hop.strip() for hop in header.split(",")), peer]
    while len(hops) > 1 and _within(hops[-1], trusted):
        hops.pop()
    return hops[-1]


def _within(hop: str, networks: Sequence[Network]) -> bool:
    try:
        address = ip_address(hop)
    except ValueError:
        return False
    return any(address in network for network in networks)
