"""Roles become narrow: who had one opened everything with it until now, and goes on doing so as a director."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import migrations
from django.utils import timezone
from django.utils.text import slugify


def go_on(apps, schema_editor) -> None:
    models = {
        name: apps.get_model("tournaments", name) for name in ("Organisation", "Role", "SignIn", "User")
    }
    give_addresses(models["Organisation"])
    models["Role"].objects.exclude(role="director").update(role="director")
    let_create(**models)
    list_sessions(apps.get_model("sessions", "Session"), **models)


def give_addresses(Organisation) -> None:
    for organisation in Organisation.objects.filter(slug=None):
        organisation.slug = free_slug(Organisation, organisation.name)
        organisation.save(update_fields=["slug"])


def free_slug(Organisation, name: str) -> str:
    base = slugify(name)[:70] or "organisation"
    slug, turn = base, 2
    while Organisation.objects.filter(slug=slug).exists():
        slug, turn = f"{base}-{turn}", turn + 1
    return slug


def let_create(Organisation, Role, User, **_others) -> None:
    """Whoever could sign in could create tournaments: who has no role yet gets an organisation of their own.

    A role in one that is there would show the tournaments of others, which they did not see.
    """
    without = User.objects.filter(is_active=True, is_superuser=False, roles=None)
    for user in without.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX):
        name = user.username
        organisation = Organisation.objects.create(name=name, slug=free_slug(Organisation, name))
        Role.objects.create(user=user, organisation=organisation, role="director")


def list_sessions(Session, SignIn, User, **_others) -> None:
    """Sessions that are open already are listed too, so that they can be ended."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    users = set(User.objects.values_list("pk", flat=True))
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        user = str(store.decode(session.session_data).get("_auth_user_id", ""))
        if user.isdecimal() and int(user) in users:
            SignIn.objects.get_or_create(session_key=session.session_key, defaults={"user_id": int(user)})


class Migration(migrations.Migration):
    dependencies = [
        ("sessions", "0001_initial"),
        ("tournaments", "0008_organisations_and_helpers"),
    ]

    operations = [migrations.RunPython(go_on, migrations.RunPython.noop)]
