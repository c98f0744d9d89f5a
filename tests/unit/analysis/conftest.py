"""What tests of interrupts need."""

import signal

import pytest


@pytest.fixture
def hears_ctrl_c():
    """A job in the background ignores SIGINT from its start; here it is heard."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)
