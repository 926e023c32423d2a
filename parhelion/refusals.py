"""Refusals: a stable code for programs and a sentence for people."""

from typing import Literal

from parhelion.words import mark

Code = Literal[
    "bad-request",
    "foreign-page",
    "foreign-host",
    "unknown-path",
    "me/unknown",
    "me/is-bot",
    "me/is-no-bot",
    "me/name-of-bot",
    "me/unknown-session",
    "me/unknown-link",
    "me/leaves-games",
    "me/too-many-tries",
    "me/login-taken",
    "me/has-login",
    "me/no-login",
    "me/wrong-password",
    "me/password-needed",
    "game/unknown",
    "game/preparing",
    "lesson/unknown",
    "option/bad",
    "bot/unknown",
    "bot/not-yours",
    "bot/not-invited",
    "bot/too-many",
    "record/bad",
    "table/unknown",
    "table/adjourned",
    "table/not-started",
    "table/started",
    "table/not-over",
    "table/over",
    "table/not-yours",
    "seat/unknown",
    "seat/taken",
    "seat/one-each",
    "seat/given-deal",
    "seat/not-yours",
    "seat/no-bot",
    "seat/not-absent",
    "move/stale",
    "move/not-yours",
    "move/illegal",
    "proposal/waits",
    "proposal/none",
    "takeback/nothing",
    "takeback/secret",
    "hint/not-here",
    "chat/players-only",
    "review/busy",
    "too-many/requests",
    "too-many/people",
    "too-many/tables",
    "too-many/open-tables",
    "too-many/bot-tables",
    "too-many/hints",
    "too-many/reviews",
    "too-many/lines",
    "too-many/connections",
    "server/trouble",
    "server/unsure",
    "server/database-away",
]
"""Codes of refusals. They are part of the wire format."""

SENTENCES: dict[Code, str] = {
    "bad-request": mark("This request cannot be understood."),
    "foreign-page": mark("This comes from another site."),
    "foreign-host": mark(
        "This server has another name. Whoever runs it can add this one with --public-host."
    ),
    "unknown-path": mark("There is nothing here."),
    "me/unknown": mark("Choose a name first."),
    "me/is-bot": mark("A bot cannot do this: its token opens its own seats only."),
    "me/is-no-bot": mark("Only a bot can do this."),
    "me/name-of-bot": mark("A bot has this name. Choose another one."),
    "me/unknown-session": mark("You are not signed in there."),
    "me/unknown-link": mark("This link is not valid any more."),
    "me/leaves-games": mark("You have games here that you would leave."),
    "me/too-many-tries": mark("Too many tries."),
    "me/login-taken": mark("Somebody has this login. Choose another one."),
    "me/has-login": mark("You have a login already."),
    "me/no-login": mark("You have no login."),
    "me/wrong-password": mark("The login or the password is wrong."),
    "me/password-needed": mark("Enter your password to do this."),
    "game/unknown": mark("There is no such game."),
    "game/preparing": mark("This game is being prepared for its first use."),
    "lesson/unknown": mark("There is no such lesson."),
    "option/bad": mark("These options do not fit the game."),
    "bot/unknown": mark("There is no bot at this level."),
    "bot/not-yours": mark("You have no such bot."),
    "bot/not-invited": mark("This bot does not play with you."),
    "bot/too-many": mark("You have as many bots as you may have. End one of them first."),
    "record/bad": mark("This saved game cannot be read."),
    "table/unknown": mark("There is no such table."),
    "table/adjourned": mark("This game cannot go on here."),
    "table/not-started": mark("The game has not started yet: a seat is still open."),
    "table/started": mark("The game has already started."),
    "table/not-over": mark("The game is not over yet."),
    "table/over": mark("The game is over."),
    "table/not-yours": mark("Only the person who set the table can do this."),
    "seat/unknown": mark("There is no such seat."),
    "seat/taken": mark("This seat is already taken."),
    "seat/one-each": mark("You have a seat at this table already."),
    "seat/given-deal": mark(
        "This game has hidden pieces and comes from a record, so it can have no open seats."
    ),
    "seat/not-yours": mark("This seat is not yours."),
    "seat/no-bot": mark("No bot is playing for you here."),
    "seat/not-absent": mark("Nobody can play for this player now."),
    "move/stale": mark("The table has changed in the meantime."),
    "move/not-yours": mark("It is not your turn."),
    "move/illegal": mark("This move is not allowed now."),
    "proposal/waits": mark("Another question has to be answered first."),
    "proposal/none": mark("There is nothing to agree to."),
    "takeback/nothing": mark("You have no move to take back."),
    "takeback/secret": mark("Hidden information was revealed; you can't undo."),
    "hint/not-here": mark("Hints are available only if no other person plays at this table."),
    "chat/players-only": mark("Only those who play at this table can write here."),
    "review/busy": mark("Many games are being reviewed. Try again in a while."),
    "too-many/requests": mark("Too much was asked for in a short time."),
    "too-many/people": mark("Many new people have come from your network."),
    "too-many/tables": mark("You have set many tables in a short time."),
    "too-many/open-tables": mark(
        "Too many of your tables are waiting for players or for your first move. Play "
        "one of them first."
    ),
    "too-many/bot-tables": mark(
        "You play with bots at many tables. Finish one of these games first."
    ),
    "too-many/hints": mark("You have asked for many hints in a short time."),
    "too-many/reviews": mark("You have asked for many reviews in a short time."),
    "too-many/lines": mark("You have written a lot in a short time."),
    "too-many/connections": mark("Too many pages are open at once."),
    "server/trouble": mark("Something went wrong. Nothing has changed; try again."),
    "server/unsure": mark("It is not known whether this was saved. Look before you try again."),
    "server/database-away": mark(
        "The server cannot reach its database. Nothing has changed; try again in a moment."
    ),
}
"""The default sentence of every code."""


class Refused(Exception):
    """A command that was not carried out. Nothing has changed."""

    def __init__(
        self, code: Code, message: str | None = None, rule: str = "", wait: int | None = None
    ) -> None:
        """`rule` is the rule that forbids a move, `wait` the seconds until a retry makes sense."""
        super().__init__(message or SENTENCES[code])
        self.code, self.message, self.rule, self.wait = code, message, rule, wait
