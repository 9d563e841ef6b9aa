"""The ways that people go through a platform with wallets of their own, in a real browser. `platformjourneys.py PROGRAM NAME [WIDTH]`
goes one; without a name the names are listed."""

import json
import subprocess
import sys
import tempfile
import urllib.parse

from crawler import Crawler
from pagesite import EVIL_TITLES, elsewhere, encoded, form_guard, go_journey, wait_until
from platformsite import PRICE, Guest, platform
from walletstandin import ELSEWHERE_ICON, EVIL_ICON, EVIL_NAME



def sign_in(site, browser, width, script):
    """Reading needs no account; buying leads to the sign-in and from there to the lecture; another wallet's prefix is good, too."""
    wallet = site.school.wallet()
    guest = Guest(browser, site, width, wallet)
    page = guest.go("/lectures/0")
    assert "Swift for beginners" in guest.text() and wallet.asked == []
    page.get_by_role("button", name="Buy this lecture").click()
    page.wait_for_url("**/sign-in?next=*")
    # Nothing is asked before a click.
    assert not {"eth_requestAccounts", "personal_sign"} & set(wallet.methods()), wallet.methods()
    before = cookie_of(guest, site)
    page.locator("#wallets").get_by_role("button", name="MetaMask").click()
    page.wait_for_url("**/lectures/0")
    signed = next(params for method, params in wallet.asked if method == "personal_sign")
    text = bytes.fromhex(signed[0][2:]).decode()
    assert text.startswith(f"{site.host} wants you to sign in with your Ethereum account:\n{wallet.address}\n"), text
    assert f"Chain ID: {site.school.chain}\n" in text, text
    assert cookie_of(guest, site) != before, "the session's number is the one from before the sign-in"
    page.get_by_role("button", name="Buy this lecture").click()
    page.wait_for_url("**/proposals/*")
    guest.close()

    older = site.school.wallet("kaia", announces=False)
    older.unsupported = {"personal_sign"}
    guest = Guest(browser, site, width, older)
    guest.sign_in("Kaia Wallet")
    assert older.methods()[-1] == "klay_sign"
    guest.go("/sign-in").get_by_role("button", name="Sign out").click()
    page = guest.go("/lectures/0")
    page.get_by_role("button", name="Buy this lecture").click()
    page.wait_for_url("**/sign-in?next=*")
    guest.close()


def buy(site, browser, width, script):
    """A lecture is bought with a wallet that knows no fee delegation: once, whatever is pressed how often."""
    wallet = site.school.wallet()
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    page = guest.review()
    assert "10 KLAY" in guest.text() and "Swift for beginners" in guest.text(), guest.text()
    guest.hears("With Kaia Wallet it is free of fees.")
    page.get_by_role("button", name="Go on and pay the fee myself").dblclick(no_wait_after=True)
    guest.ended()
    assert wallet.methods().count("eth_sendTransaction") == 1 and site.school.count(wallet.address) == 1
    asked = next(params[0] for method, params in wallet.asked if method == "eth_sendTransaction")
    assert set(asked) == {"from", "to", "value", "data", "gas"} and int(asked["value"], 16) == PRICE, asked
    guest.go("/lectures/0")
    assert "You bought this lecture." in guest.text(), guest.text()
    assert site.school.students(0) == 1
    guest.close()


def without_fee(site, browser, width, script):
    """Who has the price and nothing more buys, and rates with an empty account: the platform pays the fees."""
    for kind in ["kaia", "node", "placeholder"]:
        wallet = site.school.wallet(kind, site.school.newcomer(PRICE))
        guest = Guest(browser, site, width, wallet)
        guest.sign_in()
        guest.review()
        guest.pay()
        guest.ended()
        assert site.school.balance(wallet.address) == 0
        page = guest.go("/lectures/0")
        page.get_by_role("link", name="Rate this lecture").click()
        for index, score in enumerate([100, 80, 34, 77, 99]):
            page.locator(f"#score-{index}").fill(str(score))
        page.get_by_role("button", name="Review", exact=True).click()
        page.wait_for_url("**/proposals/*")
        page.locator("#wallet button").first.wait_for()
        wallet.unsupported = {"klay_signTransaction"}
        guest.pay()
        guest.ended()
        assert wallet.methods()[-1] == "kaia_signTransaction" and site.school.count(wallet.address) == 2
        guest.go("/lectures/0")
        assert "78 of 100" in guest.text(), guest.text()
        guest.close()


