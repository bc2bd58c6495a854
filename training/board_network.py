"""The network that looks at the whole board: trained on boards of all kinds, calibrated on others.

`vision.reading.network` runs it in NumPy.
"""

import os
import pickle
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import conv2d, cross_entropy
from torch.utils.data import DataLoader, Dataset

from fixtures.drawing.paper.hands import Population
from training import boards
from training.boards import Example
from training.proposals import IGNORED
from vision.reading.flat import BEYOND
from vision.reading.network import (
    AROUND,
    BORDER,
    CELL,
    CLUE,
    CORNER,
    CUT,
    FRAME,
    NO_CELL,
    OUTSIDE,
    PASSES,
    PATCH,
    PUZZLES,
    SIDE,
    SMALL,
    WAYS,
    Places,
    Weights,
    along_lines,
    places,
    probabilities,
    scores,
)
from vision.reading.planes import NEUTRAL, PITCH
from vision.reading.seen import SMALLEST, doubt, tempered

PLANES, PATCHES, PLACES, MEASURED, CHANNELS, TOLD = 5, 40, 48, 3, 64, 48
"""Channels of the layers."""
BOARDS, STEPS = 50_000, 40_000
LENGTHS = (12, 15, 19, 24, 32)
"""Rows and columns of a lattice, with what is around it, that are trained on at once: as many as a board has,
so that it learns to compare whole lines, but hardly ever more, as they would be trained on in vain."""
PARTS = 0.4
"""Share of the steps that see parts of boards, no larger than the least: more kinds of boards in a step."""
PLACES_AT_ONCE = 5_000
"""Cells of all windows of a step, of a board or not."""
LEARNING_RATE, FINAL_SHARE = 1e-3, 0.01
WARM_UP = 200
"""Steps in which the rate rises."""
DECAY = 1e-2
KEPT = 0.998
"""Share of the averaged weights that is kept in a step."""
HEADS = ("sides", "cells", "puzzle", "up")
"""Layers whose results are told: trained by AdamW, as all that is no kernel within the network."""
STEEPEST = 2.0
"""Length of the gradient, at most."""
QUARTERS = {
    (False, False, False): 0, (True, True, False): 1, (False, True, True): 2, (True, False, True): 3,
    (False, True, False): IGNORED, (False, False, True): IGNORED, (True, False, False): IGNORED,
    (True, True, True): IGNORED,
}  # fmt: skip
"""By how many quarters a window has to be turned clockwise to stand upright again after its rows and columns
were exchanged, its rows put in reverse order, and its columns; mirrored ones never do."""
OFF = (-1, 0, 0, 0, 1)
"""Pixels by which windows lie off."""
NOWHERE = -1
"""What places of a window are in which no board is shown."""
REPORTED = 500
"""Steps after which the loss is printed, and the checkpoint written."""
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
CONTRAST, SHIFT, SATURATION, GRAIN = (0.75, 1.25), 4.0, (0.5, 1.3), (0.0, 6.0)
"""By how much pictures vary from step to step: factors, and levels of 255."""
CALIBRATION_BOARDS = 1_234
WHOLE = 0.1
"""Weight of what a board is as a whole: it is told once a window, places hundreds of times."""
MISREAD = 1.0
"""Mean surprise, in nats, from which a whole board was misread."""
MOSTLY = 0.9
"""Share of an edge that is a frame: something may lie over the rest."""
HIDDEN = 6.0
"""Surprise at a side, in nats, beyond which nothing shows what it is: it says nothing of what can be seen."""
GROUPS = 6
"""Into which boards are put by their doubt: taken together, the most doubtful would decide alone how sure of
clear ones the network is, at which it is surprised a thousandth as much."""
TEMPERATURES_OF_WHOLE = np.arange(0.5, 3.0, 0.1)
TEMPERATURES, GROWTHS = np.arange(0.4, 1.1, 0.1), np.arange(0.0, 3.1, 0.25)


