"""The address under which others open what this browser shows: what a QR code must say."""

from django.http import HttpRequest

from config.lan import lan_addresses


def base(request: HttpRequest) -> str:
    """Scheme, host and port as phones reach them: on the laptop itself not «localhost»."""
    host, colon, port = request.get_host().partition(":")
    if host == "localhost" or host.startswith("127."):
        host = next(iter(lan_addresses()), host)
    return f"{request.scheme}://{host}{colon}{port}"