def who_pays(site, browser, width, script):
    """A wallet that knows no fee delegation says which one does, and lets the person pay."""
    wallet = site.school.wallet()
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    guest.review()
    guest.hears("With Kaia Wallet it is free of fees.")
    guest.pay()
    assert "eth_sendTransaction" not in wallet.methods()
    own = guest.page.get_by_role("button", name="Go on and pay the fee myself")
    # Who refuses that in the wallet chooses it again with one press.
    for refused in ["eth_requestAccounts", "eth_sendTransaction"]:
        wallet.refuses = {refused}
        own.click()
        guest.hears("You refused it in the wallet. Nothing was sent.")
        assert site.school.count(wallet.address) == 0
    wallet.refuses = set()
    own.click()
    guest.ended()
    assert wallet.methods().count("eth_sendTransaction") == 2 and site.school.count(wallet.address) == 1
    guest.close()
    # What may have been sent is not offered again.
    doubtful = site.school.wallet()
    guest = Guest(browser, site, width, doubtful)
    guest.sign_in()
    guest.review()
    doubtful.fails = {"eth_sendTransaction"}
    guest.pay()
    own = guest.page.get_by_role("button", name="Go on and pay the fee myself")
    own.click()
    guest.hears("Look in the wallet whether it was sent before you try again.")
    assert own.count() == 0, guest.status()
    guest.close()


def refused(site, browser, width, script):
    """What the person refuses in the wallet is not sent, and can be tried again."""
    wallet = site.school.wallet("kaia")
    guest = Guest(browser, site, width, wallet)
    wallet.refuses = {"personal_sign"}
    guest.go("/sign-in").locator("#wallets").get_by_role("button").click()
    guest.hears("You refused it in the wallet. Nothing was sent.")
    wallet.refuses = set()
    guest.sign_in()
    guest.review()
    wallet.refuses = {"klay_signTransaction", "eth_sendTransaction"}
    guest.pay()
    guest.hears("You refused it in the wallet. Nothing was sent.")
    assert site.school.count(wallet.address) == 0
    wallet.refuses = set()
    guest.pay()
    guest.ended()
    guest.close()


def wrong_chain(site, browser, width, script):
    """A wallet on another network is asked to change, and does not send there."""
    wallet = site.school.wallet(chain=1)
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    guest.review()
    start(guest)
    # This network has no public endpoint that the wallet could be given.
    guest.hears("The wallet does not know local.")
    assert "eth_sendTransaction" not in wallet.methods()
    wallet.chains.add(site.school.chain)
    wallet.refuses = {"wallet_switchEthereumChain"}
    start(guest)
    guest.hears("You refused it in the wallet. Nothing was sent.")
    wallet.refuses = set()
    start(guest)
    guest.ended()
    assert wallet.chain == site.school.chain
    guest.close()


def start(guest):
    """Presses the button by which the person pays all of it, after the one that says who would pay."""
    own = guest.page.get_by_role("button", name="Go on and pay the fee myself")
    if own.count() == 0:
        guest.pay()
    if guest.page.locator("#wallet").get_attribute("data-fee") == "platform" and not guest.wallets[0].is_kaia:
        own.click()


def another_account(site, browser, width, script):
    """Who turns to another account in the wallet signs in again; what another account signs is not taken."""
    wallet = site.school.wallet("kaia")
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    page = guest.review()
    wallet.turn(page, 1)
    guest.hears("The wallet shows another account")
    assert page.locator("#pay").is_disabled()
    assert page.get_by_role("link", name="Sign in again").get_attribute("href").startswith("/sign-in?next=")
    wallet.turn(page, 0)
    wait_until("the button", lambda: not page.locator("#pay").is_disabled())
    # It turns while the wallet is asked: the wallet refuses for the account that is not chosen.
    wallet.moves_at = "klay_signTransaction" if page.locator("#wallet").get_attribute("data-fee") == "platform" else \
        "eth_sendTransaction"
    guest.pay()
    guest.hears("The wallet shows another account")
    assert [site.school.count(account) for account in wallet.accounts] == [0, 0]
    guest.close()

    # A signature of another account is none of the account that asks.
    liar = site.school.wallet()
    guest = Guest(browser, site, width, liar)
    liar.moves_at = "personal_sign"
    liar._own = lambda address: None
    guest.go("/sign-in").locator("#wallets").get_by_role("button").click()
    wait_until("a refusal", lambda: guest.page.locator("#wallets .note").count() == 1 and "window" not in guest.status())
    assert guest.page.url.endswith("/sign-in")
    guest.close()


