"""The clauses of the smaller rule sets, in our words.

Languages: English, simplified and traditional Chinese, Vietnamese. The natural limit is
ours in all of them: their texts have none, and a game must be able to end.
"""

from typing import Final

from xiangqi_server.texts.clauses.natural_limit import NATURAL_LIMIT
from xiangqi_server.texts.worded import Worded

_MATE: Final = Worded("Checkmate wins.", "将死对方者胜。", "將死對方者勝。", "Chiếu bí là thắng.")
_STALEMATE: Final = Worded(
    "A side that has no legal move to play loses.",
    "轮到走棋而无着可走（困毙）者负。",
    "輪到走棋而無著可走（困斃）者負。",
    "Bên đến lượt mà hết nước đi thì thua.",
)
ITSYOURTURN: Final = {
    "mate": _MATE,
    "stalemate": _STALEMATE,
    "bare": Worded(
        "The game is a draw when both sides have only elephants and advisors beside the general.",
        "双方除将帅外仅余士象时判和。",
        "雙方除將帥外僅餘士象時判和。",
        "Hai bên ngoài Tướng chỉ còn Sĩ, Tượng thì hòa.",
    ),
    "check-limit": Worded(
        (
            "A player may not give check four turns in a row by moving the same piece; without "
            "another move it is stalemated and loses."
        ),
        "不得连续四回合用同一子将军；因此无着可走者判负。",
        "不得連續四回合用同一子將軍；因此無著可走者判負。",
        "Không được dùng cùng một quân chiếu bốn lượt liên tiếp; hết nước khác thì thua.",
    ),
    "chase-limit": Worded(
        (
            "A piece that has chased an unprotected piece to a second point and back may not "
            "return to its own first point to go on."
        ),
        "一子捉无根子往返一次后，不得退回自己的第一点继续捉。",
        "一子捉無根子往返一次後，不得退回自己的第一點繼續捉。",
        (
            "Quân đã đuổi một quân không có căn đi rồi về thì không được trở lại điểm đầu của mình "
            "để đuổi tiếp."
        ),
    ),
    "N": NATURAL_LIMIT,
}

CHESSVARIANTS: Final = {
    "2": Worded(
        "The game is won by checkmating or stalemating the opponent's general.",
        "将死或困毙对方者胜。",
        "將死或困斃對方者勝。",
        "Chiếu bí hoặc làm đối phương hết nước đi là thắng.",
    ),
    "3": Worded(
        "No more than three checks in a row with the same piece and the same board positions.",
        "同一子在相同局面中连续将军不得超过三次。",
        "同一子在相同局面中連續將軍不得超過三次。",
        "Không được chiếu quá ba lần liên tiếp bằng cùng một quân với cùng những thế cờ.",
    ),
    "4": Worded(
        (
            "An enemy piece may not be forced to and fro between the same two points for ever; the "
            "forcing side must break off."
        ),
        "不得迫使对方一子在两点之间无休止地往返，逼迫的一方须变着。",
        "不得迫使對方一子在兩點之間無休止地往返，逼迫的一方須變著。",
        "Không được ép một quân đối phương chạy qua lại mãi giữa hai điểm; bên ép phải đổi nước.",
    ),
    "5": Worded(
        "The game is a draw when neither side can force checkmate or stalemate.",
        "双方均无法取胜时判和。",
        "雙方均無法取勝時判和。",
        "Không bên nào có thể thắng thì hòa.",
    ),
    "N": NATURAL_LIMIT,
}

CHESSVARIANTS_DRAWS: Final = {
    "4": Worded(
        "If each side drives a piece of the other to and fro, neither forces: a draw.",
        "双方互相迫使对方一子往返，均不属逼迫，判和。",
        "雙方互相迫使對方一子往返，均不屬逼迫，判和。",
        "Hai bên cùng làm một quân của nhau chạy qua lại thì không bên nào ép: hòa.",
    ),
}
"""What is permitted by a clause that bans."""

LOOP3: Final = {
    "mate": _MATE,
    "stalemate": _STALEMATE,
    "loop": Worded(
        "When a loop has occurred three times in a row, the attacking side must end it.",
        "循环连续出现三次后，进攻方必须打破循环。",
        "循環連續出現三次後，進攻方必須打破循環。",
        "Vòng lặp đã diễn ra ba lần liên tiếp thì bên tấn công phải chấm dứt.",
    ),
    "draw": Worded(
        (
            "The game is a draw if neither side has attacking pieces, or if the loop cannot be "
            "broken or has no single attacker."
        ),
        "双方均无进攻子力，或循环无法打破、无单一进攻方时判和。",
        "雙方均無進攻子力，或循環無法打破、無單一進攻方時判和。",
        (
            "Hai bên không còn quân tấn công, hoặc vòng lặp không thể phá hay không có một bên tấn "
            "công duy nhất, thì hòa."
        ),
    ),
    "N": NATURAL_LIMIT,
}

CLUB: Final = {
    "mate": _MATE,
    "stalemate": _STALEMATE,
    "draw": Worded(
        (
            "A repetition without perpetual check or chase, or with both sides alike, and a "
            "position without attacking pieces are draws."
        ),
        "循环中无长将、长捉或双方相同，以及双方均无进攻子力，判和。",
        "循環中無長將、長捉或雙方相同，以及雙方均無進攻子力，判和。",
        (
            "Vòng lặp không có chiếu mãi, đuổi mãi hoặc hai bên như nhau, và thế cờ không còn quân "
            "tấn công, là hòa."
        ),
    ),
    "check": Worded(
        "A player loses by perpetual check.",
        "长将者判负。",
        "長將者判負。",
        "Chiếu mãi thì thua.",
    ),
    "chase": Worded(
        "A player loses by perpetually chasing an unprotected piece.",
        "长捉无根子者判负。",
        "長捉無根子者判負。",
        "Đuổi mãi quân không có căn thì thua.",
    ),
    "count": Worded(
        "Checks in a row lose after 6 with one piece, 12 with two, 18 with three.",
        "连续将军，一子满六次、两子满十二次、三子满十八次判负。",
        "連續將軍，一子滿六次、兩子滿十二次、三子滿十八次判負。",
        "Chiếu liên tiếp 6 nước bằng một quân, 12 bằng hai quân, 18 bằng ba quân thì thua.",
    ),
    "N": NATURAL_LIMIT,
}
