"""The stack of template.yaml on a local AWS: packaged, translated and created the way `sam deploy` does it."""
import io
import json
import re
import time
import zipfile

import boto3
from botocore.config import Config

import tls
from translation import REGION, functions, packaged, translated

NAME = "parlour-check"
CODE_BUCKET = "parlour-code"
CREATED_WITHIN = 300
"""What the translation calls the name under which a function is called."""
ALIAS = "Aliaslive"
"""A function's own address has no name on this machine: the same function by its path."""
FUNCTION_URL = """case "$INVOICING_URL" in
https://*.lambda-url.*) id=${INVOICING_URL#https://}; export INVOICING_URL="$AWS_ENDPOINT_URL/_aws/lambda-url/${id%%.*}/" ;;
esac"""


def client(service, endpoint):
    return boto3.client(
        service, endpoint_url=endpoint, region_name=REGION, aws_access_key_id="test", aws_secret_access_key="test",
        verify=tls.CERTIFICATE, config=Config(retries={"max_attempts": 1}, read_timeout=120),
    )


def bootstrap(binary, variables):
    """The zip that Lambda starts. The binary stays where it was built: it is only named here, with what stands in for
    the world outside AWS."""
    exports = [f"export {name}='{value}'" for name, value in variables.items()]
    lines = ["#!/bin/sh", *exports, FUNCTION_URL, f"exec '{binary}'"]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        entry = zipfile.ZipInfo("bootstrap")
        entry.external_attr = 0o755 << 16
        archive.writestr(entry, "\n".join(lines) + "\n")
    return packed.getvalue()


class Stack:
    """A created stack: its resources by the names the template gives them."""

    def __init__(self, endpoint, template, parameters, packages):
        self.routes = []
        s3, self.cloudformation = client("s3", endpoint), client("cloudformation", endpoint)
        s3.create_bucket(Bucket=CODE_BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
        for name in functions(template):
            s3.put_object(Bucket=CODE_BUCKET, Key=f"{name}.zip", Body=packages(name))
        self.template = translated(packaged(template, CODE_BUCKET), parameters)
        s3.put_object(Bucket=CODE_BUCKET, Key="template.json", Body=json.dumps(self.template).encode())
        self.cloudformation.create_stack(
            StackName=NAME,
            TemplateURL=f"{endpoint}/{CODE_BUCKET}/template.json",
            Parameters=[{"ParameterKey": key, "ParameterValue": value} for key, value in parameters.items()],
            Capabilities=["CAPABILITY_IAM"],
        )
        self.wait()
        pages = self.cloudformation.get_paginator("list_stack_resources").paginate(StackName=NAME)
        resources = [resource for page in pages for resource in page["StackResourceSummaries"]]
        self.ids = {resource["LogicalResourceId"]: resource["PhysicalResourceId"] for resource in resources}
        self.add_routes(client("apigatewayv2", endpoint))
        self.bound_mappings(client("lambda", endpoint))

    def bound_mappings(self, functions):
        """CloudFormation hands a parameter on as text, where the local poller needs the number it is."""
        for mapping in functions.list_event_source_mappings()["EventSourceMappings"]:
            if most := mapping.get("ScalingConfig", {}).get("MaximumConcurrency"):
                functions.update_event_source_mapping(UUID=mapping["UUID"], ScalingConfig={"MaximumConcurrency": int(most)})

    def add_routes(self, gateway):
        """The routes of both APIs. AWS reads them from the API's own description; the local one does not, so that they
        are added here, one by one, from the same description."""
        for name, resource in self.template["Resources"].items():
            if resource["Type"] != "AWS::ApiGatewayV2::Api":
                continue
            integrations = {}
            for path, methods in resource["Properties"]["Body"]["paths"].items():
                for method, operation in methods.items():
                    uri = operation["x-amazon-apigateway-integration"]["uri"]["Fn::Sub"]
                    alias = re.search(r"functions/\$\{(\w+)\}/", uri)[1]
                    function = alias.removesuffix(ALIAS)
                    if function not in integrations:
                        integrations[function] = gateway.create_integration(
                            ApiId=self.ids[name], IntegrationType="AWS_PROXY", IntegrationUri=self.ids[alias],
                            PayloadFormatVersion=operation["x-amazon-apigateway-integration"]["payloadFormatVersion"],
                        )["IntegrationId"]
                    key = path if path == "$default" else f"{method.upper()} {path}"
                    gateway.create_route(ApiId=self.ids[name], RouteKey=key, Target=f"integrations/{integrations[function]}")
                    self.routes.append((name, key, function))

    def wait(self):
        until = time.monotonic() + CREATED_WITHIN
        while time.monotonic() < until:
            stack = self.cloudformation.describe_stacks(StackName=NAME)["Stacks"][0]
            if stack["StackStatus"] == "CREATE_COMPLETE":
                self.outputs = {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])}
                return
            if stack["StackStatus"] != "CREATE_IN_PROGRESS":
                break
            time.sleep(0.5)
        events = self.cloudformation.describe_stack_events(StackName=NAME)["StackEvents"]
        failed = [
            f"{event['LogicalResourceId']}: {event.get('ResourceStatusReason')}"
            for event in events if "FAILED" in event["ResourceStatus"]
        ]
        raise SystemExit("the stack is not created: " + "; ".join(failed or [stack["StackStatus"]]))
