"""Makes a stored database of an older program for tests/server/upgrade.rs: python3 make.py HEIBAI NAME

HEIBAI is the program as it was built then. Writes NAME.sql, the whole database, and NAME.json, what has to be found
in it: a cookie with its games and records.
"""

import http.client
import json
import re
import sqlite3
import subprocess
import sys
import tempfile

program, name = sys.argv[1:]
folder = tempfile.mkdtemp()
server = subprocess.Popen(
    [program, "--lang", "en", "serve", "--listen", "127.0.0.1:0", "--data", folder],
    stdout=subprocess.PIPE,
    text=True,
)
address = re.search(r"http://([0-9.:]+)", server.stdout.readline()).group(1)
cookie = ""


def ask(method, path, body=b""):
    global cookie
    connection = http.client.HTTPConnection(address)
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    connection.request(method, path, body, {"Cookie": cookie})
    answer = connection.getresponse()
    if answer.getheader("set-cookie"):
        cookie = answer.getheader("set-cookie").split(";")[0]
    return json.loads(answer.read() or b"null")


me = {"who": "me"}
ask("GET", "/api/me")
ask("PUT", "/api/me", {"name": "小明"})
games = {}
for kind, size, moves in [
    ("gomoku", 15, ["h8", "h9", "j9", "g7", "j8"]),
    ("othello", 8, ["f5", "d6", "c3", "d3"]),
    ("go", 9, ["E5", "C3", "G7", "pass"]),
]:
    game = ask("POST", "/api/games", {"kind": kind, "size": size, "black": me, "white": me})["id"]
    for move in moves:
        action = {"do": "pass"} if move == "pass" else {"do": "move", "name": move}
        ask("POST", f"/api/games/{game}/act", action)
    games[game] = [move["name"] for move in ask("GET", f"/api/games/{game}")["moves"]]
over = ask("POST", "/api/games", {"kind": "gomoku", "size": 15, "clock": "5m", "black": me, "white": me})["id"]
ask("POST", f"/api/games/{over}/act", {"do": "resign", "side": "black"})
records = [f"(;GM[1]SZ[9]CA[UTF-8]GN[第{n}局]PB[柯洁]PW[申真谞];B[cc];W[gg])" for n in range(1, 6)]
ask("POST", "/api/library?name=games.sgf", "\n".join(records).encode())
bot = ask("POST", "/api/bots", {"name": "bot"})
server.kill()
server.wait()
database = sqlite3.connect(f"{folder}/heibai.db")
with open(f"{name}.sql", "w") as file:
    file.writelines(f"{line}\n" for line in database.iterdump())
with open(f"{name}.json", "w") as file:
    kept = {"cookie": cookie, "name": "小明", "games": games, "over": over, "records": 5, "bot": bot["token"]}
    json.dump(kept, file, ensure_ascii=False, indent=1)
    file.write("\n")
