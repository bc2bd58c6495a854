"""What click says of wrong usage → one line: what was typed, what is wrong with it, what to do."""

import click

SEE_HELP = "see --help"


def usage_words(error: click.ClickException) -> str:
    """Say in one line what was wrong, and what to do."""
    if isinstance(error, click.NoSuchOption):
        like = " or ".join(error.possibilities or ())
        advice = f"did you mean {like}?" if like else SEE_HELP
        return f"there is no option {error.option_name}; {advice}"
    if isinstance(error, click.MissingParameter) and error.param is not None:
        choices = getattr(error.param.type, "choices", ())
        advice = f"choose from {', '.join(choices)}" if choices else SEE_HELP
        return f"{_name(error.param)} is missing; {advice}"
    if isinstance(error, click.BadParameter) and error.param is not None:
        return f"{_name(error.param)}: {error.message.removesuffix('.')}"
    return error.message


def _name(parameter: click.Parameter) -> str:
    """Return what a parameter is called where it is typed: an option by its long name."""
    return (
        parameter.metavar or str(parameter.name)
        if isinstance(parameter, click.Argument)
        else parameter.opts[-1]
    )
