"""The protocol's own conformance suite on the customer app's tools: conformance.py BINARY TOOLS. The suite cannot send a
token, so the desk's tools, which are served by the same code, are checked by official_clients.py alone."""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "walks")]
from harness import Service  # noqa: E402

binary, tools = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]) / "node_modules"
# The suite needs a newer Node than Debian has.
suite = [tools / "node/bin/node", tools / "@modelcontextprotocol/conformance/dist/index.js", "server", "--suite", "all"]
with Service(binary, now=None) as service:
    exceptions = ["--expected-failures", HERE / "exceptions.yaml"]
    run = subprocess.run([*suite, "--url", f"{service.customer}/mcp", *exceptions], capture_output=True, text=True)
summary = run.stdout[run.stdout.find("=== SUMMARY"):]
if run.returncode != 0:
    sys.exit(summary + run.stderr)
passed = [line for line in summary.splitlines() if line.startswith("✓") and " 0 passed" not in line]
named = sum(line.startswith("  - ") for line in (HERE / "exceptions.yaml").read_text().splitlines())
assert len(passed) >= 4, summary
print(f"mcp conformance: {len(passed)} scenarios pass, {named} are named as exceptions")
