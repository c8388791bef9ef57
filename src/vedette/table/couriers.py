"""How somebody who is not at his page is told: by a webhook, by mail, by his browser (`push`).

What they say is known to both sides.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import smtplib
import socket
import ssl
from email.errors import MessageError
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Protocol
from urllib.parse import urlsplit

import msgspec

from .exchange import Deadline
from .messages import Refused

SECONDS = 6.0
"""In which it has to be brought, however the other machine talks."""
CONTENT = 2_000
"""Letters of `content`; whoever takes that refuses more of them."""
LONGEST = 500
"""Letters of an address."""
PUBLIC = ipaddress.IPv6Network("2000::/3")
"""The one network of IPv6 that was given out to the whole Internet."""
EMBEDDING = tuple(map(ipaddress.IPv6Network, ("2001::/32", "2002::/16")))
"""Networks in it whose addresses stand for others, which may be private."""


class Letter(msgspec.Struct, frozen=True):
    """What is said."""

    subject: str
    text: str
    about: dict[str, str]
    """For programs: what has happened, in which game, to which seat."""


class Undelivered(Exception):
    """It could not be brought; why, in words for its owner."""


class Ended(Undelivered):
    """Nothing is taken there any more: it is tried no more."""


class Courier(Protocol):
    """One way to tell somebody."""

    confirms: bool
    """Whether the address has to say once that it is its owner's."""

    def check(self, target: str) -> None:
        """Raises Refused where it is no address."""
        ...

    def bring(self, target: str, letter: Letter) -> None:
        """Bring it, in a thread. Raises Undelivered."""
        ...


# -- webhook -----------------------------------------------------------------------------------------------


class Webhook:
    """A message to an address of the Web: `text` and `content`, which talk servers take, and what a program wants."""

    confirms = False

    def __init__(self, allowed: frozenset[str] = frozenset()) -> None:
        self.allowed = allowed
        """Names of hosts that may have a private address, and be asked without TLS."""

    def check(self, target: str) -> None:
        """Raises Refused where it is no address that is asked."""
        try:
            parts = urlsplit(target)
            host, _ = parts.hostname, parts.port
        except ValueError:
            raise Refused("that is no address of the Web") from None
        if len(target) > LONGEST or not host or not target.isascii() or not target.isprintable() or " " in target:
            raise Refused("that is no address of the Web")
        if parts.username is not None or parts.password is not None:
            raise Refused("an address is given without a name or a password in it")
        if parts.scheme != "https" and not (parts.scheme == "http" and host in self.allowed):
            raise Refused("the address has to begin with https://")

    def bring(self, target: str, letter: Letter) -> None:
        """Bring it: to the address that was looked at and no other, and along no redirect."""
        content = letter.text if len(letter.text) <= CONTENT else letter.text[: CONTENT - 1] + "…"
        body = json.dumps({"text": letter.text, "content": content, **letter.about}).encode()
        host, status = self.post(target, body, {"Content-Type": "application/json"})
        if not 200 <= status < 300:
            raise Undelivered(f"{host} answers {status}")

    def post(self, target: str, body: bytes, more: dict[str, str]) -> tuple[str, int]:
        """Send it there; the host that was asked, and how it has answered. Raises Undelivered."""
        try:
            self.check(target)
        except Refused as error:
            raise Undelivered(error.reason) from None
        parts = urlsplit(target)
        host = parts.hostname or ""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        headers = {"Host": parts.netloc, "User-Agent": "vedette", **more}
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        with Deadline(SECONDS) as deadline:
            line = _Pinned(host, port, self._found(host, port), parts.scheme == "https", deadline)
            try:
                line.request("POST", path, body, headers)
                status = line.getresponse().status
                deadline.left()  # what was shut may look like an answer that has ended
            except (OSError, http.client.HTTPException) as error:
                raise Undelivered(f"{host} cannot be reached: {_said(error, deadline)}") from None
            finally:
                line.close()
        if 300 <= status < 400:
            raise Undelivered(f"{host} sends on to another address ({status}), which is not followed")
        return host, status

    def _found(self, host: str, port: int) -> str:
        try:
            found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        except (OSError, UnicodeError):
            raise Undelivered(f"there is no host {host}") from None
        if host not in self.allowed and not all(is_public(address) for address in found):
            raise Undelivered(f"{host} is an address of a private network")
        return found[0]


