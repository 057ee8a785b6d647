"""The words about game files and positions: what was noted in reading, and why one was refused."""

from collections.abc import Mapping
from typing import Final

from xiangqi_server.game.records.any_format import BINARY, PACKED, PAGE, PICTURE, UNKNOWN
from xiangqi_server.game.records.record import NoteCode, RecordCode
from xiangqi_server.game.rules.board.fen import FenCode
from xiangqi_server.game.rules.board.validation import Flaw
from xiangqi_server.texts.worded import Worded
from xiangqi_server.wire.terms import Language

_NOTES: Final[dict[str, Worded]] = {
    NoteCode.ENCODING: Worded(
        "The file does not name its encoding; it was read as {text}.",
        "文件没有注明编码，已按 {text} 读取。",
        "檔案沒有註明編碼，已按 {text} 讀取。",
        "Tệp không ghi bảng mã; đã đọc theo {text}.",
    ),
    NoteCode.BYTES: Worded(
        "Characters that could not be read: {text}.",
        "无法读取的字符数：{text}。",
        "無法讀取的字元數：{text}。",
        "Số ký tự không đọc được: {text}.",
    ),
    NoteCode.HEADER: Worded(
        "This header was skipped: {text}",
        "已跳过这个标签：{text}",
        "已跳過這個標籤：{text}",
        "Đã bỏ qua thẻ này: {text}",
    ),
    NoteCode.RESULT: Worded(
        "The result is not known: {text}",
        "无法识别的结果：{text}",
        "無法識別的結果：{text}",
        "Không hiểu kết quả: {text}",
    ),
    NoteCode.AFTER_RESULT: Worded(
        "The text after the result was left out: {text}",
        "结果之后的文字已略去：{text}",
        "結果之後的文字已略去：{text}",
        "Đã bỏ phần chữ sau kết quả: {text}",
    ),
    NoteCode.BRACE: Worded(
        "A bracket or brace has no counterpart: {text}",
        "括号不成对：{text}",
        "括號不成對：{text}",
        "Có dấu ngoặc không thành cặp: {text}",
    ),
    NoteCode.VARIATION: Worded(
        "A variation begins or ends where it cannot: {text}",
        "变着的起点或终点有误：{text}",
        "變著的起點或終點有誤：{text}",
        "Một biến bắt đầu hoặc kết thúc sai chỗ: {text}",
    ),
    NoteCode.ILLEGAL: Worded(
        "{text} is not legal here. This line ends before it.",
        "{text} 在此不合规则，此线到此为止。",
        "{text} 在此不合規則，此線到此為止。",
        "{text} không hợp lệ ở đây. Dòng này dừng trước nước ấy.",
    ),
    NoteCode.UNREADABLE: Worded(
        "{text} is not a move. This line ends before it.",
        "{text} 不是着法，此线到此为止。",
        "{text} 不是著法，此線到此為止。",
        "{text} không phải nước đi. Dòng này dừng trước đó.",
    ),
    NoteCode.AMBIGUOUS: Worded(
        "{text} may mean several moves. This line ends before it.",
        "{text} 可指多个着法，此线到此为止。",
        "{text} 可指多個著法，此線到此為止。",
        "{text} có thể là nhiều nước. Dòng này dừng trước đó.",
    ),
    NoteCode.NO_SUCH_PIECE: Worded(
        "{text} names no piece on the board. This line ends before it.",
        "{text} 所指的棋子不在棋盘上，此线到此为止。",
        "{text} 所指的棋子不在棋盤上，此線到此為止。",
        "{text} không chỉ quân nào trên bàn. Dòng này dừng trước đó.",
    ),
    NoteCode.RANKS: Worded(
        "The ranks were read as 1 to 10, because more moves are legal so.",
        "横线按 1 至 10 读取，因为这样有更多着法合规。",
        "橫線按 1 至 10 讀取，因為這樣有更多著法合規。",
        "Hàng ngang được đọc từ 1 đến 10 vì như vậy nhiều nước hợp lệ hơn.",
    ),
    NoteCode.SIDE: Worded(
        "The side of the first piece that moves was taken for the side to move.",
        "先走方按第一着的棋子确定。",
        "先走方按第一著的棋子確定。",
        "Bên đi trước được lấy theo quân đi đầu tiên.",
    ),
    NoteCode.MEN: Worded(
        "Pieces that could not be placed: {text}.",
        "无法摆放的棋子数：{text}。",
        "無法擺放的棋子數：{text}。",
        "Số quân không đặt được: {text}.",
    ),
    NoteCode.CUT: Worded(
        "There are more moves than are read. They end before {text}.",
        "着法超过可读取的数量，读到 {text} 之前为止。",
        "著法超過可讀取的數量，讀到 {text} 之前為止。",
        "Có nhiều nước hơn mức được đọc. Dừng trước {text}.",
    ),
    NoteCode.ENDS_EARLY: Worded(
        "The file ends before its moves do.",
        "文件在着法结束之前就中断了。",
        "檔案在著法結束之前就中斷了。",
        "Tệp kết thúc trước khi hết nước đi.",
    ),
    NoteCode.UNKNOWN_PART: Worded(
        "This part is not known and was left out: {text}",
        "无法识别、已略去的部分：{text}",
        "無法識別、已略去的部分：{text}",
        "Phần này không rõ nên đã bỏ: {text}",
    ),
    NoteCode.NAME_CUT: Worded(
        "A name is longer than the format allows and was cut: {text}",
        "名称超过格式允许的长度，已截短：{text}",
        "名稱超過格式允許的長度，已截短：{text}",
        "Tên dài hơn mức định dạng cho phép nên đã cắt: {text}",
    ),
    NoteCode.WORDS_LOST: Worded(
        "The format has no place for: {text}",
        "此格式无法保存：{text}",
        "此格式無法儲存：{text}",
        "Định dạng này không có chỗ cho: {text}",
    ),
}

