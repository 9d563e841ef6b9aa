"""Version 1 of the model."""

from eth_utils import keccak
from exchange_model import ZERO, Part, Refusal, checked, item, message, recovered, require


class ModelV1(Part):
    def __init__(self, model, address: bytes, zrx: bytes, proxy: bytes):
        super().__init__(model, address)
        self.zrx, self.proxy, self.chain = zrx, proxy, model.chain_id

    def getOrderHash(self, _, addresses, values) -> bytes:
        words = b"".join(value.to_bytes(32, "big") for value in values)
        return keccak(self.address + b"".join(addresses) + words)

    def isValidSignature(self, _, signer, hash, v, r, s) -> bool:
        return signer != ZERO and recovered(message(hash), v, r, s) == signer

    def isRoundingError(self, _, numerator, denominator, target) -> bool:
        if denominator == 0:
            raise Refusal()
        lost = numerator * target % denominator
        if lost == 0:
            return False
        return checked(lost * 10**6) // checked(numerator * target) > 1000

    def getUnavailableTakerTokenAmount(self, _, hash) -> int:
        return self.get("filled", hash) + self.get("cancelled", hash)

    # -------------------------------------------------------------- filling

    def fillOrder(self, sender, addresses, values, amount, throw, v, r, s) -> int:
        model, hash = self.model, self.getOrderHash(None, addresses, values)
        maker, taker, maker_token, taker_token, recipient = addresses
        maker_total, taker_total, *fees, expiration, _ = values
        require(model.chain_id == self.chain, "another chain")
        require(taker in (ZERO, sender), "not the taker")
        require(min(maker_total, taker_total, amount) > 0, "amount is zero")
        require(self.isValidSignature(None, maker, hash, v, r, s), "bad signature")
        if model.now >= expiration:
            return self._error(0, hash)
        amount = min(amount, taker_total - self.getUnavailableTakerTokenAmount(None, hash))
        if amount == 0:
            return self._error(1, hash)
        if self.isRoundingError(None, amount, taker_total, maker_total):
            return self._error(2, hash)
        got = checked(amount * maker_total) // taker_total
        paid = [checked(amount * fee) // taker_total if recipient != ZERO else 0 for fee in fees]
        if not throw and not self._transferable(sender, addresses, got, amount, paid):
            return self._error(3, hash)
        self.put("filled", hash, self.get("filled", hash) + amount)
        moves = [(maker_token, maker, sender, got), (taker_token, sender, maker, amount)]
        if recipient != ZERO:
            payers = zip((maker, sender), fees, paid, strict=True)
            moves += [(self.zrx, payer, recipient, part) for payer, fee, part in payers if fee]
        for token, *move in moves:
            require(token in model.tokens, "no token at this address")
            require(model.move(self.proxy, token, *move), "transfer failed")
        pair = keccak(maker_token + taker_token)
        self.log("LogFill", maker, sender, recipient, maker_token, taker_token, got, amount, *paid, pair, hash)
        return amount

    def fillOrKillOrder(self, sender, addresses, values, amount, *proof):
        filled = self.fillOrder(sender, addresses, values, amount, False, *proof)
        require(filled == amount, "not filled exactly")

    def batchFillOrders(self, sender, addresses, values, amounts, throw, *proofs):
        for i in range(len(addresses)):
            order = addresses[i], item(values, i), item(amounts, i), throw
            self.fillOrder(sender, *order, *(item(each, i) for each in proofs))

    def batchFillOrKillOrders(self, sender, addresses, values, amounts, *proofs):
        for i in range(len(addresses)):
            order = addresses[i], item(values, i), item(amounts, i)
            self.fillOrKillOrder(sender, *order, *(item(each, i) for each in proofs))

    def fillOrdersUpTo(self, sender, addresses, values, amount, throw, *proofs) -> int:
        total = 0
        for i in range(len(addresses)):
            require(addresses[i][3] == addresses[0][3], "different taker tokens")
            order = addresses[i], item(values, i), amount - total, throw
            total += self.fillOrder(sender, *order, *(item(each, i) for each in proofs))
            if total == amount:
                break
        return total

    def _error(self, number: int, hash: bytes) -> int:
        self.log("LogError", number, hash)
        return 0

    def _transferable(self, sender, addresses, got, amount, paid) -> bool:
        maker, _, maker_token, taker_token, recipient = addresses
        needs = []
        if recipient != ZERO:
            needs.append((self.zrx, maker, checked(paid[0] + (got if maker_token == self.zrx else 0))))
            needs.append((self.zrx, sender, checked(paid[1] + (amount if taker_token == self.zrx else 0))))
        if recipient == ZERO or maker_token != self.zrx:
            needs.append((maker_token, maker, got))
        if recipient == ZERO or taker_token != self.zrx:
            needs.append((taker_token, sender, amount))
        told = self.model.told
        answers = [(told(t, "balance", h), told(t, "allowance", h, self.proxy), n) for t, h, n in needs]
        return all(None not in each and min(each) == each[2] for each in answers)

    # ----------------------------------------------------------- cancelling

    def cancelOrder(self, sender, addresses, values, amount) -> int:
        maker, _, maker_token, taker_token, recipient = addresses
        maker_total, taker_total, _, _, expiration, _ = values
        require(self.model.chain_id == self.chain, "another chain")
        require(maker == sender, "not the maker")
        require(min(maker_total, taker_total, amount) > 0, "amount is zero")
        hash = self.getOrderHash(None, addresses, values)
        if self.model.now >= expiration:
            return self._error(0, hash)
        amount = min(amount, taker_total - self.getUnavailableTakerTokenAmount(None, hash))
        if amount == 0:
            return self._error(1, hash)
        self.put("cancelled", hash, self.get("cancelled", hash) + amount)
        part = checked(amount * maker_total) // taker_total
        pair = keccak(maker_token + taker_token)
        self.log("LogCancel", maker, recipient, maker_token, taker_token, part, amount, pair, hash)
        return amount

    def batchCancelOrders(self, sender, addresses, values, amounts):
        for i in range(len(addresses)):
            self.cancelOrder(sender, addresses[i], item(values, i), item(amounts, i))
