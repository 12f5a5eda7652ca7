"""What streams answer with, besides what they tell."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field


@dataclass(frozen=True, slots=True)
class SessionTicket:
    """In the place of a token, for one stream of this session."""

    ticket: Annotated[
        str, Field(description="`GET …/events?ticket=…` takes it once, within 30 seconds.")
    ]
