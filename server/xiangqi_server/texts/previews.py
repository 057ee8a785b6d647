"""What a messenger shows beside a link: its title, and a sentence."""

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
AT_PLY: Final = Worded(
    "{game}, after move {ply}",
    "{game}，第 {ply} 步",
    "{game}，第 {ply} 步",
    "{game}, sau {ply} nước",
)
PLAYED_TEXT: Final = Worded(
    "A game of xiangqi that is being played. Moves so far: {plies}. Watch it live.",
    "正在进行的象棋对局，已走 {plies} 步，可逐着观看。",
    "正在進行的象棋對局，已走 {plies} 步，可逐著觀看。",
    "Ván cờ tướng đang diễn ra, đã đi {plies} nước. Xem từng nước đi.",
)
PLAYER_TEXT: Final = Worded(
    "Plays xiangqi here: {games} rated games, and a rating of {points}.",
    "在这里下象棋：{games} 盘计分对局，等级分 {points}。",
    "在這裡下象棋：{games} 盤計分對局，等級分 {points}。",
    "Chơi cờ tướng ở đây: {games} ván tính điểm, điểm xếp hạng {points}.",
)
PLAYER_NEW: Final = Worded(
    "Plays xiangqi here. Look at the games, or send a challenge.",
    "在这里下象棋。可观看对局，也可发起挑战。",
    "在這裡下象棋。可觀看對局，也可發起挑戰。",
    "Chơi cờ tướng ở đây. Xem các ván cờ, hoặc gửi lời thách đấu.",
)
TOURNAMENT: Final = Worded(
    "A tournament of xiangqi with {players} players.",
    "象棋比赛，共 {players} 名棋手。",
    "象棋比賽，共 {players} 名棋手。",
    "Giải cờ tướng với {players} kỳ thủ.",
)
TOURNAMENT_SOON: Final = Worded(
    "A tournament of xiangqi that begins at {starts}. {players} players have entered.",
    "象棋比赛，{starts} 开始，已有 {players} 人报名。",
    "象棋比賽，{starts} 開始，已有 {players} 人報名。",
    "Giải cờ tướng bắt đầu lúc {starts}. Đã có {players} kỳ thủ ghi danh.",
)
TOURNAMENT_RUNS: Final = Worded(
    "A tournament of xiangqi that is being played: {first} leads, of {players} players.",
    "象棋比赛正在进行：{first} 领先，共 {players} 名棋手。",
    "象棋比賽正在進行：{first} 領先，共 {players} 名棋手。",
    "Giải cờ tướng đang diễn ra: {first} dẫn đầu trong {players} kỳ thủ.",
)
TOURNAMENT_OVER: Final = Worded(
    "A tournament of xiangqi: {first} came first of {players} players.",
    "象棋比赛：{first} 在 {players} 名棋手中夺冠。",
    "象棋比賽：{first} 在 {players} 名棋手中奪冠。",
    "Giải cờ tướng: {first} đứng đầu trong {players} kỳ thủ.",
)
TOURNAMENT_CALLED_OFF: Final = Worded(
    "This tournament of xiangqi was called off.",
    "这项象棋比赛已取消。",
    "這項象棋比賽已取消。",
    "Giải cờ tướng này đã bị hủy.",
)
TV: Final = Worded("Xiangqi TV", "象棋直播", "象棋直播", "Cờ tướng trực tiếp")
ON_TV: Final = Worded("TV: {game}", "直播：{game}", "直播：{game}", "Trực tiếp: {game}")
TV_TEXT: Final = Worded(
    "The best game that is being played now, move by move, with those who watch.",
    "正在进行的精彩对局，与观众一起逐着观看。",
    "正在進行的精彩對局，與觀眾一起逐著觀看。",
    "Ván hay nhất đang diễn ra, xem từng nước cùng khán giả.",
)
MASTERS: Final = Worded(
    "A game of masters, move by move: {facts}.",
    "大师对局，可逐着回放：{facts}。",
    "大師對局，可逐著回放：{facts}。",
    "Ván cờ của các danh thủ, xem từng nước: {facts}.",
)
