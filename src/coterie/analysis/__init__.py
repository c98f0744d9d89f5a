"""From data to groups in one call: read, prepare, choose, cluster, describe, write."""

from coterie._core.memory import available_memory
from coterie.analysis._analyse import analyse, run
from coterie.analysis._forecast import Forecast, forecast
from coterie.analysis._obtain import EXAMPLES, describe_example, obtain
from coterie.analysis._result import CONTENT, CONTENTS, PAGE, Analysis
from coterie.analysis._settings import Settings
from coterie.analysis._task import Task, prepare

__all__ = [
    "CONTENT",
    "CONTENTS",
    "EXAMPLES",
    "PAGE",
    "Analysis",
    "Forecast",
    "Settings",
    "Task",
    "analyse",
    "available_memory",
    "describe_example",
    "forecast",
    "obtain",
    "prepare",
    "run",
]
