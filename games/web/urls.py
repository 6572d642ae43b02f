"""The addresses of tables: links from mails, seats, matches, replays."""

from django.urls import path

from games.drawing import Films
from games.web import (
    agreeing,
    film,
    glance,
    home,
    hosting,
    invitations,
    lead,
    links,
    match,
    new_table,
    news,
    paths,
    planning,
    playing,
    preview,
    record,
    replay,
    rules,
    sheet,
    table,
    talking,
    waiting,
)

paths.register()

app_name = "games"

a_match = paths.A_MATCH
a_seat = paths.A_SEAT
a_place = f"{a_match}seats/<seat:number>/"
ALL = {"everything": True}
an_invitation = "invitation/<int:number>/"

urlpatterns = [
    path("", home.home, name="home"),
    path("preview.png", preview.site, name="preview"),
    path("new/", new_table.new, name="new"),
    path("rules/", rules.rules, name="rules"),
    # Invitations
    path("i/<str:token>/", invitations.link, name="invitation_link"),
    path(an_invitation, invitations.show, name="invitation"),
    path(f"{an_invitation}accept/", invitations.accept, name="accept"),
    path(f"{an_invitation}decline/", invitations.decline, name="decline"),
    # Tables that wait for players
    path(f"{a_seat}words/", waiting.words, name="words"),
    path(f"{a_seat}deal/", waiting.deal, name="deal"),
    path(f"{a_seat}leave/", waiting.leave, name="leave"),
    path(f"{a_match}join/", waiting.join, name="join"),
    path(f"{a_match}cancel/", hosting.cancel, name="cancel"),
    path(f"{a_place}invite/", hosting.invite, name="invite"),
    path(f"{a_place}withdraw/", hosting.withdraw, name="withdraw"),
    path(f"{a_place}bot/", hosting.bot, name="bot"),
    path(f"{a_place}open/", hosting.open_seat, name="open_seat"),
    # Links and seats
    path("t/<str:token>/", links.link, name="link"),
    path(a_seat, table.table, name="table"),
    path(f"{a_seat}enter/", links.enter, name="enter"),
    path(f"{a_seat}again/", links.again, name="link_again"),
    path(f"{a_seat}play/", playing.play, name="play"),
    path(f"{a_seat}alone/", lead.alone, name="alone"),
    path(f"{a_seat}hint/", playing.hint, name="hint"),
    path(f"{a_seat}plan/", planning.plan, name="plan"),
    path(f"{a_seat}resign/", playing.resign, name="resign"),
    path(f"{a_seat}return/", playing.take_back, name="take_back"),
    path(f"{a_seat}ask-back/", agreeing.ask_back, name="ask_back"),
    path(f"{a_seat}ask-pause/", agreeing.ask_pause, name="ask_pause"),
    path(f"{a_seat}answer/", agreeing.answer, name="answer"),
    path(f"{a_seat}ask-bot/", agreeing.ask_bot, name="ask_bot"),
    path(f"{a_seat}go-on/", agreeing.go_on, name="go_on"),
    path(f"{a_seat}talk/", talking.talk, name="talk"),
    path(f"{a_seat}mute/", talking.mute, name="mute"),
    path(f"{a_seat}glance/", glance.seat_glance, name="seat_glance"),
    path(f"{a_seat}rounds/", sheet.seat_sheet, name="seat_sheet"),
    path(f"{a_seat}news/", news.seat_news, name="seat_news"),
    path(f"{a_seat}record/", record.seat_record, name="seat_record"),
    path(f"{a_seat}replay/", replay.seat_replay, name="seat_replay"),
    path(f"{a_seat}replay/all/", replay.seat_replay, ALL, name="seat_replay_all"),
    path(f"{a_seat}replay/all/<step:step>/", replay.seat_replay, ALL, name="seat_replay_all_step"),
    path(f"{a_seat}replay/<round:round_number>/", replay.seat_replay, name="seat_replay_round"),
    path(
        f"{a_seat}replay/<round:round_number>/<step:step>/",
        replay.seat_replay,
        name="seat_replay_step",
    ),
    path(f"{a_seat}replay/<path:rest>/", replay.seat_replay),
    # Matches and replays
    path(a_match, match.match, name="match"),
    path(f"{a_match}glance/", glance.glance, name="glance"),
    path(f"{a_match}rounds/", sheet.sheet, name="sheet"),
    path(f"{a_match}preview.png", preview.match, name="match_preview"),
    path(f"{a_match}news/", news.news, name="news"),
    path(f"{a_match}record/", record.record, name="record"),
    path(f"{a_match}notation/", record.notation, name="notation"),
    path(f"{a_match}replay/", replay.replay, name="replay"),
    path(f"{a_match}replay/all/", replay.replay, ALL, name="replay_all"),
    path(f"{a_match}replay/all/<step:step>/", replay.replay, ALL, name="replay_all_step"),
    path(f"{a_match}replay/<round:round_number>/", replay.replay, name="replay_round"),
    path(f"{a_match}replay/<round:round_number>/<step:step>/", replay.replay, name="replay_step"),
    path(
        f"{a_match}replay/<round:round_number>/<step:step>/preview.png",
        preview.step,
        name="step_preview",
    ),
    *(
        path(
            f"{a_match}replay/<round:round_number>/film.{form}",
            film.film,
            {"form": form},
            name=f"film_{form}",
        )
        for form in Films._fields
    ),
    path(f"{a_match}replay/<path:rest>/", replay.replay),
]
