from django.apps import AppConfig


class JudgeConfig(AppConfig):
    name = "tournaments.judge"

    def ready(self) -> None:
        from tournaments.common.messages import sentences
        from tournaments.judge.wording.refusals import REFUSALS

        sentences.add_sentences(REFUSALS)
