"""What `sam local start-api` makes of each app's part of template.yaml (infra/sam_local.py), read with the SAM CLI's own code:
every route of the app once, at the function that template.yaml gives it, and no route of the other app. Nothing is started.
"""
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "infra"))

import json

from samcli.lib.providers.api_provider import ApiProvider
from samcli.lib.providers.sam_function_provider import SamFunctionProvider
from samcli.lib.providers.sam_stack_provider import SamLocalStackProvider
from samcli.yamlhelper import yaml_parse

from sam_local import EVERYTHING_ELSE, PORTS, of_app, routes_of


def served(template):
    """The routes that the SAM CLI would serve, and the functions it would start."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "template.json")
        path.write_text(json.dumps(template))
        stacks, _ = SamLocalStackProvider.get_stacks(template_file=str(path))
    routes = {}
    for route in ApiProvider(stacks).api.routes:
        for method in route.methods if route.path != EVERYTHING_ELSE else [None]:
            routes.setdefault((method, route.path), []).append(route.function_name)
    return routes, {function.name: function for function in SamFunctionProvider(stacks).get_all()}


def problems_of(template, app):
    wanted, (found, functions) = routes_of(template, app), served(of_app(template, app, "x86_64"))
    problems = [f"{app} {key}: leads to {found.get(key)}, not {name}" for key, name in wanted.items() if found.get(key) != [name]]
    problems += [f"{app} {key}: is no route of this app" for key in found if key not in wanted]
    other = "Admin" if app == "customer" else "Customer"
    for name, function in functions.items():
        if name.startswith(other):
            problems.append(f"{app}: {name} is the other app's")
        settings = (function.environment or {}).get("Variables", {})
        unresolved = [key for key, value in settings.items() if not isinstance(value, str)]
        if unresolved or settings.get("TABLE_NAME") != "parlour":
            problems.append(f"{app}: {name} is given {unresolved or settings}")
    return problems, len(wanted)


def main():
    template, failed = yaml_parse((ROOT / "template.yaml").read_text()), 0
    for app in PORTS:
        problems, count = problems_of(template, app)
        failed += len(problems)
        print(f"{'FAIL' if problems else 'ok  '} sam local, {app}: {count} routes")
        for problem in problems:
            print(f"     {problem}")
    sys.exit(1 if failed else 0)


main()
