"""The functions of template.yaml, for `infra/checks/release`.

functions.py binary FUNCTION    the binary that a function is built from
functions.py part 2/5           every fifth function, from the second one
functions.py join PARTS BUILD   a build of all functions from builds of each: what `sam build` of all of them leaves
"""

import shutil
import sys
from pathlib import Path

from samcli.yamlhelper import yaml_dump, yaml_parse

TEMPLATE = Path("template.yaml")


def functions(template):
    resources = template["Resources"].items()
    return {name: one for name, one in resources if one["Type"] == "AWS::Serverless::Function"}


def binary(name):
    return functions(yaml_parse(TEMPLATE.read_text()))[name]["Metadata"]["BuildProperties"]["Binary"]


def part(asked):
    first, every = (int(number) for number in asked.split("/"))
    if not 1 <= first <= every:
        sys.exit(f"{asked}: the first number is at least 1 and at most the second one")
    return list(functions(yaml_parse(TEMPLATE.read_text())))[first - 1 :: every]


def join(parts, build):
    names = list(functions(yaml_parse(TEMPLATE.read_text())))
    missing = [name for name in names if not (parts / name / name / "bootstrap").is_file()]
    if missing:
        sys.exit(f"not built: {', '.join(missing)}")
    shutil.rmtree(build, ignore_errors=True)
    build.mkdir(parents=True)
    joined = None
    for name in names:
        shutil.copytree(parts / name / name, build / name)
        one = yaml_parse((parts / name / "template.yaml").read_text())
        # Each has its own function's folder, by a path beside itself, and what else `sam build` writes.
        joined = joined or one
        joined["Resources"][name] = one["Resources"][name]
        joined["Resources"][name]["Properties"]["CodeUri"] = name
    (build / "template.yaml").write_text(yaml_dump(joined))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["binary", name]:
            print(binary(name))
        case ["part", asked]:
            print("\n".join(part(asked)))
        case ["join", parts, build]:
            join(Path(parts), Path(build))
        case _:
            sys.exit(__doc__)
