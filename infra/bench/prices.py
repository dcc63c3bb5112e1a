"""What AWS asks for."""

"""List prices in US dollars, first tier, without free tiers."""
PRICES_OF = "N. Virginia, November 2024, from the published lists; other regions differ, and later changes are not in it"
PRICES = {
    "DynamoDB write units": (0.625, "million"),
    "DynamoDB read units": (0.125, "million"),
    "API Gateway requests": (1.00, "million"),
    "Lambda invocations": (0.20, "million"),
    "Lambda GB-seconds": (16.6667, "million"),
    "SQS requests": (0.40, "million"),
    "Scheduler invocations": (1.00, "million"),
    "S3 writes": (5.00, "million"),
    "CloudWatch Logs GB": (0.50, "1"),
    "DynamoDB GB": (0.25, "1"),
    "DynamoDB backup GB": (0.20, "1"),
    "Mails": (100.0, "million"),
    "Alarms": (0.10, "1"),
    "Dashboards": (3.00, "1"),
}
