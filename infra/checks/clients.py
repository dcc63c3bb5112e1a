"""Runs the clients against the local service: clients.py BINARY TOOLS. See infra/checks/clients."""
import json
import os
import pathlib
import subprocess
import sys
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent / "walks"))
from harness import Service  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*command, **options):
    subprocess.run(command, check=True, **options)


def lint(tools):
    """Neither an error nor a warning of the recommended rules."""
    for app in ("customer", "admin"):
        command = ["node_modules/.bin/redocly", "lint", "--format=json", str(ROOT / "infra/openapi" / f"{app}.json")]
        told = subprocess.run(command, cwd=tools, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        problems = json.loads(told.stdout[told.stdout.index("{"):])["problems"]
        for problem in problems:
            where = problem["location"][0].get("pointer") if problem["location"] else ""
            print(f"{app}: {problem['severity']}: {problem['ruleId']}: {problem['message']} ({where})")
        if problems:
            sys.exit(f"redocly: {len(problems)} findings in {app}.json")
    print("redocly: 0 errors, 0 warnings")


def readme_lines():
    """The lines of the README that book an appointment."""
    section = (ROOT / "README.md").read_text().split("## Book an appointment\n")[1].split("\n## ")[0]
    return "\n".join(line[4:] for line in section.splitlines() if line.startswith("    "))


def main(binary, tools):
    lint(tools)
    # By the real clock: the clients book for the day after tomorrow, whenever that is.
    with Service(binary, now=None) as service:
        environment = os.environ | {
            "CUSTOMER_URL": service.customer, "ADMIN_URL": service.admin, "CONSOLE_URL": service.console,
        }
        for app, url in (("customer", service.customer), ("admin", service.admin)):
            with urllib.request.urlopen(f"{url}/openapi.json") as answer:
                (tools / f"{app}.json").write_bytes(answer.read())
            run("node_modules/.bin/openapi-typescript", f"{app}.json", "-o", f"{app}.d.ts", cwd=tools,
                stdout=subprocess.DEVNULL)
        run("node_modules/.bin/tsc", "--project", ".", cwd=tools)
        for client in ("visit", "auth"):
            run("node", f"built/{client}.js", cwd=tools, env=environment)
        lines = readme_lines().replace("http://localhost:3000", service.customer)
        lines = lines.replace("http://localhost:3002", service.console)
        booked = subprocess.run(["bash", "-euo", "pipefail", "-c", lines], check=True, stdout=subprocess.PIPE, text=True)
        assert '"pending"' in booked.stdout, booked.stdout
        print("README: booked with curl")


main(os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]))
