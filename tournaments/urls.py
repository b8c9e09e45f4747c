"""All addresses, subject by subject; the first pattern that matches answers.

A director's pages of a tournament are /t/SLUG/setup/, registration/, rounds/, desk/, penalties/, standings/,
medals/, prizes/, cash/, ceremony/, papers/ and publish/; the public ones are /t/SLUG/, the public standings,
bracket/, and /t/SLUG/judge/, the judge's, which are at /judge/ as well. A tablet on a table opens
/table/SECRET/ and speaks with /api/1/ (docs/protocol.md); a player's own page is /me/SECRET/, that of a
registration made online /register/SECRET/, that of a club's sheet /club/SECRET/; the form for the first is
/t/SLUG/register/, that of several tournaments /events/UID/register/, and their door /events/UID/door/.
"""

from importlib import import_module

SUBJECTS = (
    "home",
    "help",
    "more",
    "accounts",
    "helpers",
    "audit_log",
    "notices",
    "venue",
    "identity",
    "setup",
    "formats",
    "registration",
    "signups",
    "club_sheets",
    "rounds",
    "desk",
    "cards",
    "penalties",
    "protests",
    "tablets",
    "table_status",
    "phone",
    "standings",
    "visitor_downloads",
    "medals",
    "playoffs",
    "prizes",
    "qualification",
    "statistics",
    "people",
    "clubs",
    "privacy",
    "seasons",
    "leagues",
    "events",
    "screens",
    "papers",
    "visibility",
    "publishing",
    "api",
    "sharing",
    "destinations",
    "mail",
    "messages",
    "copies",
    "removal",
    "training",
    "tournament_uploads",
    "disk_space",
    "laptop",
    "tablet_app",
    "kiosk",
    "device_api",
)
urlpatterns = [
    pattern
    for subject in SUBJECTS
    for pattern in import_module(f"tournaments.web.{subject}.urls").urlpatterns
]
