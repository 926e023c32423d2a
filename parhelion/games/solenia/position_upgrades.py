"""Upgrade tiles of a position that is set up: who has which, and which are on offer (S29)."""

from typing import Any

from parhelion.errors import BadPosition
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.notation import ROWS
from parhelion.games.solenia.position_json import GivenOffer, GivenPlayer, GivenPosition
from parhelion.games.solenia.position_ledger import Pieces, check_length, check_seat


class UpgradeTiles:
    """The upgrade tiles of an edition that are not placed yet."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.ones = Pieces([constants.LASTING[power] for power in state.lasting], "upgrade")
        self.halves = [
            Pieces([constants.CROWNING[power] for power in half], f"{kind} half")
            for kind, half in zip(ROWS, state.crowning, strict=True)
        ]

    def hand_out(self, players: list[GivenPlayer], given: GivenPosition) -> None:
        """To players and, in the draft, to the offer; outside of it everybody has both levels."""
        count = int(self.state.players)
        for seat, player in enumerate(players[:count]):
            self._give(seat, player)
        if given.phase == "draft":
            check_seat(given.active, "position.active", count)
            self._offer(given.offered)
            self._find_round(given.active)
        else:
            for seat in range(count):
                self._give_rest(seat)
            self.state.draft_round = 3

    def _give(self, seat: int, player: GivenPlayer) -> None:
        """The tiles that a player is said to have."""
        where = f"position.players[{seat}]"
        if player.level_1 is not None:
            self.state.level_1[seat] = self._one(player.level_1, f"{where}.level_1")
        if player.level_3 is not None:
            self.state.level_3[seat] = self._pair(player.level_3, f"{where}.level_3")

    def _give_rest(self, seat: int) -> None:
        """The next tiles for a player who lacks some."""
        if self.state.level_1[seat] < 0:
            self.state.level_1[seat] = self._next_one()
        if self.state.level_3[seat, 0] < 0:
            self.state.level_3[seat] = self._next_pair()

    def _find_round(self, seat: int) -> None:
        """The round of the draft in which a seat chooses: one for each tile that it has."""
        state = self.state
        state.draft_round = int(state.level_1[seat] >= 0) + int(state.level_3[seat, 0] >= 0)

    def _offer(self, offered: GivenOffer | None) -> None:
        """Lay out what is on offer; without a word, a tile for everybody who lacks one."""
        state, count, where = self.state, int(self.state.players), "position.offered"
        if offered is None:
            for i in range(int((state.level_1[:count] < 0).sum())):
                state.offered_1[i] = self._next_one()
            for i in range(int((state.level_3[:count, 0] < 0).sum())):
                state.offered_3[i] = self._next_pair()
            return
        check_length(offered.level_1, f"{where}.level_1", count)
        check_length(offered.level_3, f"{where}.level_3", count)
        for i, name in enumerate(offered.level_1):
            if name is not None:
                state.offered_1[i] = self._one(name, f"{where}.level_1[{i}]")
        for i, pair in enumerate(offered.level_3):
            if pair is not None:
                state.offered_3[i] = self._pair(pair, f"{where}.level_3[{i}]")

    def _one(self, name: str, where: str) -> int:
        return int(self.state.lasting[self.ones.take(name, where)])

    def _pair(self, halves: list[str], where: str) -> list[int]:
        if len(halves) != 2:
            raise BadPosition(f"{where}: expected a list of 2, found {len(halves)}")
        if halves[0] == halves[1]:
            raise BadPosition(f"{where}: expected two different halves, found {halves[0]!r} twice")
        return [
            int(self.state.crowning[row, self.halves[row].take(name, f"{where}[{row}]")])
            for row, name in enumerate(halves)
        ]

    def _next_one(self) -> int:
        return int(self.state.lasting[self.ones.rest(1)[0]])

    def _next_pair(self) -> list[int]:
        """The next day half, and the next night half with another power."""
        day, night = (half.names_left() for half in self.halves)
        other = next(name for name in night if name != day[0])
        return self._pair([day[0], other], "position.offered")
