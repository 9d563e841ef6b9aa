"""Servers of pages, as one would set them up: nginx with a folder, and Flask with Jinja in two processes of gunicorn.

    pages.py nginx FOLDER
    pages.py flask INDEX
    pages.py run PROGRAM ARGUMENT…

It tells its port and its processes in a line of JSON, and ends when its standard input does. `flask` reads the lectures of
an index of ours and shows a page with those that `/lectures` shows; `run` starts a program in whose arguments `{port}` is
a free port.
"""

import json
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

ROWS = 24
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Lectures</title><link rel="stylesheet" href="/assets/site.css"></head>
<body><header><a href="/">lectures</a><form action="/lectures"><input name="q"></form></header>
<nav><ul>{% for name in ["Lectures", "Mine", "Gas", "Rates", "Exchange", "More"] %}<li><a href="/{{ name|lower }}">{{ name }}</a></li>{% endfor %}</ul></nav>
<main><h1>Lectures</h1><p>{{ count }} lectures</p>
<ul class="cards">{% for lecture in lectures %}<li class="card"><h2><a href="/lectures/{{ lecture.number }}">{{ lecture.title }}</a></h2>
<p class="quiet">by <code title="{{ lecture.teacher }}">{{ lecture.teacher[:8] }}…{{ lecture.teacher[-6:] }}</code></p>
<p>{% if lecture.ratings %}{{ lecture.average }} of 100 · {{ lecture.ratings }} ratings{% else %}No ratings yet{% endif %} ·
{{ lecture.students }} students</p><p><strong>{{ lecture.price }} KLAY</strong></p></li>
{% endfor %}</ul></main></body></html>
"""


def create(index):
    """The application of Flask."""
    import threading

    import flask
    import jinja2

    application = flask.Flask(__name__)
    template = jinja2.Environment(autoescape=True).from_string(PAGE)
    local = threading.local()

    @application.get("/lectures")
    def lectures():
        if not hasattr(local, "database"):
            local.database = sqlite3.connect(f"file:{index}?mode=ro", uri=True)
            local.database.row_factory = sqlite3.Row
        rows = local.database.execute(
            "SELECT number, title, teacher, price, students, ratings, average FROM lecture WHERE isOpen"
            " ORDER BY number LIMIT ?", [ROWS]).fetchall()
        count = local.database.execute("SELECT count(1) FROM lecture WHERE isOpen").fetchone()[0]
        shown = [
            {**dict(row), "title": row["title"].decode(errors="replace"), "teacher": "0x" + row["teacher"].hex()}
            for row in rows]
        return template.render(lectures=shown, count=count)

    return application


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def nginx(folder, port, place):
    configuration = os.path.join(place, "nginx.conf")
    with open(configuration, "w") as file:
        file.write(f"""
            daemon off; pid {place}/nginx.pid; error_log /dev/null; worker_processes auto;
            {"user root;" if os.geteuid() == 0 else ""}
            events {{ worker_connections 1024; }}
            http {{
              access_log off; keepalive_requests 1000000; sendfile on; tcp_nopush on;
              types {{ text/css css; }}
              server {{ listen 127.0.0.1:{port}; root {folder}; }}
            }}
            """)
    return ["nginx", "-p", place, "-c", configuration]


def flask(index, port, place):
    return [
        sys.executable, "-m", "gunicorn", "--workers", "2", "--bind", f"127.0.0.1:{port}", "--log-level", "error",
        "--keep-alive", "60", "--worker-class", "gthread", "--threads", "4", "--chdir", os.path.dirname(os.path.abspath(__file__)),
        f"pages:create({index!r})"]


def run(arguments, port, place):
    return [argument.replace("{port}", str(port)) for argument in arguments]


def main():
    kind, *arguments = sys.argv[1:]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    port = free_port()
    with tempfile.TemporaryDirectory() as place:
        command = {
            "nginx": lambda: nginx(arguments[0], port, place), "flask": lambda: flask(arguments[0], port, place),
            "run": lambda: run(arguments, port, place),
        }[kind]()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
        for _ in range(600):
            if child.poll() is not None:
                sys.exit(f"{command[0]} ended with {child.returncode}")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        print(json.dumps({"port": port, "processes": [child.pid]}), flush=True)
        sys.stdin.read()
        os.killpg(child.pid, signal.SIGTERM)
        try:
            child.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
