"""Registration for several tournaments of an event at once: in all that were chosen, or in none.

It is a registration in each of them, with the capacity, the waiting list and the page that it would have
alone; `group_uid` says that one form made them. They lead to one person: the same name, club and member
number are those of one `Player` of the organisation (`roster.KnownPeople`), and all are written in one
transaction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID
from zlib import crc32

from scoring import DomainError
from tournaments.models import Event, Signup, Tournament
from tournaments.models.locking import locked_together, retry_if_replaced
from tournaments.registration import questions, signups
from tournaments.registration.places import Places
from tournaments.registration.questions import Question
from tournaments.registration.signup_settings import OPEN, SignupSettings, settings_of, signup_state
from tournaments.registration.signup_tokens import own_token, signup_uid
from tournaments.registration.signups import SignupInput, SignupStatus


class Choice(NamedTuple):
    """A tournament of an event as its form shows it.

    One that is open and in which people register together, or that is not open yet, cannot be ticked.
    """

    tournament: Tournament
    state: str
    chosen: SignupSettings
    full: bool

    @property
    def is_open(self) -> bool:
        """Return whether registration is open, in whatever form."""
        return self.state == OPEN

    @property
    def can_be_ticked(self) -> bool:
        """Return whether people register for it one by one, now."""
        return self.is_open and self.chosen.members == 1


def choices_of(event: Event) -> list[Choice]:
    """Return the tournaments of an event that everybody may see, as a registrant finds them now."""
    found = []
    for tournament in event.public_tournaments():
        state = signup_state(tournament)
        full = state == OPEN and Places(tournament).is_full
        found.append(Choice(tournament, state, settings_of(tournament), full))
    return found


class SharedQuestion(NamedTuple):
    """A question that several tournaments ask: with the same words and choices, so it is asked once.

    `asked` is the question of each of them, by the uid of the tournament. The number of `question` follows
    from its words: a form that is sent after one of the tournaments has closed, or has added a choice, names
    no other.
    """

    question: Question
    asked: dict[UUID, Question]


def shared_questions(tournaments: Sequence[Tournament]) -> list[SharedQuestion]:
    """Return the questions of tournaments, each of them once."""
    found: dict[questions.Same, SharedQuestion] = {}
    for tournament in tournaments:
        for one in questions.questions_of(tournament):
            if one.same not in found:  # of the same words, another one has other choices
                words, _choices = one.same
                alike = sum(text == words for text, _choices in found)
                number = crc32(f"{alike} {words}".encode())
                found[one.same] = SharedQuestion(one._replace(id=number), {})
            found[one.same].asked[tournament.uid] = one
    return list(found.values())


def sign_up_together(event: Event, chosen: Mapping[UUID, SignupInput], *, nonce: str, language: str) -> str:
    """Register in all these tournaments of an event, by their uid; return the token of the first own page.

    The same form sent twice registers once; with other tournaments ticked it registers for those as well.
    Raises `DomainError` if registration is not open in one of them, or for too many; then in none.
    """
    typed = {uid: signups.clean_input(one) for uid, one in chosen.items()}
    names = next(iter(typed.values())).names
    group = signup_uid(nonce, names)
    uids = {uid: signup_uid(f"{nonce} {uid.hex}", names) for uid in typed}

    def register() -> None:
        found = event.tournaments().filter(uid__in=typed)
        keys = list(found.values_list("pk", flat=True))
        if len(keys) < len(typed):
            raise DomainError("signup_not_open")
        with locked_together(keys) as tournaments:
            known = set(Signup.objects.filter(group_uid=group).values_list("tournament_uid", flat=True))
            new = [one for one in tournaments if one.uid not in known]
            for tournament in new:
                signups.check_open(tournament)
            _check_group_limit(event, group, len(new))
            made = []
            for one in new:
                draft = {uids[one.uid]: typed[one.uid]}
                made += [(one, signups.write_signups(one, draft, language=language, group=group)[0])]
            if made:  # the letter about the first names the others
                signups.announce_new(*min(made, key=lambda one: (one[0].date, one[0].pk)))

    retry_if_replaced(register)
    first = event.tournaments().filter(uid__in=typed).first()
    return own_token(uids[first.uid]) if first else ""


def _check_group_limit(event: Event, group: UUID, new: int) -> None:
    most = event.max_choices
    if most is None:
        return
    in_event = event.links.values("tournament_uid")
    held = Signup.objects.filter(group_uid=group, withdrawn_at=None, tournament_uid__in=in_event).count()
    if new and held + new > most:
        raise DomainError("event_choices", count=most, most=most)


class SameFormSignup(NamedTuple):
    """One of the registrations that were made with one form, its tournament, and where it stands."""

    tournament: Tournament
    signup: Signup
    standing: SignupStatus


def same_form_signups(signup: Signup) -> list[SameFormSignup]:
    """Return the registrations of the same form in other tournaments, in the order of their days.

    Of a tournament in which the person registered again after a withdrawal the newer one.
    """
    if signup.group_uid is None:
        return []
    others = Signup.objects.filter(group_uid=signup.group_uid).exclude(names=[])
    others = others.exclude(tournament_uid=signup.tournament_uid).order_by("number")
    newest = {one.tournament_uid: one for one in others}
    known = Tournament.objects.filter(uid__in=newest, live=True).order_by("date", "pk")
    return [SameFormSignup(one, newest[one.uid], signups.status_of(one, newest[one.uid])) for one in known]


def with_answers(typed: SignupInput, tournament: Tournament, shared: Sequence[SharedQuestion]) -> SignupInput:
    """Return what was typed with the answers to the questions of one tournament, by its own numbers."""
    own = {
        str(one.asked[tournament.uid].id): typed.answers.get(str(one.question.id), "")
        for one in shared
        if tournament.uid in one.asked
    }
    return replace(typed, answers=own)
