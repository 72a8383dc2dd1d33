"""AlphaZero, documented and resumable: self-play with `heibai.MCTS`, a replay window, learning, matches.

    python -m heibai.alphazero --preset othello6 --out runs/othello6 --minutes 20

>>> import tempfile
>>> from heibai.alphazero import Config, train
>>> config = Config(size=4, width=16, games=4, visits=4, updates=2, iterations=1, opponents=("random",), match_games=2)
>>> with tempfile.TemporaryDirectory() as folder:
...     run = train(config, folder, say=lambda line: None)
>>> run.iteration
1
"""

from heibai.alphazero.config import PRESETS, Config
from heibai.alphazero.loop import Run, match, train
from heibai.alphazero.selfplay import play

__all__ = ["PRESETS", "Config", "Run", "match", "play", "train"]