def other_than_asked(site, browser, width, script):
    """A wallet that signs something else gets no fee paid, and what it sent is not taken for what was shown."""
    for change in [{"value": "0x1"}, {"to": "0x" + "11" * 20}, {"data": "0x12345678"}, {"gas": "0x989680"}]:
        wallet = site.school.wallet("kaia")
        wallet.changes, wallet.broadcasts = change, True
        guest = Guest(browser, site, width, wallet)
        guest.sign_in()
        page = guest.review()
        if page.locator("#wallet").get_attribute("data-fee") == "platform":
            guest.pay()
            wait_until("a refusal", lambda: "window of your wallet" not in guest.status() and page.locator("#wallet .note").count())
            assert "klay_signTransaction" in wallet.methods() and wallet.broadcast_error, (wallet.asked, guest.status())
            assert site.school.count(wallet.address) == 0
        guest.close()
    wallet = site.school.wallet()
    wallet.changes = {"to": wallet.accounts[1], "value": "0x1", "data": "0x"}
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    guest.review()
    start(guest)
    guest.until("the wallet's transaction", lambda: site.school.count(wallet.address) == 1)
    wait_until("its end", lambda: guest.page.locator("#pay").count() == 0)
    wait_until("the reason", lambda: guest.page.locator(".note.bad").count() == 1)
    assert guest.heading() != "It is done", guest.text()
    guest.close()


def closed_tab(site, browser, width, script):
    """A tab that is closed while the wallet sends loses nothing: the next visit tells that it is done, and nothing is sent again."""
    wallet = site.school.wallet()
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    page = guest.review()
    review = page.url
    guest.context.route("**/sent", lambda route: route.abort())
    start(guest)
    guest.until("the transaction", lambda: site.school.count(wallet.address) == 1)
    page.close()
    guest.context.unroute("**/sent")
    guest.page = guest.context.new_page()
    guest.page.goto(review)
    guest.ended()
    guest.go("/lectures/0")
    assert "You bought this lecture." in guest.text(), guest.text()
    assert site.school.count(wallet.address) == 1 and wallet.methods().count("eth_sendTransaction") == 1
    guest.close()


def lost_answer(site, browser, width, script):
    """An answer to the fee that is cut after the site took it ends in the outcome by itself; a press elsewhere leads there, too."""
    wallet = site.school.wallet("kaia", site.school.newcomer(PRICE))
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    page = guest.review()
    assert page.locator("[data-other-wallets]").is_hidden() and page.locator("main .button.main").count() == 1
    # Another tab with the same review, from before.
    second = guest.context.new_page()
    second.goto(page.url)
    second.locator("#wallet button").first.wait_for()
    taken = []

    def cut(route):
        taken.append(guest.hand_over(route.request))
        route.abort()

    guest.context.route("**/api/v1/fee", cut)
    guest.pay()
    guest.hears("it may have been sent")
    assert page.get_by_role("button", name="Go on and pay the fee myself").count() == 0
    guest.ended()
    assert taken == [200] and site.school.count(wallet.address) == 1 and site.school.balance(wallet.address) == 0
    guest.context.unroute("**/api/v1/fee")
    guest.page = second
    guest.pay()
    guest.ended()
    assert wallet.methods().count("klay_signTransaction") == 1 and site.school.count(wallet.address) == 1
    guest.close()


def lost_on_the_way(site, browser, width, script):
    """What did not reach the site, or whoever pays the fee, is handed over again by itself: the same bytes, signed once."""
    wallet = site.school.wallet("kaia", site.school.newcomer(PRICE))
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    guest.review()
    handed = []

    def lose(route):
        handed.append(route.request.post_data)
        if len(handed) > 2:
            route.continue_()
        elif len(handed) == 1:
            # As a proxy answers while the site behind it is started anew.
            route.fulfill(status=502, content_type="text/html", body="<h1>502</h1>")
        else:
            unknown = {"code": "delegation.outcomeUnknown", "message": "Nobody can tell yet."}
            route.fulfill(status=202, content_type="application/json", body=json.dumps({"ok": False, "error": unknown}))

    guest.context.route("**/api/v1/fee", lose)
    guest.pay()
    guest.ended()
    assert len(handed) == 3 and len(set(handed)) == 1, handed
    assert wallet.methods().count("klay_signTransaction") == 1 and site.school.count(wallet.address) == 1
    assert site.school.balance(wallet.address) == 0
    guest.close()


def evil_names(site, browser, width, script):
    """A wallet's name and picture do nothing but stand there; two that say they are the same are told, and neither is taken."""
    evil = site.school.wallet(name=EVIL_NAME, icon=EVIL_ICON, rdns="evil")
    plain = site.school.wallet(name="\u202e", icon=ELSEWHERE_ICON, rdns="<b>")
    guest = Guest(browser, site, width, evil, plain)
    page = guest.go("/sign-in")
    buttons = page.locator("#wallets button")
    wait_until("the wallets", lambda: buttons.count() == 2)
    name = buttons.first.inner_text()
    assert name.startswith("<img src=x onerror=alert(1)>") and len(name) == 64, repr(name)
    assert not any(mark in name for mark in "\u202e\u2066\u0007\u200b") and page.locator("#wallets img").count() == 1
    guest.look("the name")
    guest.close()
    real = site.school.wallet(uuid="one", name="Real", rdns="io.real")
    fake = site.school.wallet(uuid="one", name="Fake", rdns="io.real")
    guest = Guest(browser, site, width, real, fake)
    page = guest.go("/sign-in")
    guest.hears("Two wallets say that they are the same one.")
    assert "Fake" in guest.status() and page.locator("#wallets button").count() == 1
    assert page.locator("#wallets button.main").count() == 0
    assert real.asked == [] and fake.asked == []
    guest.close()


