"""A rehearsal from the first server that starts to the last that stops."""

from collections.abc import Callable, Sequence

from tests.rehearsal.course import Course, Plan
from tests.rehearsal.mailbox import PostOffice
from tests.rehearsal.proof import prove
from tests.rehearsal.received import Archive
from tests.rehearsal.servers import running_site


def rehearse(plans: Sequence[Plan], say: Callable[[str], None]) -> None:
    """Start the servers, play the matches one after the other, and prove each; raises if not so."""
    with PostOffice(Archive()) as post, running_site(post.port) as site:
        say(f"web, worker and beat run at {site.url}")
        for plan in plans:
            say(f"{plan.rounds} rounds, {plan.pace.replace('_', ' ')}")
            course = Course(site, post, plan, say)
            course.run()
            prove(course)
