"""Installed fonts → vision/digits.npz, the weights that `vision.digits` reads numbers with, and how well it does.

Run `python -m vision.train.train`. Everything random is seeded, so the same fonts and libraries give the same file.
"""

import argparse
import time
from collections.abc import Collection, Iterator
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import affine_grid, cross_entropy, grid_sample

from vision import digits
from vision.train import fonts, numbers

WEIGHTS = Path(digits.__file__).with_name("digits.npz")
CHANNELS = (12, 24, 32)
"""Signals after each convolution: more did not read better, fewer read worse."""
DROPOUT = 0.15
BATCH = 256
LEARNING_RATE = 3e-3
DECAY = 1e-3
NO_TENS = -1
"""Target of the tens where no number is: left out of the loss."""
CHUNK = 500
"""Crops that one draw seeds: small enough to share out evenly."""
PROCESSES = 2
VALIDATION_CROPS = 8000
TEST_CROPS = 1500
TEMPERATURES = np.arange(0.5, 2.5, 0.05)
SURE = 0.999
"""Readings more probable than this, before the floor of `read_numbers`, should never be wrong."""

CLEAR_CAPS = (8.0, 48.0)
TESTS: dict[str, tuple[Collection[str], tuple[float, float]]] = {
    "plain": ((), CLEAR_CAPS),
    "themes, grey, red": (("theme",), CLEAR_CAPS),
    "JPEG": (("theme", "jpeg"), CLEAR_CAPS),
    "resampled": (("theme", "resampled"), CLEAR_CAPS),
    "frame and rules": (("theme", "line"), CLEAR_CAPS),
    "neighbours": (("theme", "neighbours"), CLEAR_CAPS),
    "struck through": (("theme", "struck"), CLEAR_CAPS),
    "touching": (("touching",), (8.0, 24.0)),
    "photo": (("theme", "photo"), CLEAR_CAPS),
    "6 px": (("theme",), (5.5, 6.5)),
    "6 px JPEG": (("theme", "jpeg"), (5.5, 6.5)),
    "8 px JPEG": (("theme", "jpeg"), (7.5, 8.5)),
    "4-6 px touching": (("touching",), (4.5, 6.0)),
}
"""What the table shows: effects and digit heights of the numbers drawn with families never seen in training."""
DECOY_EFFECTS = ("theme", "line", "neighbours")


class Examples(NamedTuple):
    """Crops as the networks see them, and what they say."""

    number_patches: NDArray[np.uint8]
    crop_patches: NDArray[np.uint8]
    values: NDArray[np.int64]
    """(n,) 0 to 99 or NO_NUMBER."""


