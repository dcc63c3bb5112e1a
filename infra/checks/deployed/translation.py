"""template.yaml in CloudFormation's own words, as the Serverless transform of `sam deploy` writes them."""
import os

from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.yaml_helper import yaml_parse

REGION = "ap-south-1"


def read(path):
    return yaml_parse(path.read_text())


def functions(template):
    """The functions of the template: name, and the binary that it runs."""
    return {
        name: resource["Metadata"]["BuildProperties"]["Binary"]
        for name, resource in template["Resources"].items()
        if resource["Type"] == "AWS::Serverless::Function"
    }


def packaged(template, bucket):
    """The template once `sam package` has put the functions' code into this bucket."""
    for name in functions(template):
        template["Resources"][name]["Properties"]["CodeUri"] = f"s3://{bucket}/{name}.zip"
    return template


def translated(template, parameters):
    os.environ.setdefault("AWS_DEFAULT_REGION", REGION)
    return Translator({}, Parser()).translate(template, parameters)
