"""The sentences of rulings and warnings.

Names in braces are filled in by `Grammar.say`; a language may leave one out, and may order them
freely.
"""

from typing import Final

from xiangqi_server.game.rules.repetition.evidence import PlyKind, Rejection
from xiangqi_server.game.rules.repetition.ruling import BanReason
from xiangqi_server.texts.worded import Worded

CHECKMATE: Final = Worded(
    "{loser} is checkmated: {winner} wins.",
    "{loser}被将死，{winner}胜。",
    "{loser}被將死，{winner}勝。",
    "{loser} bị chiếu bí: {winner} thắng.",
)
STALEMATE: Final = Worded(
    "{loser} has no legal move and loses: {winner} wins.",
    "{loser}困毙，无着可走，{winner}胜。",
    "{loser}困斃，無著可走，{winner}勝。",
    "{loser} hết nước đi nên thua: {winner} thắng.",
)
BARE_MATERIAL: Final = Worded(
    "Neither side can win with what is left on the board: a draw.",
    "双方所余子力均无法取胜，判和。",
    "雙方所餘子力均無法取勝，判和。",
    "Không bên nào có thể thắng với số quân còn lại: hòa cờ.",
)
NATURAL_LIMIT: Final = Worded(
    "Nothing has been taken for as many moves as the natural limit allows: a draw.",
    "无吃子着数已满自然限着，判和。",
    "無吃子著數已滿自然限著，判和。",
    "Đã đủ số nước quy định mà không có quân nào bị ăn: hòa cờ.",
)
CHECK_COUNT: Final = Worded(
    (
        "{loser} has given more checks in a row than the count allows ({count} "
        "checks): {winner} wins."
    ),
    "{loser}连续将军{count}次，超过限数，判负，{winner}胜。",
    "{loser}連續將軍{count}次，超過限數，判負，{winner}勝。",
    "{loser} đã chiếu liên tiếp {count} nước, quá số lần cho phép: {winner} thắng.",
)
BAN_STALEMATE: Final = Worded(
    "Every legal move of {loser} is banned, so {loser} has no move and loses: {winner} wins.",
    "{loser}的所有着法均属禁着，无着可走，判负，{winner}胜。",
    "{loser}的所有著法均屬禁著，無著可走，判負，{winner}勝。",
    "Mọi nước đi của {loser} đều bị cấm, {loser} hết nước nên thua: {winner} thắng.",
)
BAN_STALEMATE_DRAW: Final = Worded(
    "Every legal move is banned, so the loop cannot be broken: a draw.",
    "所有着法均属禁着，循环无法打破，判和。",
    "所有著法均屬禁著，循環無法打破，判和。",
    "Mọi nước đi đều bị cấm, vòng lặp không thể phá vỡ: hòa cờ.",
)
REPETITION: Final = Worded(
    "The position has occurred for the {ordinal} time and neither side is guiltier: a draw.",
    "局面第{ordinal}次出现，双方责任相当，不变判和。",
    "局面第{ordinal}次出現，雙方責任相當，不變判和。",
    "Thế cờ xuất hiện lần thứ {ordinal}, lỗi hai bên ngang nhau: hòa cờ.",
)
REPETITION_IN_DOUBT: Final = Worded(
    (
        "The position has occurred for the {ordinal} time, and it is in doubt whether "
        "anybody had to deviate: a draw."
    ),
    "局面第{ordinal}次出现，是否应变着存疑，不变判和。",
    "局面第{ordinal}次出現，是否應變著存疑，不變判和。",
    "Thế cờ xuất hiện lần thứ {ordinal}, chưa rõ bên nào phải đổi nước: hòa cờ.",
)
REPETITION_UNSEARCHED: Final = Worded(
    (
        "The position has occurred for the {ordinal} time. The search reached its limit of "
        "positions before it was settled whether anybody had to deviate: a draw."
    ),
    "局面第{ordinal}次出现。推算已达局面数上限，未能判明是否应变着，不变判和。",
    "局面第{ordinal}次出現。推算已達局面數上限，未能判明是否應變著，不變判和。",
    (
        "Thế cờ xuất hiện lần thứ {ordinal}. Việc tính toán đã chạm giới hạn số thế cờ mà "
        "chưa rõ bên nào phải đổi nước: hòa cờ."
    ),
)
NINE_ROUNDS: Final = Worded(
    (
        "{loser} has done nothing but check, threaten mate or chase for {count} rounds "
        "in a row, and had to deviate: {winner} wins."
    ),
    "{loser}连续{count}回合均为将、杀、捉，应变不变：{winner}胜。",
    "{loser}連續{count}回合均為將、殺、捉，應變不變：{winner}勝。",
    (
        "{loser} suốt {count} nước liền chỉ chiếu, dọa hết hoặc đuổi mà không đổi "
        "nước: {winner} thắng."
    ),
)
PERPETUAL: Final = Worded(
    (
        "The position has occurred for the {ordinal} time. {deed}. {loser} had to "
        "deviate and did not: {winner} wins."
    ),
    "局面第{ordinal}次出现。{deed}，{loser}应变着而未变，判负，{winner}胜。",
    "局面第{ordinal}次出現。{deed}，{loser}應變著而未變，判負，{winner}勝。",
    (
        "Thế cờ xuất hiện lần thứ {ordinal}. {deed}. {loser} phải đổi nước mà không "
        "đổi nên bị xử thua: {winner} thắng."
    ),
)
LIGHTER: Final = Worded(
    "{deed}; that weighs less.",
    "{deed}，其责较轻。",
    "{deed}，其責較輕。",
    "{deed}; lỗi ấy nhẹ hơn.",
)
LIGHTER_JOINTLY: Final = Worded(
    (
        "{winner} attacked on every move too, but its chases weigh less: {more} of its {total} "
        "moves chased jointly or chased an under-rooted piece; {fewer} of the {others} moves "
        "of {loser} did."
    ),
    "{winner}虽亦着着攻击，但其{total}着中{more}着为联合捉子或捉少根子，其责较轻；{loser}{others}着中有{fewer}着。",
    "{winner}雖亦著著攻擊，但其{total}著中{more}著為聯合捉子或捉少根子，其責較輕；{loser}{others}著中有{fewer}著。",
    (
        "{winner} nước nào cũng tấn công, nhưng lỗi nhẹ hơn: {more} trong {total} nước là phối "
        "hợp đuổi bắt hoặc bắt quân thiếu căn; của {loser} là {fewer} trong {others} nước."
    ),
)
BY_CLAUSE: Final = Worded(
    "({rules}, clause {clause}: {text})",
    "（{rules}第{clause}条：{text}）",
    "（{rules}第{clause}條：{text}）",
    "({rules}, điều {clause}: {text})",
)
PERPETUAL_UNSEEN: Final = Worded(
    (
        "The position has occurred for the {ordinal} time, by {name}. {loser} had to "
        "deviate and did not: {winner} wins."
    ),
    "局面第{ordinal}次出现，{loser}{name}，应变着而未变，判负，{winner}胜。",
    "局面第{ordinal}次出現，{loser}{name}，應變著而未變，判負，{winner}勝。",
    (
        "Thế cờ xuất hiện lần thứ {ordinal} do {loser} {name}. {loser} phải đổi nước mà "
        "không đổi nên thua: {winner} thắng."
    ),
)
NOT_WORKED_OUT: Final = Worded(
    "What each move did was not worked out.",
    "各步着法的性质未能查明。",
    "各步著法的性質未能查明。",
    "Tính chất của từng nước đi chưa được xét.",
)
BY_RULES: Final = Worded(
    "({rules}: {text})",
    "（{rules}：{text}）",
    "（{rules}：{text}）",
    "({rules}: {text})",
)
SIDE_DID: Final = Worded(
    "{side}: {deed}",
    "{side}{deed}",
    "{side}{deed}",
    "{side}: {deed}",
)
FULL_STOP: Final = Worded("{text}.", "{text}。", "{text}。", "{text}.")
DEED_CHECK: Final = Worded(
    "The {pieces}{where} checked on every move",
    "{pieces}{where}长将",
    "{pieces}{where}長將",
    "{pieces}{where} chiếu mãi",
)
DEED_CHECK_OPENED: Final = Worded(
    "The {pieces}{where} checked on every move, with lines opened by moves of the {openers}",
    "{pieces}{where}借{openers}走动长将",
    "{pieces}{where}借{openers}走動長將",
    "{pieces}{where} nhờ nước đi của {openers} mà chiếu mãi",
)
DEED_CHASE: Final = Worded(
    "The {pieces}{where} chased {victim} on every move",
    "{pieces}{where}长捉{victim}",
    "{pieces}{where}長捉{victim}",
    "{pieces}{where} đuổi mãi {victim}",
)
DEED_UNROOT: Final = Worded(
    "Every move took its protection from {victim}, which the {pieces}{where} attacked",
    "{pieces}{where}攻击{victim}，着着使其失根，属于长捉",
    "{pieces}{where}攻擊{victim}，著著使其失根，屬於長捉",
    "{pieces}{where} tấn công {victim} và mỗi nước đều làm quân ấy mất bảo vệ",
)
DEED_DRIVES: Final = Worded(
    "The {pieces} drives the {victim} to and fro{where}",
    "{pieces}迫使{victim}{where}往返",
    "{pieces}迫使{victim}{where}往返",
    "{pieces} ép {victim} chạy qua lại{where}",
)
DEED_DRIVE: Final = Worded(
    "The {pieces} drive the {victim} to and fro{where}",
    "{pieces}迫使{victim}{where}往返",
    "{pieces}迫使{victim}{where}往返",
    "{pieces} ép {victim} chạy qua lại{where}",
)
TO_AND_FRO_BETWEEN: Final = Worded(
    " between files {files}",
    "在{files}之间",
    "在{files}之間",
    " giữa các lộ {files}",
)
TO_AND_FRO_ON: Final = Worded(
    " on file {files}",
    "在{files}上",
    "在{files}上",
    " trên lộ {files}",
)
DEED_CHECKS_AND_CHASES: Final = Worded(
    "checks and chases by turns",
    "将捉交替",
    "將捉交替",
    "một chiếu một đuổi",
)
DEED_SOME_CHECKS: Final = Worded(
    "some checks, some other moves",
    "有将有闲",
    "有將有閒",
    "khi chiếu khi không",
)
DEED_CHASES_SEVERAL: Final = Worded(
    "chases on every move, but not of one piece",
    "着着皆捉，但所捉非同一子",
    "著著皆捉，但所捉非同一子",
    "nước nào cũng đuổi, nhưng không đuổi cùng một quân",
)
DEED_SOME_CHASES: Final = Worded(
    "some chases, some idle moves",
    "有捉有闲",
    "有捉有閒",
    "khi đuổi khi không",
)
DEED_IDLE: Final = Worded(
    "neither checks nor chases",
    "不将不捉",
    "不將不捉",
    "không chiếu, không đuổi",
)
FILE: Final = Worded(
    "{n}",
    "{n}路",
    "{n}路",
    "{n}",
)
BETWEEN_FILES: Final = Worded(
    ", going between files {files},",
    "在{files}之间",
    "在{files}之間",
    " qua lại giữa các lộ {files}",
)
ON_FILE: Final = Worded(
    " on file {file}",
    "在{file}",
    "在{file}",
    " ở lộ {file}",
)
PLACED: Final = Worded(
    "{piece} on file {file}",
    "{file}{piece}",
    "{file}{piece}",
    "{piece} lộ {file}",
)
VICTIM: Final = Worded(
    "the {piece}",
    "{piece}",
    "{piece}",
    "{piece}",
)
VICTIM_UNPROTECTED: Final = Worded(
    "the unprotected {piece}",
    "无根{role}",
    "無根{role}",
    "{piece} không có căn",
)
VICTIM_FALSE_ROOT: Final = Worded(
    "the {piece}",
    "假根{role}",
    "假根{role}",
    "{piece} có căn giả",
)
WHY_FALSE_ROOT: Final = Worded(
    " (the {root} only seems to protect it: taking back would expose its general to the {bar})",
    "（{root}看似有根，如回吃则己方将帅被{bar}所制）",
    "（{root}看似有根，如回吃則己方將帥被{bar}所制）",
    " ({root} chỉ có vẻ bảo vệ: nếu ăn lại thì Tướng bị {bar} bắt)",
)
WHY_HORSE_TAKES_CHARIOT: Final = Worded(
    " (a horse may not chase a chariot even when it is protected)",
    "（马捉车，车虽有根亦不得长捉）",
    "（馬捉車，車雖有根亦不得長捉）",
    " (Mã không được đuổi mãi Xe, dù Xe có căn)",
)
WHY_CANNON_TAKES_CHARIOT: Final = Worded(
    " (a cannon may not chase a chariot even when it is protected)",
    "（炮捉车，车虽有根亦不得长捉）",
    "（炮捉車，車雖有根亦不得長捉）",
    " (Pháo không được đuổi mãi Xe, dù Xe có căn)",
)
WARN_ROUNDS: Final = Worded(
    (
        "You must deviate. For {count} rounds in a row you have done nothing but "
        "check, threaten mate or chase, with nothing taken. After nine such rounds you "
        "lose."
    ),
    "请变着！您已连续{count}回合均为将、杀、捉且无吃子，满九回合即判负。",
    "請變著！您已連續{count}回合均為將、殺、捉且無吃子，滿九回合即判負。",
    (
        "Bạn phải đổi nước. Suốt {count} nước liền bạn chỉ chiếu, dọa hết hoặc đuổi mà "
        "không ăn quân. Đủ chín nước như vậy thì bạn thua."
    ),
)
NOTICE_ROUNDS: Final = Worded(
    (
        "For {count} rounds in a row {side} has done nothing but check, threaten mate "
        "or chase, with nothing taken. {side} must deviate, or loses after nine such "
        "rounds."
    ),
    "{side}已连续{count}回合均为将、杀、捉且无吃子。{side}须变着，满九回合即判负。",
    "{side}已連續{count}回合均為將、殺、捉且無吃子。{side}須變著，滿九回合即判負。",
    (
        "Suốt {count} nước liền {side} chỉ chiếu, dọa hết hoặc đuổi mà không ăn quân. "
        "{side} phải đổi nước, đủ chín nước như vậy thì thua."
    ),
)
WARN_LOSS: Final = Worded(
    (
        "You must deviate. The position has occurred for the {times} time. {deed}. If "
        "it occurs for the {ordinal} time, you lose."
    ),
    "请变着！局面第{times}次出现，{deed}。若第{ordinal}次出现，您将被判负。",
    "請變著！局面第{times}次出現，{deed}。若第{ordinal}次出現，您將被判負。",
    (
        "Bạn phải đổi nước! Thế cờ đã xuất hiện lần thứ {times}. {deed}. Nếu xuất hiện "
        "lần thứ {ordinal}, bạn bị xử thua."
    ),
)
WARN_BAN: Final = Worded(
    (
        "You must deviate. The position has occurred for the {times} time. {deed}. By "
        "the {ordinal} time you may no longer go on."
    ),
    "请变着！局面第{times}次出现，{deed}。至迟到第{ordinal}次时，您不得继续循环。",
    "請變著！局面第{times}次出現，{deed}。至遲到第{ordinal}次時，您不得繼續循環。",
    (
        "Bạn phải đổi nước! Thế cờ đã xuất hiện lần thứ {times}. {deed}. Chậm nhất đến "
        "lần thứ {ordinal} bạn không được đi tiếp vòng lặp."
    ),
)
WARN_BAN_NOW: Final = Worded(
    (
        "You must deviate now. The position has occurred for the {times} time. {deed}. "
        "Going on is banned."
    ),
    "现在必须变着！局面第{times}次出现，{deed}。您不得继续循环。",
    "現在必須變著！局面第{times}次出現，{deed}。您不得繼續循環。",
    (
        "Bạn phải đổi nước ngay! Thế cờ đã xuất hiện lần thứ {times}. {deed}. Bạn "
        "không được đi tiếp vòng lặp."
    ),
)
WARN_DRAW: Final = Worded(
    (
        "The position has occurred for the {times} time. Neither side is guiltier; at "
        "the {ordinal} time the game is drawn."
    ),
    "局面第{times}次出现，双方责任相当；若第{ordinal}次出现，双方不变判和。",
    "局面第{times}次出現，雙方責任相當；若第{ordinal}次出現，雙方不變判和。",
    (
        "Thế cờ đã xuất hiện lần thứ {times}, lỗi hai bên ngang nhau; đến lần thứ "
        "{ordinal} ván cờ hòa."
    ),
)
WARN_IN_DOUBT: Final = Worded(
    (
        "The position has occurred for the {times} time, and it is in doubt whether "
        "anybody has to deviate; at the {ordinal} time the game is drawn."
    ),
    "局面已第{times}次出现，是否应变着存疑；第{ordinal}次出现时判和。",
    "局面已第{times}次出現，是否應變著存疑；第{ordinal}次出現時判和。",
    (
        "Thế cờ đã xuất hiện lần thứ {times}, chưa rõ bên nào phải đổi nước; đến lần "
        "thứ {ordinal} ván cờ hòa."
    ),
)
WARN_UNSEARCHED: Final = Worded(
    (
        "The position has occurred for the {times} time. The search reached its limit of "
        "positions before it was settled whether anybody has to deviate; at the {ordinal} time "
        "the game is drawn."
    ),
    "局面已第{times}次出现。推算已达局面数上限，未能判明是否应变着；第{ordinal}次出现时判和。",
    "局面已第{times}次出現。推算已達局面數上限，未能判明是否應變著；第{ordinal}次出現時判和。",
    (
        "Thế cờ đã xuất hiện lần thứ {times}. Việc tính toán đã chạm giới hạn số thế cờ mà "
        "chưa rõ bên nào phải đổi nước; đến lần thứ {ordinal} ván cờ hòa."
    ),
)
WARN_LOSS_NEXT: Final = Worded(
    (
        "You must deviate. The position has occurred for the {times} time. {deed}. If "
        "you go on, you lose before it occurs again."
    ),
    "请变着！局面第{times}次出现，{deed}。若不变，局面再次出现之前您即被判负。",
    "請變著！局面第{times}次出現，{deed}。若不變，局面再次出現之前您即被判負。",
    (
        "Bạn phải đổi nước! Thế cờ đã xuất hiện lần thứ {times}. {deed}. Nếu đi tiếp, "
        "bạn bị xử thua trước khi thế cờ xuất hiện lại."
    ),
)
NOTICE_LOSS_NEXT: Final = Worded(
    (
        "The position has occurred for the {times} time. {deed}. {side} must deviate, "
        "or loses before it occurs again."
    ),
    "局面第{times}次出现，{deed}。{side}须变着，否则局面再次出现之前即判负。",
    "局面第{times}次出現，{deed}。{side}須變著，否則局面再次出現之前即判負。",
    (
        "Thế cờ đã xuất hiện lần thứ {times}. {deed}. {side} phải đổi nước, nếu không "
        "thì thua trước khi thế cờ xuất hiện lại."
    ),
)
WARN_DRAW_NEXT: Final = Worded(
    (
        "The position has occurred for the {times} time. Neither side is guiltier; the "
        "game is drawn before it occurs again."
    ),
    "局面第{times}次出现，双方责任相当；若双方不变，再次出现之前即判和。",
    "局面第{times}次出現，雙方責任相當；若雙方不變，再次出現之前即判和。",
    (
        "Thế cờ đã xuất hiện lần thứ {times}, lỗi hai bên ngang nhau; ván cờ hòa trước "
        "khi thế cờ xuất hiện lại."
    ),
)
WARN_IN_DOUBT_NEXT: Final = Worded(
    (
        "The position has occurred for the {times} time, and it is in doubt whether "
        "anybody has to deviate; the game is drawn before it occurs again."
    ),
    "局面已第{times}次出现，是否应变着存疑；再次出现之前即判和。",
    "局面已第{times}次出現，是否應變著存疑；再次出現之前即判和。",
    (
        "Thế cờ đã xuất hiện lần thứ {times}, chưa rõ bên nào phải đổi nước; ván cờ hòa "
        "trước khi thế cờ xuất hiện lại."
    ),
)
WARN_UNSEARCHED_NEXT: Final = Worded(
    (
        "The position has occurred for the {times} time. The search reached its limit of "
        "positions before it was settled whether anybody has to deviate; the game is drawn "
        "before it occurs again."
    ),
    "局面已第{times}次出现。推算已达局面数上限，未能判明是否应变着；再次出现之前即判和。",
    "局面已第{times}次出現。推算已達局面數上限，未能判明是否應變著；再次出現之前即判和。",
    (
        "Thế cờ đã xuất hiện lần thứ {times}. Việc tính toán đã chạm giới hạn số thế cờ mà "
        "chưa rõ bên nào phải đổi nước; ván cờ hòa trước khi thế cờ xuất hiện lại."
    ),
)
NOTICE_LOSS: Final = Worded(
    (
        "The position has occurred for the {times} time. {deed}. {side} must deviate, "
        "or loses when it occurs for the {ordinal} time."
    ),
    "局面第{times}次出现，{deed}。{side}须变着，若第{ordinal}次出现则判负。",
    "局面第{times}次出現，{deed}。{side}須變著，若第{ordinal}次出現則判負。",
    (
        "Thế cờ đã xuất hiện lần thứ {times}. {deed}. {side} phải đổi nước, nếu xuất "
        "hiện lần thứ {ordinal} thì thua."
    ),
)
NOTICE_BAN: Final = Worded(
    (
        "The position has occurred for the {times} time. {deed}. {side} must deviate: "
        "by the {ordinal} time it may no longer go on."
    ),
    "局面第{times}次出现，{deed}。{side}须变着，至迟到第{ordinal}次时不得继续循环。",
    "局面第{times}次出現，{deed}。{side}須變著，至遲到第{ordinal}次時不得繼續循環。",
    (
        "Thế cờ đã xuất hiện lần thứ {times}. {deed}. {side} phải đổi nước, chậm nhất "
        "đến lần thứ {ordinal} không được đi tiếp vòng lặp."
    ),
)
NOTICE_BAN_NOW: Final = Worded(
    (
        "The position has occurred for the {times} time. {deed}. {side} must deviate "
        "now: going on is banned."
    ),
    "局面第{times}次出现，{deed}。{side}现在必须变着，不得继续循环。",
    "局面第{times}次出現，{deed}。{side}現在必須變著，不得繼續循環。",
    (
        "Thế cờ đã xuất hiện lần thứ {times}. {deed}. {side} phải đổi nước ngay, không "
        "được đi tiếp vòng lặp."
    ),
)
NEED_NOT: Final = Worded(
    "You need not deviate.",
    "您不必变着。",
    "您不必變著。",
    "Bạn không phải đổi nước.",
)
MOVES_LOSE: Final = Worded(
    "Losing at once: {moves}.",
    "走后立即判负：{moves}。",
    "走後立即判負：{moves}。",
    "Thua ngay: {moves}.",
)
MOVES_LOSE_AFTER_REPLY: Final = Worded(
    "Losing if answered within the cycle: {moves}.",
    "对方照旧应着即判负：{moves}。",
    "對方照舊應著即判負：{moves}。",
    "Thua nếu đối phương đáp lại như cũ: {moves}.",
)
OTHERS_MOVES_LOSE: Final = Worded(
    "{side} would lose at once by {moves}.",
    "{side}走后立即判负：{moves}。",
    "{side}走後立即判負：{moves}。",
    "{side} thua ngay nếu đi {moves}.",
)
OTHERS_MOVES_LOSE_AFTER_REPLY: Final = Worded(
    "{side} would lose by {moves}, if answered within the cycle.",
    "{side}走后，对方照旧应着即判负：{moves}。",
    "{side}走後，對方照舊應著即判負：{moves}。",
    "{side} thua nếu đi {moves} và đối phương đáp lại như cũ.",
)
MOVES_BANNED: Final = Worded(
    "Banned: {moves}, because {reason}.",
    "禁着：{moves}（{reason}）。",
    "禁著：{moves}（{reason}）。",
    "Bị cấm: {moves}, vì {reason}.",
)
MOVES_BANNED_SOON: Final = Worded(
    "If the cycle goes on you may not play {moves} next, because {reason}.",
    "如继续循环，您下一着不得走：{moves}（{reason}）。",
    "如繼續循環，您下一著不得走：{moves}（{reason}）。",
    "Nếu vòng lặp tiếp diễn, nước sau bạn không được đi {moves}, vì {reason}.",
)
MOVES_RESTRICTING: Final = Worded(
    "After {moves} a reply within the cycle bans you from going on.",
    "走{moves}后，对方照旧应着，您即不得继续循环。",
    "走{moves}後，對方照舊應著，您即不得繼續循環。",
    "Sau {moves}, nếu đối phương đáp lại như cũ, bạn không được đi tiếp vòng lặp.",
)
MOVES_BREAK: Final = Worded(
    "{count} other moves leave the cycle.",
    "另有{count}种着法可打破循环。",
    "另有{count}種著法可打破循環。",
    "Còn {count} nước khác phá được vòng lặp.",
)
OPPONENT_RESTRAINED: Final = Worded(
    "{side} may not play {moves}, because {reason}.",
    "{side}禁着：{moves}（{reason}）。",
    "{side}禁著：{moves}（{reason}）。",
    "{side} không được đi {moves}, vì {reason}.",
)
LOSES_AT_ONCE: Final = Worded(
    "This move loses at once: {ending}.",
    "走此着立即判负：{ending}。",
    "走此著立即判負：{ending}。",
    "Nước này thua ngay: {ending}.",
)
LOSES_AFTER_REPLY: Final = Worded(
    "After this move one reply makes you lose: {ending}.",
    "走此着后，对方照旧应着即判负：{ending}。",
    "走此著後，對方照舊應著即判負：{ending}。",
    "Sau nước này, một nước đáp sẽ khiến bạn thua: {ending}.",
)
NAME_PERPETUAL_CHECK: Final = Worded(
    "perpetual check",
    "长将",
    "長將",
    "chiếu mãi",
)
NAME_PERPETUAL_CHASE: Final = Worded(
    "perpetual chase",
    "长捉",
    "長捉",
    "đuổi mãi",
)
NAME_CHECK_COUNT: Final = Worded(
    "too many checks in a row",
    "连将超限",
    "連將超限",
    "chiếu liên tiếp quá nhiều",
)
NAME_REPETITION: Final = Worded(
    "repetition",
    "循环反复",
    "循環反覆",
    "lặp lại thế cờ",
)
BAN_BY_RULES: Final = Worded(
    "{move} is banned: {reason} ({rules}).",
    "{move}为禁着：{reason}（{rules}）。",
    "{move}為禁著：{reason}（{rules}）。",
    "{move} bị cấm: {reason} ({rules}).",
)
BAN_SENTENCE: Final = Worded(
    "{move} is banned: {reason} (clause {clause}).",
    "{move}为禁着：{reason}（第{clause}条）。",
    "{move}為禁著：{reason}（第{clause}條）。",
    "{move} bị cấm: {reason} (điều {clause}).",
)
DEED_KILL: Final = Worded(
    "threatens mate on every move",
    "着着叫杀（长杀）",
    "著著叫殺（長殺）",
    "nước nào cũng dọa chiếu bí (dọa hết mãi)",
)
NAME_PERPETUAL_ATTACK: Final = Worded(
    "checks, kills and chases without end",
    "将杀捉循环",
    "將殺捉循環",
    "chiếu, dọa hết, đuổi không dứt",
)
FULL_READING: Final = Worded(
    "By the articles as we read them, {verdict}.",
    "按我们对条文的理解，{verdict}。",
    "按我們對條文的理解，{verdict}。",
    "Theo cách chúng tôi đọc luật, {verdict}.",
)
DOUBT: Final = Worded(
    "But {reading}, {verdict}.",
    "但{reading}，则{verdict}。",
    "但{reading}，則{verdict}。",
    "Nhưng {reading} thì {verdict}.",
)
MUST_CHANGE: Final = Worded(
    "{side} would have to deviate",
    "{side}须变着",
    "{side}須變著",
    "{side} phải đổi nước",
)
WOULD_DRAW: Final = Worded(
    "it would be a draw",
    "应判和",
    "應判和",
    "ván cờ hòa",
)
PLY: Final = Worded(
    "{move}: {what} ({article}).",
    "{move}：{what}（{article}）。",
    "{move}：{what}（{article}）。",
    "{move}: {what} ({article}).",
)
PLY_CHECK: Final = Worded(
    "check",
    "将",
    "將",
    "chiếu",
)
PLY_KILL: Final = Worded(
    "kill, mate is threatened",
    "杀，下一着起可将死",
    "殺，下一著起可將死",
    "dọa hết, tức dọa chiếu bí",
)
PLY_CHASE: Final = Worded(
    "chase, {attacks}",
    "捉，{attacks}",
    "捉，{attacks}",
    "đuổi, {attacks}",
)
PLY_ATTACK: Final = Worded(
    "the {attacker} attacks the {victim}, {why}",
    "{attacker}捉{victim}，{why}",
    "{attacker}捉{victim}，{why}",
    "{attacker} bắt {victim}, {why}",
)
PLY_ATTACKS: Final = Worded(
    "{first}; and {then}",
    "{first}；又{then}",
    "{first}；又{then}",
    "{first}; và {then}",
)
PLY_EXCHANGE: Final = Worded(
    "offers an exchange, idle",
    "邀兑，判闲",
    "邀兌，判閒",
    "mời đổi quân, là nước chờ",
)
PLY_IDLE: Final = Worded(
    "idle",
    "闲",
    "閒",
    "nước chờ",
)
PLY_UNCLEAR: Final = Worded(
    "more lines than we look through, not classified",
    "变化过多，未能判定",
    "變化過多，未能判定",
    "quá nhiều biến, không phân loại được",
)
PLY_JOINT: Final = Worded(
    "a joint chase or one of an under-rooted piece (24.17)",
    "联合捉子或捉少根子（24.17）",
    "聯合捉子或捉少根子（24.17）",
    "phối hợp đuổi bắt hoặc bắt quân thiếu căn (24.17)",
)
PLY_LINE: Final = Worded(
    "Threat: {line}.",
    "手段：{line}。",
    "手段：{line}。",
    "Đòn: {line}.",
)
PLY_REFUTED: Final = Worded(
    "Then: {line}.",
    "续着：{line}。",
    "續著：{line}。",
    "Tiếp theo: {line}.",
)
PLY_NOT: Final = Worded(
    "Not counted: the {attacker} on the {victim}, {reason}.",
    "不计：{attacker}对{victim}，{reason}。",
    "不計：{attacker}對{victim}，{reason}。",
    "Không tính: {attacker} bắt {victim}, {reason}.",
)
WON_UNPROTECTED: Final = Worded(
    "which has no root",
    "无根",
    "無根",
    "không có căn",
)
WON_FALSE_ROOT: Final = Worded(
    "whose root is false",
    "假根",
    "假根",
    "có căn giả",
)
WON_GAINS: Final = Worded(
    "and is ahead after the captures",
    "互吃后得子",
    "互吃後得子",
    "hơn quân sau loạt ăn",
)
WON_EQUAL: Final = Worded(
    "and is equal after the captures, each side taking its own",
    "各吃各子后相等",
    "各吃各子後相等",
    "ngang nhau sau loạt ăn, mỗi bên ăn quân của mình",
)
WON_BY_CHECK: Final = Worded(
    "which is won by checks",
    "用将军得子",
    "用將軍得子",
    "được quân nhờ chiếu",
)

