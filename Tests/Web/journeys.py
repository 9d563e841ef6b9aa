"""The ways that people go through the pages, in a real browser. `journeys.py PROGRAM NAME [WIDTH] [noscript]
[firefox]` goes one; without a name the names are listed."""

import io
import json
import os
import pathlib
import tempfile

from PIL import Image

import access
import boxes
from crawler import Crawler
from pagesite import EVIL_TITLES, WIDTHS, Visitor, demo, elsewhere, encoded, form_guard, go_journey, wait_until, with_camera


def enter(site, browser, width, script):
    """The link from the terminal works once, and only for this host."""
    first = site.entrance
    visitor = Visitor(browser, site, width, script)
    assert visitor.heading() == "Lectures"
    status, _, text = site.request("GET", first.removeprefix(site.origin))
    assert status == 403 and "lectures web --new-link" in text, (status, text)
    for host in ["evil.example", f"127.0.0.1:{site.port}", f"localhost:{site.port}", "", None]:
        status, headers, text = site.request("GET", "/lectures", {"Host": host})
        assert status in (400, 421) and text.strip() in ("", "The request is malformed."), (host, status, text)
    visitor.close()


def buy_and_rate(site, browser, width, script):
    """A student finds a lecture, buys it, rates it and sees the average."""
    visitor = Visitor(browser, site, width, script)
    page = visitor.page
    page.locator("#q").fill("soil")
    page.locator("#q").press("Enter")
    page.get_by_role("link", name="Soil, year one").click()
    page.get_by_role("button", name="Buy this lecture").click()
    page.wait_for_url("**/proposals/*")
    review = visitor.text()
    assert "12 KLAY" in review and "Soil, year one" in review and "student1" in review, review
    visitor.confirm("wrong")
    assert page.title().startswith("Error: ") and page.locator("#password").input_value() == ""
    visitor.confirm()
    assert visitor.heading() == "It is done", visitor.text()
    page.get_by_role("link", name="See the lecture").click()
    page.get_by_role("link", name="Rate this lecture").click()
    if script:
        # Beside an empty field a slider shows no score; the script makes it once the page is there.
        page.locator("input.unset").nth(4).wait_for()
        assert page.locator("input.unset").count() == 5
    for index, score in enumerate([100, 80, 34, 77]):
        page.locator(f"#score-{index}").fill(str(score))
    page.locator("#score-4").fill("99")
    if script:
        assert page.locator("input.unset").count() == 0
        assert page.locator("input[data-for=score-2]").input_value() == "34"
    page.get_by_role("button", name="Review", exact=True).click()
    visitor.confirm()
    assert visitor.heading() == "It is done", visitor.text()
    page.get_by_role("link", name="Continue").click()
    assert "78 of 100" in visitor.text(), visitor.text()
    receipts(visitor)
    visitor.close()


def receipts(visitor):
    """On the page of a lecture that was bought: its receipt is good as a link and as a picture, and a forged one is not."""
    page = visitor.page
    page.get_by_role("link", name="Receipt", exact=True).click()
    page.wait_for_url("**/receipt")
    visitor.look("receipt")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a picture").click()
    page.get_by_role("link", name="Check it").click()
    page.wait_for_url("**/receipts?*")
    assert "The receipt is good" in visitor.text(), visitor.text()
    visitor.look("a good receipt")
    link = page.locator("#receipt").input_value()
    page.locator("#receipt").fill(link.replace("price=12", "price=1"))
    page.get_by_role("button", name="Check it").first.click()
    page.wait_for_url("**price%3D1%26*")
    assert "The receipt is not good" in visitor.text() and "12 KLAY" in visitor.text(), visitor.text()
    claims = page.get_by_role("region", name="The receipt claims").inner_text()
    assert "1 KLAY" in claims and "12 KLAY" not in claims, claims
    visitor.look("a forged receipt")
    visitor.go("/receipts").locator("#file").set_input_files(saved.value.path())
    page.get_by_role("button", name="Check it").last.click()
    page.wait_for_url("**/receipts?*")
    assert "The receipt is good" in visitor.text(), visitor.text()


