"""What a messenger shows beside a link to a game: its title, and a sentence."""

from typing import Final

from xiangqi_server.texts.worded import Worded

INVITED: Final = Worded(
    "{name} invites you to a game of xiangqi",
    "{name} 邀您下一盘象棋",
    "{name} 邀您下一盤象棋",
    "{name} mời bạn chơi một ván cờ tướng",
)
INVITED_TEXT: Final = Worded(
    "Open the link and sit down. No account, nothing to install.",
    "打开链接即可入座，无需账号，无需安装。",
    "打開連結即可入座，無需帳號，無需安裝。",
    "Mở liên kết và ngồi vào. Không cần tài khoản, không cần cài đặt.",
)
GAME: Final = Worded(
    "{red} against {black}", "{red} 对 {black}", "{red} 對 {black}", "{red} gặp {black}"
)
PLAYED_TEXT: Final = Worded(
    "A game of xiangqi that is being played. Watch it move by move.",
    "正在进行的象棋对局，可逐着观看。",
    "正在進行的象棋對局，可逐著觀看。",
    "Ván cờ tướng đang diễn ra. Xem từng nước đi.",
)
OVER_TEXT: Final = Worded(
    "A game of xiangqi, move by move, with how it ended.",
    "一盘象棋，逐着回放，可看结局。",
    "一盤象棋，逐著回放，可看結局。",
    "Một ván cờ tướng, xem lại từng nước và kết cục.",
)
