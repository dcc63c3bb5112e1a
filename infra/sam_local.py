"""The part of template.yaml that is one app's, for `sam local start-api`, which would serve both apps under one address.

    python infra/sam_local.py customer|admin   prints it; `infra/sam-local` builds it and starts it

What is left of a function is its code, its routes on this app, and settings for the table of the local service. Needs the
Python environment of the SAM CLI.
"""
import json
import pathlib
import platform
import re
import sys

from samcli.yamlhelper import yaml_parse

ROOT = pathlib.Path(__file__).resolve().parents[1]
EVERYTHING_ELSE = "$default"
FUNCTION = re.compile(r"functions/\$\{(\w+)\.Alias\}/")
PORTS = {"customer": 3010, "admin": 3011}
"""The local service's own, so that both understand the same sessions and links."""
SETTINGS = {
    "APP_ENV": "development",
    "TABLE_NAME": "parlour",
    "AUTH_SECRET": "parlour-local-auth-secret-of-no-value",
    "BASE_URL": f"http://localhost:{PORTS['customer']}",
    "ADMIN_URL": f"http://localhost:{PORTS['admin']}",
    "CUSTOMER_ORIGINS": "http://localhost:3000",
    "ADMIN_ORIGINS": "http://localhost:3001",
    # A database on this machine, seen from a container.
    "AWS_ENDPOINT_URL_DYNAMODB": "http://host.docker.internal:8000",
}


def routes_of(template, app):
    """The routes of an app as template.yaml has them: method and path (None and `$default` of the catch-all route), and
    the function."""
    paths = template["Resources"][f"{app.capitalize()}Api"]["Properties"]["DefinitionBody"]["paths"]
    return {
        (None if path == EVERYTHING_ELSE else method.upper(), path): FUNCTION.search(
            operation["x-amazon-apigateway-integration"]["uri"]["Fn::Sub"])[1]
        for path, methods in paths.items() for method, operation in methods.items()
    }


def of_app(template, app, machine):
    """The API of this app, and its functions with their routes as events, which is how the SAM CLI finds them."""
    api = f"{app.capitalize()}Api"
    resources, events = {api: {"Type": "AWS::Serverless::HttpApi"}}, {}
    for number, ((method, path), name) in enumerate(routes_of(template, app).items()):
        route = {"Method": method, "Path": path} if method else {}
        events.setdefault(name, {})[f"Route{number}"] = {"Type": "HttpApi", "Properties": {"ApiId": {"Ref": api}} | route}
    for name, routes in events.items():
        function = template["Resources"][name]
        properties = function["Properties"]
        kept = {key: properties[key] for key in ("CodeUri", "Description", "Timeout", "MemorySize") if key in properties}
        own = properties.get("Environment", {}).get("Variables", {})
        literal = {key: value for key, value in own.items() if isinstance(value, str)}
        environment = {"Variables": SETTINGS | literal}
        resources[name] = function | {"Properties": kept | {"Environment": environment, "Events": routes}}
    shared = template["Globals"]["Function"]
    return {
        "AWSTemplateFormatVersion": template["AWSTemplateFormatVersion"],
        "Transform": template["Transform"],
        "Globals": {"Function": {
            "Runtime": shared["Runtime"], "Handler": shared["Handler"], "MemorySize": shared["MemorySize"],
            "Timeout": shared["Timeout"], "Architectures": ["arm64" if machine in ("arm64", "aarch64") else "x86_64"],
        }},
        "Resources": resources,
    }


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in PORTS:
        sys.exit("name an app: customer or admin")
    template = yaml_parse((ROOT / "template.yaml").read_text())
    print(json.dumps(of_app(template, sys.argv[1], platform.machine()), indent=2))


if __name__ == "__main__":
    main()