def is_public(address: str) -> bool:
    """Whether an address is one of the whole Internet."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if found not in PUBLIC or any(found in network for network in EMBEDDING):
            return False
    return found.is_global and not found.is_multicast


class _Pinned(http.client.HTTPConnection):
    """Goes to an address that was looked up before, whatever the name leads to by now."""

    def __init__(self, host: str, port: int, address: str, tls: bool, deadline: Deadline) -> None:
        super().__init__(host, port)
        self._address = address
        self._deadline = deadline
        self._context = ssl.create_default_context() if tls else None

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self.port), self._deadline.left())
        self._deadline.watch(self.sock)
        if self._context is not None:
            self.sock = self._context.wrap_socket(self.sock, server_hostname=self.host)


# -- mail --------------------------------------------------------------------------------------------------


class Mail:
    """A mail by a server that takes it from us."""

    confirms = True

    def __init__(
        self, host: str, port: int, sender: str, *, security: str = "starttls", user: str = "", password: str = ""
    ) -> None:
        self.host = host
        self.port = port
        self.sender = sender
        self.security = security
        self.user = user
        self.password = password

    def check(self, target: str) -> None:
        """Raises Refused where it is no address."""
        name, at, host = target.rpartition("@")
        plain = target.isascii() and target.isprintable() and not set(target) & set(' ,;:<>()[]\\"')
        if not (plain and at and name and "." in host and len(target) <= LONGEST and parseaddr(target)[1] == target):
            raise Refused("that is no address of mail")

    def bring(self, target: str, letter: Letter) -> None:
        """Give it to the server."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.sender, target, letter.subject
        mail["Auto-Submitted"] = "auto-generated"
        if "id" in letter.about:
            mail["Message-ID"] = f"<{letter.about['id']}@{self.sender.rpartition('@')[2] or 'vedette'}>"
        mail.set_content(letter.text)
        begin = _TimedTLS if self.security == "tls" else _Timed
        with Deadline(SECONDS) as deadline:
            try:
                with begin(self.host, self.port, deadline) as server:
                    if self.security == "starttls":
                        server.starttls(context=ssl.create_default_context())
                    if self.user:
                        server.login(self.user, self.password)
                    server.send_message(mail)
            except smtplib.SMTPRecipientsRefused:
                raise Undelivered("the mail server takes nothing for this address") from None
            except (OSError, smtplib.SMTPException, MessageError) as error:
                raise Undelivered(f"the mail server did not take it: {_said(error, deadline)}") from None


class _Timed(smtplib.SMTP):
    """Whose socket is shut in time."""

    def __init__(self, host: str, port: int, deadline: Deadline) -> None:
        self._deadline = deadline
        super().__init__(host, port, timeout=deadline.left())

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        line: socket.socket = super()._get_socket(host, port, timeout)  # type: ignore[misc]
        self._deadline.watch(line)
        return line


class _TimedTLS(smtplib.SMTP_SSL, _Timed):
    """The same, with TLS from the first byte."""

    def __init__(self, host: str, port: int, deadline: Deadline) -> None:
        self._deadline = deadline
        context = ssl.create_default_context()
        smtplib.SMTP_SSL.__init__(self, host, port, timeout=deadline.left(), context=context)


def _said(error: Exception, deadline: Deadline) -> str:
    """A failure in a few words, for its owner."""
    if deadline.over:
        return "timed out"
    words = str(getattr(error, "strerror", "") or error) or type(error).__name__
    return words.splitlines()[0][:150]
