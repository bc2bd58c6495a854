"""All networks, from nothing: `python -m training.train [board|digits] [--seed N] [--without KIND]…`.

Draws boards and crops with the renderer, trains, fits temperatures on pictures by other hands, and writes the
weights to where `vision` loads them from, or to a folder. It takes four hours on two cores, less than one
with an accelerator, and is seeded: the same libraries, fonts and kind of processor give the same files.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from training import board_network, boards, digit_network, fonts
from training.table import TEST_SEED, print_table
from vision.reading import digits, seen
from vision.reading.network import Weights, load_weights, save_weights

NETWORKS = ("board", "digits")


class Clock:
    """Tells how long each step took."""

    def __init__(self) -> None:
        self.last = time.monotonic()

    def tell(self, step: str) -> None:
        """Print the step with the seconds since the one before."""
        now = time.monotonic()
        print(f"{now - self.last:6.0f} s  {step}", flush=True)
        self.last = now


def main() -> None:
    """Train the networks that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("networks", nargs="*", choices=NETWORKS, help="which; all if none is named")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--without", action="append", default=[], choices=sorted(boards.LEAVABLE), metavar="KIND",
        help="leave out a kind of boards, a part of the space, a way to shade or a sign, to see its worth",
    )  # fmt: skip
    parser.add_argument("--share", type=float, default=1.0, help="of the boards and steps, to try things out")
    parser.add_argument("--to", type=Path, help="a folder for the weights")
    parser.add_argument(
        "--resume", type=Path, metavar="FOLDER",
        help="keep drawn boards and half-trained weights in a folder, and go on with what is there",
    )  # fmt: skip
    parser.add_argument(
        "--start", type=Path, action="append", default=[], metavar="WEIGHTS",
        help="train on from weights for boards; of several, from their mean",
    )  # fmt: skip
    options = parser.parse_args()
    clock, wanted = Clock(), options.networks or NETWORKS
    if "board" in wanted:
        path = options.to / seen.WEIGHTS.name if options.to else seen.WEIGHTS
        train_board(clock, options, path)
    if "digits" in wanted:
        path = options.to / digits.WEIGHTS.name if options.to else digits.WEIGHTS
        train_digits(clock, options.seed, path)


def train_board(clock: Clock, options: argparse.Namespace, path: Path) -> None:
    """Train the network that looks at the board, on a share of the boards for a share of the steps."""
    seed, folder, without = options.seed, options.resume, frozenset(options.without)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    count, steps = (round(options.share * whole) for whole in (board_network.BOARDS, board_network.STEPS))
    examples = board_network.draw_boards(count, seed, without=without, folder=folder)
    clock.tell(f"drew {len(examples)} boards")
    start = mean_of([load_weights(path) for path in options.start]) if options.start else None
    checkpoint = folder and folder / "board.checkpoint"
    weights = board_network.train_board(examples, steps, seed, start, checkpoint)
    clock.tell("trained the network that looks at boards")
    calibration = board_network.draw_boards(
        board_network.CALIBRATION_BOARDS, seed, "calibration", folder=folder
    )
    trust = board_network.fit_trust(weights, calibration)
    weights |= board_network.fit_whole(weights, calibration)
    clock.tell(f"fitted temperatures {trust.tolist()} on {len(calibration)} boards by other hands")
    save_weights(path, {**weights, "trust": trust})


def mean_of(trained: Sequence[Weights]) -> Weights:
    """Return the mean of weights that were trained apart from the same start: better than any of them.

    Wortsman et al., "Model soups", 2022.
    """
    return {name: np.mean([weights[name] for weights in trained], axis=0) for name in trained[0]}


def train_digits(clock: Clock, seed: int, path: Path) -> None:
    """Train the network that reads numbers, and print how it reads fonts that it never saw."""
    examples = digit_network.draw_examples(fonts.TRAINING, digit_network.CROPS, seed=seed)
    clock.tell(f"drew {len(examples.alone)} crops")
    network = digit_network.train_network(examples, seed)
    clock.tell("trained the network that reads numbers")
    validation = digit_network.draw_examples(fonts.VALIDATION, digit_network.VALIDATION_CROPS, seed=seed + 1)
    temperature = digit_network.fit_temperature(network, validation)
    clock.tell(f"fitted temperature {temperature:.2f}")
    save_weights(path, digit_network.weights_of(network, temperature))
    if path == digits.WEIGHTS:  # the table is of the weights that are there
        print_table(TEST_SEED)
        clock.tell("tested")


if __name__ == "__main__":
    main()
