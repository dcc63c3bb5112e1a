"""What the parameters of template.yaml that are off by default make of the stack: each choice is translated as `sam deploy`
does it, its conditions are decided as CloudFormation does, and what is left is looked at. Needs aws-sam-translator.
"""
import copy
import functools
import json
import logging
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "infra/checks/deployed"))

from translation import packaged, read, translated

CERTIFICATE = "arn:aws:acm:us-east-1:000000000000:certificate/"
GIVEN = {
    "CustomerDomain": "app.salon.test", "AdminDomain": "desk.salon.test", "GoogleClientId": "client",
    "CustomerCertificateArn": "arn:customer", "AdminCertificateArn": "arn:admin",
}
TABLE = "parlour-restored"
TABLE_ARN = f"arn:${{AWS::Partition}}:dynamodb:${{AWS::Region}}:${{AWS::AccountId}}:table/{TABLE}"
STREAM = f"arn:aws:dynamodb:ap-south-1:000000000000:table/{TABLE}/stream/2026-11-16T04:30:00.000"
WEB_ACL = "arn:aws:wafv2:us-east-1:000000000000:global/webacl/salon/1"
NOTHING = object()
MOST_RESOURCES = 400
"""Managed policies of CloudFront, by what they do."""
UNCACHED, CACHED = "4135ea2d-6df8-44a3-9dff-4b5a84be39ad", "658327ea-f89d-4fab-a63d-7e88639e58f6"
EVERYTHING_PASSED_ON = "33f36d7e-f396-46d9-90e0-52428a34d9dc"


# The translator speaks of features that nobody asked it for.
logging.disable(logging.WARNING)


@functools.cache
def written():
    return packaged(read(ROOT / "template.yaml"), "code")


@functools.cache
def stack_with(**chosen):
    return Stack(translated(copy.deepcopy(written()), GIVEN | chosen), chosen)


def accepted(**chosen):
    """Whether the rules let somebody choose this."""
    return Stack(written(), chosen).is_accepted()


class Stack:
    """A template with these parameters, its conditions decided."""

    def __init__(self, template, chosen):
        defaults = {name: str(one["Default"]) for name, one in template["Parameters"].items() if "Default" in one}
        self.values, self.conditions = defaults | GIVEN | chosen, template["Conditions"]
        self.rules = [rule for rule in template["Rules"].values() if self.holds(rule["RuleCondition"])]
        self.resources = {
            name: self.decided(resource) for name, resource in template["Resources"].items()
            if "Condition" not in resource or self.holds(resource["Condition"])
        }
        self.outputs = {name: self.decided(output["Value"]) for name, output in template["Outputs"].items()}

    def is_accepted(self):
        return all(self.holds(one["Assert"]) for rule in self.rules for one in rule["Assertions"])

    def holds(self, condition):
        if isinstance(condition, str):
            return self.holds(self.conditions[condition])
        (operator, arguments), = condition.items()
        if operator == "Condition":
            return self.holds(arguments)
        if operator == "Fn::Equals":
            left, right = (str(self.decided(argument)) for argument in arguments)
            return left == right
        decided = [self.holds(argument) for argument in arguments]
        return {"Fn::Not": lambda: not decided[0], "Fn::And": lambda: all(decided), "Fn::Or": lambda: any(decided)}[operator]()

    def decided(self, value):
        if isinstance(value, list):
            return [one for one in map(self.decided, value) if one is not NOTHING]
        if not isinstance(value, dict):
            return value
        if set(value) == {"Fn::If"}:
            condition, yes, no = value["Fn::If"]
            return self.decided(yes if self.holds(condition) else no)
        if value == {"Ref": "AWS::NoValue"}:
            return NOTHING
        if set(value) == {"Ref"} and value["Ref"] in self.values:
            return self.values[value["Ref"]]
        if set(value) == {"Fn::Sub"}:
            text, own = value["Fn::Sub"], {}
            if isinstance(text, list):
                text, own = text[0], self.decided(text[1])
            known = self.values | {name: self.text(one) for name, one in own.items()}
            return {"Fn::Sub": re.sub(r"\$\{([\w.]+)\}", lambda name: known.get(name[1], name[0]), text)}
        left = {name: self.decided(one) for name, one in value.items()}
        return {name: one for name, one in left.items() if one is not NOTHING}

    def text(self, value):
        """A value that stands in a text."""
        if isinstance(value, dict):
            return value["Fn::Sub"] if "Fn::Sub" in value else f"${{{value['Ref']}}}"
        return value

    def of_type(self, kind):
        return {name: one["Properties"] for name, one in self.resources.items() if one["Type"] == kind}

    def environments(self):
        return {name: one["Environment"]["Variables"] for name, one in self.of_type("AWS::Lambda::Function").items()}

    def statements(self):
        """Every statement of every policy, with the name of its resource."""
        documents = [(name, one["PolicyDocument"]) for name, one in self.of_type("AWS::IAM::ManagedPolicy").items()]
        for name, role in self.of_type("AWS::IAM::Role").items():
            documents += [(name, policy["PolicyDocument"]) for policy in role.get("Policies", [])]
        return [(name, statement) for name, document in documents for statement in document["Statement"]]

    def dashboard(self):
        (dashboard,) = self.of_type("AWS::CloudWatch::Dashboard").values()
        return json.loads(re.sub(r"\$\{[\w.:]+\}", "x", self.text(dashboard["DashboardBody"])))["widgets"]


