"""Fonts never seen in training → a printed table of how the shipped weights read numbers written with them.

Run `python -m training.table`.
"""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from training import fonts
from training.crops import Crop, Faces, Test, draw_test
from vision.reading.calibration import NO_NUMBER
from vision.reading.digits import read_patches

Probabilities = NDArray[np.float64]
Values = NDArray[np.int64]

TEST_SEED = 2
TEST_CROPS = 600
"""Numbers for each row of the table."""
SURE = 0.999
"""Readings more probable than this should never be wrong."""
CONFIDENT = 0.9
"""Numbers taken for another at this probability are told one by one, the commonest mistakes first."""
MISTAKES = 12

PLAIN = {
    "pitch": (30.0, 70.0), "digits": (0.3, 0.55), "segments": 0.0, "done": 0.0, "under_frame": 0.0,
    "bars": 0.0, "clue_signs": (("", 1.0),), "square": 1.0, "progress": (("", 1.0),),
}  # fmt: skip
PRINTED = {"sheet photographed": 1.0}
TESTS: dict[str, Test] = {
    "plain": Test(PLAIN),
    "small beside cells": Test({**PLAIN, "digits": (0.18, 0.27)}),
    "8 px high": Test({**PLAIN, "pitch": (18.0, 22.0), "digits": (0.39, 0.42)}),
    "6 px high": Test({**PLAIN, "pitch": (14.0, 17.0), "digits": (0.38, 0.41)}),
    "JPEG": Test(PLAIN, ({"any JPEG": 1.0},)),
    "6 px, JPEG": Test({**PLAIN, "pitch": (14.0, 17.0), "digits": (0.38, 0.41)}, ({"rough JPEG": 1.0},)),
    "resized": Test(PLAIN, ({"resized": 1.0},)),
    "reduced": Test(PLAIN, ({"reduced to 12 to 20": 1.0},)),
    "few colours, formats": Test(PLAIN, ({"stored": 1.0},)),
    "enlarged pixels": Test(PLAIN, ({"enlarged": 1.0},)),
    "blurred": Test(PLAIN, ({"blurred": 1.0},)),
    "noisy": Test(PLAIN, ({"noisy": 1.0},)),
    "recoloured": Test(PLAIN, ({"recoloured": 1.0},)),
    "in rings and boxes": Test({**PLAIN, "clue_signs": (("ring", 0.3), ("disc", 0.4), ("box", 0.3))}),
    "ticked off, struck": Test({**PLAIN, "done": 1.0}),
    "the frame over them": Test({**PLAIN, "under_frame": 1.0}),
    "segments": Test({**PLAIN, "segments": 1.0}),
    "as progress": Test({**PLAIN, "progress": (("/", 0.7), (" / ", 0.3))}),
    "beside buttons": Test({**PLAIN, "bars": 1.0, "around": 0.0}),
    "photographed": Test(PLAIN, ({"photographed": 1.0},)),
    "printed": Test(mishaps=(PRINTED,), printed=True),
    "printed, penned": Test(mishaps=({"clues done": 1.0}, PRINTED), printed=True),
    "any": Test(),
}
"""What the table shows: numbers beside boards, with families never seen in training."""


def print_table(seed: int) -> None:
    """Print how numbers in the test families are read, by row and by font, and how far to trust it."""
    faces = fonts.find_faces(fonts.TEST)
    print(f"{'numbers':20} {'right %':>8} {'called none %':>14} {'mean p of truth':>16}")
    everything = [_row(faces, name, test, [seed, row]) for row, (name, test) in enumerate(TESTS.items())]
    print(f"\n{'fonts':20} {'right %':>8} {'called none %':>14} {'mean p of truth':>16}")
    for row, (group, members) in enumerate(faces.items()):
        everything.append(_row({group: members}, group, TESTS["plain"], [seed, len(TESTS) + row]))
    _print_honesty(*(np.concatenate(part) for part in zip(*everything, strict=True)))


def _row(faces: Faces, name: str, test: Test, seeds: list[int]) -> tuple[Probabilities, Values]:
    """Print a row of numbers; return their probabilities, and the truth."""
    rng, crops = np.random.default_rng(seeds), list[Crop]()
    while len(crops) < TEST_CROPS:
        crops += draw_test(rng, faces, test)
    crops = crops[:TEST_CROPS]
    read = read_patches(np.stack([crop.patch for crop in crops]))
    readings = np.where([[crop.is_progress] for crop in crops], read.progress, read.alone)
    values = np.array([NO_NUMBER if crop.value is None else crop.value for crop in crops])
    best, truth = readings.argmax(axis=1), readings[np.arange(len(values)), values]
    none = 100 * (best == NO_NUMBER).mean()
    print(f"{name:20} {100 * (best == values).mean():8.1f} {none:14.2f} {truth.mean():16.4f}", flush=True)
    return readings, values


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
