"""Organisations that send through the real mail server of the tests."""

from aiosmtpd.controller import Controller

from tournaments.delivery.destinations import encryption
from tournaments.models import MailServer, Organisation


def sends_through(controller: Controller, organisation: Organisation) -> MailServer:
    """Let an organisation send through the server."""
    return MailServer.objects.create(
        organisation=organisation,
        host="127.0.0.1",
        port=controller.port,
        security="none",
        user="lise",
        sealed=encryption.seal("L'Ecuyer 77"),
        sender="desk@example.org",
    )