def evil_titles(site, browser, width, script):
    """Titles of any bytes, past all that the program says of them, are text wherever a platform shows them."""
    titles = [title.encode() for title in EVIL_TITLES] + [b"\xff\xfe\xc0\xaf<b>bytes</b>"]
    for title in titles:
        site.school.open_lecture(title)
    wallet = site.school.wallet()
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    lectures = [f"/lectures/{number}" for number in range(3, 3 + len(titles))]
    for path in ["/lectures?all=yes", "/lectures?q=alert", *lectures]:
        guest.reads_as_text(path)
    assert "⟨U+202E⟩gnp.exe" in guest.reads_as_text(lectures[4])
    assert "\ufffd" in guest.reads_as_text(lectures[-1]) and "<b>bytes</b>" in guest.text(), guest.text()
    for number in [4, 7, 2 + len(titles)]:
        page = guest.review(number)
        guest.reads_as_text(urllib.parse.urlsplit(page.url).path)
        page.locator("#wallet button").first.wait_for()
        start(guest)
        guest.ended()
        guest.look("the end")
    for path in ["/mine", "/transactions"]:
        guest.reads_as_text(path)
    assert site.school.count(wallet.address) == 3
    guest.close()


def other_pages(site, browser, width, script):
    """A page of another program, also on another port of the same name, reads nothing where somebody is signed in, and buys nothing."""
    guest = Guest(browser, site, width, site.school.wallet())
    guest.sign_in()
    for host in ["127.0.0.1", site.host.split(":")[0]]:
        with elsewhere(guest, host) as page:
            # Who follows a link there is in: reading is for everybody.
            page.evaluate(f"location.href = '{site.origin}/lectures/0'")
            page.get_by_role("button", name="Buy this lecture").wait_for()
    guest.go("/transactions")
    assert "You have sent nothing from here yet." in guest.text(), guest.text()
    guest.close()


def cookie_of(guest, site):
    return "; ".join(f"{c['name']}={c['value']}" for c in guest.context.cookies() if c["name"].startswith("__Host-"))


def silent(site, browser, width, script):
    """A wallet that never answers is waited for no longer than two minutes: the page says what is known, and a link begins anew."""
    wallet = site.school.wallet("kaia", site.school.newcomer(PRICE))
    guest = Guest(browser, site, width, wallet)
    # The page's own clock, which goes on when it is told to.
    guest.page.clock.install()

    def waits(method, said, back):
        """Two minutes without an answer, and the way back."""
        guest.hears("Go on in the window of your wallet.")
        guest.until(method, lambda: wallet.methods()[-1] == method)
        guest.page.clock.fast_forward(119_000)
        assert "has not answered" not in guest.status(), guest.status()
        guest.page.clock.fast_forward(1_000)
        guest.hears(said)
        guest.look("the wallet that is silent")
        guest.page.locator("#wallets, #wallet").get_by_role("link", name=back).click()
        wait_until("the page anew", lambda: "has not answered" not in guest.page.locator("main").inner_text())
        wallet.silent = set()

    page = guest.go("/sign-in")
    for method in ["eth_requestAccounts", "personal_sign"]:
        wallet.silent = {method}
        page.locator("#wallets").get_by_role("button").click()
        waits(method, "Nothing was sent.", "Load this page again")
    guest.sign_in()
    page = guest.review()
    wallet.silent = {"klay_signTransaction"}
    guest.pay()
    waits("klay_signTransaction", "Nothing was sent.", "Look at it anew")
    assert site.school.count(wallet.address) == 0
    # What was asked for stands as it was, and is signed once.
    page.locator("#wallet button").first.wait_for()
    guest.pay()
    guest.ended()
    assert site.school.count(wallet.address) == 1
    guest.close()

    # Whether a wallet sent that has been asked to and is silent is not known, and the page says no more than that.
    wallet = site.school.wallet()
    guest = Guest(browser, site, width, wallet)
    guest.page.clock.install()
    guest.sign_in()
    guest.review()
    wallet.silent = {"eth_sendTransaction"}
    start(guest)
    waits("eth_sendTransaction", "we do not know whether it was sent", "Look at it anew")
    assert "Nothing was sent" not in guest.text() and site.school.count(wallet.address) == 0, guest.text()
    guest.close()


