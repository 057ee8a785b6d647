"""Refusals in a tournament, in words."""

from typing import Final

from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.kernel.aggregate.refusal import RefusalCode
from xiangqi_server.texts.worded import Worded

TOURNAMENTS: Final[dict[RefusalCode, Worded]] = {
    TournamentRefusal.NO_SUCH_TOURNAMENT: Worded(
        "There is no such tournament.",
        "没有这个赛事。",
        "沒有這個賽事。",
        "Không có giải đấu này.",
    ),
    TournamentRefusal.TOURNAMENT_OVER: Worded(
        "This tournament is over.",
        "这个赛事已经结束。",
        "這個賽事已經結束。",
        "Giải đấu này đã kết thúc.",
    ),
    TournamentRefusal.TOURNAMENT_NOT_RUNNING: Worded(
        "This can be done only while the tournament runs.",
        "只能在赛事进行期间这样做。",
        "只能在賽事進行期間這樣做。",
        "Chỉ làm được khi giải đang diễn ra.",
    ),
    TournamentRefusal.ENTRIES_CLOSED: Worded(
        "This tournament has begun and takes nobody new.",
        "这个赛事已经开始，不再接受报名。",
        "這個賽事已經開始，不再接受報名。",
        "Giải đấu này đã bắt đầu và không nhận thêm người.",
    ),
    TournamentRefusal.TOURNAMENT_FULL: Worded(
        "This tournament has no place left.",
        "这个赛事名额已满。",
        "這個賽事名額已滿。",
        "Giải đấu này đã hết chỗ.",
    ),
    TournamentRefusal.NOT_ENTERED: Worded(
        "You do not take part in this tournament.",
        "您没有报名这个赛事。",
        "您沒有報名這個賽事。",
        "Bạn chưa ghi danh giải đấu này.",
    ),
    TournamentRefusal.CONDITIONS_NOT_MET: Worded(
        "You do not meet the conditions of this tournament.",
        "您不符合这个赛事的报名条件。",
        "您不符合這個賽事的報名條件。",
        "Bạn chưa đủ điều kiện dự giải đấu này.",
    ),
    TournamentRefusal.NO_SUCH_TEAM: Worded(
        "Choose one of the teams of this tournament.",
        "请选择本赛事的一支队伍。",
        "請選擇本賽事的一支隊伍。",
        "Hãy chọn một đội của giải đấu này.",
    ),
    TournamentRefusal.TOURNAMENT_PASSWORD: Worded(
        "This tournament asks for a password, and this is not it.",
        "这个赛事需要密码，您的密码不对。",
        "這個賽事需要密碼，您的密碼不對。",
        "Giải đấu này cần mật khẩu, và mật khẩu này không đúng.",
    ),
    TournamentRefusal.RETURN_TOO_SOON: Worded(
        "You have just paused. You may return a little later.",
        "您刚刚暂停，稍后才能回来。",
        "您剛剛暫停，稍後才能回來。",
        "Bạn vừa tạm nghỉ. Hãy trở lại sau ít lâu.",
    ),
    TournamentRefusal.ENTERED_TOO_OFTEN: Worded(
        "You have left this tournament or paused in it too often to do so once more.",
        "您在本赛事中退出或暂停的次数过多，不能再这样做了。",
        "您在本賽事中退出或暫停的次數過多，不能再這樣做了。",
        "Bạn đã rời giải đấu này hoặc tạm nghỉ quá nhiều lần nên không thể làm lại nữa.",
    ),
    TournamentRefusal.OWN_INTEREST: Worded(
        "You play in this tournament, and this concerns your own game, an opponent or yourself. "
        "Another arbiter must decide it.",
        "您参加了本赛事，而此事涉及您自己的对局、您的对手或您本人，须由其他裁判处理。",
        "您參加了本賽事，而此事涉及您自己的對局、您的對手或您本人，須由其他裁判處理。",
        "Bạn đang dự giải đấu này, và việc này liên quan đến ván cờ, đối thủ hoặc chính bạn. "
        "Phải để trọng tài khác quyết định.",
    ),
    TournamentRefusal.LIST_MOVED: Worded(
        "Somebody else has added names meanwhile. Look at the list and add yours again.",
        "其间有别人添加了名单。请看过名单后再添加。",
        "其間有別人添加了名單。請看過名單後再添加。",
        "Có người khác vừa thêm tên. Hãy xem danh sách rồi thêm lại.",
    ),
    TournamentRefusal.RESULT_DIFFERS: Worded(
        "Somebody else has written another result there. Nothing of this was written.",
        "别人在那里登记了不同的结果。这次什么都没有登记。",
        "別人在那裡登記了不同的結果。這次什麼都沒有登記。",
        "Người khác đã ghi một kết quả khác ở đó. Lần này chưa ghi gì.",
    ),
    TournamentRefusal.RESULTS_MISSING: Worded(
        "Results of this round are still missing.",
        "本轮还缺结果。",
        "本輪還缺結果。",
        "Vòng này còn thiếu kết quả.",
    ),
    TournamentRefusal.ROUND_HAS_RESULTS: Worded(
        "There are results already, so these pairs stay.",
        "已经有结果，对阵不再改变。",
        "已經有結果，對陣不再改變。",
        "Đã có kết quả nên cặp đấu giữ nguyên.",
    ),
    TournamentRefusal.NO_SUCH_BOARD: Worded(
        "There is no such board in this round.",
        "本轮没有这张棋台。",
        "本輪沒有這張棋台。",
        "Vòng này không có bàn đó.",
    ),
    TournamentRefusal.TOO_FEW_ENTRANTS: Worded(
        "Too few take part to pair a round.",
        "参加的人太少，无法编排。",
        "參加的人太少，無法編排。",
        "Quá ít người tham gia để xếp cặp.",
    ),
}
