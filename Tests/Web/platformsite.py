"""A running platform of `lectures`, and people who come to it with wallets of their own.

The platform is the program itself, `lectures web --platform`, over a devnet with Kaia's transactions and a school of
`lectures` commands; each in a folder that is taken away.
"""

import contextlib
import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import tempfile
import urllib.parse

from eth_hash.auto import keccak

from pagesite import PASSWORD, Site, Visitor, wait_until
from walletstandin import Wallet, call

TITLES = [("Swift for beginners", "10"), ("Soil, year one", "12"), ("한국어 문법의 기초", "7")]
PRICE = 10 * 10**18


def free_port():
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


class School:
    """A devnet with the lecture contract, lectures, and the keys of those who run them."""

    def __init__(self, program, home):
        self.program, self.home = program, home
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8", "TZ": "UTC"}
        self.devnet = subprocess.Popen(
            [program, "devnet", "--kaia", "--port", "0", "--json"], env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.processes = [self.devnet]
        chain = json.loads(self.devnet.stdout.readline())["result"]
        self.node, self.chain = chain["endpoint"], chain["chainID"]
        self.keys = [account["privateKey"] for account in chain["accounts"]]
        self.password = os.path.join(home, "password")

    def open(self):
        """Deploys the contract and opens the lectures."""
        self._write(self.password, PASSWORD)
        for name, key in [("owner", 0), ("teacher", 1), ("platform", 2)]:
            file = os.path.join(self.home, "key")
            self._write(file, self.keys[key])
            self.run("wallet", "import", name, "--private-key-file", file, "--light", "--password-file", self.password)
            os.remove(file)
        deployed = self.send("owner", "contract", "deploy", "LectureMarket", "--no-keep")
        self.contract = deployed["contract"] if "contract" in deployed else deployed["address"]
        for title, price in TITLES:
            self.send("teacher", "create", "--title", title, "--price", price, "--contract", self.contract)

    def _write(self, file, text):
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as place:
            place.write(text + "\n")

    def run(self, *arguments):
        """Runs a command on the devnet; gives its result."""
        done = subprocess.run(
            [self.program, *arguments, "--json"], env=self.environment, capture_output=True, text=True, timeout=120)
        read = json.loads(done.stdout)
        assert read["ok"], (arguments, read)
        return read["result"]

    def send(self, account, *arguments):
        return self.run(
            *arguments, "--from", account, "--password-file", self.password, "--yes", "--network", "local", "--endpoint",
            self.node)

    def wallet(self, kind="metamask", key=None, **fields):
        """A wallet with two accounts: one of its own or of a key, and another."""
        other = "0x" + secrets.token_hex(32)
        return Wallet(self.node, fields.pop("chain", self.chain), [key or self.newcomer(), other], kind, **fields)

    def newcomer(self, amount=PRICE + 10**18):
        """The key of an account with this much and no past."""
        key = "0x" + secrets.token_hex(32)
        if amount:
            self.give(Wallet(self.node, self.chain, [key]).address, amount)
        return key

    def give(self, address, amount):
        rich = Wallet(self.node, self.chain, [self.keys[9]])
        rich._send({"from": rich.address, "to": address, "value": hex(amount), "gas": "0x5208"})

    def open_lecture(self, title):
        """Opens a lecture of the teacher's for one coin, with a title of any bytes, past all that the program says of titles."""
        teacher = Wallet(self.node, self.chain, [self.keys[1]])
        words = [keccak(b"createLecture(uint256,string)")[:4], *(word.to_bytes(32, "big") for word in [1, 64, len(title)]), title]
        teacher._send({
            "from": teacher.address, "to": self.contract, "gas": hex(2_000_000),
            "data": "0x" + b"".join(words).hex() + "00" * (-len(title) % 32)})

    def balance(self, address):
        return int(call(self.node, "eth_getBalance", address, "latest"), 16)

    def count(self, address):
        """How many transactions an account has sent."""
        return int(call(self.node, "eth_getTransactionCount", address, "latest"), 16)

    def students(self, lecture):
        return int(self.run(
            "show", str(lecture), "--contract", self.contract, "--network", "local", "--endpoint", self.node)["lecture"]["students"])

    def start_fee_service(self):
        """Starts the service that pays for students; gives its address."""
        rules = os.path.join(self.home, "rules.json")
        self._write(rules, json.dumps({
            "chainId": self.chain, "maxGasPrice": "750 ston", "maxGas": 500000, "perDay": "100 kaia",
            "perSenderPerDay": "1 kaia", "anonymous": True, "contracts": [{
                "address": self.contract, "maxValue": "100 kaia", "methods": [
                    "purchaseLecture(uint256)", "evaluateLecture(uint256,uint256,uint256,uint256,uint256,uint256)"]}]}))
        service = subprocess.Popen(
            [self.program, "fee-payer", "serve", "--from", "platform", "--password-file", self.password, "--rules", rules,
             "--journal", os.path.join(self.home, "fees.journal"), "--port", "0", "--network", "local", "--endpoint",
             self.node, "--json"], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.processes.append(service)
        line = service.stdout.readline()
        assert line, service.stderr.read()
        return json.loads(line)["result"]["url"]

    def open_exchange(self):
        """Deploys an exchange, and starts a relay that trades its fee token for the wrapped coin."""
        made = self.send("owner", "exchange", "deploy")
        self.camp, self.coin = made["feeToken"], made["wrappedCoin"]
        rules = os.path.join(self.home, "relay.json")
        least = {"minAmount": str(10**15)}
        self._write(rules, json.dumps({
            "chainId": self.chain, "exchanges": {"v4": made["exchangeV4"]}, "feeRecipient": self.coin,
            "pairs": [{"tokenA": {"address": self.camp, **least}, "tokenB": {"address": self.coin, **least}}]}))
        relay = subprocess.Popen(
            [self.program, "relay", "serve", "--rules", rules, "--port", "0", "--network", "local", "--endpoint", self.node,
             "--json"], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.processes.append(relay)
        line = relay.stdout.readline()
        assert line, relay.stderr.read()
        self.run("config", "set", "relays", json.loads(line)["result"]["url"])
        self.send("owner", "wallet", "transfer", "--token", "CAMP", "--amount", "1000", "--to", "teacher")
        self.send("teacher", "exchange", "order", "CAMP/WKLAY", "--sell", "100", "--price", "0.3", "--expires", "1d")

    def tokens(self, token, address):
        """How much of a token an account holds."""
        data = "0x70a08231" + address[2:].lower().rjust(64, "0")
        return int(call(self.node, "eth_call", {"to": token, "data": data}, "latest"), 16)

    def close(self):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGINT)
            process.wait(60)


class Platform(Site):
    """The platform over a school, until `close`."""

    own = []

    def __init__(self, school, *arguments, port=None):
        self.school, self.arguments = school, arguments
        port = str(port or free_port())
        super().__init__(
            school.program,
            ["web", "--platform", "--public-url", f"http://school.localhost:{port}", "--port", port, "--network", "local",
             "--endpoint", school.node, "--contract", school.contract, *arguments], school.home)
        self.entrance = self.origin + "/lectures"


@contextlib.contextmanager
def opened(program, kind, made, has_exchange):
    """A school of a kind in a home of its own, with an exchange where that is wanted, and the site that is made of it."""
    with tempfile.TemporaryDirectory(prefix="lectures-school-") as home:
        school = kind(program, home)
        try:
            school.open()
            if has_exchange:
                school.open_exchange()
            site = made(school)
            try:
                yield site
            finally:
                site.close()
        finally:
            school.close()


def platform(program, *arguments, has_exchange=False):
    """A platform whose school has three lectures, and an exchange where that is wanted."""
    return opened(
        program, School, lambda school: Platform(school, "--fee-service", school.start_fee_service(), *arguments),
        has_exchange)


class Guest(Visitor):
    """Somebody whose browser has these wallets."""

    def __init__(self, browser, site, width="phone", *wallets, **fields):
        super().__init__(browser, site, width, **fields)
        self.wallets = wallets
        for wallet in wallets:
            wallet.install(self.context)

    def link(self):
        return self.site.entrance

    def until(self, what, condition):
        """Waits while the browser goes on, which asks its wallets in Python."""
        wait_until(what, lambda: (self.page.wait_for_timeout(20), condition())[1])

    def hand_over(self, request):
        """Sends a browser's request in its place, over a connection of our own; the status of the answer."""
        url = urllib.parse.urlsplit(request.url)
        cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in self.context.cookies(request.url))
        fields = {**request.headers, "host": url.netloc, "origin": f"{url.scheme}://{url.netloc}", "cookie": cookies}
        line = http.client.HTTPConnection("127.0.0.1", url.port, timeout=60)
        with contextlib.closing(line):
            line.request(request.method, url.path, request.post_data_buffer, fields)
            return line.getresponse().status

    def status(self):
        """What the script of wallets says last."""
        return self.page.locator("#wallets, #wallet").inner_text()

    def hears(self, part):
        wait_until(f"“{part}”", lambda: part in self.status())

    def sign_in(self, name=None, next="/lectures"):
        """Signs in with a wallet, by its name on the page."""
        page = self.go("/sign-in" + (f"?next={next}" if next != "/lectures" else ""))
        page.locator("#wallets").get_by_role("button", name=name or self.wallets[0].name).click()
        page.wait_for_url(f"**{next}")
        return page

    def review(self, lecture=0, button="Buy this lecture"):
        """Goes from a lecture to the review of what its button does."""
        page = self.go(f"/lectures/{lecture}")
        page.get_by_role("button", name=button).click()
        page.wait_for_url("**/proposals/*")
        page.locator("#wallet button").first.wait_for()
        return page

    def pay(self):
        self.page.locator("#pay").click()

    def ended(self, heading="It is done"):
        wait_until(heading, lambda: self.page.locator("h1").count() == 1 and self.heading() == heading)
