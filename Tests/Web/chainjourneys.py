"""The ways through the pages of one person that need the chain in one's hands: a node that is away, a block that does not
come, time that passes. `chainjourneys.py PROGRAM NAME [WIDTH] [noscript]` goes one; without a name the names are listed."""

import decimal
import hashlib
import http.server
import json
import os
import threading
import tempfile
import time

from axe_playwright_python.sync_playwright import Axe

from chainsite import own_site
from pagesite import PASSWORD, Site, Visitor, go_journey, wait_until
from walletstandin import Wallet, call

ETHER = 10**18


def to_review(visitor, lecture=0, button="Buy this lecture"):
    page = visitor.go(f"/lectures/{lecture}")
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**/proposals/*")
    return page


def press(visitor, password=PASSWORD):
    """Says yes on a review, without waiting for the end."""
    if visitor.page.locator("#password").count():
        visitor.page.locator("#password").fill(password)
    visitor.page.locator("main form button[type=submit]").first.click()


def done(visitor, heading="It is done"):
    """Says yes on a review and waits for its end."""
    press(visitor)
    wait_until(heading, lambda: is_over(visitor) and "/proposals/" in visitor.page.url and visitor.heading() == heading)


def is_over(visitor):
    return visitor.page.locator("h1").count() == 1 and not visitor.page.locator("body[data-every]").count()


def address(site, name):
    return next(wallet["address"] for wallet in site.run("wallet", "list")["result"]["accounts"] if wallet["name"] == name)


def node_away(site, browser, width, script):
    """A node that is away before, during and after a purchase costs nothing twice, and every page says what it knows."""
    visitor = Visitor(browser, site, width, script)
    page, student, axe = visitor.page, address(site, "student1"), Axe()
    # Before: the list, the lecture and the button say that the node is away.
    site.line.cut()
    for path in ["/lectures", "/lectures/0", "/mine", "/wallets/student1", "/gas"]:
        answer = page.goto(site.origin + path)
        assert answer.status in (200, 502, 503, 504), (path, answer.status, visitor.text())
        # A page that only reads says nothing of what was sent: a form before it may have sent something.
        assert "node" in visitor.text().lower() and "Nothing was sent" not in visitor.text(), (path, visitor.text())
        visitor.look(f"{path} without a node", axe)
    site.line.mend()
    # At the review: nothing was sent, and the same review goes on when the node is back.
    to_review(visitor)
    review = page.url
    site.line.cut()
    press(visitor)
    wait_until("an answer", lambda: is_over(visitor))
    assert "Nothing was sent" in visitor.text() or "nothing was sent" in visitor.text(), visitor.text()
    visitor.look("the node is away at the review")
    site.line.mend()
    assert site.school.count(student) == 0
    page.get_by_role("link", name="Review", exact=True).click()
    page.wait_for_url(review)
    # The node is cut off at the very moment of sending, before it has got anything.
    site.line.cut_when("eth_sendRawTransaction", False)
    press(visitor)
    page.wait_for_timeout(3000)
    under_way = visitor.text()
    assert "It is done" not in visitor.heading(), under_way
    assert "Nothing was sent" not in under_way, under_way
    visitor.look("the node is away at the sending")
    assert site.school.count(student) == 0
    site.line.mend()
    resume(visitor)
    wait_until("the purchase", lambda: site.school.students(0) == 1)
    visitor.go("/lectures/0")
    assert "You bought this lecture." in visitor.text(), visitor.text()
    assert site.school.count(student) == 1
    # The node has got it, and its answer is lost.
    to_review(visitor, 1)
    site.line.cut_when("eth_sendRawTransaction", True)
    press(visitor)
    wait_until("the node's block", lambda: site.school.students(1) == 1)
    page.wait_for_timeout(2000)
    assert "Nothing was sent" not in visitor.text(), visitor.text()
    site.line.mend()
    resume(visitor)
    wait_until("the end", lambda: "You bought this lecture." in (visitor.go("/lectures/1"), visitor.text())[1])
    assert site.school.count(student) == 2 and site.school.students(1) == 1
    visitor.close()


def resume(visitor):
    """Goes on with what was left, where something was."""
    page = visitor.go("/transactions")
    if page.get_by_role("button", name="Resume all").count():
        page.get_by_role("button", name="Resume all").click()
        page.wait_for_url("**/transactions?resumed=*")


