"""The node starts, tells where it is, and ends when it should."""

import json
import os
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

import chain
import node
from chain_accounts import account
from harness import NODE, Node
from node_test import RPC


class Process(unittest.TestCase):
    def test_it_tells_its_address_chain_and_accounts_when_ready(self):
        with Node("--chain-id", "8217", "--accounts", "3", "--balance", "7") as node:
            rpc = RPC(node.url)
            self.assertEqual(rpc("eth_chainId"), hex(8217))
            self.assertEqual(rpc("net_version"), "8217")
            self.assertEqual(node.accounts, [account(index).address.lower() for index in range(3)])
            self.assertEqual(rpc("eth_getBalance", node.accounts[2], "latest"), hex(7 * 10**18))
            rpc.connection.close()

    def test_it_ends_when_its_standard_input_is_closed(self):
        node = Node()
        node.process.stdin.close()
        self.assertEqual(node.process.wait(timeout=300), 0)
        node.process.stdout.close()

    def test_it_ends_with_the_process_that_started_it(self):
        code = (
            "import sys; sys.path.insert(0, sys.argv[1]); from harness import Node; node = Node(); "
            "print(node.process.pid, flush=True); import os; os.kill(os.getpid(), 9)"
        )
        result = subprocess.run([sys.executable, "-c", code, str(NODE.parent)], stdout=subprocess.PIPE, text=True)
        pid = int(result.stdout)
        for _ in range(6000):
            if not Path(f"/proc/{pid}").exists() or Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
                return
            time.sleep(0.05)
        os.kill(pid, signal.SIGKILL)
        self.fail("the node outlived its parent")

    def test_it_ends_on_sigterm(self):
        node = Node()
        node.process.send_signal(signal.SIGTERM)
        self.assertEqual(node.process.wait(timeout=300), 0)
        node.process.stdin.close()
        node.process.stdout.close()

    def test_detached_it_lives_without_standard_input(self):
        process = subprocess.Popen(
            [sys.executable, str(NODE), "--detached"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
        )
        url = json.loads(process.stdout.readline())["url"]
        rpc = RPC(url)
        self.assertEqual(rpc("eth_blockNumber"), "0x0")
        rpc.connection.close()
        process.terminate()
        self.assertEqual(process.wait(timeout=300), 0)
        process.stdout.close()

    def test_a_port_that_is_taken_is_told(self):
        with Node() as node:
            port = node.url.rsplit(":", 1)[1]
            result = subprocess.run(
                [sys.executable, str(NODE), "--detached", "--port", port], capture_output=True, text=True
            )
            self.assertEqual(result.returncode, 1)
            self.assertIn(f"cannot listen on port {port}", result.stderr)

    def test_its_options_name_the_forks_that_there_are(self):
        self.assertEqual(node.FORKS, list(chain.FORKS))


if __name__ == "__main__":
    unittest.main()