def as_list(value):
    return value if isinstance(value, list) else [value]


def references(value, name):
    """Whether a resource of this name is referred to."""
    if isinstance(value, list):
        return any(references(one, name) for one in value)
    if not isinstance(value, dict):
        return False
    if value.get("Ref") == name or as_list(value.get("Fn::GetAtt", ""))[0].split(".")[0] == name:
        return True
    if "Fn::Sub" in value:
        return re.search(rf"\$\{{{name}[.}}]", value["Fn::Sub"]) is not None
    return any(references(one, name) for one in value.values())


def expect(problems, holds, what):
    if not holds:
        problems.append(what)


def table_of_its_own():
    """Without a choice the stack makes its table, and names no other."""
    problems, stack = [], stack_with()
    expect(problems, stack.is_accepted(), "the defaults are refused")
    expect(problems, "Table" in stack.resources, "there is no table")
    for name, variables in stack.environments().items():
        expect(problems, variables["TABLE_NAME"] == {"Ref": "Table"}, f"{name} uses the table {variables['TABLE_NAME']}")
    return problems


def adopted_table():
    """A table that is there already takes the place of the stack's own everywhere."""
    problems, stack = [], stack_with(ExistingTableName=TABLE, ExistingTableStreamArn=STREAM)
    expect(problems, stack.is_accepted(), "a table with its stream is refused")
    expect(problems, not stack.of_type("AWS::DynamoDB::Table"), "a table is made all the same")
    for name, resource in (stack.resources | stack.outputs).items():
        expect(problems, not references(resource, "Table"), f"{name} still refers to the stack's own table")
    for name, variables in stack.environments().items():
        expect(problems, variables["TABLE_NAME"] == TABLE, f"{name} uses the table {variables['TABLE_NAME']}")
    on_table = [
        (name, resource) for name, statement in stack.statements() for resource in as_list(statement["Resource"])
        if any(action.startswith("dynamodb:") for action in as_list(statement["Action"]))
    ]
    expect(problems, len(on_table) > 40, f"only {len(on_table)} statements speak of a table")
    for name, resource in on_table:
        is_it = resource in ({"Fn::Sub": TABLE_ARN}, {"Fn::Sub": f"{TABLE_ARN}/index/*"})
        expect(problems, is_it, f"{name} may do something to {resource}")
    sources = [one["EventSourceArn"] for one in stack.of_type("AWS::Lambda::EventSourceMapping").values()]
    expect(problems, STREAM in sources and len(sources) == 3, f"events come from {sources}")
    alarms = [
        dimension["Value"] for alarm in stack.of_type("AWS::CloudWatch::Alarm").values()
        for dimension in alarm.get("Dimensions", []) if dimension["Name"] == "TableName"
    ]
    expect(problems, set(alarms) == {TABLE}, f"alarms watch {alarms}")
    expect(problems, TABLE in json.dumps(stack.dashboard()), "the dashboard shows another table")
    expect(problems, stack.outputs["TableName"] == TABLE, f"the output names {stack.outputs['TableName']}")
    expect(problems, not accepted(ExistingTableName=TABLE), "a table without its stream is accepted")
    return problems


def no_firewall():
    problems, stack = [], stack_with()
    expect(problems, not stack.of_type("AWS::CloudFront::Distribution"), "there is a distribution")
    expect(problems, "OriginSecret" not in stack.resources, "there is a secret for no distribution")
    for name, variables in stack.environments().items():
        expect(problems, variables["ORIGIN_SECRET"] == "", f"{name} expects a secret of no distribution")
    return problems


