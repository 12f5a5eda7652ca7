"""Products of polynomials with whole, non-negative coefficients, by packing them into one integer.

A polynomial in x is evaluated at x = 2^(8·width), where `width` bytes hold any coefficient of the
result; Python multiplies the two integers (Kronecker substitution) and the coefficients are read
back. Coefficients are listed from x⁰ upwards.
"""

from collections.abc import Iterable, Sequence

_DIGIT = 30
_KARATSUBA = 70
_KARATSUBA_STEPS = 30
_BITS_PER_STEP = 4096


def width_of(bound: int) -> int:
    """Bytes that hold every number up to `bound`."""
    return (bound.bit_length() + 7) // 8 or 1


def packed(coefficients: Iterable[int], width: int) -> int:
    """Evaluate at 2^(8·`width`); no coefficient may be wider."""
    return int.from_bytes(b"".join([c.to_bytes(width, "little") for c in coefficients]), "little")


def unpacked(number: int, width: int) -> list[int]:
    """Read the coefficients back, without zeros at the top."""
    size = -(-number.bit_length() // 8)
    raw = number.to_bytes(size, "little")
    read = int.from_bytes
    return [read(raw[at : at + width], "little") for at in range(0, size, width)]


def product(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Multiply two polynomials.

    >>> product([1, 1], [1, 2, 1])
    [1, 3, 3, 1]
    """
    width = width_of(sum(a) * sum(b))
    return unpacked(packed(a, width) * packed(b, width), width)


def power(base: Sequence[int], exponent: int) -> list[int]:
    """Multiply `base` by itself.

    >>> power([6, 3, 1], 2)
    [36, 36, 21, 6, 1]
    """
    width = width_of(sum(base) ** exponent)
    return unpacked(packed(base, width) ** exponent, width)


def product_steps(a: int, b: int) -> int:
    """Cost of multiplying integers of `a` and `b` bits, in steps of a `Work`."""
    short, long = sorted((a // _DIGIT + 1, b // _DIGIT + 1))
    if short <= _KARATSUBA:
        return 1 + short * long // (2 * _KARATSUBA)
    return 1 + int(_KARATSUBA_STEPS * (short / _KARATSUBA) ** 1.585 * long / short)


def linear_steps(bits: int) -> int:
    """Cost of adding, shifting or scaling an integer of so many bits, in steps of a `Work`."""
    return 2 + bits // _BITS_PER_STEP
