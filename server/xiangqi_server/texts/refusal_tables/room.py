"""Refusals in a room, in words."""

from typing import Final

from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.kernel.aggregate.refusal import RefusalCode
from xiangqi_server.texts.worded import Worded

ROOM: Final[dict[RefusalCode, Worded]] = {
    RoomRefusal.NO_SUCH_ROOM: Worded(
        "There is no such game. Check the link.",
        "没有这局棋，请核对链接。",
        "沒有這局棋，請核對連結。",
        "Không có ván cờ này. Hãy kiểm tra liên kết.",
    ),
    RoomRefusal.ROOM_EXISTS: Worded(
        "This game already exists.", "这局棋已经存在。", "這局棋已經存在。", "Ván cờ này đã có."
    ),
    RoomRefusal.NOT_SEATED: Worded(
        "You are watching this game. Only its players can do this.",
        "您在观战，只有对局者可以这样做。",
        "您在觀戰，只有對局者可以這樣做。",
        "Bạn đang xem ván này. Chỉ kỳ thủ mới làm được.",
    ),
    RoomRefusal.SEAT_TAKEN: Worded(
        "Both seats are taken. You can watch.",
        "座位已满，可以观战。",
        "座位已滿，可以觀戰。",
        "Đã đủ kỳ thủ. Bạn có thể xem.",
    ),
    RoomRefusal.NOT_INVITED: Worded(
        "This challenge is for somebody else.",
        "这个挑战不是发给您的。",
        "這個挑戰不是發給您的。",
        "Lời thách đấu này dành cho người khác.",
    ),
    RoomRefusal.NO_SEAT_KEY: Worded(
        "The free seat is for a friend: it needs the full invitation link.",
        "空位留给受邀的朋友：请使用完整的邀请链接。",
        "空位留給受邀的朋友：請使用完整的邀請連結。",
        "Chỗ trống dành cho bạn được mời: cần toàn bộ liên kết mời.",
    ),
    RoomRefusal.NOT_STARTED: Worded(
        "The game has not started. It is waiting for the other player.",
        "对局尚未开始，正在等待对手。",
        "對局尚未開始，正在等待對手。",
        "Ván cờ chưa bắt đầu, đang chờ đối thủ.",
    ),
    RoomRefusal.GAME_OVER: Worded(
        "The game is over.", "对局已结束。", "對局已結束。", "Ván cờ đã kết thúc."
    ),
    RoomRefusal.GAME_NOT_OVER: Worded(
        "The game is not over yet.",
        "对局还没有结束。",
        "對局還沒有結束。",
        "Ván cờ chưa kết thúc.",
    ),
    RoomRefusal.NOT_YOUR_TURN: Worded(
        "It is the other player's turn.",
        "轮到对方走棋。",
        "輪到對方走棋。",
        "Đang là lượt của đối thủ.",
    ),
    RoomRefusal.STALE_PLY: Worded(
        "The game has moved on. Look at the board again.",
        "棋局已有变化，看清局面再走。",
        "棋局已有變化，看清局面再走。",
        "Thế cờ đã thay đổi. Hãy xem lại bàn cờ.",
    ),
    RoomRefusal.ILLEGAL_MOVE: Worded(
        "This move is not legal here.",
        "这步棋不合规则。",
        "這步棋不合規則。",
        "Nước đi này không hợp lệ.",
    ),
    RoomRefusal.BANNED_MOVE: Worded(
        "The rules on repetition ban this move here. Play another one.",
        "这步棋违反循环规则，须变着。",
        "這步棋違反循環規則，須變著。",
        "Luật lặp nước cấm nước đi này. Hãy đi nước khác.",
    ),
    RoomRefusal.UNREADABLE_MOVE: Worded(
        "This does not read as a move. Write h2e2, C2=5 or 炮二平五.",
        "看不懂这步棋，可写 h2e2、C2=5 或 炮二平五。",
        "看不懂這步棋，可寫 h2e2、C2=5 或 炮二平五。",
        "Không đọc được nước đi. Hãy viết h2e2, C2=5 hoặc 炮二平五.",
    ),
    RoomRefusal.AMBIGUOUS_MOVE: Worded(
        "More than one piece can play this. Name the squares, such as h2e2.",
        "有不止一个棋子可以这样走，请写坐标，如 h2e2。",
        "有不止一個棋子可以這樣走，請寫座標，如 h2e2。",
        "Có nhiều quân đi được nước này. Hãy ghi tọa độ, như h2e2.",
    ),
    RoomRefusal.FLAG_FELL: Worded(
        "Your time was up before this arrived.",
        "您的时间已到，这步来迟了。",
        "您的時間已到，這步來遲了。",
        "Bạn đã hết giờ trước khi yêu cầu này đến.",
    ),
    RoomRefusal.SUSPENDED: Worded(
        "The game is suspended after a long outage; it goes on when both players are back.",
        "服务器长时间中断后对局暂停，双方都回来后继续。",
        "伺服器長時間中斷後對局暫停，雙方都回來後繼續。",
        "Ván cờ tạm dừng sau khi máy chủ ngừng lâu; sẽ tiếp tục khi cả hai kỳ thủ trở lại.",
    ),
    RoomRefusal.TOO_LATE_TO_ABORT: Worded(
        "Both sides have moved. You can ask the other player to call the game off.",
        "双方都已走棋，须征得对方同意才能取消。",
        "雙方都已走棋，須徵得對方同意才能取消。",
        "Hai bên đã đi. Muốn hủy ván cần đối thủ đồng ý.",
    ),
    RoomRefusal.NO_SUCH_OFFER: Worded(
        "This offer no longer exists.",
        "这个提议已不存在。",
        "這個提議已不存在。",
        "Lời đề nghị này không còn nữa.",
    ),
    RoomRefusal.ALREADY_OFFERED: Worded(
        "You have already offered this. Wait for the answer.",
        "您已经提过，等对方答复。",
        "您已經提過，等對方答覆。",
        "Bạn đã đề nghị rồi. Hãy đợi trả lời.",
    ),
    RoomRefusal.OWN_OFFER: Worded(
        "This offer is your own. The other player answers it.",
        "这是您自己的提议，由对方答复。",
        "這是您自己的提議，由對方答覆。",
        "Đây là đề nghị của bạn. Đối thủ sẽ trả lời.",
    ),
    RoomRefusal.ANSWER_FIRST: Worded(
        "The other player has asked for this too. Answer that first.",
        "对方也提出了同样的请求，请先答复。",
        "對方也提出了同樣的請求，請先答覆。",
        "Đối thủ cũng vừa xin điều này. Hãy trả lời trước.",
    ),
    RoomRefusal.OFFER_TOO_SOON: Worded(
        "This was turned down. Wait a little before you ask again.",
        "对方刚刚拒绝，稍后才能再提。",
        "對方剛剛拒絕，稍後才能再提。",
        "Đối thủ vừa từ chối. Hãy đợi một lúc rồi đề nghị lại.",
    ),
    RoomRefusal.LOG_FULL: Worded(
        "The record of this game is full: it can only be played on, or ended.",
        "本局的记录已满：只能继续走棋或结束对局。",
        "本局的記錄已滿：只能繼續走棋或結束對局。",
        "Biên bản ván này đã đầy: chỉ có thể đi tiếp hoặc kết thúc ván.",
    ),
    RoomRefusal.TAKEBACKS_OFF: Worded(
        "This game is played without takebacks.",
        "本局约定不许悔棋。",
        "本局約定不許悔棋。",
        "Ván này không cho đi lại nước.",
    ),
    RoomRefusal.NOTHING_TO_TAKE_BACK: Worded(
        "You have no move to take back yet.",
        "您还没有走过棋，无棋可悔。",
        "您還沒有走過棋，無棋可悔。",
        "Bạn chưa đi nước nào để đi lại.",
    ),
    RoomRefusal.NO_TIME_TO_GIVE: Worded(
        "There is no running clock in this game to add time to.",
        "本局没有可加时的棋钟。",
        "本局沒有可加時的棋鐘。",
        "Ván này không có đồng hồ để thêm giờ.",
    ),
    RoomRefusal.ENOUGH_TIME: Worded(
        "The other player has enough time. No more can be added now.",
        "对方时间充足，现在不能再加。",
        "對方時間充足，現在不能再加。",
        "Đối thủ còn đủ giờ, hiện không thể thêm nữa.",
    ),
    RoomRefusal.NOT_DISCONNECTED: Worded(
        "The other player is online. There is nothing to claim.",
        "对方在线，不能提出判局。",
        "對方在線上，不能提出判局。",
        "Đối thủ đang trực tuyến, không thể yêu cầu xử ván.",
    ),
    RoomRefusal.CLAIM_TOO_SOON: Worded(
        "The other player still has time to come back.",
        "对方仍有时间返回，请再等一会儿。",
        "對方仍有時間返回，請再等一會兒。",
        "Đối thủ vẫn còn thời gian quay lại. Hãy đợi thêm.",
    ),
    RoomRefusal.CLAIM_ON_OWN_TURN: Worded(
        "It is your own turn. Make your move first.",
        "现在轮到您走棋，走完才能提出判局。",
        "現在輪到您走棋，走完才能提出判局。",
        "Đang là lượt của bạn. Hãy đi nước của mình trước.",
    ),
    RoomRefusal.PREMOVE_LOSES: Worded(
        "Your premove would lose by repetition and was not played.",
        "预走的这步会因循环犯规判负，没有走出。",
        "預走的這步會因循環犯規判負，沒有走出。",
        "Nước đặt trước sẽ bị xử thua vì lặp nước nên không được thực hiện.",
    ),
    RoomRefusal.NO_BERSERK: Worded(
        "In this game nobody can go berserk.",
        "本局不能使用半时模式。",
        "本局不能使用半時模式。",
        "Ván này không thể dùng chế độ liều mạng.",
    ),
    RoomRefusal.TOO_LATE_TO_BERSERK: Worded(
        "It is too late to go berserk.",
        "现在已不能使用半时模式。",
        "現在已不能使用半時模式。",
        "Đã quá muộn để dùng chế độ liều mạng.",
    ),
    RoomRefusal.CHAT_OFF: Worded(
        "The players' chat is turned off in this game.",
        "这局棋关闭了对局者聊天。",
        "這局棋關閉了對局者聊天。",
        "Ván này đã tắt trò chuyện của kỳ thủ.",
    ),
    RoomRefusal.BAD_TERMS: Worded(
        "These terms do not go together. Choose others.",
        "这些对局条件不能同时选用，请另选。",
        "這些對局條件不能同時選用，請另選。",
        "Các điều kiện này không đi cùng nhau. Hãy chọn lại.",
    ),
    RoomRefusal.UNKNOWN_RULES: Worded(
        "We do not have this rule set. Choose another.",
        "没有这套规则，请另选。",
        "沒有這套規則，請另選。",
        "Không có bộ luật này. Hãy chọn bộ khác.",
    ),
    RoomRefusal.RATED_NEEDS_ACCOUNT: Worded(
        "Rated games need an account. Sign up, or play a casual game.",
        "等级分对局需要账号。请注册，或下不计分的对局。",
        "等級分對局需要帳號。請註冊，或下不計分的對局。",
        "Ván tính điểm cần có tài khoản. Hãy đăng ký hoặc chơi ván giao hữu.",
    ),
    RoomRefusal.RATING_OUT_OF_RANGE: Worded(
        "Your rating is outside the range of this offer.",
        "您的等级分不在这个约战要求的范围内。",
        "您的等級分不在這個約戰要求的範圍內。",
        "Điểm của bạn nằm ngoài khoảng của lời mời này.",
    ),
}