def one_payment(site, browser, width, script):
    """Two tabs, two browsers and impatient clicks pay once."""
    one, other = Visitor(browser, site, width, script), Visitor(browser, site, width, script)
    tab = one.context.new_page()
    pages = [one.page, tab, other.page]
    confirm = lambda page: page.get_by_role("button", name="Confirm and send")
    refresh = lambda page: page.locator("body[data-every]")
    for page in pages:
        page.goto(site.origin + "/lectures/0")
        page.get_by_role("button", name="Buy this lecture").click()
        page.wait_for_url("**/proposals/*")
        page.locator("#password").fill("lectures")
    for page in pages:
        confirm(page).dblclick(no_wait_after=True)
    for page in pages:
        # A page that has not left its review yet has no refresh either.
        wait_until("the start of a purchase", lambda: page.locator("h1").count() and not confirm(page).count())
        wait_until("the end of a purchase", lambda: page.locator("h1").count() and not refresh(page).count())
    one.go("/transactions")
    rows = one.page.locator("tbody tr")
    assert rows.count() == 1, one.text()
    one.go("/lectures/0")
    assert "You bought this lecture." in one.text(), one.text()
    one.close()
    other.close()


def other_pages(site, browser, width, script):
    """A page on another port of the same machine reads nothing, changes nothing and shows nothing of the site."""
    visitor = Visitor(browser, site, width)
    with elsewhere(visitor) as page:
        # Who follows a link there is asked to go on, and is in then.
        page.evaluate(f"location.href = '{site.origin}/settings'")
        page.wait_for_url("**/settings")
        assert "KLAY" not in page.content() and "student1" not in page.content()
        page.get_by_role("link", name="Continue").click()
        page.locator("#theme").wait_for()
    visitor.go("/transactions")
    assert "Nothing was sent" in visitor.text()
    visitor.close()


def live(site, browser, width, script):
    """What happens elsewhere is shown without a click, in every tab, over one stream."""
    visitor = Visitor(browser, site, width)
    tabs = [visitor.page] + [visitor.context.new_page() for _ in range(7)]
    for tab in tabs:
        tab.goto(site.origin + "/transactions")
    buyer = Visitor(browser, site, width)
    buyer.go("/lectures/2").get_by_role("button", name="Buy this lecture").click()
    buyer.confirm()
    for tab in [tabs[0], tabs[-1]]:
        tab.locator("tbody tr").first.wait_for()
    tabs[0].close()
    buyer.go("/lectures/1").get_by_role("button", name="Buy this lecture").click()
    buyer.confirm()
    tabs[-1].locator("tbody tr").nth(1).wait_for()
    visitor.close()
    buyer.close()


def half_filled(site, browser, width, script):
    """What somebody typed stays while notes come above it and go again, and while one is put away."""
    visitor = Visitor(browser, site, width)
    page = visitor.go("/gas")
    field = page.locator("[name=alert-limit]")
    field.fill("12.5")
    guard = page.locator("main input[name=guard]").first.input_value()
    note = f"""<div class="note" role="status" id="above"><p>An earlier run was interrupted.</p>
        <form method="post" action="/transactions/resume"><button type="submit">Resume all</button></form>
        <form method="post" action="/transactions/read" data-here="yes">
          <input type="hidden" name="guard" value="{guard}"><input type="hidden" name="back" value="/gas">
          <button type="submit">I have read this</button></form></div>"""

    def read_again(*changes):
        """The page is told that something is new: its next reading has changes."""
        text = page.evaluate("fetch(location.href).then((answer) => answer.text())")
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new, 1)
        page.route("**/gas", lambda route: route.fulfill(body=text, content_type="text/html; charset=utf-8"))
        page.evaluate("new BroadcastChannel('events').postMessage('gas')")
        wait_until("the reading", lambda: (page.wait_for_timeout(20), page.locator("#above, #inside").count() == len(changes))[1])
        page.unroute("**/gas")
        assert field.input_value() == "12.5", changes

    ours = '<form method="post" action="/gas/alerts"'
    inside = (ours, f'<form id="inside" method="post" action="/lock"><input name="x"></form>{ours}')
    for changes in [[("</h1>", "</h1>" + note)], [("</h1>", "</h1>" + note), inside], [inside], []]:
        read_again(*changes)
    read_again(("</h1>", "</h1>" + note))
    page.get_by_role("button", name="I have read this").click()
    page.locator("#above").wait_for(state="detached")
    assert field.input_value() == "12.5" and page.url.endswith("/gas")
    visitor.close()


