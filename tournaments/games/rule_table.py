"""The table of the rules that an organiser declares for a game: one row a rule, each fact about it once.

From the table of a game follow the fields of the set-up page, the rules that they declare, the sentences on
the wall and in the summary of a section, and the values that a copy or a file of a format may contain. The
default of a rule is in `DEFAULTS` of the game's rule book (`scoring/`).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from tournaments.common.schema import Shape

Rules = dict[str, Any]
"""The frozen rules of a stage."""
Given = Mapping[str, Any]
"""The value of every field of the set-up page; a refused field has its former value."""
UNCHANGED = object()
"""The value of `Rule.from_fields` for a rule that stays as the format declares it."""
Words = Callable[[Rules], Any]
Wall = Callable[[Rules], Iterable[tuple[Any, Any]]]


class Option(NamedTuple):
    """An option `--name` of `manage.py simulate`: one of `choices`, or any text if there are none.

    `rules` turns its value into rules of a tournament.
    """

    name: str
    help: Any
    rules: Callable[[str], Rules]
    choices: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Rule:
    """One rule of a game: `name` in the frozen rules, `source` its section of docs/rules.md.

    - `shape`: the values that a copy may contain.
    - `section`: the section of the set-up page, `fields` the form fields that declare the rule, by name.
    - `to_fields` returns the values of the fields for rules, `from_fields` the rule for values of the fields;
      the second argument of `from_fields` are the names of refused fields.
    - `wall` yields headings and sentences for the announcement and the wall, `summary_words` returns a few
      words for the summary of the section; either may be empty.
    - `added_later`: the rule was added after the game, so older rules and copies lack it.
    """

    name: str
    shape: Shape
    source: str
    section: str
    fields: Mapping[str, forms.Field]
    to_fields: Callable[[Rules], Mapping[str, Any]]
    from_fields: Callable[[Given, Collection[str]], Any]
    wall: Wall | None = None
    summary_words: Words | None = None
    added_later: bool = False


def one_field_rule(
    name: str,
    shape: Shape,
    source: str,
    section: str,
    field: forms.Field,
    *,
    field_name: str = "",
    to_field: Callable[[Any], Any] = lambda value: value,
    from_field: Callable[[Any], Any] = lambda value: value,
    wall: Wall | None = None,
    summary_words: Words | None = None,
    default: Any = None,
    added_later: bool = False,
) -> Rule:
    """Return a rule that one field declares; `to_field` and `from_field` convert its value.

    `default` is the value for rules that lack it.
    """
    input_name = field_name or name
    return Rule(
        name,
        shape,
        source,
        section,
        {input_name: field},
        lambda rules: {input_name: to_field(rules.get(name, default))},
        lambda given, _refused: from_field(given[input_name]),
        wall,
        summary_words,
        added_later,
    )


@dataclass(frozen=True)
class RuleTable:
    """All rules of a game that an organiser declares, and what is needed to ask for them.

    - `template` shows the sections, with `fields`, the tournament's `form` and `summaries`.
    - `announce` yields all that is announced and posted, (heading, sentence), in the order of reading out.
    - `clean` adds errors for rules that no game could have to the game's own form, or to that of the
      tournament.
    - `new_values` are values of fields that a new tournament gets instead of those of the rules.
    - `interdependent`: rules that depend on one another; if a field is refused they all keep their former
      values.
    - `summaries` replaces, by section, the summary made of the `summary_words` of its rules.
    - `creation_fields`: the fields without which no tournament can be created; they are shown with name and
      date.
    - `declared_note` is a note on declared points; `max_declared` is the most points that can be declared,
      `min_credited` the least points of a missed game or of a bye.
    - `format_only_rules` are rules that a format declares and no organiser; older copies may lack them.
    - `options` are those of `manage.py simulate`.
    """

    rules: tuple[Rule, ...]
    template: str
    announce: Wall
    clean: Callable[[forms.Form, Any], None]
    max_declared: int
    min_credited: int = 0
    new_values: Callable[[Rules], Mapping[str, Any]] = lambda _rules: {}
    interdependent: tuple[str, ...] = ()
    summaries: Mapping[str, Words] = field(default_factory=dict)
    creation_fields: tuple[str, ...] = ()
    declared_note: Any = ""
    format_only_rules: Mapping[str, Shape] = field(default_factory=dict)
    options: tuple[Option, ...] = ()

    @cached_property
    def form_class(self) -> type[forms.Form]:
        """The form with all fields."""
        fields = {name: field for rule in self.rules for name, field in rule.fields.items()}
        return type("Fields", (forms.Form,), fields)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the fields; once a round is seated their values are fixed."""
        return tuple(name for rule in self.rules for name in rule.fields)

    @cached_property
    def sections(self) -> dict[str, tuple[str, ...]]:
        """The names of the fields of each section."""
        found: dict[str, tuple[str, ...]] = {}
        for rule in self.rules:
            found[rule.section] = found.get(rule.section, ()) + tuple(rule.fields)
        return found

    @cached_property
    def shapes(self) -> dict[str, Shape]:
        """The values that a copy may contain, by rule."""
        return {rule.name: rule.shape for rule in self.rules} | dict(self.format_only_rules)

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """The rules that no copy may lack."""
        return tuple(rule.name for rule in self.rules if not rule.added_later)

    def initial(self, rules: Rules, *, new: bool = False) -> dict[str, Any]:
        """Return rules as the fields show them; a `new` tournament gets usual values for undeclared ones."""
        shown: dict[str, Any] = {}
        for rule in self.rules:
            shown |= rule.to_fields(rules)
        return {**shown, **(self.new_values(rules) if new else {})}

    def declared(self, own: forms.Form, given: Given) -> Rules:
        """Return the rules that the fields of `own` declare; `given` are the values of all fields."""
        refused = own.errors.keys() & set(self.names)
        if refused:
            before = {name: own.initial.get(name) for name in self.interdependent}
            given = {**given, **before}
        chosen = {rule.name: rule.from_fields(given, refused) for rule in self.rules}
        return {name: value for name, value in chosen.items() if value is not UNCHANGED}

    def in_order(self, rules: Rules) -> Iterator[tuple[str, str]]:
        """Yield all rules that are announced and posted: (heading, sentence), in the order of reading out."""
        for heading, sentence in self.announce(rules):
            yield str(heading), str(sentence)

    def wall(self, rules: Rules, *names: str) -> Iterator[tuple[Any, Any]]:
        """Yield headings and sentences of the named rules, in that order."""
        by_name = {rule.name: rule for rule in self.rules}
        for name in names:
            wall = by_name[name].wall
            yield from wall(rules) if wall else ()

    def summary(self, rules: Rules) -> dict[str, str]:
        """Return a sentence for each section."""
        sentences = {}
        for section in self.sections:
            in_section = [rule.summary_words for rule in self.rules if rule.section == section]
            parts = [summary_words(rules) for summary_words in in_section if summary_words]
            words = _(", ").join(str(one) for one in parts if one)
            sentences[section] = words[:1].upper() + words[1:] + "."
        sentences |= {section: str(words(rules)) for section, words in self.summaries.items()}
        return sentences


def wall_by_value(name: str, heading: Any, sentences: Mapping[Any, Any], default: Any = None) -> Wall:
    """Return the `wall` of a rule with one sentence for each value; `default` is that of rules without it."""
    return lambda rules: [(heading, sentences[rules.get(name, default)])]


def summary_by_value(name: str, words: Mapping[Any, Any], default: Any = None) -> Words:
    """Return the `summary_words` of a rule for each value; `default` is that of rules without it."""
    return lambda rules: words[rules.get(name, default)]
