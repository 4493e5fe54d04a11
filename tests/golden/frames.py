"""Recorded sessions: what one connection sends and gets, with the view after each frame.

``frames/*.json`` are read by the Python tests and by the browser client's. Each is
``{"about", "frames": [{"at_ms", "from", "note"?, "message", "view"?}]}``: ``from`` is ``client``
or ``server``, and ``view`` is what the client must hold after a snapshot or an update.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.protocol.follow import follow
from spit.rules import Call, Flip, Play, SeatAction, Slap, State, legal_actions
from spit.table import ArrivedPlay, Order, Race, Ruling, SeatMessage
from tests.table.harness import Bench, position

FOLDER = Path(__file__).parent / "frames"

NOTES = {
    "hello": "The client says which seat is its own, by the secret that `POST /api/tables` gave.",
    "welcome": "The server says which seat that is, and which action id comes next.",
    "snapshot": "The whole table, before the first deal.",
    "dealt": "Both layouts. Nobody may play before the first spit.",
    "spit": "The player is ready.",
    "called": "A seat has said it, and everybody sees that.",
    "spat": "Both were ready: two cards turn up, and the race is on.",
    "play": "The player puts a card on a spit pile; `top_version` is the version of that pile.",
    "played": "A card lies on a spit pile, for both to see.",
    "accepted": "The answer to the action of the player: it is final, by that event.",
    "flip": "The player turns up the card below.",
    "flipped": "Both see it at the same moment.",
    "shift": "The player fills an empty slot from another pile.",
    "shifted": "A card lies in another slot now.",
    "refused": "A card that lost its race goes back, and the answer says why.",
    "calls-withdrawn": "A flip made a play possible, so nobody has said `spit` any more.",
    "countdown-started": "A clock for both: what will happen, and when.",
    "round-stopped": "The round is over, and whoever slaps first chooses.",
    "slap": "The player slaps the smaller pile.",
    "slapped": "The first slap decides for both.",
    "round-ended": "Each seat owns what it took. The next deal comes by itself.",
}
"""What the page says of the first message or event of each type."""


class Recorder(Bench):
    """A table with two people, and the frames of seat 0's connection."""

    def __init__(
        self,
        state: State | None = None,
        order: Order | None = None,
        names: tuple[str | None, str | None] = ("Ana", "Ben"),
    ) -> None:
        self.frames: list[dict[str, Any]] = []
        self.held: m.TableView | None = None
        self.noted: set[str] = set()
        super().__init__(state, order=order, names=names, seed=11)
        if state is None:
            self._client(m.Hello(version=m.PROTOCOL_VERSION, secrets=["kT3…"]))
        seats = [m.OwnSeat(seat=0, next_id=1, away_ms=30_000)]
        self._server(
            m.Welcome(version=m.PROTOCOL_VERSION, table="test", seats=seats, grace_ms=30_000)
        )
        self.snapshot()

    def snapshot(self) -> None:
        """The client is sent the whole view."""
        self.held = self.look()
        self._server(m.Snapshot(view=self.held))

    def collect(self) -> list[m.AnyOutbound]:
        """As `Bench.collect`, and writes down what seat 0's connection gets."""
        sent = super().collect()
        for message in sent:
            if isinstance(message, m.Update) and self.held is not None:
                self.held = follow(self.held, message)
                self._server(message)
            elif isinstance(message, m.Accepted | m.Refused) and message.seat == 0:
                self._server(message)
        return sent

    def send(self, seat: int, message: SeatMessage) -> m.Accepted | m.Refused | None:
        """As `Bench.send`, and writes down what seat 0's connection sends."""
        if seat == 0:
            self._client(message)
        return super().send(seat, message)

    def _client(self, message: m.AnyInbound) -> None:
        self._write("client", message, None)

    def _server(self, message: m.AnyOutbound) -> None:
        is_view = isinstance(message, m.Snapshot | m.Update)
        self._write("server", message, self.held if is_view else None)

    def _write(self, sender: str, message: msgspec.Struct, view: m.TableView | None) -> None:
        plain = json.loads(encode(message))
        frame: dict[str, Any] = {"at_ms": self.now - 1_000, "from": sender}
        note = self._note(plain)
        if note:
            frame["note"] = note
        frame["message"] = plain
        if view is not None:
            frame["view"] = json.loads(encode(view))
        self.frames.append(frame)

    def _note(self, message: dict[str, Any]) -> str:
        """A note for the first message, and the first event, of each type."""
        kinds = [message["type"], *(event["type"] for event in message.get("events", ()))]
        new = [kind for kind in kinds if kind in NOTES and kind not in self.noted]
        self.noted |= set(new)
        return " ".join(NOTES[kind] for kind in new)

    def session(self, about: str) -> dict[str, Any]:
        """The frames so far as a golden file."""
        return {"about": about, "frames": self.frames}


def first_round() -> dict[str, Any]:
    """A whole round, its slap and the next deal, from the first hello on."""
    stage, rng = Recorder(), Random(5)
    while len(stage.heard(m.Dealt)) < 2:
        stage.wait(rng.randrange(150, 400))
        action = _pick(stage.state, rng)
        if action is not None:
            stage.do(action)
    return stage.session("A whole round, its slap, and the deal after it.")


def _pick(state: State, rng: Random) -> SeatAction | None:
    """What one of the seats does next; plays and flips before anything else."""
    actions = [each for seat in (0, 1) for each in legal_actions(state, seat)]
    quick = [each for each in actions if isinstance(each, Play | Flip)]
    return rng.choice(quick or actions) if actions else None


