"""The command line. Each command imports what it needs when it runs, so `--help` is quick."""

import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Literal

import typer

from parhelion import host_commands
from parhelion.command_options import (
    GAME_OPTIONS,
    GAME_OPTIONS_SHOWN,
    GameName,
    Seed,
    parse_options,
    parse_seed,
)
from parhelion.errors import BadOption, MissingExtra, ParhelionError
from parhelion.fair_shuffle import checked_commitment
from parhelion.games import Game, registry
from parhelion.lab import report_command, simulate_command, train_command, tune_command
from parhelion.printable import printable
from parhelion.safe_console import SafeConsole
from parhelion.words import LANGUAGES, Words, preferred

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="Three sky board games at one table: play them, replay them, measure them.",
)

Lang = Annotated[
    str | None,
    typer.Option(help=f"Your language: {', '.join(LANGUAGES)}; that of your system if not given."),
]


def show_version(wanted: bool) -> None:
    """Print the version of the installed package and leave."""
    if wanted:
        print("parhelion", version("parhelion"))
        raise typer.Exit


@app.callback()
def common_options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Take the options that stand before a command."""


def parse_lang(text: str | None) -> str:
    """The language asked for, else that of the environment."""
    if text is not None and text not in LANGUAGES:
        raise BadOption(f"lang {text!r}: it is one of: {', '.join(LANGUAGES)}")
    return text or preferred()


@app.command(context_settings=GAME_OPTIONS, options_metavar=GAME_OPTIONS_SHOWN)
def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game; without it a menu asks.")] = None,
    players: Annotated[
        str,
        typer.Option(
            help="Who sits where, with commas: human, the level of a bot (1, 2, 3), or a bot of "
            "your own (my_bot.py:MyBot)."
        ),
    ] = "",
    seed: Seed = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    lang: Lang = None,
) -> None:
    """Play in the terminal, against bots or a friend.

    After the game come its options, as `parhelion games` names them: --name value.
    """
    from parhelion import match
    from parhelion.terminal import menu
    from parhelion.terminal.game_session import GameSession

    names = players.split(",") if players else []
    options = parse_options(context.args)
    if load is not None:
        game_on = match.load(load)
    elif game is not None:
        options = seats_for(registry.load(game), len(names)) | options
        game_on = match.new(game, seed=parse_seed(seed), **options)
    else:
        menu.run(SafeConsole(), parse_lang(lang))
        return
    seats = len(game_on.seats) - len(game_on.rivals)
    names = names or ["human", *["2"] * (seats - 1)]
    if len(names) != seats:
        counts = sorted(map(len, game_on.game.seatings.values())) or [seats]
        most = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(seats)
        raise BadOption(f"players {players!r}: {game_on.game.info.title} has {most} seats")
    GameSession(game_on, names, SafeConsole(), parse_lang(lang)).run()


def seats_for(game: Game, people: int) -> dict[str, str]:
    """The option that gives a game so many seats; none if its seats are fixed."""
    for name, seats in game.seatings.items():
        if len(seats) == people:
            return {game.info.seat_option: name}
    return {}


@app.command(name="games")
def list_games(lang: Lang = None) -> None:
    """List the games with their options."""
    from rich.table import Table

    for name in registry.names():
        game = registry.load(name)
        info, say = game.info, game.words(parse_lang(lang))
        makers = filter(None, (say(info.authors), info.publisher))
        table = Table(title=", ".join([f"{info.title} ({name})", *makers]))
        table.add_column(say("option"))
        table.add_column(say("values (the first is the default)"))
        table.add_column(say("meaning"))
        for option in info.options:
            table.add_row(option.name, ", ".join(option.values), say(option.help))
        console = SafeConsole()
        console.print(table)
        console.print(say(info.summary) + "\n")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as `save` writes it.")],
    to: Annotated[int | None, typer.Option(help="Stop after this many moves.")] = None,
    lang: Lang = None,
) -> None:
    """Check a record and show the game it tells."""
    from parhelion import match, records
    from parhelion.terminal import render

    lang = parse_lang(lang)
    replayed = match.replay(records.read(file), to)
    console = SafeConsole()
    moves = render.move_list(replayed, lang) or replayed.words(lang)("No moves yet.")
    console.print(moves, highlight=False)
    render.print_table(console, replayed, lang)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A record, as `save` writes it.")],
    commitment: Annotated[
        str | None, typer.Option(help="What the table showed you before you sat down.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Check that chance was fair in a game: secret, seed, deal, later chance, moves.

    The exit code is 1 if a step fails.
    """
    from parhelion import records, verification
    from parhelion.verification import Verdict

    say, record = Words(parse_lang(lang)), records.read(file)
    steps = verification.verify(record, parse_commitment(commitment), say)
    for text in (*map(str, steps), "", *verification.what_it_proves(record, steps, say)):
        SafeConsole().print(text, highlight=False, markup=False, soft_wrap=True)
    if any(step.verdict is Verdict.FAILS for step in steps):
        raise typer.Exit(1)