BANS: Final = {
    BanReason.FOURTH_CHECK: Worded(
        "the same piece may not check for a fourth turn in a row",
        "同一子不得连续第四次将军",
        "同一子不得連續第四次將軍",
        "cùng một quân không được chiếu bốn nước liên tiếp",
    ),
    BanReason.REPEATED_CHECK: Worded(
        "after three checks in a row the same piece may not check into one of the same positions",
        "连将三次后，同一子不得再将成其中相同的局面",
        "連將三次後，同一子不得再將成其中相同的局面",
        "sau ba nước chiếu liên tiếp, cùng một quân không được chiếu lại thế cờ cũ",
    ),
    BanReason.RETURN_CHASE: Worded(
        "the chaser may not go back to its first point to chase the unprotected piece on",
        "捉子者不得退回第一点继续捉无根子",
        "捉子者不得退回第一點繼續捉無根子",
        "quân đuổi không được trở về điểm đầu để đuổi tiếp quân không có căn",
    ),
    BanReason.DRIVEN_PIECE: Worded(
        "a piece may not be driven to and fro between the same two points for ever",
        "不得迫使一子在两点之间无休止地往返",
        "不得迫使一子在兩點之間無休止地往返",
        "không được ép một quân chạy qua lại mãi giữa hai điểm",
    ),
    BanReason.ENDLESS_LOOP: Worded(
        "the loop has run three times, and the attacking side must end it",
        "循环已满三次，进攻方必须变着",
        "循環已滿三次，進攻方必須變著",
        "vòng lặp đã đủ ba lần, bên tấn công phải đổi nước",
    ),
    BanReason.PERPETUAL_CHECK: Worded(
        "it would be perpetual check",
        "将构成长将",
        "將構成長將",
        "sẽ thành chiếu mãi",
    ),
    BanReason.PERPETUAL_CHASE: Worded(
        "it would be perpetual chase",
        "将构成长捉",
        "將構成長捉",
        "sẽ thành đuổi mãi",
    ),
    BanReason.PERPETUAL_ATTACK: Worded(
        "it would go on with a cycle of checks, kills and chases alone",
        "将构成将、杀、捉的循环",
        "將構成將、殺、捉的循環",
        "sẽ tiếp tục vòng lặp chỉ gồm chiếu, dọa hết, đuổi",
    ),
    BanReason.CHECK_COUNT: Worded(
        "it would be one check too many in a row",
        "连续将军将超过限数",
        "連續將軍將超過限數",
        "sẽ chiếu liên tiếp quá số lần cho phép",
    ),
}
"""Why a move is banned."""

