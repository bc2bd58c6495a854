"""Fonts never seen in training → printed tables of how the shipped weights read numbers drawn with them.

Run `python -m training.table`.
"""

from collections import Counter
from collections.abc import Collection

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from fixtures.drawing.crops import decoys, fonts, numbers
from fixtures.drawing.crops.sheets import Faces
from vision.reading.calibration import NO_NUMBER, TRUST
from vision.reading.digits import read_numbers

Probabilities = NDArray[np.float64]
Values = NDArray[np.int64]

TEST_SEED = 2
TEST_CROPS = 600
"""Numbers for each row of the table."""
SURE = 0.999
"""Readings more probable than this, before the floor of `read_numbers`, should never be wrong."""
CONFIDENT = 0.9
"""Numbers taken for another at this probability are told one by one, the commonest mistakes first."""
MISTAKES = 12

CLEAR_CAPS = (8.0, 48.0)
TESTS: dict[str, tuple[Collection[str], tuple[float, float]]] = {
    "plain": ((), CLEAR_CAPS),
    "themes, grey, red": (("theme",), CLEAR_CAPS),
    "JPEG": (("theme", "jpeg"), CLEAR_CAPS),
    "resampled": (("theme", "resampled"), CLEAR_CAPS),
    "frame and rules": (("theme", "line"), CLEAR_CAPS),
    "neighbours": (("theme", "neighbours"), CLEAR_CAPS),
    "struck through": (("theme", "struck"), CLEAR_CAPS),
    "penned": (("theme", "penned"), CLEAR_CAPS),
    "penned, photo": (("penned", "photo"), CLEAR_CAPS),
    "in rings and boxes": (("theme", "enclosed"), CLEAR_CAPS),
    "the same, blurred": (("theme", "enclosed", "blurred"), CLEAR_CAPS),
    "touching": (("touching",), (8.0, 24.0)),
    "photo": (("theme", "photo"), CLEAR_CAPS),
    "6 px": (("theme",), (5.5, 6.5)),
    "6 px JPEG": (("theme", "jpeg"), (5.5, 6.5)),
    "8 px JPEG": (("theme", "jpeg"), (7.5, 8.5)),
    "4-6 px touching": (("touching",), (4.5, 6.0)),
    "blurred": (("theme", "blurred"), CLEAR_CAPS),
    "screen": (("theme", "screen"), CLEAR_CAPS),
    "noisy": (("theme", "noisy"), CLEAR_CAPS),
    "few colours": (("theme", "coarse"), CLEAR_CAPS),
    "struck 6-8 px": (("theme", "struck"), (6.0, 8.0)),
}
"""What the table shows: effects and digit heights of numbers drawn with families never seen in training."""
DECOY_EFFECTS = ("theme", "line", "neighbours")


def print_table(seed: int) -> None:
    """Print how numbers and decoys drawn with the test families are read, and how far to trust it."""
    found = fonts.find_faces(fonts.TEST)
    faces = {group: [face for face in members if not face.old_style] for group, members in found.items()}
    everything = [*_print_numbers(faces, seed), *_print_decoys(faces, seed)]
    _print_honesty(*(np.concatenate(part) for part in zip(*everything, strict=True)))


def _print_numbers(faces: Faces, seed: int) -> list[tuple[Probabilities, Values]]:
    print(f"{'numbers':20} {'right %':>8} {'called none %':>14} {'mean p of truth':>16}")
    everything = []
    for row, (name, (effects, caps)) in enumerate(TESTS.items()):
        rng = np.random.default_rng([seed, row])
        drawn = [numbers.draw_number(rng, faces, effects, caps=caps) for _ in range(TEST_CROPS)]
        readings, values = _read(drawn)
        everything.append((readings, values))
        best, truth = readings.argmax(axis=1), readings[np.arange(len(values)), values]
        called_none = 100 * (best == NO_NUMBER).mean()
        print(f"{name:20} {100 * (best == values).mean():8.1f} {called_none:14.2f} {truth.mean():16.4f}")
    return everything


def _read(crops: list[numbers.Crop]) -> tuple[Probabilities, Values]:
    """Return probabilities before the floor, and the truth."""
    seen = np.exp(read_numbers([crop.picture for crop in crops]))
    unfloored = (seen - (1 - TRUST) / seen.shape[1]) / TRUST
    return unfloored, np.array([NO_NUMBER if crop.value is None else crop.value for crop in crops])


def _print_decoys(faces: Faces, seed: int) -> list[tuple[Probabilities, Values]]:
    print(f"\n{'no numbers':20} {'called none %':>14} {'none p > 0.99 %':>16} {'read p > 0.9 %':>15}")
    everything = []
    for row, kind in enumerate(decoys.DECOYS):
        rng = np.random.default_rng([seed, len(TESTS) + row])
        drawn = [_draw_decoy(rng, faces, kind) for _ in range(TEST_CROPS // 3)]
        readings, values = _read(drawn)
        everything.append((readings, values))
        misread = 100 * (readings[:, :NO_NUMBER].max(axis=1) > CONFIDENT).mean()
        none, sure = readings.argmax(axis=1) == values, readings[:, NO_NUMBER] > 0.99
        print(f"{kind:20} {100 * none.mean():14.1f} {100 * sure.mean():16.1f} {misread:15.2f}")
    return everything


def _draw_decoy(rng: Generator, faces: Faces, kind: str) -> numbers.Crop:
    effects = [name for name in DECOY_EFFECTS if rng.random() < 0.5]
    return numbers.draw_decoy(rng, faces, effects, kind=kind)


def _print_honesty(readings: Probabilities, values: Values) -> None:
    best, confidence = readings.argmax(axis=1), readings.max(axis=1)
    right = best == values
    error = _ece(confidence, right)
    print(f"\nall {len(values)}: {100 * right.mean():.2f} % right, calibration error {error:.4f}")
    sure = confidence > SURE
    print(f"p > {SURE}: {100 * sure.mean():.1f} % of readings, {(sure & ~right).sum()} of them wrong")
    likely, truth = (readings > 1e-3).sum(axis=1).mean(), readings[np.arange(len(values)), values]
    print(
        f"p > 0.001: {likely:.2f} values a crop, the truth among them in {100 * (truth > 1e-3).mean():.2f} %"
    )
    _print_mistakes(best, confidence, values)


def _print_mistakes(best: Values, confidence: Probabilities, values: Values) -> None:
    told = (best != values) & (confidence > CONFIDENT) & (values != NO_NUMBER)
    pairs = Counter(zip(values[told].tolist(), best[told].tolist(), strict=True)).most_common(MISTAKES)
    words = ", ".join(f"{_word(value)} as {_word(read)} {count}" for (value, read), count in pairs)
    print(f"numbers misread at p > {CONFIDENT}: {told.sum()}; {words}")


def _word(value: int) -> str:
    return "none" if value == NO_NUMBER else str(value)


def _ece(confidence: Probabilities, right: NDArray[np.bool_]) -> float:
    """Return the expected calibration error: mean gap of confidence and share of right ones, in 15 bins."""
    bins = np.minimum((confidence * 15).astype(int), 14)
    gaps = [abs(confidence[bins == place].sum() - right[bins == place].sum()) for place in range(15)]
    return float(sum(gaps) / len(right))


if __name__ == "__main__":
    print_table(TEST_SEED)