def stolen_cookie(site, browser, width, script):
    """A cookie without the guard of a page does nothing, wherever the request comes from."""
    wallet = site.school.wallet("kaia")
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    page = guest.review()
    review = urllib.parse.urlsplit(page.url).path
    cookie = {"Cookie": cookie_of(guest, site), "Origin": site.origin, "Accept": "application/json"}
    form = {**cookie, "Content-Type": "application/x-www-form-urlencoded"}
    other = Guest(browser, site, width, site.school.wallet())
    other.sign_in()
    foreign = form_guard(other.go("/sign-in").content())
    fee = f'{{"proposal":"{review[11:]}","userSignedTx":{{"raw":"0x31c0"}}}}'
    for guard in [None, "x", foreign]:
        fields = {} if guard is None else {"guard": guard}
        for path, more in [
            ("/lectures/0/buy", {}), (review + "/asked", {"shown": "1"}),
            (review + "/sent", {"hash": "0x" + "11" * 32}), ("/session/nonce", {"address": wallet.address}),
            ("/session/end", {}),
        ]:
            status, _, text = site.request("POST", path, form, encoded(**fields, **more))
            assert status == 403, (path, guard, status, text)
        header = {} if guard is None else {"X-Form-Guard": guard}
        status, _, text = site.request("POST", "/api/v1/fee", {**cookie, **header, "Content-Type": "application/json"}, fee)
        assert status == 403, (guard, status, text)
    # Somebody else's review is nobody's.
    status, _, text = site.request("GET", review, {"Cookie": cookie_of(other, site)})
    assert status in (403, 404) and wallet.address not in text, status
    page.reload()
    assert page.locator("#pay").count() == 1, "the review was changed by requests without its guard"
    guest.close()
    other.close()


def crawl(site, browser, width, script):
    """No page asks for a password, takes style or script from elsewhere, or shows more than it has room for."""
    wallet = site.school.wallet()
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    guest.review()
    start(guest)
    guest.ended()
    starts = ["/", "/lectures", "/sign-in", "/mine", "/settings", "/more", "/transactions", "/teach/new"]
    seen, left = set(), list(starts)
    while left and len(seen) < 120:
        path = left.pop(0)
        if path in seen:
            continue
        seen.add(path)
        answer = guest.page.goto(site.origin + path)
        page = guest.page
        assert answer.status in (200, 403, 404), (path, answer.status)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "trusted-types 'none'" in policy, (path, policy)
        assert page.locator("input[type=password], [autocomplete*=password]").count() == 0, f"{path} asks for a password"
        assert page.locator("style, [style], [onclick], script:not([src])").count() == 0, f"{path} has script or style inside"
        guest.look(path)
        for link in page.locator("a[href^='/']").all():
            href = link.get_attribute("href").split("#")[0]
            # What is kept as a file is no page.
            if href not in seen and "/assets/" not in href and not href.endswith((".json", ".png")):
                left.append(href)
    assert len(seen) > 12, seen
    # Nor does any form of it fail, whatever is put in.
    crawler = Crawler(site, cookie_of(guest, site))
    crawler.crawl(*starts)
    assert crawler.sent and not crawler.passwords, (crawler.sent, crawler.passwords)
    assert {200, 303, 422} <= set(crawler.statuses), crawler.statuses
    guest.close()


def interface(site, browser, width, script):
    """Whatever a program asks for, the answer is one that `/openapi.json` declares for the route, and of that form."""
    guest = Guest(browser, site, width, site.school.wallet())
    guest.sign_in()
    cookie = cookie_of(guest, site)
    fields = {"Host": site.host, "Origin": site.origin, "Accept": "application/json", "Cookie": cookie}
    fields["X-Form-Guard"] = form_guard(site.request("GET", "/settings", {"Cookie": cookie})[2])
    # What is asked for in good faith is given; afterwards the counters of requests may be full.
    asked = {**fields, "Content-Type": "application/json"}
    wish = json.dumps({"action": "purchase", "lecture": "0"})
    status, _, text = site.request("POST", "/api/v1/proposals", asked, wish)
    assert status == 200, (status, text)
    proposal = json.loads(text)["proposal"]
    status, _, text = site.request("GET", f"/api/v1/proposals/{proposal['id']}", fields)
    assert status == 200 and json.loads(text)["proposal"]["id"] == proposal["id"], (status, text)
    status, _, text = site.request("GET", "/api/v1/lectures?q=Swift&open=1&page=1", fields)
    assert status == 200 and json.loads(text)["total"] == 1, (status, text)
    status, headers, _ = site.request("POST", "/api/v1/proposals", asked, "x" * 9000)
    assert status == 413 and headers["content-type"].startswith("text/plain"), (status, headers)
    checks = [
        "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
        "response_schema_conformance", "unsupported_method"]
    with tempfile.TemporaryDirectory(prefix="lectures-interface-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", "schemathesis.cli", "run", f"http://127.0.0.1:{site.port}/openapi.json", "--checks",
             ",".join(checks), "--phases", "examples,coverage,fuzzing", "--max-examples", "40", "--seed", "1", "--no-color",
             *(part for name, value in fields.items() for part in ("-H", f"{name}: {value}"))],
            capture_output=True, text=True, cwd=folder, timeout=600)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    guest.close()