def keyboard(site, browser, width, script):
    """A lecture is bought with the keyboard alone, and the focus can be seen."""
    visitor = Visitor(browser, site, "wide")
    page = visitor.page
    page.keyboard.press("/")
    page.keyboard.type("swift")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=swift*")

    def tab_to(name):
        for _ in range(60):
            page.keyboard.press("Tab")
            focused = page.evaluate(
                "[document.activeElement.textContent.trim() || document.activeElement.id,"
                " getComputedStyle(document.activeElement).outlineStyle]")
            if focused[0] == name:
                assert focused[1] != "none", f"the focus on {name} cannot be seen"
                return
        raise AssertionError(f"Tab does not reach {name}")

    tab_to("Swift for beginners")
    page.keyboard.press("Enter")
    page.wait_for_url("**/lectures/0")
    tab_to("Buy this lecture")
    page.keyboard.press("Enter")
    page.wait_for_url("**/proposals/*")
    tab_to("password")
    page.keyboard.type("lectures")
    page.keyboard.press("Enter")
    wait_until("the purchase", lambda: page.locator("h1").inner_text() == "It is done")
    visitor.close()


def languages(site, browser, width, script):
    """The pages speak the browser's language, and the one that was chosen after that."""
    for locale, heading in [("ko-KR", "강의"), ("uk-UA", "Лекції"), ("en-GB", "Lectures"), ("fr-FR", "Lectures")]:
        visitor = Visitor(browser, site, width, script, locale=locale)
        assert visitor.heading() == heading, (locale, visitor.heading())
        for narrow in (360, 320):
            visitor.page.set_viewport_size({"width": narrow, "height": 640})
            visitor.look((locale, narrow))
        visitor.close()
    visitor = Visitor(browser, site, width, script, locale="uk-UA")
    visitor.go("/settings").locator("#lang").select_option("ko")
    visitor.page.locator("main form button[type=submit]").first.click()
    visitor.page.wait_for_url("**saved=yes")
    assert visitor.heading() == "설정", visitor.heading()
    visitor.close()


