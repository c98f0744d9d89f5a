"""The scenario behind capacity: messages sent through two noisy instances of the data."""

from __future__ import annotations

import numpy as np

from coterie._core.errors import InputError
from coterie._core.params import RANDOM_STATE, Number, check_values
from coterie._core.random import RandomState, generator

LARGEST_CODE = 2**16
"""Most messages of a code book that is written out."""


def coding_error(
    delta: float,
    rate: float,
    n_objects: int,
    *,
    n_labels: int = 2,
    n_trials: int = 200,
    random_state: RandomState = None,
) -> float:
    """Return how often a message is lost that is sent by a clustering of noisy objects.

    Sender and receiver know a code book of random labellings. The sender chooses one; the receiver
    sees it with a share of the labels wrong, and decodes it as the labelling of the book that
    agrees with it most. Below the capacity, errors vanish as the objects become more; above it they
    do not.

    Parameters
    ----------
    delta : float
        Share of the labels that noise changes, each to any other.
    rate : float
        Length of a message in bits per object; the book has 2^(rate n_objects) entries.
    n_objects : int
        How many objects.
    n_labels : int, default=2
        How many clusters, all of them as frequent.
    n_trials : int, default=200
        Messages that are sent, each with a book of its own.
    random_state : int, Generator, RandomState or None
        Seed of books and noise.

    Returns
    -------
    float
        Share of the messages that are decoded wrongly; a tie counts as its share of errors.

    See Also
    --------
    kary_capacity : The rate below which it can be made as small as one likes.

    Notes
    -----
    [VAL 40] to [VAL 42]: decoding by the overlap of weights that fall with the Hamming distance is
    decoding by the least distance.

    Examples
    --------
    >>> from coterie.validation import coding_error
    >>> below, above = (coding_error(0.05, rate, 20, random_state=0) for rate in (0.2, 0.7))
    >>> below < above
    True
    """
    asked = {
        "delta": delta, "rate": rate, "n_objects": n_objects, "n_labels": n_labels,
        "n_trials": n_trials, "random_state": random_state,
    }  # fmt: skip
    check_values("coding_error", asked, RULES)
    size = max(2, round(2.0 ** (rate * n_objects)))
    if size > LARGEST_CODE:
        message = (
            f"coding_error: rate={rate} and n_objects={n_objects} make a code book of {size:.3g} "
            f"messages; at most {LARGEST_CODE} are written out. Take fewer objects."
        )
        raise InputError(message)
    rng = generator(random_state)
    lost = 0.0
    for _ in range(n_trials):
        sent = rng.integers(n_labels, size=n_objects)
        wrong = rng.random(n_objects) < delta
        received = np.where(
            wrong, (sent + rng.integers(1, n_labels, size=n_objects)) % n_labels, sent
        )
        own = int((sent != received).sum())
        others = rng.integers(n_labels, size=(size - 1, n_objects), dtype=np.int8)
        apart = (others != received).sum(axis=1)
        ties = int((apart == own).sum())
        lost += 1.0 if apart.min() < own else ties / (ties + 1.0)
    return lost / n_trials


RULES = {
    "delta": (Number(0.0, 1.0),),
    "rate": (Number(0.0, open_low=True),),
    "n_objects": (Number(1, whole=True),),
    "n_labels": (Number(2, 127, whole=True),),
    "n_trials": (Number(1, whole=True),),
    "random_state": RANDOM_STATE,
}
