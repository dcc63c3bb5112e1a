"""Measuring an endpoint: our own CPU and the engine's, times, and calls to the database."""
import statistics
import threading
import time

from client import Line

"""A connection is left after this many requests, so that no address reaches a rate limit."""
PER_ADDRESS = 4


class Lines:
    """Connections with new addresses as they are needed."""

    def __init__(self, port):
        self.port, self.line, self.left = port, None, 0

    def send(self, call):
        """The size of the answer as it came."""
        if self.left == 0:
            self.close()
            self.line, self.left = Line(self.port), PER_ADDRESS
        self.left -= 1
        _, content = self.line.send(call)
        return len(content)

    def close(self):
        if self.line:
            self.line.connection.close()


class Quiet:
    """What the processes use while nothing is asked of them, in CPU ms per second."""

    def __init__(self, service, engine, seconds=2):
        before = service.cpu_ms(), engine.cpu_ms()
        time.sleep(seconds)
        self.own = (service.cpu_ms() - before[0]) / seconds
        self.engine = (engine.cpu_ms() - before[1]) / seconds


def cost(endpoint, service, engine, quiet, requests, rounds=5):
    """CPU per request in several rounds, of which the middle one counts, and the times of all requests."""
    lines = Lines(endpoint.port)
    for _ in range(3):
        size = lines.send(endpoint.next_call())
    own, engines, times = [], [], []
    each = max(1, requests // rounds)
    for _ in range(rounds):
        calls = [endpoint.next_call() for _ in range(each)]
        before, start = (service.cpu_ms(), engine.cpu_ms()), time.perf_counter()
        for call in calls:
            sent = time.perf_counter()
            size = lines.send(call)
            times.append((time.perf_counter() - sent) * 1000)
        seconds = time.perf_counter() - start
        own.append((service.cpu_ms() - before[0] - quiet.own * seconds) / each)
        engines.append((engine.cpu_ms() - before[1] - quiet.engine * seconds) / each)
    lines.close()
    times.sort()
    return {
        "own_cpu_ms": round(statistics.median(own), 3),
        "own_cpu_ms_least": round(min(own), 3),
        "engine_cpu_ms": round(statistics.median(engines), 3),
        "p50_ms": round(times[len(times) // 2], 2),
        "p99_ms": round(times[min(len(times) - 1, len(times) * 99 // 100)], 2),
        "bytes": size,
    }


def rate(endpoint, clients=8, seconds=1.5):
    """Requests per second with several clients at once."""
    counts = [0] * clients
    lock = threading.Lock()
    end = time.perf_counter() + seconds

    def work(number):
        lines = Lines(endpoint.port)
        while time.perf_counter() < end:
            with lock:
                call = endpoint.next_call()
            lines.send(call)
            counts[number] += 1
        lines.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(clients)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return round(sum(counts) / (time.perf_counter() - start), 1)


def calls(endpoint, meter):
    """What one warm request asks of the database; the service must be the one behind the meter."""
    lines = Lines(endpoint.port)
    for _ in range(3):
        lines.send(endpoint.next_call())
    meter.reset()
    lines.send(endpoint.next_call())
    lines.close()
    return meter.counted()
