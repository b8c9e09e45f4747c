"""The judge's pages, public and without sign-in: the rules, the rulings, and the counters."""

from django.urls import path

from tournaments.judge.views import deal, frame, gin, hand, learn, match, play, sheet, texts
from tournaments.web.access import require_permission

urlpatterns = [
    *frame.anywhere("", "judge", texts.today),
    *frame.anywhere("hand/", "judge_hand", hand.hand),
    *frame.anywhere("play/", "judge_play", play.play),
    *frame.anywhere("deal/", "judge_deal", deal.deal),
    *frame.anywhere("match/", "judge_match", match.match),
    *frame.anywhere("gin/", "judge_gin", gin.gin),
    *frame.anywhere("sheet/", "judge_sheet", sheet.sheet),
    *frame.anywhere("rulings/", "judge_rulings", texts.rulings),
    *frame.anywhere("learn/", "judge_learn", learn.learn),
    *frame.anywhere("practice/", "judge_practice", learn.practice),
    path("judge/code.svg", require_permission("visit", frame.code), name="judge_code"),
]
