"""A picture in two colours, without its specks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import ConvergenceNotice, InputError, warn
from coterie._core.params import Number, OneOf, Rules, check_params
from coterie.costs import IsingCost
from coterie.measures._terms import xlogx

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray

STEPS = {4: ((0, 1), (1, 0)), 8: ((0, 1), (1, 0), (1, 1), (1, -1))}
"""From a pixel to half of its neighbours; the others have this one among theirs."""

RULES: Rules = {
    "coupling": (Number(0.0),),
    "field": (Number(0.0),),
    "temperature": (Number(0.0, open_low=True),),
    "neighbors": (OneOf(tuple(STEPS)),),
    "tol": (Number(0.0),),
    "max_iter": (Number(1, whole=True),),
}


@dataclass(frozen=True, eq=False)
class DenoisedImage:
    """A picture without its specks, and how sure each pixel is.

    Parameters
    ----------
    image : ndarray of shape (height, width)
        The picture, in the two values of the one that was given, or in -1 and 1.
    magnetisation : ndarray of shape (height, width)
        Mean of each pixel, from -1 to 1; around 0 it could be either.
    free_energy : ndarray of shape (n_iter,)
        The bound that each sweep lowers.
    converged : bool
        Whether the last sweep changed no pixel by more than the tolerance.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import denoise_image
    >>> denoise_image(np.eye(3, dtype=int), temperature=0.5).n_iter > 1
    True
    """

    image: Any
    magnetisation: FloatArray
    free_energy: FloatArray
    converged: bool

    @property
    def n_iter(self) -> int:
        """Sweeps made."""
        return int(self.free_energy.size)


@dataclass(frozen=True)
class Denoising:
    """The settings of `denoise_image`."""

    coupling: float
    field: float
    temperature: float
    neighbors: int
    tol: float
    max_iter: int

    def __post_init__(self) -> None:
        check_params(self, RULES)


def denoise_image(
    image: ArrayLike,
    coupling: float = 1.0,
    field: float = 1.0,
    temperature: float = 1.0,
    *,
    neighbors: int = 4,
    tol: float = 1e-6,
    max_iter: int = 500,
) -> DenoisedImage:
    """Take the specks out of a picture in two colours.

    Parameters
    ----------
    image : array-like of shape (height, width)
        Two values, of any type; or more, as evidence around 0, the sign of which is the colour.
    coupling : float
        How strongly neighbours want to be of one colour, >= 0.
    field : float
        How strongly each pixel wants to be as it was seen, >= 0. The larger, the more of its
        neighbours must agree to turn it.
    temperature : float
        How uncertain the answer may remain, > 0. Lower ones are sharper; all that counts are
        coupling / temperature and field / temperature.
    neighbors : int
        4, those that share a side, or 8, those that share a corner, too.
    tol : float
        A sweep is the last if it changes the probability of no pixel by more than this.
    max_iter : int
        Most sweeps.

    Returns
    -------
    DenoisedImage
        The picture, the magnetisation, the free energy sweep by sweep.

    Notes
    -----
    Mean field of the Ising model [SLC §3.K], m_i = tanh((field h_i + coupling sum_j m_j) / T), with
    h the picture. Pixels of one colour of a checkerboard (of four, with eight neighbours) do not
    pull one another, and are renewed at once; so each step lowers the free energy.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import denoise_image
    >>> picture = np.zeros((5, 6), dtype=int)
    >>> picture[:, 3:] = 1
    >>> noisy = picture.copy()
    >>> noisy[1, 1], noisy[3, 4] = 1, 0
    >>> bool((denoise_image(noisy).image == picture).all())
    True
    """
    settings = Denoising(coupling, field, temperature, neighbors, tol, max_iter)
    seen, colours = _evidence(np.asarray(image))
    cost = IsingCost(coupling * grid(seen.shape, neighbors), field * seen.ravel())
    start = np.clip(seen.ravel(), -1.0, 1.0)
    state = cost.mean_field(np.column_stack([1.0 - start, 1.0 + start]) / 2.0)
    classes, change = board(seen.shape, neighbors), np.inf
    trace: list[float] = []
    while change > settings.tol and len(trace) < settings.max_iter:
        change = max(state.renew(pixels, temperature) for pixels in classes)
        trace.append(state.energy() + temperature * float(xlogx(state.memberships).sum()))
    if change > settings.tol:
        warn(
            f"denoise_image: after max_iter={max_iter} sweeps a pixel still changed by {change:.2g}"
            f", more than tol={tol:g}. Raise max_iter.",
            ConvergenceNotice,
        )
    magnetisation = state.magnetisation.reshape(seen.shape)
    answer = np.where(magnetisation == 0.0, seen, magnetisation) > 0.0
    return DenoisedImage(
        np.where(answer, colours[1], colours[0]),
        magnetisation,
        np.array(trace),
        bool(change <= settings.tol),
    )


def _evidence(image: Any) -> tuple[FloatArray, Any]:
    """Return the picture as numbers around 0, and its two colours."""
    if image.ndim != 2 or not image.size:
        message = (
            f"denoise_image: image, of shape {image.shape}, must have rows and columns; pass the "
            f"channels of a coloured one by one."
        )
        raise InputError(message)
    if image.dtype.kind in "fc" and not np.isfinite(image).all():
        message = (
            "denoise_image: image must be finite; set pixels that are not known to 0, of -1 and 1."
        )
        raise InputError(message)
    values = np.unique(image)
    if values.size == 2:
        return np.where(image == values[1], 1.0, -1.0), values
    if image.dtype.kind not in "biuf" or (values.size > 2 and (values[0] >= 0 or values[-1] <= 0)):
        message = (
            f"denoise_image: image has {values.size} values from {values[0]} to {values[-1]}; more "
            f"than two must be numbers around 0. Subtract what lies between the two colours."
        )
        raise InputError(message)
    return image.astype(np.float64), np.array([-1, 1]) if values.size > 1 else values[[0, 0]]


def grid(shape: tuple[int, ...], neighbors: int) -> sp.csr_array[np.float64, tuple[int, int]]:
    """Return the matrix of which pixels are neighbours.

    Examples
    --------
    >>> grid((2, 2), 4).sum(axis=1), grid((2, 2), 8).sum(axis=1)
    (array([2., 2., 2., 2.]), array([3., 3., 3., 3.]))
    """
    height, width = shape
    number = np.arange(height * width).reshape(shape)
    first, second = [], []
    for down, right in STEPS[neighbors]:
        begin, end = max(0, -right), width - max(0, right)
        first.append(number[: height - down, begin:end].ravel())
        second.append(number[down:, begin + right : end + right].ravel())
    row, column = np.concatenate(first), np.concatenate(second)
    half = sp.coo_array((np.ones(row.size), (row, column)), shape=(number.size, number.size))
    return sp.csr_array(half + half.T)


def board(shape: tuple[int, ...], neighbors: int) -> list[IntArray]:
    """Return classes of pixels of which no two are neighbours.

    Examples
    --------
    >>> [pixels.tolist() for pixels in board((2, 3), 4)]
    [[0, 2, 4], [1, 3, 5]]
    """
    down, right = np.indices(shape)
    colour = (down + right) % 2 if neighbors == 4 else down % 2 * 2 + right % 2
    return [np.flatnonzero(colour == each) for each in np.unique(colour)]
