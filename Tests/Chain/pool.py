"""Transactions that wait for a block, admitted or refused with geth's texts."""

import rlp
from errors import refused
from eth.exceptions import PyEVMError
from eth_utils import ValidationError

MINIMUM_TIP = 1
REPLACEMENT_BUMP = 10  # per cent on both fees
TYPE_NAMES = {1: "berlin", 2: "london", 3: "cancun", 4: "prague"}
MAXIMUM_INITCODE = 2 * 24576


class Pool:
    """By sender and nonce; a gap in the nonces holds what is behind it back."""

    def __init__(self, chain):
        self.chain = chain
        self.waiting: dict[bytes, dict[int, object]] = {}

    def find(self, transaction_hash: bytes):
        for queue in self.waiting.values():
            for transaction in queue.values():
                if transaction.hash == transaction_hash:
                    return transaction
        return None

    def next_nonce(self, sender: bytes) -> int:
        """The nonce behind those that wait without a gap: eth_getTransactionCount at pending."""
        nonce = self.chain.state().get_nonce(sender)
        queue = self.waiting.get(sender, {})
        while nonce in queue:
            nonce += 1
        return nonce

    def ready(self) -> list:
        """What a block can take now, best tip first among the senders, each sender's in order of nonce."""
        if not self.waiting:
            return []
        base_fee = getattr(self.chain.pending_header(), "base_fee_per_gas", 0) or 0
        state = self.chain.state()
        chosen = []
        for sender, queue in self.waiting.items():
            nonce = state.get_nonce(sender)
            while nonce in queue and fee_cap(queue[nonce]) >= base_fee:
                chosen.append((nonce - state.get_nonce(sender), -tip_cap(queue[nonce]), len(chosen), queue[nonce]))
                nonce += 1
        return [entry[3] for entry in sorted(chosen, key=lambda entry: entry[:3])]

    def drop_mined(self):
        """Forgets what is in a block by now, or can never be."""
        state = self.chain.state()
        for sender in list(self.waiting):
            nonce = state.get_nonce(sender)
            queue = {key: value for key, value in self.waiting[sender].items() if key >= nonce}
            if queue:
                self.waiting[sender] = queue
            else:
                del self.waiting[sender]

    def drop(self, transaction):
        queue = self.waiting.get(transaction.sender, {})
        if queue.get(transaction.nonce) is transaction:
            del queue[transaction.nonce]
            if not queue:
                del self.waiting[transaction.sender]

    def add_raw(self, raw: bytes):
        """Admits a signed transaction, or raises what geth answers."""
        transaction = self._decode(raw)
        self._check_chain(transaction)
        sender = self._sender(transaction)
        queue = self.waiting.get(sender, {})
        present = queue.get(transaction.nonce)
        if present is not None and present.hash == transaction.hash:
            raise refused("already known")
        self._check_limits(transaction)
        self._check_fields(transaction)
        self._check_account(transaction, sender, queue)
        if present is not None and not (
            fee_cap(transaction) * 100 >= fee_cap(present) * (100 + REPLACEMENT_BUMP)
            and tip_cap(transaction) * 100 >= tip_cap(present) * (100 + REPLACEMENT_BUMP)
        ):
            raise refused("replacement transaction underpriced")
        self.waiting.setdefault(sender, {})[transaction.nonce] = transaction
        return transaction

    # ------------------------------------------------------------------- checks

    def _decode(self, raw: bytes):
        if not raw:
            raise refused("typed transaction too short")
        kind = raw[0] if raw[0] < 0x80 else 0
        if kind and (kind not in TYPE_NAMES or not self.chain.at_least(TYPE_NAMES[kind])):
            raise refused("transaction type not supported")
        try:
            if kind == 3:
                fields = rlp.decode(raw[1:])
                if fields and isinstance(fields[0], list):
                    # The network form: the blobs ride along and are not part of a block. They are not verified here.
                    raw = raw[:1] + rlp.encode(fields[0])
            return self.chain.decode(raw)
        except (rlp.exceptions.RLPException, ValidationError, PyEVMError, ValueError, TypeError) as error:
            raise refused(f"rlp: {error}") from error

    def _check_chain(self, transaction):
        chain_id = getattr(transaction, "chain_id", None)
        if chain_id is not None and chain_id != self.chain.chain_id:
            raise refused(f"invalid sender: invalid chain id for signer: have {chain_id} want {self.chain.chain_id}")

    def _sender(self, transaction) -> bytes:
        try:
            transaction.check_signature_validity()
            return transaction.sender
        except Exception as error:
            raise refused("invalid sender: invalid transaction v, r, s values") from error

    def _check_limits(self, transaction):
        header = self.chain.pending_header()
        if transaction.gas > header.gas_limit:
            raise refused("exceeds block gas limit")
        if tip_cap(transaction) > fee_cap(transaction):
            raise refused(
                "max priority fee per gas higher than max fee per gas: address "
                f"0x{transaction.sender.hex()}, maxPriorityFeePerGas: {tip_cap(transaction)}, "
                f"maxFeePerGas: {fee_cap(transaction)}"
            )
        if tip_cap(transaction) < MINIMUM_TIP:
            raise refused(f"transaction underpriced: gas tip cap {tip_cap(transaction)}, minimum needed {MINIMUM_TIP}")
        if not transaction.to and len(transaction.data) > MAXIMUM_INITCODE and self.chain.at_least("shanghai"):
            raise refused(f"max initcode size exceeded: code size {len(transaction.data)}, limit {MAXIMUM_INITCODE}")
        intrinsic = transaction.intrinsic_gas
        if transaction.gas < intrinsic:
            raise refused(f"intrinsic gas too low: gas {transaction.gas}, minimum needed {intrinsic}")
        if self.chain.at_least("prague"):
            executor = self.chain.state().get_transaction_executor()
            floor = executor.calc_data_floor_gas(transaction, 0, 0)
            if transaction.gas < floor:
                raise refused(
                    f"insufficient gas for floor data gas cost: gas {transaction.gas}, minimum needed {floor}"
                )

    def _check_fields(self, transaction):
        try:
            transaction.validate()
        except Exception as error:
            raise refused(f"invalid transaction: {error}") from error

    def _check_account(self, transaction, sender: bytes, queue: dict):
        state = self.chain.state()
        nonce = state.get_nonce(sender)
        if transaction.nonce < nonce:
            raise refused(f"nonce too low: next nonce {nonce}, tx nonce {transaction.nonce}")
        balance = state.get_balance(sender)
        cost = total_cost(transaction)
        if balance < cost:
            raise refused(
                f"insufficient funds for gas * price + value: balance {balance}, tx cost {cost}, "
                f"overshot {cost - balance}"
            )
        waiting = sum(total_cost(other) for other in queue.values() if other.nonce != transaction.nonce)
        if balance < cost + waiting:
            raise refused(
                f"insufficient funds for gas * price + value: balance {balance}, queued cost {waiting}, "
                f"tx cost {cost}, overshot {cost + waiting - balance}"
            )


def kind_of(transaction) -> int:
    return getattr(transaction, "type_id", None) or 0


def fee_cap(transaction) -> int:
    return transaction.max_fee_per_gas if kind_of(transaction) >= 2 else transaction.gas_price


def tip_cap(transaction) -> int:
    return transaction.max_priority_fee_per_gas if kind_of(transaction) >= 2 else transaction.gas_price


def total_cost(transaction) -> int:
    """The most that a transaction can take from its sender."""
    cost = transaction.value + transaction.gas * fee_cap(transaction)
    if kind_of(transaction) == 3:
        cost += 131072 * len(transaction.blob_versioned_hashes) * transaction.max_fee_per_blob_gas
    return cost
