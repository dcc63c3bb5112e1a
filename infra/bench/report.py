"""Results as tables."""


def table(heads, rows):
    """A Markdown table: the first column is text, the others are figures."""
    lines = ["| " + " | ".join(heads) + " |", "|---|" + "--:|" * (len(heads) - 1)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def figure(value):
    return "–" if value is None else f"{value:g}"


def endpoints(results):
    heads = ["Request", "own CPU ms", "wanted", "engine CPU ms", "p50 ms", "p99 ms", "requests/s", "calls", "round trips",
             "read units", "write units", "kB"]
    rows = []
    for row in results:
        wanted = row.get("own_ms")
        missed = wanted is not None and row["own_cpu_ms"] > wanted
        own = f"**{row['own_cpu_ms']:.2f}**" if missed else f"{row['own_cpu_ms']:.2f}"
        rows.append([
            row["name"], own, figure(wanted), f"{row['engine_cpu_ms']:.2f}", row["p50_ms"], row["p99_ms"],
            figure(row.get("requests_per_s")), figure(row.get("calls")), figure(row.get("round_trips")),
            figure(row.get("read_units")), figure(row.get("write_units")), f"{row['bytes'] / 1000:.1f}",
        ])
    return table(heads, rows)


def functions(results):
    heads = ["Function", "start to first poll, ms", "CPU of it", "first request, ms", "warm p50", "warm p99",
             "CPU ms a request", "memory MB", "binary MB", "zip MB"]
    keys = ["init_ms", "init_cpu_ms", "first_ms", "warm_p50_ms", "warm_p99_ms", "warm_cpu_ms", "memory_mb", "binary_mb",
            "zip_mb"]
    return table(heads, [[name, *(row[key] for key in keys)] for name, row in results.items()])
