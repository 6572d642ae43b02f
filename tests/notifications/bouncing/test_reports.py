"""What mail servers report, in the styles of many."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notifications.bouncing import reports
from notifications.replies import incoming
from tests.notifications.bouncing.dsn import FINAL, PASSING, Style, complaint

NAME = f"<{'0a' * 16}@example.org>"


@pytest.mark.parametrize("style", FINAL, ids=lambda style: style.__name__)
def test_an_address_that_is_none_is_known_by_what_any_server_writes(style: Style) -> None:
    report = reports.read(incoming.parse(style(NAME)))
    assert report is not None
    assert report.final
    assert NAME in report.names
    assert "550" in report.said


@pytest.mark.parametrize("style", PASSING, ids=lambda style: style.__name__)
def test_what_may_pass_is_no_fault_of_the_address(style: Style) -> None:
    report = reports.read(incoming.parse(style(NAME)))
    assert report is not None
    assert not report.final
    assert not report.unwanted


def test_a_complaint_is_known() -> None:
    report = reports.read(incoming.parse(complaint(NAME)))
    assert report is not None
    assert report.unwanted
    assert report.names == {NAME}


def test_a_persons_mail_is_no_report() -> None:
    assert reports.read(incoming.parse(b"From: ana@example.org\n\nHello " + NAME.encode())) is None


@pytest.mark.parametrize(
    ("status", "said", "final"),
    [
        ("5.1.1", "", True),
        ("5.4.4", "host not found", True),
        ("", "550 No such user here", True),
        ("5.0.0", "smtp; 550 5.7.26 unauthenticated mail", False),
        ("", "554 Transaction failed", False),
        ("4.1.1", "450 unknown user", False),
        ("", "552 5.2.2 mailbox full", False),
    ],
)
def test_only_what_speaks_of_the_address_is_final(status: str, said: str, final: bool) -> None:
    assert reports.is_final(status, said) is final


@given(st.sampled_from(FINAL), st.binary(max_size=40), st.integers(0, 900))
def test_a_broken_report_is_read_as_far_as_it_goes(style: Style, noise: bytes, at: int) -> None:
    content = style(NAME)
    reports.read(incoming.parse(content[:at] + noise + content[at + 1 :]))
