"""Many small numbers as one large one, each taking no more room than it needs."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Packer:
    """Takes numbers one after another, each below a radix that whoever unpacks knows, too.

    >>> packer = Packer()
    >>> packer.put(3, 6)
    >>> packer.put(21, 24)
    >>> unpacker = Unpacker(packer.packed())
    >>> unpacker.take(6), unpacker.take(24), unpacker.rest
    (3, 21, 0)
    """

    _digits: list[tuple[int, int]] = field(default_factory=list)

    def put(self, value: int, radix: int) -> None:
        assert 0 <= value < radix, f"{value} is no digit of {radix}"
        self._digits.append((value, radix))

    def put_list(self, values: Sequence[int], radix: int, lengths: int) -> None:
        """Put a list with its length, which is below `lengths`."""
        self.put(len(values), lengths)
        for value in values:
            self.put(value, radix)

    def packed(self) -> bytes:
        number = 0
        for value, radix in reversed(self._digits):
            number = number * radix + value
        return number.to_bytes((number.bit_length() + 7) // 8, "big")


class Unpacker:
    """Gives the numbers back in the order in which they were put; zeros after the last."""

    def __init__(self, packed: bytes) -> None:
        self._number = int.from_bytes(packed, "big")

    @property
    def rest(self) -> int:
        """What nobody has taken; nothing is left of what `Packer` wrote."""
        return self._number

    def take(self, radix: int) -> int:
        self._number, value = divmod(self._number, radix)
        return value

    def take_list(self, radix: int, lengths: int) -> tuple[int, ...]:
        return tuple(self.take(radix) for _ in range(self.take(lengths)))
