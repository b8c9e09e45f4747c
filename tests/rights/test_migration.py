"""What is in people's databases goes on working: nobody loses what a role or an account opened."""

import pytest
from django.contrib.sessions.backends.db import SessionStore

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("tournaments", "0007_wrong_guesses")]


@pytest.mark.both_databases
def test_nobody_loses_a_right(migrate):
    old = migrate(BEFORE)
    club, other = (
        old.get_model("tournaments", "Organisation").objects.create(name="Club L'Écuyer") for _ in "12"
    )
    user, role = old.get_model("tournaments", "User"), old.get_model("tournaments", "Role")
    people = {
        name: user.objects.create(username=name, password="md5$a$b") for name in ("desk", "judge", "director")
    }
    for name, person in people.items():
        role.objects.create(user=person, organisation=club, role=name)
    nobody = user.objects.create(username="Réal O'Brien", password="md5$a$b")
    user.objects.create(username="of a copy", password="!unusable", is_active=False)
    user.objects.create(username="boss", password="md5$a$b", is_superuser=True)
    session = SessionStore()
    session["_auth_user_id"] = str(nobody.pk)
    session.save()
    visitor = SessionStore()
    visitor["language"] = "en"
    visitor.save()

    new = migrate(None)
    roles = new.get_model("tournaments", "Role").objects.order_by("pk")
    held = list(roles.values_list("user__username", "organisation__name", "role"))
    assert held == [
        ("desk", "Club L'Écuyer", "director"),
        ("judge", "Club L'Écuyer", "director"),
        ("director", "Club L'Écuyer", "director"),
        ("Réal O'Brien", "Réal O'Brien", "director"),  # who could create, still can, and sees nobody else's
    ]
    organisations = new.get_model("tournaments", "Organisation").objects.order_by("pk")
    assert list(organisations.values_list("slug", flat=True)) == [
        "club-lecuyer",
        "club-lecuyer-2",
        "real-obrien",
    ]
    assert other.pk in organisations.values_list("pk", flat=True)
    listed = new.get_model("tournaments", "SignIn").objects.values_list("user__username", "session_key")
    assert list(listed) == [("Réal O'Brien", session.session_key)]
