"""One game in the terminal, from the first move to the last: its turns and its commands."""

from collections.abc import Sequence
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from parhelion import records
from parhelion.bots import Bot, OwnBot, bot, is_own_bot, levels
from parhelion.bots.explanations import explanation_sentences
from parhelion.bots.move_rating import expectation
from parhelion.bots.review import review
from parhelion.errors import BadOption, BotFailed, ParhelionError
from parhelion.games import Move
from parhelion.match import Match
from parhelion.terminal import render
from parhelion.terminal.line_input import Ask, asker
from parhelion.words import mark, told_apart

HUMAN = "human"
HELP = mark("""\
{game}

Type a move; Tab completes what is legal. Or type
  moves [START]   the legal moves, or those that begin with START
  hint            the most promising moves, and why
  why             why a bot played its last move
  undo            take back your last move
  log             the moves so far
  save [FILE]     write the game to a file
  quit            leave; the game is saved""")
COMMANDS = ["moves", "hint", "why", "undo", "log", "save", "quit", "help"]
REVIEW = "review"
MAX_LISTED = 40
MAX_HINTS = 3
MAX_SENTENCES = 2


class PlayerLeft(Exception):
    """The player has typed quit."""


def parse_player(game: str, player: str) -> Bot | None:
    """The bot that a word of the command line names, None for a person."""
    if player == HUMAN:
        return None
    if is_own_bot(player):
        return bot(game, player)
    if not player.isdecimal():
        known = ", ".join(f"{number} ({each.name})" for number, each in levels(game).items())
        raise BadOption(
            f"player {player!r}: write {HUMAN}, a bot of your own (my_bot.py:MyBot) or the level "
            f"of a bot: {known}"
        )
    return bot(game, int(player))


def player_names(
    match: Match, players: Sequence[str], bots: Sequence[Bot | None], lang: str
) -> tuple[str, ...]:
    """What sentences call the players: bots by their level or the name of their class, people by
    their seat. People have no names here, and "You" would not fit into sentences such as "Blue
    wins."."""
    say, known = match.game.words(lang), levels(match.game.info.name)
    by_number = {str(number): say(level.name) for number, level in known.items()}
    names = [
        each.own.name if isinstance(each, OwnBot) else by_number.get(player, "")
        for player, each in zip(players, bots, strict=True)
    ]
    return tuple(told_apart(names, [say(seat) for seat in match.seats]))


