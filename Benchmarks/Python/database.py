"""A server of PostgreSQL for as long as its standard input lasts, and bare inserts into it.

    database.py serve
    database.py insert PORT CLIENTS SECONDS

`serve` tells its port on the loopback and its process in a line of JSON; the files are in a temporary folder and gone
afterwards, and commits are synced as by default. `insert` has so many clients of PostgreSQL's own program, each with a row
and a commit at a time, and tells the rows a second.
"""

import glob
import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

INSERT = "INSERT INTO bare (hash, body, cost) VALUES (decode(md5(random()::text), 'hex'), repeat('a', 300), 1);"


def programs():
    """The folder of the newest server that is installed."""
    found = [path for path in glob.glob("/usr/lib/postgresql/*/bin") if os.path.exists(path + "/initdb")]
    if not found:
        sys.exit("PostgreSQL is not installed")
    return max(found, key=lambda path: int(path.split("/")[-2]))


def serve():
    folder = tempfile.mkdtemp(prefix="bench-postgres-")
    user = None
    if os.geteuid() == 0:  # The server refuses to be root's.
        user = "postgres"
        shutil.chown(folder, user)

    def run(*arguments):
        subprocess.run(arguments, check=True, cwd=folder, user=user, stdout=subprocess.DEVNULL)

    try:
        run(programs() + "/initdb", "-D", "data", "-U", "lectures", "--auth=trust", "-E", "UTF8", "--locale=C")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=400"
        run(programs() + "/pg_ctl", "-D", "data", "-l", "log", "-w", "-o", options, "start")
        with open(folder + "/data/postmaster.pid", encoding="utf8") as file:
            print(json.dumps({"port": port, "processes": [int(file.readline())]}), flush=True)
        sys.stdin.read()
        run(programs() + "/pg_ctl", "-D", "data", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def insert(port, clients, seconds):
    # pgbench ends by an alarm, which a parent with threads may have handed down blocked.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
    place = ["-h", "127.0.0.1", "-p", port, "-U", "lectures"]
    table = "CREATE TABLE IF NOT EXISTS bare (hash bytea, body text, cost numeric(78))"
    subprocess.run(["psql", "-q", *place, "-d", "postgres", "-c", table], check=True, stderr=subprocess.DEVNULL)
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(INSERT)
        script.flush()
        told = subprocess.run(
            [programs() + "/pgbench", *place, "-n", "-c", clients, "-j", "2", "-T", seconds, "-f", script.name, "postgres"],
            check=True, capture_output=True, text=True).stdout
    print(re.search(r"tps = ([0-9.]+)", told).group(1))


if __name__ == "__main__":
    serve() if sys.argv[1] == "serve" else insert(*sys.argv[2:])
