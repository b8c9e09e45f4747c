"""The mail server: an organisation's own or, on a server, the one of its settings."""

import smtplib
import socket
from typing import Any

from django.conf import settings
from django.core.mail.backends.smtp import EmailBackend

from tournaments.delivery.destinations import encryption
from tournaments.delivery.destinations.connections import open_socket
from tournaments.delivery.destinations.storage import TIMEOUT, TransferError
from tournaments.models import MailServer, Organisation


class _PlainSmtp(smtplib.SMTP):
    """SMTP over a socket to a permitted computer."""

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return open_socket(host, port)


class _TlsSmtp(smtplib.SMTP_SSL):
    """The same with TLS from the beginning."""

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return self.context.wrap_socket(open_socket(host, port), server_hostname=host)


class Backend(EmailBackend):
    """Django's backend over such sockets."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _TlsSmtp if self.use_ssl else _PlainSmtp


def mail_server_of(organisation: Organisation) -> MailServer | None:
    """Return the server through which an organisation sends, or None where none is set up."""
    kept = MailServer.objects.filter(organisation=organisation).first()
    if kept is None and settings.MAIL_FROM:
        return MailServer(organisation=organisation, host="", sender=settings.MAIL_FROM)
    return kept


def open_backend(server: MailServer) -> EmailBackend:
    """Sign in. Raises `TransferError`."""
    options: dict[str, Any] = {"timeout": TIMEOUT, "fail_silently": False}
    if server.host:  # the administrator may configure any address, a director only permitted ones
        options |= {
            "host": server.host,
            "port": server.port,
            "username": server.user,
            "password": encryption.unseal(server.sealed),
            "use_tls": server.security == MailServer.Security.STARTTLS,
            "use_ssl": server.security == MailServer.Security.TLS,
        }
    backend = Backend(**options) if server.host else EmailBackend(**options)
    reopen_backend(backend)
    return backend


def reopen_backend(backend: EmailBackend) -> None:
    """Sign in where the connection is closed. Raises `TransferError`."""
    try:
        backend.open()
    except TransferError:
        raise
    except Exception as error:
        raise transfer_error(error) from error


def transfer_error(error: Exception) -> TransferError:
    """Return the error of the server, not of one letter. Raises `error` again where it is a bug."""
    import ssl

    if isinstance(error, smtplib.SMTPAuthenticationError):
        return TransferError("sign_in_refused", _server_message(error))
    if isinstance(error, ssl.SSLCertVerificationError):
        return TransferError("certificate_refused", error.verify_message)
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return TransferError("not_that_protocol", str(error))
    if isinstance(error, smtplib.SMTPSenderRefused) and error.smtp_code >= 500:
        return TransferError("mail_sender_refused", _server_message(error))
    if isinstance(error, smtplib.SMTPResponseException) and error.smtp_code < 500:
        return TransferError("destination_busy", _server_message(error), passing=True)
    if isinstance(error, smtplib.SMTPResponseException):
        return TransferError("not_that_protocol", _server_message(error))
    if isinstance(error, OSError):  # smtplib's own are OSErrors too
        return TransferError("connection_lost", str(error), passing=True)
    raise error


def _server_message(error: smtplib.SMTPResponseException) -> str:
    words = error.smtp_error
    return f"{error.smtp_code} {words.decode(errors='replace') if isinstance(words, bytes) else words}"
