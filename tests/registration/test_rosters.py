"""Lists as offices write them, and malicious lists, each with the expected result.

Beside every file of `rosters/` stands what is expected of it: `entries` (name, club, member number, cents,
how it was paid, note), the `roles` of the columns, the row of the `heading`, the `readings` to choose from,
rows that are `left_out`, `asked` about or `refused`, what was `unread`, or the `refusal` of the whole file.
"""

import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests import page_reader
from tests.registration.entry_fields import with_payments
from tournaments.common.messages import sentences
from tournaments.registration.candidates import candidates

ROSTERS = Path(__file__).parent / "rosters"
NAMES = sorted(path.name for path in ROSTERS.iterdir() if path.suffix != ".json")
FIELDS = ("name", "club", "member_number", "fee_cents", "paid_how", "note")


def expected_content(name: str) -> dict:
    return json.loads((ROSTERS / f"{name}.json").read_text(encoding="utf-8"))


class Pages:
    """The pages of an import, gone through without a change."""

    def __init__(self, client, tournament) -> None:
        self.client, self.tournament = client, tournament
        self.bring_url = reverse("roster_import", args=[tournament.slug])
        self.url = reverse("roster_preview", args=[tournament.slug])

    def bring(self, name: str, *, pasted: bool = False):
        content = (ROSTERS / name).read_bytes()
        if pasted:
            return self.client.post(self.bring_url, {"pasted": content.decode()})
        return self.client.post(self.bring_url, {"file": SimpleUploadedFile(name, content)})

    @property
    def brought(self) -> dict:
        return self.client.session[f"roster-{self.tournament.uid}"]

    def found(self) -> list:
        brought = self.brought
        rows = brought["readings"][brought["reading"]]["rows"]
        return candidates(rows, brought["roles"], brought["heading"], [])

    def proposals(self) -> dict[str, str]:
        """Return the form's answers that enter every row which may be a person."""
        page = page_reader.parse(self.client.get(self.url))
        return {pair.all("input")[0]["name"]: self._proposed(pair) for pair in page.all("li.pair")}

    def _proposed(self, pair) -> str:
        (doubt,) = [one.doubt for one in self.found() if f"row-{one.key}" == pair.all("input")[0]["name"]]
        return "skip" if doubt in ("section", "sentence") else "enter"

    def enter(self) -> list[tuple]:
        self.client.post(self.url, {"token": self.brought["token"], "do": "enter", **self.proposals()})
        return list(map(list, with_payments(self.tournament, FIELDS)))


@pytest.fixture
def pages(desk, tournament):
    return Pages(desk, tournament)


@pytest.mark.parametrize("name", NAMES)
def test_roster_file_gives_expected_entries(pages, name):
    want = expected_content(name)
    answer = pages.bring(name, pasted=want.get("pasted", False))
    if "refusal" in want:
        assert answer.status_code == 422
        most = {"file_too_big": 2}.get(want["refusal"], 2500)
        sentence = sentences.sentence(want["refusal"], {"most": most})
        assert sentence[:50] in answer.content.decode()
        return
    assert answer.status_code == 302, answer.content.decode()
    brought = pages.brought
    labels = [reading["label"] for reading in brought["readings"]]
    if "readings" in want:
        assert labels == want["readings"]
    assert set(want.get("readings_among", [])) <= set(labels)
    assert brought["reading"] == want.get("reading", 0)
    assert brought["roles"] == want.get("roles", brought["roles"])
    assert (brought["heading"] or 0) + 1 == want.get("heading", (brought["heading"] or 0) + 1)
    found = pages.found()
    assert {str(one.row): one.left_out for one in found if one.left_out} == want.get("left_out", {})
    assert {str(one.row): one.doubt for one in found if one.doubt} == want.get("asked", {})
    assert {str(one.row): one.unread for one in found if one.unread} == want.get("unread", {})
    assert {str(one.row): one.refusal.code for one in found if one.refusal} == want.get("refused", {})
    if "entries" in want:
        assert pages.enter() == want["entries"]
    if "sorted" in want:
        assert list(pages.tournament.entries.values_list("sort_name", flat=True)) == want["sorted"]


def test_omitted_columns_and_rows_are_reported(pages):
    pages.bring("responsible.csv")
    page = pages.client.get(pages.url).content.decode()
    left = re.findall(r"<li><strong>Column “(.+?)”:</strong>\s+(\d+) cells?</li>", page)
    assert left == [("Nom du responsable", "2"), ("Téléphone", "2")]
    pages.bring("total_and_pages.csv")
    page = pages.client.get(pages.url).content.decode()
    assert re.findall(r"<li><strong>Row (\d+):</strong>", page) == ["4", "5", "7", "8", "9"]


def test_other_sheet_can_be_chosen(pages):
    want = expected_content("two_sheets_of_players.xlsx")
    pages.bring("two_sheets_of_players.xlsx")
    pages.client.post(pages.url, {"token": pages.brought["token"], "reading": "1"})
    assert pages.enter() == want["other_reading"]


def test_uncertain_encoding_can_be_chosen(pages):
    pages.bring("letters_unsure.csv")
    page = pages.client.get(pages.url).content.decode()
    assert "Lemière" in page
    readings = {reading["label"]: at for at, reading in enumerate(pages.brought["readings"])}
    pages.client.post(pages.url, {"token": pages.brought["token"], "reading": str(readings["mac_roman"])})
    assert pages.found()[0].draft.name == "Lise Lemiäre"


def test_heading_row_can_be_chosen(pages):
    pages.bring("title_then_one_column.csv")
    pages.client.post(pages.url, {"token": pages.brought["token"], "heading-known": "1", "heading": ""})
    assert pages.brought["heading"] is None
    pages.client.post(pages.url, {"token": pages.brought["token"], "heading-known": "1", "heading": "3"})
    assert pages.brought["heading"] == 2
    assert [one.draft.name for one in pages.found()] == ["Yvon Côté", "Aline Roy"]
