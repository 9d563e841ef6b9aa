"""Wallets that stand in for those that people have in their browsers.

A stand-in announces itself to pages by EIP-6963, and as `window.klaytn` where it is Kaia's. What a page asks of it goes to
Python through a binding of the browser, since the pages' own rules let no script call elsewhere. Keys, signatures and RLP are
made by eth-account and rlp, of which nothing is shared with the program: what both agree on was not copied.
"""

import json
import secrets
import urllib.request

import rlp
from eth_account import Account
from eth_account.messages import encode_defunct, encode_typed_data
from eth_hash.auto import keccak
from eth_keys import keys

FEE_DELEGATED = 0x31
FEE_DELEGATED_WITH_RATIO = 0x32
TYPES = {
    "FEE_DELEGATED_SMART_CONTRACT_EXECUTION": FEE_DELEGATED,
    "FEE_DELEGATED_SMART_CONTRACT_EXECUTION_WITH_RATIO": FEE_DELEGATED_WITH_RATIO,
}
PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
# Script, a picture elsewhere, a name in two directions that is long, has controls and asks to be markup.
EVIL_ICON = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(2)</script></svg>"
ELSEWHERE_ICON = "http://127.0.0.1:9/icon.png"
EVIL_NAME = "<img src=x onerror=alert(1)>\u202e\u2066\u0007\u200b" + "a\u0301\u0301\u0301\u0301\u0301" + "x" * 5000

SCRIPT = """
(() => {
  const given = %s;
  const ask = window[given.binding];
  const listeners = {};
  const provider = {
    isMetaMask: given.kind === 'metamask',
    isKaikas: given.kaikas || undefined,
    on(name, heard) { (listeners[name] ??= []).push(heard); },
    removeListener() {},
    async request({ method, params }) {
      const answer = await ask({ method, params });
      for (const [name, value] of answer.events ?? []) (listeners[name] ?? []).forEach((heard) => heard(value));
      if (answer.silent) return new Promise(() => {});
      if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
      return answer.result;
    },
  };
  window['tell' + given.binding] = (name, value) => (listeners[name] ?? []).forEach((heard) => heard(value));
  if (given.klaytn) window.klaytn = provider;
  if (given.ethereum) window.ethereum = provider;
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', {
    detail: Object.freeze({ info: Object.freeze(given.info), provider }),
  }));
  if (given.announces) {
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
  }
})();
"""


class Refusal(Exception):
    """An error of a wallet, as EIP-1193 has it."""

    def __init__(self, code, message="refused by the wallet"):
        super().__init__(message)
        self.code = code


def call(url, method, *params):
    """Asks a node."""
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        read = json.load(answer)
    if "error" in read:
        raise Refusal(read["error"].get("code", -32603), read["error"].get("message", ""))
    return read["result"]


def octets(text):
    return bytes.fromhex(text.removeprefix("0x"))


def signed_fee_delegated(key, chain, kind, nonce, gas_price, gas, to, value, data, ratio=None, placeholder=False):
    """A call of a contract whose fee somebody else pays, with the sender's signature and nothing of the fee payer's
    (SenderTxHashRLP), or with caver's placeholder for it."""
    key = keys.PrivateKey(octets(key))
    sender = key.public_key.to_canonical_address()
    body = [nonce, gas_price, gas, to, value, sender, data] + ([ratio] if kind == FEE_DELEGATED_WITH_RATIO else [])
    inner = rlp.encode([kind, *body])
    signature = key.sign_msg_hash(keccak(rlp.encode([inner, chain, 0, 0])))
    body.append([[signature.v + 2 * chain + 35, signature.r, signature.s]])
    if placeholder:
        body += [b"", [[1, b"", b""]]]
    return "0x" + (bytes([kind]) + rlp.encode(body)).hex()


