"""A tournament travels from machine to machine and back: taken over if nothing is lost, else chosen."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from scoring import DomainError
from tests import factories
from tests.page_reader import codes, parse
from tournaments import registration, rounds
from tournaments.models import Tournament, User
from tournaments.rounds import stages
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(owner) -> Tournament:
    tournament = factories.tournament(4, by=owner, rounds=3)
    factories.play_round(tournament, 1)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def lise(owner) -> Client:
    browser = Client()
    browser.force_login(owner)
    return browser


def copy_of(tournament: Tournament) -> bytes:
    return copies.seal_copy(copies.pack(tournament))


def read(content: bytes) -> copies.Copy:
    return copies.open_copy(content)


def live(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(uid=tournament.uid, live=True)


def line_rows(tournament: Tournament) -> list[tuple]:
    return list(
        live(tournament).lines.order_by("number").values_list("number", "nonce", "kind", "data", "sides")
    )


def rows(tournament: Tournament) -> dict:
    """Return what is the same on every machine: without its life, and the acts of restoring."""
    packed = copies.pack(tournament)
    packed.pop("epoch")
    packed["tournament"].pop("version")
    packed["parts"].pop("Act")
    return packed


def restore_form(lise: Client, content: bytes) -> dict[str, str]:
    """Look at a copy, and return what its form would send."""
    shown = lise.post("/restore/", {"file": SimpleUploadedFile("a.cheville", content)})
    assert shown.status_code == 200
    fields = parse(shown.content.decode()).all("input[type=hidden]")
    return {field["name"]: field["value"] for field in fields if field["name"] in ("seal", "here")}


def test_copy_that_is_ahead_is_taken_over(tournament, lise, owner):
    before = copy_of(tournament)
    factories.play_round(tournament, 2)
    after, further = copy_of(live(tournament)), line_rows(tournament)
    copies.restore(read(before), by=owner)  # the other machine still stands where the copy was made
    compared = copies.compare(read(after), live(tournament))
    assert (compared.kind, compared.here) == ("ahead", ())
    assert [line.number for line in compared.in_copy] == [
        number for number, *_rest in further[compared.common :]
    ]
    shown = lise.post("/restore/", {"file": SimpleUploadedFile("a.cheville", after)}).content.decode()
    lines = parse(shown).all("[data-in=copy]")
    assert [int(line["data-line"]) for line in lines] == [line.number for line in compared.in_copy]
    lise.post("/restore/confirm/", restore_form(lise, after))
    assert line_rows(tournament) == further
    once = rows(live(tournament))
    copies.restore(read(copy_of(live(tournament))), by=owner)
    assert rows(live(tournament)) == once
    assert copies.compare(read(after), live(tournament)).kind == "same"


def test_losing_results_needs_a_choice(tournament, lise):
    before = copy_of(tournament)
    factories.play_round(tournament, 2)
    further, epoch = line_rows(tournament), live(tournament).epoch
    form = restore_form(lise, before)
    assert "copy_choose" in codes(lise.post("/restore/confirm/", form, follow=True).content.decode())
    assert (line_rows(tournament), live(tournament).epoch) == (further, epoch)
    kept = lise.post("/restore/confirm/", restore_form(lise, before) | {"choose": "here"}, follow=True)
    assert "kept_here" in codes(kept.content.decode())
    assert live(tournament).epoch == epoch
    lise.post("/restore/confirm/", restore_form(lise, before) | {"choose": "copy"})
    assert line_rows(tournament) == further[:2]
    aside = Tournament.objects.get(uid=tournament.uid, epoch=epoch)
    assert (aside.live, aside.lines.count()) == (False, len(further))


def test_losing_director_actions_needs_a_choice(tournament, lise):
    before = copy_of(tournament)
    rounds.seat(stages.qualifying(tournament), 2, by=None)
    registration.add_entry(tournament, "Léo L'Écuyer", club="Saint-Hilaire")
    after = copy_of(live(tournament))
    compared = copies.compare(read(before), live(tournament))
    assert (compared.kind, compared.here, compared.besides_here) == ("behind", (), (1, 1))
    shown = lise.post("/restore/", {"file": SimpleUploadedFile("a.cheville", before)}).content.decode()
    assert parse(shown).all("[data-besides=here]")
    form = restore_form(lise, before)
    assert "copy_choose" in codes(lise.post("/restore/confirm/", form, follow=True).content.decode())
    assert live(tournament).entries.filter(name="Léo L'Écuyer").exists()
    lise.post("/restore/confirm/", restore_form(lise, before) | {"choose": "copy"})
    compared = copies.compare(read(after), live(tournament))
    assert (compared.kind, compared.in_copy, compared.besides_in_copy) == ("ahead", (), (1, 1))
    lise.post("/restore/confirm/", restore_form(lise, after))
    assert live(tournament).entries.filter(name="Léo L'Écuyer").exists()


def test_diverged_copy_shows_both_sides(tournament, lise, owner):
    before = copy_of(tournament)
    factories.play_round(tournament, 2, loser_points=60)
    theirs = copy_of(live(tournament))
    copies.restore(read(before), by=owner)
    factories.play_round(live(tournament), 2, loser_points=100)
    compared = copies.compare(read(theirs), live(tournament))
    assert (compared.kind, compared.common) == ("apart", 2)
    assert len(compared.in_copy) == len(compared.here) == 2
    html = lise.post("/restore/", {"file": SimpleUploadedFile("a.cheville", theirs)}).content.decode()
    assert parse(html).all("[data-compared=apart]")
    for side in ("copy", "here"):
        assert len(parse(html).all(f"[data-in={side}]")) == 2
    ours = line_rows(tournament)
    lise.post("/restore/confirm/", restore_form(lise, theirs))
    assert line_rows(tournament) == ours
    lise.post("/restore/confirm/", restore_form(lise, theirs) | {"choose": "copy"})
    assert [number for number, *_rest in line_rows(tournament)] == [1, 2, 3, 4]
    assert line_rows(tournament) != ours


def test_comparison_is_hidden_from_other_directors(tournament, client):
    before = copy_of(tournament)
    factories.play_round(tournament, 2)
    client.force_login(factories.director("étrangère"))
    html = client.post("/restore/", {"file": SimpleUploadedFile("a.cheville", before)}).content.decode()
    assert not parse(html).all("[data-line]")
    assert not parse(html).all("[data-compared]")


def test_result_entered_meanwhile_stops_restore(tournament, lise):
    content = copy_of(tournament)
    form = restore_form(lise, content)
    epoch = live(tournament).epoch
    round_ = factories.open_round(tournament, 2)
    factories.enter(factories.meeting_at(round_, 1), [121, 7])
    answer = lise.post("/restore/confirm/", form | {"choose": "copy"}, follow=True)
    assert "copy_here_changed" in codes(answer.content.decode())
    assert live(tournament).epoch == epoch
    seen = copies.compare(read(content), live(tournament))
    factories.enter(factories.meeting_at(round_, 2), [121, 8])
    with pytest.raises(DomainError, match="copy_here_changed"):
        copies.restore(read(content), by=None, seen=seen)
    assert live(tournament).epoch == epoch


def test_restore_command_refuses_copy_that_is_behind(tournament, owner, tmp_path):
    file = tmp_path / "day.cheville"
    laptop = copy_of(tournament)
    factories.play_round(tournament, 2)
    file.write_bytes(copy_of(live(tournament)))
    copies.restore(read(laptop), by=owner)
    call_command("restore", str(file), "--replace")
    assert len(line_rows(tournament)) == 4
    file.write_bytes(laptop)
    with pytest.raises(CommandError):
        call_command("restore", str(file), "--replace")
    assert len(line_rows(tournament)) == 4
    call_command("restore", str(file), "--replace", "--anyway")
    assert len(line_rows(tournament)) == 2
    assert User.objects.filter(username="lise").count() == 1


def test_a_line_of_a_meeting_without_a_table_is_shown_without_one(tournament):
    meeting = tournament.lines.order_by("number").first().meeting
    place = meeting.place.number
    with_table = copies.compare(read(copy_of(tournament)), factories.tournament(4)).in_copy
    assert [line.table for line in with_table] == sorted([1, 2]) and place == 1
    meeting.place = None
    meeting.save()
    other = factories.tournament(4)
    compared = copies.compare(read(copy_of(tournament)), other)
    assert [(line.number, line.round, line.table) for line in compared.in_copy] == [(1, 1, None), (2, 1, 2)]
    compared = copies.compare(read(copy_of(other)), tournament)
    assert [(line.number, line.round, line.table) for line in compared.here] == [(1, 1, None), (2, 1, 2)]


def test_any_changed_line_field_makes_copies_diverge(tournament):
    copy = read(copy_of(tournament))
    there = copy.rows["parts"]["Line"]
    assert copies.compare(copy, live(tournament)).common == 2
    for name, other in (
        ("kind", "award"),
        ("nonce", "another"),
        ("sides", [[1], [2], [3]]),
        ("data", {"v": 1, "pegged": [121, 5]}),
        ("game", 2),
    ):
        at = there["fields"].index(name)
        kept, there["rows"][1][at] = there["rows"][1][at], other
        compared = copies.compare(copy, live(tournament))
        assert (compared.kind, compared.common, len(compared.here)) == ("apart", 1, 1), name
        there["rows"][1][at] = kept


def test_changes_besides_lines_are_counted(tournament, owner):
    before = read(copy_of(tournament))
    registration.add_entry(tournament, "Zéphirin L'Écuyer", club="Saint-Hilaire")
    after = read(copy_of(live(tournament)))
    assert copies.compare(after, live(tournament)).kind == "same"
    assert copies.compare(before, live(tournament)).besides_here == (1, 0)
    copies.restore(before, by=owner)
    compared = copies.compare(after, live(tournament))
    assert (compared.kind, compared.besides_in_copy, compared.besides_here) == ("ahead", (1, 0), (0, 0))
    assert compared.version == live(tournament).version
    rounds.seat(stages.qualifying(live(tournament)), 2, by=None)
    compared = copies.compare(after, live(tournament))
    assert (compared.kind, compared.besides_in_copy, compared.besides_here) == ("apart", (1, 0), (0, 1))
