"""What every rule set says of the natural limit; the terms of a game may name another one."""

from typing import Final

from xiangqi_server.texts.worded import Worded

NATURAL_LIMIT: Final = Worded(
    (
        "60 moves without a capture, or as many as the terms say, are a draw as soon as either "
        "side could claim it; of the side that claims, at most ten checks are counted."
    ),
    "连续60回合（或对局约定的回合数）无吃子，任一方符合提和条件即判和；提和方的将军最多计十次。",
    "連續60回合（或對局約定的回合數）無吃子，任一方符合提和條件即判和；提和方的將軍最多計十次。",
    (
        "60 nước không ăn quân, hoặc số nước đã thỏa thuận, thì hòa, ngay khi một bên đủ điều kiện "
        "cầu hòa; của bên cầu hòa chỉ tính tối đa mười nước chiếu."
    ),
)
