"""Cost against size, drawn as SVG."""
import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 860, 460, 60, 300, 40, 50
COLOURS = ["#8e3b6f", "#2c7a4b", "#c97b1a", "#2f5fa8", "#a33a3a", "#5b5b9c", "#3a8f96", "#7a5a2c", "#444444", "#b04f91",
           "#6a8f2f", "#d0662a", "#1f7fbf", "#8a8a8a", "#b58900"]


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def thousands(number):
    for unit, name in ((1_000_000, "M"), (1_000, "k")):
        if number >= unit:
            return f"{number / unit:g}{name}"
    return f"{number:g}"


def chart(title, across, series):
    """Lines over a logarithmic size; `series` is {name: [(size, value)]}. Values are on a logarithmic scale too."""
    points = [point for line in series.values() for point in line]
    sizes = sorted({size for size, _ in points})
    first, last = math.log10(max(sizes[0], 1)), math.log10(max(sizes[-1], 1))
    values = [max(value, 0.01) for _, value in points]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)) + 1e-9)
    high = max(high, low + 1)

    def x(size):
        along = (math.log10(max(size, 1)) - first) / ((last - first) or 1)
        return LEFT + along * (WIDTH - LEFT - RIGHT)

    def y(value):
        up = (math.log10(max(value, 0.01)) - low) / (high - low)
        return HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>',
        f'<text x="{LEFT}" y="{HEIGHT - 12}">{escape(across)}</text>',
    ]
    for power in range(low, high + 1):
        at = y(10**power)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    for size in sizes:
        at = x(size)
        parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#eee"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{thousands(size)}</text>')
    for number, (name, line) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{x(size):.1f},{y(value):.1f}" for size, value in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x(size):.1f}" cy="{y(value):.1f}" r="3" fill="{colour}"/>' for size, value in line]
        top = TOP + 10 + number * 24
        parts.append(f'<rect x="{WIDTH - RIGHT + 20}" y="{top - 9}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 40}" y="{top + 1}">{escape(name)}</text>')
    parts.append("</svg>\n")
    return "\n".join(parts)
