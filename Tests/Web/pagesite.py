"""A running site of `lectures`, and browsers that look at it.

A site is the program itself: `lectures demo web`, which has a devnet, lectures and accounts of its own in a folder that it
takes away, or `lectures web` over a HOME that a journey brings.
"""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
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
WIDTHS = {"phone": (360, 740), "wide": (1280, 800)}


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

    def close(self):
        self.context.close()
        if self.problems:
            raise AssertionError("; ".join(self.problems[:5]))


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
