"""Start a real mail server when the first test needs one; each test gets an empty inbox."""

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from tests.processes import free_port

USER, PASSWORD = b"lise", b"L'Ecuyer 77"


class Inbox:
    """The letters that came in.

    An address that begins with `no` is refused for good, one with `later` for now. On a letter to `drops` the
    server hangs up without an answer; a letter to `busy` is deferred after it was read.
    """

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.to: list[str] = []
        self.takes = 10_000

    async def handle_RCPT(self, server, session, envelope, address, options) -> str:
        if address.startswith("no"):
            return "550 5.1.1 no such mailbox"
        if address.startswith("later"):
            return "451 greylisted"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope) -> str:
        if envelope.rcpt_tos[0].startswith("busy"):
            return "452 no room"
        if envelope.rcpt_tos[0].startswith("drops"):
            server.transport.abort()
            return "250 OK"
        if len(self.letters) >= self.takes:
            session.loop.call_soon(server.transport.abort)
            return "421 gone"
        self.letters.append(message_from_bytes(envelope.content, policy=policy.default))
        self.to += envelope.rcpt_tos
        return "250 OK"


def signed_in(server, session, envelope, mechanism, data) -> AuthResult:
    right = isinstance(data, LoginPassword) and (data.login, data.password) == (USER, PASSWORD)
    return AuthResult(success=right, handled=False)


@pytest.fixture(scope="session")
def mail_server() -> Iterator[Controller]:
    signing_in = {"authenticator": signed_in, "auth_required": True, "auth_require_tls": False}
    controller = Controller(Inbox(), "127.0.0.1", free_port(), ready_timeout=60, **signing_in)
    controller.start()
    yield controller
    controller.stop()


@pytest.fixture
def inbox(mail_server) -> Inbox:
    mail_server.handler.__init__()
    return mail_server.handler
