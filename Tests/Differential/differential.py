"""Runs random programs, or the official state tests at every fork, through our EVM and others', and tells where they differ.

py-evm looks at every random program of the forks that it has (Frontier to Prague); where it differs from ours, and for the
later forks and the official tests always, the executable specification decides.
"""

import argparse
import collections
import json
import subprocess
import sys
import threading
import time

import fixtures
import programs
import py_evm
import specification


def same(left, right):
    if "refused" in left or "refused" in right:
        return "refused" in left and "refused" in right
    return left == right


class Ours:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def outcome(self, test):
        self.process.stdin.write(json.dumps(test) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"differential: our program ended with {self.process.wait()}")
        return json.loads(line)


def compare(test, ours, counts, always_specified):
    """The other outcomes if ours is not among those that count; None if it is."""
    fork = test["fork"]
    counts[fork, "programs"] += 1
    counts[fork, "refused" if "refused" in ours else "succeeded" if ours.get("success") else "failed"] += 1
    others = {}
    # The official tests have senders whose keys py-evm would need.
    other = None if "place" in test else py_evm.outcome(test)
    if other is not None:
        counts[fork, "py-evm"] += 1
        if same(ours, other) and not always_specified:
            return None
        others["py-evm"] = other
    judge = specification.outcome(test)
    if judge is None:
        return others if other is not None and not same(ours, other) else None
    counts[fork, "specification"] += 1
    if other is not None and not same(judge, other):
        counts[fork, "py-evm is wrong"] += 1
    if same(ours, judge):
        return None
    return others | {"specification": judge}


def cases(options):
    """The tests, each with how to run it again."""
    if options.fixtures:
        for number, test in enumerate(fixtures.tests(options.fixtures, [fork for fork in programs.FORKS
                                                                        if fork in specification.FORKS])):
            if options.only in (None, number):
                yield test, f"test {number}, {test['place']}, {test['fork']}: again with ONLY={number}"
        return
    numbers = [options.only] if options.only is not None else range(options.first, options.first + options.programs)
    for number in numbers:
        test = programs.program(options.seed, number)
        yield test, (f"seed {options.seed}, program {number}, {test['fork']}: again with ONLY={number} "
                     f"SEED={options.seed}")


def run(options):
    ours = Ours(options.program)
    counts = collections.Counter()
    differences = 0
    start = told = time.monotonic()
    for test, place in cases(options):
        found = ours.outcome(test)
        others = compare(test, found, counts, options.specification)
        if options.only is not None:
            print(json.dumps(dict(test, ours=found, others=others or "agree"), indent=1))
        if others is not None:
            differences += 1
            print(f"difference: {place}", json.dumps(dict(ours=found, **others)), sep="\n  ", flush=True)
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(f"differential: {sum(v for k, v in counts.items() if k[1] == 'programs')} programs, {differences} "
                  f"differences, {told - start:.0f} s", file=sys.stderr, flush=True)
    columns = "programs succeeded failed refused py-evm specification".split() + ["py-evm is wrong"]
    print(f"{'fork':18}" + "".join(f"{name:>17}" for name in columns))
    for fork in programs.FORKS:
        print(f"{fork:18}" + "".join(f"{counts[fork, name]:17}" for name in columns))
    total = sum(counts[fork, "programs"] for fork in programs.FORKS)
    source = options.fixtures or f"seed {options.seed}, from program {options.first} on"
    print(f"differential: {total} programs, {differences} differences, {source}, {time.monotonic() - start:.0f} s")
    return 1 if differences or not total else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="our side: reads tests, writes outcomes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--programs", type=int, default=1700)
    parser.add_argument("--fixtures", help="the official state tests of this folder instead, each at every fork")
    parser.add_argument("--only", type=int, help="one program by its number, told whole")
    parser.add_argument("--specification", action="store_true", help="ask the specification about every program")
    options = parser.parse_args()
    # Both others recurse with the depth of calls: more than the main thread's stack allows.
    sys.setrecursionlimit(100_000)
    threading.stack_size(512 << 20)
    status = []
    thread = threading.Thread(target=lambda: status.append(run(options)))
    thread.start()
    thread.join()
    sys.exit(status[0] if status else 2)


if __name__ == "__main__":
    main()
