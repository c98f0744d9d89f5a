"""Which device a name means."""

from __future__ import annotations

from typing import Any

from coterie._core.errors import InputError
from coterie._core.extras import require

KINDS = ("cpu", "cuda")
"""Kinds of device that compute in double precision."""


def torch_and_device(name: str) -> tuple[Any, Any]:
    """Return torch and its device of that name, or say why there is none.

    Parameters
    ----------
    name : str
        As torch has it: "cpu", "cuda", or "cuda:1" for the second one.

    Examples
    --------
    >>> torch, device = torch_and_device("cpu")
    >>> device
    device(type='cpu')
    """
    torch = require("torch", extra="deep", purpose=f"device={name!r}")
    try:
        device = torch.device(name)
    except RuntimeError:
        device = None
    if device is None or device.type not in KINDS:
        message = f"device={name!r} must be 'cpu', 'cuda', or 'cuda:0' and so on, or left out."
        raise InputError(message)
    if device.type == "cuda" and (device.index or 0) >= torch.cuda.device_count():
        message = (
            f"device={name!r}: torch {torch.__version__} finds {torch.cuda.device_count()} CUDA "
            f"devices here. Name another device, or leave it out to compute with numpy."
        )
        raise InputError(message)
    return torch, device