REJECTIONS: Final = {
    Rejection.PROTECTED: Worded(
        "it is protected",
        "有根",
        "有根",
        "quân có căn",
    ),
    Rejection.EXEMPT_ATTACKER: Worded(
        "generals and soldiers may chase (26.1)",
        "将（帅）、兵（卒）允许长捉（26.1）",
        "將（帥）、兵（卒）允許長捉（26.1）",
        "Tướng và Tốt được đuổi (26.1)",
    ),
    Rejection.UNCROSSED_SOLDIER: Worded(
        "a soldier that has not crossed the river is worth nothing (26.6)",
        "未过河兵（卒）不计价值（26.6）",
        "未過河兵（卒）不計價值（26.6）",
        "Tốt chưa qua sông không có giá trị (26.6)",
    ),
    Rejection.EXISTED_BEFORE: Worded(
        "the threat was there before the move (24.8)",
        "走子前已存在（24.8）",
        "走子前已存在（24.8）",
        "đòn bắt đã có từ trước (24.8)",
    ),
    Rejection.EXCHANGE: Worded(
        "it is an exchange (24.4)",
        "属于兑（24.4）",
        "屬於兌（24.4）",
        "là đổi quân (24.4)",
    ),
    Rejection.PINNED_ATTACKER: Worded(
        "the attacker is pinned",
        "攻击子被牵制",
        "攻擊子被牽制",
        "quân bắt bị ghim",
    ),
    Rejection.EXPOSES_GENERAL: Worded(
        "the capture would expose the general",
        "吃子将使己方将（帅）被吃",
        "吃子將使己方將（帥）被吃",
        "ăn thì lộ Tướng",
    ),
    Rejection.NO_GAIN: Worded(
        "it loses by it (26.5)",
        "吃后失子（26.5）",
        "吃後失子（26.5）",
        "ăn thì lỗ (26.5)",
    ),
    Rejection.MATED_AT_ONCE: Worded(
        "it would be mated at once (24.3)",
        "吃后立即被将死（24.3）",
        "吃後立即被將死（24.3）",
        "ăn thì bị chiếu bí ngay (24.3)",
    ),
    Rejection.TAKEN_BACK: Worded(
        "it is simply taken back (26.5)",
        "被吃回，等值（26.5）",
        "被吃回，等值（26.5）",
        "bị ăn lại, ngang nhau (26.5)",
    ),
    Rejection.ANSWERS_CHECK: Worded(
        "the general answers a check (26.1.3)",
        "走动将（帅）应将（26.1.3）",
        "走動將（帥）應將（26.1.3）",
        "Tướng chạy chiếu (26.1.3)",
    ),
    Rejection.HOLDS_DRAW: Worded(
        "the last attacking piece only holds the draw (26.2)",
        "占据守和要点（26.2）",
        "佔據守和要點（26.2）",
        "quân tấn công cuối cùng chỉ giữ hòa (26.2)",
    ),
}
"""Why an attack does not count."""

