"""The mail scanner: opens every link before its reader does, and presses every button it sees."""

from concurrent.futures import ThreadPoolExecutor

from tests.rehearsal.browser import Browser
from tests.rehearsal.mailbox import Mail
from tests.rehearsal.received import Archive

AT_ONCE = 4


class Scanner:
    """What a mail provider does to the mails of one owner."""

    def __init__(self, owner: str, archive: Archive, site: str) -> None:
        self.owner = owner
        self.archive = archive
        self.site = site

    def scan(self, mail: Mail) -> int:
        """Open every link of a mail that leads to the site; returns how many buttons it pressed."""
        links = [link for link in mail.links if link.startswith(self.site)]
        with ThreadPoolExecutor(AT_ONCE) as threads:
            return sum(threads.map(self._open, links))

    def _open(self, link: str) -> int:
        """Open a link with HEAD and twice, and press what is shown without the cookies for it."""
        curious = Browser(self.owner, self.archive)
        rude = Browser(self.owner, self.archive, forgetful=True)
        curious.ask("HEAD", link)
        forms = curious.open(link).forms + rude.open(link).forms
        for form in forms:
            answer = rude.submit(form)
            assert form.method == "GET" or answer.status >= 400, f"{form.action} heeds a robot"
        return len(forms)
