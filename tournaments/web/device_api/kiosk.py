"""The API for kiosks: pairing, the list of people, and arrivals (docs/protocol.md)."""

import hashlib
import json

from django.http import HttpRequest

from tournaments import devices
from tournaments.models import Tournament
from tournaments.registration import kiosk
from tournaments.web.device_api import state
from tournaments.web.device_api.cache import RecentValues
from tournaments.web.device_api.payloads import Body
from tournaments.web.device_api.views import Answer, device_of, device_view, own_addresses

MAX_ARRIVALS = 100
STATE_LENGTH = 16
PEOPLE_LISTS: RecentValues[Answer] = RecentValues(20)
"""The lists of several halls, made once for all kiosks of one."""


@device_view
def pair(request: HttpRequest, body: Body) -> Answer:
    """Return a token for the invitation of a kiosk."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    paired = devices.pair(body.text("invitation"), body.uid("device"), address=address)
    return {"token": paired.token, "tournament": state.tournament_identity(paired.device.tournament)}


@device_view
def door(request: HttpRequest, body: Body) -> Answer:
    """Return the people who may come, unless the kiosk has this list already."""
    device = device_of(body, "check_oneself_in")
    tournament, visible = device.tournament, bool(body.fields.get("visible", True))
    devices.record_contact(
        device, queued=body.number("queued", 0), visible=visible, epoch=body.number("epoch", 0)
    )
    addresses = own_addresses(request)
    # names, seats and fees change with the version, never with a line; a card is printed without either
    cards = tournament.invitations.exclude(entry=None).count()
    of_what = (
        tournament.pk,
        tournament.uid,
        tournament.epoch,
        tournament.version - tournament.last_line,
        cards,
    )
    listed = PEOPLE_LISTS.get((*of_what, *addresses), lambda: _list_with_state(tournament, addresses))
    return {"same": True} if body.text("seen", "") == listed["state"] else listed


def _list_with_state(tournament: Tournament, addresses: list[str]) -> Answer:
    listed: Answer = {
        "epoch": tournament.epoch,
        "tournament": state.tournament_identity(tournament),
        "addresses": addresses,
        **kiosk.kiosk_list(tournament),
    }
    return listed | {"state": hashlib.sha256(json.dumps(listed).encode()).hexdigest()[:STATE_LENGTH]}


@device_view
def arrive(request: HttpRequest, body: Body) -> Answer:
    """Check in the people who said so at the kiosk; each is answered, and may be sent again."""
    device = device_of(body, "check_oneself_in")
    arrivals = [Body(fields) for fields in body.several("arrivals", MAX_ARRIVALS)]
    read = [(one.nonce(), one.uid("entry")) for one in arrivals]
    epoch = device.tournament.epoch
    if body.number("epoch") != epoch:
        return {"epoch": epoch, "answers": []}
    answers = []
    for nonce, uid in read:
        done = kiosk.arrive(device, nonce, uid)
        answers.append({"nonce": nonce, "answer": done.answer, "game": done.game, **(done.shown or {})})
    return {"epoch": epoch, "answers": answers}
