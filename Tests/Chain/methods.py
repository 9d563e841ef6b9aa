"""The JSON-RPC methods of the node, over a chain and a pool."""

import importlib.metadata
import inspect

import calls
import inputs
import shapes
from errors import INTERNAL, LIMIT_EXCEEDED, METHOD_NOT_FOUND, RPCError, invalid, refused
from eth_utils import keccak
from inputs import CallRequest
from pool import Pool, fee_cap, tip_cap

GAS_CAP = 50_000_000
TIP = 10**9
# Clients that ask for more blocks of fee history are given this many, as geth does.
MAXIMUM_FEE_HISTORY = 1024
# The options of node.py that evm_setOption changes; null takes a limit away.
SETTABLE = {
    "maxLogRange": "max_log_range",
    "maxLogs": "max_logs",
    "maxBatch": "max_batch",
    "shuffleBatches": "shuffle_batches",
    "delay": "delay",
    "reverts": "reverts",
}


class Methods:
    """Each method `namespace_name` of this class is a method of the node."""

    def __init__(self, chain, options):
        self.chain = chain
        self.pool = Pool(chain)
        self.options = options
        self.automine = not options.no_automine
        self._pools: dict[int, dict] = {}
        self._table = {
            name: method
            for name, method in inspect.getmembers(self, inspect.ismethod)
            if name.split("_")[0] in ("eth", "net", "web3", "evm", "txpool") and "_" in name
        }

    def call(self, method: str, params: list):
        function = self._table.get(method)
        if function is None:
            raise RPCError(METHOD_NOT_FOUND, f"the method {method} does not exist/is not available")
        try:
            bound = inspect.signature(function).bind(*params)
        except TypeError as error:
            raise invalid(f"{method}: {error}") from error
        try:
            return function(*bound.args)
        except RPCError:
            raise
        except Exception as error:
            # A fault of this node, not of the caller: told as such, and the node lives on.
            raise RPCError(INTERNAL, f"internal error in {method}: {type(error).__name__}: {error}") from error

    # ----------------------------------------------------------------- meta

    def web3_clientVersion(self):
        versions = [f"{name}/v{importlib.metadata.version(name)}" for name in ("py-evm", "eth-tester")]
        return "/".join([*versions, self.chain.fork])

    def web3_sha3(self, value):
        return shapes.data(keccak(inputs.data(value)))

    def net_version(self):
        return str(self.chain.chain_id)

    def net_listening(self):
        return True

    def net_peerCount(self):
        return "0x0"

    def eth_chainId(self):
        return hex(self.chain.chain_id)

    def eth_syncing(self):
        return False

    def eth_accounts(self):
        return [shapes.data(address) for address in self.chain.keys]

    # ---------------------------------------------------------------- state

    def eth_blockNumber(self):
        return hex(self.chain.head.number)

    def eth_getBalance(self, address, tag="latest"):
        return hex(self._state(tag).get_balance(inputs.address(address)))

    def eth_getTransactionCount(self, address, tag="latest"):
        sender = inputs.address(address)
        if tag == "pending":
            return hex(self.pool.next_nonce(sender))
        return hex(self._state(tag).get_nonce(sender))

    def eth_getCode(self, address, tag="latest"):
        return shapes.data(self._state(tag).get_code(inputs.address(address)))

    def eth_getStorageAt(self, address, slot, tag="latest"):
        return shapes.word(self._state(tag).get_storage(inputs.address(address), inputs.slot(slot)))

    def eth_call(self, request, tag="latest", overrides=None):
        if overrides:
            raise invalid("state overrides are not supported by this node")
        return shapes.data(calls.call(self.chain, self._header(tag), CallRequest(request), GAS_CAP))

    def eth_estimateGas(self, request, tag="latest", overrides=None):
        if overrides:
            raise invalid("state overrides are not supported by this node")
        return hex(calls.estimate(self.chain, self._header(tag), CallRequest(request), GAS_CAP))

    # ----------------------------------------------------------------- fees

    def eth_gasPrice(self):
        return hex(TIP + (getattr(self.chain.pending_header(), "base_fee_per_gas", 0) or 0))

    def eth_maxPriorityFeePerGas(self):
        self._require("london", "eth_maxPriorityFeePerGas")
        return hex(TIP)

    def eth_blobBaseFee(self):
        self._require("cancun", "eth_blobBaseFee")
        return hex(self.chain.state(self.chain.pending_header()).blob_base_fee)

    def eth_feeHistory(self, count, newest, percentiles=None):
        self._require("london", "eth_feeHistory")
        # web3.py sends an integer, geth takes both.
        wanted = (
            count if isinstance(count, int) and not isinstance(count, bool) else inputs.quantity(count, "blockCount")
        )
        percentiles = percentiles or []
        if any(
            isinstance(each, bool) or not isinstance(each, (int, float)) or not 0 <= each <= 100 for each in percentiles
        ) or percentiles != sorted(percentiles):
            raise invalid("invalid reward percentile")
        last = self.chain.head.number if newest == "pending" else self._number(newest)
        count = max(0, min(wanted, MAXIMUM_FEE_HISTORY, last + 1))
        if count == 0:
            return {"oldestBlock": "0x0", "gasUsedRatio": None}
        first = last - count + 1
        headers = [block.header for block in self.chain.blocks[first : last + 1]]
        following = self.chain.blocks[last + 1].header if last < self.chain.head.number else self.chain.pending_header()
        result = {
            "oldestBlock": hex(first),
            "baseFeePerGas": [hex(header.base_fee_per_gas) for header in [*headers, following]],
            "gasUsedRatio": [header.gas_used / header.gas_limit for header in headers],
        }
        if percentiles:
            result["reward"] = [self._rewards(number, percentiles) for number in range(first, last + 1)]
        return result

    def _rewards(self, number, percentiles):
        entries = self.chain.mined[number]
        if not entries:
            return ["0x0" for _ in percentiles]
        base_fee = self.chain.blocks[number].header.base_fee_per_gas
        tips = sorted(
            (min(tip_cap(entry.transaction), fee_cap(entry.transaction) - base_fee), entry.gas_used)
            for entry in entries
        )
        total = sum(gas for _, gas in tips)
        result = []
        for percentile in percentiles:
            used = 0
            reward = 0
            for tip, gas in tips:
                used += gas
                reward = tip
                if used >= total * percentile / 100:
                    break
            result.append(hex(reward))
        return result

    # --------------------------------------------------------------- blocks

    def eth_getBlockByNumber(self, tag, full=False):
        full = inputs.boolean(full, "full")
        if tag == "pending":
            return shapes.block(self.chain, None, full)
        number = self._number(tag, missing=None)
        return None if number is None else shapes.block(self.chain, number, full)

    def eth_getBlockByHash(self, block_hash, full=False):
        number = self.chain.number_by_hash.get(inputs.hash32(block_hash))
        return None if number is None else shapes.block(self.chain, number, inputs.boolean(full, "full"))

    def eth_getBlockTransactionCountByNumber(self, tag):
        number = self._number(tag, missing=None)
        return None if number is None else hex(len(self.chain.mined[number]))

    def eth_getBlockTransactionCountByHash(self, block_hash):
        number = self.chain.number_by_hash.get(inputs.hash32(block_hash))
        return None if number is None else hex(len(self.chain.mined[number]))

    def eth_getBlockReceipts(self, tag):
        number = self._number(tag, missing=None)
        return None if number is None else [shapes.receipt(self.chain, entry) for entry in self.chain.mined[number]]

    # --------------------------------------------------------- transactions

    def eth_getTransactionByHash(self, transaction_hash):
        key = inputs.hash32(transaction_hash)
        entry = self.chain.by_transaction.get(key)
        if entry is not None:
            return shapes.transaction(self.chain, entry)
        waiting = self.pool.find(key)
        return None if waiting is None else shapes.unmined(self.chain, waiting)

    def eth_getTransactionByBlockNumberAndIndex(self, tag, index):
        return self._transaction_at(self._number(tag, missing=None), index)

    def eth_getTransactionByBlockHashAndIndex(self, block_hash, index):
        return self._transaction_at(self.chain.number_by_hash.get(inputs.hash32(block_hash)), index)

    def _transaction_at(self, number, index):
        entries = [] if number is None else self.chain.mined[number]
        index = inputs.quantity(index, "index")
        return shapes.transaction(self.chain, entries[index]) if index < len(entries) else None

    def eth_getTransactionReceipt(self, transaction_hash):
        entry = self.chain.by_transaction.get(inputs.hash32(transaction_hash))
        return None if entry is None else shapes.receipt(self.chain, entry)

    def eth_sendRawTransaction(self, raw):
        transaction = self.pool.add_raw(inputs.data(raw))
        if self.automine:
            self._mine_ready()
        return shapes.data(transaction.hash)

    def eth_sendTransaction(self, request):
        """For the accounts the node was started with, whose keys it has."""
        call = CallRequest(request)
        if call.sender not in self.chain.keys:
            raise refused("unknown account")
        if call.gas is None:
            call.gas = calls.estimate(self.chain, self._header("latest"), call, GAS_CAP)
        price = call.gas_price or call.max_fee or int(self.eth_gasPrice(), 16) * 2
        unsigned = self.chain.transaction_builder.create_unsigned_transaction(
            nonce=call.nonce if call.nonce is not None else self.pool.next_nonce(call.sender),
            gas_price=price,
            gas=call.gas,
            to=call.to or b"",
            value=call.value,
            data=call.data,
        )
        signed = self.chain.sign(call.sender, unsigned)
        return self.eth_sendRawTransaction(shapes.data(signed.encode()))

    def txpool_status(self):
        waiting = sum(len(queue) for queue in self.pool.waiting.values())
        ready = len(self.pool.ready())
        return {"pending": hex(ready), "queued": hex(waiting - ready)}

    # ----------------------------------------------------------------- logs

    def eth_getLogs(self, query):
        if not isinstance(query, dict):
            raise invalid("invalid argument 0: a filter object is expected")
        numbers = self._log_range(query)
        addresses = query.get("address")
        addresses = [addresses] if isinstance(addresses, str) else addresses or []
        addresses = {shapes.data(inputs.address(each)) for each in addresses}
        topics = [self._topic(each) for each in query.get("topics") or []]
        if len(topics) > 4:
            raise invalid("exceed max topics")
        found = []
        for number in numbers:
            for entry in self.chain.mined[number]:
                if not entry.receipt.logs:
                    continue
                for log in shapes.logs(entry):
                    if addresses and log["address"] not in addresses:
                        continue
                    if len(topics) > len(log["topics"]):
                        continue
                    if all(not wanted or topic in wanted for wanted, topic in zip(topics, log["topics"], strict=False)):
                        found.append(log)
        limit = self.options.max_logs
        if limit is not None and len(found) > limit:
            raise RPCError(LIMIT_EXCEEDED, f"query returned more than {limit} results")
        return found

    def _log_range(self, query):
        if query.get("blockHash") is not None:
            if query.get("fromBlock") is not None or query.get("toBlock") is not None:
                raise invalid("cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other")
            number = self.chain.number_by_hash.get(inputs.hash32(query["blockHash"]))
            if number is None:
                raise refused("unknown block")
            return range(number, number + 1)
        head = self.chain.head.number
        first = self._range_end(query.get("fromBlock"), head)
        last = self._range_end(query.get("toBlock"), head)
        if first > last:
            raise invalid("invalid block range params")
        limit = self.options.max_log_range
        if limit is not None and last - first + 1 > limit:
            raise RPCError(
                LIMIT_EXCEEDED,
                f"query returned more than 10000 results: this node searches {limit} blocks at a time, "
                f"try {hex(first)} to {hex(first + limit - 1)}",
            )
        return range(min(first, head + 1), min(last, head) + 1)

    def _range_end(self, tag, head):
        if tag is None or tag in ("latest", "pending", "safe", "finalized"):
            return head
        return 0 if tag == "earliest" else inputs.quantity(tag, "block")

    def _topic(self, value):
        if value is None:
            return set()
        values = value if isinstance(value, list) else [value]
        return {shapes.data(inputs.hash32(each, "topic")) for each in values}

    # -------------------------------------------------- controls, for tests

    def evm_mine(self, timestamp=None):
        """One block, at a time if given; of what waits as much as can be."""
        if isinstance(timestamp, dict):
            timestamp = timestamp.get("timestamp")
        if timestamp is not None:
            self.evm_setNextBlockTimestamp(timestamp)
        self._mine_block()
        return "0x0"

    def evm_mineBlocks(self, count):
        """Empty blocks, quickly: for confirmations and for ranges of logs."""
        for _ in range(self._integer(count, "count")):
            self._mine_block()
        return "0x0"

    def evm_setAutomine(self, enabled):
        self.automine = inputs.boolean(enabled, "enabled")
        if self.automine:
            self._mine_ready()
        return True

    def evm_increaseTime(self, seconds):
        seconds = self._integer(seconds, "seconds")
        if seconds < 0:
            raise invalid("time does not run backwards")
        self.chain.increase_time(seconds)
        return hex(self.chain.clock_offset)

    def evm_setNextBlockTimestamp(self, timestamp):
        timestamp = self._integer(timestamp, "timestamp")
        if timestamp <= self.chain.head.header.timestamp:
            raise invalid(f"timestamp {timestamp} is not after that of the last block")
        # Later blocks follow it, instead of falling back to the clock.
        self.chain.increase_time(max(0, timestamp - self.chain.pending_header().timestamp))
        self.chain.next_timestamp = timestamp
        return hex(timestamp)

    def evm_snapshot(self):
        snapshot = self.chain.snapshot()
        self._pools[snapshot] = {sender: dict(queue) for sender, queue in self.pool.waiting.items()}
        return hex(snapshot)

    def evm_revert(self, snapshot):
        snapshot = self._integer(snapshot, "snapshot")
        if not self.chain.revert(snapshot):
            return False
        self.pool.waiting = self._pools[snapshot]
        self._pools = {key: value for key, value in self._pools.items() if key < snapshot}
        return True

    def evm_setOption(self, name, value):
        """Changes a way of other nodes while the node runs: starting one for each takes a second."""
        if name not in SETTABLE:
            raise invalid(f"no such option: {name}; there are {', '.join(SETTABLE)}")
        setattr(self.options, SETTABLE[name], value)
        return True

    def _integer(self, value, name):
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        return inputs.quantity(value, name)

    # --------------------------------------------------------------- within

    def mine_if_due(self):
        """For --block-time: a block whether anything waits or not."""
        self._mine_block()

    def _mine_block(self, transactions=None):
        _, left_out = self.chain.mine(self.pool.ready() if transactions is None else transactions)
        self.pool.drop_mined()
        for transaction, why in left_out:
            if "gas limit" not in why:
                # Admitted, but what came before it in the block took its money: it can't wait for better days here.
                self.pool.drop(transaction)

    def _mine_ready(self):
        ready = self.pool.ready()
        while ready:
            self._mine_block(ready)
            left = self.pool.ready()
            if len(left) >= len(ready):
                break
            ready = left

    def _require(self, fork, method):
        if not self.chain.at_least(fork):
            raise RPCError(METHOD_NOT_FOUND, f"the method {method} does not exist/is not available")

    def _state(self, tag):
        return self.chain.state(self._header(tag))

    def _header(self, tag):
        if tag == "pending":
            return self.chain.pending_header()
        return self.chain.blocks[self._number(tag)].header

    def _number(self, tag, **default):
        """The number of the block that a tag, a number, a hash or an EIP-1898 object means."""
        if isinstance(tag, dict):
            if tag.get("blockHash") is not None:
                number = self.chain.number_by_hash.get(inputs.hash32(tag["blockHash"]))
                if number is None:
                    raise refused("header for hash not found")
                return number
            tag = tag.get("blockNumber")
        if tag == "earliest":
            return 0
        if tag in inputs.TAGS:
            return self.chain.head.number
        if isinstance(tag, str) and len(tag) == 66:
            number = self.chain.number_by_hash.get(inputs.hash32(tag))
        else:
            number = inputs.quantity(tag, "block")
        if number is None or number > self.chain.head.number:
            if "missing" in default:
                return default["missing"]
            raise refused("header not found")
        return number
