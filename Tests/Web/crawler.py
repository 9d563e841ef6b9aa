"""Walks over all pages that links and forms lead to, as a program does that is no browser, and looks at each answer.

Of a page it looks at headers, and at its elements for what must not be there; each form is sent empty, and with values
that nobody types in good faith. None of it may be a failure of the server.
"""

import html.parser
import re
import urllib.parse

POLICY = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "form-action 'self'",
    "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"]
HEADERS = {
    "x-frame-options": "DENY", "x-content-type-options": "nosniff", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin", "referrer-policy": "same-origin"}
HOSTILE = [
    "\"><script>alert(1)</script>", "\"\u0301 autofocus onfocus=alert(1) x=\"", "-1", "1e999", "9" * 100, "0x", "../../etc/passwd",
    "\u202e\u2066\u200b\ufeff", "\0\r\nSet-Cookie: a=b", "a" + "\u0301" * 200, "javascript:alert(1)", "{{7*7}}' OR 1=1 --",
    "\N{PILE OF POO}" * 40]
# What pages load, or send to, by themselves; a link may lead anywhere.
LOADING = {
    ("script", "src"), ("img", "src"), ("link", "href"), ("form", "action"), ("iframe", "src"), ("source", "src"),
    ("video", "src"), ("audio", "src"), ("object", "data"), ("embed", "src"), ("use", "href"), ("image", "href"),
    ("button", "formaction"), ("input", "formaction"), ("base", "href"), ("meta", "content")}
FILLED = ("guard", "shown")


def shape(path):
    """A path without the numbers, hashes and names of reviews in it."""
    return re.sub(r"0x[0-9a-fA-F]+|[A-Za-z0-9_-]{20,}|\d+", "0", path)


class Reader(html.parser.HTMLParser):
    """The links, forms and faults of a page."""

    def __init__(self):
        super().__init__()
        self.links, self.forms, self.faults, self.passwords = [], [], [], 0
        self.form, self.inside = None, None

    def handle_starttag(self, tag, pairs):
        fields = dict(pairs)
        for name, value in pairs:
            value = value or ""
            if name == "style" or name.startswith("on"):
                self.faults.append(f"{tag} has {name}")
            if value.strip().lower().startswith(("javascript:", "vbscript:")):
                if name in ("href", "src", "action", "formaction"):
                    self.faults.append(f"{tag} {name} is a program")
            if (tag, name) in LOADING and re.match(r"\s*(https?:)?//", value):
                self.faults.append(f"{tag} {name} is elsewhere: {value}")
        if tag == "style" or (tag == "script" and "src" not in fields):
            self.faults.append(f"{tag} inside")
        if tag == "input" and fields.get("type") == "password":
            self.passwords += 1
        if tag == "a" and (fields.get("href") or "").startswith("/"):
            self.links.append(fields["href"].split("#")[0])
        if tag == "form":
            self.form = {"action": fields.get("action"), "method": (fields.get("method") or "get").upper(),
                         "file": fields.get("enctype") == "multipart/form-data", "fields": {}}
            self.forms.append(self.form)
        if tag in ("input", "select", "textarea", "button") and fields.get("name"):
            # A field may stand outside and name its form; it is sent with the first that there is.
            form = self.form or (self.forms[-1] if self.forms else None)
            if form is not None:
                form["fields"].setdefault(fields["name"], fields.get("value") or "")

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None


class Crawler:
    """A visitor with a cookie, who goes everywhere.

    `passing` are actions that would end the visit.
    """

    def __init__(self, site, cookie, passing=("/session/end",), most=400):
        self.site, self.cookie, self.passing, self.most = site, cookie, passing, most
        self.seen, self.sent, self.passwords, self.statuses, self.led = set(), set(), set(), {}, []

    def look(self, method, path, status, headers, text):
        """Fails for an answer that a page of ours is not to give."""
        what = (method, path, status)
        assert status < 500, (*what, text[:2000])
        for name, value in HEADERS.items():
            assert headers.get(name) == value, (*what, name, headers.get(name))
        for part in POLICY:
            assert part in headers.get("content-security-policy", ""), (*what, part)
        assert not any(name.startswith("access-control") for name in headers), what
        assert "permissions-policy" in headers and not headers.get("set-cookie", "").startswith("a="), what
        assert headers.get("location", "/")[:1] == "/" and headers.get("location", "/")[1:2] != "/", (*what, headers)
        if headers.get("location"):
            self.led.append(headers["location"])
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if not headers.get("content-type", "").startswith("text/html"):
            return None
        page = Reader()
        page.feed(text)
        assert not page.faults, (*what, page.faults[:5])
        if page.passwords:
            self.passwords.add(path)
        return page

    def get(self, path):
        return self.look("GET", path, *self.site.request("GET", path, {"Cookie": self.cookie}))

    def post(self, path, fields, has_file=False):
        body, kind = urllib.parse.urlencode(fields), "application/x-www-form-urlencoded"
        if has_file:
            kind = "multipart/form-data; boundary=X"
            body = "".join(
                f"--X\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"f\"\r\n\r\n{value}\r\n"
                for name, value in fields.items()) + "--X--\r\n"
        headers = {"Cookie": self.cookie, "Origin": self.site.origin, "Content-Type": kind}
        return self.look("POST", path, *self.site.request("POST", path, headers, body))

    def walk(self, *starts):
        """Follows links until there are no new ones; gives the forms on the way."""
        left, forms = list(starts), {}
        while left and len(self.seen) < self.most:
            path = left.pop(0)
            # Of pages that differ in a number of theirs, or in what was searched, some are enough.
            alike = sum(shape(other) == shape(path) for other in self.seen)
            if path in self.seen or path.startswith("/events") or alike >= 6:
                continue
            self.seen.add(path)
            page = self.get(path)
            if page is None:
                continue
            left += [link for link in page.links if link not in self.seen and not link.startswith("/assets/")]
            for form in page.forms:
                action = (form["action"] or path).split("#")[0]
                forms.setdefault((shape(action), tuple(form["fields"])), (action, form))
        return list(forms.values())

    def send(self, action, form):
        """Sends a form empty, and with each hostile value in all of its fields, and in those that people fill in."""
        self.sent.add(action)
        names = [name for name in form["fields"] if name not in FILLED]
        typed = [name for name in names if not form["fields"][name]]
        trials = [dict.fromkeys(names, ""), {}]
        for value in HOSTILE:
            trials.append(dict.fromkeys(names, value))
            if typed and typed != names:
                trials.append(dict.fromkeys(typed, value))
        for trial in trials:
            fields = {**form["fields"], **trial} if trial else {
                name: value for name, value in form["fields"].items() if name in FILLED}
            if form["method"] == "POST":
                self.post(action, fields, form["file"])
            else:
                self.get(action.split("?")[0] + "?" + urllib.parse.urlencode(fields))

    def crawl(self, *starts):
        """Walks, sends all forms, and walks once more over what came of that, with the forms of reviews."""
        seen = set()
        for _ in range(2):
            for action, form in self.walk(*starts, *self.led):
                if action.split("?")[0] not in self.passing and action not in self.sent:
                    self.send(action, form)
            seen, self.seen = seen | self.seen, set()
        return seen
