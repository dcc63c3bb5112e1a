"""Results as tables."""


def table(heads, rows):
    """A Markdown table: the first column is text, the others are figures."""
    lines = ["| " + " | ".join(heads) + " |", "|---|" + "--:|" * (len(heads) - 1)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def figure(value):
    return "–" if value is None else f"{round(value, 2):g}"


def endpoints(results):
    heads = ["Request", "own CPU ms", "wanted", "engine CPU ms", "p50 ms", "p99 ms", "requests/s", "calls", "round trips",
             "read units", "write units", "kB"]
    rows = []
    for row in results:
        own, wanted = row.get("own_cpu_ms"), row.get("own_ms")
        missed = None not in (own, wanted) and own > wanted
        rows.append([
            row["name"], f"**{own:.2f}**" if missed else figure(own), figure(wanted),
            *(figure(row.get(key)) for key in ("engine_cpu_ms", "p50_ms", "p99_ms", "requests_per_s", "calls", "round_trips",
                                               "read_units", "write_units")),
            figure(round(row["bytes"] / 1000, 1) if "bytes" in row else None),
        ])
    return table(heads, rows)


def functions(results):
    heads = ["Function", "start to first poll, ms", "CPU of it", "first request, ms", "warm p50", "warm p99",
             "CPU ms a request", "memory MB", "binary MB", "zip MB"]
    keys = ["init_ms", "init_cpu_ms", "first_ms", "warm_p50_ms", "warm_p99_ms", "warm_cpu_ms", "memory_mb", "binary_mb",
            "zip_mb"]
    return table(heads, [[name, *(row[key] for key in keys)] for name, row in results.items()])