def stuck(site, browser, width, script):
    """A transaction that no block takes is sped up, another is cancelled: each account's number is used once."""
    visitor = Visitor(browser, site, width, script)
    page, student = visitor.page, address(site, "student1")
    site.school.hold()
    for number, button, lecture in [(1, "Speed up", 0), (2, "Cancel it", 1)]:
        to_review(visitor, lecture)
        press(visitor)
        wait_until("the sending", lambda: visitor.heading() == "It is being sent")
        if script:
            # A phone without a network keeps the page.
            visitor.context.set_offline(True)
            page.wait_for_timeout(3000)
            assert visitor.heading() == "It is being sent", page.url
            visitor.context.set_offline(False)
        wait_until("the node has it", lambda: int(call(site.school.node, "eth_getTransactionCount", student, "pending"), 16) == number)
        visitor.go("/transactions").locator("tbody a").first.click()
        page.wait_for_url("**/transactions/*")
        visitor.look(f"stuck {number}")
        page.get_by_role("button", name=button).click()
        page.wait_for_url("**/proposals/*")
        visitor.look(f"review of {button}")
        press(visitor)
        wait_until("the other", lambda: page.locator("body[data-every]").count() or is_over(visitor))
        page.wait_for_timeout(1500)
        call(site.school.node, "evm_mine")
        wait_until("the end", lambda: is_over(visitor))
        assert visitor.heading() == ("It is done" if number == 1 else "Cancelled"), visitor.text()
        visitor.look(f"the end of {button}")
        assert site.school.count(student) == number
    assert site.school.students(0) == 1 and site.school.students(1) == 0
    visitor.go("/lectures/1")
    assert page.get_by_role("button", name="Buy this lecture").count() == 1, visitor.text()
    site.school.hold(False)
    visitor.close()


def locking(site, browser, width, script):
    """Keys that were kept are locked by time and by the button; wrong passwords have to wait, in the next start too."""
    visitor = Visitor(browser, site, width, script)
    page = to_review(visitor)
    page.locator("#password").fill(PASSWORD)
    page.get_by_label("Keep this account unlocked").check()
    done(visitor)
    to_review(visitor, 1)
    assert page.locator("#password").count() == 0 and "student1 is unlocked." in visitor.text(), visitor.text()
    page.get_by_role("button", name="Lock keys").click()
    page.wait_for_load_state()
    to_review(visitor, 1)
    assert page.locator("#password").count() == 1, visitor.text()
    page.get_by_label("Keep this account unlocked").check()
    done(visitor)
    # By itself, while a review is open: nothing is sent without the password then.
    to_review(visitor, 2)
    assert page.locator("#password").count() == 0, visitor.text()
    review = page.url

    def is_locked():
        visitor.go("/settings")
        return page.get_by_role("button", name="Lock keys").count() == 0

    page.wait_for_timeout(1000)
    other = visitor.context.new_page()
    other.goto(review)
    wait_until("the lock", is_locked, 120)
    other.locator("main form button[type=submit]").first.click()
    other.wait_for_load_state()
    other.locator("#password").wait_for()
    assert site.school.students(2) == 0 and site.school.count(address(site, "student1")) == 2
    other.close()
    # Five are free, the sixth has to wait.
    page.goto(review)
    for number in range(6):
        page.locator("#password").fill(f"wrong {number}")
        page.locator("main form button[type=submit]").first.click()
        page.wait_for_load_state()
        if number < 5:
            assert page.title().startswith("Error: ") and page.locator("#password").input_value() == "", visitor.text()
    assert "Too many wrong passwords: wait" in visitor.heading() and "Nothing was sent." in visitor.text(), visitor.text()
    visitor.look("too many tries")
    # A fresh browser and session waits as well.
    second = Visitor(browser, site, width, script)
    to_review(second, 2)
    for _ in range(2):
        press(second, "wrong once more")
        second.page.wait_for_load_state()
        if "Too many" in second.heading():
            break
    assert "Too many wrong passwords" in second.heading(), second.text()
    second.close()
    # The right one is taken once the wait is over, and not before.
    while page.goto(review) and page.locator("#password").count():
        press(visitor)
        page.wait_for_timeout(1000)
    wait_until("the purchase", lambda: is_over(visitor) and visitor.heading() == "It is done")
    assert site.school.students(2) == 1
    visitor.close()


