"""The protocol's own conformance suites, of its older and of its newest revision, on the customer app's tools: conformance.py
BINARY TOOLS. They cannot send a token, so the desk's tools, which are served by the same code, are checked by
official_clients.py alone."""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "walks")]
from harness import Service  # noqa: E402

# The package of each suite, its scenarios, those that the salon does not pass, and how many it does.
SUITES = [
    ("@modelcontextprotocol/conformance", ["--suite", "all"], "exceptions.yaml", 4),
    ("conformance-2026-07-28", ["--requirements", "2026-07-28"], "exceptions-2026-07-28.yaml", 9),
]


def check(service, tools, package, scenarios, exceptions, least):
    # The suites need a newer Node than Debian has.
    suite = [tools / "node/bin/node", tools / package / "dist/index.js", "server", *scenarios]
    named = HERE / exceptions
    command = [*suite, "--url", f"{service.customer}/mcp", "--expected-failures", named]
    run = subprocess.run(command, capture_output=True, text=True)
    summary = run.stdout[run.stdout.find("=== SUMMARY"):]
    if run.returncode != 0:
        sys.exit(summary + run.stderr)
    passed = {line.split(":")[0] for line in summary.splitlines() if line.startswith("✓ ") and " 0 passed" not in line}
    assert len(passed) >= least, summary
    count = sum(line.startswith("  - ") for line in named.read_text().splitlines())
    print(f"{package}: {len(passed)} scenarios pass, {count} are named as exceptions")


binary, tools = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]) / "node_modules"
for suite in SUITES:
    # Each has the requests of an address to itself.
    with Service(binary, now=None) as service:
        check(service, tools, *suite)
