// Shows one game of the report move by move. It knows no rules: what each move changed stands in the data.
(() => {
  const data = JSON.parse(document.getElementById('replay').textContent);
  const find = (name) => document.getElementById(name);
  const [viewer, board, list, slider, caption] = ['viewer', 'board', 'moves', 'at', 'caption'].map(find);
  const size = data.size, squares = data.squares;
  let game = null, at = 0;

  const stones = () => {
    const points = data.start.slice();
    for (const [, who, placed, flipped, removed] of game.plies.slice(0, at)) {
      if (placed >= 0) points[placed] = who;
      for (const point of flipped) points[point] = who;
      for (const point of removed) points[point] = 0;
    }
    return points;
  };

  const draw = () => {
    const parts = [`<rect x="0.5" y="0.5" width="${size}" height="${size}" class="${squares ? 'felt' : 'wood'}"/>`];
    const line = (x1, y1, x2, y2) => parts.push(`<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" class="grid"/>`);
    const lines = squares ? size + 1 : size, from = squares ? 0.5 : 1, to = squares ? size + 0.5 : size;
    for (let i = 0; i < lines; i++) {
      line(from + i, from, from + i, to);
      line(from, from + i, to, from + i);
    }
    for (let i = 0; i < size; i++) {
      parts.push(`<text x="${i + 1}" y="0.38">${data.columns[i]}</text>`);
      parts.push(`<text x="0.22" y="${i + 1.12}">${data.rows[i]}</text>`);
    }
    const last = at > 0 ? game.plies[at - 1][2] : -1;
    stones().forEach((who, point) => {
      if (!who) return;
      const x = (point % size) + 1, y = Math.floor(point / size) + 1;
      parts.push(`<circle cx="${x}" cy="${y}" r="0.44" class="${who === 1 ? 'black' : 'white'}"/>`);
      if (point === last) parts.push(`<circle cx="${x}" cy="${y}" r="0.14" class="last"/>`);
    });
    board.innerHTML = `<svg viewBox="-0.1 -0.1 ${size + 0.8} ${size + 0.8}" role="img" aria-label="${caption.textContent}">${parts.join('')}</svg>`;
  };

  const show = () => {
    slider.value = at;
    const ply = at > 0 ? game.plies[at - 1] : null;
    const thought = ply && game.scores[at - 1] != null ? ` (${game.scores[at - 1]})` : '';
    const side = ply ? (ply[1] === 1 ? '●' : '○') : '';
    caption.textContent = `${game.title} — ${at} / ${game.plies.length} ${side} ${ply ? ply[0] : ''}${thought}`;
    list.querySelectorAll('button').forEach((b, i) => b.setAttribute('aria-current', i + 1 === at));
    draw();
  };

  const go = (to) => {
    if (!game) return;
    at = Math.max(0, Math.min(game.plies.length, to));
    show();
  };

  const open = (index) => {
    game = data.games[index];
    viewer.hidden = false;
    slider.max = game.plies.length;
    list.replaceChildren(...game.plies.map(([name], i) => {
      const button = document.createElement('button');
      button.textContent = `${i + 1}. ${name}`;
      button.onclick = () => go(i + 1);
      return button;
    }));
    document.querySelectorAll('[data-game]').forEach((b) => b.setAttribute('aria-current', b.dataset.game == index));
    go(game.plies.length);
  };

  document.querySelectorAll('[data-game]').forEach((b) => { b.onclick = () => open(Number(b.dataset.game)); });
  slider.oninput = () => go(Number(slider.value));
  const steps = { first: () => 0, back: () => at - 1, next: () => at + 1, end: () => Infinity };
  for (const name in steps) find(name).onclick = () => go(steps[name]());
  const keys = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'end' };
  document.addEventListener('keydown', (event) => {
    if (!keys[event.key] || !game || event.target === slider) return;
    event.preventDefault();
    go(steps[keys[event.key]]());
  });
})();
