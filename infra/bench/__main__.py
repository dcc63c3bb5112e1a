"""python3 infra/bench [endpoints] [cold] [money] [grow] [chain] [invoices]: what requests cost, in a release build.

Three processes: the embedded database, filled by size; the service without its worker; and this one, which asks from many
addresses. So our own CPU time, which Lambda bills, and the database's are told apart. Without a word it measures the
endpoints, cold starts of three functions, and money; `grow` repeats the endpoints at growing sizes and draws the plots; `chain`
measures them, and an instance that learns the directory, at the size of a chain; `invoices` a day of many sales.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import time
from dataclasses import asdict, dataclass

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import chain  # noqa: E402
import cold  # noqa: E402
import invoices  # noqa: E402
import measure  # noqa: E402
import money  # noqa: E402
import plots  # noqa: E402
import report  # noqa: E402
from client import Person  # noqa: E402
from endpoints import endpoints, named  # noqa: E402
from meter import Meter  # noqa: E402
from processes import Engine, Service, Worker, memory_mb  # noqa: E402
from salon import Salon  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "infra/docs"
FUNCTIONS = ["customer-bookings", "customer-catalogue", "jobs", "minimal"]
"""What cargo-lambda sets for a release, where Cargo.toml does not."""
AS_DEPLOYED = {
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "1", "CARGO_PROFILE_RELEASE_LTO": "thin", "CARGO_PROFILE_RELEASE_PANIC": "abort",
}


@dataclass(frozen=True)
class Size:
    bookings: int
    branches: int
    customers: int

    @staticmethod
    def of(text):
        return Size(*(int(part) for part in text.split(":")))

    def __str__(self):
        return f"{self.bookings:,} bookings, {self.branches:,} more branches, {self.customers:,} customers"


CHAIN = Size(60_000, 1_000, 1_000_000)
SIZES = [Size(3000, 0, 500), Size(3000, 0, 20_000)]
"""With more customers a salon has had a night in which the snapshot of their directory was kept; an instance reads it."""
KNOWN_BY_ROWS = 100_000
STEPS = {
    "bookings": [1_000, 10_000, 100_000, 1_000_000],
    "branches": [1, 10, 100, 1_000],
    "customers": [1_000, 10_000, 100_000, 1_000_000],
}


def arguments():
    parser = argparse.ArgumentParser(prog="infra/bench", description=__doc__.split("\n\n")[0])
    parser.add_argument("what", nargs="*", choices=[[], "endpoints", "cold", "money", "grow", "chain", "invoices"])
    parser.add_argument("--size", action="append", type=Size.of, metavar="BOOKINGS:BRANCHES:CUSTOMERS")
    parser.add_argument("--requests", type=int, default=200, help="for each endpoint (%(default)s); 0 counts calls and units only")
    parser.add_argument("--only", action="append", metavar="PART", help="endpoints with this in their name")
    parser.add_argument("--along", action="append", choices=list(STEPS), help="what grows (default all three)")
    parser.add_argument("--most", type=int, default=100_000, help="the largest size to grow to (default %(default)s)")
    parser.add_argument("--sales", type=int, default=3_000, help="of the day of `invoices` (default %(default)s)")
    parser.add_argument("--built", type=pathlib.Path, help="a folder of release binaries, instead of building them")
    parser.add_argument("--json", type=pathlib.Path, default=ROOT / "target/bench.json", help="where all figures go")
    return parser.parse_args()


def build(what):
    binaries = ["parlour-local", *(FUNCTIONS if "cold" in what else [])]
    names = [part for name in binaries for part in ("--bin", name)]
    command = ["cargo", "build", "--workspace", "--release", *names]
    subprocess.run(command, cwd=ROOT, check=True, env=os.environ | AS_DEPLOYED)
    return pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"


def measure_endpoints(local, engine, size, options, rates=False):
    with Service(local, engine.url) as service:
        salon = Salon(service)
        salon.fill_days()
        quiet = measure.Quiet(service, engine)
        chosen = named(endpoints(salon, size), options.only)
        rows = []
        for endpoint in chosen:
            row = {"name": endpoint.name, "own_ms": endpoint.own_ms, "most_bytes": endpoint.bytes}
            if options.requests:
                row |= measure.cost(endpoint, service, engine, quiet, options.requests)
                if rates:
                    row["requests_per_s"] = measure.rate(endpoint)
            rows.append(row)
    meter = Meter(engine.url)
    with Service(local, meter.url, service.ports):
        for row, endpoint in zip(rows, chosen):
            row |= measure.calls(endpoint, meter)
    print(report.endpoints(rows), flush=True)
    return rows


def measure_size(local, size, options, rates=True):
    """Every endpoint at one size: CPU on a service of its own, then calls on one behind the meter."""
    start = time.time()
    with Engine(local, size) as engine:
        filled, memory = time.time() - start, memory_mb(engine.pid)
        print(f"\n{size}: filled in {filled:.1f} s, the database holds {memory:,.0f} MB", flush=True)
        if size.customers > KNOWN_BY_ROWS:
            chain.keep_snapshot(local, engine.url)
        rows = measure_endpoints(local, engine, size, options, rates)
        return {"size": asdict(size), "filled_s": round(filled, 1), "engine_mb": round(memory), "endpoints": rows}


def measure_chain(local, options):
    """The snapshot, a cold instance that starts from it, then the endpoints as at any size."""
    size = (options.size or [CHAIN])[0]
    with Engine(local, size, days=1) as engine:
        print(f"\n{size}: the database holds {memory_mb(engine.pid):,.0f} MB", flush=True)
        with Service(local, engine.url) as service:
            ports, cookie = service.ports, Person(service.admin, "receptionist@parlour.test").cookie
        kept = chain.keep_snapshot(local, engine.url)
        print(f"snapshot: {kept}", flush=True)
        learnt = chain.cold_directory(local, engine, ports, cookie)
        print(f"cold directory: {learnt}", flush=True)
        whole = chain.whole_chain(local, engine, ports)
        jobs = chain.scheduled_jobs(local, engine.url)
        rows = measure_endpoints(local, engine, size, options)
    return {"size": asdict(size), "snapshot": kept, "cold_directory": learnt, "whole": whole, "jobs": jobs, "endpoints": rows}


def measure_functions(local, built):
    with Engine(local, SIZES[0]) as engine, Service(local, engine.url) as service:
        salon = Salon(service)
        salon.fill_days()
        rows = cold.functions(ROOT, built, salon, engine.url, service)
    print("\n" + report.functions(rows), flush=True)
    return rows


def measure_money(local, lives=30, creates=100):
    """Thirty lives for the CPU, thirty behind the meter for calls and units, and what the worker has to do after them."""
    with Engine(local, SIZES[0]) as engine:
        meter = Meter(engine.url)
        with Worker(local, engine.url) as worker:
            worker.finish()
        with Service(local, engine.url) as service:
            salon = Salon(service)
            guests = money.guests(salon, 2 * (lives + 1) + creates)
            steps = money.Steps(salon, service, None, guests)
            steps.live()
            timed = money.average([steps.live() for _ in range(lives)])
        with Worker(local, engine.url) as worker:
            worker.finish()
        meter.reset()
        with Worker(local, meter.url) as worker:
            once = money.left_to_do("nothing", worker, meter)
        with Service(local, meter.url, service.ports) as service:
            steps = money.Steps(salon, service, meter, guests)
            steps.live()
            counted = money.average([steps.live() for _ in range(lives)])
        meter.reset()
        with Worker(local, meter.url) as worker:
            background = money.left_to_do("background", worker, meter, lives + 1, once)
        tasks, later = dict(meter.messages), meter.later / (lives + 1)
        with Service(local, meter.url, service.ports):
            for guest in guests:
                steps.create(guest)
        meter.reset()
        with Worker(local, meter.url) as worker:
            after_create = money.left_to_do("background of the create alone", worker, meter, creates, once)
    rows = [count | {"own_cpu_ms": time["own_cpu_ms"]} for count, time in zip(counted, timed)]
    messages = sum(tasks.values()) / (lives + 1)
    result = {
        "steps": rows, "background": background, "after_create": after_create, "once": once, "messages": messages,
        "later": later, "tasks": tasks, "bill": money.bill(rows, background, messages, later),
    }
    text = money.page(result)
    (DOCS / "money.md").write_text(text)
    print("\n" + text, flush=True)
    return result


def grow(local, options):
    """The endpoints at growing sizes, one dimension after the other, and their plots."""
    grown = {}
    for along in options.along or list(STEPS):
        steps = [step for step in STEPS[along] if step <= options.most]
        runs = []
        for step in steps:
            size = Size(**({"bookings": 1_000, "branches": 0, "customers": 1_000} | {along: step}))
            runs.append((step, measure_size(local, size, options, rates=False)))
        for key, title in (("own_cpu_ms", "Own CPU, ms a request"), ("engine_cpu_ms", "The engine's CPU, ms a request")):
            series = {}
            for step, run in runs:
                for row in run["endpoints"]:
                    series.setdefault(row["name"], []).append((step, row[key]))
            name = f"{key.removesuffix('_cpu_ms')}-by-{along}.svg"
            (DOCS / name).write_text(plots.chart(f"{title}, by {along}", along, series))
        grown[along] = [run for _, run in runs]
        uneven(along, runs)
    return grown


def uneven(along, runs):
    """Says which endpoints do not cost the same calls and units at every size."""
    for at, row in enumerate(runs[0][1]["endpoints"]):
        for key in ("calls", "round_trips", "read_units", "write_units"):
            values = [run["endpoints"][at].get(key) for _, run in runs]
            if len(set(values)) > 1:
                print(f"{row['name']}: {key} by {along}: {values}")


def main():
    options = arguments()
    what = options.what or ["endpoints", "cold", "money"]
    built = options.built or build(what)
    local = built / "parlour-local"
    results = {}
    if options.json.exists():
        results = json.loads(options.json.read_text())
    if "endpoints" in what:
        results["endpoints"] = [measure_size(local, size, options) for size in options.size or SIZES]
    if "cold" in what:
        results["functions"] = measure_functions(local, built)
    if "money" in what:
        results["money"] = measure_money(local)
    if "chain" in what:
        results["chain"] = measure_chain(local, options)
    if "invoices" in what:
        with Engine(local, SIZES[0]) as engine:
            results["invoices"] = invoices.measure(local, engine, Salon, options.sales)
        print(json.dumps(results["invoices"], indent=1), flush=True)
    if "grow" in what:
        results["grown"] = results.get("grown", {}) | grow(local, options)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
