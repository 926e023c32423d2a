"""What viewers see of a table in memory, cached until it changes."""

from typing import TYPE_CHECKING, NamedTuple

import orjson

from parhelion.games import Json
from parhelion.match import Match
from parhelion.refusals import Refused
from parhelion.scene import Layout, Scene
from parhelion.server import schemas
from parhelion.server.offers import offer_json
from parhelion.server.scene_json import scene_json
from parhelion.server.schemas import Lang
from parhelion.server.viewer import Viewer
from parhelion.tables import messages, pictures
from parhelion.tables.due import BotTurn, due
from parhelion.tables.messages import MAX_LINES, Company, Shown
from parhelion.tables.moment import Moment
from parhelion.tables.named_text import NamedText
from parhelion.tables.names import People, player_names
from parhelion.tables.table import Table

if TYPE_CHECKING:
    from parhelion.server.live.live_table import LiveTable


class Picture(NamedTuple):
    """What a seat sees, and what it may choose from as JSON if it is to move."""

    scene: Scene
    offer: Json | None


class TableViews:
    """The views of a table."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._states: dict[Lang, Json] = {}
        """The part of the state that is the same for everybody."""
        self._company: Company | None = None
        self._names: dict[Lang, list[str]] = {}
        self._named: dict[Lang, NamedText] = {}
        self._people: People | None = None
        self._scenes: dict[tuple[int | None, Lang, Layout], Scene] = {}
        self._pictures: dict[tuple[int | None, Lang, Layout], Picture] = {}

    @property
    def _table(self) -> Table:
        return self._live.table

    # --- caching

    def clear(self) -> None:
        """Forget everything: names have changed."""
        self.clear_states()
        for cache in (self._names, self._named, self._scenes, self._pictures):
            cache.clear()
        self._people = None

    def clear_states(self) -> None:
        """Forget the public states: something about the table has changed."""
        self._states.clear()
        self._company = None

    def update(self, before: Table) -> None:
        """Forget what has changed since an earlier table."""
        now = self._table
        if before.seats != now.seats or before.is_dealt != now.is_dealt:
            self.clear()
        elif before.match is not now.match or before.resigned != now.resigned:
            self._scenes.clear()
            self._pictures.clear()

    # --- names

    def people(self) -> People:
        """Return what everybody may know of the people."""
        if self._people is None:
            self._people = {id: person.profile for id, person in self._live.people.items()}
        return self._people

    def names(self, lang: Lang) -> list[str]:
        """Return the names of all players; empty for open seats."""
        if lang not in self._names:
            setup = self._table.setup
            say = setup.game.words(lang)
            names = player_names(setup.game, setup.options, self._table.seats, self.people(), say)
            self._names[lang] = names
        return self._names[lang]

    def named_text(self, lang: Lang) -> NamedText:
        """Return what puts names into sentences; an open seat has the name of the seat."""
        if lang not in self._named:
            say, titles = self._table.game.words(lang), pictures.shown_match(self._table).seats
            named = zip(self.names(lang), titles, strict=True)
            self._named[lang] = NamedText([name or say(title) for name, title in named])
        return self._named[lang]

    # --- the table

    def state(self, viewer: Viewer) -> Json:
        """Return everything that a viewer sees besides scene and chat: a `TableState`."""
        moment = self._live.moment()
        company = self._company = self._company or self._company_now(moment)
        if viewer.lang not in self._states:
            public = messages.public_state(self._table, viewer.lang, company, moment)
            self._states[viewer.lang] = public
        actor = viewer.person.actor if viewer.person else None
        public = self._states[viewer.lang]
        return messages.state(self._table, actor, viewer.lang, company, moment, public)

    def shown(self, viewer: Viewer) -> Shown:
        """Return what a viewer sees now, for a live connection."""
        state = self.state(viewer)
        picture = self.picture(state["seat"], viewer.lang, viewer.layout)
        return Shown(state, picture.scene, picture.offer, len(self._table.chat))

    def _company_now(self, moment: Moment) -> Company:
        attendance = self._live.attendance
        return Company(
            people=self.people(),
            online=attendance.online(),
            spectators=attendance.spectators,
            thinking=isinstance(due(self._table, moment), BotTurn),
        )

    def scene(self, seat: int | None, lang: Lang, layout: Layout) -> Scene:
        """Return the whole scene for a seat, with choices and words."""
        key = seat, lang, layout
        if key not in self._scenes:
            self._scenes[key] = pictures.scene(self._table, *key, self.names(lang))
        return self._scenes[key]

    def picture(self, seat: int | None, lang: Lang, layout: Layout) -> Picture:
        """Return what a seat sees; the same object until it changes."""
        key = seat, lang, layout
        if key not in self._pictures:
            seen, offer = pictures.picture(self._table, *key, self.names(lang))
            json = offer and offer_json(self._table.game, seat or 0, lang, offer)
            self._pictures[key] = Picture(seen, json)
        return self._pictures[key]

    def whole(self, viewer: Viewer) -> bytes:
        """Return the table as a viewer sees it: an `Update` as JSON."""
        state, lines = self.state(viewer), self._table.chat
        scene = self.scene(state["seat"], viewer.lang, viewer.layout)
        first = max(0, len(lines) - MAX_LINES)
        return orjson.dumps(
            {
                "table": state,
                "scene": scene_json(scene, self.named_text(viewer.lang)),
                "chat": messages.chat_json(lines[first:], first, self.people()),
            }
        )

    # --- questions

    def seat_shown(self, viewer: Viewer) -> int | None:
        """Return the seat whose view a viewer gets; None for a spectator."""
        return messages.seat_shown(self._table, viewer.id or None)

    def seat_asked_for(self, viewer: Viewer, seat: int | None) -> int | None:
        """Return the seat whose view a viewer asks for. Raises Refused if it is not theirs."""
        if seat is None:
            return self.seat_shown(viewer)
        if seat not in self._table.seats_of(viewer.id):
            raise Refused("seat/not-yours")
        return seat

    def match_at(self, ply: int) -> Match:
        """Return the match after some of its moves. Raises Refused if there are fewer."""
        match = pictures.shown_match(self._table)
        if not 0 <= ply <= match.ply:
            raise Refused("unknown-path")
        earlier = match.copy()
        earlier.undo(match.ply - ply)
        return earlier

    def words(self, viewer: Viewer) -> schemas.TableWords:
        """Return the table in words as a viewer may know it, with notes on their legal moves."""
        sections, notes = pictures.words(self._table, self.seat_shown(viewer), viewer.lang)
        named, version = self.named_text(viewer.lang), self._table.position
        return schemas.TableWords(
            version=version, sections=list(named.fill(sections)), notes=named.fill(notes)
        )

    def scene_at(self, viewer: Viewer, ply: int, seat: int | None = None) -> bytes:
        """Return the scene after `ply` moves as JSON, without choices, as one of the viewer's seats
        sees it: by default the seat whose view they get now."""
        seat, earlier = self.seat_asked_for(viewer, seat), self.match_at(ply)
        scene = earlier.scene(seat, viewer.lang, viewer.layout, choices=False)
        return orjson.dumps(scene_json(scene, self.named_text(viewer.lang)))

    def seat_view(self, viewer: Viewer) -> bytes:
        """Return what the viewer's seat may know, with its legal moves: a `SeatView` as JSON."""
        table, seat = self._table, self.seat_shown(viewer)
        if seat is None:
            raise Refused("seat/not-yours")
        if not table.is_dealt:
            raise Refused("table/not-started")
        is_choosing = pictures.is_choosing(table, seat) and seat == table.turn
        legal = table.dealt.moves() if is_choosing else ()
        view = table.dealt.view(seat) | {"legal": [move.text for move in legal]}
        return orjson.dumps({"version": table.position, "view": view})
