"""What a function's role allows, decided as IAM does: a denial wins, and what nothing allows is refused."""
import fnmatch
import json
import urllib.parse
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Need:
    """What a call needs to be allowed: an action on a resource, with the values of the condition keys it has."""
    action: str
    resource: str
    context: dict = field(default_factory=dict, compare=False, hash=False)

    def __str__(self):
        keys = ", ".join(f"{key}={','.join(values)}" for key, values in self.context.items())
        return f"{self.action} on {self.resource}" + (f" ({keys})" if keys else "")


def as_list(value):
    return value if isinstance(value, list) else [value]


def like(value, pattern):
    # IAM knows * and ?, and nothing of brackets.
    return fnmatch.fnmatchcase(value, pattern.replace("[", "[[]"))


def same(value, wanted):
    return value == wanted


TESTS = {"StringEquals": same, "Bool": same, "StringLike": like}
NEGATED = {"StringNotLike": like}


def holds(operator, key, wanted, context):
    values = context.get(key)
    quantifier, _, test = operator.rpartition(":")
    is_negated = test in NEGATED
    test = (NEGATED if is_negated else TESTS)[test]
    # A negated one fits a value that is like none of what is wanted.
    fits = [any(test(value, one) for one in as_list(wanted)) != is_negated for value in values or []]
    if quantifier == "ForAllValues":
        return all(fits)
    return any(fits)


class Statement:
    def __init__(self, source, document):
        self.source = source
        self.effect = document["Effect"]
        self.actions, self.resources = as_list(document["Action"]), as_list(document["Resource"])
        self.conditions = document.get("Condition", {})
        self.used = set()

    def covers(self, need):
        """The action of this statement that the need falls under, if one does."""
        if not any(like(need.resource, resource) for resource in self.resources):
            return None
        for operator, keys in self.conditions.items():
            if not all(holds(operator, key, wanted, need.context) for key, wanted in keys.items()):
                return None
        return next((action for action in self.actions if like(need.action.lower(), action.lower())), None)


class Policy:
    """All statements of a role but those of AWS's own policies, which serve Lambda itself: its logs, its pollers."""

    def __init__(self, iam, role):
        self.statements = []
        for name in iam.list_role_policies(RoleName=role)["PolicyNames"]:
            self.add(name, iam.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"])
        for attached in iam.list_attached_role_policies(RoleName=role)["AttachedPolicies"]:
            arn = attached["PolicyArn"]
            if ":iam::aws:" not in arn:
                version = iam.get_policy(PolicyArn=arn)["Policy"]["DefaultVersionId"]
                self.add(arn, iam.get_policy_version(PolicyArn=arn, VersionId=version)["PolicyVersion"]["Document"])

    def add(self, source, document):
        if isinstance(document, str):
            document = json.loads(urllib.parse.unquote(document))
        self.statements += [Statement(source, statement) for statement in as_list(document["Statement"])]

    def allows(self, need):
        if any(statement.effect == "Deny" and statement.covers(need) for statement in self.statements):
            return False
        for statement in self.statements:
            action = statement.effect == "Allow" and statement.covers(need)
            if action:
                statement.used.add(action)
                return True
        return False

    def unused(self):
        """What is allowed and was not used: action and resource."""
        return [
            (action, statement.resources[0])
            for statement in self.statements if statement.effect == "Allow"
            for action in statement.actions if action not in statement.used
        ]