def forged_requests(site, browser, width, script):
    """What is no form of a page of this session does nothing, whatever its headers say."""
    visitor = Visitor(browser, site, width, script)
    cookie = "; ".join(f"{c['name']}={c['value']}" for c in visitor.context.cookies())
    own = {"Cookie": cookie, "Origin": site.origin, "Content-Type": "application/x-www-form-urlencoded"}
    _, headers, text = site.request("GET", "/settings", {"Cookie": cookie})
    assert headers["cache-control"] == "no-store" and "frame-ancestors 'none'" in headers["content-security-policy"]
    guard = form_guard(text)
    for change in [
        {"Origin": None}, {"Origin": "null"}, {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"}, {"Cookie": None}, {"Cookie": cookie + "x"}, {"Content-Type": "text/plain"},
    ]:
        status, _, _ = site.request("POST", "/lectures/0/buy", {**own, **change}, encoded(guard=guard))
        assert status in (403, 415), (change, status)
    status, _, _ = site.request("POST", "/lectures/0/buy", own, encoded(guard="x"))
    assert status == 403
    status, headers, _ = site.request("POST", "/lectures/0/buy", own, encoded(guard=guard))
    assert status == 303 and headers["location"].startswith("/proposals/")
    for method in ["PUT", "DELETE", "OPTIONS", "PATCH"]:
        status, headers, _ = site.request(method, "/lectures/0", own, "")
        assert status == 405 and not any(name.startswith("access-control") for name in headers)
    visitor.close()


def crawl(site, browser, width, script):
    """No link leads to a failure and no form is broken by what is put in; every answer has the headers that keep a page."""
    visitor = Visitor(browser, site, width)
    cookie = "; ".join(f"{c['name']}={c['value']}" for c in visitor.context.cookies())
    crawler = Crawler(site, cookie)
    seen = crawler.crawl(*PATHS)
    assert len(seen) > 100 and len(crawler.sent) > 40, (len(seen), len(crawler.sent))
    assert any("/proposals/" in path for path in seen) and any("/confirm" in path for path in crawler.sent), crawler.sent
    assert "/wallets/new" in crawler.passwords, "no password was asked for"
    assert {200, 303, 404, 422} <= set(crawler.statuses), crawler.statuses
    # And none of what was put in becomes more than text where a browser reads it.
    for path in sorted(path for path in seen if path.startswith(("/wallets", "/contacts", "/lectures", "/settings"))):
        visitor.go(path) if not path.endswith((".png", ".json", "/key-file")) else None
    visitor.close()


def new_wallet(site, browser, width, script):
    """A wallet is made of words that are shown once, and gone before they are asked back."""
    visitor = Visitor(browser, site, width, script)
    page = visitor.go("/wallets/new")
    page.locator("#name").fill("savings")
    for field in page.locator("main input[type=password]").all():
        field.fill("a long enough password 7")
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url("**/words")
    words = [item.inner_text() for item in page.locator("ol.words li").all()]
    assert len(words) == 12, words
    shown = page.url
    page.locator("main a.button.main").click()
    page.wait_for_url("**/check")
    assert not any(word in page.content().split() for word in words)
    # Neither Back nor a reload shows them again.
    for turn in [page.go_back, page.reload, lambda: page.goto(shown)]:
        turn()
        assert page.url == shown and page.locator("ol.words").count() == 0, page.url
        assert "not shown again" in page.content(), visitor.text()
    page.goto(shown.replace("/words", "/check"))
    for field in page.locator("main input[id^=word-]").all():
        number = int(field.get_attribute("id").removeprefix("word-"))
        field.fill(words[number - 1])
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url("**/wallets/savings**")
    assert visitor.heading() == "savings", visitor.heading()
    visitor.close()


def teaching(site, browser, width, script):
    """A teacher opens a lecture, a student buys it, the owner settles it, and the teacher sees the income."""
    visitor = Visitor(browser, site, width, script)
    visitor.act_as("teacher")
    page = visitor.go("/teach/new")
    page.locator("#price").fill("5")
    page.locator("#title").fill("Knots")
    page.get_by_role("button", name="Review", exact=True).click()
    visitor.confirm()
    assert visitor.heading() == "It is done" and "Open a lecture" in visitor.text(), visitor.text()
    visitor.act_as("student1")
    visitor.go("/lectures?q=knots").get_by_role("link", name="Knots").click()
    page.get_by_role("button", name="Buy this lecture").click()
    visitor.confirm()
    assert visitor.heading() == "It is done" and "Buy lecture 3" in visitor.text(), visitor.text()
    visitor.go("/mine")
    assert "Knots" in visitor.text(), visitor.text()
    visitor.act_as("owner")
    visitor.go("/lectures/3").get_by_role("link", name="Students").click()
    page.wait_for_url("**/students")
    assert "student1" in visitor.text() and "5 KLAY" in visitor.text(), visitor.text()
    visitor.look("students")
    visitor.go("/lectures/3").get_by_role("button", name="Settle").click()
    visitor.confirm()
    assert visitor.heading() == "It is done" and "Settle lecture 3" in visitor.text(), visitor.text()
    visitor.act_as("teacher")
    visitor.go("/mine/teaching")
    assert "Knots" in visitor.text(), visitor.text()
    visitor.go("/transactions")
    for words in ["Open a lecture", "Buy lecture 3", "Settle lecture 3"]:
        assert words in visitor.text(), visitor.text()
    visitor.close()


def evil_titles(site, browser, width, script):
    """What others write into titles stays text wherever it stands, shows what it hides, and covers nothing."""
    visitor = Visitor(browser, site, width, script)
    page = visitor.page
    visitor.act_as("teacher")
    for title in EVIL_TITLES:
        visitor.go("/teach/new").locator("#price").fill("1")
        page.locator("#title").fill(title)
        page.get_by_role("button", name="Review", exact=True).click()
        if page.locator("[name=odd]").count():
            page.locator("[name=odd]").check()
            page.get_by_role("button", name="Review", exact=True).click()
        visitor.confirm()
        assert visitor.heading() == "It is done", (title, visitor.text())

    read = visitor.reads_as_text
    for title in EVIL_TITLES[:2]:
        read("/lectures?" + encoded(q=title))
    first = 3
    lectures = [f"/lectures/{first + index}" for index in range(len(EVIL_TITLES))]
    for path in ["/lectures", "/lectures?q=alert", "/mine/teaching", "/transactions", *lectures]:
        read(path)
    assert "⟨U+202E⟩gnp.exe" in read(lectures[4]) and EVIL_TITLES[0] in read(lectures[0])
    for link in visitor.go("/transactions").locator("main a[href^='/transactions/']").evaluate_all(
            "links => links.map((link) => link.getAttribute('href'))")[:len(EVIL_TITLES)]:
        read(link)
    visitor.act_as("student1")
    for path in [lectures[1], lectures[4]]:
        visitor.go(path).get_by_role("button", name="Buy this lecture").click()
        page.wait_for_url("**/proposals/*")
        review = read(page.url.removeprefix(site.origin))
        assert path != lectures[4] or "⟨U+202E⟩gnp.exe" in review, review
        visitor.confirm()
        assert visitor.heading() == "It is done", visitor.text()
        visitor.look("the end")
        read(path + "/rate")
    read("/mine")
    visitor.act_as("owner")
    read("/mine/owner")
    visitor.go("/explorer")
    for link in page.locator("main a[href^='/explorer/']").evaluate_all(
            "links => links.map((link) => link.getAttribute('href'))")[:6]:
        read(link)
    visitor.close()


def sending(site, browser, width, script):
    """Coins are sent to a name after a review, and a mistyped address is told at its field."""
    visitor = Visitor(browser, site, width, script)
    page = visitor.go("/wallets/student1/send")
    page.locator("#to").fill("0x5FbDB2315678afecb367f032d93F642f64180aa4")
    page.locator("#amount").fill("1.5")
    page.locator("main form button[type=submit]").last.click()
    assert page.title().startswith("Error: "), page.title()
    page.locator("#to").fill("student2")
    page.locator("main form button[type=submit]").last.click()
    visitor.confirm()
    assert visitor.heading() == "It is done", visitor.text()
    visitor.go("/transactions")
    assert "1.5 KLAY" in visitor.text(), visitor.text()
    visitor.close()


def film(picture, file):
    """A film of a screen with a picture on it, as a camera has it: its light in full, and no colours (YUV4MPEG2)."""
    screen = Image.new("L", (640, 480), 160)
    screen.paste(Image.open(io.BytesIO(picture)).convert("L").resize((420, 420)), (110, 30))
    colours = bytes([128]) * (320 * 240 * 2)
    file.write_bytes(b"YUV4MPEG2 W640 H480 F10:1 Ip A1:1 C420jpeg\n" + (b"FRAME\n" + screen.tobytes() + colours) * 4)


def scanning(site, browser, width, script):
    """What is asked for by a code is paid by who scans it: with the camera, from a picture, or from pasted text."""
    payee = Visitor(browser, site, width, script)
    page = payee.go("/wallets/student2/receive")
    page.locator("#amount").fill("1.5")
    page.get_by_role("button", name="Show the code").click()
    page.wait_for_url("**amount=1.5")
    request = page.locator("main code").last.inner_text()
    code = page.locator("main .code").screenshot()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a picture").click()

    def read(visitor):
        visitor.page.wait_for_url("**/scan/request?*")
        assert "1.5 KLAY" in visitor.text() and "student2" in visitor.text(), visitor.text()

    payer = Visitor(browser, site, width, script)
    page = payer.go("/scan")
    page.locator("#text").fill(request)
    page.get_by_role("button", name="Read it").last.click()
    read(payer)
    page = payer.go("/scan")
    page.locator("#picture").set_input_files(saved.value.path())
    page.get_by_role("button", name="Read it").first.click()
    read(payer)
    if script:
        # Who has no camera is told, and goes on with a picture.
        payer.go("/scan").get_by_role("button", name="Use the camera").click()
        page.get_by_text("There is no camera, or it may not be used.").wait_for()
        payer.close()
        with tempfile.TemporaryDirectory() as folder:
            film(code, pathlib.Path(folder) / "code.y4m")
            with with_camera(browser, f"{folder}/code.y4m") as seeing:
                payer = Visitor(seeing, site, width)
                payer.go("/scan").get_by_role("button", name="Use the camera").click()
                payer.page.get_by_role("button", name="Take the picture").click()
                read(payer)
                pay_request(payer)
    else:
        pay_request(payer)
        payee.page.get_by_role("link", name="Refresh").click()
    # The page of who asked for it tells that it came: by itself where it can.
    payee.page.get_by_text("Received since this page was opened: 1.5").wait_for()
    assert "All of the amount that was asked for has come." in payee.text(), payee.text()
    payee.go("/wallets/student2")
    assert "1.5 KLAY" in payee.text(), payee.text()
    payee.close()


def pay_request(payer):
    """Sends what a code asks for, from the page that shows it."""
    payer.page.get_by_role("link", name="Send", exact=True).click()
    payer.page.wait_for_url("**/send?*")
    assert payer.page.locator("#amount").input_value() == "1.5"
    payer.page.get_by_role("button", name="Review", exact=True).click()
    payer.confirm()
    assert payer.heading() == "It is done", payer.text()
    payer.close()


def trading(site, browser, width, script):
    """A taker lets the exchange move tokens, buys from the book, and the book shows it."""
    visitor = Visitor(browser, site, width, script)
    page = visitor.go("/exchange/TKA-TKB")
    assert "0.3" in visitor.text(), visitor.text()
    assert page.locator("svg").count() >= 1
    visitor.go("/explorer")
    assert page.locator("main a[href^='/explorer/block/']").count() > 0
    page.locator("main a[href^='/explorer/block/']").first.click()
    page.wait_for_url("**/explorer/block/*")
    visitor.close()


# The pages that everybody can look at; those of a lecture and of a transaction are of the demo's.
PATHS = [
    "/lectures", "/lectures?q=nothing", "/lectures/0", "/lectures/999", "/transactions", "/settings", "/more",
    "/lectures/0/runs/0/students", "/receipts",
    "/mine", "/mine/teaching", "/mine/owner", "/teach/new", "/join", "/wallets", "/wallets/new", "/wallets/import",
    "/wallets/student1", "/wallets/student1/receive", "/wallets/student1/send", "/contacts", "/scan", "/gas", "/rates",
    "/rates/news", "/rates/banks", "/exchange", "/exchange/TKA-TKB", "/explorer", "/explorer/block/3",
]


def accessibility(site, browser, width, script):
    """No page keeps anybody out, in both themes."""
    from axe_playwright_python.sync_playwright import Axe

    axe = Axe()
    for dark in [False, True]:
        visitor = Visitor(browser, site, width, dark=dark)
        for path in PATHS:
            visitor.go(path)
            visitor.look((path, dark), axe)
        visitor.go("/lectures/0").get_by_role("button", name="Buy this lecture").click()
        visitor.page.wait_for_url("**/proposals/*")
        visitor.look(("review", dark), axe)
        visitor.close()


def access_for_all(site, browser, width, script):
    """Every page goes by Tab with a focus that is seen, names its controls, has its headings in order, and stays whole with
    four times its size, with forced colours and without motion."""
    from axe_playwright_python.sync_playwright import Axe

    visitor = Visitor(browser, site, width, script)
    page, found = visitor.page, []
    for path in PATHS:
        visitor.go(path)
        found += [f"{path}: {fault}" for fault in access.tab_faults(page)]
        found += [f"{path}: a {role} has no name" for role in access.unnamed(page)]
        found += [f"{path}: {heading} skips a level" for heading in page.evaluate(access.HEADINGS)]
        page.emulate_media(forced_colors="active", reduced_motion="reduce")
        found += [f"{path}: forced colours: {fault}" for fault in page.evaluate(access.FORCED)[:4]]
        found += [f"{path}: {fault}" for fault in page.evaluate(access.MOTION)]
        page.emulate_media(forced_colors="none", reduced_motion="no-preference")
        # A window of 1280 x 800 at 400 %.
        page.set_viewport_size({"width": 320, "height": 200})
        visitor.go(path)
        found += [f"{path} at 400 %: {fault}" for fault in boxes.faults(page)[:4]]
        found += [f"{path} at 400 %: {fault}" for fault in access.tab_faults(page)]
        page.set_viewport_size(dict(zip(("width", "height"), WIDTHS[width])))
    # What is refused keeps nobody out either.
    axe = Axe()
    visitor.go("/no/such/page")
    visitor.look("404", axe)
    visitor.go("/wallets/student1/send").locator("#to").fill("nobody")
    page.locator("#amount").fill("none")
    page.locator("main form button[type=submit]").last.click()
    page.locator("#problems").wait_for()
    visitor.look("422", axe)
    assert not found, "\n".join([f"{len(found)} faults", *found[:40]])
    visitor.close()


def keyboard_only(site, browser, width, script):
    """A transfer, an alert, a rating and a new lecture are made without a mouse."""
    visitor = Visitor(browser, site, width, script)
    page = visitor.page

    def tab_to(name):
        """Goes on by Tab to a control with an id or a text."""
        for _ in range(150):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()") == name:
                return
        raise AssertionError(f"Tab does not reach {name} on {page.url}")

    def type_into(**values):
        for name, value in values.items():
            tab_to(name.replace("_", "-"))
            page.keyboard.type(value)

    def confirmed():
        page.wait_for_url("**/proposals/*")
        type_into(password="lectures")
        page.keyboard.press("Enter")
        wait_until("the end", lambda: page.locator("h1").count() and visitor.heading() == "It is done")

    visitor.go("/wallets/student1/send")
    type_into(to="student2", amount="1.5")
    page.keyboard.press("Enter")
    confirmed()
    visitor.go("/gas")
    type_into(alert_limit="0.5", alert_note="by keys")
    page.keyboard.press("Enter")
    page.get_by_text("by keys").wait_for()
    visitor.go("/lectures/1")
    tab_to("Buy this lecture")
    page.keyboard.press("Enter")
    confirmed()
    visitor.go("/lectures/1/rate")
    type_into(score_0="100", score_1="80", score_2="34", score_3="77", score_4="99")
    page.keyboard.press("Enter")
    confirmed()
    visitor.go("/teach/new")
    type_into(title="By keys") if page.evaluate(
        "document.querySelector('#title').compareDocumentPosition(document.querySelector('#price')) & 4") else None
    type_into(price="3")
    if not page.locator("#title").input_value():
        type_into(title="By keys")
    page.keyboard.press("Enter")
    confirmed()
    visitor.close()


# The usual test mnemonic.
TEST_WORDS = "test test test test test test test test test test test junk"


def importing(site, browser, width, script):
    """Words, a private key, a Klaytn wallet key and a key file are taken over; each that is wrong is told at its field."""
    visitor = Visitor(browser, site, width, script)
    page = visitor.page
    key = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b7869" + "0d"
    keys = {"a-key": "0x" + "11" * 32, "a-walletkey": "0x" + "22" * 32 + "0x00" + "0x" + "ab" * 20}

    def fill_in(name, secret, password="a long enough password 7"):
        page.locator("#name").fill(name)
        page.locator("#secret").fill(secret)
        page.locator("#new-password").fill(password)
        page.locator("#new-password-2").fill(password)

    def send():
        page.get_by_role("button", name="Import").first.click()
        page.wait_for_load_state()

    visitor.go("/wallets/import")
    for wrong in ["0x1234", "test test test", TEST_WORDS.replace("junk", "test"), TEST_WORDS.replace("junk", "jungk"), key[:-1]]:
        fill_in("wrong", wrong)
        send()
        assert page.title().startswith("Error: ") and page.locator("#secret").input_value() == "", (wrong, visitor.text())
        assert page.locator("#new-password").input_value() == "", wrong
        assert page.locator("#secret-problem").count() == 1, (wrong, visitor.text())
    visitor.look("a wrong secret")
    for name, secret in keys.items():
        fill_in(name, secret)
        send()
        page.wait_for_url(f"**/wallets/{name}**")
        visitor.go("/wallets/import")
    fill_in("a-phrase", TEST_WORDS)
    page.locator("main summary").click()
    page.locator("#index").fill("8")
    page.locator("#coin").select_option("klaytn")
    send()
    page.wait_for_url("**/wallets/a-phrase**")
    assert "0x" in visitor.text()
    visitor.go("/wallets/import")
    fill_in("again", keys["a-key"])
    send()
    assert page.title().startswith("Error: "), visitor.text()
    # A file that another program wrote, with the wrong password and the right one.
    from eth_account import Account

    file = json.dumps(Account.encrypt("0x" + "33" * 32, "theirs", kdf="pbkdf2", iterations=1000)).encode()
    for password in ["wrong", "theirs"]:
        visitor.go("/wallets/import").locator("#file-name").fill("a-file")
        page.locator("#file").set_input_files({"name": "k.json", "mimeType": "application/json", "buffer": file})
        page.locator("#file-password").fill(password)
        page.get_by_role("button", name="Import").last.click()
        page.wait_for_load_state()
        if password == "wrong":
            assert page.title().startswith("Error: ") and page.locator("#file-password").input_value() == "", visitor.text()
    page.wait_for_url("**/wallets/a-file**")
    assert Account.from_key("0x" + "33" * 32).address in page.content()
    visitor.go("/wallets")
    for name in [*keys, "a-phrase", "a-file"]:
        assert name in visitor.text(), (name, visitor.text())
    visitor.close()


def layout(site, browser, width, script):
    """In every language everything is in its place: nothing on something else, cut off, or wider than the window."""
    for locale in ["en-US", "ko-KR", "uk-UA"]:
        visitor = Visitor(browser, site, width, script, locale=locale)
        for path in PATHS:
            visitor.go(path)
            visitor.look((path, locale))
            # A phone at 400 %.
            size = visitor.page.viewport_size
            visitor.page.set_viewport_size({"width": 90, "height": size["height"]})
            widest = visitor.page.evaluate("document.documentElement.scrollWidth")
            assert widest <= 90, (path, locale, widest)
            visitor.page.set_viewport_size(size)
        visitor.go("/lectures/0").locator("main form button[type=submit]").first.click()
        visitor.page.wait_for_url("**/proposals/*")
        visitor.look(("review", locale))
        visitor.close()


def steady(site, browser, width, script):
    """The script moves nothing of a page that was painted before it came."""
    visitor = Visitor(browser, site, width)
    page, held = visitor.page, []
    # Who bought a lecture rates it, on the page with the most that waits for the script.
    visitor.go("/lectures/0").get_by_role("button", name="Buy this lecture").click()
    visitor.confirm()
    page.get_by_role("link", name="See the lecture").wait_for()
    assert visitor.go("/lectures/0/rate").locator("#score-4").count() == 1, visitor.text()
    page.route("**/assets/*.js", lambda route: held.append(route))
    for path in [*PATHS, "/lectures/0/rate"]:
        page.goto(site.origin + path, wait_until="commit")
        painted = "performance.getEntriesByName('first-contentful-paint').length > 0"
        wait_until("a first picture", lambda: (page.wait_for_timeout(5), page.evaluate(painted))[1])
        wait_until("the script", lambda: (page.wait_for_timeout(5), held)[1])
        # A page that is read in pieces is painted in pieces; all of it stands before the script comes.
        wait_until("the whole page", lambda: (page.wait_for_timeout(5), page.evaluate("document.readyState"))[1] != "loading")
        began = page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))")
        while held:
            held.pop().continue_()
        page.wait_for_load_state()
        shifts = page.evaluate(boxes.SHIFTS, began)
        assert shifts == [], (path, shifts)
    visitor.close()


