"""The directive ``commands``: every subcommand with its arguments and options, from the code."""

import typer
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

from coterie.cli import app


def parameter_line(parameter) -> str:
    """Describe one argument or option as a row of a definition list."""
    if parameter.param_type_name == "argument":
        name = parameter.make_metavar(typer.Context(typer.main.get_command(app)))
    else:
        name = ", ".join([*parameter.opts, *parameter.secondary_opts])
        if not parameter.is_flag:
            name += f" {parameter.name.upper()}"
    words = " ".join((getattr(parameter, "help", "") or "").split())
    return f"``{name}``\n   {words or '(no further description)'}\n"


def section(name: str, command) -> list[str]:
    """Write the lines for one subcommand."""
    title = f"coterie {name}"
    shown = [each for each in command.params if not getattr(each, "hidden", False)]
    text = "\n".join(parameter_line(each) for each in shown)
    return [f".. rubric:: {title}", "", *(command.help or "").splitlines(), "", *text.splitlines()]


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
