"""Rich's console for the command line, which obeys no control characters in texts."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from parhelion.printable import printable


class SafeConsole(Console):
    """A console that shows control characters of texts as escapes; see `printable`."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Return the segments of something to print. Styles and cursor moves of Rich are kept."""
        for segment in super().render(renderable, options):
            safe = segment.control or segment.text.isprintable()
            yield segment if safe else segment._replace(text=printable(segment.text))