def firewall():
    """A distribution with the web ACL before each host, which passes on everything, its secret with it."""
    given = {"CustomerEdgeCertificateArn": f"{CERTIFICATE}customer", "AdminEdgeCertificateArn": f"{CERTIFICATE}admin"}
    problems, stack = [], stack_with(WebAclArn=WEB_ACL, **given)
    expect(problems, stack.is_accepted(), "a web ACL with its certificates is refused")
    secret = {"Fn::Sub": "{{resolve:secretsmanager:${OriginSecret}}}"}
    for app, host in (("Customer", "app.salon.test"), ("Admin", "desk.salon.test")):
        made = stack.of_type("AWS::CloudFront::Distribution").get(f"{app}Distribution")
        if made is None:
            problems.append(f"{app} has no distribution")
            continue
        config = made["DistributionConfig"]
        is_own = config["Aliases"] == [host] and config["WebACLId"] == WEB_ACL
        expect(problems, is_own, f"{app}: it is {config['Aliases']} behind {config['WebACLId']}")
        certificate = config["ViewerCertificate"]["AcmCertificateArn"]
        expect(problems, certificate == CERTIFICATE + app.lower(), f"{app}: it shows {certificate}")
        (origin,) = config["Origins"]
        domain = stack.resources[as_list(origin["DomainName"]["Fn::GetAtt"])[0]]["Properties"].get("DomainName")
        expect(problems, domain == host, f"{app}: its origin is {domain}")
        headers = {header["HeaderName"]: header["HeaderValue"] for header in origin["OriginCustomHeaders"]}
        expect(problems, headers == {"x-origin-secret": secret}, f"{app}: it adds {headers}")
        (files,) = config["CacheBehaviors"]
        expect(problems, config["DefaultCacheBehavior"]["CachePolicyId"] == UNCACHED, f"{app}: answers are cached")
        expect(problems, (files["PathPattern"], files["CachePolicyId"]) == ("/assets/*", CACHED), f"{app}: it caches {files}")
        for behavior in (config["DefaultCacheBehavior"], files):
            expect(problems, behavior["OriginRequestPolicyId"] == EVERYTHING_PASSED_ON, f"{app}: something is left out")
        expect(problems, len(config["DefaultCacheBehavior"]["AllowedMethods"]) == 7, f"{app}: not every method passes")
        target = as_list(stack.outputs[f"{app}DnsTarget"]["Fn::GetAtt"])
        expect(problems, target == [f"{app}Distribution", "DomainName"], f"{app}: its host points at {target}")
    for name, variables in stack.environments().items():
        expect(problems, variables["ORIGIN_SECRET"] == secret, f"{name} does not know the distribution")
    expect(problems, not accepted(WebAclArn=WEB_ACL), "a web ACL without certificates is accepted")
    return problems


def metrics():
    problems, off, on = [], stack_with(), stack_with(Metrics="true")
    for stack, namespace in ((off, ""), (on, {"Ref": "AWS::StackName"})):
        for name, variables in stack.environments().items():
            found = variables["METRICS_NAMESPACE"]
            expect(problems, found == namespace, f"{name} writes metrics to {found}, not {namespace}")
    shown = json.dumps(on.dashboard())
    for name in ("Bookings", "Refusals", "Sends", "JobLateness"):
        expect(problems, name in shown, f"the dashboard lacks {name}")
        expect(problems, f'MetricName=\\\\\\"{name}' not in json.dumps(off.dashboard()), f"the dashboard shows {name} that nobody writes")
    expect(problems, len(on.dashboard()) == len(off.dashboard()) + 4, "the dashboard has other widgets")
    return problems


def resources():
    """CloudFormation takes 500 resources: with everything chosen there is room for a year of growth."""
    stack = stack_with(
        WebAclArn=WEB_ACL, Metrics="true",
        CustomerEdgeCertificateArn=f"{CERTIFICATE}customer", AdminEdgeCertificateArn=f"{CERTIFICATE}admin")
    print(f"     {len(stack.resources)} resources")
    return [] if len(stack.resources) <= MOST_RESOURCES else [f"{len(stack.resources)} resources, over {MOST_RESOURCES}"]


def main():
    failed = 0
    for check in (table_of_its_own, adopted_table, no_firewall, firewall, metrics, resources):
        problems = check()
        failed += len(problems)
        print(f"{'FAIL' if problems else 'ok  '} {check.__name__.replace('_', ' ')}")
        for problem in problems:
            print(f"     {problem}")
    sys.exit(1 if failed else 0)


main()
