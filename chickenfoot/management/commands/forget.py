"""`forget ADDRESS`: erases who was invited and never joined, and invites them no more."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

import accounts.services
from accounts.models import Player
from accounts.validators import clean_address


class Command(BaseCommand):
    help = "Erase an address that was invited and never joined, and refuse all invitations to it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the e-mail address")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            address = clean_address(options["address"])
        except ValidationError as fault:
            raise CommandError(" ".join(fault.messages)) from fault
        if Player.objects.with_address(address).exists():
            raise CommandError("A player has this address: delete them in the administration.")
        accounts.services.refuse(address, now=timezone.now())
        self.stdout.write("Erased. A keyed hash is kept, which refuses every later invitation.")
