"""Tries the mutants that cargo-mutants lists, all in one build.

A mutant is one small change of a function. Building each alone takes minutes, so every function is written with all its mutants
behind a switch, `match parlour_mutant() { 7 => changed body, _ => own body }`, and the environment chooses one for a run of
the tests. A mutant that does not compile is taken out and the rest built again.

    mutants.py list.json copy results.json module [module ...]

`copy` is a copy of the repository that may be changed. PARLOUR_MUTANTS=all lets the end-to-end tests judge what the unit tests
did not notice.
"""

import json
import os
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# The end-to-end tests that use a module most.
END_TO_END = {
    "bookings": [
        "bookings::", "staffed::", "races::", "site::", "desk::board", "desk::inside", "mails::", "desk_bookings::", "lists::", "reports::",
    ],
    "checkout": ["checkout::", "gems::", "dry_run::", "races::"],
    "pricing": ["checkout::", "gems::", "memberships::", "dry_run::"],
    "gems": ["gems::", "checkout::", "jobs::gems", "races::"],
    "invoices": ["billing::", "checkout::", "desk::billing", "memberships::", "hostile::"],
    "slots": ["availability::", "staffed::", "schedule::", "desk::schedule", "jobs::days"],
}
# The crate of shared/ that a module belongs to, whose unit tests judge it first.
CRATES = {"bookings": "booking", "slots": "booking", "checkout": "money", "gems": "money", "invoices": "money", "pricing": "money"}
SWITCH = """
/// The mutant that is tried in this run, by its number.
pub fn parlour_mutant() -> u32 {
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("PARLOUR_MUTANT").ok().and_then(|it| it.parse().ok()).unwrap_or(u32::MAX))
}
"""
# Strings, characters and comments, in which braces mean nothing.
OPAQUE = re.compile(r"""r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?'(?:\\.[^']*|[^'\\])'|//[^\n]*|/\*.*?\*/""", re.S)


def offset(lines, place):
    """Where a line and column (both from 1, columns in characters) stand in the text."""
    return sum(len(line) for line in lines[: place["line"] - 1]) + place["column"] - 1


def body_of(text, start, end):
    """The offsets just inside the braces of a function's body."""
    at, depth = start, 0
    while at < end:
        opaque = OPAQUE.match(text, at)
        if opaque:
            at = opaque.end()
            continue
        letter = text[at]
        if letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif letter == "{" and depth == 0:
            return at + 1, text.rindex("}", start, end)
        at += 1
    raise ValueError(text[start:end])


class File:
    """A source file, its functions and their mutants."""

    def __init__(self, path, mutants):
        self.path = path
        self.text = path.read_text()
        self.lines = self.text.splitlines(keepends=True)
        self.functions = {}
        self.unfit = set()
        for number, mutant in mutants:
            function = mutant["function"]
            if function is None:
                self.unfit.add(number)
                continue
            start, end = (offset(self.lines, function["span"][side]) for side in ("start", "end"))
            body = body_of(self.text, start, end)
            # The switch cannot be asked at compile time, and arms of a hidden type would have to have the same one.
            if "const fn" in self.text[start : body[0]] or "impl " in function["return_type"]:
                self.unfit.add(number)
            else:
                self.functions.setdefault(body, []).append((number, mutant))
        self.arms = []

    def write(self, left_out):
        """Writes the file with the mutants that are not left out, and notes at which lines each stands."""
        text, at, self.arms = "", 0, []
        for (start, end), mutants in sorted(self.functions.items()):
            mutants = [(number, mutant) for number, mutant in mutants if number not in left_out]
            if start < at or not mutants:
                continue
            text += self.text[at:start] + "\nmatch crate::parlour_mutant() {\n"
            for number, mutant in mutants:
                first, last = (offset(self.lines, mutant["span"][side]) for side in ("start", "end"))
                body = self.text[start:first] + " " + mutant["replacement"] + " " + self.text[last:end]
                from_line = text.count("\n") + 1
                text += f"{number} => {{{body}}}\n"
                self.arms.append((from_line, text.count("\n"), number))
            text += "_ => {" + self.text[start:end] + "}\n}\n"
            at = end
        self.path.write_text(text + self.text[at:])

    def mutant_at(self, line):
        return next((number for first, last, number in self.arms if first <= line <= last), None)


def cargo(copy, *words):
    run = subprocess.run(
        ["cargo", *words, "--message-format", "json"], cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]


