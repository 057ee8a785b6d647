"""Refusals about players, in words."""

from typing import Final

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.kernel.aggregate.refusal import RefusalCode
from xiangqi_server.texts.worded import Worded

PLAYERS: Final[dict[RefusalCode, Worded]] = {
    PlayerRefusal.BAD_TOKEN: Worded(
        "We do not know this sign-in. Start again as a guest.",
        "登录信息无效，可重新以游客身份进入。",
        "登入資訊無效，可重新以訪客身分進入。",
        "Thông tin đăng nhập không hợp lệ. Hãy vào lại với tư cách khách.",
    ),
    PlayerRefusal.SIGNED_OUT: Worded(
        "This device was signed out. Sign in again, or start as a guest.",
        "此设备已退出登录。可重新登录，或以游客身份进入。",
        "此裝置已登出。可重新登入，或以訪客身分進入。",
        "Thiết bị này đã đăng xuất. Hãy đăng nhập lại hoặc vào với tư cách khách.",
    ),
    PlayerRefusal.WRONG_PASSWORD: Worded(
        "Name and password do not match. Check both and try again.",
        "名字与密码不符，请检查后重试。",
        "名字與密碼不符，請檢查後重試。",
        "Tên và mật khẩu không khớp. Hãy kiểm tra rồi thử lại.",
    ),
    PlayerRefusal.WEAK_PASSWORD: Worded(
        "Choose a password of 10 to 128 characters that is not your name.",
        "密码须为 10 至 128 个字符，且不能与名字相同。",
        "密碼須為 10 至 128 個字元，且不能與名字相同。",
        "Mật khẩu cần 10 đến 128 ký tự và không trùng với tên.",
    ),
    PlayerRefusal.WRONG_CODE: Worded(
        "This code is not right, or not valid any more. Check all that you entered.",
        "此码不对或已失效，请核对所填内容。",
        "此碼不對或已失效，請核對所填內容。",
        "Mã không đúng hoặc đã hết hiệu lực. Hãy kiểm tra lại những gì đã nhập.",
    ),
    PlayerRefusal.OPERATOR_CODE: Worded(
        "This name is kept for an operator of this server. Enter the one-time code for it.",
        "此名字为本站管理员保留，请输入对应的一次性验证码。",
        "此名字為本站管理員保留，請輸入對應的一次性驗證碼。",
        "Tên này dành cho quản trị viên máy chủ. Hãy nhập mã dùng một lần của tên.",
    ),
    PlayerRefusal.BAD_NAME: Worded(
        "A name has 2 to 20 letters or digits of one script, with single - _ . ' · or spaces "
        "inside.",
        "名字须为 2 至 20 个同一种文字的字母或数字，中间可用单个 - _ . ' · 或空格。",
        "名字須為 2 至 20 個同一種文字的字母或數字，中間可用單個 - _ . ' · 或空格。",
        "Tên gồm 2 đến 20 chữ hoặc số cùng một loại chữ viết, ở giữa có thể có - _ . ' · hay dấu "
        "cách.",
    ),
    PlayerRefusal.NAME_TAKEN: Worded(
        "This name is taken, or looks too much like one that is.",
        "这个名字已被使用，或与已有名字过于相似。",
        "這個名字已被使用，或與已有名字過於相似。",
        "Tên này đã có người dùng, hoặc quá giống một tên đã có.",
    ),
    PlayerRefusal.NAME_RESERVED: Worded(
        "This name is reserved. Choose another one.",
        "这个名字为保留名，请另选。",
        "這個名字為保留名，請另選。",
        "Tên này được dành riêng. Hãy chọn tên khác.",
    ),
    PlayerRefusal.NAME_TOO_SOON: Worded(
        "A name can be changed once in 30 days.",
        "名字每 30 天只能更改一次。",
        "名字每 30 天只能更改一次。",
        "Mỗi 30 ngày chỉ đổi tên được một lần.",
    ),
    PlayerRefusal.HAS_ACCOUNT: Worded(
        "You already have an account.",
        "您已有账号。",
        "您已有帳號。",
        "Bạn đã có tài khoản.",
    ),
    PlayerRefusal.NO_SUCH_DEVICE: Worded(
        "This device is not signed in.",
        "此设备未登录。",
        "此裝置未登入。",
        "Thiết bị này không đăng nhập.",
    ),
    PlayerRefusal.IGNORED_BY_PLAYER: Worded(
        "This player does not want to hear from you.",
        "对方不愿与您来往。",
        "對方不願與您來往。",
        "Kỳ thủ này không muốn nhận tin của bạn.",
    ),
    PlayerRefusal.MUTED: Worded(
        "You may not write to others for now.",
        "您暂时被禁言。",
        "您暫時被禁言。",
        "Hiện bạn không được nhắn cho người khác.",
    ),
    PlayerRefusal.HAS_PLAYED: Worded(
        "Only an account that has never played a game can become a bot.",
        "只有从未对局过的账号才能成为机器人。",
        "只有從未對局過的帳號才能成為機器人。",
        "Chỉ tài khoản chưa chơi ván nào mới có thể thành bot.",
    ),
    PlayerRefusal.NO_BOTS: Worded(
        "This is not for bots: a bot plays those who challenge it.",
        "机器人不能这样做：机器人只接受挑战。",
        "機器人不能這樣做：機器人只接受挑戰。",
        "Bot không được làm việc này: bot chỉ chơi với người thách đấu nó.",
    ),
    PlayerRefusal.NOT_ONLINE: Worded(
        "This player is not online now. A game by days can wait for an answer.",
        "这位棋手现在不在线。通讯棋可以等待答复。",
        "這位棋手現在不在線上。通訊棋可以等待答覆。",
        "Kỳ thủ này hiện không trực tuyến. Ván tính theo ngày có thể chờ câu trả lời.",
    ),
    PlayerRefusal.TOO_MANY_ROOMS: Worded(
        "Too many games are open. Leave one first.",
        "打开的对局太多，先离开一局。",
        "開啟的對局太多，先離開一局。",
        "Đang mở quá nhiều ván. Hãy rời một ván trước.",
    ),
    PlayerRefusal.ON_VACATION: Worded(
        "You are on vacation already. Come back first.",
        "您已在休假，请先结束休假。",
        "您已在休假，請先結束休假。",
        "Bạn đang trong kỳ nghỉ. Hãy kết thúc kỳ nghỉ trước.",
    ),
    PlayerRefusal.NO_VACATION_LEFT: Worded(
        "You do not have so many days of vacation. Take fewer.",
        "您没有这么多休假天数，请减少天数。",
        "您沒有這麼多休假天數，請減少天數。",
        "Bạn không còn nhiều ngày nghỉ như vậy. Hãy chọn ít ngày hơn.",
    ),
    PlayerRefusal.RATING_IN_USE: Worded(
        "A rated game of yours is open, or a tournament that you entered. Finish it first.",
        "您还有未结束的等级分对局或已报名的比赛，请先完成。",
        "您還有未結束的等級分對局或已報名的比賽，請先完成。",
        "Bạn còn ván tính điểm hoặc giải đấu đã ghi danh chưa kết thúc. Hãy hoàn tất trước.",
    ),
    PlayerRefusal.RESET_TOO_SOON: Worded(
        "This rating was reset in the last 180 days. Wait until they are over.",
        "此等级分在近180天内已重置过，请到期后再试。",
        "此等級分在近180天內已重置過，請到期後再試。",
        "Điểm này đã được đặt lại trong 180 ngày qua. Hãy đợi hết thời hạn.",
    ),
}
