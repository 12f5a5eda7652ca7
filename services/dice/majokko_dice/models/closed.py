"""What all models have in common: no members but their own."""

from pydantic import BaseModel, ConfigDict


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
