"""Hypothesis without a clock: how fast a machine is, is not a property of the code."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "no clock",
    deadline=None,
    max_examples=60,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("no clock")