_REFUSALS: Final[dict[str, Worded]] = {
    RecordCode.FORMAT: Worded(
        "This is {text}, and that is not read.",
        "这是 {text}，无法读取。",
        "這是 {text}，無法讀取。",
        "Đây là {text}, không đọc được.",
    ),
    RecordCode.TOO_LONG: Worded(
        "The file or one of its games is too long.",
        "文件或其中一局太长。",
        "檔案或其中一局太長。",
        "Tệp hoặc một ván trong đó quá dài.",
    ),
    RecordCode.GAME_TOO_LONG: Worded(
        "The game has more moves than are ruled on.",
        "这局棋的着数超过裁决上限。",
        "這局棋的著數超過裁決上限。",
        "Ván cờ có nhiều nước hơn mức được phân xử.",
    ),
    RecordCode.BROKEN: Worded(
        "The file is broken: it ends too early, or is not what it says it is.",
        "文件已损坏：内容不完整，或与其格式不符。",
        "檔案已損壞：內容不完整，或與其格式不符。",
        "Tệp hỏng: bị cụt hoặc không đúng định dạng.",
    ),
    RecordCode.EMPTY: Worded(
        "There is no game here: no piece stands on the board.",
        "这里没有棋局：棋盘上没有棋子。",
        "這裡沒有棋局：棋盤上沒有棋子。",
        "Không có ván cờ ở đây: bàn cờ trống.",
    ),
    RecordCode.VERSION: Worded(
        "This version of the format is not known.",
        "不认识这个格式版本。",
        "不認識這個格式版本。",
        "Không biết phiên bản này của định dạng.",
    ),
    RecordCode.DOCTYPE: Worded(
        "A file with a document type is not read.",
        "不读取带有文档类型声明的文件。",
        "不讀取帶有文件類型宣告的檔案。",
        "Không đọc tệp có khai báo kiểu tài liệu.",
    ),
    RecordCode.START: Worded(
        "The header does not tell which position the game starts from.",
        "标签没有说明起始局面。",
        "標籤沒有說明起始局面。",
        "Thẻ không cho biết ván bắt đầu từ thế nào.",
    ),
    FenCode.LENGTH: Worded("The FEN is too long.", "FEN 太长。", "FEN 太長。", "FEN quá dài."),
    FenCode.FIELDS: Worded(
        "A FEN tells the board and the side to move, and at most four fields more.",
        "FEN 应包含棋盘和走棋方，其后最多四项。",
        "FEN 應包含棋盤和走棋方，其後最多四項。",
        "FEN gồm bàn cờ, bên đi và nhiều nhất bốn mục nữa.",
    ),
    FenCode.RANKS: Worded(
        "A board has ten ranks.",
        "棋盘有十条横线。",
        "棋盤有十條橫線。",
        "Bàn cờ có mười hàng ngang.",
    ),
    FenCode.WIDTH: Worded(
        "Each rank has nine points.",
        "每条横线有九个点。",
        "每條橫線有九個點。",
        "Mỗi hàng ngang có chín điểm.",
    ),
    FenCode.LETTER: Worded(
        "A letter stands for no piece.",
        "有字母不代表任何棋子。",
        "有字母不代表任何棋子。",
        "Có chữ cái không chỉ quân nào.",
    ),
    FenCode.HOLDINGS: Worded(
        "There are no pieces in hand.",
        "象棋没有手持棋子。",
        "象棋沒有手持棋子。",
        "Cờ tướng không có quân cầm tay.",
    ),
    FenCode.SIDE: Worded(
        "The side to move is w or b.",
        "走棋方应为 w 或 b。",
        "走棋方應為 w 或 b。",
        "Bên đi là w hoặc b.",
    ),
    FenCode.UNUSED: Worded(
        "The third and the fourth field are dashes.",
        "第三、第四项应为短横。",
        "第三、第四項應為短橫。",
        "Mục thứ ba và thứ tư là dấu gạch.",
    ),
    FenCode.COUNTER: Worded(
        "A counter is a number of up to five digits.",
        "计数应为至多五位的数字。",
        "計數應為至多五位的數字。",
        "Bộ đếm là số có tối đa năm chữ số.",
    ),
    Flaw.GENERALS: Worded(
        "Each side has exactly one general.",
        "每方应有且只有一个将帅。",
        "每方應有且只有一個將帥。",
        "Mỗi bên có đúng một tướng.",
    ),
    Flaw.TOO_MANY: Worded(
        "A side has too many pieces of a kind.",
        "一方的同类棋子太多。",
        "一方的同類棋子太多。",
        "Một bên có quá nhiều quân cùng loại.",
    ),
    Flaw.PLACE: Worded(
        "A piece stands where it never goes.",
        "有棋子站在走不到的位置。",
        "有棋子站在走不到的位置。",
        "Có quân đứng ở chỗ không thể tới.",
    ),
    Flaw.SOLDIERS: Worded(
        "Two soldiers of a side share a file before the river.",
        "一方有两个兵在过河前同处一条直线。",
        "一方有兩個兵在過河前同處一條直線。",
        "Hai tốt cùng bên đứng chung một lộ khi chưa qua sông.",
    ),
    Flaw.FACING: Worded(
        "The generals face each other on an open file.",
        "将帅直接照面。",
        "將帥直接照面。",
        "Hai tướng đối mặt.",
    ),
    Flaw.CHECK: Worded(
        "The side that is not to move is in check.",
        "未轮到走棋的一方正被将军。",
        "未輪到走棋的一方正被將軍。",
        "Bên không đến lượt đang bị chiếu.",
    ),
}

