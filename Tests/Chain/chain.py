"""A py-evm chain, set up by eth-tester, that mines when told to and remembers what it mined."""

import time
from dataclasses import dataclass

from eth.vm import forks
from eth_tester.backends.pyevm.main import get_account_keys_from_mnemonic, setup_tester_chain
from eth_utils import ValidationError, keccak

MNEMONIC = "test test test test test test test test test test test junk"
HD_PATH = "m/44'/60'/0'/0"
# Oldest first: the names that --fork takes.
FORKS = {
    "byzantium": forks.ByzantiumVM,
    "petersburg": forks.PetersburgVM,
    "istanbul": forks.IstanbulVM,
    "berlin": forks.BerlinVM,
    "london": forks.LondonVM,
    "paris": forks.ParisVM,
    "shanghai": forks.ShanghaiVM,
    "cancun": forks.CancunVM,
    "prague": forks.PragueVM,
}


@dataclass(frozen=True)
class Mined:
    """A transaction in a block, with what a receipt says of it."""

    transaction: object
    receipt: object
    block: object
    index: int
    gas_used: int
    first_log: int  # number of logs before it in the block


class Chain:
    """Blocks, state and clock. Knows nothing of JSON-RPC and checks only what a block needs."""

    def __init__(self, fork: str, chain_id: int, accounts: int, balance: int, gas_limit: int):
        vm = FORKS[fork]
        self.fork = fork
        # Derived here, not by eth-tester's backend: its path has one level less than wallets use.
        self.keys = {
            key.public_key.to_canonical_address(): key
            for key in get_account_keys_from_mnemonic(MNEMONIC, quantity=accounts, hd_path=HD_PATH)
        }
        account = {"balance": balance, "nonce": 0, "code": b"", "storage": {}}
        parameters = {
            "coinbase": bytes(20),
            "difficulty": 0 if self.at_least("paris") else 131072,
            "extra_data": b"",
            "gas_limit": gas_limit,
            "mix_hash": bytes(32),
            "nonce": bytes(8),
            # A little behind the clock: each block must be younger than the one before, and tests mine fast.
            "timestamp": int(time.time()) - 60,
        }
        _, self._chain = setup_tester_chain(parameters, dict.fromkeys(self.keys, account), accounts, ((0, vm),))
        self._chain.chain_id = chain_id
        self.chain_id = chain_id
        self.blocks = [self._chain.get_canonical_block_by_number(0)]
        self.mined: list[list[Mined]] = [[]]
        self.by_transaction: dict[bytes, Mined] = {}
        self.number_by_hash = {self.blocks[0].hash: 0}
        self._head_state = None, None
        self.clock_offset = 0
        self.next_timestamp: int | None = None
        self._snapshots: dict[int, tuple] = {}
        self._snapshot_count = 0

    def at_least(self, fork: str) -> bool:
        names = list(FORKS)
        return names.index(self.fork) >= names.index(fork)

    # ------------------------------------------------------------------ reading

    @property
    def head(self):
        return self.blocks[-1]

    def pending_header(self):
        """The header of the block that would be mined now."""
        parent = self.head.header
        timestamp = self.next_timestamp
        if timestamp is None:
            timestamp = int(time.time()) + self.clock_offset
        changes = {"timestamp": max(timestamp, parent.timestamp + 1)}
        if self.at_least("paris"):
            # Random to a contract, the same in every run of a test.
            changes["mix_hash"] = keccak(parent.hash)
        return self._chain.header.copy(**changes)

    def increase_time(self, seconds: int):
        """Puts the next block that much later than it would have been."""
        self.clock_offset = self.pending_header().timestamp + seconds - int(time.time())
        self.next_timestamp = None

    def vm(self, header):
        """A machine over the state after a header; throw it away after use."""
        return self._chain.get_vm(at_header=header)

    def state(self, header=None):
        """The state after a header, the last block's by default: for reading only, that of the last block is kept."""
        header = header or self.head.header
        if header is not self.head.header:
            return self.vm(header).state
        if self._head_state[0] is not header:
            self._head_state = header, self.vm(header).state
        return self._head_state[1]

    # ------------------------------------------------------------------- mining

    def decode(self, raw: bytes):
        return self.vm(self._chain.header).get_transaction_builder().decode(raw)

    @property
    def transaction_builder(self):
        return self.vm(self._chain.header).get_transaction_builder()

    def mine(self, transactions=()) -> tuple[object, list]:
        """One block of those transactions that fit, in their order; and the ones left out, each with why."""
        self._chain.header = self.pending_header()
        self.next_timestamp = None
        left_out = []
        receipts = []
        included = []
        for transaction in transactions:
            try:
                _, receipt, _ = self._chain.apply_transaction(transaction)
            except ValidationError as error:
                left_out.append((transaction, str(error)))
                continue
            receipts.append(receipt)
            included.append(transaction)
        fields = {}
        if self.at_least("cancun"):
            from eth.vm.forks.cancun import get_total_blob_gas

            fields["blob_gas_used"] = sum(get_total_blob_gas(transaction) for transaction in included)
        block = self._chain.mine_block(**fields)
        self._remember(block, included, receipts)
        return block, left_out

    def _remember(self, block, transactions, receipts):
        entries = []
        gas_before = 0
        logs_before = 0
        for index, (transaction, receipt) in enumerate(zip(transactions, receipts, strict=True)):
            entry = Mined(transaction, receipt, block, index, receipt.gas_used - gas_before, logs_before)
            gas_before = receipt.gas_used
            logs_before += len(receipt.logs)
            entries.append(entry)
            self.by_transaction[transaction.hash] = entry
        self.blocks.append(block)
        self.mined.append(entries)
        self.number_by_hash[block.hash] = block.number

    def sign(self, address: bytes, unsigned):
        """Signs for one of the accounts the node was started with."""
        return unsigned.as_signed_transaction(self.keys[address], chain_id=self.chain_id)

    # ---------------------------------------------------------------- snapshots

    def snapshot(self) -> int:
        # The database is content-addressed but for a few keys; a shallow copy costs milliseconds and misses nothing.
        self._snapshot_count += 1
        self._snapshots[self._snapshot_count] = (
            dict(self._store),
            self._chain.header,
            len(self.blocks),
            self.clock_offset,
            self.next_timestamp,
        )
        return self._snapshot_count

    def revert(self, snapshot: int) -> bool:
        if snapshot not in self._snapshots:
            return False
        store, header, count, self.clock_offset, self.next_timestamp = self._snapshots[snapshot]
        self._snapshots = {key: value for key, value in self._snapshots.items() if key < snapshot}
        self._store.clear()
        self._store.update(store)
        self._chain.header = header
        for block, entries in zip(self.blocks[count:], self.mined[count:], strict=True):
            del self.number_by_hash[block.hash]
            for entry in entries:
                self.by_transaction.pop(entry.transaction.hash, None)
        del self.blocks[count:]
        del self.mined[count:]
        return True

    @property
    def _store(self) -> dict:
        return self._chain.chaindb.db.wrapped_db.kv_store
