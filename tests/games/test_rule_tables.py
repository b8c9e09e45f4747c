"""The parts computed from the table of rules of a game (`games/rule_table.py`) agree, for every format."""

import pytest
from django.utils import translation

from scoring.games import GAMES as BOOKS
from tournaments import formats
from tournaments.formats.stage_rules import DEFAULTS
from tournaments.games import GAMES
from tournaments.publishing import tournament_words
from tournaments.transfer.copies import rules_schema

FORMAT_KEYS = sorted(formats.FORMATS)


def posted(form):
    """Return the data that a browser posts for a form that shows its initial values."""
    shown = {name: form.fields[name].prepare_value(form[name].value()) for name in form.fields}
    return {
        name: "on" if value is True else value for name, value in shown.items() if value not in (None, False)
    }


@pytest.mark.parametrize("game", sorted(GAMES))
def test_rules_have_defaults_and_fields_belong_to_one_rule(game):
    table = GAMES[game].rules
    assert {rule.name for rule in table.rules} <= BOOKS[game].DEFAULTS.keys() | BOOKS[
        game
    ].LATER.keys() | DEFAULTS.keys()
    assert len(set(table.names)) == len(table.names)
    assert len({rule.name for rule in table.rules}) == len(table.rules)
    assert all(rule.source.startswith("rules.md §") for rule in table.rules)


@pytest.mark.parametrize("key", FORMAT_KEYS)
def test_form_fields_round_trip_the_rules_of_a_format(key):
    rules = formats.rules(key)
    table = GAMES[rules["game"]].rules
    shown = table.initial(rules)
    own = table.form_class(posted(table.form_class(initial=shown)), initial=shown)
    own.full_clean()
    given = {**shown, **{name: value for name, value in own.cleaned_data.items() if name not in own.errors}}
    chosen = table.declared(own, given)
    assert formats.complete_rules({**rules, **chosen}) == rules
    assert chosen.keys() | table.format_only_rules.keys() >= {rule.name for rule in table.rules} - {"a_side"}


@pytest.mark.parametrize("key", FORMAT_KEYS)
def test_rules_of_formats_fit_the_copy_schema(key):
    rules = formats.rules(key)
    known, needed = rules_schema.shapes_of(rules["game"])
    assert [name for name, value in rules.items() if not known[name](value)] == []
    assert set(needed) <= rules.keys()


@pytest.mark.parametrize("key", FORMAT_KEYS)
@pytest.mark.parametrize("language", ["fr-ca", "en"])
def test_wall_sheet_has_the_sentences_of_the_rule_table(key, language):
    rules = formats.rules(key)
    table = GAMES[rules["game"]].rules
    with translation.override(language):
        wall = dict(tournament_words.announced_rules(rules))
        announced = dict(table.in_order(rules))
        not_said = () if rules["rounds"] else ("rank_by",)  # the bracket decides the rank
        found = table.wall(rules, *(rule.name for rule in table.rules if rule.name not in not_said))
        assert {str(heading): str(sentence) for heading, sentence in found}.items() <= announced.items()
        assert announced.keys() <= wall.keys()


@pytest.mark.django_db
def test_judge_page_shows_the_rules_of_the_wall_sheet(client):
    for key in FORMAT_KEYS:
        page = client.get(f"/judge/?format={key}", headers={"accept-language": "en"})
        with translation.override("en"):
            wall = tournament_words.announced_rules(formats.rules(key))
            assert [(str(name), str(given)) for name, given in page.context["rows"]] == [
                (str(name), str(given)) for name, given in wall
            ]


@pytest.mark.django_db
@pytest.mark.parametrize("game", sorted(GAMES))
def test_setup_page_has_all_fields_of_the_rule_table(game, client, admin_user):
    key = next(key for key, one in formats.FORMATS.items() if one.game == game)
    client.force_login(admin_user)
    page = client.get(f"/new/?format={key}").content.decode()
    assert [name for name in GAMES[game].rules.names if f'name="{name}"' not in page] == []
