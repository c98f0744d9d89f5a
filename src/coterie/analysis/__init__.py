"""From data to groups in one call: read, prepare, choose, cluster, describe, write."""

from coterie._core.memory import available_memory
from coterie.analysis._analyse import analyse, planned, run
from coterie.analysis._capacity import CapacityAnalysis
from coterie.analysis._counts import CountAnalysis
from coterie.analysis._forecast import Forecast, forecast
from coterie.analysis._methods import METHODS, Choice, Method, choose
from coterie.analysis._obtain import EXAMPLES, describe_example, obtain
from coterie.analysis._result import CONTENT, CONTENTS, PAGE, Analysis
from coterie.analysis._settings import Settings
from coterie.analysis._task import Task, prepare

__all__ = [
    "CONTENT",
    "CONTENTS",
    "EXAMPLES",
    "METHODS",
    "PAGE",
    "Analysis",
    "CapacityAnalysis",
    "Choice",
    "CountAnalysis",
    "Forecast",
    "Method",
    "Settings",
    "Task",
    "analyse",
    "available_memory",
    "choose",
    "describe_example",
    "forecast",
    "obtain",
    "planned",
    "prepare",
    "run",
]
