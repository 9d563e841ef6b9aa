#!/usr/bin/env python3
"""Compiles the stand-ins of this directory into a directory of artifacts of the shape of ABI/*.json.

    .venv/bin/python Tests/Contracts/compile.py DIRECTORY [NAME…]

Prints the path of each artifact, one in a line.
"""

import argparse
import sys
from pathlib import Path

from stand_ins import NAMES, artifact, build


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=Path, help="where the artifacts go; made when it does not exist")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these: " + ", ".join(NAMES))
    arguments = parser.parse_args()

    unknown = sorted(set(arguments.names) - set(NAMES))
    if unknown:
        parser.error("no such contract here: " + ", ".join(unknown))
    arguments.directory.mkdir(parents=True, exist_ok=True)
    for name in arguments.names or NAMES:
        target = arguments.directory / f"{name}.json"
        target.write_text(build.text(artifact(name)), encoding="utf-8")
        print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
