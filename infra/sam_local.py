"""The part of template.yaml that is one app's, for `sam local start-api`, which would serve both apps under one address.

    python infra/sam_local.py customer|admin   prints it; `infra/sam-local` builds it and starts it

What is left of a function is its code, its routes on this app, and settings for the table of the local service. Needs the
Python environment of the SAM CLI.
"""
import json
import pathlib
import platform
import sys

from samcli.yamlhelper import yaml_parse

ROOT = pathlib.Path(__file__).resolve().parents[1]
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


def of_app(template, app, machine):
    """The API of this app, and its functions with their routes there and nowhere else."""
    api = f"{app.capitalize()}Api"
    resources = {api: {"Type": "AWS::Serverless::HttpApi"}}
    for name, function in template["Resources"].items():
        if function["Type"] != "AWS::Serverless::Function":
            continue
        properties = function["Properties"]
        routes = {
            event: one for event, one in properties.get("Events", {}).items()
            if one["Type"] == "HttpApi" and one["Properties"]["ApiId"] == {"Ref": api}
        }
        if routes:
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
