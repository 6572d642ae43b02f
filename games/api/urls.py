"""The addresses for programs; every other one below them is answered in JSON too."""

from django.urls import path, re_path

from games.api.views import (
    MatchView,
    MovesView,
    NewMatchView,
    NoNumberView,
    NothingView,
    PartialRecordView,
    PlanView,
    RecordView,
    RoundView,
    TalkView,
)

app_name = "api"

a_match = "matches/<slug:slug>/"
a_round = f"{a_match}rounds/<int:number>/"

urlpatterns = [
    path("matches/", NewMatchView.as_view(), name="matches"),
    path(a_match, MatchView.as_view(), name="match"),
    path(a_round, RoundView.as_view(), name="round"),
    path(f"{a_round}moves/", MovesView.as_view(), name="moves"),
    path(f"{a_round}plan/", PlanView.as_view(), name="round_plan"),
    path(f"{a_match}plan/", PlanView.as_view(), name="plan"),
    path(f"{a_match}talk/", TalkView.as_view(), name="talk"),
    path(f"{a_match}record/", RecordView.as_view(), name="record"),
    path(f"{a_match}record/partial/", PartialRecordView.as_view(), name="partial_record"),
    re_path(r"^matches/[-\w]+/rounds/[^/]+/(?:(?:moves|plan)/)?$", NoNumberView.as_view()),
    re_path(r"", NothingView.as_view()),
]