class Network(nn.Module):
    """Three convolutions and a linear layer: patch (n, 1, h, w) → ten scores for the tens, eleven for the ones."""

    def __init__(self, patch: tuple[int, int]) -> None:
        super().__init__()
        first, second, third = CHANNELS
        self.convolutions = nn.ModuleList(
            [
                nn.Conv2d(1, first, 5, stride=2, padding=2, bias=False),
                nn.Conv2d(first, second, 3, padding=1, bias=False),
                nn.Conv2d(second, third, 3, padding=1, bias=False),
            ]
        )
        self.norms = nn.ModuleList([nn.BatchNorm2d(channels) for channels in CHANNELS])
        self.grid = (patch[0] // 8, patch[1] // 8)
        self.drop = nn.Dropout(DROPOUT)
        self.scores = nn.Linear(third * self.grid[0] * self.grid[1], 21)

    def forward(self, patches: Tensor) -> Tensor:
        signal = patches
        for layer, (convolution, norm) in enumerate(zip(self.convolutions, self.norms, strict=True)):
            signal = torch.relu(norm(convolution(signal)))
            signal = nn.functional.max_pool2d(signal, 2) if layer > 0 else signal
        scores: Tensor = self.scores(self.drop(signal.flatten(1)))
        return scores


def main() -> None:
    """Draw, train, fit the temperature, write the weights, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--crops", type=int, default=200_000)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(PROCESSES)
    clock = Clock()
    examples = draw_examples(fonts.TRAINING, options.crops, seed=options.seed)
    clock.tell(f"drew {options.crops} crops")
    networks = []
    for patches, shape in (
        (examples.number_patches, digits.NUMBER_PATCH),
        (examples.crop_patches, digits.CROP_PATCH),
    ):
        networks.append(train(Network(shape), patches, examples.values, options.epochs, seed=options.seed))
        clock.tell("trained a network")
    temperature = fit_temperature(
        networks, draw_examples(fonts.VALIDATION, VALIDATION_CROPS, seed=options.seed + 1)
    )
    clock.tell(f"fitted temperature {temperature:.2f}")
    save_weights(networks, temperature, WEIGHTS)
    print_table(seed=options.seed + 2)
    clock.tell("tested")


class Clock:
    """Tells how long each step took."""

    def __init__(self) -> None:
        self.last = time.monotonic()

    def tell(self, step: str) -> None:
        """Print the step with the seconds since the one before."""
        now = time.monotonic()
        print(f"{now - self.last:6.0f} s  {step}", flush=True)
        self.last = now


def draw_examples(families: dict[str, list[str]], count: int, *, seed: int) -> Examples:
    """Draw crops at random and turn them into patches, `count` rounded up to whole chunks."""
    faces = fonts.find_faces(families)
    chunks = range(-(-count // CHUNK))
    with get_context("fork").Pool(PROCESSES) as pool:
        drawn = pool.map(partial(_draw_chunk, faces, seed), chunks, chunksize=1)
    return Examples(*(np.concatenate(part) for part in zip(*drawn, strict=True)))


def _draw_chunk(faces: numbers.Faces, seed: int, chunk: int) -> Examples:
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, chunk])
    crops = [numbers.draw_crop(rng, faces) for _ in range(CHUNK)]
    values = np.array([crop.value for crop in crops], np.int64)
    return Examples(*digits.glyph_patches([crop.picture for crop in crops]), values)


def train(
    network: Network, patches: NDArray[np.uint8], values: NDArray[np.int64], epochs: int, *, seed: int
) -> Network:
    """Train in place, each batch distorted anew, on a rate that rises and falls once."""
    generator = torch.Generator().manual_seed(seed)
    torch.manual_seed(seed)
    for weights in network.parameters():
        if weights.dim() > 1:
            nn.init.kaiming_uniform_(weights, nonlinearity="relu", generator=generator)
    steps = epochs * (len(patches) // BATCH)
    optimizer = torch.optim.AdamW(network.parameters(), lr=LEARNING_RATE, weight_decay=DECAY)
    rate = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, LEARNING_RATE, total_steps=steps + 1, pct_start=0.15
    )
    network.train()
    for batch in _batches(len(patches), epochs, generator):
        signal = torch.from_numpy(patches[batch]).float()[:, None] / 255
        loss = _loss(network(_distorted(signal, generator)), torch.from_numpy(values[batch]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        rate.step()
    return network.eval()


def _batches(count: int, epochs: int, generator: torch.Generator) -> Iterator[NDArray[np.int64]]:
    for _ in range(epochs):
        order = torch.randperm(count, generator=generator).numpy()
        for start in range(0, count - BATCH + 1, BATCH):
            yield order[start : start + BATCH]


def _distorted(signal: Tensor, generator: torch.Generator) -> Tensor:
    """Shift, stretch, slant, fade and grain a batch a little: thousands of crops then do for millions."""
    count = len(signal)
    noise = partial(torch.randn, generator=generator)
    change = torch.zeros(count, 2, 3)
    change[:, 0, 0], change[:, 1, 1] = 1 + 0.06 * noise(count), 1 + 0.06 * noise(count)
    change[:, 0, 1] = 0.04 * noise(count)
    change[:, :, 2] = 0.045 * noise(count, 2)
    moved = grid_sample(
        signal, affine_grid(change, list(signal.shape), align_corners=False), align_corners=False
    )
    gain = 1 - 0.3 * torch.rand(count, 1, 1, 1, generator=generator)
    grain = 0.03 * torch.rand(count, 1, 1, 1, generator=generator) * noise(*signal.shape)
    return moved * gain + grain


def _loss(scores: Tensor, values: Tensor) -> Tensor:
    none = values == digits.NO_NUMBER
    tens = torch.where(none, NO_TENS, values // 10)
    ones = torch.where(none, 10, values % 10)
    return cross_entropy(scores[:, :10], tens, ignore_index=NO_TENS) + cross_entropy(scores[:, 10:], ones)


def fit_temperature(networks: list[Network], examples: Examples) -> float:
    """Find by what to divide the scores so that the averaged probabilities are the likeliest, hence honest."""
    patches = (examples.number_patches, examples.crop_patches)
    scores = [_scores(network, seen) for network, seen in zip(networks, patches, strict=True)]

    def surprise(temperature: float) -> float:
        seen = np.mean(
            [digits.value_probabilities(part / np.float32(temperature)) for part in scores], axis=0
        )
        truth = seen[np.arange(len(seen)), examples.values]
        return float(-np.log(digits.TRUST * truth + (1 - digits.TRUST) / seen.shape[1]).mean())

    return min(TEMPERATURES.tolist(), key=surprise)


def _scores(network: Network, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    with torch.no_grad():
        parts = [network(part.float()[:, None] / 255) for part in torch.from_numpy(patches).split(BATCH)]
    return np.asarray(torch.cat(parts).numpy(), np.float32)


def save_weights(networks: list[Network], temperature: float, path: Path) -> None:
    """Write the weights as half floats, norms and temperature folded in, laid out as `vision.digits` reads them."""
    weights: dict[str, NDArray[np.float16]] = {}
    for name, network in zip(("number", "crop"), networks, strict=True):
        for layer, (kernel, bias) in enumerate([*_convolutions(network), _linear(network, temperature)]):
            weights[f"{name}_kernel{layer}"] = kernel.detach().numpy().astype(np.float16)
            weights[f"{name}_bias{layer}"] = bias.detach().numpy().astype(np.float16)
    np.savez_compressed(path, **weights)  # type: ignore[arg-type]  # the keywords are names of arrays


def _convolutions(network: Network) -> Iterator[tuple[Tensor, Tensor]]:
    for convolution, norm in zip(network.convolutions, network.norms, strict=True):
        factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        kernel = convolution.weight * factor[:, None, None, None]
        yield kernel.permute(2, 3, 1, 0), norm.bias - norm.running_mean * factor


def _linear(network: Network, temperature: float) -> tuple[Tensor, Tensor]:
    """Order the inputs row, column, channel, and make the scores cooler or hotter."""
    kernel = network.scores.weight.reshape(21, CHANNELS[-1], *network.grid).permute(2, 3, 1, 0)
    return kernel.reshape(-1, 21) / temperature, network.scores.bias / temperature


def print_table(*, seed: int) -> None:
    """Print how numbers and decoys drawn with families never seen in training are read."""
    faces = {group: [face for face in found if not face.old_style] for group, found in _test_faces().items()}
    everything = []
    print(f"{'numbers':20} {'right %':>8} {'called none %':>14} {'mean p of truth':>16}")
    for row, (name, (effects, caps)) in enumerate(TESTS.items()):
        rng = np.random.default_rng([seed, row])
        drawn = [numbers.draw_number(rng, faces, effects, caps=caps) for _ in range(TEST_CROPS)]
        readings, values = _read(drawn)
        everything.append((readings, values))
        best, truth = readings.argmax(axis=1), readings[np.arange(len(values)), values]
        called_none = 100 * (best == digits.NO_NUMBER).mean()
        print(f"{name:20} {100 * (best == values).mean():8.1f} {called_none:14.2f} {truth.mean():16.4f}")
    everything.append(_print_decoys(faces, seed))
    _print_honesty(*(np.concatenate(part) for part in zip(*everything, strict=True)))


def _test_faces() -> numbers.Faces:
    return fonts.find_faces(fonts.TEST)


def _read(crops: list[numbers.Crop]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Probabilities before the floor, and the truth."""
    seen = np.exp(digits.read_numbers([crop.picture for crop in crops]))
    unfloored = (seen - (1 - digits.TRUST) / seen.shape[1]) / digits.TRUST
    return unfloored, np.array([crop.value for crop in crops])


def _print_decoys(faces: numbers.Faces, seed: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    print(f"\n{'no numbers':20} {'called none %':>14} {'read p > 0.9 %':>15}")
    everything = []
    for row, kind in enumerate(numbers.DECOYS):
        rng = np.random.default_rng([seed, len(TESTS) + row])
        effects = [[name for name in DECOY_EFFECTS if rng.random() < 0.5] for _ in range(TEST_CROPS // 3)]
        readings, values = _read([numbers.draw_decoy(rng, faces, chosen, kind=kind) for chosen in effects])
        everything.append((readings, values))
        misread = 100 * (readings[:, : digits.NO_NUMBER].max(axis=1) > 0.9).mean()
        print(f"{kind:20} {100 * (readings.argmax(axis=1) == values).mean():14.1f} {misread:15.2f}")
    readings, values = (np.concatenate(part) for part in zip(*everything, strict=True))
    return readings, values


def _print_honesty(readings: NDArray[np.float64], values: NDArray[np.int64]) -> None:
    best, confidence = readings.argmax(axis=1), readings.max(axis=1)
    right = best == values
    print(
        f"\nall {len(values)}: {100 * right.mean():.2f} % right, calibration error {_ece(confidence, right):.4f}"
    )
    sure = confidence > SURE
    print(f"p > {SURE}: {100 * sure.mean():.1f} % of readings, {(sure & ~right).sum()} of them wrong")
    truth = readings[np.arange(len(values)), values]
    print(
        f"truth among candidates with p > 0.001: {100 * (truth > 1e-3).mean():.2f} %, "
        f"{(readings > 1e-3).sum(axis=1).mean():.2f} candidates a crop"
    )


def _ece(confidence: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Expected calibration error: how far confidence is from the share of right readings, over 15 equal bins."""
    bins = np.minimum((confidence * 15).astype(int), 14)
    gaps = [abs(confidence[bins == b].sum() - right[bins == b].sum()) for b in range(15)]
    return float(sum(gaps) / len(right))


if __name__ == "__main__":
    main()