class GameSession:
    """A match with its players, the console that shows it and the language of its sentences."""

    def __init__(self, match: Match, players: list[str], console: Console, lang: str) -> None:
        self.match = match
        self.console = console
        self.lang = lang
        everybody = [*players, *["0"] * len(match.rivals)]
        self.bots = [parse_player(match.game.info.name, player) for player in everybody]
        match.names = player_names(match, everybody, self.bots, lang)
        self.say = match.words(lang)
        self._ask: Ask = asker()
        self._viewer: int | None = None
        self._saved = match.history

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        welcome = self.say("Type help for a summary of the game and a list of commands.")
        self.console.print(welcome, style="dim", highlight=False)
        try:
            while self.match.turn is not None:
                self._turn(self.bots[self.match.turn])
            render.print_table(self.console, self.match, self.lang)
            self._look_back()
        except (PlayerLeft, EOFError, KeyboardInterrupt):
            self._keep()

    def _turn(self, player: Bot | None) -> None:
        if player is None:
            self._hand_over()
            render.print_table(self.console, self.match, self.lang)
            while not self._answer(self._line()):
                pass
            return
        with self.console.status(self.say("{seat} is thinking…", seat=self._seat())):
            move = self._chosen_by(player)
        self._play(move)

    def _chosen_by(self, player: Bot) -> Move:
        """The move of a bot. Where a bot of one's own fails, one of ours takes its seat."""
        try:
            return player.choose(self.match)
        except BotFailed as error:
            self.console.print(str(error), style="red", highlight=False, markup=False)
            game = self.match.game.info.name
            self._print(self.say("A bot of ours plays on in its place."))
            replacement = self.bots[self.match.turn or 0] = bot(game)
            return replacement.choose(self.match)

    def _hand_over(self) -> None:
        """Clear the screen if another person, whose secrets differ, is to look at it now."""
        seat = self.match.turn
        if self.match.game.secrets and self.bots.count(None) > 1 and seat != self._viewer:
            self.console.clear()
            self._ask(self.say("{seat}, press Enter to see your table. ", seat=self._seat()), [])
        self._viewer = seat

    def _play(self, move: Move) -> None:
        """Play a move and print it."""
        seat = self._seat()
        self.match.play(move)
        label = self.match.scene(None, self.lang).log[-1].label
        self.console.print(
            Text.assemble(self.say("{seat}: ", seat=seat), (str(move), "bold"), f"  {label}")
        )

    def _seat(self) -> str:
        """The name of the seat to move."""
        return self.say(self.match.seats[self.match.turn or 0])

    def _line(self) -> str:
        alone = self.bots.count(None) == 1
        prompt = mark("You ({seat}): ") if alone else mark("{seat}: ")
        return self._ask(
            self.say(prompt, seat=self._seat()),
            COMMANDS + [str(move) for move in self.match.moves()],
        )

    def _answer(self, line: str) -> bool:
        """Do what was typed; True if the position changed."""
        command, _, rest = line.partition(" ")
        actions = {
            "moves": self._moves,
            "hint": self._hint,
            "why": self._why,
            "log": self._log,
            "save": self._save,
            "help": self._help,
        }
        try:
            if command == "quit":
                raise PlayerLeft
            if command == "undo":
                return self._undo()
            if command in actions:
                actions[command](rest.strip())
                return False
            if line:
                self._play(self.match.parse(line, self.lang))
            return bool(line)
        except ParhelionError as error:
            self.console.print(str(error), style="red", highlight=False, markup=False)
            return False

    def _help(self, _rest: str) -> None:
        view = self.match.game.view
        about = "\n".join(filter(None, map(self.say, (view.HELP, view.NOTATION_HELP))))
        text = self.say(HELP, game=about)
        self.console.print(text, highlight=False, markup=False)

    def _moves(self, start: str) -> None:
        texts = [str(move) for move in self.match.moves() if str(move).startswith(start)]
        listed = ", ".join(texts[:MAX_LISTED])
        if len(texts) > MAX_LISTED:
            listed = self.say("{listed}… and {n} more", listed=listed, n=len(texts) - MAX_LISTED)
        text = self.say.plural(
            "{n} move: {listed}", "{n} moves: {listed}", len(texts), listed=listed
        )
        self.console.print(text)

    def _hint(self, _rest: str) -> None:
        """Print the best move, what it promises and why; of the next best only what they are. A
        bot weighs more than the games it played to the end: their shares need not fall in its
        order."""
        match, seat, game = self.match, self.match.turn or 0, self.match.game.info.name
        with self.console.status(self.say("Looking…")):
            best, *others = bot(game, max(levels(game))).analyse(match)[:MAX_HINTS]
        sentences = [
            expectation(best, seat, self.say),
            *explanation_sentences(match, best.move, seat, self.lang)[:MAX_SENTENCES],
        ]
        self._print_labelled(best.move.text, " ".join(sentences))
        if others:
            moves = ", ".join(each.move.text for each in others)
            self._print(self.say("Next best: {moves}", moves=moves))

    def _why(self, _rest: str) -> None:
        """Print why a bot played its last move, as far as the seat to move may know."""
        earlier = self._before_a_bot_moved()
        if earlier is None:
            return self._print(self.say("No bot has moved yet."))
        move = self.match.history[earlier.ply]
        sentences = explanation_sentences(earlier, move, self.match.turn, self.lang)[:MAX_SENTENCES]
        default = self.say("No single reason stands out; looking ahead, this move seemed best.")
        seat = self.say(self.match.seats[earlier.turn or 0])
        return self._print_labelled(f"{seat}, {move.text}", " ".join(sentences or [default]))

    def _before_a_bot_moved(self) -> Match | None:
        """The match before the last move of a bot; None if none has moved."""
        earlier = self.match.copy()
        while earlier.ply:
            earlier.undo()
            seat = earlier.turn or 0
            if self.bots[seat] is not None and seat not in earlier.rivals:
                return earlier
        return None

    def _log(self, _rest: str) -> None:
        moves = render.move_list(self.match, self.lang) or self.say("No moves yet.")
        self.console.print(moves, highlight=False)

    def _undo(self) -> bool:
        """Take moves back until a person is to move again; refuse to go back beyond the beginning
        or beyond something that was revealed."""
        people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        firm, earlier = self.match.firm_for(people), self.match.copy()
        while earlier.ply > firm:
            earlier.undo()
            if self.bots[earlier.turn or 0] is None:
                self.match = earlier
                return True
        refusal = (
            self.say("Hidden information was revealed; you can't undo.")
            if firm
            else self.say("You have no move to take back.")
        )
        self.console.print(refusal, style="red")
        return False

    # --- keeping the game

    def _save(self, name: str) -> None:
        path = Path(name or f"{self.match.game.info.name}-{self.match.seed}.json").expanduser()
        records.write(path, self.match.record())
        self._saved = self.match.history
        self._print(self.say("Saved to {path}", path=path))

    def _look_back(self) -> None:
        """Offer to review and save the finished game."""
        question = self.say(
            "Type review to review the game, or a file name to save it (Enter: neither): "
        )
        while (typed := self._ask(question, [REVIEW])) == REVIEW:
            self._review()
        if typed:
            self._save(typed)

    def _review(self) -> None:
        """Review the game and print the review."""
        with Progress(console=self.console, transient=True) as bar:
            task = bar.add_task(self.say("Looking at every move…"))
            found = review(
                self.match, progress=lambda done, of: bar.update(task, completed=done, total=of)
            )
        self._print(found.text(self.say))

    def _keep(self) -> None:
        """Save an unfinished game, unless it has been saved, and print how to go on with it."""
        if self.match.history == self._saved:
            return
        folder = platformdirs.user_data_path("parhelion", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"last-{self.match.game.info.name}.json"
        records.write(path, self.match.record())
        command = f"parhelion play --load {path}"
        self._print("\n" + self.say("The game is saved. Continue with: {command}", command=command))

    def _print_labelled(self, label: str, text: str) -> None:
        """Print what is said about something."""
        self._print(self.say("{label}: {text}", label=label, text=text))

    def _print(self, text: str) -> None:
        """Print a text as it is: paths in it must not be wrapped."""
        self.console.print(text, highlight=False, markup=False, soft_wrap=True)
