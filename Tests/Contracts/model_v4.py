"""Version 4 of the model. An order is its twelve fields; a signature is type, v, r and s."""

from eth_abi import encode
from eth_utils import keccak
from exchange_model import ZERO, Part, Refusal, error, message, recovered, require

DOMAIN = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
ORDER = (
    "LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,"
    "uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,"
    "uint64 expiry,uint256 salt)"
)
KINDS = [each.split(" ")[0] for each in ORDER[11:-1].split(",")]
CURVE = 2**256 - 432420386565659656852420866394968145599
CANCELLED = 2**255
FILLABLE = 1
PARTIES = "(bytes32,address,address)"
PARTLY = "(bytes32,uint256,uint256)"


class ModelV4(Part):
    def getLimitOrderHash(self, _, order) -> bytes:
        texts = [keccak(text=each) for each in (DOMAIN, "ZeroEx", "1.0.0")]
        kinds = ["bytes32"] * 3 + ["uint256", "address"]
        domain = keccak(encode(kinds, [*texts, self.model.chain_id, self.address]))
        return keccak(b"\x19\x01" + domain + keccak(encode(["bytes32", *KINDS], [keccak(text=ORDER), *order])))

    def getLimitOrderInfo(self, _, order) -> tuple:
        maker_token, taker_token, _, taker_amount, _, maker, *_, expiry, salt = order
        hash = self.getLimitOrderHash(None, order)
        word = self.get("word", hash)
        filled = word % 2**128
        if filled >= taker_amount:
            status = 2
        elif word >= CANCELLED:
            status = 3
        elif expiry <= self.model.now:
            status = 4
        else:
            status = 3 if salt < self.get("salt", maker, maker_token, taker_token) else FILLABLE
        return hash, status, filled

    def isValidOrderSigner(self, _, maker, signer) -> bool:
        return bool(self.get("signer", maker, signer))

    def _signer(self, hash, proof) -> bytes:
        kind, v, r, s = proof
        code = 5
        if int.from_bytes(r, "big") < CURVE and int.from_bytes(s, "big") <= CURVE // 2:
            if kind in (2, 3):
                signer = recovered(hash if kind == 2 else message(hash), v, r, s)
                if signer != ZERO:
                    return signer
            else:
                code = {0: 3, 1: 0}.get(kind, 2)
        raise error("SignatureValidationError(uint8,bytes32)", code, hash)

    def _acts(self, maker, signer) -> bool:
        return signer == maker or self.isValidOrderSigner(None, maker, signer)

    def getLimitOrderRelevantState(self, _, order, proof) -> tuple:
        token, _, maker_total, taker_total, _, maker, *_ = order
        info = self.getLimitOrderInfo(None, order)
        fillable = 0
        if maker_total and info[1] == FILLABLE:
            told = self.model.told(token, "allowance", maker, self.address), self.model.told(token, "balance", maker)
            if None in told:
                raise Refusal()
            left = min((taker_total - info[2]) * maker_total // taker_total, *told)
            fillable = -(-left * taker_total // maker_total)
        return info, fillable, self._acts(maker, self._signer(info[0], proof))

    # -------------------------------------------------------------- filling

    def fillLimitOrder(self, sender, order, proof, wanted, least=0) -> tuple:
        model = self.model
        maker_token, taker_token, maker_total, taker_total, fee_total, maker, taker, only, recipient, pool, *_ = order
        hash, status, filled = self.getLimitOrderInfo(None, order)
        if status != FILLABLE:
            raise error("OrderNotFillableError(bytes32,uint8)", hash, status)
        if taker not in (ZERO, sender):
            raise error("OrderNotFillableByTakerError" + PARTIES, hash, sender, taker)
        if only not in (ZERO, sender):
            raise error("OrderNotFillableBySenderError" + PARTIES, hash, sender, only)
        signer = self._signer(hash, proof)
        if not self._acts(maker, signer):
            raise error("OrderNotSignedByMakerError" + PARTIES, hash, signer, maker)
        require(maker_token in model.tokens and taker_token in model.tokens, "not a token")
        given = min(wanted, taker_total - filled)
        got = given * maker_total // taker_total
        given = given if got else 0
        moves = []
        if given:
            self.put("word", hash, filled + given)
            moves = [(taker_token, sender, maker, given), (maker_token, maker, sender, got)]
        fee = given * fee_total // taker_total
        if fee_total:
            moves.append((taker_token, sender, recipient, fee))
        for token, *move in moves:
            require(model.move(self.address, token, *move), "transfer failed")
        parties = maker, sender, recipient, maker_token, taker_token
        self.log("LimitOrderFilled", hash, *parties, given, got, fee, 0, pool)
        if given < least:
            raise error("FillOrKillFailedError" + PARTLY, hash, given, least)
        return given, got

    def fillOrKillLimitOrder(self, sender, order, proof, wanted) -> int:
        return self.fillLimitOrder(sender, order, proof, wanted, wanted)[1]

    def batchFillLimitOrders(self, sender, orders, proofs, amounts, whole) -> tuple:
        require(len(orders) == len(proofs) == len(amounts), "mismatched array lengths")
        parts = []
        for order, proof, amount in zip(orders, proofs, amounts, strict=True):
            try:
                part = self.model.attempt(lambda each=(order, proof, amount): self.fillLimitOrder(sender, *each))
            except Refusal:
                part = 0, 0
            if whole and part[0] < amount:
                hash = self.getLimitOrderHash(None, order)
                raise error("BatchFillIncompleteError" + PARTLY, hash, part[0], amount)
            parts.append(part)
        return tuple(zip(*parts, strict=True)) or ((), ())

    def _fillLimitOrder(self, sender, *_):
        raise error("OnlyCallableBySelfError(address)", sender)

    # ----------------------------------------------------------- cancelling

    def cancelLimitOrder(self, sender, order):
        hash, maker = self.getLimitOrderHash(None, order), order[5]
        if not self._acts(maker, sender):
            raise error("OnlyOrderMakerAllowed" + PARTIES, hash, sender, maker)
        self.put("word", hash, self.get("word", hash) | CANCELLED)
        self.log("OrderCancelled", hash, maker)

    def batchCancelLimitOrders(self, sender, orders):
        for order in orders:
            self.cancelLimitOrder(sender, order)

    def cancelPairLimitOrders(self, sender, maker_token, taker_token, salt):
        self._cancel_pair(sender, maker_token, taker_token, salt)

    def cancelPairLimitOrdersWithSigner(self, sender, maker, maker_token, taker_token, salt):
        if not self.isValidOrderSigner(None, maker, sender):
            raise error("InvalidSignerError(address,address)", maker, sender)
        self._cancel_pair(maker, maker_token, taker_token, salt)

    def batchCancelPairLimitOrders(self, sender, maker_tokens, taker_tokens, salts):
        require(len(maker_tokens) == len(taker_tokens) == len(salts), "mismatched array lengths")
        for pair in zip(maker_tokens, taker_tokens, salts, strict=True):
            self._cancel_pair(sender, *pair)

    def _cancel_pair(self, maker, maker_token, taker_token, salt):
        old = self.get("salt", maker, maker_token, taker_token)
        if salt < old:
            raise error("CancelSaltTooLowError(uint256,uint256)", salt, old)
        self.put("salt", maker, maker_token, taker_token, salt)
        self.log("PairCancelledLimitOrders", maker, maker_token, taker_token, salt)

    def registerAllowedOrderSigner(self, sender, signer, allowed):
        self.put("signer", sender, signer, int(allowed))
        self.log("OrderSignerRegistered", sender, signer, allowed)
