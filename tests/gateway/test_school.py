"""Sixty pupils at one address play as anybody does, also beside somebody who floods elsewhere."""

import pytest

from tests.support.gateways import TERMS, Node, Peer, a_node
from tests.support.virtual_time import pass_ms
from xiangqi_server.gateway.account.password_line import AT_ONCE
from xiangqi_server.limits import with_shares

PUPILS = 60
ADDRESS = "192.0.2.7"
ATTACKER = "198.51.100.9"
FLOOD = 300
MOVES = ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "b0c2", "g6g5")


async def a_class(node: Node, address: str) -> list[Peer]:
    """All pupils come within the same second."""
    return [await node.guest(counted_as=address) for _ in range(PUPILS)]


async def lesson(pupils: list[Peer]) -> list[str]:
    """Everybody invites or sits down, plays, talks, looks around; the codes of what is refused."""
    codes: list[str] = []

    async def ask(peer: Peer, kind: str, **fields: object) -> dict[str, object]:
        answer = await peer.ask(kind, **fields)
        if answer["type"] == "refused":
            codes.append(f"{kind} {answer['code']}")
        return answer

    rooms = []
    for red, black in zip(pupils[::2], pupils[1::2], strict=True):
        opened = await ask(red, "invite", terms=TERMS, side="red")
        room = opened["room"]
        for one in (red, black):
            await ask(one, "join", room=room)
        await ask(black, "sit", room=room, seat_key=opened["seat_key"])
        rooms.append((room, red, black))
    for ply, text in enumerate(MOVES):
        for room, *players in rooms:
            await ask(players[ply % 2], "move", room=room, ply=ply, text=text)
        await pass_ms(2_000)
    for room, red, black in rooms:
        await ask(red, "chat", room=room, to="players", text="good luck")
        await ask(black, "games")
        await ask(black, "resign", room=room)
    return codes


@pytest.mark.parametrize("address", [ADDRESS, with_shares(ADDRESS, PUPILS)])
async def test_sixty_pupils_at_one_address_are_refused_nothing(address: str) -> None:
    node = await a_node()
    pupils = await a_class(node, address)

    codes = await lesson(pupils)
    for number, pupil in enumerate(pupils):
        answer = await pupil.ask("sign_up", name=f"Pupil {number}", password="nine dragons fly")
        codes += [f"sign_up {answer['code']}"] if answer["type"] == "refused" else []

    assert codes == []
    assert not any(pupil.closed for pupil in pupils)


async def test_sixty_pupils_play_beside_somebody_who_floods_from_another_address() -> None:
    node = await a_node()
    pupils = await a_class(node, with_shares(ADDRESS, PUPILS))
    flooding = [await node.guest(counted_as=ATTACKER) for _ in range(PUPILS)]
    for number, peer in enumerate(flooding):
        for _ in range(FLOOD // PUPILS):
            peer.say("invite", terms=TERMS)
            peer.say("sign_in", name=f"Nobody {number}", password="nine dragons fly")
            peer.say("seek", terms=TERMS)

    codes = await lesson(pupils)

    assert codes == []
    told = [peer.told("refused") for peer in flooding]
    assert any(message["code"] == "too_fast" for refused in told for message in refused)
    assert node.gateway.passwords.hashed >= AT_ONCE
