"""The executable specification (ethereum-execution) as the judge of every fork that it has by itself."""

import importlib
import inspect

from ethereum.crypto.hash import keccak256
from ethereum.exceptions import EthereumException
from ethereum_rlp import rlp
from ethereum_types.bytes import Bytes, Bytes0, Bytes32
from ethereum_types.numeric import U8, U64, U256, Uint

from programs import data, number

# Constantinople was never live by itself: the specification's is the one that is called ConstantinopleFix here.
FORKS = {
    "Frontier": "frontier", "Homestead": "homestead", "EIP150": "tangerine_whistle", "EIP158": "spurious_dragon",
    "Byzantium": "byzantium", "ConstantinopleFix": "constantinople", "Istanbul": "istanbul", "Berlin": "berlin",
    "London": "london", "Paris": "paris", "Shanghai": "shanghai", "Cancun": "cancun", "Prague": "prague",
    "Osaka": "osaka", "BPO1": "bpo1", "BPO2": "bpo2",
}
loaded = {}


class Fork:
    """The modules of a fork, with the outermost call watched for its output."""

    def __init__(self, name):
        for part in ("fork", "state", "vm", "transactions", "fork_types"):
            setattr(self, part, importlib.import_module(f"ethereum.forks.{name}.{part}"))
        self.output = None
        interpreter = importlib.import_module(f"ethereum.forks.{name}.vm.interpreter")
        self.depth = 0
        for function in ("process_message", "process_create_message"):
            setattr(interpreter, function, self.watched(getattr(interpreter, function)))

    def watched(self, function):
        def call(*arguments):
            self.depth += 1
            try:
                evm = function(*arguments)
            finally:
                self.depth -= 1
            if self.depth == 0:
                self.output, self.error = evm.output, evm.error
            return evm
        return call


def fork(name):
    if name not in loaded:
        loaded[name] = Fork(FORKS[name])
    return loaded[name]


def transaction(spec, test):
    fields, types = test["transaction"], spec.transactions
    to = spec.fork_types.Address(data(fields["to"])) if fields["to"] else Bytes0()
    values = dict(
        nonce=U256(number(fields["nonce"])), gas=Uint(number(fields["gasLimit"][0])), to=to,
        value=U256(number(fields["value"][0])), data=Bytes(data(fields["data"][0])), r=U256(1), s=U256(1))
    if "accessLists" not in fields:
        kind = getattr(types, "LegacyTransaction", None) or types.Transaction
        return kind(gas_price=Uint(number(fields["gasPrice"])), v=U256(27), **values)
    values |= dict(chain_id=U64(1), y_parity=U256(0), access_list=tuple(
        types.Access(account=spec.fork_types.Address(data(row["address"])),
                     slots=tuple(Bytes32(data(key)) for key in row["storageKeys"]))
        if hasattr(types, "Access") else
        (spec.fork_types.Address(data(row["address"])), tuple(Bytes32(data(key)) for key in row["storageKeys"]))
        for row in fields["accessLists"][0]))
    if "gasPrice" in fields:
        return types.AccessListTransaction(gas_price=Uint(number(fields["gasPrice"])), **values)
    values |= dict(max_fee_per_gas=Uint(number(fields["maxFeePerGas"])),
                   max_priority_fee_per_gas=Uint(number(fields["maxPriorityFeePerGas"])))
    if "blobVersionedHashes" in fields:
        return types.BlobTransaction(
            max_fee_per_blob_gas=U256(number(fields["maxFeePerBlobGas"])),
            blob_versioned_hashes=tuple(Bytes32(data(text)) for text in fields["blobVersionedHashes"]), **values)
    if "authorizationList" in fields:
        return types.SetCodeTransaction(authorizations=tuple(
            spec.fork_types.Authorization(
                chain_id=U256(number(row["chainId"])), address=spec.fork_types.Address(data(row["address"])),
                nonce=U64(number(row["nonce"])), y_parity=U8(number(row["yParity"])), r=U256(number(row["r"])),
                s=U256(number(row["s"]))) for row in fields["authorizationList"]), **values)
    return types.FeeMarketTransaction(**values)


def block(spec, test, state):
    environment = test["env"]
    height = number(environment["currentNumber"])
    values = dict(
        chain_id=U64(1), state=state, block_gas_limit=Uint(number(environment["currentGasLimit"])),
        block_hashes=[keccak256(str(n).encode()) for n in range(max(0, height - 256), height)],
        coinbase=spec.fork_types.Address(data(environment["currentCoinbase"])), number=Uint(height),
        time=U256(number(environment["currentTimestamp"])),
        difficulty=Uint(number(environment["currentDifficulty"])),
        prev_randao=Bytes32(data(environment.get("currentRandom", "0x" + "00" * 32))),
        base_fee_per_gas=Uint(number(environment.get("currentBaseFee", "0x0"))),
        excess_blob_gas=U64(number(environment.get("currentExcessBlobGas", "0x0"))),
        parent_beacon_block_root=Bytes32(bytes(32)))
    known = inspect.signature(spec.vm.BlockEnvironment).parameters
    return spec.vm.BlockEnvironment(**{name: value for name, value in values.items() if name in known})


def outcome(test):
    """What comes of a test, in the words of ours; None for a fork that the specification doesn't have."""
    if test["fork"] not in FORKS:
        return None
    spec = fork(test["fork"])
    state = spec.state.State()
    for text, account in test["pre"].items():
        address = spec.fork_types.Address(data(text))
        spec.state.set_account(state, address, spec.fork_types.Account(
            nonce=Uint(number(account["nonce"])), balance=U256(number(account["balance"])),
            code=Bytes(data(account["code"]))))
        for slot, value in account["storage"].items():
            spec.state.set_storage(state, address, Bytes32(number(slot).to_bytes(32, "big")), U256(number(value)))
    sender = spec.fork_types.Address(data(test["transaction"]["sender"]))
    spec.fork.recover_sender = lambda *_, **__: sender
    result = spec.vm.BlockOutput()
    # A creation that finds its address taken doesn't come to the watched functions.
    spec.output, spec.error = b"", "address taken"
    try:
        spec.fork.process_transaction(block(spec, test, state), result, transaction(spec, test), Uint(0))
    except EthereumException as error:
        return dict(refused=type(error).__name__)
    output = b"" if spec.error is not None and type(spec.error).__name__ != "Revert" else spec.output
    return dict(
        root="0x" + spec.state.state_root(state).hex(), gas=int(result.block_gas_used),
        logs="0x" + keccak256(rlp.encode(result.block_logs)).hex(), output="0x" + keccak256(output).hex(),
        success=spec.error is None)
