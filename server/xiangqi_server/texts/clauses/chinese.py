"""The articles of the Chinese national rules, in our words.

Keys are the paragraph numbers of the 2020 text. Letters stand where we give a rule without
its number: ``M`` checkmate, ``S`` stalemate, ``D`` bare material, ``R`` what an arbiter would
decide, ``N`` the natural limit. Languages: English, simplified and traditional Chinese,
Vietnamese.
"""

from typing import Final

from xiangqi_server.texts.clauses.natural_limit import NATURAL_LIMIT
from xiangqi_server.texts.worded import Worded

CHINESE: Final = {
    "M": Worded(
        "Checkmate wins.",
        "将死对方者胜。",
        "將死對方者勝。",
        "Chiếu bí là thắng.",
    ),
    "S": Worded(
        "A side that has no legal move to play loses.",
        "轮到走棋而无着可走（困毙）者负。",
        "輪到走棋而無著可走（困斃）者負。",
        "Bên đến lượt mà hết nước đi thì thua.",
    ),
    "24.1": Worded(
        "Check: the enemy general is attacked.",
        "将：着法直接攻击对方将（帅）。",
        "將：著法直接攻擊對方將（帥）。",
        "Chiếu: nước đi tấn công Tướng đối phương.",
    ),
    "24.2": Worded(
        "Kill: a threat to mate on the next move, or by an unbroken series of checks.",
        "杀：走子后伏有下一着将死或连续将军将死的手段。",
        "殺：走子後伏有下一著將死或連續將軍將死的手段。",
        "Dọa hết: sau nước đi có đòn dọa chiếu bí ngay nước sau, hoặc bằng chiếu liên tục.",
    ),
    "24.3": Worded(
        (
            "Chase: after the move a piece can be won next: by a capture of the moved piece or of "
            "another, jointly, by checks that follow, or by a series of captures; unless the side "
            "that wins it is then mated on the very next move."
        ),
        (
            "捉：走子后，下一着起能吃子、联合吃子、用将军或连续将军得子，或经兑换后得子，"
            "且得子后不致立即被将死。"
        ),
        (
            "捉：走子後，下一著起能吃子、聯合吃子、用將軍或連續將軍得子，或經兌換後得子，"
            "且得子後不致立即被將死。"
        ),
        (
            "Đuổi: sau nước đi có thể ăn quân, cùng nhau ăn quân, được quân nhờ chiếu hoặc "
            "sau một loạt trao đổi, mà ngay sau đó không bị chiếu bí."
        ),
    ),
    "24.4": Worded(
        (
            "Exchange: like pieces are offered to each other, and taking first neither mates nor "
            "wins anything."
        ),
        "兑：邀兑同类子，对方吃后既不被将死也不失子。",
        "兌：邀兌同類子，對方吃後既不被將死也不失子。",
        "Đổi: mời đổi quân cùng loại; bên ăn trước không bị chiếu bí và không mất quân.",
    ),
    "24.8": Worded(
        (
            "Idle: whatever is neither check, kill nor chase; exchanges, offers and blocks are "
            "idle, and so is a threat that was there before the move."
        ),
        "闲：将、杀、捉以外的着法，包括兑、献、拦、跟；走子前已存在且结果未变的捉，也是闲。",
        "閒：將、殺、捉以外的著法，包括兌、獻、攔、跟；走子前已存在且結果未變的捉，也是閒。",
        (
            "Nước chờ: mọi nước không phải chiếu, dọa hết, đuổi; kể cả đổi, hiến, cản, theo, và "
            "đòn bắt đã có sẵn trước nước đi."
        ),
    ),
    "24.11": Worded(
        "A perpetual chase may chase one piece or several.",
        "长捉：着着捉，所捉可为一子或多子。",
        "長捉：著著捉，所捉可為一子或多子。",
        "Đuổi mãi có thể là đuổi một quân hay nhiều quân.",
    ),
    "24.13": Worded(
        (
            "Forbidden are one-sided cycles that consist of checks, kills and chases alone, in any "
            "mixture."
        ),
        "禁止着法：单方面的长将、长杀、长捉及其任意组合的循环。",
        "禁止著法：單方面的長將、長殺、長捉及其任意組合的循環。",
        "Nước cấm: vòng lặp một phía chỉ gồm chiếu, dọa hết, đuổi, xen kẽ thế nào cũng vậy.",
    ),
    "24.15": Worded(
        "A protected piece has a root; with fewer roots than attackers it is under-rooted.",
        "有根：有子保护；少根：保护的子少于攻击的子。",
        "有根：有子保護；少根：保護的子少於攻擊的子。",
        "Có căn: được bảo vệ; thiếu căn: số quân bảo vệ ít hơn số quân tấn công.",
    ),
    "24.17": Worded(
        "Joint chase: a gain that takes two pieces or more.",
        "联合捉子：需两子或多子配合方能得子。",
        "聯合捉子：需兩子或多子配合方能得子。",
        "Phối hợp đuổi bắt: phải hai quân trở lên phối hợp mới được quân.",
    ),
    "24.18": Worded(
        (
            "Self-destruction: a check that lets the checker be mated by the answer, or by what "
            "follows it; the answer is not held against the other side."
        ),
        "自毙：将军后，因对方应将而反遭将死；应将的着法不作攻击论。",
        "自斃：將軍後，因對方應將而反遭將死；應將的著法不作攻擊論。",
        (
            "Tự diệt: chiếu xong thì vì nước đỡ của đối phương mà mình bị chiếu bí; nước đỡ ấy "
            "không bị tính lỗi."
        ),
    ),
    "25.1": Worded(
        "One-sided perpetual check is never allowed.",
        "任何情况下均不允许单方面长将。",
        "任何情況下均不允許單方面長將。",
        "Trong mọi trường hợp không được chiếu mãi một phía.",
    ),
    "25.2": Worded(
        "If the moves of both sides are permitted and nobody deviates, the game is a draw.",
        "双方均为允许着法，双方不变，作和。",
        "雙方均為允許著法，雙方不變，作和。",
        "Hai bên đều đi nước được phép mà không ai đổi thì hòa.",
    ),
    "25.3": Worded(
        "The side whose moves are forbidden while the other's are permitted must change, or loses.",
        "一方为禁止着法，另一方为允许着法，前者变着，不变作负。",
        "一方為禁止著法，另一方為允許著法，前者變著，不變作負。",
        "Một bên đi nước cấm, bên kia đi nước được phép: bên phạm phải đổi, không đổi thì thua.",
    ),
    "26.1": Worded(
        (
            "General and soldiers may chase for ever; but if their move makes other pieces "
            "threaten anew, that is a chase."
        ),
        "将（帅）、兵（卒）允许长捉；其走动使其他子产生新的捉，判捉。",
        "將（帥）、兵（卒）允許長捉；其走動使其他子產生新的捉，判捉。",
        "Tướng và Tốt được đuổi mãi; nhưng nếu làm quân khác đuổi mới thì là đuổi.",
    ),
    "26.1.3": Worded(
        "A general that answers a check has made an idle move, whatever comes of it.",
        "走动将（帅）应将时产生的捉、杀，按闲着处理。",
        "走動將（帥）應將時產生的捉、殺，按閒著處理。",
        "Tướng chạy chiếu thì tính là nước chờ, dù sinh ra dọa hết hay đuổi.",
    ),
    "26.1.4": Worded(
        (
            "Another piece than the general that answers a check kills or chases only by what it "
            "did not threaten before."
        ),
        "走动其他子应将时产生的捉、杀，应将前已存在的，按闲着处理。",
        "走動其他子應將時產生的捉、殺，應將前已存在的，按閒著處理。",
        "Quân khác Tướng đỡ chiếu: chỉ đòn dọa hết hay đuổi chưa có trước đó mới được tính.",
    ),
    "26.2": Worded(
        (
            "A defender whose one attacking piece occupies the point that holds the draw makes an "
            "idle move, though it attacks advisors or elephants."
        ),
        "守和方仅余一个攻击子，占据守和要点时附带捉士（仕）、象（相），按闲着处理。",
        "守和方僅餘一個攻擊子，佔據守和要點時附帶捉士（仕）、象（相），按閒著處理。",
        "Bên thủ chỉ còn một quân tấn công chiếm điểm thủ hòa, kèm bắt Sĩ Tượng, tính là nước chờ.",
    ),
    "26.4": Worded(
        "A move that is several things at once counts as the heaviest of them.",
        "一着棋具有多种性质时，从重裁处。",
        "一著棋具有多種性質時，從重裁處。",
        "Nước đi có nhiều tính chất thì xử theo tính chất nặng nhất.",
    ),
    "26.5": Worded(
        "After a complete series of captures, ahead or equal is a chase, behind is idle.",
        "经一系列互相吃子后，得子或相等判捉，失子判闲。",
        "經一系列互相吃子後，得子或相等判捉，失子判閒。",
        "Sau một loạt ăn qua lại, hơn hoặc bằng thì là đuổi, kém thì là nước chờ.",
    ),
    "26.6": Worded(
        (
            "A chariot is worth two horses or cannons, a horse a cannon, an advisor an elephant; a "
            "soldier across the river floats."
        ),
        "一车等于双马（炮），马等于炮，士等于象；过河兵（卒）价值浮动。",
        "一車等於雙馬（炮），馬等於炮，士等於象；過河兵（卒）價值浮動。",
        "Một Xe bằng hai Mã (Pháo), Mã bằng Pháo, Sĩ bằng Tượng; Tốt qua sông giá trị thả nổi.",
    ),
    "26.8": Worded(
        "A soldier's capture that opens a check by another piece is a chase.",
        "兵（卒）吃子的同时形成其他子将军，判捉。",
        "兵（卒）吃子的同時形成其他子將軍，判捉。",
        "Tốt ăn quân mà mở đường cho quân khác chiếu thì là đuổi.",
    ),
    "26.9.2": Worded(
        (
            "If both sides are forbidden, the side that chases a chariot must change against one "
            "that chases jointly or under-rooted pieces."
        ),
        "双方均为禁止着法时，长捉车的一方须对联合捉子、捉少根子的一方变着，不变作负。",
        "雙方均為禁止著法時，長捉車的一方須對聯合捉子、捉少根子的一方變著，不變作負。",
        (
            "Hai bên cùng phạm: bên đuổi Xe phải đổi trước bên phối hợp đuổi bắt hay bắt quân "
            "thiếu căn, không đổi thì thua."
        ),
    ),
    "26.9.3": Worded(
        (
            "If both sides are forbidden, the side that only checks, kills and chases unrooted "
            "pieces must change against one that also chases jointly or under-rooted pieces."
        ),
        "双方均为禁止着法时，长捉无根子的一方须对联合捉子、捉少根子的一方变着，不变作负。",
        "雙方均為禁止著法時，長捉無根子的一方須對聯合捉子、捉少根子的一方變著，不變作負。",
        (
            "Hai bên cùng phạm: bên đuổi quân không căn phải đổi trước bên phối hợp đuổi bắt hay "
            "bắt quân thiếu căn, không đổi thì thua."
        ),
    ),
    "26.9.4": Worded(
        "If both sides are forbidden alike and nobody deviates, the game is a draw.",
        "双方均为禁止着法而性质相同，双方不变，作和。",
        "雙方均為禁止著法而性質相同，雙方不變，作和。",
        "Hai bên cùng phạm như nhau mà không ai đổi thì hòa.",
    ),
    "L": Worded(
        (
            "A side that for nine rounds on end does nothing but check, kill or chase, with "
            "nothing taken and against three points or more, must deviate, or it loses, even if "
            "no position recurs."
        ),
        "一方连续九回合均为将、杀、捉，无吃子且涉及三个或以上的点位，虽未形成循环亦须变着，不变作负。",
        "一方連續九回合均為將、殺、捉，無吃子且涉及三個或以上的點位，雖未形成循環亦須變著，不變作負。",
        (
            "Bên nào suốt chín nước liền chỉ chiếu, dọa hết hoặc đuổi, không ăn quân và nhằm vào "
            "từ ba điểm trở lên, thì phải đổi nước, nếu không sẽ thua, dù thế cờ không lặp lại."
        ),
    ),
    "R": Worded(
        (
            "Where careful readings of the articles differ, or there are too many lines to look "
            "at, an arbiter would decide; without one the repetition is a draw."
        ),
        "对条文的谨慎解读结论不一或变化过多时，应由裁判裁定；无裁判时循环作和。",
        "對條文的謹慎解讀結論不一或變化過多時，應由裁判裁定；無裁判時循環作和。",
        (
            "Khi các cách đọc luật thận trọng cho kết quả khác nhau, hoặc có quá nhiều biến, "
            "trọng tài sẽ định; không có trọng tài thì hòa."
        ),
    ),
    "D": Worded(
        "The game is a draw when neither side has a piece left to win with.",
        "双方均无可能取胜的子力时判和。",
        "雙方均無可能取勝的子力時判和。",
        "Hai bên không còn quân để thắng thì hòa.",
    ),
    "N": NATURAL_LIMIT,
}
