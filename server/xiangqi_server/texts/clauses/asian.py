"""The clauses of the Asian and World rules, in our words.

Keys are the clause numbers of the older English text of the Asian rules. ``A1`` and ``A2`` stand
in its appendix, ``C`` is the definition that all clauses on chases share, ``N`` is the natural
limit. Languages: English, simplified and traditional Chinese, Vietnamese.
"""

from typing import Final

from xiangqi_server.texts.clauses.natural_limit import NATURAL_LIMIT
from xiangqi_server.texts.worded import Worded

ASIAN: Final = {
    "1": Worded(
        "Checkmate wins.",
        "将死对方者胜。",
        "將死對方者勝。",
        "Chiếu bí là thắng.",
    ),
    "2": Worded(
        "A side that has no legal move to play loses.",
        "轮到走棋而无着可走（困毙）者负。",
        "輪到走棋而無著可走（困斃）者負。",
        "Bên đến lượt mà hết nước đi thì thua.",
    ),
    "3": Worded(
        "A side that breaks a rule on repetition is warned to deviate; repeating on, it loses.",
        "违反循环规定的一方须变着，经警告仍不变者判负。",
        "違反循環規定的一方須變著，經警告仍不變者判負。",
        "Bên phạm luật lặp lại bị nhắc phải đổi nước; nếu vẫn lặp lại thì thua.",
    ),
    "4": Worded(
        "The game is a draw when neither side has a piece left to win with.",
        "双方均无可能取胜的子力时判和。",
        "雙方均無可能取勝的子力時判和。",
        "Hai bên không còn quân để thắng thì hòa.",
    ),
    "5": Worded(
        "A repeated sequence in which neither side breaks a rule is a draw if nobody deviates.",
        "循环反复而双方均未犯例，双方不变，判和。",
        "循環反覆而雙方均未犯例，雙方不變，判和。",
        "Vòng lặp không bên nào phạm luật và không bên nào đổi nước thì hòa.",
    ),
    "6": Worded(
        "Perpetual check loses, with one piece or several, in all circumstances.",
        "不论用一子或多子，长将者一律判负。",
        "不論用一子或多子，長將者一律判負。",
        "Chiếu mãi bằng một hay nhiều quân đều thua, trong mọi trường hợp.",
    ),
    "7": Worded(
        "If both sides check perpetually the game is a draw.",
        "双方互相长将，不变判和。",
        "雙方互相長將，不變判和。",
        "Hai bên cùng chiếu mãi thì hòa.",
    ),
    "8": Worded(
        (
            "Against a side that checks on every move, some checks given back do not help it: "
            "the side that checks on every move loses."
        ),
        "一方着着将军，另一方间或解将还将，着着将军者判负。",
        "一方著著將軍，另一方間或解將還將，著著將軍者判負。",
        "Bên chiếu ở mọi nước thua, dù bên kia thỉnh thoảng chiếu lại.",
    ),
    "10": Worded(
        "Mate threats of both sides against each other are allowed: a draw.",
        "双方互相走杀，不变判和。",
        "雙方互相走殺，不變判和。",
        "Hai bên cùng dọa hết lẫn nhau được phép: hòa.",
    ),
    "11-13": Worded(
        "Checks mixed with mate threats, blocks or idle moves are allowed: a draw.",
        "一将一杀、一将一闲、一将一拦等均属允许，不变判和。",
        "一將一殺、一將一閒、一將一攔等均屬允許，不變判和。",
        "Chiếu xen với dọa hết, chặn hay nước chờ đều được phép: hòa.",
    ),
    "14": Worded(
        "Checks and chases by turns are allowed: a draw.",
        "一将一捉，不变判和。",
        "一將一捉，不變判和。",
        "Một chiếu một đuổi được phép: hòa.",
    ),
    "15": Worded(
        "One or two cannons may not perpetually chase a chariot, even a protected one.",
        "一炮或双炮不得长捉车，车有根亦然。",
        "一炮或雙炮不得長捉車，車有根亦然。",
        "Một hay hai Pháo không được đuổi mãi Xe, dù Xe có căn.",
    ),
    "16": Worded(
        "Cannons that chase two chariots in turn are allowed: a draw.",
        "炮轮流捉双车，不变判和。",
        "炮輪流捉雙車，不變判和。",
        "Pháo lần lượt đuổi hai Xe được phép: hòa.",
    ),
    "17": Worded(
        (
            "A chariot may chase a protected cannon for ever, also one protected on one of its "
            "points only."
        ),
        "车可长捉有根炮，其中一处有根亦可。",
        "車可長捉有根炮，其中一處有根亦可。",
        "Xe được đuổi mãi Pháo có căn, kể cả khi chỉ có căn ở một điểm.",
    ),
    "18": Worded(
        (
            "A chariot may not perpetually chase an unprotected piece, whatever that piece "
            "threatens meanwhile."
        ),
        "车不得长捉无根子，不论该子是否走杀、兼将带捉。",
        "車不得長捉無根子，不論該子是否走殺、兼將帶捉。",
        "Xe không được đuổi mãi quân không có căn, dù quân ấy dọa gì.",
    ),
    "19": Worded(
        (
            "A chariot that cannot leave because a horse would then check may not be perpetually "
            "chased."
        ),
        "车因对方马而受牵制时，不得长捉此车。",
        "車因對方馬而受牽制時，不得長捉此車。",
        "Không được đuổi mãi Xe bị Mã ghim vào Tướng.",
    ),
    "20-21": Worded(
        (
            "Horse and cannon may not perpetually chase a chariot, alone or taking turns, whatever "
            "protects it."
        ),
        "马、炮单独或轮流均不得长捉车，不论车是否有根。",
        "馬、炮單獨或輪流均不得長捉車，不論車是否有根。",
        "Mã và Pháo không được đuổi mãi Xe, riêng lẻ hay thay nhau, dù Xe có căn.",
    ),
    "22": Worded(
        (
            "The side that chases on every move loses against one that chases back on some; if "
            "both chase on every move the game is a draw."
        ),
        "一方着着捉、另一方一捉一闲，着着捉者判负；双方互相长捉，判和。",
        "一方著著捉、另一方一捉一閒，著著捉者判負；雙方互相長捉，判和。",
        "Bên đuổi ở mọi nước thua bên chỉ đuổi lại vài nước; cả hai đuổi mãi thì hòa.",
    ),
    "23": Worded(
        (
            "A chariot may not perpetually chase a horse that answers with a chase or check on "
            "some of its moves."
        ),
        "车长捉马，马方一捉一闲或一将一捉，车方须变着。",
        "車長捉馬，馬方一捉一閒或一將一捉，車方須變著。",
        "Xe không được đuổi mãi Mã, dù Mã có lúc đuổi hay chiếu lại.",
    ),
    "24": Worded(
        (
            "Like against like is an offer of exchange if both can take; if one cannot hit back, "
            "the other may not chase it for ever."
        ),
        "同类子可互吃者为兑；一方不能反吃时，另一方不得长捉。",
        "同類子可互吃者為兌；一方不能反吃時，另一方不得長捉。",
        (
            "Quân cùng loại ăn được nhau là mời đổi; quân kia không ăn lại được thì không được "
            "đuổi mãi."
        ),
    ),
    "25": Worded(
        (
            "A cannon may not perpetually chase an unprotected piece, also where only its screen "
            "moves; a soldier that has not crossed the river may be chased."
        ),
        "炮不得长捉无根子，仅移动炮架亦然；未过河兵（卒）可以长捉。",
        "炮不得長捉無根子，僅移動炮架亦然；未過河兵（卒）可以長捉。",
        (
            "Pháo không được đuổi mãi quân không có căn, kể cả khi chỉ ngòi di chuyển; Tốt chưa "
            "qua sông thì được đuổi."
        ),
    ),
    "26": Worded(
        "A chariot may not be chased for ever by a cannon whose line other pieces open and close.",
        "不得以闪开或垫架的方式用炮长捉车。",
        "不得以閃開或墊架的方式用炮長捉車。",
        "Không được dùng quân khác mở và chặn đường Pháo để đuổi mãi Xe.",
    ),
    "27": Worded(
        "A piece pinned on its line does not chase by moving along it.",
        "受牵制之子沿牵制线移动，不作捉子论。",
        "受牽制之子沿牽制線移動，不作捉子論。",
        "Quân bị ghim đi dọc theo đường ghim thì không tính là đuổi.",
    ),
    "28": Worded(
        "The general may chase for ever, also together with another piece.",
        "将、帅可以长捉，与他子联合亦可。",
        "將、帥可以長捉，與他子聯合亦可。",
        "Tướng được đuổi mãi, kể cả cùng quân khác.",
    ),
    "29": Worded(
        "Soldiers may chase for ever, several together too.",
        "兵、卒可以长捉，多兵联合亦可。",
        "兵、卒可以長捉，多兵聯合亦可。",
        "Tốt được đuổi mãi, kể cả nhiều Tốt cùng đuổi.",
    ),
    "30-31": Worded(
        (
            "If the moves of a general or soldier make other pieces attack on every move, those "
            "pieces chase perpetually."
        ),
        "走动将（帅）或兵（卒）而使他子着着捉子，按该子长捉论处。",
        "走動將（帥）或兵（卒）而使他子著著捉子，按該子長捉論處。",
        "Nước đi của Tướng hay Tốt làm quân khác lần nào cũng đuổi thì tính là quân ấy đuổi mãi.",
    ),
    "32": Worded(
        "Chasing two or more pieces, or two pieces in turn, is allowed: a draw.",
        "捉两子或两子以上，或轮流捉子，不变判和。",
        "捉兩子或兩子以上，或輪流捉子，不變判和。",
        "Đuổi từ hai quân trở lên, hoặc đuổi lần lượt, được phép: hòa.",
    ),
    "33": Worded(
        "Two or more pieces may not take turns to chase one and the same piece for ever.",
        "两子或多子轮流长捉同一子，判负。",
        "兩子或多子輪流長捉同一子，判負。",
        "Hai quân trở lên thay nhau đuổi mãi cùng một quân thì thua.",
    ),
    "34": Worded(
        (
            "A protector that cannot really take back is a false root; the piece counts as "
            "unprotected."
        ),
        "不能实际回吃的保护为假根，按无根论。",
        "不能實際回吃的保護為假根，按無根論。",
        "Quân bảo vệ không thể thật sự ăn lại là căn giả; quân được bảo vệ tính là không có căn.",
    ),
    "35": Worded(
        "Attacking a really protected piece for ever is allowed, even with several pieces.",
        "长捉真根子，多子攻击亦可，不变判和。",
        "長捉真根子，多子攻擊亦可，不變判和。",
        "Đuổi mãi quân có căn thật, dù bằng nhiều quân, được phép: hòa.",
    ),
    "37-38": Worded(
        (
            "Threatening to take a piece only after a check is no chase, however often it is "
            "repeated: a draw."
        ),
        "先将军后得子的威胁不作捉论，不变判和。",
        "先將軍後得子的威脅不作捉論，不變判和。",
        "Dọa bắt quân sau khi chiếu thì không tính là đuổi, dù lặp lại bao nhiêu lần: hòa.",
    ),
    "40": Worded(
        "Offering an exchange or a sacrifice for ever is allowed: a draw.",
        "长兑、长献，不变判和。",
        "長兌、長獻，不變判和。",
        "Mời đổi hay thí quân mãi được phép: hòa.",
    ),
    "A1": Worded(
        (
            "Moves that keep taking away the protection of an attacked piece, while the opponent "
            "is idle, are a perpetual chase."
        ),
        "着着使被攻击之子失去保护，而对方为闲着，按长捉论处。",
        "著著使被攻擊之子失去保護，而對方為閒著，按長捉論處。",
        (
            "Mỗi nước đều làm quân bị tấn công mất bảo vệ, trong khi đối phương đi nước chờ, "
            "là đuổi mãi."
        ),
    ),
    "A2": Worded(
        (
            "An attack that simply continues, because the piece neither flees nor is protected, "
            "is no chase."
        ),
        "被攻击之子不逃不保，攻击只是延续，不作长捉论。",
        "被攻擊之子不逃不保，攻擊只是延續，不作長捉論。",
        (
            "Quân bị tấn công không chạy cũng không được bảo vệ, thế tấn công cứ tiếp diễn thì "
            "không phải là đuổi."
        ),
    ),
    "C": Worded(
        (
            "A perpetual chase of one piece, other than an uncrossed soldier, by pieces other than "
            "general and soldier loses."
        ),
        "除将（帅）、兵（卒）外，长捉对方同一子（未过河兵卒除外）者判负。",
        "除將（帥）、兵（卒）外，長捉對方同一子（未過河兵卒除外）者判負。",
        "Ngoài Tướng và Tốt, quân nào đuổi mãi cùng một quân (trừ Tốt chưa qua sông) thì thua.",
    ),
    "N": NATURAL_LIMIT,
}

ASIAN_DRAWS: Final = {
    "22": Worded(
        "If both sides chase each other on every move the game is a draw.",
        "双方互相长捉，不变判和。",
        "雙方互相長捉，不變判和。",
        "Hai bên cùng đuổi mãi nhau thì hòa.",
    ),
    "25": Worded(
        "A cannon may chase a soldier that has not crossed the river for ever: a draw.",
        "炮可长捉未过河兵（卒），不变判和。",
        "炮可長捉未過河兵（卒），不變判和。",
        "Pháo được đuổi mãi Tốt chưa qua sông: hòa.",
    ),
}
"""What the clauses permit that lose as well as draw."""