class _Scripted(Order):
    """Holds every play for a second, or says what was put in `next`."""

    def __init__(self) -> None:
        self.next: Ruling | None = None

    def rule(self, play: ArrivedPlay, race: Race) -> Ruling:
        """The scripted ruling, once; else a hold."""
        del race
        ruling, self.next = self.next, None
        return ruling or Ruling(hold_until_ms=play.arrived_ms + 1_000)


def tentative() -> dict[str, Any]:
    """One play that becomes final, and two that are taken back together."""
    order = _Scripted()
    mine, theirs = "9h|5s, 4c, 9c, Qd", "9d|7s, 8d 3d, Jh, Jc"
    stage = Recorder(position(mine, theirs, ["6h", "Kh"], ("2s", "2h")), order)
    contested = stage.message(Play(1, 0, 0))
    stage.do(Play(0, 0, 0))
    lowest = stage.look().tentative[0].version
    stage.do(Play(0, 1, 0))
    order.next = Ruling(take_back=lowest, margin_ms=38)
    stage.send(1, contested)
    stage.do(Play(0, 3, 1))
    stage.wait(2_000)
    return stage.session("Plays shown as tentative: two taken back together, one settled.")


def apart() -> dict[str, Any]:
    """Two people 20 and 180 ms away: a race over the same card that the farther one wins."""
    mine, theirs = "9h|5s, 4c, 9c, Qd", "9d|7s, 8d 3d, Jh, Jc"
    stage = Recorder(position(mine, theirs, ["6h", "Kh"], ("2s", "2h")))
    for seat, trip_ms in ((0, 20), (1, 180)):
        stage.table.note_round_trip(seat, trip_ms, stage.now)
        stage.collect()
    stage.wait(1_000)
    contested = stage.message(Play(1, 0, 0))
    stage.do(Play(0, 0, 0))
    stage.wait(90)
    stage.send(1, msgspec.structs.replace(contested, reacted_ms=1_040))
    stage.do(Play(0, 3, 1))
    stage.wait(1_000)
    stage.ask(m.Resign, 0)
    return stage.session("People at a distance: a race decided by reaction time, not by arrival.")


def one_pile() -> dict[str, Any]:
    """A one-pile round that seat 0 clears, which ends the match; then a rematch is dealt."""
    stage = Recorder(position("5s", "9d|7s, 8d", ["6h"], ("", "2h"), laid_hands=(0, 1)))
    stage.do(Play(0, 0, 0))
    stage.ask(m.Rematch, 1)
    stage.ask(m.Rematch, 0)
    stage.wait(5_000)
    return stage.session("A one-pile round won by R7.1, and a rematch.")


def absence() -> dict[str, Any]:
    """A pause by hand, a lost connection, a claim."""
    mine, theirs = "9h|3s, 4d, Jd", "9d|3d, Jh"
    stage = Recorder(position(mine, theirs, ["2h", "2d"], ("3h 3c", "8h 8s")))
    stage.ask(m.Pause, 0)
    stage.wait(1_000)
    stage.ask(m.Resume, 0)
    stage.wait(4_000)
    stage.table.disconnect(1, stage.now)
    stage.collect()
    stage.wait(31_000)
    stage.snapshot()
    stage.ask(m.Claim, 0)
    return stage.session("A pause, a lost connection, and the claim that ends the match.")


def stuck() -> dict[str, Any]:
    """A stuck race, "spit" again, a blocked round and the slap."""
    stage = Recorder(position("9h|9s, 9c", "9d|Js, Jh", ["2h", "2d"], ("5h", "5c")))
    stage.do(Call(0, 0))
    stage.do(Call(1, 1))
    stage.wait(5_000)
    stage.do(Slap(0, 1))
    stage.wait(4_000)
    return stage.session("Stuck twice: new spit cards, then a blocked round and its slap.")


def friend() -> dict[str, Any]:
    """A free seat is taken; then spectators, an emote, and a result that is not kept at once."""
    stage = Recorder(names=("Ana", None))
    stage.table.sit(1, "Cleo", (2, 1), stage.now)
    stage.table.connect(1, stage.now)
    stage.table.count_watching(3, stage.now)
    stage.collect()
    stage.show(0, "hello")
    stage.wait(1_000)
    stage.ask(m.Resign, 1)
    for is_saved in (False, True):
        stage.table.note_saved(stage.now, is_saved=is_saved)
        stage.collect()
    stage.ask(m.Rematch, 0)
    stage.ask(m.Rematch, 1)
    return stage.session("A friend sits down, is greeted, gives up, and plays again.")


SESSIONS = {
    "session.json": first_round,
    "tentative.json": tentative,
    "apart.json": apart,
    "one-pile.json": one_pile,
    "absence.json": absence,
    "stuck.json": stuck,
    "friend.json": friend,
}
"""Every recorded session by its file's name, and how it is recorded."""


def write(session: dict[str, Any]) -> str:
    """A session as text, a frame on each line so that differences are small."""
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in session["frames"])
    return f'{{"about": {json.dumps(session["about"])}, "frames": [\n{lines}\n]}}\n'


def rewrite() -> Iterator[Path]:
    """Records every session anew and yields the paths."""
    FOLDER.mkdir(exist_ok=True)
    for name, record in SESSIONS.items():
        path = FOLDER / name
        path.write_text(write(record()), encoding="utf-8")
        yield path
