"""The only readers: what pages, mails and answers show, each for one seat or a visitor."""

from games.queries.away import Away, away_at
from games.queries.bots import BotLine, bot_lines
from games.queries.corrections import changes_of_seats, corrections
from games.queries.deadlines import TableDeadline, deadlines_of, next_table
from games.queries.faults import fault_in_words
from games.queries.films import NoFilm, Script, film_script
from games.queries.heads import PublicHead, public_head
from games.queries.hints import hint_on
from games.queries.invited import InvitationPage, invitation_page, invitations_to
from games.queries.log import LogLine, LogPage, log_page
from games.queries.matches import (
    RoundTab,
    company,
    match_by_slug,
    names_of,
    next_choice,
    seat_at,
    seat_of,
    seats_of,
)
from games.queries.moments import NoSuchStep, last_step
from games.queries.my_move import MyMove, my_move
from games.queries.personal import personal_data
from games.queries.plans import PlanPage, plan_for, plan_on
from games.queries.replay import ReplayPage, ReplaySeat, RoundTotals, Told, replay_page
from games.queries.result import ResultPage, Standing, result_page, why_abandoned
from games.queries.rewinding import WayBack, ways_back
from games.queries.seated import tables_of
from games.queries.sheet import Sheet, SheetRound, sheet_of
from games.queries.table import NoSuchRound, SeatLine, TablePage, table_page, was_played, why_not
from games.queries.talk import Spoken, TalkPage, newest_talk, talk_page, talk_since
from games.queries.views import Happened, RoundSeen, see_round
from games.queries.waiting import (
    Gathering,
    Place,
    WaitingRoom,
    gathering,
    met_before,
    waiting_room,
)
from games.queries.words import Line, say, tell

__all__ = [
    "Away",
    "BotLine",
    "Gathering",
    "Happened",
    "InvitationPage",
    "Line",
    "LogLine",
    "LogPage",
    "MyMove",
    "NoFilm",
    "NoSuchRound",
    "NoSuchStep",
    "Place",
    "PlanPage",
    "PublicHead",
    "ReplayPage",
    "ReplaySeat",
    "ResultPage",
    "RoundSeen",
    "RoundTab",
    "RoundTotals",
    "Script",
    "SeatLine",
    "Sheet",
    "SheetRound",
    "Spoken",
    "Standing",
    "TableDeadline",
    "TablePage",
    "TalkPage",
    "Told",
    "WaitingRoom",
    "WayBack",
    "away_at",
    "bot_lines",
    "changes_of_seats",
    "company",
    "corrections",
    "deadlines_of",
    "fault_in_words",
    "film_script",
    "gathering",
    "hint_on",
    "invitation_page",
    "invitations_to",
    "last_step",
    "log_page",
    "match_by_slug",
    "met_before",
    "my_move",
    "names_of",
    "newest_talk",
    "next_choice",
    "next_table",
    "personal_data",
    "plan_for",
    "plan_on",
    "public_head",
    "replay_page",
    "result_page",
    "say",
    "seat_at",
    "seat_of",
    "seats_of",
    "see_round",
    "sheet_of",
    "table_page",
    "tables_of",
    "talk_page",
    "talk_since",
    "tell",
    "waiting_room",
    "was_played",
    "ways_back",
    "why_abandoned",
    "why_not",
]
