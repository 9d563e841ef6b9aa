"""Starts node.py as another process, for tests and scripts."""

import json
import subprocess
import sys
from pathlib import Path

NODE = Path(__file__).resolve().parent / "node.py"


class Node:
    """A running node; its process ends with the `with` block, or with this process."""

    def __init__(self, *options: str):
        self.process = subprocess.Popen(
            [sys.executable, str(NODE), "--port", "0", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the node did not start: exit code {self.process.wait()}")
        ready = json.loads(line)
        self.url = ready["url"]
        self.chain_id = ready["chainId"]
        self.accounts = ready["accounts"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=300)
        self.process.stdout.close()
