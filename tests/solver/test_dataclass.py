"""Dataclasses whose methods are shared behave as those of the standard library, which compiles them."""

import dataclasses
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field
from functools import cached_property

import pytest

from solver.dataclass import dataclass as shared
from solver.dataclass import replace
from solver.puzzle import Solution


def made(dataclass, **options):
    """Return a class made by a decorator: with a required field, a default, and a list of its own."""

    @dataclass(**options)
    class Point:
        """A point."""

        x: int
        y: int = 2
        seen: list = field(default_factory=list, compare=False, repr=False)

    return Point


FROZEN = [made(dataclass, frozen=True) for dataclass in (dataclasses.dataclass, shared)]
CALLS = [
    "cls(1)",
    "cls(1, 3)",
    "cls(x=1)",
    "cls(1, y=4, seen=[1])",
    "cls(1, 2, [])",
    "cls()",
    "cls(y=1)",
    "cls(1, x=1)",
    "cls(1, z=1)",
    "cls(1, z=1, seen=[])",
    "cls(y=1, seen=[], z=1)",
    "cls(1, 2, [], 3)",
    "cls(1).seen is cls(1).seen",
    "cls(1) == cls(1, 2, [3])",
    "cls(1) == cls(2)",
    "cls(1) == (1, 2)",
    "hash(cls(1)) == hash(cls(1, 2, [3]))",
    "dataclasses.replace(cls(1), y=5)",
    "dataclasses.replace(cls(1), z=5)",
    "dataclasses.asdict(cls(1))",
    "[one.name for one in dataclasses.fields(cls)]",
    "cls.__match_args__",
    "setattr(cls(1), 'x', 2)",
    "delattr(cls(1), 'x')",
    "list(__import__('inspect').signature(cls).parameters)",
]


@pytest.mark.parametrize("call", CALLS)
def test_a_class_does_as_the_standard_one(call):
    outcomes = []
    for cls in FROZEN:
        try:
            outcomes.append(repr(eval(call, {**globals(), "cls": cls})))
        except (TypeError, AttributeError) as error:
            outcomes.append(type(error))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("options", [{}, {"eq": False}, {"frozen": True, "eq": False}, {"repr": False}])
def test_options_mean_the_same(options):
    for cls in (made(dataclass, **options) for dataclass in (dataclasses.dataclass, shared)):
        point = cls(1)
        assert (point == cls(1)) is options.get("eq", True)
        assert (cls.__hash__ is None) is (options.get("eq", True) and not options.get("frozen"))
        assert ("Point(x=1, y=2)" in repr(point)) is options.get("repr", True)
        if not options.get("frozen"):
            point.x = 7
            assert point.x == 7


def test_what_a_class_has_of_its_own_stays():
    @shared(frozen=True)
    class Sum:
        """Two numbers, kept sorted."""

        parts: tuple[int, ...]

        def __post_init__(self) -> None:
            object.__setattr__(self, "parts", tuple(sorted(self.parts)))

        def __repr__(self) -> str:
            return "+".join(map(str, self.parts))

    @shared(frozen=True)
    class Word:
        """A word in capitals."""

        text: str

        def __init__(self, said: str) -> None:
            object.__setattr__(self, "text", said.upper())

    assert repr(Word("ink")).endswith("Word(text='INK')")
    assert repr(Sum((2, 1))) == "1+2"
    assert Sum((2, 1)) == Sum((1, 2))


def test_fields_are_found_once_whoever_asks_at_the_same_time():
    for _ in range(20):
        cls = made(shared, frozen=True)
        with ThreadPoolExecutor(4) as pool:
            asked = list(pool.map(dataclasses.fields, [cls] * 4))
        assert all(fields == asked[0] for fields in asked)
        assert dataclasses.fields(cls)[2].default_factory is list


def test_classes_with_the_same_words_as_fields_keep_theirs_apart():
    one, other = made(shared), made(shared)
    assert dataclasses.fields(one)[1] is dataclasses.fields(one)[1]
    assert dataclasses.fields(one)[1] is not dataclasses.fields(other)[1]
    assert dataclasses.is_dataclass(other)


def test_a_copy_with_changes_is_that_of_the_standard_library_and_asks_for_no_fields():
    @shared(frozen=True)
    class Square:
        """A square."""

        side: int
        name: str = ""

        @cached_property
        def area(self) -> int:
            return self.side**2

    square = Square(3, "small")
    assert square.area == 9
    larger = replace(square, side=4)
    assert (larger.area, larger.name, square.side) == (16, "small", 3)
    assert "area" not in vars(replace(larger))
    assert not isinstance(vars(Square)["__dataclass_fields__"], dict)
    assert dataclasses.replace(square, side=4) == larger
    with pytest.raises(TypeError):
        replace(square, width=4)


def test_objects_go_through_pickles():
    solution = Solution(((True,),), unique=True, forced=((True,),))
    assert pickle.loads(pickle.dumps(solution)) == solution


def test_an_option_that_only_the_standard_one_has_is_refused():
    with pytest.raises(TypeError):
        made(shared, order=True)
