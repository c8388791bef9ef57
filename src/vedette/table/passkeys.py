"""Passkeys over HTTP: one more way into an account, where the page has a name and TLS, or is on this machine."""

from __future__ import annotations

import asyncio
import base64
import binascii
import ipaddress
import json
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from .entering import AT, KEPT, Entering, Word, wished
from .http import Failed
from .limits import Meter
from .paying import address_of
from .people import Passkey, Person

NEW, ENTER = "passkey-new", "passkey-enter"
"""For what something is given to be signed."""
SECONDS = 300.0
"""In which it has to be signed."""
ASKED = 60
"""A minute of one address: so often something to be signed is given out."""
MOST = 20
"""Passkeys of one account."""
NOT_IT = "the passkey was not accepted"


class Sure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """That it is really the owner of the account who wants one more."""

    password: Word


class Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an authenticator gives, as a browser writes it in JSON."""

    credential: dict[str, Any]
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    """How its owner calls it."""


class Passkeys:
    """What is answered at which address."""

    def __init__(self, entering: Entering) -> None:
        self.entering = entering
        self.people = entering.people
        self.asked = Meter(ASKED)

    def routes(self) -> list[BaseRoute]:
        """What is answered at which address."""
        return [
            Route(AT + "/passkeys/ask", self.ask_new, methods=["POST"]),
            Route(AT + "/passkeys", self.add, methods=["POST"]),
            Route(AT + "/passkeys/{id}", self.drop, methods=["DELETE"]),
            Route(AT + "/enter/ask", self.ask_enter, methods=["POST"]),
            Route(AT + "/enter/passkey", self.enter, methods=["POST"]),
        ]

    def barred(self, request: Request) -> str:
        """Why there are no passkeys at the address by which the page was opened; empty where there are."""
        origin = urlsplit(_origin(request))
        meant = urlsplit(self.entering.address)
        host = origin.hostname or ""
        if meant.netloc and meant.netloc != origin.netloc:
            return f"open the page by {self.entering.address} for a passkey"
        if host == "localhost":
            return ""
        if _is_number(host):
            return "a passkey needs an address with a name in it; by this one there is a password only"
        return "" if origin.scheme == "https" else "a passkey needs an address that begins with https://"

    # -- a new one -----------------------------------------------------------------------------------------

    async def ask_new(self, request: Request) -> Response:
        """What a new passkey has to sign."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers import structs

        wish = await wished(request, Sure)
        person = await self.entering.somebody(request)
        await self.entering.check(request, await asyncio.to_thread(self.people.kept, person.id), wish.password)
        host = self._may(request)
        had = await asyncio.to_thread(self.people.passkeys, person.id)
        if len(had) >= MOST:
            raise Failed(409, f"an account has {MOST} passkeys at the most")
        options = generate_registration_options(
            rp_id=host,
            rp_name="Vedette",
            user_id=person.id.encode(),
            user_name=person.name,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=_bytes(one.credential)) for one in had],
        )
        await asyncio.to_thread(self.people.link, NEW, person.id, "", SECONDS, _word(options.challenge))
        return JSONResponse(json.loads(options_to_json(options)), headers=KEPT)

    async def add(self, request: Request) -> Response:
        """A passkey of one's own from now on."""
        from webauthn import verify_registration_response

        wish = await wished(request, Signed)
        person = await self.entering.somebody(request)
        host, challenge = self._may(request), _challenge(wish.credential)
        found = await asyncio.to_thread(self.people.redeem, NEW, challenge)
        if found is None or found[0] != person.id or not wish.name.isprintable():
            raise Failed(403, NOT_IT)
        try:
            told = await asyncio.to_thread(
                lambda: verify_registration_response(
                    credential=wish.credential,
                    expected_challenge=_bytes(challenge),
                    expected_rp_id=host,
                    expected_origin=_origin(request),
                    require_user_verification=True,
                )
            )
        except Exception:  # of what is no credential the library and those below it raise whatever they come to
            raise Failed(403, NOT_IT) from None
        name = wish.name.strip() or "Passkey"
        one = Passkey(_word(told.credential_id), name, told.credential_public_key, told.sign_count, self.people.now())
        if not await asyncio.to_thread(self.people.add_passkey, person.id, one):
            raise Failed(409, "this passkey is there already")
        return JSONResponse(shown(one), 201, headers=KEPT)

    async def drop(self, request: Request) -> Response:
        """A passkey opens the account no more."""
        person = await self.entering.somebody(request)
        await asyncio.to_thread(self.people.drop_passkey, person.id, request.path_params["id"])
        return Response(status_code=204, headers=KEPT)

    # -- entering ------------------------------------------------------------------------------------------

    async def ask_enter(self, request: Request) -> Response:
        """What somebody has to sign who enters by a passkey, whoever he is."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers import structs

        host = self._may(request)
        if self.asked.another(address_of(request)):
            raise Failed(429, "too many from this address; wait a minute")
        options = generate_authentication_options(
            rp_id=host, user_verification=structs.UserVerificationRequirement.REQUIRED
        )
        await asyncio.to_thread(self.people.link, ENTER, None, "", SECONDS, _word(options.challenge))
        return JSONResponse(json.loads(options_to_json(options)), headers=KEPT)

    async def enter(self, request: Request) -> Response:
        """By a passkey."""
        wish = await wished(request, Signed)
        host, challenge = self._may(request), _challenge(wish.credential)
        await self.entering.may_try(request)
        person = await self._signed(request, wish.credential, host, challenge)
        if person is None:
            await self.entering.wrong.counted(address_of(request))
            raise Failed(403, NOT_IT)
        return await self.entering.entered(request, person)

    async def _signed(self, request: Request, credential: dict[str, Any], host: str, challenge: str) -> Person | None:
        """Whose passkey has signed; None where it is nobody's, or not what was given to it."""
        from webauthn import verify_authentication_response

        id = credential.get("id")
        found = await asyncio.to_thread(self.people.by_passkey, id) if isinstance(id, str) else None
        if await asyncio.to_thread(self.people.redeem, ENTER, challenge) is None or found is None:
            return None
        person, passkey = found
        try:
            told = await asyncio.to_thread(
                lambda: verify_authentication_response(
                    credential=credential,
                    expected_challenge=_bytes(challenge),
                    expected_rp_id=host,
                    expected_origin=_origin(request),
                    credential_public_key=passkey.public,
                    credential_current_sign_count=passkey.count,
                    require_user_verification=True,
                )
            )
        except Exception:  # as above
            return None
        await asyncio.to_thread(self.people.count_passkey, passkey.credential, told.new_sign_count)
        return person

    def _may(self, request: Request) -> str:
        """The name for which passkeys are made here. Raises Failed where there are none."""
        if why := self.barred(request):
            raise Failed(403, why)
        return urlsplit(_origin(request)).hostname or ""


def shown(one: Passkey) -> dict[str, Any]:
    """A passkey, as its owner is shown it."""
    return {"id": one.credential, "name": one.name, "made": one.made}


def _origin(request: Request) -> str:
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _challenge(credential: dict[str, Any]) -> str:
    """What was given to be signed, as the answer says. Raises Failed where it says nothing of it."""
    try:
        found = json.loads(_bytes(credential["response"]["clientDataJSON"]))["challenge"]
        return _word(_bytes(found))
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        raise Failed(403, NOT_IT) from None


def _word(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(word: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(word.encode("ascii") + b"==")
    except (binascii.Error, UnicodeError) as error:
        raise ValueError("no base64") from error