def two_accounts(site, browser, width, script):
    """Two browsers with two accounts buy a lecture at once: both have it, and each paid once."""
    visitors = [Visitor(browser, site, width, script) for _ in range(2)]
    for visitor, account in zip(visitors, ["student1", "student2"]):
        visitor.act_as(account)
        to_review(visitor)
        visitor.page.locator("#password").fill(PASSWORD)
    for visitor in visitors:
        visitor.page.get_by_role("button", name="Confirm and send").click(no_wait_after=True)
    for visitor, account in zip(visitors, ["student1", "student2"]):
        wait_until("the end", lambda: visitor.page.locator("h1").count() == 1 and visitor.heading() == "It is done")
        visitor.go("/lectures/0")
        assert "You bought this lecture." in visitor.text(), visitor.text()
        assert site.school.count(address(site, account)) == 1
        visitor.close()
    assert site.school.students(0) == 2


def reclaiming(site, browser, width, script):
    """A payment that nobody settled is taken back after 90 days, and not a day before."""
    visitor = Visitor(browser, site, width, script)
    to_review(visitor)
    done(visitor)
    student = address(site, "student1")
    page = visitor.go("/lectures/0")
    assert page.get_by_role("button", name="Take the payment back").count() == 0, visitor.text()
    site.school.pass_time(89 * 86_400)
    visitor.go("/lectures/0")
    assert page.get_by_role("button", name="Take the payment back").count() == 0, visitor.text()
    site.school.pass_time(86_400 + 60)
    visitor.go("/mine")
    visitor.look("mine after 90 days")
    before = site.school.balance(student)
    to_review(visitor, button="Take the payment back")
    assert "10 KLAY" in visitor.text(), visitor.text()
    done(visitor)
    assert site.school.balance(student) - before > 9 * ETHER
    visitor.go("/lectures/0")
    assert page.get_by_role("button", name="Take the payment back").count() == 0, visitor.text()
    assert page.get_by_role("button", name="Buy this lecture").count() == 0, visitor.text()
    assert "You took the payment for this run back" in visitor.text(), visitor.text()
    visitor.look("a lecture that was paid back")
    visitor.go("/mine")
    assert "You took the payment back" in visitor.text(), visitor.text()
    visitor.close()


def scores(site, browser, width, script):
    """A rating with a score left out is not taken, and keeps the four that were given; no score is given by itself."""
    visitor = Visitor(browser, site, width, script)
    to_review(visitor)
    done(visitor)
    page = visitor.go("/lectures/0/rate")
    given = ["100", "80", "34", "77"]
    fields = [page.locator(f"#score-{index}") for index in range(5)]
    assert [field.input_value() for field in fields] == [""] * 5
    for field, score in zip(fields, given):
        field.fill(score)
    # The browser itself asks for the fifth; who sends the form past it is told by the page.
    page.locator("main form").last.evaluate("form => form.noValidate = true")
    with page.expect_response("**/rate") as answer:
        page.get_by_role("button", name="Review", exact=True).click()
    assert answer.value.status == 422 and page.title().startswith("Error: "), (answer.value.status, page.title())
    assert [field.input_value() for field in fields] == given + [""], [field.input_value() for field in fields]
    assert page.locator("#score-4").get_attribute("aria-invalid") == "true", visitor.text()
    visitor.look("a score is missing")
    page.locator("#score-4").fill("99")
    page.get_by_role("button", name="Review", exact=True).click()
    done(visitor)
    visitor.go("/lectures/0")
    assert "78 of 100" in visitor.text(), visitor.text()
    visitor.close()


