"""The processes of a run, and what each of them has used."""
import os
import re
import signal
import subprocess
import time
import urllib.request

FREE_PORTS = ["--customer-port", "0", "--admin-port", "0", "--console-port", "0"]


def cpu_ms(pid):
    """User and system time of a process with all its threads, in nanoseconds' resolution: Linux gives every process a
    clock, whose number is made from its id (clock_getcpuclockid(3))."""
    return time.clock_gettime((~pid << 3) | 2) * 1000


def memory_mb(pid, field="VmRSS"):
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(rf"{field}:\s+(\d+) kB", status.read()).group(1)) / 1000


class Process:
    """A program that prints its addresses and then `ready`."""

    def __init__(self, command, **environment):
        self.process = subprocess.Popen(
            [str(part) for part in command], stdout=subprocess.PIPE, text=True, env=os.environ | environment
        )
        self.pid = self.process.pid
        self.addresses = []
        for line in self.process.stdout:
            self.addresses += re.findall(r"http://\S+", line)
            if line.strip() == "ready":
                return
        raise SystemExit(f"{command[0]} did not start")

    def cpu_ms(self):
        return cpu_ms(self.pid)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Engine(Process):
    """The embedded database in a process of its own, filled by size."""

    def __init__(self, binary, size, days=730):
        super().__init__([
            binary, "--database-only", "--demo-bookings", size.bookings, "--demo-customers", size.customers,
            "--demo-branches", size.branches, "--demo-days", days,
        ])
        self.url = self.addresses[0]


class Service(Process):
    """Both apps on a database of another process, without the worker: what it uses is what requests use. A session belongs to
    its identity provider, which is on the console's port: a second service takes the ports of the first."""

    def __init__(self, binary, database, ports=(0, 0, 0)):
        names = "--customer-port", "--admin-port", "--console-port"
        options = [part for pair in zip(names, ports) for part in pair]
        super().__init__([binary, *options, "--dynamodb", database, "--no-worker"])
        self.ports = tuple(int(url.rsplit(":", 1)[1]) for url in self.addresses)
        self.customer, self.admin, self.console = self.ports


class Worker(Process):
    """Outbox, queue and schedules on a database of another process."""

    def __init__(self, binary, database):
        super().__init__([binary, *FREE_PORTS, "--dynamodb", database])
        self.console = int(self.addresses[2].rsplit(":", 1)[1])

    def finish(self):
        """Waits until everything that is due is done: the console says what has happened only after that."""
        urllib.request.urlopen(f"http://127.0.0.1:{self.console}/api/events", timeout=1200).close()
