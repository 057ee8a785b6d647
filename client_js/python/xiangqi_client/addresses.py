"""Which commands can be asked by plain HTTP.

Made from the routes of the server by `python -m tests.tools.generate`: do not edit.
"""

from typing import Final

ADDRESSES: Final = """\
feed /api/feed since game
find_players /api/players prefix after country words
games /api/games player opponent result rules speed rated opening moves from_ms to_ms tournament after
judge_line /api/ruling fen moves rules occurrences entering limit terms
ladder /api/ladder after
leaderboard /api/leaderboard/{speed} after
line /api/line fen moves
live_games /api/live order speed after
my_games /api/my/games after
profile /api/player/{player}
profile /api/player name
rating_history /api/player/{player}/history/{speed} after
ratings /api/player/{player}/ratings
review /api/review/{room}
tournament_bracket /api/tournament/{tournament}/bracket
tournament_entrants /api/tournament/{tournament}/entrants after
tournament_notes /api/tournament/{tournament}/notes after
tournament_player /api/tournament/{tournament}/player/{player}
tournament_round /api/tournament/{tournament}/round round
tournament_standings /api/tournament/{tournament}/standings rank around
tournament_table /api/tournament/{tournament}/table
tournament_teams /api/tournament/{tournament}/teams
tournaments /api/tournaments of after
watch_boards /api/tv
watch_boards /api/boards boards
watch_boards /api/boards/stream boards
watch_tournament /api/tournament/{tournament}
"""  # noqa: E501 -- a command is a line
"""Type, path and parameters of a command in each line; the first that fits counts."""
