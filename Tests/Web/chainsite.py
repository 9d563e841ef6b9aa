"""The pages of one person over a devnet that a journey has in its hands: its line can be cut, its time turned, its mining
held.
"""

import contextlib
import os
import socket
import subprocess
import threading
import urllib.parse

from pagesite import Site
from platformsite import School, opened
from walletstandin import call


class Line:
    """The line to a node, which can be cut: at once, or at a request."""

    def __init__(self, node):
        at = urllib.parse.urlsplit(node)
        self.node = (at.hostname, at.port)
        self.place = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.place.getsockname()[1]}"
        self.is_cut, self.cut_at, self.is_passed_on = False, None, False
        self.open = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        self.is_cut = True
        for side in list(self.open):
            with contextlib.suppress(OSError):
                side.shutdown(socket.SHUT_RDWR)

    def mend(self):
        self.is_cut, self.cut_at = False, None

    def cut_when(self, method, passed_on):
        """Cuts the line at a request, which the node has got by then (its answer is lost), or has not."""
        self.cut_at, self.is_passed_on = method.encode(), passed_on

    def close(self):
        self.place.close()
        self.cut()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.place.accept()
                threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client):
        with contextlib.closing(client), contextlib.suppress(OSError):
            if self.is_cut:
                return
            with socket.create_connection(self.node) as node:
                self.open |= {client, node}
                threading.Thread(target=self._answer, args=[node, client], daemon=True).start()
                while data := client.recv(1 << 16):
                    if self.cut_at and self.cut_at in data:
                        if self.is_passed_on:
                            self.is_cut = True
                            node.sendall(data)
                            node.settimeout(60)
                            while self.open and node in self.open:
                                threading.Event().wait(0.01)
                        self.cut()
                        return
                    node.sendall(data)
                self.open -= {client, node}

    def _answer(self, node, client):
        with contextlib.suppress(OSError):
            while data := node.recv(1 << 16):
                if self.is_cut:
                    break
                client.sendall(data)
        self.open.discard(node)
        for side in (node, client):
            with contextlib.suppress(OSError):
                side.shutdown(socket.SHUT_RDWR)


class OwnSchool(School):
    """A school whose students have their keys on this machine."""

    accounts = ["student1", "student2"]

    def open(self):
        super().open()
        for number, name in enumerate(self.accounts):
            self.import_key(name, self.keys[3 + number])

    def import_key(self, name, key):
        file = os.path.join(self.home, "key")
        self._write(file, key)
        self.run("wallet", "import", name, "--private-key-file", file, "--light", "--password-file", self.password)
        os.remove(file)

    def watch_gas(self):
        """Reads the price once, as the gas monitor does: alerts that it crosses are told."""
        subprocess.run(
            [self.program, "gas", "watch", "--count", "1", "--network", "local", "--endpoint", self.node],
            env=self.environment, capture_output=True, check=True, timeout=120)

    def pass_time(self, seconds):
        call(self.node, "evm_increaseTime", hex(seconds))
        call(self.node, "evm_mine")

    def hold(self, is_held=True):
        """Mines nothing by itself any more, or everything again."""
        call(self.node, "evm_setAutomine", not is_held)
        if not is_held:
            call(self.node, "evm_mine")


class OwnSite(Site):
    """`lectures web` over a school."""

    def __init__(self, school, *arguments):
        self.school, self.line = school, Line(school.node)
        super().__init__(
            school.program,
            ["web", "--network", "local", "--endpoint", self.line.url, "--contract", school.contract, "--from", "student1",
             "--timeout", "5", *arguments], school.home)

    def close(self, *how):
        super().close(*how)
        self.line.close()


def own_site(program, *arguments, has_exchange=False):
    """The pages of somebody with a teacher's, an owner's and two students' keys."""
    return opened(program, OwnSchool, lambda school: OwnSite(school, *arguments), has_exchange)
