"""The tables, by subject. What each carries is told in docs/house.md."""

from tournaments.models.backroom import Job, Publication, Snapshot, WrongGuess
from tournaments.models.destinations import Destination, SentFile, UploadKey
from tournaments.models.devices import Call, Device, Invitation, OfferedToken
from tournaments.models.formats import OwnFormat
from tournaments.models.leagues import (
    Fixture,
    FixtureAct,
    League,
    LeaguePlayer,
    LeagueSide,
    LeagueTable,
)
from tournaments.models.mail import Letter, MailAddress, MailServer
from tournaments.models.people import Organisation, Player, Role, RoleInvitation, SignIn, User
from tournaments.models.play import RANK_ONLY, Meeting, Round, Seat, Stage, StageEntry
from tournaments.models.scorebook import Act, Line, Result
from tournaments.models.seasons import Season, SeasonEvening
from tournaments.models.tournament import Entry, Member, Place, Presence, Removal, Tournament
