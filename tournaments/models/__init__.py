"""The database tables, by subject.

The default order of a model names columns (`tournament_id`, or `related_ordering("round", Round)`): by the
name of a relation Django joins and orders by everything above it, in each query. A query that fills a
dictionary is ordered by keys (`order_by("meeting_id", "side")`).
"""

from tournaments.models.clubs import Club, ClubSpelling, OrganisationAct, Privacy
from tournaments.models.destinations import Destination, SentFile, UploadKey
from tournaments.models.devices import KIOSK, Call, Device, Invitation, OfferedToken
from tournaments.models.events import Event, EventTournament
from tournaments.models.formats import OwnFormat
from tournaments.models.jobs import Job, Publication, Snapshot, WrongGuess
from tournaments.models.leagues import (
    Fixture,
    FixtureAct,
    League,
    LeaguePlayer,
    LeagueSide,
    LeagueTable,
)
from tournaments.models.mail import Letter, MailAddress, MailServer, Message, Unsubscribed
from tournaments.models.payments import Payment
from tournaments.models.people import (
    ClubMembership,
    MergedPlayer,
    Organisation,
    Player,
    Role,
    RoleInvitation,
    SignIn,
    User,
)
from tournaments.models.play import RANK_ONLY, Meeting, Round, Seat, Stage, StageEntry
from tournaments.models.scorebook import Act, Line, Result
from tournaments.models.seasons import Season, SeasonEvening
from tournaments.models.signups import ClubSheet, Signup, SignupTransfer
from tournaments.models.tournament import Entry, Logo, Member, Place, Presence, Removal, Tournament