def parse_commitment(text: str | None) -> str | None:
    """A commitment as typed."""
    try:
        return None if text is None else checked_commitment(text.strip().lower())
    except ValueError as error:
        raise BadOption(f"commitment: {error}") from error


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(help="A record, as `save` writes it.")],
    out: Annotated[
        Path | None, typer.Option(help="Draw the chances to win here: a .svg or .png file.")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write all that was found here.")] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Simulations for each position, by default some thousands.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Look at a game again: who was winning when, mistakes, turning points, luck and skill."""
    from rich.progress import Progress

    from parhelion import match, records
    from parhelion.bots import review_plot
    from parhelion.bots.review import review

    lang = parse_lang(lang)
    replayed = match.load(file)
    say = replayed.words(lang)
    for target in filter(None, (out and review_plot.check_path(out), json)):
        check_target(target)
    with Progress(console=SafeConsole(stderr=True), transient=True) as bar:
        task = bar.add_task(say("Looking at every move…"))
        found = review(
            replayed,
            iterations,
            progress=lambda done, of: bar.update(task, completed=done, total=of),
        )
    SafeConsole().print(found.text(say), highlight=False, markup=False, soft_wrap=True)
    if out is not None:
        review_plot.save(found, out, say)
    if json is not None:
        records.write(json, found.json())


def check_target(path: Path) -> None:
    """Refuse at once what could not be written in the end."""
    if path.is_dir() or not path.parent.is_dir():
        why = "is a folder" if path.is_dir() else "there is no such folder"
        raise BadOption(f"{path}: {why}")


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Without it the first free one from 8000 on."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="The path of an SQLite file, or postgresql://user:password@host/name; "
            "without it, a file in your data folder.",
            envvar="PARHELION_DATABASE",
        ),
    ] = None,
    limits: Annotated[
        str,
        typer.Option(
            help="How much one person and one address may do: a number makes all limits so many "
            "times as generous; off.",
            envvar="PARHELION_LIMITS",
        ),
    ] = "1",
    pause: Annotated[float, typer.Option(help="Seconds that a bot takes at least.")] = 0.6,
    lease: Annotated[
        float,
        typer.Option(
            min=0.5,
            help="On PostgreSQL: after so many seconds of silence other servers take over.",
        ),
    ] = 10,
    open: Annotated[bool, typer.Option(help="Open the page in your browser.")] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="A bot of yours that people can play with: my_bot.py:MyBot; repeat."),
    ] = None,
    public_host: Annotated[
        list[str] | None,
        typer.Option(help="A name of this server in addresses, such as play.example.org; repeat."),
    ] = None,
    root_path: Annotated[
        str, typer.Option(help="The path under which a proxy shows the server, such as /play.")
    ] = "",
    forwarded_allow_ips: Annotated[
        str,
        typer.Option(help="Addresses of proxies that tell who asks and whether over TLS."),
    ] = "",
    metrics_port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Serve metrics for Prometheus on this port."),
    ] = None,
    metrics_host: Annotated[
        str, typer.Option(help="The address of the metrics; keep it private.")
    ] = "127.0.0.1",
    log_format: Annotated[
        Literal["text", "json"], typer.Option(help="Lines for people or for programs.")
    ] = "text",
    log_level: Annotated[
        Literal["info", "warning", "error"],
        typer.Option(help="What to log; info has a line for each request."),
    ] = "warning",
    log_addresses: Annotated[
        bool, typer.Option("--log-addresses", help="Log where requests come from.")
    ] = False,
) -> None:
    """Host tables for the browser, on this machine or for a whole club."""
    try:
        from parhelion.server import run
        from parhelion.server.host_bots import host_bots
        from parhelion.server.quotas import chosen_limits
        from parhelion.server.settings import Hosting, Settings
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"the server needs {error.name}: pip install 'parhelion[server]'"
        ) from error
    hosting = Hosting(
        root_path=root_path,
        public_hosts=tuple(public_host or ()),
        forwarded_allow_ips=forwarded_allow_ips,
        metrics_port=metrics_port,
        metrics_host=metrics_host,
        log_format=log_format,
        log_level=log_level,
        log_addresses=log_addresses,
    )
    chosen = chosen_limits(limits)
    settings = Settings(
        database=database,
        pause=pause,
        lease=lease,
        hosting=hosting,
        limits=chosen,
        bots=host_bots(bot or ()),
    )
    run.serve(host, port, settings, open)