def build(copy, files):
    """Builds the tests, taking out what does not compile; the paths of the test binaries."""
    left_out = set()
    while True:
        for file in files.values():
            file.write(left_out)
        # The whole workspace turns on all features of the crate between its members.
        code, messages = cargo(copy, "check", "--workspace", "--lib", "--profile", "test")
        if code == 0:
            break
        wrong = set()
        for message in messages:
            error = message.get("message", {})
            if message.get("reason") != "compiler-message" or error.get("level") != "error":
                continue
            for span in error["spans"]:
                file = files.get(str(Path(span["file_name"])))
                found = file.mutant_at(span["line_start"]) if file else None
                if found is not None:
                    wrong.add(found)
                    break
            else:
                if error["spans"]:
                    print("not by a mutant:", error["rendered"], file=sys.stderr)
        if not wrong:
            sys.exit("the mutants do not build, and no mutant is named")
        left_out |= wrong
        print(f"  {len(wrong)} do not compile, {len(left_out)} in all", flush=True)
    by_all = ["--test", "salon"] if os.environ.get("PARLOUR_MUTANTS") == "all" else []
    code, messages = cargo(copy, "test", "--no-run", "--workspace", "--lib", *by_all)
    if code:
        sys.exit("\n".join(message["message"]["rendered"] for message in messages if "message" in message)[-3000:])
    built = {message["target"]["name"]: message["executable"] for message in messages if message.get("executable")}
    return built


def is_noticed(binary, filters, number, where, limit):
    """Whether a test fails, or does not end, with this mutant."""
    environment = dict(os.environ, PARLOUR_MUTANT=str(number), PROPTEST_RNG_SEED="1", CARGO_MANIFEST_DIR=str(where))
    environment |= {"RUST_BACKTRACE": "0", "RUST_MIN_STACK": "8388608", "PROPTEST_FAILURE_PERSISTENCE": "off"}
    tests = subprocess.Popen(
        [binary, *filters], cwd=where, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    is_late = threading.Event()

    def stop():
        is_late.set()
        tests.kill()

    timer = threading.Timer(limit, stop)
    timer.start()
    has_failed = any(line.rstrip().endswith("... FAILED") for line in tests.stdout)
    timer.cancel()
    if has_failed:
        tests.kill()  # The first failure will do.
    code = tests.wait()
    return "timed out" if is_late.is_set() else "caught" if has_failed or code else None


def judge(copy, binaries, numbers, modules, names):
    """What became of each mutant. The last judge takes long and says each one as it goes."""
    def unit(module):
        return binaries[f"parlour_{CRATES[module]}"], copy / "shared" / CRATES[module]

    judges = [(unit, lambda module: [f"{module}::"]), (unit, lambda _: [])]
    if "salon" in binaries:
        judges.append((lambda _: (binaries["salon"], copy / "tests"), END_TO_END.__getitem__))
    found, left = {}, list(numbers)
    for turn, (tests_of, filters) in enumerate(judges):
        limits, is_last = {}, turn == 2
        for module in sorted({modules[number] for number in left}):
            start = time.monotonic()
            binary, where = tests_of(module)
            if is_noticed(binary, filters(module), "none", where, 1800):
                sys.exit(f"the tests of {module} fail without a mutant")
            limits[module] = 20 + 6 * (time.monotonic() - start)

        def tried(number):
            module = modules[number]
            binary, where = tests_of(module)
            noticed = is_noticed(binary, filters(module), number, where, limits[module])
            if is_last:
                print(f"    {noticed or 'survived'}: {names[number]}", flush=True)
            return noticed

        with ThreadPoolExecutor(2) as both:
            results = dict(zip(left, both.map(tried, left)))
        found |= {number: result for number, result in results.items() if result}
        left = [number for number, result in results.items() if not result]
        print(f"  judge {turn + 1}: {len(left)} of {len(results)} not noticed", flush=True)
    return found | {number: "survived" for number in left}


def main(listed, copy, results, *modules):
    copy = Path(copy).resolve()
    mutants = json.loads(Path(listed).read_text())
    wanted, module_of = {}, {}
    for number, mutant in enumerate(mutants):
        module = mutant["file"].split("/")[3]
        if module in modules:
            module_of[number] = module
            wanted.setdefault(mutant["file"], []).append((number, mutant))
    files = {path: File(copy / path, found) for path, found in wanted.items()}
    unfit = {number for file in files.values() for number in file.unfit}
    for crate in sorted({CRATES[module] for module in module_of.values()}):
        top = copy / "shared" / crate / "src/lib.rs"
        top.write_text("#![allow(warnings, clippy::all)]\n" + top.read_text() + SWITCH)
    print(f"{len(module_of)} mutants", flush=True)
    binaries = build(copy, files)
    in_build = {number for file in files.values() for _, _, number in file.arms}
    outcomes = judge(copy, binaries, sorted(in_build), module_of, [mutant["name"] for mutant in mutants])
    table = []
    for number, module in module_of.items():
        outcome = outcomes.get(number, "no switch fits" if number in unfit else "does not compile")
        table.append({"module": module, "name": mutants[number]["name"], "outcome": outcome})
    Path(results).write_text(json.dumps(table, indent=1))
    outcomes = ["does not compile", "no switch fits", "caught", "timed out", "survived"]
    print("| Module | Mutants | " + " | ".join(outcomes) + " |")
    for module in modules:
        of = [row["outcome"] for row in table if row["module"] == module]
        print(f"| `{module}` | {len(of)} | " + " | ".join(str(of.count(outcome)) for outcome in outcomes) + " |")
    for row in table:
        if row["outcome"] == "survived":
            print("survived:", row["name"])


if __name__ == "__main__":
    main(*sys.argv[1:])