class Wallet:
    """A wallet with keys of its own, which says yes to everything that its kind knows.

    Its fields say how it behaves from now on:
      kind          `metamask`, `kaia` (answers `rawTransaction`), `node` (answers `raw`), `text` (a string) or `placeholder`
                    (caver's form)
      refuses       the methods that the person refuses (4001)
      silent        the methods that nobody answers
      fails         the methods that end in an error that says nothing (-32603)
      unsupported   the methods that it does not know (4200)
      moves_at      the method at which the person turns to the second account
      changes       fields of a transaction that it puts in the places of those that it was asked to sign
      broadcasts    it sends what it should only sign
      chain, chains the network that it is on, and those that it knows
      asked         what pages asked, in order
    """

    def __init__(self, node, chain, keys, kind="metamask", name=None, rdns=None, uuid=None, icon=PIXEL, announces=True):
        self.node, self.kind, self.keys = node, kind, [k if isinstance(k, str) else k.hex() for k in keys]
        self.accounts = [Account.from_key(key).address for key in self.keys]
        self.current, self.chain, self.chains = 0, chain, {chain}
        self.is_kaia = kind != "metamask"
        self.name = name or ("Kaia Wallet" if self.is_kaia else "MetaMask")
        self.rdns = rdns or ("io.kaiawallet" if self.is_kaia else "io.metamask")
        self.uuid = uuid or secrets.token_hex(16)
        self.icon, self.announces, self.ethereum = icon, announces, False
        self.refuses, self.silent, self.unsupported, self.fails = set(), set(), set(), set()
        self.moves_at, self.changes, self.broadcasts = None, {}, False
        self.asked, self.connected, self.broadcast_error = [], False, None
        self.binding = f"wallet{secrets.token_hex(4)}"

    @property
    def address(self):
        return self.accounts[self.current]

    @property
    def key(self):
        return self.keys[self.current]

    def methods(self):
        return [method for method, _ in self.asked]

    def install(self, context):
        """Puts the wallet into a browser, for all pages that it opens from now on."""
        context.expose_binding(self.binding, lambda source, request: self.answer(request))
        given = {
            "binding": self.binding, "kind": self.kind, "kaikas": self.is_kaia, "klaytn": self.is_kaia,
            "ethereum": self.ethereum, "announces": self.announces,
            "info": {"uuid": self.uuid, "name": self.name, "icon": self.icon, "rdns": self.rdns},
        }
        context.add_init_script(SCRIPT % json.dumps(given))
        return self

    def tell(self, page, event, value):
        """An event of the wallet in a page."""
        page.evaluate(f"(all) => window['tell{self.binding}'](...all)", [event, value])

    def turn(self, page, account):
        """The person chooses another of the wallet's accounts."""
        self.current = account
        self.tell(page, "accountsChanged", [self.address] if self.connected else [])

    # What pages ask.

    def answer(self, request):
        method, params = request["method"], request.get("params") or []
        self.asked.append((method, params))
        events = []
        if method == self.moves_at:
            self.moves_at, self.current = None, 1
            events.append(["accountsChanged", [self.address]])
        try:
            if method in self.silent:
                return {"silent": True, "events": events}
            if method in self.refuses:
                raise Refusal(4001, "User rejected the request.")
            if method in self.fails:
                raise Refusal(-32603, "Internal error.")
            before = self.chain
            result = self._result(method, params)
            if self.chain != before:
                events.append(["chainChanged", hex(self.chain)])
            return {"result": result, "events": events}
        except Refusal as refusal:
            return {"error": {"code": refusal.code, "message": str(refusal)}, "events": events}

    def _result(self, method, params):
        known = {
            "eth_requestAccounts": self._connect,
            "eth_accounts": lambda: [self.address] if self.connected else [],
            "eth_chainId": lambda: hex(self.chain),
            "personal_sign": lambda: self._sign_text(*params[:2]),
            "eth_sendTransaction": lambda: self._send(params[0]),
            "eth_signTypedData_v4": lambda: self._sign_typed(*params[:2]),
            "wallet_switchEthereumChain": lambda: self._switch(params[0]),
            "wallet_addEthereumChain": lambda: self._add(params[0]),
        }
        if self.is_kaia:
            known |= {
                "klay_signTransaction": lambda: self._sign_fee_delegated(params[0]),
                "kaia_signTransaction": lambda: self._sign_fee_delegated(params[0]),
                "klay_sign": lambda: self._sign_text(params[1], params[0], b"\x19Klaytn Signed Message:\n"),
                "wallet_switchKlaytnChain": lambda: self._switch(params[0]),
                "wallet_addKlaytnChain": lambda: self._add(params[0]),
            }
        if method not in known or method in self.unsupported:
            raise Refusal(4200, f"The method {method} is not supported.")
        return known[method]()

    def _connect(self):
        self.connected = True
        return [self.address]

    def _switch(self, wanted):
        chain = int(wanted["chainId"], 16)
        if chain not in self.chains:
            raise Refusal(4902, "Unrecognized chain ID.")
        self.chain = chain

    def _add(self, wanted):
        if not wanted["rpcUrls"] or not all(url.startswith("https://") for url in wanted["rpcUrls"]):
            raise Refusal(-32602, "Expected an array with at least one valid string HTTPS url 'rpcUrls'.")
        assert wanted["nativeCurrency"]["decimals"] == 18 and wanted["chainName"], wanted
        self.chains.add(int(wanted["chainId"], 16))
        self._switch(wanted)

    def _own(self, address):
        if address.lower() != self.address.lower():
            raise Refusal(4100, "The requested account has not been authorized by the user.")

    def _sign_text(self, text, address, prefix=None):
        self._own(address)
        message = octets(text)
        if prefix is None:
            return "0x" + bytes(Account.sign_message(encode_defunct(message), self.key).signature).hex()
        signed = keys.PrivateKey(octets(self.key)).sign_msg_hash(keccak(prefix + str(len(message)).encode() + message))
        return "0x" + (signed.to_bytes()[:64] + bytes([27 + signed.v])).hex()

    def _sign_typed(self, address, text):
        """Signs typed data (EIP-712) as a page gives it: as text, with whole numbers in decimal texts."""
        self._own(address)
        asked = json.loads(text)
        kinds = {field["name"]: field["type"] for field in asked["types"][asked["primaryType"]]}
        message = {
            name: int(value) if kinds[name].startswith("uint") else value for name, value in asked["message"].items()}
        message.update(self.changes)
        domain = {**asked["domain"], "chainId": int(asked["domain"]["chainId"])}
        if domain["chainId"] != self.chain:
            raise Refusal(-32603, "Provided chainId must match the active chainId.")
        made = encode_typed_data(full_message={**asked, "message": message, "domain": domain})
        return "0x" + bytes(Account.sign_message(made, self.key).signature).hex()

    def _call(self, asked):
        """What it signs of what it was asked, with the nonce and the price of its own choice."""
        if not self.changes:
            self._own(asked["from"])
        asked = {**asked, **self.changes}
        return {
            "nonce": int(call(self.node, "eth_getTransactionCount", self.address, "pending"), 16),
            "gas": int(asked["gas"], 16), "to": octets(asked["to"]), "value": int(asked.get("value") or "0x0", 16),
            "data": asked.get("data") or "0x",
        }

    def _send(self, asked):
        if self.chain not in self.chains or int(call(self.node, "eth_chainId"), 16) != self.chain:
            raise Refusal(4901, "The wallet is on another chain.")
        price = int(call(self.node, "eth_gasPrice"), 16)
        signed = Account.sign_transaction(
            {**self._call(asked), "type": 2, "chainId": self.chain, "maxFeePerGas": 2 * price, "maxPriorityFeePerGas": 0},
            self.key)
        return call(self.node, "eth_sendRawTransaction", "0x" + bytes(signed.raw_transaction).hex())

    def _sign_fee_delegated(self, asked):
        if asked.get("type") not in TYPES:
            raise Refusal(-32602, f"The type {asked.get('type')} is not supported.")
        made = self._call(asked)
        raw = signed_fee_delegated(
            self.key, self.chain, TYPES[asked["type"]], made["nonce"], int(call(self.node, "eth_gasPrice"), 16), made["gas"],
            made["to"], made["value"], octets(made["data"]), asked.get("feeRatio"), self.kind == "placeholder")
        if self.broadcasts:
            try:
                call(self.node, "klay_sendRawTransaction", raw)
            except Refusal as refusal:
                self.broadcast_error = str(refusal)
        return {"text": raw, "node": {"raw": raw, "tx": {}}}.get(self.kind, {"rawTransaction": raw})