READINGS: Final = {
    "shorter_lines": Worded(
        "with lines of eight plies instead of ten",
        "如只看八着而非十着",
        "如只看八著而非十著",
        "nếu chỉ xét tám nước thay vì mười",
    ),
    "fewer_checks": Worded(
        "with fewer checks looked at",
        "如少看将军",
        "如少看將軍",
        "nếu xét ít nước chiếu hơn",
    ),
    "shorter_mates": Worded(
        "with mates of at most five checks",
        "如连将杀至多五次",
        "如連將殺至多五次",
        "nếu đòn chiếu bí tối đa năm nước chiếu",
    ),
    "borrowed_gains": Worded(
        "if another hanging piece counted in",
        "如计入其他已失守的子",
        "如計入其他已失守的子",
        "nếu tính cả quân khác đang treo",
    ),
    "guarded_screen": Worded(
        "if a cannon over its own piece were no joint chase (24.17)",
        "如炮隔己子捉不算联合捉子（24.17）",
        "如炮隔己子捉不算聯合捉子（24.17）",
        "nếu Pháo qua ngòi nhà không phải phối hợp đuổi bắt (24.17)",
    ),
    "joint_at_all": Worded(
        "if any joint chase weighed as much as many (26.9)",
        "如联合捉子不计多少（26.9）",
        "如聯合捉子不計多少（26.9）",
        "nếu một lần phối hợp đuổi bắt nặng bằng nhiều lần (26.9)",
    ),
}
"""What a more cautious reading of the Chinese rules reads otherwise (`rules.cxa.readings`)."""

