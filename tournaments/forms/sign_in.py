"""What an organiser types to sign in."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from tournaments.models import User


class SignInForm(AuthenticationForm):
    """The name and the password, called as the window calls them in which Cheville was started."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("Name")
        longest = User._meta.get_field("username").max_length
        name.validators.append(MaxLengthValidator(longest))  # Django tells the browser alone