class Layer(nn.Module):
    """A convolution whose kernel is one matrix, (outputs, inputs * side * side), as Muon has it."""

    def __init__(
        self, inputs: int, outputs: int, side: int = 1, stride: int = 1, pad: int = 0, *, gain: float = 1.0
    ) -> None:
        super().__init__()
        self.shape, self.stride, self.pad = (outputs, inputs, side, side), stride, pad
        each = side * side * inputs
        self.kernel = nn.Parameter(gain * (2 / each) ** 0.5 * torch.randn(outputs, each))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, signal: Tensor) -> Tensor:
        """Return (n, outputs, h, w) of (n, inputs, H, W)."""
        return conv2d(signal, self.kernel.view(self.shape), self.bias, self.stride, self.pad)


class BoardNetwork(nn.Module):
    """As `vision.reading.network`, which documents it; layers have the same names."""

    def __init__(self) -> None:
        super().__init__()
        c, t = CHANNELS, TOLD
        self.patches = Layer(PLANES, PATCHES, PATCH, PATCH)
        self.places = Layer(PATCHES, PLACES, 4, 2, 1)
        self.around = Layer(PLACES + MEASURED, c, 3, 1, 1)
        self.beside = Layer(c, c, 3, 1, 1, gain=0.5)
        for number in PASSES:
            self.add_module(f"tell{number}", Layer(c, t))
            self.add_module(f"line{number}", Layer(2 * t, c, gain=0.0))
            self.add_module(f"board{number}", Layer(3 * t + 1, c))
            self.add_module(f"film{number}", Layer(c, 2 * c, gain=0.1))
            self.add_module(f"mix{number}", Layer(c, c, gain=0.5))
            if number != PASSES[-1]:
                self.add_module(f"further{number}", Layer(c, c, 3, 1, 1, gain=0.5))
        self.sides = Layer(c, CUT + 1, gain=0.3)
        self.cells = Layer(c, CLUE + 1, gain=0.3)
        self.gather = Layer(c, t)
        self.summary = Layer(4 * t, c)
        self.puzzle = Layer(c, len(PUZZLES), gain=0.3)
        self.up = Layer(c, WAYS, gain=0.3)

    def forward(
        self, planes: Tensor, measured: Tensor, size: Tensor, kinds: Tensor, lines: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Score sides, (n, 6, h, w), and cells; puzzles, (n, 9), and ways up, (n, 4).

        Planes are (n, 5, H, W), measured (n, 3, h, w), sizes (n, 1), kinds of places (n, h, w), and those
        that stand for their column and row (n, 2, h, w).
        """
        signal = torch.relu(self.places(torch.relu(self.patches(planes - 0.3))))
        signal = _normed(torch.relu(self.around(torch.cat([signal, measured], 1))))
        signal = signal + self.beside(torch.relu(signal))
        around, *groups = ((kinds == kind)[:, None].to(signal.dtype) for kind in (AROUND, CELL, SIDE, CORNER))
        masks = [part[:, None].to(signal.dtype) for part in lines.unbind(1)]
        for number in PASSES:
            tell, line, board, film, mix = (
                self._modules[f"{name}{number}"] for name in ("tell", "line", "board", "film", "mix")
            )
            assert tell and line and board and film and mix
            told = torch.relu(tell(_normed(signal)))
            whole = torch.cat([*_means(told, groups), size], 1)[:, :, None, None]
            along = [
                ((told * mask).sum(axis, keepdim=True) / mask.sum(axis, keepdim=True).clamp(min=1)).expand_as(
                    told
                )
                for axis, mask in zip((2, 3), masks, strict=True)
            ]
            signal = signal + line(torch.cat(along, 1))
            factor, shift = film(torch.relu(board(whole))).chunk(2, 1)
            signal = signal + mix(torch.relu(_normed(signal) * (1 + factor) + shift))
            if further := self._modules.get(f"further{number}"):
                signal = signal + further(torch.relu(_normed(signal)))
        signal = torch.relu(_normed(signal))
        means = _means(torch.relu(self.gather(signal)), [around, *groups])
        summary = torch.relu(self.summary(torch.cat(means, 1)[:, :, None, None]))
        puzzle, up = (head(summary).flatten(1) for head in (self.puzzle, self.up))
        return self.sides(signal), self.cells(signal), puzzle, up


def _means(told: Tensor, groups: Sequence[Tensor]) -> list[Tensor]:
    """Return (n, channels) of each group of places, (n, 1, h, w)."""
    return [(told * group).sum((2, 3)) / group.sum((2, 3)).clamp(min=1) for group in groups]


def _normed(signal: Tensor) -> Tensor:
    signal = signal.float()
    off = signal - signal.mean(1, keepdim=True)
    return off * torch.rsqrt((off * off).mean(1, keepdim=True) + SMALL)


Told = tuple[NDArray[np.float32], NDArray[np.int8], float]
"""Scores (n, classes) of one board's places, what is true of them (n,), and the doubt on the board."""


class Batch(NamedTuple):
    """Windows of boards and what is true of them."""

    planes: Tensor
    """(n, H, W, 5), levels up to 255."""
    measured: Tensor
    """(n, h, w, 3)"""
    size: Tensor
    kinds: Tensor
    lines: Tensor
    """(n, 2, h, w)"""
    sides: Tensor
    """(n, h, w): see `seen.OPEN`; IGNORED where no side is."""
    cells: Tensor
    puzzle: Tensor
    """(n,): see `network.PUZZLES`; IGNORED where it is not known."""
    up: Tensor
    """(n,): quarters by which it has to be turned clockwise; IGNORED of what is mirrored."""


class Batches(Dataset[Batch]):
    """The batch of every step: windows of boards chosen at random, turned, mirrored and moved."""

    def __init__(self, examples: Sequence[Example], seed: int) -> None:
        self.examples, self.seed = examples, seed
        self.lengths = np.array([_length_for(board) for board in examples])

    def __getitem__(self, step: int) -> Batch:
        """Return the batch of a step; which it is depends on the seed and the step alone."""
        rng = np.random.default_rng([self.seed, step])
        length, suited = LENGTHS[0], np.arange(len(self.examples))
        if rng.random() > PARTS:
            length = int(rng.choice(self.lengths))
            suited = np.flatnonzero(self.lengths == length)
        chosen = (self.examples[at] for at in rng.choice(suited, PLACES_AT_ONCE // length**2))
        parts = zip(*(_window(rng, board, length) for board in chosen), strict=True)
        return Batch(*(torch.from_numpy(np.stack(part)) for part in parts))


def _length_for(board: Example) -> int:
    """Return the length of the windows that show all of a board, or of the largest."""
    return next((length for length in LENGTHS if max(board.cells.shape) <= length), LENGTHS[-1])


class Parts(NamedTuple):
    """A network and what trains it."""

    network: BoardNetwork
    averaged: torch.optim.swa_utils.AveragedModel
    inner: torch.optim.Optimizer
    """Of the kernels: as a step of Muon turns all directions alike, it learns in a third of Adam's steps."""
    outer: torch.optim.Optimizer
    """Of the heads and of what is added."""
    inner_rate: torch.optim.lr_scheduler.LRScheduler
    outer_rate: torch.optim.lr_scheduler.LRScheduler


def draw_boards(
    count: int,
    seed: int,
    population: Population = "training",
    without: frozenset[str] = frozenset(),
    folder: Path | None = None,
) -> list[Example]:
    """Draw about so many boards of all kinds, without those of LEAVABLE that are left out.

    Boards whose lines are not found, or whose walls nobody could tell, are skipped. In a folder, those of
    each kind are kept as soon as they are drawn; what is there is not drawn again.
    """
    every: list[Example] = []
    with get_context("fork").Pool() as pool:
        for kind, number in boards.counts_of(count, without).items():
            left_out = "".join(f", no {one}" for one in sorted(without))
            file = folder and folder / f"{population} {kind}, {number} from {seed}{left_out}.pickle"
            if file and file.exists():
                every += map(Example._make, pickle.loads(file.read_bytes()))
                continue
            jobs = ((kind, 1_000_000 * seed + at, population, without) for at in range(number))
            drawn = [one for one in pool.starmap(_drawn, jobs, chunksize=8) if one is not None]
            every += drawn
            if file:
                file.write_bytes(pickle.dumps([tuple(one) for one in drawn]))
    return every


def _drawn(kind: str, seed: int, population: Population, without: frozenset[str]) -> Example | None:
    cv2.setNumThreads(1)
    return boards.example(kind, seed, population, without)


def train_board(
    examples: Sequence[Example],
    steps: int,
    seed: int,
    start: Weights | None = None,
    checkpoint: Path | None = None,
) -> Weights:
    """Train one network, from nothing or from weights; return the mean of its weights over the last steps.

    If there is a checkpoint, training goes on from it as if it had never stopped, and writes it now and then.
    """
    torch.manual_seed(seed)
    parts = _parts(start, steps)
    done, losses = 0, []
    if checkpoint and checkpoint.exists():
        done = _resumed(checkpoint, parts)
    is_cpu = DEVICE == "cpu"
    batches = DataLoader(
        Batches(examples, seed), batch_size=None, sampler=range(done + 1, steps + 1),
        num_workers=max(1, (os.cpu_count() or 1) // 2), pin_memory=not is_cpu,
    )  # fmt: skip
    for step, batch in enumerate(batches, done + 1):
        torch.manual_seed(seed + step)  # so that a training taken up again varies its boards alike
        losses.append(_step(parts, batch))
        if not step % REPORTED or step == steps:
            print(f"        {step} steps, loss {torch.stack(losses).mean():.4f}", flush=True)
            losses.clear()
            if checkpoint:
                _save(checkpoint, parts, step)
    return weights_of(parts.averaged.module)


def _parts(start: Weights | None, steps: int) -> Parts:
    """Return a network, new or with weights, and what trains it."""
    network = BoardNetwork().to(DEVICE, memory_format=torch.channels_last)
    if start is not None:
        take(network, start)
    averaged = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(KEPT)
    )
    layers = dict(network.named_children())
    heads = [layers.pop(name) for name in HEADS]
    others = [
        *(layer.bias for layer in layers.values()),
        *(one for head in heads for one in head.parameters()),
    ]
    inner = torch.optim.Muon(
        [layer.kernel for layer in layers.values()], LEARNING_RATE, DECAY, adjust_lr_fn="match_rms_adamw"
    )
    outer = torch.optim.AdamW(others, lr=LEARNING_RATE, betas=(0.9, 0.99), weight_decay=0)
    rates = (torch.optim.lr_scheduler.LambdaLR(one, partial(_share_of_rate, steps)) for one in (inner, outer))
    return Parts(network, averaged, inner, outer, *rates)


def _step(parts: Parts, batch: Batch) -> Tensor:
    """Train on one batch; return its loss."""
    loss = _loss(parts.network, batch)
    parts.network.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it without types
    nn.utils.clip_grad_norm_(parts.network.parameters(), STEEPEST)
    for part in (parts.inner, parts.outer, parts.inner_rate, parts.outer_rate):
        part.step()
    parts.averaged.update_parameters(parts.network)
    return loss.detach()


def _resumed(checkpoint: Path, parts: Parts) -> int:
    """Give a network and all that trains it a checkpoint's state; return how many steps were done."""
    states = torch.load(checkpoint, weights_only=False)
    for name, part in parts._asdict().items():
        part.load_state_dict(states[name])
    return int(states["step"])


def _save(checkpoint: Path, parts: Parts, step: int) -> None:
    """Write the state of a network and of all that trains it; the file is there whole or not at all."""
    new = checkpoint.with_suffix(".new")
    torch.save({"step": step, **{name: part.state_dict() for name, part in parts._asdict().items()}}, new)
    new.replace(checkpoint)


def take(network: nn.Module, weights: Weights) -> None:
    """Give a network the weights that `weights_of` would return, as far as layers are named and shaped so."""
    with torch.no_grad():
        for name, layer in network.named_children():
            if f"{name}.kernel" not in weights:
                continue
            assert isinstance(layer, Layer)
            kernel = torch.from_numpy(weights[f"{name}.kernel"]).permute(3, 2, 0, 1)
            layer.kernel.copy_(kernel.reshape(layer.kernel.shape))
            layer.bias.copy_(torch.from_numpy(weights[f"{name}.bias"]))


def _share_of_rate(steps: int, step: int) -> float:
    done = step / steps
    falling = 0.5 * (1 + np.cos(np.pi * min(1.0, done))) * (1 - FINAL_SHARE) + FINAL_SHARE
    return float(min(1.0, (step + 1) / WARM_UP) * falling)


def _loss(network: BoardNetwork, batch: Batch) -> Tensor:
    there = Batch(*(part.to(DEVICE, non_blocking=True) for part in batch))
    planes, measured = (
        part.permute(0, 3, 1, 2).to(torch.float32, memory_format=torch.channels_last)
        for part in (there.planes, there.measured)
    )
    with torch.autocast("cpu", torch.bfloat16, enabled=DEVICE == "cpu"):  # twice as fast there
        told = network(_varied(planes).div_(255), measured, there.size, there.kinds, there.lines)
    truths = zip(told, (there.sides, there.cells, there.puzzle, there.up), (1, 1, WHOLE, WHOLE), strict=True)
    return torch.stack([weight * _surprise_at(*pair) for *pair, weight in truths]).sum()


def _surprise_at(told: Tensor, truth: Tensor) -> Tensor:
    """Return the mean surprise at what is known, 0 where nothing is."""
    every = cross_entropy(told.float(), truth.long(), ignore_index=IGNORED, reduction="sum")
    return every / (truth != IGNORED).sum().clamp(min=1)


def _varied(planes: Tensor) -> Tensor:
    """Light, colour and grain planes, (n, 5, H, W), a little differently each time, in place; return them.

    The last, which says where the picture is, stays as it is.
    """
    seen = planes[:, :-1]
    neutral = torch.tensor(NEUTRAL[:-1], dtype=planes.dtype, device=planes.device)[:, None, None]
    count, depth, height, width = seen.shape
    factor, shift = (torch.full((count, depth, 1, 1), one, device=planes.device) for one in (1.0, 0.0))

    def some(share: float) -> Tensor:
        return torch.rand(count, device=planes.device) < share

    def between(least: float, most: float, there: Tensor) -> Tensor:
        return torch.empty(int(there.sum()), 1, 1, 1, device=planes.device).uniform_(least, most)

    lit, coloured, other, grained = some(0.5), some(0.5), some(0.3), some(0.4)
    factor[lit] *= between(*CONTRAST, lit)
    shift[lit, :1] += SHIFT * torch.randn(int(lit.sum()), 1, 1, 1, device=planes.device)
    factor[coloured, 1:3] *= between(*SATURATION, coloured)
    mirrored = other & some(0.5)  # any colour does for water and signs
    factor[other & ~mirrored, 1:3] *= -1
    seen[mirrored, 1:3] = seen[mirrored, 1:3].flip(1)
    seen.sub_(neutral).mul_(factor).add_(neutral + shift)
    grain = torch.randn(int(grained.sum()), height, width, depth, device=planes.device).permute(0, 3, 1, 2)
    seen[grained] += between(*GRAIN, grained) * grain
    seen.clamp_(0, 255)
    return planes


def _window(rng: np.random.Generator, board: Example, length: int) -> tuple[NDArray[np.generic], ...]:
    """Return a part of a board and what is around it, at an edge more often than by chance.

    Where more is left out, the picture seems to end.
    """
    planes, measured, size, upright, level, cells, puzzle, up = board
    kinds = places(*(count - 2 * BEYOND for count in cells.shape))
    if is_transposed := rng.random() < 0.5:
        planes, measured, kinds = planes.swapaxes(0, 1), measured.swapaxes(0, 1), kinds.T
        upright, level, cells = level.T, upright.T, cells.T
    flipped = rng.random(2) < 0.5
    turn = tuple(slice(None, None, -1 if way else 1) for way in flipped)
    planes, measured, kinds, upright, level, cells = (
        part[turn] for part in (planes, measured, kinds, upright, level, cells)
    )
    up = IGNORED if up == IGNORED else QUARTERS[is_transposed, bool(flipped[0]), bool(flipped[1])]
    rows, cols = (min(length, count) for count in cells.shape)
    row, col = (
        int(rng.choice((0, spare, rng.integers(spare + 1))))
        for spare in (cells.shape[0] - rows, cells.shape[1] - cols)
    )
    seen = np.full((*(PITCH * (length + 1) + 2 * BORDER,) * 2, PLANES), NEUTRAL, np.uint8)
    shown = planes[PITCH * row : PITCH * (row + rows + 1), PITCH * col : PITCH * (col + cols + 1)]
    y, x = BORDER + rng.choice(OFF, 2)
    seen[y : y + len(shown), x : x + shown.shape[1]] = shown
    shape, inner = (2 * length + 3,) * 2, (slice(1, 2 * rows + 2), slice(1, 2 * cols + 2))
    at_sides, at_places = np.zeros((*shape, MEASURED), np.float32), np.full(shape, NOWHERE, np.int8)
    at_sides[inner] = measured[2 * row :, 2 * col :][inner]
    at_places[: 2 * rows + 3, : 2 * cols + 3] = AROUND
    at_places[inner] = kinds[2 * row :, 2 * col :][inner]
    at_sides[..., 2] *= rng.uniform(0.7, 1.4)  # colours may be farther apart, or nearer
    part = np.s_[row : row + rows, col : col + cols]
    of_sides, of_cells = _labels_of(Places(upright, level, cells), part, shape)
    for axis, (first, start, count) in enumerate(((row, y, rows), (col, x, cols))):
        if first:
            _end_picture(seen, of_sides, axis, np.s_[:start], 1)
        if first + count < cells.shape[axis]:
            _end_picture(seen, of_sides, axis, np.s_[start + PITCH * (count + 1) :], -2)
    whole = np.stack(along_lines(at_places)), of_sides, of_cells, np.int64(puzzle), np.int64(up)
    return seen, at_sides, size, at_places, *whole


def _labels_of(
    board: Places, part: tuple[slice, slice], shape: tuple[int, int]
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return what the sides and the cells of a part of a board are, at their places in a window."""
    of_sides, of_cells = (np.full(shape, IGNORED, np.int8) for _ in range(2))
    rows, cols = part
    with_last = [slice(span.start, span.stop + 1) for span in part]
    down, across = (slice(2, 2 * (span.stop - span.start) + 1, 2) for span in part)
    of_cells[down, across] = board.cells[rows, cols]
    of_sides[down, 1 : across.stop + 1 : 2] = board.upright[rows, with_last[1]]
    of_sides[1 : down.stop + 1 : 2, across] = board.level[with_last[0], cols]
    return of_sides, of_cells


def _end_picture(
    seen: NDArray[np.uint8], of_sides: NDArray[np.int8], axis: int, beyond: slice, line: int
) -> None:
    """Let the picture end at a line of a window, in place: what is beyond it is not there."""
    seen.swapaxes(0, axis)[beyond, :, -1] = 0
    of_sides.swapaxes(0, axis)[line] = IGNORED


def weights_of(network: nn.Module) -> Weights:
    """Return the weights as `vision.reading.network` has them, rounded to half floats."""
    weights: Weights = {}
    for name, layer in network.named_children():
        assert isinstance(layer, Layer)
        weights[f"{name}.kernel"] = _half(layer.kernel.view(layer.shape).permute(2, 3, 1, 0))
        weights[f"{name}.bias"] = _half(layer.bias)
    return weights


def _half(values: Tensor) -> NDArray[np.float32]:
    return np.ascontiguousarray(values.detach().cpu().numpy().astype(np.float16).astype(np.float32))


def fit_trust(weights: Weights, examples: Sequence[Example]) -> NDArray[np.float32]:
    """Return (2, 2), for sides and cells: what makes the truth likeliest (see `seen.tempered`).

    For sides, on boards from frame to frame: what else is looked at is laid anew before it is answered. Walls
    may lie hidden under ink as even as water; a mark that is told wrongly always counts.
    """
    every = [(board, *_told(weights, board)) for board in examples]
    of_sides = [sides for board, sides, _ in every if _is_whole(board)]
    of_cells = [cells for *_, cells in every]
    return np.array(
        [
            min(product(TEMPERATURES, GROWTHS), key=partial(_misfit, _by_doubt(told), most))
            for told, most in ((of_sides, HIDDEN), (of_cells, np.inf))
        ],
        np.float32,
    )


def _is_whole(board: Example) -> bool:
    """Whether the lattice of a board ends at its frame all around."""
    upright, level = (
        board.upright[BEYOND:-BEYOND, BEYOND:-BEYOND],
        board.level[BEYOND:-BEYOND, BEYOND:-BEYOND],
    )
    return all(
        (line == FRAME).mean() > MOSTLY for line in (upright[:, 0], upright[:, -1], level[0], level[-1])
    )


def fit_whole(weights: Weights, examples: Sequence[Example]) -> Weights:
    """Return the layers that tell which puzzle a board is, and which way is up, with their temperatures."""
    told = [(scores(weights, board.planes, board.measured, board.size), board) for board in examples]
    fitted: Weights = {}
    for name in ("puzzle", "up"):
        known = [(getattr(seen, name), truth) for seen, board in told if (truth := getattr(board, name)) >= 0]
        every, truths = (np.stack(part) for part in zip(*known, strict=True))
        temperature = min(TEMPERATURES_OF_WHOLE, key=partial(_surprise_of_whole, every, truths))
        for part in ("kernel", "bias"):
            fitted[f"{name}.{part}"] = weights[f"{name}.{part}"] / np.float32(temperature)
    return fitted


def _surprise_of_whole(told: NDArray[np.float32], truths: NDArray[np.int64], temperature: float) -> float:
    probable = probabilities(told / np.float32(temperature))[np.arange(len(truths)), truths]
    return -float(np.log(np.maximum(probable, SMALLEST)).mean())


def _by_doubt(boards: Sequence[Told]) -> list[list[Told]]:
    """Return groups of as many boards each, from the clearest to the most doubtful."""
    order = np.argsort([on_board for *_, on_board in boards])
    return [[boards[number] for number in group] for group in np.array_split(order, GROUPS)]


def _misfit(groups: Sequence[Sequence[Told]], most: float, trust: tuple[float, float]) -> float:
    """Return how badly probabilities fit, each group of boards counting alike, whatever is usual in it.

    A place surprises by so many nats at most.
    A nat more in each: that nothing was misread on so many places does not show that nothing ever is.
    """
    places = (sum(len(truth) for _, truth, _ in boards) for boards in groups)
    return sum(
        float(np.log(_surprise(boards, most, trust) + 1 / count))
        for boards, count in zip(groups, places, strict=True)
    )


def _told(weights: Weights, board: Example) -> Iterator[Told]:
    """Yield, for sides and cells, scores (n, classes), what is true (n,), and the doubt on the board.

    Of the lattice's own places that are the board's, and of what those may be.
    """
    right, below, cells = scores(weights, board.planes, board.measured, board.size).places.inner
    own = Places(board.upright, board.level, board.cells).inner
    for told, truths, count in (((right, below), own[:2], OUTSIDE), ((cells,), own[2:], NO_CELL)):
        truth = np.concatenate([part.ravel() for part in truths])
        every = np.concatenate([part.reshape(-1, part.shape[-1]) for part in told])
        known = (truth != IGNORED) & (truth < count)
        yield every[known, :count], truth[known], doubt(told)


def _surprise(boards: Sequence[Told], most: float, trust: tuple[float, float]) -> float:
    """Return the mean surprise, in nats, at what is true of a place.

    A board misread altogether, as one that is full of water, says nothing of how sure the others may be.
    """
    surprise = 0.0
    for told, truth, on_board in boards:
        found = tempered(told, on_board, trust)[np.arange(len(truth)), truth]
        each = np.minimum(most, -np.log(np.maximum(found, SMALLEST)))
        surprise += min(MISREAD * len(truth), float(each.sum()))
    return surprise / sum(len(truth) for _, truth, _ in boards)