class Hook(http.server.BaseHTTPRequestHandler):
    """A receiver of alerts."""

    got = []

    def do_POST(self):
        self.got.append((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def alerts(site, browser, width, script):
    """An alert of a page and one with a webhook cross: the page says so, and the receiver gets one post."""
    hook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=hook.serve_forever, daemon=True).start()
    visitor = Visitor(browser, site, width, script)
    page = visitor.go("/gas")
    page.locator("#alert-when").select_option("above")
    page.locator("#alert-limit").fill("nothing")
    page.get_by_role("button", name="Add the alert").click()
    assert page.title().startswith("Error: "), visitor.text()
    visitor.look("no limit")
    page.locator("#alert-limit").fill("0.001")
    page.locator("#alert-note").fill("buy later")
    page.get_by_role("button", name="Add the alert").click()
    page.wait_for_url("**/gas")
    assert "buy later" in visitor.text(), visitor.text()
    alert = page.locator("tbody tr", has_text="buy later")
    before = alert.inner_text()
    place = ["--network", "local", "--endpoint", site.school.node]
    site.school.run("gas", "alert", "add", "--above", "0.001", "--webhook", f"http://127.0.0.1:{hook.server_address[1]}/",
                    *place)
    visitor.go("/gas")
    site.school.watch_gas()
    wait_until("the post", lambda: Hook.got)
    headers, body = Hook.got[0]
    assert json.loads(body) and any(name.lower() == "x-lectures-delivery" for name in headers), (headers, body)
    # The page reads the book anew with the next block.
    call(site.school.node, "evm_mine")
    if not script:
        visitor.go("/gas")
    wait_until("the page's news", lambda: alert.inner_text() != before)
    site.school.watch_gas()
    assert len(Hook.got) == 1, Hook.got
    for button in range(2):
        page.get_by_role("button", name="Remove alert").first.click()
        page.wait_for_url("**/gas")
    assert "buy later" not in visitor.text(), visitor.text()
    hook.shutdown()
    visitor.close()


def read_only(site, browser, width, script):
    """Pages that only show have no form that sends, and refuse what is posted all the same."""
    visitor = Visitor(browser, site, width, script)
    page = visitor.page
    paths = ["/lectures", "/lectures/0", "/mine", "/mine/teaching", "/mine/owner", "/wallets", "/wallets/student1", "/gas",
             "/rates", "/transactions", "/contacts", "/exchange", "/more", "/settings"]
    for path in paths:
        answer = page.goto(site.origin + path)
        assert answer.status == 200, (path, answer.status)
        assert "Read only" in page.locator("header").inner_text(), path
        targets = page.locator("main form[method=post]").evaluate_all("forms => forms.map((f) => new URL(f.action).pathname)")
        # To look for what came in sends nothing.
        assert set(targets) <= {"/settings", "/session/end", "/wallets/student1/payments"}, (path, targets)
        visitor.look(f"read only {path}")
    for path in ["/lectures/0/buy", "/wallets/student1/send", "/gas/alerts", "/wallets/new", "/wallets/import"]:
        guard = visitor.go("/settings").locator("[name=guard]").first.input_value()
        page.evaluate(
            "([path, guard]) => { const form = document.createElement('form'); form.method = 'post'; form.action = path;"
            " const field = document.createElement('input'); field.name = 'guard'; field.value = guard;"
            " form.append(field); document.body.append(form); form.submit(); }", [path, guard])
        page.wait_for_url("**" + path)
        assert visitor.heading() == "These pages only show", (path, visitor.text())
    visitor.look("the refusal")
    visitor.go("/settings").locator("#theme").select_option("dark")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**saved=yes")
    visitor.close()


def nothing_there(site, browser, width, script):
    """Without a wallet, without a contract and without a node every page says what to do first, and keeps nobody out."""
    paths = ["/lectures", "/lectures/0", "/mine", "/mine/teaching", "/mine/owner", "/teach/new", "/wallets", "/wallets/new",
             "/contacts", "/transactions", "/gas", "/rates", "/exchange", "/explorer", "/settings", "/more", "/scan", "/join"]
    for more in [["--endpoint", site.school.node], ["--endpoint", "http://127.0.0.1:9"],
                 ["--endpoint", site.school.node, "--contract", site.school.contract]]:
        with tempfile.TemporaryDirectory() as home:
            bare = Site(site.program, ["web", "--network", "local", *more], home)
            try:
                visitor, axe = Visitor(browser, bare, width, script), Axe()
                for path in paths:
                    answer = visitor.page.goto(bare.origin + path)
                    assert answer.status < 500 or answer.status == 503, (path, answer.status, visitor.text())
                    visitor.look((path, more), axe)
                visitor.close()
            finally:
                bare.close()


def newcomer(site, browser, width, script):
    """Who has no school is asked for an invitation and takes it on the spot; an empty wallet receives what a purchase lacks,
    and its page leads back to the purchase."""
    school = site.school
    with tempfile.TemporaryDirectory() as home:
        own = Site(site.program, ["web"], home)
        try:
            visitor = Visitor(browser, own, width, script)
            page = visitor.page
            assert visitor.heading() == "No school is set up here yet", visitor.heading()
            assert "Ask your school for an invitation" in visitor.text() and "lectures demo web" in visitor.text(), visitor.text()
            page.locator("#link").fill(
                f"lectures:join?network=school&chain={school.chain}&contract={school.contract}&block=0"
                f"&endpoint={school.node}&symbol=KLAY")
            page.get_by_role("button", name="Look at it").click()
            page.wait_for_url("**/join?*")
            page.get_by_role("button", name="Take it").click()
            page.wait_for_url("**/settings?*")
            page.get_by_role("link", name="All lectures").click()
            page.wait_for_url("**/lectures")
            assert page.locator("main .cards li").count() > 0, visitor.text()
            key, file = school.newcomer(0), os.path.join(home, "key")
            with open(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "w") as place:
                place.write(key + "\n")
            own.run("wallet", "import", "me", "--private-key-file", file, "--light", "--password-file", school.password)
            visitor.act_as("me")
            visitor.go("/wallets/me")
            assert page.locator("main a.button.main").inner_text() == "Receive", visitor.text()
            visitor.go("/lectures/0").get_by_role("button", name="Buy this lecture").click()
            page.get_by_role("heading", name="Not enough money").wait_for()
            visitor.look("not enough money")
            page.locator("main a.button.main").click()
            page.wait_for_url("**/wallets/me/receive?*")
            visitor.look("receive")
            missing = page.locator("#amount").input_value()
            school.give(Wallet(school.node, school.chain, [key]).address, int(decimal.Decimal(missing) * ETHER))
            page.get_by_role("link", name="Back to the purchase").click()
            page.get_by_role("button", name="Buy this lecture").click()
            done(visitor)
            visitor.close()
        finally:
            own.close()


def filled_by_another(site, browser, width, script):
    """An order that one browser placed is filled by another with another account; a second order is cancelled."""
    maker, taker = Visitor(browser, site, width, script), Visitor(browser, site, width, script)
    maker.act_as("teacher")
    taker.act_as("student1")

    def reviewed(visitor):
        """Presses on, through the allowance where it is wanted."""
        page = visitor.page
        page.get_by_role("button", name="Review", exact=True).click()
        page.wait_for_load_state()
        if "/approve?" in page.url:
            page.get_by_role("button", name="Review", exact=True).click()
            done(visitor)
            page.get_by_role("link", name="Continue").click()
            page.get_by_role("button", name="Review", exact=True).click()
        page.wait_for_url("**/proposals/*")

    def place(amount, price):
        page = maker.go("/exchange/CAMP-WKLAY/order")
        page.locator("#side").select_option("sell")
        page.locator("#amount").fill(amount)
        page.locator("#price").fill(price)
        reviewed(maker)
        done(maker)

    place("20", "0.2")
    page = taker.go("/exchange/wrap")
    page.locator("#amount").fill("5")
    page.get_by_role("button", name="Review", exact=True).click()
    done(taker)
    taker.go("/exchange/CAMP-WKLAY")
    for summary in page.locator("main summary").all():
        summary.click()
    # The best offer is the one that was just placed.
    row = page.locator("tr", has=page.get_by_role("link", name="Fill", exact=True)).filter(has_text="0.2").first
    row.get_by_role("link", name="Fill", exact=True).click()
    page.wait_for_url("**/fill?*")
    reviewed(taker)
    assert "20 CAMP" in taker.text() and "4 WKLAY" in taker.text(), taker.text()
    done(taker)
    assert site.school.tokens(site.school.camp, address(site, "student1")) == 20 * ETHER
    assert site.school.tokens(site.school.coin, address(site, "student1")) == ETHER
    wait_until("the end of the order", lambda: "20 CAMP for 4 WKLAY" not in (maker.go("/exchange/CAMP-WKLAY"), maker.text())[1])
    place("10", "0.4")
    maker.go("/exchange/CAMP-WKLAY")
    assert "10 CAMP for 4 WKLAY" in maker.text(), maker.text()
    maker.page.locator("#own-orders li", has_text="10 CAMP for 4 WKLAY").locator("input[type=checkbox]").check()
    maker.page.get_by_role("button", name="Cancel those chosen").click()
    done(maker)
    wait_until("the cancel", lambda: "10 CAMP for 4 WKLAY" not in (maker.go("/exchange/CAMP-WKLAY"), maker.text())[1])
    maker.close()
    taker.close()


JOURNEYS = [
    node_away, stuck, locking, two_accounts, reclaiming, scores, alerts, read_only, nothing_there, newcomer,
    filled_by_another,
]
# What the site of some of them is started with.
STARTS = {locking: ["--lock-after", "1m"], read_only: ["--read-only"]}


if __name__ == "__main__":
    go_journey(
        JOURNEYS,
        lambda program, journey: own_site(
            program, *STARTS.get(journey, []), has_exchange=journey is filled_by_another))