def accessibility(site, browser, width, script):
    """Sign-in, lectures, reviews and what became of them keep nobody out, in both themes."""
    from axe_playwright_python.sync_playwright import Axe

    axe = Axe()
    for dark in [False, True]:
        wallets = [site.school.wallet(), site.school.wallet("kaia")]
        guest = Guest(browser, site, width, *wallets, dark=dark)
        for path in ["/lectures", "/lectures/0", "/lectures/999", "/more", "/settings"]:
            guest.go(path)
            guest.look(path, axe)
        guest.go("/sign-in").locator("#wallets button").nth(1).wait_for()
        guest.look("sign-in", axe)
        wallets[0].refuses = {"personal_sign"}
        guest.page.locator("#wallets").get_by_role("button", name="MetaMask").click()
        guest.hears("You refused it")
        guest.look("sign-in refused", axe)
        wallets[0].refuses = set()
        guest.sign_in("MetaMask")
        page = guest.review()
        guest.look("review", axe)
        wallets[0].turn(page, 1)
        guest.hears("The wallet shows another account")
        guest.look("review with another account", axe)
        wallets[0].turn(page, 0)
        wait_until("the button", lambda: not page.locator("#pay").is_disabled())
        start(guest)
        guest.ended()
        guest.look("done", axe)
        for path in ["/lectures/0", "/mine", "/transactions"]:
            guest.go(path)
            guest.look(path, axe)
        guest.close()


def clocks(site, browser, width, script):
    """A time is told by the clock of who reads it, by the reader's summer time, and without JavaScript with the server's."""
    moment = "2026-07-01T22:30:00Z"
    told = {
        ("en-US", "UTC"): "2026-07-01 22:30 UTC", ("ko-KR", "Asia/Seoul"): "2026년 7월 2일 07:30 UTC+09:00",
        ("uk-UA", "Europe/Kiev"): "02.07.2026, 01:30 UTC+03:00", ("en-US", "America/St_Johns"): "2026-07-01 20:00 UTC-02:30",
    }
    for (locale, zone), expected in told.items():
        guest = Guest(browser, site, width, locale=locale, zone=zone)
        times = guest.go("/lectures/0").locator("main time[data-local]")
        assert times.count() > 0, guest.text()
        shown = times.first
        here = guest.page.evaluate(
            "(text) => new Intl.DateTimeFormat('en-GB', {timeStyle: 'short'}).format(new Date(text))",
            shown.get_attribute("datetime"))
        assert here in shown.inner_text(), (here, shown.inner_text())
        # The same page with another time, as its script reads it.
        html = guest.page.content()
        changed = html.replace(shown.get_attribute("datetime"), moment)
        guest.page.route("**/lectures/0", lambda route: route.fulfill(body=changed, content_type="text/html"))
        text = guest.go("/lectures/0").locator(f"time[datetime='{moment}']").first.inner_text()
        assert text == expected, (text, expected)
        guest.close()
    guest = Guest(browser, site, width, script=False, zone="Asia/Seoul")
    text = guest.go("/lectures/0").locator("main time[data-local]").first.inner_text()
    assert "UTC+09:00" not in text, text
    guest.close()


def without_script(site, browser, width, script):
    """Without JavaScript everything can be read, and the page says what signing needs."""
    guest = Guest(browser, site, width, script=False)
    page = guest.go("/lectures")
    page.get_by_role("link", name="Swift for beginners").click()
    assert "10 KLAY" in guest.text()
    guest.go("/sign-in")
    assert "JavaScript" in guest.text(), guest.text()
    guest.close()


def signs(guest):
    """Asks the wallet, until what it signed is through."""
    guest.page.locator("#pay").wait_for()
    guest.pay()
    guest.ended()