@app.command()
def bot(
    bot: Annotated[str, typer.Argument(help="Your bot: my_bot.py:MyBot or module:Class.")],
    server: Annotated[str, typer.Option(help="The address of a server.")],
    token: Annotated[
        str,
        typer.Option(
            help="The token that the settings page of the server showed once.",
            envvar="PARHELION_BOT_TOKEN",
        ),
    ],
    seconds: Annotated[
        float, typer.Option(min=0.1, help="A move that takes longer is given up.")
    ] = 10,
) -> None:
    """Let a bot of your own play at the tables of a server, until you stop it."""
    from parhelion.bots import load_own_bot
    from parhelion.remote_bot import RemoteBot

    with suppress(KeyboardInterrupt):
        RemoteBot(load_own_bot(bot), server, token, seconds).run()


@app.command()
def prepare(
    portable: Annotated[
        bool, typer.Option("--portable", help="Also for older processors than this one.")
    ] = False,
) -> None:
    """Compile all games now, once, so that nobody waits for it later."""
    from parhelion import bots

    bots.prepare_all(portable)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(help="The game; without it all of them.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure each line.")] = 2.0,
) -> None:
    """Measure how fast games run on this machine."""
    from parhelion.lab import speed

    for name in [game] if game else registry.names():
        speed.report(name, seconds, SafeConsole())


@app.command(context_settings=GAME_OPTIONS, options_metavar=GAME_OPTIONS_SHOWN)
def arena(
    context: typer.Context,
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(
            help="The levels that play, with commas; also bots of your own: my_bot.py:MyBot."
        ),
    ],
    games: Annotated[int, typer.Option(help="Games of each pairing.")] = 400,
    pairs: Annotated[
        str, typer.Option(help="Who plays whom: next (each level the one below) or all.")
    ] = "next",
    seed: Seed = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Write a line of JSON for each game; a file of the same run goes on."),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Games at the same time; one a core if not given.")
    ] = None,
) -> None:
    """Let bots play each other and rate them: every deal once in each rotation of the seats.

    After the game come its options, as `parhelion games` names them: --name value.
    """
    try:
        from parhelion.lab import arena_console
        from parhelion.lab.arena_plan import plan_arena
        from parhelion.lab.entrants import parse_bots
        from parhelion.lab.results_file import seed_in
    except ModuleNotFoundError as error:
        raise MissingExtra(f"the arena needs {error.name}: pip install 'parhelion[lab]'") from error
    options = parse_options(context.args)
    chosen = seed_in(out) if seed is None and out is not None else parse_seed(seed)
    plan = plan_arena(game, parse_bots(bots), games, pairs=pairs, seed=chosen, options=options)
    arena_console.run(plan, jobs, out, SafeConsole(), SafeConsole(stderr=True))


@app.command(name="new-game")
def new_game(
    name: Annotated[str, typer.Argument(help="Lower-case letters, digits and _.")],
    into: Annotated[Path, typer.Option(help="The folder to write it into.")] = Path(),
    install: Annotated[bool, typer.Option(help="Make it known to this Python at once.")] = True,
) -> None:
    """Write the folder of a new game that can be played at once, to be changed into yours."""
    from parhelion import new_game

    folder = new_game.write_game(name, into)
    print(f"Wrote {folder}: a game that plays already.")
    if install:
        new_game.install(folder)
        print(f"Installed. Play it: parhelion play {name}, or parhelion serve --open")


host_commands.add_to(app)
simulate_command.add_to(app)
report_command.add_to(app)
train_command.add_to(app)
tune_command.add_to(app)


def add_commands_of_games(app: typer.Typer) -> None:
    """Add the commands that games bring along."""
    for game in map(registry.load, registry.names()):
        if game.command is not None:
            app.add_typer(game.command)


def main() -> None:
    """Run the command line; an error of the user's is one line and exit code 2."""
    try:
        add_commands_of_games(app)
        app(standalone_mode=True)
    except ParhelionError as error:
        print(printable(f"parhelion: {error}"), file=sys.stderr)
        sys.exit(2)
