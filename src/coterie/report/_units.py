"""From nats to bits, in one place: the content of a report is in nats, its readers see bits."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

NATS_SUFFIX = "_nats"
BITS_SUFFIX = "_bits"


def bits(nats: float) -> float:
    """Return an amount of information in bits.

    Examples
    --------
    >>> round(bits(0.6931471805599453), 12)
    1.0
    """
    return nats / math.log(2)


def in_bits(content: Any) -> Any:
    """Return the content with each entry named ``..._nats`` turned into ``..._bits``.

    Parameters
    ----------
    content : dict, list or scalar
        JSON-able content; it is not changed.

    Returns
    -------
    dict, list or scalar
        A converted copy.

    Examples
    --------
    >>> in_bits({"kept_nats": [0.0, None], "name": "a"})
    {'kept_bits': [0.0, None], 'name': 'a'}
    """
    if isinstance(content, Mapping):
        return dict(converted_entry(name, value) for name, value in content.items())
    if isinstance(content, list):
        return [in_bits(entry) for entry in content]
    return content


def converted_entry(name: str, value: Any) -> tuple[str, Any]:
    """Convert one named entry, whatever its depth."""
    if name.endswith(NATS_SUFFIX):
        return name.removesuffix(NATS_SUFFIX) + BITS_SUFFIX, scaled(value)
    return name, in_bits(value)


def scaled(value: Any) -> Any:
    """Convert a number, or each number of a list; what is missing stays missing."""
    if isinstance(value, list):
        return [scaled(entry) for entry in value]
    return value if value is None else bits(value)


def plain(value: float, digits: int = 6) -> float | None:
    """Return a number that JSON can hold: rounded to significant digits, None if not finite.

    Examples
    --------
    >>> plain(0.12345678), plain(float("nan"))
    (0.123457, None)
    """
    number = float(value)
    return float(f"{number:.{digits}g}") if math.isfinite(number) else None


def amount(number: float) -> str:
    """Return a number as a person would write it: two decimals, or two digits if it is small.

    Examples
    --------
    >>> amount(0.8201), amount(0.01234), amount(1e-9)
    ('0.82', '0.012', 'under 0.001')
    """
    if abs(number) >= 0.1 or number == 0:
        return f"{number:,.2f}"
    return f"{number:#.2g}" if abs(number) >= 0.001 else "under 0.001"


def say_bits(nats: float) -> str:
    """Return an amount of information in bits, without the unit.

    Examples
    --------
    >>> say_bits(0.5684)
    '0.82'
    """
    return amount(bits(nats))


def say_range(low: float, high: float) -> str:
    """Return two amounts in bits with as many decimals as it takes to tell them apart.

    Examples
    --------
    >>> say_range(0.3401, 0.3409)
    'between 0.491 and 0.492'
    """
    for decimals in (2, 3, 4):
        ends = [f"{bits(value):.{decimals}f}" for value in (low, high)]
        if ends[0] != ends[1]:
            return f"between {ends[0]} and {ends[1]}"
    return say_bits(high)


def say_error(nats: float, error: float) -> str:
    """Return an amount in bits with its error, both to the place that the error reaches.

    Examples
    --------
    >>> say_error(0.2703, 0.0068)
    '0.390 ± 0.010'
    """
    if not error > 0:  # one split has no error
        return say_bits(nats)
    width = bits(error)
    decimals = min(4, max(2, -math.floor(math.log10(width))))
    return f"{bits(nats):.{decimals}f} ± {width:.{decimals}f}"


def say_share(share: float) -> str:
    """Return a share in percent, never rounded to nothing or to everything.

    Examples
    --------
    >>> [say_share(share) for share in (0.712, 0.0004, 0.9999)]
    ['71 %', 'under 1 %', 'over 99 %']
    """
    if 0 < share < 0.01:
        return "under 1 %"
    if 0.99 < share < 1:
        return "over 99 %"
    return f"{share:.0%}".replace("%", " %")


def unbroken(text: str) -> str:
    """Keep numbers on one line with what they count.

    Examples
    --------
    >>> unbroken("into 9 groups") == "into 9\N{NO-BREAK SPACE}groups"
    True
    """
    return re.sub(r"(?<=\d) (?=\S)| (?=±)|(?<=±) ", "\N{NO-BREAK SPACE}", text)