_KINDS: Final[dict[str, Worded]] = {
    UNKNOWN: Worded(
        "no format that is known", "无法识别的格式", "無法識別的格式", "định dạng không rõ"
    ),
    PACKED: Worded("a packed file", "压缩文件", "壓縮檔案", "tệp nén"),
    PICTURE: Worded("a picture", "图片", "圖片", "hình ảnh"),
    BINARY: Worded(
        "a binary file of no format that is known",
        "无法识别的二进制文件",
        "無法識別的二進位檔案",
        "tệp nhị phân không rõ định dạng",
    ),
    PAGE: Worded("XML or a web page", "XML 或网页", "XML 或網頁", "XML hoặc trang web"),
}
"""What a file is whose format has no name of its own, which is the same in all languages."""


def tell_note(code: NoteCode, text: str, language: Language) -> str:
    """A note on the reading of a game, in words."""
    return _told(_NOTES, code, text, language)


def tell_refusal(code: RecordCode | FenCode | Flaw, text: str, language: Language) -> str:
    """Why a game or a position was refused, in words; `text` is the name of a format."""
    kind = _KINDS.get(text)
    return _told(_REFUSALS, code, kind.in_language(language) if kind else text, language)


def _told(table: Mapping[str, Worded], code: str, text: str, language: Language) -> str:
    return table[code].in_language(language).replace("{text}", text).strip()
