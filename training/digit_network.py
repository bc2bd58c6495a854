"""Installed fonts → the network that reads numbers: trained on crops, its temperature fitted on others."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import affine_grid, cross_entropy, dropout, grid_sample, interpolate, max_pool2d

from training import fonts
from training.crops import Crop, Faces, draw_crops
from vision.reading import digits
from vision.reading.calibration import NO_NUMBER, trusted
from vision.reading.network import Weights

CHANNELS = (16, 48, 96, 128)
"""Signals after each convolution: with many more, thirty numbers would take over a hundredth of a second."""
HIDDEN = 96
"""Signals of a whole number."""
LEAST_FACTOR = 1e-3
"""Norms never turn a signal around: reading, they are folded into what comes before the greatest is taken."""
DROPOUT = 0.15
CROPS = 200_000
EPOCHS = 14
BATCH = 256
LEARNING_RATE = 3e-3
DECAY = 1e-3
NO_TENS = -1
"""Target of the tens where no number is: left out of the loss."""
CHUNK = 500
"""Crops that one draw seeds: small enough to share out evenly."""
VALIDATION_CROPS = 8000
ZOOM = (0.88, 1.2)
"""Factors by which what is seen in a patch becomes smaller."""
STRETCHED, SLANTED = 0.08, 0.12
"""Spread, at most, of the factors by which patches are stretched, and of their slant;"""
BENDS, BENT = (5, 6), 0.045
"""and of how far, in halves of a patch, so many rows and columns of its places are moved."""
AS_CUT = 0.25
"""Share of the patches that stay as sharp as they were cut out."""
TEMPERATURES = np.arange(0.5, 2.5, 0.05)
CAUTION = 1.25
"""Times the likeliest temperature: with it, readings that are nearly sure are right as often as they say."""


class Examples(NamedTuple):
    """Crops as the network sees them, and what they say."""

    ink: NDArray[np.uint8]
    """(n, rows, columns, 2): see `ink_of`."""
    alone: NDArray[np.int64]
    """(n,) 0 to 99 or NO_NUMBER: a number that stands alone,"""
    progress: NDArray[np.int64]
    """and the m of n/m."""


class Network(nn.Module):
    """Four convolutions, two linear layers: ink (n, 2, h, w) → scores: see `vision.reading.digits`."""

    def __init__(self) -> None:
        super().__init__()
        first = nn.Conv2d(2, CHANNELS[0], 5, 2, 2, bias=False)
        others = [nn.Conv2d(*channels, 3, 1, 1, bias=False) for channels in pairwise(CHANNELS)]
        self.filters = nn.ModuleList([first, *others])
        self.norms = nn.ModuleList([nn.BatchNorm2d(channels) for channels in CHANNELS])
        self.grid = (digits.PATCH[0] // 8, digits.PATCH[1] // 8)
        self.whole = nn.Linear(CHANNELS[-1] * self.grid[0] * self.grid[1], HIDDEN)
        self.scores = nn.Linear(HIDDEN, digits.OUTPUTS)

    def forward(self, ink: Tensor) -> Tensor:
        """Return (n, OUTPUTS) scores."""
        signal = ink
        for place, (convolution, norm) in enumerate(zip(self.filters, self.norms, strict=True)):
            signal = convolution(signal)
            # Taken before the norm, the greatest of each four is the same and the work a quarter.
            signal = max_pool2d(signal, 2) if place in digits.POOLED else signal
            signal = torch.relu(norm(signal))
        whole = torch.relu(self.whole(dropout(signal.flatten(1), DROPOUT, self.training)))
        scores: Tensor = self.scores(whole)
        return scores

    def keep_upright(self) -> None:
        """Keep the norms' factors above zero."""
        with torch.no_grad():
            for norm in self.norms:
                norm.weight.clamp_(min=LEAST_FACTOR)

    def convolutions(self) -> Iterator[tuple[Tensor, Tensor]]:
        """Yield kernel (side, side, in, out) and bias of each convolution, its norm folded in."""
        for layer, norm in zip(self.filters, self.norms, strict=True):
            factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            kernel = (layer.weight * factor[:, None, None, None]).permute(2, 3, 1, 0)
            yield kernel, norm.bias - norm.running_mean * factor

    def linear(self, temperature: float) -> Iterator[tuple[Tensor, Tensor]]:
        """Yield kernel and bias of the linear layers; the inputs of the first are by row, column, channel."""
        kernel = self.whole.weight.reshape(HIDDEN, CHANNELS[-1], *self.grid).permute(2, 3, 1, 0)
        yield kernel.reshape(-1, HIDDEN), self.whole.bias
        yield self.scores.weight.T / temperature, self.scores.bias / temperature


