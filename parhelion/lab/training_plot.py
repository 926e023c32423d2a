"""The curve of a training run as a picture."""

from collections.abc import Sequence
from io import BytesIO

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from parhelion.bots.review_plot import COLOURS, FAINT, PAPER, STYLE
from parhelion.lab.network_training import Epoch

SIZE = (10, 4)


def draw_curve(title: str, curve: Sequence[Epoch]) -> bytes:
    """The losses and the errors by epoch, as SVG; the same curve gives the same picture."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=SIZE, facecolor=PAPER, layout="constrained")
        figure.suptitle(title)
        losses, errors = figure.subplots(1, 2)
        epochs = [each.epoch for each in curve]
        losses.plot(epochs, [each.loss for each in curve], "o-", color=COLOURS[0], label="learnt")
        held_out = [each.held_out_loss for each in curve]
        losses.plot(epochs, held_out, "o-", color=COLOURS[1], label="held out")
        losses.set_ylabel("cross-entropy")
        error = [each.error for each in curve]
        errors.plot(epochs, error, "o-", color=COLOURS[1], label="network")
        usual = [each.heuristics_error for each in curve]
        errors.plot(epochs, usual, "--", color=FAINT, label="heuristics")
        errors.set_ylabel("squared error of the result, held out")
        for axes in (losses, errors):
            axes.set_xlabel("epoch")
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            axes.set_facecolor(PAPER)
            axes.legend(frameon=False)
        file = BytesIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
        return file.getvalue()
