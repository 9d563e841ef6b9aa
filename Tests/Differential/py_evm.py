"""py-evm as a judge: Frontier to Prague."""

from eth.constants import BLANK_ROOT_HASH, CREATE_CONTRACT_ADDRESS
from eth.db.atomic import AtomicDB
from eth.exceptions import PyEVMError
from eth.vm import forks
from eth.vm.execution_context import ExecutionContext
from eth_utils import ValidationError, keccak
import rlp

from programs import SENDER_KEY, data, number

MACHINES = {
    "Frontier": forks.FrontierVM, "Homestead": forks.HomesteadVM, "EIP150": forks.TangerineWhistleVM,
    "EIP158": forks.SpuriousDragonVM, "Byzantium": forks.ByzantiumVM, "Constantinople": forks.ConstantinopleVM,
    "ConstantinopleFix": forks.PetersburgVM, "Istanbul": forks.IstanbulVM, "Berlin": forks.BerlinVM,
    "London": forks.LondonVM, "Paris": forks.ParisVM, "Shanghai": forks.ShanghaiVM, "Cancun": forks.CancunVM,
    "Prague": forks.PragueVM,
}


def transaction(machine, test):
    """The test's transaction, signed."""
    fields = test["transaction"]
    build = machine.get_transaction_builder()
    base = dict(
        nonce=number(fields["nonce"]), gas=number(fields["gasLimit"][0]),
        to=data(fields["to"]) if fields["to"] else CREATE_CONTRACT_ADDRESS, value=number(fields["value"][0]),
        data=data(fields["data"][0]))
    if "accessLists" not in fields:
        return build.create_unsigned_transaction(
            gas_price=number(fields["gasPrice"]), **base).as_signed_transaction(SENDER_KEY)
    base["chain_id"] = 1
    base["access_list"] = [
        (data(row["address"]), [number(key) for key in row["storageKeys"]]) for row in fields["accessLists"][0]]
    if "gasPrice" in fields:
        return build.new_unsigned_access_list_transaction(
            gas_price=number(fields["gasPrice"]), **base).as_signed_transaction(SENDER_KEY)
    base["max_fee_per_gas"] = number(fields["maxFeePerGas"])
    base["max_priority_fee_per_gas"] = number(fields["maxPriorityFeePerGas"])
    if "blobVersionedHashes" in fields:
        unsigned = build.new_unsigned_blob_transaction(
            max_fee_per_blob_gas=number(fields["maxFeePerBlobGas"]),
            blob_versioned_hashes=[data(text) for text in fields["blobVersionedHashes"]], **base)
    elif "authorizationList" in fields:
        unsigned = build.new_unsigned_set_code_transaction(
            authorization_list=[
                dict(chain_id=number(row["chainId"]), address=data(row["address"]), nonce=number(row["nonce"]),
                     y_parity=number(row["yParity"]), r=number(row["r"]), s=number(row["s"]))
                for row in fields["authorizationList"]], **base)
    else:
        unsigned = build.new_unsigned_dynamic_fee_transaction(**base)
    return unsigned.as_signed_transaction(SENDER_KEY)


def outcome(test):
    """What comes of a test, in the words of ours; None for a fork that py-evm doesn't have."""
    machine = MACHINES.get(test["fork"])
    if machine is None:
        return None
    environment = test["env"]
    height = number(environment["currentNumber"])
    context = ExecutionContext(
        coinbase=data(environment["currentCoinbase"]), timestamp=number(environment["currentTimestamp"]),
        block_number=height, difficulty=number(environment["currentDifficulty"]),
        mix_hash=data(environment.get("currentRandom", "0x" + "00" * 32)),
        gas_limit=number(environment["currentGasLimit"]),
        prev_hashes=[keccak(str(n).encode()) for n in range(height - 1, max(height - 257, -1), -1)], chain_id=1,
        base_fee_per_gas=number(environment.get("currentBaseFee", "0x0")),
        excess_blob_gas=number(environment.get("currentExcessBlobGas", "0x0")))
    state = machine.get_state_class()(AtomicDB(), context, BLANK_ROOT_HASH)
    for text, account in test["pre"].items():
        address = data(text)
        state.set_balance(address, number(account["balance"]))
        state.set_nonce(address, number(account["nonce"]))
        state.set_code(address, data(account["code"]))
        for slot, value in account["storage"].items():
            state.set_storage(address, number(slot), number(value))
    state.persist()
    state.lock_changes()
    try:
        sent = transaction(machine, test)
        computation = state.apply_transaction(sent)
    except (ValidationError, PyEVMError) as error:
        return dict(refused=f"{type(error).__name__}: {error}")
    # What failed is no error of the state: it is taken back and paid for.
    logs = [[address, [topic.to_bytes(32, "big") for topic in topics], body]
            for address, topics, body in computation.get_log_entries()]
    return dict(
        root="0x" + state.make_state_root().hex(), gas=machine.finalize_gas_used(sent, computation),
        logs="0x" + keccak(rlp.encode(logs)).hex(), output="0x" + keccak(computation.output).hex(),
        success=computation.is_success)