DEED_ATTACKS: Final = {
    (PlyKind.CHECK, PlyKind.KILL, PlyKind.CHASE): Worded(
        "checks, threatens mate or chases on every move",
        "着着将、杀、捉",
        "著著將、殺、捉",
        "nước nào cũng chiếu, dọa hết hoặc đuổi",
    ),
    (PlyKind.CHECK, PlyKind.KILL): Worded(
        "checks or threatens mate on every move",
        "着着将、杀",
        "著著將、殺",
        "nước nào cũng chiếu hoặc dọa hết",
    ),
    (PlyKind.KILL, PlyKind.CHASE): Worded(
        "threatens mate or chases on every move",
        "着着杀、捉",
        "著著殺、捉",
        "nước nào cũng dọa hết hoặc đuổi",
    ),
}
"""What a side does that attacks on every move in a mixture, by what occurred."""

DEED_SOME_ATTACKS: Final = {
    (PlyKind.CHECK, PlyKind.KILL, PlyKind.CHASE): Worded(
        "some checks, kills or chases, some idle moves",
        "有将、杀、捉，也有闲着",
        "有將、殺、捉，也有閒著",
        "khi chiếu, dọa hết, đuổi, khi đi nước chờ",
    ),
    (PlyKind.CHECK, PlyKind.KILL): Worded(
        "some checks or kills, some idle moves",
        "有将、杀，也有闲着",
        "有將、殺，也有閒著",
        "khi chiếu, dọa hết, khi đi nước chờ",
    ),
    (PlyKind.KILL, PlyKind.CHASE): Worded(
        "some kills or chases, some idle moves",
        "有杀、捉，也有闲着",
        "有殺、捉，也有閒著",
        "khi dọa hết, đuổi, khi đi nước chờ",
    ),
    (PlyKind.KILL,): Worded(
        "some kills, some idle moves",
        "有杀有闲",
        "有殺有閒",
        "khi dọa hết, khi đi nước chờ",
    ),
}
"""What a side does that attacks on some moves, by what occurred."""