# The pictures of README.md and README.ko.md: name, width, dark, language, account, path.
PICTURES = [
    ("lectures", "wide", False, "en-US", "/lectures"),
    ("lecture-phone", "phone", False, "ko-KR", "/lectures/0"),
    ("review-phone", "phone", False, "en-US", "buy"),
    ("exchange-dark", "wide", True, "en-US", "/exchange/TKA-TKB"),
    ("gas-phone", "phone", True, "uk-UA", "/gas"),
]


def pictures(site, browser, width, script):
    """The pictures of the README are made; with WRITE_DOCS=1 they are written to Docs/pages."""
    folder = pathlib.Path(__file__).parents[2] / "Docs" / "pages"
    for name, size, dark, locale, path in PICTURES:
        visitor = Visitor(browser, site, size, locale=locale, dark=dark)
        if path == "buy":
            visitor.go("/lectures/1").locator("main form button[type=submit]").first.click()
            visitor.page.wait_for_url("**/proposals/*")
        else:
            answer = visitor.page.goto(site.origin + path)
            assert answer.status == 200, (path, answer.status, visitor.text())
        picture = visitor.page.screenshot(type="png")
        assert len(picture) > 5_000, name
        if os.environ.get("WRITE_DOCS"):
            folder.mkdir(exist_ok=True)
            (folder / f"{name}.png").write_bytes(picture)
        assert (folder / f"{name}.png").exists(), f"Docs/pages/{name}.png is missing: WRITE_DOCS=1 makes it"
        visitor.close()
    assert sum(file.stat().st_size for file in folder.iterdir()) < 1_500_000


JOURNEYS = [
    enter, buy_and_rate, one_payment, other_pages, live, half_filled, keyboard, languages, forged_requests, crawl, new_wallet, teaching,
    evil_titles, sending, trading, scanning, accessibility, access_for_all, keyboard_only, importing, layout, steady, pictures,
]


if __name__ == "__main__":
    go_journey(JOURNEYS, lambda program, journey: demo(program))
