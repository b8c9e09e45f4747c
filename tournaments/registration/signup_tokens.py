"""The tokens of registrations: each has a page of its own at an address that cannot be guessed."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from uuid import UUID

from django.utils.crypto import salted_hmac

from tournaments.models import Signup
from tournaments.registration.names import fold

TOKEN_BYTES = 18  # 144 bits


def signup_uid(nonce: str, names: Sequence[str]) -> UUID:
    """Return the uid of a registration, always the same for one form and one name.

    So a form that is sent twice is one registration, and the same form with another name is another one.

    >>> signup_uid("a form", ["Zoé Roy"]) == signup_uid("a form", ["zoe  roy"])
    True
    >>> signup_uid("a form", ["Zoé Roy"]) == signup_uid("a form", ["Pat O'Brien"])
    False
    """
    form = "\n".join([nonce, *map(fold, names)])
    return UUID(bytes=salted_hmac("form of a registration", form, algorithm="sha256").digest()[:16])


def own_token(uid: UUID) -> str:
    """Return the token of the own page of a registration: only this computer can compute it."""
    digest = salted_hmac("own page of a registration", uid.hex, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def contact_proof(signup: Signup) -> str:
    """Return the proof that a letter to the contact of a registration was read: this contact's alone.

    It is that of all registrations that one form made, so one letter confirms them together.
    """
    made_by = signup.group_uid or signup.uid
    about = f"{made_by.hex}\n{signup.contact.lower()}"
    digest = salted_hmac("contact of a registration", about, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def token_hash(token: str) -> str:
    """Return the hash by which a token is recognised."""
    return hashlib.sha256(token.encode()).hexdigest()


def has_own_page(signup: Signup) -> bool:
    """Return whether `own_token` leads to a registration: not if its secret was another one, or elsewhere."""
    return signup.token_hash == token_hash(own_token(signup.uid))


def signup_by_token(token: str) -> Signup | None:
    """Return the registration whose page has this token; None if there is none."""
    return Signup.objects.filter(token_hash=token_hash(token)).first()
