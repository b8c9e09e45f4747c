"""The addresses at which others in the hall reach this machine."""

import ipaddress
import os
import socket
import struct
import sys

DOCUMENTATION_ADDRESS = "203.0.113.1"  # RFC 5737: no host has it, and nothing is sent
SIOCGIFADDR = 0x8915
PRIVATE = tuple(
    ipaddress.ip_network(network)
    for network in (
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)
"""The networks whose addresses mean a machine nearby, never one on the Internet."""
PORT_VARIABLE = "CHEVILLE_PORT"  # the port of `manage.py serve`, for the processes that it starts


def lan_addresses() -> list[str]:
    """Return the IPv4 addresses under which others reach this machine, the most likely first.

    No packet and no query is sent: a name server out of reach would delay a page for seconds.
    A hotspot without Internet access has no default route, hence the other two ways.
    """
    found = [*_default_route_addresses(), *_interface_addresses(), *_host_name_addresses()]
    return list(dict.fromkeys(address for address in found if not address.startswith(("127.", "169.254."))))


def is_private(address: str) -> bool:
    """Return whether an IP address is of a private network. Raises ValueError if it is no IP address."""
    found = ipaddress.ip_address(address)
    return any(found in network for network in PRIVATE if network.version == found.version)


def links() -> list[str]:
    """Return the addresses under which tablets know this machine; empty if it does not serve the network."""
    port = os.environ.get(PORT_VARIABLE)
    return [f"http://{address}:{port}" for address in lan_addresses()] if port else []


def _default_route_addresses() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((DOCUMENTATION_ADDRESS, 9))
        except OSError:
            return []
        return [probe.getsockname()[0]]


def _interface_addresses() -> list[str]:
    if not sys.platform.startswith("linux"):
        return []
    import fcntl

    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            addresses.append(socket.inet_ntoa(answer[20:24]))
    return addresses


def _host_name_addresses() -> list[str]:
    if sys.platform.startswith("linux"):  # there the interfaces suffice, and this might query a name server
        return []
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []
