"""The standard library's `dataclass` for a hundredth of its time: methods are shared, not compiled.

It compiles up to six functions for each class. A picture needs a hundred classes, and that was a sixth of all
that its answer takes. Fields, `replace`, `==`, `hash`, `repr`, pickles and matching are as there, and type
checkers see the standard one. For order, slots, keywords alone, bases and ClassVar, take that; so do the few
classes that are made by the thousand, for making one takes 2 µs longer here.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING, Any, NoReturn

__all__ = ["dataclass", "replace"]

MISSING = dataclasses.MISSING


def _dataclass(
    cls: type | None = None, *, frozen: bool = False, init: bool = True, repr: bool = True, eq: bool = True
) -> Any:
    """Make a class a dataclass, or return the decorator with these options that does."""
    if cls is None:
        return lambda cls: _dataclass(cls, frozen=frozen, init=init, repr=repr, eq=eq)
    own = vars(cls)
    given = {name: own.get(name, MISSING) for name in cls.__annotations__}
    told = {name: value for name, value in given.items() if isinstance(value, dataclasses.Field)}
    methods: dict[str, object] = {"__dataclass_fields__": _Fields(), "__match_args__": tuple(given)}
    if init and "__init__" not in own:
        methods |= {"__init__": _initialiser(given), "__signature__": _Signature()}
    if repr and "__repr__" not in own:
        methods["__repr__"] = _writer([name for name in given if name not in told or told[name].repr])
    if eq and "__eq__" not in own:
        compared = [name for name in given if name not in told or told[name].compare]
        equal, hashed = _comparers(compared)
        methods |= {"__eq__": equal, "__hash__": hashed if frozen else None}
    if frozen:
        methods |= {"__setattr__": _refuse_change, "__delattr__": _refuse_change}
    for name, method in methods.items():
        setattr(cls, name, method)
    return cls


def _initialiser(given: Mapping[str, Any]) -> Callable[..., None]:
    """Return what fills a new object, from values in the order of the fields and from named ones.

    `given` has by name what stands behind each field in its class: a default, a Field, or MISSING.
    """
    names, known = tuple(given), frozenset(given)
    defaults = {name: default for name, value in given.items() if (default := _default(value)) is not MISSING}
    factories = {
        name: value.default_factory
        for name, value in given.items()
        if name not in defaults and value is not MISSING and value.default_factory is not MISSING
    }

    def initialise(self: Any, *values: Any, **named: Any) -> None:
        state = self.__dict__
        state.update(zip(names, values, strict=False))
        state.update(named)
        given = len(state)
        if given < len(names):
            for name, value in defaults.items():
                state.setdefault(name, value)
            for name, factory in factories.items():
                if name not in state:
                    state[name] = factory()
        # A wrong name and a field that lacks are as many as are wanted.
        if given < len(values) + len(named) or len(state) != len(names) or not known.issuperset(named):
            inspect.signature(type(self)).bind(*values, **named)  # which says in a TypeError what is wrong
        if finish := getattr(self, "__post_init__", None):
            finish()

    return initialise


def _default(value: Any) -> Any:
    return value.default if isinstance(value, dataclasses.Field) else value


def _writer(names: Iterable[str]) -> Callable[[Any], str]:
    def write(self: Any) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({values})"

    return write


def _comparers(names: Iterable[str]) -> tuple[Callable[[Any, object], Any], Callable[[Any], int]]:
    values: Callable[[Any], object] = attrgetter(*names) if names else lambda _: ()

    def equal(self: Any, other: object) -> Any:
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    def hashed(self: Any) -> int:
        return hash(values(self))

    return equal, hashed


def _refuse_change(_: Any, name: str, *__: Any) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to or delete field {name!r}")


class _Fields:
    """The fields of a class, as the standard library finds them, when somebody asks for them: few are."""

    _lock = Lock()

    def __get__(self, _: object, cls: type) -> dict[str, dataclasses.Field[Any]]:
        with self._lock:
            if vars(cls)["__dataclass_fields__"] is self:
                dataclasses.dataclass(init=False, repr=False, eq=False, match_args=False)(cls)
        fields: dict[str, dataclasses.Field[Any]] = vars(cls)["__dataclass_fields__"]
        return fields


class _Signature:
    """The arguments of a class, made when somebody asks for them, such as `help`."""

    def __get__(self, _: object, cls: type) -> inspect.Signature:
        return inspect.Signature([_parameter(field) for field in dataclasses.fields(cls)])


def _parameter(field: dataclasses.Field[Any]) -> inspect.Parameter:
    default = field.default
    if field.default_factory is not MISSING:
        default = field.default_factory()
    elif default is MISSING:
        default = inspect.Parameter.empty
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Parameter(field.name, kind, default=default, annotation=field.type)


def _replace(one: Any, /, **changes: Any) -> Any:
    """Return a copy with changes, for which the standard one would find the fields."""
    state = vars(one)
    return type(one)(**{name: state[name] for name in one.__match_args__} | changes)


if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:
    dataclass, replace = _dataclass, _replace
