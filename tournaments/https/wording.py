"""The messages that pages show after an action, by code."""

from django.utils.translation import gettext_lazy

DONE = {
    "certificate_gone": gettext_lazy("The certificate is no longer there. Is the key plugged in?"),
    "certificate_taken": gettext_lazy(
        "Start Cheville again with --https: tablets that trust the first computer trust it then."
    ),
}
