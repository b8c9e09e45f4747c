"""Every face's addresses, one list a room, in the order of the day.

A director's pages of a tournament are /t/SLUG/setup/, registration/, rounds/, desk/, penalties/, standings/,
medals/, prizes/, cash/, ceremony/, papers/ and publish/; everybody's are /t/SLUG/, the public standings,
bracket/, and /t/SLUG/judge/, the judge's, which are at /judge/ as well. A tablet on a table opens
/table/SECRET/ and speaks with /api/1/ (docs/protocol.md); a player's own page is /me/SECRET/.
"""

from importlib import import_module

from tournaments import api

ROOMS = (
    "home",
    "account",
    "helpers",
    "acts",
    "notice",
    "around",
    "setup",
    "formats",
    "registration",
    "rounds",
    "desk",
    "cards",
    "penalties",
    "protests",
    "tablets",
    "table_status",
    "phone",
    "standings",
    "taking_home",
    "medals",
    "playoffs",
    "prizes",
    "past",
    "seasons",
    "leagues",
    "screens",
    "papers",
    "visitors",
    "publishing",
    "data",
    "sharing",
    "destinations",
    "mail",
    "copies",
    "removal",
    "taking_over",
    "room",
    "laptop",
    "tablet_app",
    "update",
)

urlpatterns = [
    pattern for room in ROOMS for pattern in import_module(f"tournaments.views.{room}").urlpatterns
]
urlpatterns += api.urlpatterns
