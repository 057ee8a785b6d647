"""Why nothing happened: the words of every refusal."""

from typing import Final

from xiangqi_server.aggregate.refusal import RefusalCode
from xiangqi_server.rules.adjudication.records import ban_in
from xiangqi_server.texts.rulings.telling import GRAMMARS, tell_ban
from xiangqi_server.texts.worded import Worded
from xiangqi_server.wire.terms import Language

C = RefusalCode

REFUSALS: Final[dict[RefusalCode, Worded]] = {
    C.BAD_MESSAGE: Worded(
        "This message could not be read.",
        "无法读懂这条消息。",
        "無法讀懂這則訊息。",
        "Không đọc được thông điệp này.",
    ),
    C.HELLO_REQUIRED: Worded(
        "Say hello first.",
        "请求须以 hello 开始。",
        "請求須以 hello 開始。",
        "Hãy gửi hello trước.",
    ),
    C.HELLO_REPEATED: Worded(
        "You said hello already. Open a new connection to change who you are.",
        "已经打过招呼。换身份须重新连接。",
        "已經打過招呼。換身分須重新連線。",
        "Bạn đã gửi hello. Mở kết nối mới để đổi danh tính.",
    ),
    C.BAD_TOKEN: Worded(
        "We do not know this sign-in. Start again as a guest.",
        "登录信息无效，可重新以游客身份进入。",
        "登入資訊無效，可重新以訪客身分進入。",
        "Thông tin đăng nhập không hợp lệ. Hãy vào lại với tư cách khách.",
    ),
    C.SIGNED_OUT: Worded(
        "This device was signed out. Sign in again, or start as a guest.",
        "此设备已退出登录。可重新登录，或以游客身份进入。",
        "此裝置已登出。可重新登入，或以訪客身分進入。",
        "Thiết bị này đã đăng xuất. Hãy đăng nhập lại hoặc vào với tư cách khách.",
    ),
    C.WRONG_PASSWORD: Worded(
        "Name and password do not match. Check both and try again.",
        "名字与密码不符，请检查后重试。",
        "名字與密碼不符，請檢查後重試。",
        "Tên và mật khẩu không khớp. Hãy kiểm tra rồi thử lại.",
    ),
    C.WEAK_PASSWORD: Worded(
        "Choose a password of 10 to 128 characters that is not your name.",
        "密码须为 10 至 128 个字符，且不能与名字相同。",
        "密碼須為 10 至 128 個字元，且不能與名字相同。",
        "Mật khẩu cần 10 đến 128 ký tự và không trùng với tên.",
    ),
    C.BAD_NAME: Worded(
        "A name has 2 to 20 letters or digits of one script, with single - _ . or spaces inside.",
        "名字须为 2 至 20 个同一种文字的字母或数字，中间可用单个 - _ . 或空格。",
        "名字須為 2 至 20 個同一種文字的字母或數字，中間可用單個 - _ . 或空格。",
        "Tên gồm 2 đến 20 chữ hoặc số cùng một loại chữ viết, ở giữa có thể có - _ . hay dấu cách.",
    ),
    C.NAME_TAKEN: Worded(
        "This name is taken, or looks too much like one that is.",
        "这个名字已被使用，或与已有名字过于相似。",
        "這個名字已被使用，或與已有名字過於相似。",
        "Tên này đã có người dùng, hoặc quá giống một tên đã có.",
    ),
    C.NAME_RESERVED: Worded(
        "This name is reserved. Choose another one.",
        "这个名字为保留名，请另选。",
        "這個名字為保留名，請另選。",
        "Tên này được dành riêng. Hãy chọn tên khác.",
    ),
    C.WRONG_CODE: Worded(
        "Name and code do not match, or the code has been used already.",
        "名字与恢复码不符，或恢复码已被使用。",
        "名字與復原碼不符，或復原碼已被使用。",
        "Tên và mã không khớp, hoặc mã đã được dùng.",
    ),
    C.OPERATOR_CODE: Worded(
        "This name is kept for an operator of this server. Enter the one-time code for it.",
        "此名字为本站管理员保留，请输入对应的一次性验证码。",
        "此名字為本站管理員保留，請輸入對應的一次性驗證碼。",
        "Tên này dành cho quản trị viên máy chủ. Hãy nhập mã dùng một lần của tên.",
    ),
    C.NAME_TOO_SOON: Worded(
        "A name can be changed once in 30 days.",
        "名字每 30 天只能更改一次。",
        "名字每 30 天只能更改一次。",
        "Mỗi 30 ngày chỉ đổi tên được một lần.",
    ),
    C.HAS_ACCOUNT: Worded(
        "You already have an account.",
        "您已有账号。",
        "您已有帳號。",
        "Bạn đã có tài khoản.",
    ),
    C.NO_ACCOUNT: Worded(
        "This needs an account. Sign up or sign in first.",
        "此操作需要账号，请先注册或登录。",
        "此操作需要帳號，請先註冊或登入。",
        "Việc này cần tài khoản. Hãy đăng ký hoặc đăng nhập trước.",
    ),
    C.NO_SUCH_DEVICE: Worded(
        "This device is not signed in.",
        "此设备未登录。",
        "此裝置未登入。",
        "Thiết bị này không đăng nhập.",
    ),
    C.NOT_YOURSELF: Worded(
        "You cannot do this to yourself.",
        "不能对自己这样做。",
        "不能對自己這樣做。",
        "Không thể tự làm việc này với chính mình.",
    ),
    C.IGNORED_BY_PLAYER: Worded(
        "This player does not want to hear from you.",
        "对方不愿与您来往。",
        "對方不願與您來往。",
        "Kỳ thủ này không muốn nhận tin của bạn.",
    ),
    C.MUTED: Worded(
        "You may not write to others for now.",
        "您暂时被禁言。",
        "您暫時被禁言。",
        "Hiện bạn không được nhắn cho người khác.",
    ),
    C.BANNED: Worded(
        "You may not start games for now.",
        "您暂时不能开始新的对局。",
        "您暫時不能開始新的對局。",
        "Hiện bạn không được bắt đầu ván mới.",
    ),
    C.LIMIT_REACHED: Worded(
        "There are too many of these already.",
        "数量已达上限。",
        "數量已達上限。",
        "Đã có quá nhiều mục loại này.",
    ),
    C.TOKEN_REQUIRED: Worded(
        "This is about you: show a token.",
        "此内容与您本人有关，请出示令牌。",
        "此內容與您本人有關，請出示權杖。",
        "Nội dung này thuộc về bạn: hãy gửi kèm mã truy cập.",
    ),
    C.NO_SUCH_ADDRESS: Worded(
        "There is nothing at this address. /api/openapi.json lists all addresses.",
        "此地址没有内容，全部地址见 /api/openapi.json。",
        "此位址沒有內容，全部位址見 /api/openapi.json。",
        "Không có gì ở địa chỉ này. Xem các địa chỉ tại /api/openapi.json.",
    ),
    C.TOKEN_SCOPE: Worded(
        "Your token does not allow this.",
        "登录所用的令牌无此权限。",
        "登入所用的權杖無此權限。",
        "Mã truy cập đang dùng không cho phép việc này.",
    ),
    C.HAS_PLAYED: Worded(
        "Only an account that has never played a game can become a bot.",
        "只有从未对局过的账号才能成为机器人。",
        "只有從未對局過的帳號才能成為機器人。",
        "Chỉ tài khoản chưa chơi ván nào mới có thể thành bot.",
    ),
    C.NO_BOTS: Worded(
        "This is not for bots: a bot plays those who challenge it.",
        "机器人不能这样做：机器人只接受挑战。",
        "機器人不能這樣做：機器人只接受挑戰。",
        "Bot không được làm việc này: bot chỉ chơi với người thách đấu nó.",
    ),
    C.NOT_ALLOWED: Worded(
        "You may not do this.", "您不能这样做。", "您不能這樣做。", "Bạn không được làm việc này."
    ),
    C.TOO_FAST: Worded(
        "Too much at once. Wait a moment and try again.",
        "操作太频繁，稍等再试。",
        "操作太頻繁，稍等再試。",
        "Quá nhiều yêu cầu. Đợi một chút rồi thử lại.",
    ),
    C.UNAVAILABLE: Worded(
        "Server paused. Try again in a moment; nothing is done twice.",
        "服务器暂停，稍后重试，不会重复执行。",
        "伺服器暫停，稍後重試，不會重複執行。",
        "Máy chủ đang tạm dừng. Hãy thử lại sau; thao tác không bị làm hai lần.",
    ),
    C.TOO_MANY_ROOMS: Worded(
        "Too many games are open. Leave one first.",
        "打开的对局太多，先离开一局。",
        "開啟的對局太多，先離開一局。",
        "Đang mở quá nhiều ván. Hãy rời một ván trước.",
    ),
    C.NO_SUCH_ROOM: Worded(
        "There is no such game. Check the link.",
        "没有这局棋，请核对链接。",
        "沒有這局棋，請核對連結。",
        "Không có ván cờ này. Hãy kiểm tra liên kết.",
    ),
    C.ROOM_EXISTS: Worded(
        "This game already exists.", "这局棋已经存在。", "這局棋已經存在。", "Ván cờ này đã có."
    ),
    C.NOT_JOINED: Worded(
        "Join the game first.", "先进入这局棋。", "先進入這局棋。", "Hãy vào ván cờ trước."
    ),
    C.NOT_SEATED: Worded(
        "You are watching this game. Only its players can do this.",
        "您在观战，只有对局者可以这样做。",
        "您在觀戰，只有對局者可以這樣做。",
        "Bạn đang xem ván này. Chỉ kỳ thủ mới làm được.",
    ),
    C.SEAT_TAKEN: Worded(
        "Both seats are taken. You can watch.",
        "座位已满，可以观战。",
        "座位已滿，可以觀戰。",
        "Đã đủ kỳ thủ. Bạn có thể xem.",
    ),
    C.NOT_STARTED: Worded(
        "The game has not started. It is waiting for the other player.",
        "对局尚未开始，正在等待对手。",
        "對局尚未開始，正在等待對手。",
        "Ván cờ chưa bắt đầu, đang chờ đối thủ.",
    ),
    C.GAME_OVER: Worded("The game is over.", "对局已结束。", "對局已結束。", "Ván cờ đã kết thúc."),
    C.GAME_NOT_OVER: Worded(
        "The game is not over yet.",
        "对局还没有结束。",
        "對局還沒有結束。",
        "Ván cờ chưa kết thúc.",
    ),
    C.NOT_YOUR_TURN: Worded(
        "It is the other player's turn.",
        "轮到对方走棋。",
        "輪到對方走棋。",
        "Đang là lượt của đối thủ.",
    ),
    C.STALE_PLY: Worded(
        "The game has moved on. Look at the board again.",
        "棋局已有变化，看清局面再走。",
        "棋局已有變化，看清局面再走。",
        "Thế cờ đã thay đổi. Hãy xem lại bàn cờ.",
    ),
    C.ILLEGAL_MOVE: Worded(
        "This move is not legal here.",
        "这步棋不合规则。",
        "這步棋不合規則。",
        "Nước đi này không hợp lệ.",
    ),
    C.BANNED_MOVE: Worded(
        "The rules on repetition ban this move here. Play another one.",
        "这步棋违反循环规则，须变着。",
        "這步棋違反循環規則，須變著。",
        "Luật lặp nước cấm nước đi này. Hãy đi nước khác.",
    ),
    C.UNREADABLE_MOVE: Worded(
        "This does not read as a move. Write h2e2, C2=5 or 炮二平五.",
        "看不懂这步棋，可写 h2e2、C2=5 或 炮二平五。",
        "看不懂這步棋，可寫 h2e2、C2=5 或 炮二平五。",
        "Không đọc được nước đi. Hãy viết h2e2, C2=5 hoặc 炮二平五.",
    ),
    C.AMBIGUOUS_MOVE: Worded(
        "More than one piece can play this. Name the squares, such as h2e2.",
        "有不止一个棋子可以这样走，请写坐标，如 h2e2。",
        "有不止一個棋子可以這樣走，請寫座標，如 h2e2。",
        "Có nhiều quân đi được nước này. Hãy ghi tọa độ, như h2e2.",
    ),
    C.SUSPENDED: Worded(
        "The game is suspended after a long outage; it goes on when both players are back.",
        "服务器长时间中断后对局暂停，双方都回来后继续。",
        "伺服器長時間中斷後對局暫停，雙方都回來後繼續。",
        "Ván cờ tạm dừng sau khi máy chủ ngừng lâu; sẽ tiếp tục khi cả hai kỳ thủ trở lại.",
    ),
    C.FLAG_FELL: Worded(
        "Your time was up before this arrived.",
        "您的时间已到，这步来迟了。",
        "您的時間已到，這步來遲了。",
        "Bạn đã hết giờ trước khi yêu cầu này đến.",
    ),
    C.TOO_LATE_TO_ABORT: Worded(
        "Both sides have moved. You can ask the other player to call the game off.",
        "双方都已走棋，须征得对方同意才能取消。",
        "雙方都已走棋，須徵得對方同意才能取消。",
        "Hai bên đã đi. Muốn hủy ván cần đối thủ đồng ý.",
    ),
    C.NO_SUCH_OFFER: Worded(
        "This offer no longer exists.",
        "这个提议已不存在。",
        "這個提議已不存在。",
        "Lời đề nghị này không còn nữa.",
    ),
    C.ALREADY_OFFERED: Worded(
        "You have already offered this. Wait for the answer.",
        "您已经提过，等对方答复。",
        "您已經提過，等對方答覆。",
        "Bạn đã đề nghị rồi. Hãy đợi trả lời.",
    ),
    C.OWN_OFFER: Worded(
        "This offer is your own. The other player answers it.",
        "这是您自己的提议，由对方答复。",
        "這是您自己的提議，由對方答覆。",
        "Đây là đề nghị của bạn. Đối thủ sẽ trả lời.",
    ),
    C.ANSWER_FIRST: Worded(
        "The other player has asked for this too. Answer that first.",
        "对方也提出了同样的请求，请先答复。",
        "對方也提出了同樣的請求，請先答覆。",
        "Đối thủ cũng vừa xin điều này. Hãy trả lời trước.",
    ),
    C.OFFER_TOO_SOON: Worded(
        "This was turned down. Wait a little before you ask again.",
        "对方刚刚拒绝，稍后才能再提。",
        "對方剛剛拒絕，稍後才能再提。",
        "Đối thủ vừa từ chối. Hãy đợi một lúc rồi đề nghị lại.",
    ),
    C.TAKEBACKS_OFF: Worded(
        "This game is played without takebacks.",
        "本局约定不许悔棋。",
        "本局約定不許悔棋。",
        "Ván này không cho đi lại nước.",
    ),
    C.NOTHING_TO_TAKE_BACK: Worded(
        "You have no move to take back yet.",
        "您还没有走过棋，无棋可悔。",
        "您還沒有走過棋，無棋可悔。",
        "Bạn chưa đi nước nào để đi lại.",
    ),
    C.NO_TIME_TO_GIVE: Worded(
        "There is no running clock in this game to add time to.",
        "本局没有可加时的棋钟。",
        "本局沒有可加時的棋鐘。",
        "Ván này không có đồng hồ để thêm giờ.",
    ),
    C.ENOUGH_TIME: Worded(
        "The other player has enough time. No more can be added now.",
        "对方时间充足，现在不能再加。",
        "對方時間充足，現在不能再加。",
        "Đối thủ còn đủ giờ, hiện không thể thêm nữa.",
    ),
    C.NOT_DISCONNECTED: Worded(
        "The other player is online. There is nothing to claim.",
        "对方在线，不能提出判局。",
        "對方在線上，不能提出判局。",
        "Đối thủ đang trực tuyến, không thể yêu cầu xử ván.",
    ),
    C.CLAIM_TOO_SOON: Worded(
        "The other player still has time to come back.",
        "对方仍有时间返回，请再等一会儿。",
        "對方仍有時間返回，請再等一會兒。",
        "Đối thủ vẫn còn thời gian quay lại. Hãy đợi thêm.",
    ),
    C.CLAIM_ON_OWN_TURN: Worded(
        "It is your own turn. Make your move first.",
        "现在轮到您走棋，走完才能提出判局。",
        "現在輪到您走棋，走完才能提出判局。",
        "Đang là lượt của bạn. Hãy đi nước của mình trước.",
    ),
    C.PREMOVE_LOSES: Worded(
        "Your premove would lose by repetition and was not played.",
        "预走的这步会因循环犯规判负，没有走出。",
        "預走的這步會因循環犯規判負，沒有走出。",
        "Nước đặt trước sẽ bị xử thua vì lặp nước nên không được thực hiện.",
    ),
    C.CHAT_OFF: Worded(
        "The players' chat is turned off in this game.",
        "这局棋关闭了对局者聊天。",
        "這局棋關閉了對局者聊天。",
        "Ván này đã tắt trò chuyện của kỳ thủ.",
    ),
    C.EMPTY_TEXT: Worded(
        "There is nothing in this text that can be shown.",
        "这段文字没有可以显示的内容。",
        "這段文字沒有可以顯示的內容。",
        "Văn bản này không có gì hiển thị được.",
    ),
    C.TEXT_TOO_LONG: Worded(
        "This text is too long. Make it shorter.",
        "文字太长，请缩短。",
        "文字太長，請縮短。",
        "Văn bản quá dài. Hãy viết ngắn hơn.",
    ),
    C.BAD_TERMS: Worded(
        "These terms do not go together. Choose others.",
        "这些对局条件不能同时选用，请另选。",
        "這些對局條件不能同時選用，請另選。",
        "Các điều kiện này không đi cùng nhau. Hãy chọn lại.",
    ),
    C.UNKNOWN_RULES: Worded(
        "We do not have this rule set. Choose another.",
        "没有这套规则，请另选。",
        "沒有這套規則，請另選。",
        "Không có bộ luật này. Hãy chọn bộ khác.",
    ),
    C.NOT_ON_LADDER: Worded(
        "Both of you must be on the ladder.",
        "双方都须在天梯上。",
        "雙方都須在天梯上。",
        "Cả hai phải có tên trên bậc thang.",
    ),
    C.RUNG_OUT_OF_REACH: Worded(
        "You may challenge only players a few rungs above you.",
        "只能挑战比您高几级的棋手。",
        "只能挑戰比您高幾級的棋手。",
        "Bạn chỉ được thách đấu người ở trên mình vài bậc.",
    ),
    C.CHALLENGE_OPEN: Worded(
        "One of you already has an open challenge.",
        "其中一方已有进行中的挑战。",
        "其中一方已有進行中的挑戰。",
        "Một trong hai người đang có lời thách đấu.",
    ),
    C.NOT_CHALLENGED: Worded(
        "This challenge no longer exists.",
        "该挑战已不存在。",
        "該挑戰已不存在。",
        "Lời thách đấu này không còn nữa.",
    ),
    C.BAD_CURSOR: Worded(
        "This page of the list is unknown. Start again from the beginning.",
        "无此分页，请从头查看。",
        "無此分頁，請從頭查看。",
        "Không có trang này. Hãy xem lại từ đầu.",
    ),
    C.RATING_OUT_OF_RANGE: Worded(
        "Your rating is outside the range of this offer.",
        "您的等级分不在这个约战要求的范围内。",
        "您的等級分不在這個約戰要求的範圍內。",
        "Điểm của bạn nằm ngoài khoảng của lời mời này.",
    ),
    C.IGNORED: Worded(
        "You two do not play each other.",
        "您与这位棋手不能对局。",
        "您與這位棋手不能對局。",
        "Bạn và kỳ thủ này không chơi với nhau.",
    ),
    C.MISSED_GAMES: Worded(
        "You did not come to the last games that were found for you, or called them off. "
        "You can look for the next one in a few minutes.",
        "您最近几次未参加为您配对的对局，或取消了对局，请过几分钟再找对手。",
        "您最近幾次未參加為您配對的對局，或取消了對局，請過幾分鐘再找對手。",
        "Bạn đã không đến hoặc đã hủy những ván vừa tìm được. Hãy tìm đối thủ lại sau vài phút.",
    ),
    C.RATED_NEEDS_ACCOUNT: Worded(
        "Rated games need an account. Sign up, or play a casual game.",
        "等级分对局需要账号。请注册，或下不计分的对局。",
        "等級分對局需要帳號。請註冊，或下不計分的對局。",
        "Ván tính điểm cần có tài khoản. Hãy đăng ký hoặc chơi ván giao hữu.",
    ),
    C.ALREADY_PLAYING: Worded(
        "You have a game running. Finish it first.",
        "您有一局正在进行，请先下完。",
        "您有一局正在進行，請先下完。",
        "Bạn đang có một ván cờ. Hãy chơi xong ván đó trước.",
    ),
    C.NOT_INVITED: Worded(
        "This challenge is for somebody else.",
        "这个挑战不是发给您的。",
        "這個挑戰不是發給您的。",
        "Lời thách đấu này dành cho người khác.",
    ),
    C.LOG_FULL: Worded(
        "The record of this game is full: it can only be played on, or ended.",
        "本局的记录已满：只能继续走棋或结束对局。",
        "本局的記錄已滿：只能繼續走棋或結束對局。",
        "Biên bản ván này đã đầy: chỉ có thể đi tiếp hoặc kết thúc ván.",
    ),
    C.NO_SEAT_KEY: Worded(
        "The free seat is for a friend: it needs the full invitation link.",
        "空位留给受邀的朋友：请使用完整的邀请链接。",
        "空位留給受邀的朋友：請使用完整的邀請連結。",
        "Chỗ trống dành cho bạn được mời: cần toàn bộ liên kết mời.",
    ),
    C.NOT_ONLINE: Worded(
        "This player is not online now. A game by days can wait for an answer.",
        "这位棋手现在不在线。按天计时的对局可以等待答复。",
        "這位棋手現在不在線上。按天計時的對局可以等待答覆。",
        "Kỳ thủ này hiện không trực tuyến. Ván tính theo ngày có thể chờ câu trả lời.",
    ),
    C.NO_SUCH_PLAYER: Worded(
        "There is no such player.",
        "没有这位棋手。",
        "沒有這位棋手。",
        "Không có kỳ thủ này.",
    ),
    C.NO_SUCH_SEEK: Worded(
        "This offer to play is gone. Choose another.",
        "这个约战已不存在，请另选。",
        "這個約戰已不存在，請另選。",
        "Lời mời chơi này không còn. Hãy chọn lời mời khác.",
    ),
    C.OWN_SEEK: Worded(
        "This offer to play is your own.",
        "这是您自己的约战。",
        "這是您自己的約戰。",
        "Đây là lời mời chơi của chính bạn.",
    ),
    C.NO_SUCH_POOL: Worded(
        "There is no such time control to wait for. Choose another.",
        "没有这种快速对局，请另选。",
        "沒有這種快速對局，請另選。",
        "Không có thể thức này. Hãy chọn thể thức khác.",
    ),
    C.NO_SUCH_TASK: Worded(
        "The lesson has no such task.",
        "这一课没有这道题。",
        "這一課沒有這道題。",
        "Bài học không có bài tập này.",
    ),
    C.LOBBY_FULL: Worded(
        "The list of offers is full. Take one of them, or try again later.",
        "约战列表已满，可接受其中一个，或稍后再试。",
        "約戰列表已滿，可接受其中一個，或稍後再試。",
        "Danh sách lời mời đã đầy. Hãy nhận một lời mời, hoặc thử lại sau.",
    ),
    C.NO_BERSERK: Worded(
        "In this game nobody can go berserk.",
        "本局不能使用半时模式。",
        "本局不能使用半時模式。",
        "Ván này không thể dùng chế độ liều mạng.",
    ),
    C.TOO_LATE_TO_BERSERK: Worded(
        "It is too late to go berserk.",
        "现在已不能使用半时模式。",
        "現在已不能使用半時模式。",
        "Đã quá muộn để dùng chế độ liều mạng.",
    ),
    C.NO_SUCH_TOURNAMENT: Worded(
        "There is no such tournament.",
        "没有这个赛事。",
        "沒有這個賽事。",
        "Không có giải đấu này.",
    ),
    C.TOURNAMENT_OVER: Worded(
        "This tournament is over.",
        "这个赛事已经结束。",
        "這個賽事已經結束。",
        "Giải đấu này đã kết thúc.",
    ),
    C.TOURNAMENT_NOT_RUNNING: Worded(
        "This can be done only while the tournament runs.",
        "只能在赛事进行期间这样做。",
        "只能在賽事進行期間這樣做。",
        "Chỉ làm được khi giải đang diễn ra.",
    ),
    C.ENTRIES_CLOSED: Worded(
        "This tournament has begun and takes nobody new.",
        "这个赛事已经开始，不再接受报名。",
        "這個賽事已經開始，不再接受報名。",
        "Giải đấu này đã bắt đầu và không nhận thêm người.",
    ),
    C.TOURNAMENT_FULL: Worded(
        "This tournament has no place left.",
        "这个赛事名额已满。",
        "這個賽事名額已滿。",
        "Giải đấu này đã hết chỗ.",
    ),
    C.NOT_ENTERED: Worded(
        "You do not take part in this tournament.",
        "您没有报名这个赛事。",
        "您沒有報名這個賽事。",
        "Bạn chưa ghi danh giải đấu này.",
    ),
    C.CONDITIONS_NOT_MET: Worded(
        "You do not meet the conditions of this tournament.",
        "您不符合这个赛事的报名条件。",
        "您不符合這個賽事的報名條件。",
        "Bạn chưa đủ điều kiện dự giải đấu này.",
    ),
    C.NO_SUCH_TEAM: Worded(
        "Choose one of the teams of this tournament.",
        "请选择本赛事的一支队伍。",
        "請選擇本賽事的一支隊伍。",
        "Hãy chọn một đội của giải đấu này.",
    ),
    C.TOURNAMENT_PASSWORD: Worded(
        "This tournament asks for a password, and this is not it.",
        "这个赛事需要密码，您的密码不对。",
        "這個賽事需要密碼，您的密碼不對。",
        "Giải đấu này cần mật khẩu, và mật khẩu này không đúng.",
    ),
    C.RETURN_TOO_SOON: Worded(
        "You have just paused. You may return a little later.",
        "您刚刚暂停，稍后才能回来。",
        "您剛剛暫停，稍後才能回來。",
        "Bạn vừa tạm nghỉ. Hãy trở lại sau ít lâu.",
    ),
    C.ENTERED_TOO_OFTEN: Worded(
        "You have left this tournament or paused in it too often to do so once more.",
        "您在本赛事中退出或暂停的次数过多，不能再这样做了。",
        "您在本賽事中退出或暫停的次數過多，不能再這樣做了。",
        "Bạn đã rời giải đấu này hoặc tạm nghỉ quá nhiều lần nên không thể làm lại nữa.",
    ),
    C.OWN_INTEREST: Worded(
        "You play in this tournament, and this concerns your own game, an opponent or yourself. "
        "Another arbiter must decide it.",
        "您参加了本赛事，而此事涉及您自己的对局、您的对手或您本人，须由其他裁判处理。",
        "您參加了本賽事，而此事涉及您自己的對局、您的對手或您本人，須由其他裁判處理。",
        "Bạn đang dự giải đấu này, và việc này liên quan đến ván cờ, đối thủ hoặc chính bạn. "
        "Phải để trọng tài khác quyết định.",
    ),
}


def refusal_text(code: RefusalCode, language: Language, detail: str = "") -> str:
    """Why nothing happened, and what you can do.

    `detail` is English, and only its readers get it; of a banned move it is the record of the ban.
    """
    text = REFUSALS[code].in_language(language)
    if code is C.BANNED_MOVE and detail:
        return GRAMMARS[language].gap.join((text, tell_ban(*ban_in(detail), language)))
    return f"{text} ({detail})" if detail and language == "en" else text
