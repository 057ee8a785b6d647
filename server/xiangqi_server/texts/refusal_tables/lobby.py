"""Refusals in the lobby, in words."""

from typing import Final

from xiangqi_server.aggregates.lobby.refusals import LobbyRefusal
from xiangqi_server.kernel.aggregate.refusal import RefusalCode
from xiangqi_server.texts.worded import Worded

LOBBY: Final[dict[RefusalCode, Worded]] = {
    LobbyRefusal.NO_SUCH_SEEK: Worded(
        "This offer to play is gone. Choose another.",
        "这个约战已不存在，请另选。",
        "這個約戰已不存在，請另選。",
        "Lời mời chơi này không còn. Hãy chọn lời mời khác.",
    ),
    LobbyRefusal.OWN_SEEK: Worded(
        "This offer to play is your own.",
        "这是您自己的约战。",
        "這是您自己的約戰。",
        "Đây là lời mời chơi của chính bạn.",
    ),
    LobbyRefusal.NO_SUCH_POOL: Worded(
        "There is no such time control to wait for. Choose another.",
        "没有这种快速对局，请另选。",
        "沒有這種快速對局，請另選。",
        "Không có thể thức này. Hãy chọn thể thức khác.",
    ),
    LobbyRefusal.IGNORED: Worded(
        "You two do not play each other.",
        "您与这位棋手不能对局。",
        "您與這位棋手不能對局。",
        "Bạn và kỳ thủ này không chơi với nhau.",
    ),
    LobbyRefusal.MISSED_GAMES: Worded(
        "You did not come to the last games that were found for you, or called them off. "
        "You can look for the next one in a few minutes.",
        "您最近几次未参加为您配对的对局，或取消了对局，请过几分钟再找对手。",
        "您最近幾次未參加為您配對的對局，或取消了對局，請過幾分鐘再找對手。",
        "Bạn đã không đến hoặc đã hủy những ván vừa tìm được. Hãy tìm đối thủ lại sau vài phút.",
    ),
    LobbyRefusal.ALREADY_PLAYING: Worded(
        "You have a game running. Finish it first.",
        "您有一局正在进行，请先下完。",
        "您有一局正在進行，請先下完。",
        "Bạn đang có một ván cờ. Hãy chơi xong ván đó trước.",
    ),
    LobbyRefusal.USE_OFFER_BY_DAYS: Worded(
        "The lobby is for games that begin at once. Offer a game by days with offer_by_days.",
        "大厅只用于立即开始的对局。通讯棋请用 offer_by_days 发布。",
        "大廳只用於立即開始的對局。通訊棋請用 offer_by_days 發布。",
        "Sảnh chờ chỉ dành cho ván bắt đầu ngay. Ván theo ngày hãy mời bằng offer_by_days.",
    ),
}
