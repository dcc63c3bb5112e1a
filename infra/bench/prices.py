"""What AWS asks for, in US dollars, first tier, without free tiers."""

"""The region a booking's cost is given in (infra/docs/money.md)."""
REGION = "N. Virginia"
PRICES_OF = "N. Virginia, November 2024, from the published lists; later changes are not in it"
"""Each with N. Virginia's price and Mumbai's, where `samconfig.toml` deploys to. Mumbai's are from memory of its lists, which
could not be opened here: read them again before relying on the last digit."""
REGIONS = {"N. Virginia": 0, "Mumbai": 1}
LISTS = {
    "DynamoDB write units": (0.625, 0.7115, "million"),
    "DynamoDB read units": (0.125, 0.1425, "million"),
    "API Gateway requests": (1.00, 1.05, "million"),
    "Lambda invocations": (0.20, 0.20, "million"),
    "Lambda GB-seconds": (16.6667, 16.6667, "million"),
    "SQS requests": (0.40, 0.40, "million"),
    "Scheduler invocations": (1.00, 1.02, "million"),
    "S3 writes": (5.00, 5.00, "million"),
    "S3 reads": (0.40, 0.40, "million"),
    "S3 GB": (0.023, 0.025, "1"),
    "CloudWatch Logs GB": (0.50, 0.67, "1"),
    "DynamoDB GB": (0.25, 0.285, "1"),
    "DynamoDB backup GB": (0.20, 0.228, "1"),
    "Data out GB": (0.09, 0.1093, "1"),
    "Mails": (100.0, 100.0, "million"),
    "Mail attachments GB": (0.12, 0.12, "1"),
    "Alarms": (0.10, 0.10, "1"),
    "Metrics": (0.30, 0.30, "1"),
    "Dashboards": (3.00, 3.00, "1"),
}

"""What an account is given every month for good, not only in its first year; from memory of the lists, as Mumbai's prices."""
FREE = {
    "Lambda invocations": 1e6, "Lambda GB-seconds": 400e3, "SQS requests": 1e6, "Scheduler invocations": 14e6,
    "CloudWatch Logs GB": 5, "DynamoDB GB": 25, "Data out GB": 100, "Alarms": 10, "Metrics": 10, "Dashboards": 3,
}


def prices(region):
    """Each component's price in a region, with what it is for: a million of them, or one."""
    return {component: (listed[REGIONS[region]], listed[-1]) for component, listed in LISTS.items()}


PRICES = prices(REGION)
"""What CloudWatch takes for a line: API Gateway's of each request, and ours of each invocation. Lambda's own are off."""
ACCESS_LINE, OWN_LINE = 200, 450


def logged(requests, invocations):
    """The bytes of their lines."""
    return requests * ACCESS_LINE + invocations * OWN_LINE