def draw_examples(families: dict[str, list[str]], count: int, *, seed: int) -> Examples:
    """Draw crops at random, as their ink; in whole chunks."""
    faces = fonts.find_faces(families)
    chunks = [[seed, chunk] for chunk in range(-(-count // CHUNK))]
    with get_context("fork").Pool() as pool:
        drawn = pool.map(partial(_draw_chunk, faces), chunks, chunksize=1)
    return Examples(*(np.concatenate(part) for part in zip(*drawn, strict=True)))


def _draw_chunk(faces: Faces, seeds: list[int]) -> Examples:
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seeds)
    crops: list[Crop] = []
    while len(crops) < CHUNK:
        crops += draw_crops(rng, faces)
    crops = crops[:CHUNK]
    numbers = np.array([NO_NUMBER if crop.value is None else crop.value for crop in crops], np.int64)
    is_progress = np.array([crop.is_progress for crop in crops])
    alone, progress = np.where(is_progress, NO_NUMBER, numbers), np.where(is_progress, numbers, NO_NUMBER)
    return Examples(np.stack([crop.patch for crop in crops]), alone, progress)


def train_network(examples: Examples, seed: int) -> Network:
    """Train the network, each batch distorted anew, on a rate that rises and falls once."""
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    network = Network().to(memory_format=torch.channels_last)
    steps = EPOCHS * (len(examples.ink) // BATCH)
    optimizer = torch.optim.AdamW(network.parameters(), lr=LEARNING_RATE, weight_decay=DECAY)
    rate = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, LEARNING_RATE, total_steps=steps + 1, pct_start=0.15
    )
    for batch in _batches(len(examples.ink), generator):
        distorted = _distorted(_signal(examples.ink[batch]), generator).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):  # twice as fast
            scores = network(distorted)
        alone, progress = (torch.from_numpy(part[batch]) for part in (examples.alone, examples.progress))
        loss = sum(
            _loss(part.float(), values)
            for part, values in zip(scores.split(digits.OUTPUTS // 2, 1), (alone, progress), strict=True)
        )
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it without types
        optimizer.step()
        network.keep_upright()
        rate.step()
    return network.eval()


def _batches(count: int, generator: torch.Generator) -> Iterator[NDArray[np.int64]]:
    for _ in range(EPOCHS):
        order = torch.randperm(count, generator=generator).numpy()
        for start in range(0, count - BATCH + 1, BATCH):
            yield order[start : start + BATCH]


def _signal(ink: NDArray[np.uint8]) -> Tensor:
    return torch.from_numpy(ink).permute(0, 3, 1, 2).float() / 255


def _distorted(signal: Tensor, generator: torch.Generator) -> Tensor:
    """Shift, stretch, slant, bend and fade each patch, some hardly: one crop or font does for several."""
    count = len(signal)
    normal = partial(torch.randn, generator=generator)
    strength = torch.rand(count, generator=generator)
    change = torch.zeros(count, 2, 3)
    zoom = ZOOM[0] + (ZOOM[1] - ZOOM[0]) * torch.rand(count, generator=generator)
    change[:, 0, 0], change[:, 1, 1] = (zoom + STRETCHED * strength * normal(count) for _ in range(2))
    change[:, 0, 1] = SLANTED * strength * normal(count)
    change[:, :, 2] = 0.05 * normal(count, 2)
    places = affine_grid(change, list(signal.shape), align_corners=False)
    bent = BENT * strength[:, None, None, None] * normal(count, 2, *BENDS)
    places = places + interpolate(bent, signal.shape[2:], mode="bicubic").permute(0, 2, 3, 1)
    fading = 0.2 * torch.rand(count, 1, 1, 1, generator=generator)
    as_cut = torch.rand(count, 1, 1, 1, generator=generator) < AS_CUT
    return torch.where(as_cut, signal, grid_sample(signal, places, align_corners=False)) * (1 - fading)


def _loss(scores: Tensor, values: Tensor) -> Tensor:
    none = values == NO_NUMBER
    tens = torch.where(none, NO_TENS, values // 10)
    ones = torch.where(none, 10, values % 10)
    return cross_entropy(scores[:, :10], tens, ignore_index=NO_TENS) + cross_entropy(scores[:, 10:], ones)


def fit_temperature(network: Network, examples: Examples) -> float:
    """Find by what to divide the scores so that the probabilities are honest, those nearly sure above all.

    The likeliest are decided by the doubtful ones, which are many.
    """
    scores = _scores(network, examples.ink)

    def surprise(temperature: float) -> float:
        cooled = digits.numbers_of(scores / np.float32(temperature))
        truths = zip(cooled, (examples.alone, examples.progress), strict=True)
        return -sum(float(np.log(trusted(told[np.arange(len(true)), true])).mean()) for told, true in truths)

    return CAUTION * float(min(TEMPERATURES, key=surprise))


def _scores(network: Network, ink: NDArray[np.uint8]) -> NDArray[np.float32]:
    batches = np.array_split(ink, range(BATCH, len(ink), BATCH))
    with torch.no_grad():
        parts = [network(_signal(batch)) for batch in batches]
    return np.asarray(torch.cat(parts).numpy(), np.float32)


def weights_of(network: Network, temperature: float) -> Weights:
    """Return the weights as `vision.reading.digits` has them, norms and temperature folded in."""
    weights: Weights = {}
    for place, layer in enumerate([*network.convolutions(), *network.linear(temperature)]):
        for part, values in zip(("kernel", "bias"), layer, strict=True):
            weights[f"digits{place}.{part}"] = values.detach().numpy()
    return weights
