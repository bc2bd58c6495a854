"""What is raised or reported: a code with values. The sentence is made of it where a person reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any, Union, get_args

from .sentences import SENTENCES, Reader, Sentence
from .wording import WAYS, by_number, fix_words, joined

Value = Union[str, int, float, bool, None, "Message", tuple["Value", ...]]
"""What a value may be: all of it can be written as JSON."""
_known = dict(SENTENCES)
"""The sentences of the solver and of every room that was imported, by code."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Message:
    """What was seen, and so what to do: a code and the values that its sentence names.

    >>> Message("sums_differ", columns=12, rows=13)
    Message('sums_differ', columns=12, rows=13)
    >>> str(Message("sums_differ", columns=12, rows=13))
    'the column clues add up to 12, the row clues to 13'
    """

    code: str
    values: tuple[tuple[str, Value], ...]

    def __init__(self, code: str, /, **values: Value) -> None:
        """Store a code and its values: rows, columns and aquariums counted from 1."""
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "values", tuple(sorted(values.items())))

    def __repr__(self) -> str:
        arguments = (repr(self.code), *(f"{name}={value!r}" for name, value in self.values))
        return f"Message({', '.join(arguments)})"

    def __str__(self) -> str:
        """Return what was seen and what to do, in the words of the command line."""
        return self.sentence()

    @property
    def seen(self) -> str:
        """What was seen, without what to do."""
        return self.parts()[0]

    @property
    def advice(self) -> str:
        """What to do; empty if that goes without saying."""
        return self.parts()[1]

    def parts(self, reader: Reader = "command") -> tuple[str, str]:
        """Return what was seen and what to do, in the words of a reader; either may be empty."""
        seen, advice = (
            _WRITERS[reader].format(part, **dict(self.values)) for part in _sentence(self.code).parts(reader)
        )
        return seen, advice

    def sentence(self, reader: Reader = "command") -> str:
        """Return what was seen and what to do in one."""
        return "; ".join(filter(None, self.parts(reader)))

    def to_dict(self) -> dict[str, Any]:
        """Return code and values as JSON has them: `from_dict` makes the same message of it."""
        return {"code": self.code, "values": {name: _to_json(value) for name, value in self.values}}

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Message:
        """Return the message that `to_dict` has written."""
        return cls(fields["code"], **{name: _from_json(value) for name, value in fields["values"].items()})


def add_sentences(table: Mapping[str, Sentence]) -> None:
    """Join the table of another room, so that messages with its codes have their sentences.

    Raises ValueError if one of its codes has a sentence already.
    """
    if twice := _known.keys() & table.keys():
        raise ValueError(f"codes with two sentences: {', '.join(sorted(twice))}")
    _known.update(table)


def _sentence(code: str) -> Sentence:
    if code not in _known:
        raise KeyError(f"no room that is imported has a sentence for {code!r}")
    return _known[code]


def sentences(messages: Sequence[Message], reader: Reader = "command") -> str:
    """Return several messages in one line."""
    return "; ".join(message.sentence(reader) for message in messages)


class _Writer(Formatter):
    """Writes values into a sentence in the ways that `solver.sentences` names."""

    def __init__(self, reader: Reader) -> None:
        self.reader: Reader = reader

    def format_field(self, value: Any, spec: str) -> str:
        if isinstance(value, Message):
            return value.parts(self.reader)[0] if spec == "seen" else value.sentence(self.reader)
        if spec in WAYS:
            return WAYS[spec](value)
        if spec.startswith("n "):
            return f"{value} {by_number(value, spec[2:])}"
        several = value if isinstance(value, tuple) else (value,)
        if spec.startswith(("--", "#")):
            return joined([self._option(spec, one) for one in several])
        if spec in ("and", "or") or spec.endswith(" "):
            words = [self.format_field(one, "") for one in several]
            return spec.join(words) if spec.endswith(" ") else joined(words, spec)
        return by_number(value, spec) if "/" in spec else format(value, spec)

    def _option(self, spec: str, value: Any) -> str:
        name = spec.lstrip("-#").replace("-", "_")
        match self.reader:
            case "page":
                return fix_words(value) if name == "fix" else f"{name} {value}"
            case "api":
                return f"{name}={value}"
        return f"{spec} {value}" if spec.startswith("--") else f"{spec}={value}"


_WRITERS: Mapping[Reader, _Writer] = {reader: _Writer(reader) for reader in get_args(Reader)}


def _to_json(value: Value) -> Any:
    if isinstance(value, Message):
        return value.to_dict()
    return [_to_json(one) for one in value] if isinstance(value, tuple) else value


def _from_json(value: Any) -> Value:
    if isinstance(value, dict):
        return Message.from_dict(value)
    return tuple(map(_from_json, value)) if isinstance(value, list) else value