def trading(site, browser, width, script):
    """Coins become tokens, the allowance comes first, an order of the book is filled: each by one transaction of the wallet."""
    school = site.school
    wallet = school.wallet(key=school.newcomer(20 * 10**18))
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    page = guest.go("/exchange/wrap")
    page.locator("#amount").fill("9")
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/proposals/*")
    signs(guest)
    assert school.tokens(school.coin, wallet.address) == 9 * 10**18
    page = guest.go("/exchange")
    page.get_by_role("link", name="CAMP").first.click()
    page.wait_for_url("**/exchange/CAMP-WKLAY")
    guest.look("the pair's page")
    for summary in page.locator("summary").all():
        summary.click()
    page.get_by_role("link", name="Fill", exact=True).first.click()
    page.wait_for_url("**/fill?*")
    page.locator("#amount").fill("3")
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/approve?*")
    assert "exactly this amount" in guest.text()
    guest.look("the approval")
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/proposals/*")
    signs(guest)
    page.get_by_role("link", name="Continue").click()
    page.wait_for_url("**/fill?*")
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/proposals/*")
    for part in ["10 CAMP", "3 WKLAY", "0.3"]:
        assert part in guest.text(), (part, guest.text())
    guest.look("the review")
    # What the person refuses is not sent; a second press fills it once.
    wallet.refuses = {"eth_sendTransaction"}
    guest.pay()
    guest.hears("You refused it in the wallet. Nothing was sent.")
    wallet.refuses = set()
    review = page.url
    page.locator("#pay").dblclick(no_wait_after=True)
    guest.ended()
    assert school.tokens(school.camp, wallet.address) == 10 * 10**18
    assert school.tokens(school.coin, wallet.address) == 6 * 10**18 and school.count(wallet.address) == 3
    page.goto(review)
    assert page.locator("#pay").count() == 0
    guest.close()

    # A wallet that fills for another amount than was shown did not do what was shown.
    liar = school.wallet(key=school.newcomer(20 * 10**18))
    guest = Guest(browser, site, width, liar)
    guest.sign_in()
    page = guest.go("/exchange/wrap")
    page.locator("#amount").fill("2")
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/proposals/*")
    page.locator("#wallet button").first.wait_for()
    liar.changes = {"value": hex(10**18)}
    guest.pay()
    guest.until("the wallet's transaction", lambda: school.count(liar.address) == 1)
    wait_until("the reason", lambda: guest.page.locator(".note.bad").count() == 1)
    assert guest.heading() == "It failed", guest.text()
    guest.close()


def limit_order(site, browser, width, script):
    """A limit order is signed as typed data and stands in the book; other terms than were shown are not posted."""
    school = site.school
    wallet = school.wallet(key=school.newcomer(20 * 10**18))
    school.send("owner", "wallet", "transfer", "--token", "CAMP", "--amount", "50", "--to", wallet.address)
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()

    def fill_in(amount, price):
        page = guest.go("/exchange/CAMP-WKLAY/order")
        page.locator("#side").select_option("sell")
        page.locator("#amount").fill(amount)
        page.locator("#price").fill(price)
        page.get_by_role("button", name="Review", exact=True).click()

    page = guest.page
    fill_in("20", "0.5")
    page.wait_for_url("**/approve?*")
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/proposals/*")
    signs(guest)
    page.get_by_role("link", name="Continue").click()
    page.wait_for_url("**/order?*")
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/proposals/*")
    for part in ["20 CAMP", "10 WKLAY", "costs no gas"]:
        assert part in guest.text(), (part, guest.text())
    guest.look("the review")
    page.locator("#wallet button").first.wait_for()
    wallet.refuses = {"eth_signTypedData_v4"}
    guest.pay()
    guest.hears("You refused it in the wallet.")
    wallet.refuses, wallet.changes = set(), {"takerAmount": 1}
    guest.pay()
    guest.hears("The signature is not your account's over this order")
    wallet.changes = {}
    before = school.count(wallet.address)
    guest.pay()
    guest.ended()
    assert "stands in the book until" in guest.text(), guest.text()
    guest.look("the order")
    assert school.count(wallet.address) == before, "an order costs no transaction"
    guest.go("/exchange/CAMP-WKLAY")
    assert "20 CAMP for 10 WKLAY" in guest.text(), guest.text()
    # The same once more is asked about.
    fill_in("20", "0.5")
    page.locator("[name=another]").wait_for()
    # Whoever wants it back cancels it.
    guest.go("/exchange/CAMP-WKLAY")
    page.locator("#own-orders input[type=checkbox]").check()
    page.get_by_role("button", name="Cancel those chosen").click()
    page.wait_for_url("**/proposals/*")
    signs(guest)
    wait_until("the end of the order", lambda: "20 CAMP for 10 WKLAY" not in (guest.go("/exchange/CAMP-WKLAY"), guest.text())[1])
    guest.close()


def fee_budget(site, browser, width, script):
    """Where the day's fees of an account are spent the pages say so, without numbers of the budget; the wallet may pay itself."""
    wallet = site.school.wallet("kaia")
    site.school.give(wallet.address, 20 * 10**18)
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    free = 0
    for lecture in range(3):
        page = guest.go(f"/lectures/{lecture}")
        page.get_by_role("button", name="Buy this lecture").click()
        page.wait_for_url("**/proposals/*")
        page.locator("#wallet button").first.wait_for()
        if BUDGET in guest.text():
            raise AssertionError("a page tells the budget")
        before = len(wallet.asked)
        guest.pay()
        guest.until("an answer", lambda: page.get_by_role("button", name="Go on and pay the fee myself").count()
                    or guest.heading() == "It is done")
        if guest.heading() == "It is done":
            free += "eth_sendTransaction" not in wallet.methods()[before:]
            continue
        guest.look("the budget is spent")
        page.get_by_role("button", name="Go on and pay the fee myself").click()
        guest.ended()
    assert 0 < free < 3 and wallet.methods().count("eth_sendTransaction") == 3 - free, (free, wallet.methods())
    assert site.school.count(wallet.address) == 3
    guest.close()


def describe(site, browser, width, script):
    """A teacher's wallet signs a description, which everybody sees; other words than were shown are not published."""
    school = site.school
    wallet = school.wallet(key=school.keys[1])
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    page = guest.go("/lectures/1")
    page.get_by_role("link", name="Describe the lecture").click()
    page.wait_for_url("**/describe")
    guest.look("the form")
    page.locator("#text-0").fill("Eight evenings about soil.\n<b>Bring boots.</b>")
    page.locator("#starts-0").fill("2026-12-01T18:00")
    page.locator("#ends-0").fill("2026-12-01T19:30")
    page.locator("#zone-0").fill("Kyiv")
    page.locator("#link").fill("https://meet.example/soil-4711")
    page.get_by_role("button", name="Review", exact=True).click()
    page.locator(".problems").wait_for()
    guest.look("the problems")
    page.locator("#zone-0").fill("+02:00")
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/proposals/*")
    for part in ["<b>Bring boots.</b>", "2026-12-01T18:00:00+02:00", "https://meet.example/soil-4711"]:
        assert part in guest.text(), (part, guest.text())
    guest.look("the review")
    page.locator("#wallet button").first.wait_for()
    wallet.changes = {"place": "elsewhere"}
    guest.pay()
    guest.hears("not signed by the lecture")
    wallet.changes = {}
    before = school.count(wallet.address)
    guest.pay()
    guest.ended()
    assert "published" in guest.text() and school.count(wallet.address) == before, guest.text()
    guest.close()

    stranger = Guest(browser, site, width)
    stranger.go("/lectures/1")
    assert "Bring boots" in stranger.text() and "meet.example" not in stranger.page.content(), stranger.text()
    stranger.look("the lecture's page")
    stranger.close()


def several_settlements(site, browser, width, script):
    """The owner settles lectures one after the other, each shown with its number; a refusal stops it and says what is done."""
    school = site.school
    wallet = school.wallet(key=school.keys[0])
    guest = Guest(browser, site, width, wallet)
    guest.sign_in()
    page = guest.go("/mine/owner")
    assert "Balance of the account that pays" in guest.text(), guest.text()
    for box in page.locator("main input[type=checkbox]").all():
        box.check()
    page.locator("#lectures button[type=submit]").click()
    page.wait_for_url("**/proposals/*")
    assert "1 of 3" in guest.text(), guest.text()
    guest.look("what is left")
    start(guest)
    guest.ended()
    page.get_by_role("button", name="Go on: 2 of 3").click()
    page.wait_for_url("**/proposals/*")
    assert "2 of 3" in guest.text(), guest.text()
    page.locator("#wallet button").first.wait_for()
    wallet.refuses = {"eth_sendTransaction"}
    start(guest)
    guest.hears("You refused it in the wallet. Nothing was sent.")
    page.get_by_role("link", name="Cancel").click()
    page.wait_for_url("**/queues/*")
    assert guest.heading() == "1 of 3 done" and "not sent" in guest.text(), guest.text()
    guest.look("what was not sent")
    wallet.refuses = set()
    for number in [2, 3]:
        page.get_by_role("button", name=f"Go on: {number} of 3").click()
        page.wait_for_url("**/proposals/*")
        page.locator("#wallet button").first.wait_for()
        start(guest)
        guest.ended()
    assert "All 3 are done." in guest.text(), guest.text()
    guest.look("the end")
    guest.close()


JOURNEYS = [
    sign_in, buy, without_fee, who_pays, refused, silent, wrong_chain, another_account, other_than_asked, closed_tab,
    lost_answer, lost_on_the_way, evil_names, evil_titles, other_pages, stolen_cookie, crawl, interface, accessibility,
    clocks, without_script, trading, limit_order, describe,
    several_settlements, fee_budget,
]
# The most of the fees of one account in a day, where it is to be used up, in coins.
BUDGET = "0.004"
STARTS = {fee_budget: ["--fee-budgets", f"{BUDGET},5,10"]}
# Those that need an exchange and a relay beside the school.
AT_EXCHANGE = [trading, limit_order]


if __name__ == "__main__":
    go_journey(
        JOURNEYS,
        lambda program, journey: platform(program, *STARTS.get(journey, []), has_exchange=journey in AT_EXCHANGE))
