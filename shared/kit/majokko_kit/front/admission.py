"""Who is limited, and pays for a request before anything else is done about it."""

from majokko_kit.call import Call
from majokko_kit.front import callers
from majokko_kit.limits import Limiter
from majokko_kit.settings import Settings

STREAM_UNITS = 5  # what opening a stream costs

_LIMITED = ("/v1/", "/graphql")


class Admission:
    """Charges callers; a process on this machine is not limited, unless the settings say so."""

    def __init__(self, settings: Settings, limiter: Limiter) -> None:
        self._limiter = limiter
        self._proxies = settings.forwarded_allow_ips
        self._limit_loopback = settings.limit_loopback

    def is_free(self, call: Call) -> bool:
        """Whether a call needs no admission; looked at first, for waiting costs time as well."""
        if self._limit_loopback or self._proxies:
            return False
        return callers.is_local(call.peer)

    async def admit(self, call: Call, units: int = 1) -> None:
        """Take `units` from the quota of whoever asks.

        Raises QuotaExceeded.
        """
        caller = call.peer
        if caller and self._proxies:
            header = call.headers.get(b"x-forwarded-for", b"").decode("latin-1")
            caller = callers.forwarded(caller, header, self._proxies)
        if callers.is_local(caller) and not self._limit_loopback:
            return
        if call.path.startswith(_LIMITED):
            call.caller = callers.caller_of(caller or "local")
            call.purse = self._limiter.purse(call.caller)
            await call.purse.spend(units)
