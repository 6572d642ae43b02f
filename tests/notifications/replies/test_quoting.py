"""Whose lines a reply holds, as mail programs lay them out."""

import time

import pytest

from notifications.replies.incoming import MOST_TEXT
from notifications.replies.quoting import own_lines

MOVE = "9-4 on 9-9"
QUOTED = "> It is your turn.\n> * 4-1 on 1-1\n>   https://example.org/t/x/"
UNMARKED = "It is your turn.\n* 4-1 on 1-1\n  https://example.org/t/x/"

ATTRIBUTIONS = {
    "gmail en": "On Mon, Mar 2, 2026 at 12:00 PM Chicken Foot <table@example.org> wrote:",
    "gmail en, broken": "On Mon, Mar 2, 2026 at 12:00 PM Chicken Foot <table@example.org>\nwrote:",
    "gmail ro": "În lun., 2 mar. 2026 la 12:00, Chicken Foot <table@example.org> a scris:",
    "gmail sl": "V V pon., 2. mar. 2026 ob 12:00 je oseba Chicken Foot <t@x.org> napisala:",
    "gmail uz": "2-mart, 2026, Du, 12:00 da Chicken Foot <table@example.org> shunday deb yozdi:",
    "gmail el": "Στις Δευ 2 Μαρ 2026 στις 12:00 μ.μ., ο χρήστης Chicken Foot <t@x.org> έγραψε:",
    "thunderbird en": "On 02/03/2026 12:00, Chicken Foot wrote:",
    "thunderbird sl": "Dne 2. 03. 2026 ob 12:00 je Chicken Foot napisal(a):",
    "thunderbird ro": "La 02.03.2026 12:00, Chicken Foot a scris:",
    "thunderbird el": "Στις 2/3/2026 12:00, ο/η Chicken Foot έγραψε:",
    "apple": "> On 2 Mar 2026, at 12:00, Chicken Foot <table@example.org> wrote:",
    "yahoo": "On Monday, March 2, 2026 at 12:00:00 PM GMT, Chicken Foot <t@x.org> wrote:\n",
    "french": "Le lun. 2 mars 2026 à 12:00, Chicken Foot <table@example.org> a écrit :",
    "german": "Am Mo., 2. März 2026 um 12:00 Uhr schrieb Chicken Foot <table@example.org>:",
    "unknown language": "Rabu 2 Maret 2026, Chicken Foot menulis:",
}
HEADS = {
    "outlook": f"{'_' * 32}\nFrom: Chicken Foot <t@x.org>\nSent: Monday\nTo: Ana",
    "outlook, no rule": "From: Chicken Foot <t@x.org>\nSent: Monday, March 2, 2026 12:00\nTo: Ana",
    "outlook ro": "De la: Chicken Foot <t@x.org>\nTrimis: luni, 2 martie 2026 12:00\nCătre: Ana",
    "outlook sl": "Od: Chicken Foot <t@x.org>\nPoslano: ponedeljek\nZa: Ana\nZadeva: Chicken Foot",
    "outlook el": "Από: Chicken Foot <t@x.org>\nΣτάλθηκε: Δευτέρα\nΠρος: Ana\nΘέμα: Chicken Foot",
    "outlook uz": "Kimdan: Chicken Foot <t@x.org>\nYuborilgan: dushanba\nKimga: Ana",
    "bold": "*From:* Chicken Foot <t@x.org>\n*Sent:* Monday, March 2\n*To:* Ana",
    "original": "-----Original Message-----",
    "android": "-------- Original message --------",
    "zoho": "---- On Mon, 02 Mar 2026 12:00:00 +0000 Chicken Foot <t@x.org> wrote ----",
}
SIGNATURES = [
    "-- \nAna\n9-1 Main Street",
    "Sent from my iPhone",
    "Get Outlook for Android<https://aka.ms/x>",
    "Trimis de pe telefonul meu Galaxy",
    "Poslano iz Outlooka za iOS",
    "iPhone'imdan yuborildi",
    "Στάλθηκε από το iPhone μου",
]


def moves(text: str) -> list[str]:
    return [line.strip() for line in own_lines(text) if line.strip()]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS.values(), ids=ATTRIBUTIONS)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_what_stands_above_a_quote_is_the_writers(attribution: str, gap: str) -> None:
    assert moves(f"{MOVE}{gap}{attribution}\n{QUOTED}") == [MOVE]


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_what_stands_above_an_unmarked_quote_is_the_writers(head: str) -> None:
    assert moves(f"{MOVE}\n\n{head}\n\n{UNMARKED}") == [MOVE]


@pytest.mark.parametrize("name", [name for name in ATTRIBUTIONS if name != "unknown language"])
def test_an_attribution_begins_a_quote_though_no_mark_follows(name: str) -> None:
    assert moves(f"{MOVE}\n\n{ATTRIBUTIONS[name].removeprefix('> ')}\n{UNMARKED}") == [MOVE]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS.values(), ids=ATTRIBUTIONS)
def test_what_stands_below_a_marked_quote_is_the_writers(attribution: str) -> None:
    assert moves(f"{attribution}\n{QUOTED}\n\n{MOVE}\n-- \nAna") == [MOVE]


@pytest.mark.parametrize("head", [*HEADS.values(), ATTRIBUTIONS["gmail en"]])
def test_nothing_is_taken_from_an_unmarked_quote(head: str) -> None:
    assert moves(f"\n\n{head}\n\n{UNMARKED}\n4-1 on 1-1") == []


@pytest.mark.parametrize("signature", SIGNATURES)
def test_a_signature_is_no_move(signature: str) -> None:
    assert moves(f"{MOVE}\n\n{signature}\n\n{ATTRIBUTIONS['gmail en']}\n{QUOTED}") == [MOVE]
    assert moves(f"{MOVE}\n{signature}") == [MOVE]


def test_lines_end_as_they_like() -> None:
    assert moves(f"{MOVE}\r\n\r\n> quoted\r\n") == [MOVE]
    assert moves(f"{MOVE}\r\r> quoted") == [MOVE]


@pytest.mark.parametrize("sign", ["*", "-", "wrote: ", "iphone ", "(", "a: \n"])
def test_a_line_without_end_is_read_at_once(sign: str) -> None:
    """Backtracking over it would take minutes, in which nobody else is served."""
    began = time.process_time()
    moves(f"{MOVE}\n{sign * (MOST_TEXT // len(sign))}x")
    assert time.process_time() - began < 5


def test_moves_for_several_rounds_are_no_head_of_a_mail() -> None:
    assert moves("1: 9-4\n2: pass\n3: 1-1\nRound 4: 9-4") == [
        "1: 9-4",
        "2: pass",
        "3: 1-1",
        "Round 4: 9-4",
    ]
