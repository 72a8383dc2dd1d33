"""A line graph as an SVG file, without a plotting library."""

from __future__ import annotations

import pathlib

COLORS = ["#2b6cb0", "#c05621", "#2f855a", "#6b46c1"]
WIDTH, HEIGHT, EDGE = 640, 360, 48


def write_plot(path: pathlib.Path, graph: list[tuple[int, dict[str, float]]], title: str) -> None:
    """`graph` holds (x, {name: share from 0 to 1}); one line a name."""
    last = max(1, graph[-1][0])

    def at(x: float, y: float) -> str:
        return f"{EDGE + x / last * (WIDTH - 2 * EDGE):.1f},{HEIGHT - EDGE - y * (HEIGHT - 2 * EDGE):.1f}"

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">']
    parts.append(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/><text x="{EDGE}" y="24">{title}</text>')
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        left, right = at(0, share), at(last, share)
        (x1, y1), (x2, y2) = left.split(","), right.split(",")
        parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#ddd"/>')
        parts.append(f'<text x="{EDGE - 40}" y="{y1}">{share:.0%}</text>')
    parts.append(f'<text x="{WIDTH - EDGE - 60}" y="{HEIGHT - 16}">iteration {last}</text>')
    for number, name in enumerate(graph[0][1]):
        color = COLORS[number % len(COLORS)]
        points = " ".join(at(x, shares[name]) for x, shares in graph)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts.append(f'<text x="{EDGE + 150 * number}" y="{HEIGHT - 16}" fill="{color}">{name}</text>')
    path.write_text("\n".join([*parts, "</svg>", ""]))
