"""The tokens and the registry of the exchange: approvals by signature, coins in and out, names on the chain."""

import unittest

from eth_account import Account
from exchange_test import CLEAN, EXPIRY, ZERO, ExchangeTest

PERMIT = {
    "Permit": [
        {"name": "owner", "type": "address"},
        {"name": "spender", "type": "address"},
        {"name": "value", "type": "uint256"},
        {"name": "nonce", "type": "uint256"},
        {"name": "deadline", "type": "uint256"},
    ]
}


class Tokens(ExchangeTest):
    def test_a_permit_signed_by_eth_account_counts_once_and_until_its_deadline(self):
        _, name, version, chain, contract, *_ = self.base.eip712Domain()
        domain = {"name": name, "version": version, "chainId": chain, "verifyingContract": "0x" + contract.hex()}
        message = {"owner": "0x" + self.maker.hex(), "spender": "0x" + self.stranger.hex()}
        message |= {"value": 7, "nonce": 0, "deadline": EXPIRY}
        key = self.world.chain.keys[self.maker].to_bytes()
        proof = Account.sign_typed_data(key, domain, PERMIT, message)
        r, s = proof.r.to_bytes(32, "big"), proof.s.to_bytes(32, "big")
        arguments = self.maker, self.stranger, 7, EXPIRY, proof.v, r, s
        self.refused("bad signature", self.base.permit, self.maker, self.stranger, 8, EXPIRY, proof.v, r, s)
        self.base.permit(*arguments, sender=self.relay)
        self.assertEqual((self.base.allowance(self.maker, self.stranger), self.base.nonces(self.maker)), (7, 1))
        self.refused("bad signature", self.base.permit, *arguments)
        self.world.jump = EXPIRY + 1 - self.world.chain.head.header.timestamp
        self.refused("permit expired", self.base.permit, *arguments)

    def test_allowances(self):
        self.refused("insufficient allowance", self.base.transferFrom, self.maker, self.relay, 1, sender=self.stranger)
        for amount, left in ((5, 2), (CLEAN, CLEAN)):
            self.base.approve(self.stranger, amount, sender=self.maker)
            self.base.transferFrom(self.maker, self.relay, 3, sender=self.stranger)
            self.assertEqual(self.base.allowance(self.maker, self.stranger), left)
        self.refused("insufficient balance", self.base.transfer, self.relay, 1, sender=self.stranger)

    def test_coins_are_wrapped_and_unwrapped(self):
        coin = self.deploy("WrappedCoin", "Wrapped KAIA", "WKAIA")
        coin.deposit(sender=self.taker, value=5)
        self.world.send(self.taker, coin.address, b"", value=4)
        self.assertEqual((coin.balanceOf(self.taker), coin.totalSupply(), coin.symbol()), (9, 9, "WKAIA"))
        self.refused("no such function", self.world.send, self.taker, coin.address, bytes.fromhex("d505accf"))
        self.refused("insufficient balance", coin.withdraw, 10, sender=self.taker)
        coin.withdraw(9, sender=self.taker)
        self.assertEqual((coin.balanceOf(self.taker), self.world.balance(coin.address)), (0, 0))

    def test_the_registry(self):
        registry = self.deploy("TokenRegistry")
        token, other = self.base.address, self.quote.address
        registry.addToken(token, "Token A", "TKA", 18, b"ipfs", b"swarm")
        record = (token, "Token A", "TKA", 18, b"ipfs", b"swarm")
        self.assertEqual(registry.tokens(token), record)
        self.assertEqual(registry.getTokenMetaData(token), record)
        self.assertEqual(registry.getTokenByName("Token A"), record)
        self.assertEqual(registry.getTokenBySymbol("TKA"), record)
        self.refused("name is taken", registry.addToken, other, "Token A", "TKB", 18, b"", b"")
        self.refused("symbol is taken", registry.addToken, other, "Token B", "TKA", 18, b"", b"")
        self.refused("not the owner", registry.setTokenName, token, "X", sender=self.stranger)
        registry.setTokenName(token, "Token C")
        registry.addToken(other, "Token A", "TKB", 6, b"", b"")
        self.assertEqual(registry.getTokenAddressByName("Token C"), token)
        self.refused("wrong index", registry.removeToken, token, 1)
        registry.removeToken(token, 0)
        self.assertEqual([bytes.fromhex(each[2:]) for each in registry.getTokenAddresses()], [other])
        self.assertEqual(registry.getTokenAddressBySymbol("TKA"), ZERO)
        self.assertEqual(registry.tokens(token), (ZERO, "", "", 0, b"", b""))

    def test_the_proxy_forgets_whom_its_owner_removed(self):
        self.proxy.addAuthorizedAddress(self.stranger, sender=self.owner)
        self.refused("authorised already", self.proxy.addAuthorizedAddress, self.stranger, sender=self.owner)
        self.proxy.removeAuthorizedAddress(self.exchange.address, sender=self.owner)
        self.assertEqual(self.proxy.authorities(0), self.stranger)
        self.assertFalse(self.proxy.authorized(self.exchange.address))
        self.refused("not authorised", self.fill, self.order(), 30, True)


if __name__ == "__main__":
    unittest.main()
