"""
Tissues that tell what they are
===============================

Samples of the colon, 40 from tumours and 22 healthy, and how active 2,000 genes are in each. Two
samples are near each other where their genes go up and down together. A walk from sample to sample
forgets where it began, and where it pauses there are two groups: all but a few of the samples are
with their kind.

The measurements (Alon and others, 1999) are for research only and no part of coterie. Where the
environment variable ``COTERIE_DATA`` names a folder that holds ``alon_colon/alon.npz``, they are
read from there; else the samples are made up, of the same size, and the page says so.
"""

import os
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from coterie import MarkovRelaxation
from coterie.measures import micro_precision_recall
from coterie.plotting import OrderedMatrixDisplay, RelaxationDisplay


def made_up_tissues():
    """Every gene has its level, with noise; tumours raise or lower a tenth of them."""
    rng = np.random.default_rng(0)
    tumour = np.arange(62) < 40
    levels = rng.normal(5.5, 1.0, 2000) + 0.35 * rng.standard_normal((62, 2000))
    levels[:, :200] += 0.8 * np.where(tumour, 1.0, -1.0)[:, None] * rng.choice([-1.0, 1.0], 200)
    return np.exp(levels), np.where(tumour, "t", "n")


measured = Path(os.environ.get("COTERIE_DATA", "")) / "alon_colon" / "alon.npz"
if measured.is_file():
    with np.load(measured) as found:
        genes, tissue = found["X"], found["y"]
else:
    genes, tissue = made_up_tissues()
print("measured" if measured.is_file() else "made up", genes.shape)

# %%
# One minus the correlation over one plus it is the distance. The walk is a sharp one: it takes
# billions of steps to get about.

model = MarkovRelaxation(
    2, metric="pearson", sharpness=21.0, n_neighbors=5, n_init=30, random_state=0
).fit(genes)
right, _ = micro_precision_recall(tissue, model.labels_)
print(f"after {model.n_steps_} steps,", end=" ")
print(f"{round(len(tissue) * (1 - right))} of {len(tissue)} are with the other kind")

# %%
# What the walk knows of its start, and how alike the samples are, group by group.

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
RelaxationDisplay.from_estimator(model, ax=left)
OrderedMatrixDisplay(np.corrcoef(genes), model.labels_).plot(right)
right.set_title("correlation of the samples")
plt.show()
