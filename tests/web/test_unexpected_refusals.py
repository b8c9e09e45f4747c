"""A refusal that a view did not expect is a page that says why nothing was saved."""

import logging

import pytest

from scoring import DomainError
from tests import factories, page_reader
from tournaments.registration import fees


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_unexpected_refusal_is_shown_and_logged(client, tournament, monkeypatch, caplog, headers):
    def refuse(*args, **more):
        raise DomainError("standings_official")

    client.force_login(factories.organiser(tournament))
    monkeypatch.setattr(fees, "fees_of", refuse)
    with caplog.at_level(logging.ERROR):
        answer = client.post(f"/t/{tournament.slug}/registration/fees/set/", {}, headers=headers)
    assert answer.status_code == 409
    assert "standings_official" in page_reader.data(answer, "code")
    assert any(record.exc_info for record in caplog.records)
