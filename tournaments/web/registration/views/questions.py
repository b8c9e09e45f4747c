"""The organiser's questions to all at registration, and how many gave which answer."""

from typing import Any

from django.forms import BaseFormSet, formset_factory
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.models import Tournament
from tournaments.publishing.papers.door_papers import answer_word, entries_with_questions
from tournaments.registration import questions
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.confirm import fingerprint
from tournaments.web.registration.forms import QuestionForm
from tournaments.web.stale_forms import seen_fingerprint, unchanged_since

Forms = formset_factory(QuestionForm, extra=0, max_num=questions.MAX_QUESTIONS, validate_max=True)


def _fingerprint(tournament: Tournament) -> str:
    return fingerprint(questions.questions_of(tournament))


def counted(
    request: HttpRequest, tournament: Tournament, forms: BaseFormSet | None = None, refused: str = ""
) -> HttpResponse:
    """Show the questions with their counts; users who may set up the tournament get the form too."""
    forms = forms or _forms(tournament)
    entries = entries_with_questions(tournament)
    asked = [
        {
            "text": question.text,
            "counts": [
                (answer_word(value), count)
                for value, count in questions.count_entry_answers(question, entries)
            ],
        }
        for question in questions.questions_of(tournament)
    ]
    offered = not asked and any(form.initial.get("text") for form in forms)
    every = list(forms)
    for form in every[1:]:  # the first one explains them all
        for field in form.fields.values():
            field.help_text = ""
    last = max((at for at, form in enumerate(every, start=1) if _is_filled(form)), default=0)
    context = {
        "offered": offered,
        "asked": asked,
        "forms": forms,
        "shown": every[: last + 1],
        "folded": every[last + 1 :],
        "shown_count": last + 1,
        "refused": refused,
        "seen": seen_fingerprint(request, _fingerprint(tournament), getattr(refused, "code", "")),
    }
    status = 422 if forms.is_bound else 200
    return render(request, "tournaments/registration/questions.html", context, status=status)


def _is_filled(form: QuestionForm) -> bool:
    return bool(form["text"].value() or form["choices"].value() or form.errors)


def ask(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Save other questions, asked from now on."""
    if request.method != "POST":
        return redirect("questions", tournament.slug)
    forms = Forms(request.POST, prefix="q")
    refused = ""
    if forms.is_valid():
        try:
            with unchanged_since(request, tournament, _fingerprint) as held:
                questions.save_questions(held, [form.question_values() for form in forms], by=request.user)
        except DomainError as refusal:
            refused = sentences.error_sentence(refusal)
        else:
            flash.success(request, "questions_kept")
            return redirect("questions", tournament.slug)
    tournament.refresh_from_db()
    return counted(request, tournament, forms, refused)


def _forms(tournament: Tournament) -> BaseFormSet:
    known = questions.questions_of(tournament)
    asked = [
        {"number": one.id if known else None, "text": one.text, "choices": "\n".join(one.choices)}
        for one in known or questions.earlier_questions(tournament)
    ]
    empty: list[dict[str, Any]] = [{}] * (questions.MAX_QUESTIONS - len(asked))
    return Forms(initial=[*asked, *empty], prefix="q")
