"""Pictures without specks: the demonstration of the source, and what the function promises."""

import numpy as np
import pytest

from coterie import InputError, denoise_image
from coterie._core.errors import ConvergenceNotice
from coterie.costs import IsingCost
from coterie.estimators._denoising import board, grid
from tests.reference import ising


def square(side=32):
    picture = -np.ones((side, side), dtype=int)
    picture[side // 4 : -side // 4, side // 4 : -side // 4] = 1
    return picture


def speckled(picture, seed=0, share=0.15):
    flips = np.random.default_rng(seed).random(picture.shape) < share
    return np.where(flips, -picture, picture)


def test_fifteen_percent_of_specks_go_as_in_the_source():
    """Printed: from 0.154 to 0.008 [SLC §3.K]; over ten draws the mean is to be as good."""
    errors = []
    for seed in range(10):
        found = denoise_image(speckled(square(), seed))
        assert found.converged
        errors.append((found.image != square()).mean())
    # ten draws of some 1,024 pixels, 8 wrong in each: a deviation of 0.001 of the mean
    assert np.mean(errors) < 0.012


@pytest.mark.parametrize("neighbors", [4, 8])
def test_free_energy_falls_and_is_that_of_the_magnetisation(neighbors):
    found = denoise_image(speckled(square(8)), 0.7, 0.4, 0.9, neighbors=neighbors)
    assert (np.diff(found.free_energy) <= 1e-10).all()
    couplings = 0.7 * grid((8, 8), neighbors).toarray()
    field = 0.4 * speckled(square(8)).ravel()
    last = ising.bound(couplings, field, found.magnetisation.ravel(), 0.9)
    assert found.free_energy[-1] == pytest.approx(last, abs=1e-10)
    pull = (couplings @ found.magnetisation.ravel() + field) / 0.9
    # each pixel changed by less than 2e-6 in the last sweep, and its neighbours by as much after it
    np.testing.assert_allclose(np.tanh(pull), found.magnetisation.ravel(), atol=2e-5)


@pytest.mark.parametrize("neighbors", [4, 8])
@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (4, 3), (2, 2)])
def test_neighbours_are_those_that_touch_and_never_of_one_class(shape, neighbors):
    places = np.argwhere(np.ones(shape))
    apart = np.abs(places[:, None] - places[None])
    reach = apart.sum(axis=2) if neighbors == 4 else apart.max(axis=2)
    table = grid(shape, neighbors).toarray()
    np.testing.assert_array_equal(table, reach == 1)
    classes = board(shape, neighbors)
    assert sorted(np.concatenate(classes)) == list(range(len(places)))
    for pixels in classes:
        assert not table[np.ix_(pixels, pixels)].any()


def test_picture_comes_back_in_its_own_values():
    noisy = speckled(square())
    signs = denoise_image(noisy)
    for values in ([0, 1], [0.0, 255.0], [False, True], ["ink", "paper"]):
        found = denoise_image(np.array(values)[(noisy + 1) // 2])
        assert found.image.dtype == np.array(values).dtype
        np.testing.assert_array_equal(found.image == values[1], signs.image == 1)
        np.testing.assert_array_equal(found.magnetisation, signs.magnetisation)


def test_grey_evidence_counts_as_much_as_it_is():
    rng = np.random.default_rng(3)
    grey = square() + rng.normal(scale=1.2, size=(32, 32))
    found = denoise_image(grey)
    assert set(np.unique(found.image)) == {-1, 1}
    assert (found.image != square()).mean() < 0.03 < (np.sign(grey) != square()).mean()


def test_only_quotients_with_the_temperature_count():
    noisy = speckled(square())
    one, other = denoise_image(noisy, 1.0, 0.8, 0.9), denoise_image(noisy, 3.0, 2.4, 2.7)
    np.testing.assert_allclose(one.magnetisation, other.magnetisation, atol=1e-12)


def test_without_coupling_pixels_stay_as_they_were_seen():
    noisy = speckled(square())
    found = denoise_image(noisy, coupling=0.0)
    np.testing.assert_array_equal(found.image, noisy)
    np.testing.assert_allclose(found.magnetisation, np.tanh(noisy), atol=1e-12)


def test_one_colour_stays_one_colour():
    for value in (0, 1, 7.5):
        assert (denoise_image(np.full((3, 4), value)).image == value).all()


def test_checkerboard_is_the_mean_field_of_the_cost():
    """Any order of single pixels comes to the same, where there is one solution."""
    noisy = speckled(square(8)).astype(float)
    cost = IsingCost(grid((8, 8), 4), noisy.ravel())
    state = cost.mean_field(np.full((64, 2), 0.5))
    for _ in range(300):
        state.sweep(np.arange(64), 3.0)
    found = denoise_image(noisy, temperature=3.0, tol=1e-12)
    np.testing.assert_allclose(found.magnetisation.ravel(), state.magnetisation, atol=1e-10)


def test_too_few_sweeps_are_told():
    with pytest.warns(ConvergenceNotice, match="after max_iter=1 sweeps a pixel still changed"):
        assert not denoise_image(speckled(square()), max_iter=1).converged


@pytest.mark.parametrize(
    ("image", "settings", "message"),
    [
        ([1, -1], {}, r"image, of shape \(2,\), must have rows and columns"),
        ([[1, np.nan]], {}, "image must be finite"),
        ([[0, 100, 255]], {}, "image has 3 values from 0 to 255; more than two must be numbers"),
        ([["a", "b", "c"]], {}, "image has 3 values from a to c"),
        ([[1, 0]], {"temperature": 0.0}, "temperature=0.0 must be a number > 0"),
        ([[1, 0]], {"coupling": -1.0}, "coupling=-1.0 must be a number >= 0"),
        ([[1, 0]], {"neighbors": 6}, "neighbors=6 must be 4 or 8"),
    ],
)
def test_bad_input_is_refused(image, settings, message):
    with pytest.raises(InputError, match=message):
        denoise_image(image, **settings)
