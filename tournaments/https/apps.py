from django.apps import AppConfig


class HttpsConfig(AppConfig):
    name = "tournaments.https"

    def ready(self) -> None:
        from tournaments.common.messages import sentences
        from tournaments.https import ca_backup, listener, page_parts
        from tournaments.laptop.listeners import SECOND_LISTENERS
        from tournaments.transfer.copies import copy_written

        SECOND_LISTENERS.append(listener)
        copy_written.connect(ca_backup.back_up_with_copy)
        sentences.add_sentences(page_parts.SUCCESS_MESSAGES)
        page_parts.add_all()
