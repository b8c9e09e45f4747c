"""A tournament travels from machine to machine and back: taken over where nothing is lost, else chosen."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from scoring import DomainError
from tests import factories
from tests.shown_by import codes, page
from tournaments import registration, rounds
from tournaments.models import Tournament, User
from tournaments.rounds import stages
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(owner) -> Tournament:
    day = factories.tournament(4, by=owner, rounds=3)
    factories.play_round(day, 1)
    day.refresh_from_db()
    return day


@pytest.fixture
def lise(owner) -> Client:
    browser = Client()
    browser.force_login(owner)
    return browser


def copy_of(day: Tournament) -> bytes:
    return copies.seal_copy(copies.pack(day))


def read(content: bytes) -> copies.Copy:
    return copies.open_copy(content)


def live(day: Tournament) -> Tournament:
    return Tournament.objects.get(uid=day.uid, live=True)


def books(day: Tournament) -> list[tuple]:
    return list(live(day).lines.order_by("number").values_list("number", "nonce", "kind", "data", "sides"))


def rows(tournament: Tournament) -> dict:
    """What is the same on every machine: without its life, and the acts of restoring."""
    packed = copies.pack(tournament)
    packed.pop("epoch")
    packed["tournament"].pop("version")
    packed["parts"].pop("Act")
    return packed


def looked_at(lise: Client, content: bytes) -> dict[str, str]:
    """Look at a copy; what its form would send."""
    shown = lise.post("/restore/", {"file": SimpleUploadedFile("a.cheville", content)})
    assert shown.status_code == 200
    fields = page(shown.content.decode()).all("input[type=hidden]")
    return {field["name"]: field["value"] for field in fields if field["name"] in ("seal", "here")}


def test_what_went_on_elsewhere_is_taken_over_and_comes_back_equal(day, lise, owner):
    before = copy_of(day)
    factories.play_round(day, 2)
    after, further = copy_of(live(day)), books(day)
    copies.restore(read(before), by=owner)  # the other machine still stands where the copy was made
    compared = copies.compare(read(after), live(day))
    assert (compared.kind, compared.here) == ("ahead", ())
    assert [line.number for line in compared.in_copy] == [
        number for number, *_rest in further[compared.common :]
    ]
    shown = lise.post("/restore/", {"file": SimpleUploadedFile("a.cheville", after)}).content.decode()
    lines = page(shown).all("[data-in=copy]")
    assert [int(line["data-line"]) for line in lines] == [line.number for line in compared.in_copy]
    lise.post("/restore/confirm/", looked_at(lise, after))
    assert books(day) == further
    once = rows(live(day))
    copies.restore(read(copy_of(live(day))), by=owner)
    assert rows(live(day)) == once
    assert copies.compare(read(after), live(day)).kind == "same"


def test_what_would_put_results_aside_has_to_be_chosen(day, lise):
    before = copy_of(day)
    factories.play_round(day, 2)
    further, epoch = books(day), live(day).epoch
    form = looked_at(lise, before)
    assert "copy_choose" in codes(lise.post("/restore/confirm/", form, follow=True).content.decode())
    assert (books(day), live(day).epoch) == (further, epoch)
    kept = lise.post("/restore/confirm/", looked_at(lise, before) | {"choose": "here"}, follow=True)
    assert "kept_here" in codes(kept.content.decode())
    assert live(day).epoch == epoch
    lise.post("/restore/confirm/", looked_at(lise, before) | {"choose": "copy"})
    assert books(day) == further[:2]
    aside = Tournament.objects.get(uid=day.uid, epoch=epoch)
    assert (aside.live, aside.lines.count()) == (False, len(further))


def test_what_the_director_did_without_a_result_has_to_be_chosen_too(day, lise):
    before = copy_of(day)
    rounds.seat(stages.qualifying(day), 2, by=None)
    registration.add_entry(day, "Léo L'Écuyer", club="Saint-Hilaire")
    after = copy_of(live(day))
    compared = copies.compare(read(before), live(day))
    assert (compared.kind, compared.here, compared.besides_here) == ("behind", (), (1, 1))
    shown = lise.post("/restore/", {"file": SimpleUploadedFile("a.cheville", before)}).content.decode()
    assert page(shown).all("[data-besides=here]")
    form = looked_at(lise, before)
    assert "copy_choose" in codes(lise.post("/restore/confirm/", form, follow=True).content.decode())
    assert live(day).entries.filter(name="Léo L'Écuyer").exists()
    lise.post("/restore/confirm/", looked_at(lise, before) | {"choose": "copy"})
    compared = copies.compare(read(after), live(day))
    assert (compared.kind, compared.in_copy, compared.besides_in_copy) == ("ahead", (), (1, 1))
    lise.post("/restore/confirm/", looked_at(lise, after))
    assert live(day).entries.filter(name="Léo L'Écuyer").exists()


def test_two_books_that_went_different_ways_are_both_shown(day, lise, owner):
    before = copy_of(day)
    factories.play_round(day, 2, loser_points=60)
    theirs = copy_of(live(day))
    copies.restore(read(before), by=owner)
    factories.play_round(live(day), 2, loser_points=100)
    compared = copies.compare(read(theirs), live(day))
    assert (compared.kind, compared.common) == ("apart", 2)
    assert len(compared.in_copy) == len(compared.here) == 2
    html = lise.post("/restore/", {"file": SimpleUploadedFile("a.cheville", theirs)}).content.decode()
    assert page(html).all("[data-compared=apart]")
    for side in ("copy", "here"):
        assert len(page(html).all(f"[data-in={side}]")) == 2
    ours = books(day)
    lise.post("/restore/confirm/", looked_at(lise, theirs))
    assert books(day) == ours
    lise.post("/restore/confirm/", looked_at(lise, theirs) | {"choose": "copy"})
    assert [number for number, *_rest in books(day)] == [1, 2, 3, 4]
    assert books(day) != ours


def test_who_may_not_direct_it_learns_nothing_of_what_is_here(day, client):
    before = copy_of(day)
    factories.play_round(day, 2)
    client.force_login(factories.director("étrangère"))
    html = client.post("/restore/", {"file": SimpleUploadedFile("a.cheville", before)}).content.decode()
    assert not page(html).all("[data-line]")
    assert not page(html).all("[data-compared]")


def test_a_result_that_comes_in_between_stops_it(day, lise):
    content = copy_of(day)
    form = looked_at(lise, content)
    epoch = live(day).epoch
    round_ = factories.open_round(day, 2)
    factories.enter(factories.meeting_at(round_, 1), [121, 7])
    answer = lise.post("/restore/confirm/", form | {"choose": "copy"}, follow=True)
    assert "copy_here_changed" in codes(answer.content.decode())
    assert live(day).epoch == epoch
    seen = copies.compare(read(content), live(day))
    factories.enter(factories.meeting_at(round_, 2), [121, 8])
    with pytest.raises(DomainError, match="copy_here_changed"):
        copies.restore(read(content), by=None, seen=seen)
    assert live(day).epoch == epoch


def test_a_server_takes_the_day_by_the_same_file_after_every_round(day, owner, tmp_path):
    file = tmp_path / "day.cheville"
    laptop = copy_of(day)
    factories.play_round(day, 2)
    file.write_bytes(copy_of(live(day)))
    copies.restore(read(laptop), by=owner)
    call_command("restore", str(file), "--replace")
    assert len(books(day)) == 4
    file.write_bytes(laptop)
    with pytest.raises(CommandError):
        call_command("restore", str(file), "--replace")
    assert len(books(day)) == 4
    call_command("restore", str(file), "--replace", "--anyway")
    assert len(books(day)) == 2
    assert User.objects.filter(username="lise").count() == 1


def test_a_line_of_a_meeting_without_a_table_is_shown_without_one(day):
    meeting = day.lines.order_by("number").first().meeting
    place = meeting.place.number
    with_table = copies.compare(read(copy_of(day)), factories.tournament(4)).in_copy
    assert [line.table for line in with_table] == sorted([1, 2]) and place == 1
    meeting.place = None
    meeting.save()
    other = factories.tournament(4)
    compared = copies.compare(read(copy_of(day)), other)
    assert [(line.number, line.round, line.table) for line in compared.in_copy] == [(1, 1, None), (2, 1, 2)]
    compared = copies.compare(read(copy_of(other)), day)
    assert [(line.number, line.round, line.table) for line in compared.here] == [(1, 1, None), (2, 1, 2)]


def test_each_field_of_a_line_tells_two_books_apart(day):
    copy = read(copy_of(day))
    there = copy.rows["parts"]["Line"]
    assert copies.compare(copy, live(day)).common == 2
    for name, other in (
        ("kind", "award"),
        ("nonce", "another"),
        ("sides", [[1], [2], [3]]),
        ("data", {"v": 1, "pegged": [121, 5]}),
        ("game", 2),
    ):
        at = there["fields"].index(name)
        kept, there["rows"][1][at] = there["rows"][1][at], other
        compared = copies.compare(copy, live(day))
        assert (compared.kind, compared.common, len(compared.here)) == ("apart", 1, 1), name
        there["rows"][1][at] = kept


def test_what_each_has_besides_lines(day, owner):
    before = read(copy_of(day))
    registration.add_entry(day, "Zéphirin L'Écuyer", club="Saint-Hilaire")
    after = read(copy_of(live(day)))
    assert copies.compare(after, live(day)).kind == "same"
    assert copies.compare(before, live(day)).besides_here == (1, 0)
    copies.restore(before, by=owner)
    compared = copies.compare(after, live(day))
    assert (compared.kind, compared.besides_in_copy, compared.besides_here) == ("ahead", (1, 0), (0, 0))
    assert compared.version == live(day).version
    rounds.seat(stages.qualifying(live(day)), 2, by=None)
    compared = copies.compare(after, live(day))
    assert (compared.kind, compared.besides_in_copy, compared.besides_here) == ("apart", (1, 0), (0, 1))
