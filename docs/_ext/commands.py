"""The directive ``commands``: every subcommand with its arguments and options, from the code."""

import typer
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

from coterie.cli import app


def entry(parameter) -> str:
    """Describe one argument or option as an entry of a definition list."""
    kind = parameter.metavar or parameter.name.upper()
    name = kind
    if parameter.param_type_name == "option":
        name = ", ".join(parameter.opts) + ("" if parameter.is_flag else f" {kind}")
    words = " ".join((parameter.help or "").split())
    default = getattr(parameter.default, "value", parameter.default)
    shown = "" if default in (None, False, "") else f" Default: ``{default}``."
    return f"``{name}``\n   {words}{shown}\n"


def section(name: str, command) -> list[str]:
    """Write the lines for one subcommand."""
    entries = "\n".join(entry(each) for each in command.params if each.name != "help")
    text = f".. rubric:: coterie {name}\n\n{command.help}\n\n{entries}"
    return text.splitlines()


class Commands(Directive):
    """Lists the subcommands in the order in which the command line shows them."""

    def run(self):
        group = typer.main.get_command(app)
        lines = [
            line
            for name, command in group.commands.items()
            if not command.hidden
            for line in [*section(name, command), ""]
        ]
        holder = nodes.container()
        self.state.nested_parse(StringList(lines, "commands"), 0, holder)
        return holder.children


def setup(app):
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True}
