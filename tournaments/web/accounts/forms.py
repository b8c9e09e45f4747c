"""Forms for signing in and for helpers: name and password, an invitation, the name of its taker."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate, password_validation
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.helpers import FOR_GOOD, MAX_USES, TODAY, WEEK
from tournaments.common.form_fields import OneLine, password
from tournaments.models import Organisation, Role, User

ROLES = [
    (Role.Kind.DESK, _("Results desk\nEnters and corrects results, closes games, sees to tablets, prints.")),
    (
        Role.Kind.REGISTRATION,
        _("Registration\nThe door and the cash box: names, check-in, arrivals and departures."),
    ),
    (Role.Kind.JUDGE, _("Judge\nDecides which result counts, and answers calls.")),
    (Role.Kind.VIEWER, _("Viewer\nSees the day as its organisers see it, and changes nothing.")),
    (Role.Kind.DIRECTOR, _("Director\nEverything that you may do here, including inviting others.")),
]
LIFETIMES = [
    (TODAY, _("until tomorrow morning")),
    (WEEK, _("for seven days")),
    (FOR_GOOD, _("until it is removed")),
]


class SignInForm(AuthenticationForm):
    """Name and password, with the labels of the window in which Cheville was started."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("Name")
        longest = User._meta.get_field("username").max_length
        name.validators.append(MaxLengthValidator(longest))  # Django passes the limit only to the browser


class InviteForm(forms.Form):
    """An invitation: to which role, for how long, for how many."""

    role = forms.ChoiceField(label=_("Role"), choices=ROLES, initial=Role.Kind.DESK, widget=forms.RadioSelect)
    lasts = forms.ChoiceField(label=_("The role lasts"), choices=LIFETIMES, initial=TODAY)
    uses = forms.IntegerField(
        label=_("How many people may use it"), min_value=1, max_value=MAX_USES, initial=1
    )
    name = OneLine(
        label=_("For whom"),
        required=False,
        max_length=60,
        help_text=_("The first name, if you know it: then one tap is enough."),
    )


class NameForm(forms.Form):
    """The name of a helper."""

    name = OneLine(
        label=_("Your first name"),
        max_length=60,
        help_text=_("The organisers see it beside what you do."),
        widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
    )


class OrganisationForm(forms.ModelForm):
    """A club, a region, a federation."""

    class Meta:
        model = Organisation
        fields = ["name"]
        labels = {"name": _("Name of the organisation")}
        field_classes = {"name": OneLine}


class TwicePasswordForm(forms.Form):
    """A new password, typed twice."""

    new = password(_("New password"), help_text=_("At least eight characters, and not a common password."))
    again = password(_("New password, once more"))

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        self.request = request
        self.user: User = request.user  # type: ignore[assignment]
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Check that both are the same, and good enough."""
        cleaned = super().clean() or {}
        new, again = cleaned.get("new"), cleaned.get("again")
        if new and again and new != again:
            different = _("This is not the same as above. Type it once more.")
            self.add_error("again", forms.ValidationError(different, "different"))
        elif new:
            try:
                password_validation.validate_password(new, self.user)
            except forms.ValidationError as fault:
                self.add_error("new", fault)
        return cleaned

    def save(self) -> User:
        """Store the new password and return the user."""
        self.user.set_password(self.cleaned_data["new"])
        self.user.save()
        return self.user


class ChangePasswordForm(TwicePasswordForm):
    """A new password in place of another; wrong tries count like those of a sign-in."""

    old = password(_("Current password"), "current-password")
    field_order = ["old", "new", "again"]

    def clean_old(self) -> str:
        """Check the current password, without which no new one can be set."""
        old: str = self.cleaned_data["old"]
        if authenticate(self.request, username=self.user.username, password=old) is None:
            raise forms.ValidationError(_("This is not your current password."), "wrong_password")
        return old


class FirstPasswordForm(TwicePasswordForm):
    """A name and a password for a person who came by an invitation, to sign in from anywhere."""

    username = UsernameField(
        label=_("Name to sign in with"),
        max_length=150,
        validators=[User.username_validator],
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    field_order = ["username", "new", "again"]

    def clean_username(self) -> str:
        """Check that the name is free."""
        name: str = self.cleaned_data["username"]
        if User.objects.exclude(pk=self.user.pk).filter(username__iexact=name).exists():
            taken = _("Another person signs in with this name. Choose another one.")
            raise forms.ValidationError(taken, "name_taken")
        return name

    def save(self) -> User:
        """Store the name and the password and return the user."""
        self.user.username = self.cleaned_data["username"]
        return super().save()
