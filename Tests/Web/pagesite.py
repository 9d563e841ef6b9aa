"""A running site of `lectures`, and browsers that look at it.

A site is the program itself: `lectures demo web`, which has a devnet, lectures and accounts of its own in a folder that it
takes away, or `lectures web` over a HOME that a journey brings.
"""

import contextlib
import faulthandler
import http.client
import http.server
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

from playwright.sync_api import sync_playwright

import boxes

# Those of Debian. On its channel Playwright speaks WebDriver BiDi with a Firefox that is not of its own making.
BROWSERS = {
    "chromium": {"executable_path": "/usr/bin/chromium", "args": ["--no-sandbox", "--disable-dev-shm-usage"]},
    "firefox": {
        "executable_path": sys.executable, "channel": "moz-firefox", "ignore_default_args": True,
        "args": [os.path.join(os.path.dirname(__file__), "firefox.py")]},
}
PASSWORD = "lectures"
# Seconds that a journey may take; most take ten to forty.
PATIENCE = 300
WIDTHS = {"phone": (360, 740), "wide": (1280, 800)}
# Titles as somebody writes them who means no good: markup, a quote under a mark, templates, directions, towers of marks.
EVIL_TITLES = [
    "</title></script><script>alert(1)</script>", "x\"\u0301 autofocus onfocus=alert(1) y='", "{{7*7}}${7*7}<%= 7*7 %>",
    "javascript:alert(1)", "\u202egnp.exe \u2066YALK 1\u2069", "Z" + "\u0301" * 40, "\u200bSoil\ufeff\u200f, year one",
    "<img src=x onerror=alert(1)>", "flag\U000e0067\U000e0062", "₀ free ✓ verified",
]
HIDDEN = [chr(code) for code in [*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF, 0xE0067]]


