from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from tournaments.accounts import login_sessions
        from tournaments.common.signals import (
            action_recorded,
            place_freed,
            result_written,
            season_changed,
            signups_changed,
        )
        from tournaments.delivery.mail import confirmations
        from tournaments.finals import playoffs
        from tournaments.models.people import players_changed
        from tournaments.models.triggers import install_triggers
        from tournaments.organisations import seasons
        from tournaments.organisations.leagues import season_file, site
        from tournaments.publishing import auto_publish
        from tournaments.publishing.outputs import season_folder
        from tournaments.registration import signups
        from tournaments.system import checks  # noqa: F401 - registers itself
        from tournaments.transfer.copies import writing as copies

        season_folder.MAKERS.append(site.folders)
        season_folder.WITHDRAWN.append(site.withdrawn_folders)
        # the receivers of one signal run in the order of these lines, which is that of the table in
        # common/signals.py
        action_recorded.connect(copies.copy_action)
        action_recorded.connect(auto_publish.publish_action)
        result_written.connect(playoffs.follow_result)
        result_written.connect(copies.copy_penalty)
        place_freed.connect(signups.follow_freed_place)
        signups_changed.connect(confirmations.follow_signups)
        players_changed.connect(seasons.follow_people)
        season_changed.connect(season_file.write_file)
        seasons.season_deleted.connect(season_file.remove_file)
        post_migrate.connect(install_triggers, sender=self)
        user_logged_in.connect(login_sessions.record_sign_in)
        user_logged_out.connect(login_sessions.record_sign_out)