class Site:
    """The program, serving pages until `close`."""

    own = ["--no-open", "--port", "0"]

    def __init__(self, program, arguments, home, environment=None):
        self.program, self.home = program, home
        # The address is resolved by the browser itself, and no desktop may open another one.
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8", "TZ": "UTC", **(environment or {})}
        self.process = subprocess.Popen(
            [program, *arguments, *self.own, "--json"], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"the program ended: {self.process.stderr.read()}")
        self.entrance = json.loads(line)["result"]["url"]
        self.origin = self.entrance.split("/enter")[0]
        self.host = self.origin.removeprefix("http://")
        self.port = int(self.host.split(":")[1])

    def close(self, how=signal.SIGINT):
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(60)

    def run(self, *arguments):
        """Runs another command of the program in the same HOME; gives its result."""
        done = subprocess.run(
            [self.program, *arguments, "--json"], env=self.environment, capture_output=True, text=True, timeout=120)
        return json.loads(done.stdout)

    def request(self, method, path, headers=None, body=None):
        """Asks as a program does that is no browser: whatever headers it likes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        fields = {"Host": self.host, **(headers or {})}
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in fields.items():
            if value is not None:
                connection.putheader(name, value)
        data = body.encode() if body is not None else b""
        if method != "GET":
            connection.putheader("Content-Length", str(len(data)))
        connection.endheaders(data)
        answer = connection.getresponse()
        text = answer.read().decode(errors="replace")
        connection.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text


@contextlib.contextmanager
def demo(program):
    """A school with lectures, students and an exchange."""
    with tempfile.TemporaryDirectory(prefix="lectures-web-") as home:
        site = Site(program, ["demo", "web"], home)
        try:
            yield site
        finally:
            site.close()


def end_in_time():
    """Ends this process after `PATIENCE`, with what it started, and tells where it stood: a browser that hangs would be
    waited for for ever."""
    os.setsid()

    def end():
        print(f"a journey of more than {PATIENCE} s is ended", file=sys.stderr)
        faulthandler.dump_traceback()
        os.killpg(0, signal.SIGKILL)

    timer = threading.Timer(PATIENCE, end)
    timer.daemon = True
    timer.start()


def go_journey(journeys, opened):
    """Goes the journey that the arguments name, as `PROGRAM NAME [phone|wide] [noscript] [firefox]`; without a name all are listed.

    `opened` gives the site for a program and a journey."""
    arguments = sys.argv[1:]
    if len(arguments) < 2:
        print("\n".join(journey.__name__ for journey in journeys))
        return
    program, name = arguments[:2]
    width = arguments[2] if len(arguments) > 2 else "phone"
    journey = next(journey for journey in journeys if journey.__name__ == name)
    end_in_time()
    with opened(program, journey) as site, started("firefox" if "firefox" in arguments else "chromium") as browser:
        journey(site, browser, width, "noscript" not in arguments)
    print(f"{' '.join(arguments[1:])}: done")


@contextlib.contextmanager
def started(name="chromium"):
    """One of the browsers."""
    with sync_playwright() as playwright:
        browser = getattr(playwright, name).launch(**BROWSERS[name])
        try:
            yield browser
        finally:
            browser.close()


@contextlib.contextmanager
def with_camera(browser, film):
    """A browser like this one, whose camera sees a film."""
    kind = browser.browser_type
    options = BROWSERS[kind.name]
    camera = [
        "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}"]
    other = kind.launch(**{**options, "args": options["args"] + camera})
    try:
        yield other
    finally:
        other.close()


class Visitor:
    """Somebody with a browser of their own, who entered by a fresh link."""

    def __init__(self, browser, site, width="phone", script=True, locale="en-US", dark=False, zone="UTC"):
        size = WIDTHS[width]
        self.site = site
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=locale, timezone_id=zone,
            java_script_enabled=script, color_scheme="dark" if dark else "light")
        self.context.set_default_timeout(60_000)
        self.page = self.context.new_page()
        self.problems = []
        # A page of ours asks no other server, breaks no rule of its own policy and shows no dialogue.
        self.context.on("request", self._watch)
        self.page.on("console", lambda m: self.problems.append(m.text) if "Content Security Policy" in m.text else None)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.problems.append(f"dialogue: {dialog.message}"), dialog.dismiss()))
        self.enter(site.entrance if not getattr(site, "entered", False) else self.link())
        site.entered = True

    def link(self):
        """Another link, as `lectures web --new-link` prints it."""
        return self.site.run("web", "--new-link")["result"]["url"]

    def enter(self, url):
        self.page.goto(url)
        self.page.wait_for_url("**/lectures")

    def _watch(self, request):
        if not request.url.startswith((self.site.origin, "data:", "blob:")):
            self.problems.append(f"asked {request.url}")

    def go(self, path):
        self.page.goto(self.site.origin + path)
        return self.page

    def act_as(self, account):
        page = self.go("/settings")
        page.locator("#account").select_option(account)
        page.locator("main form button[type=submit]").first.click()
        page.wait_for_url("**saved=yes")

    def confirm(self, password=PASSWORD):
        """Says yes on a review and waits for the end."""
        page = self.page
        page.wait_for_url("**/proposals/**")
        if page.locator("#password").count():
            page.locator("#password").fill(password)
        page.locator("main form button[type=submit]").first.click()
        deadline = time.monotonic() + 60
        while page.locator("body[data-every]").count() and time.monotonic() < deadline:
            page.wait_for_timeout(100)
        return page

    def heading(self):
        return self.page.locator("h1").inner_text()

    def text(self):
        return self.page.locator("main").inner_text()

    def look(self, what, axe=None):
        """The page that is open keeps nobody out, by its boxes and, with axe, by its names, contrasts, roles and headings."""
        found = boxes.faults(self.page)
        assert not found, (what, found[:5])
        assert self.page.locator("h1").count() == 1, what
        if axe:
            report = axe.run(self.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
            assert report.violations_count == 0, (what, report.generate_report()[:3000])

    def reads_as_text(self, path):
        """What others wrote into a page is text and shows what it hides; gives the text of the page."""
        raw = self.page.goto(self.site.origin + path).text()
        assert not any(mark in raw or mark in self.page.content() for mark in HIDDEN), path
        # Pages name what is hidden in signs of their own, not in the terminal's.
        assert "\\u{" not in raw, path
        found = self.page.locator("main script, main style, [onfocus], [onerror], [onload], img[src=x], a[href^=javascript]")
        assert found.count() == 0, (path, found.first.evaluate("e => e.outerHTML"))
        assert "\u0301" * 4 not in raw, path
        self.look(path)
        return self.text()

    def close(self):
        self.context.close()
        if self.problems:
            raise AssertionError("; ".join(self.problems[:5]))


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """Another program on this machine, whose page tries to use the site."""

    target = ""

    def do_GET(self):
        body = f"""<!doctype html><title>elsewhere</title><body>
            <iframe id=frame src="{self.target}/lectures"></iframe>
            <form id=form method=post action="{self.target}/lectures/0/buy"><input name=guard value=x></form>
            <script>
              window.results = {{}};
              fetch('{self.target}/lectures', {{credentials: 'include'}})
                .then(() => results.read = true, () => results.read = false);
              fetch('{self.target}/lock', {{method: 'POST', mode: 'no-cors', credentials: 'include',
                headers: {{'Content-Type': 'application/x-www-form-urlencoded'}}, body: 'guard=x'}})
                .then((answer) => results.post = answer.type, () => results.post = 'refused');
            </script>"""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def elsewhere(visitor, host="127.0.0.1"):
    """A page of another program on this machine, in the browser of somebody who is at the site. It tried to read it, to have
    it in a frame and to send it forms, and got nothing."""
    Elsewhere.target = visitor.site.origin
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    here = f"http://{host}:{server.server_address[1]}/"
    page = visitor.context.new_page()
    try:
        page.goto(here)
        page.wait_for_function("'read' in results && 'post' in results")
        assert page.evaluate("results.read") is False
        frame = page.frames[1] if len(page.frames) > 1 else None
        assert frame is None or "KLAY" not in frame.content(), "the site is in a frame"
        page.evaluate("document.getElementById('form').submit()")
        page.wait_for_url("**/lectures/0/buy")
        assert "Another page sent this." in page.content(), page.content()
        page.goto(here)
        yield page
    finally:
        server.shutdown()
    visitor.problems = [problem for problem in visitor.problems if here not in problem]


def form_guard(text):
    return re.search(r'name="guard" value="([^"]+)"', text).group(1)


def encoded(**fields):
    return urllib.parse.urlencode(fields)


def wait_until(what, condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"in {seconds} s: {what} did not happen")
        time.sleep(0.05)


def free_home():
    return tempfile.mkdtemp(prefix="lectures-home-")


__all__ = [name for name in dir() if not name.startswith("_")] + ["os"]
