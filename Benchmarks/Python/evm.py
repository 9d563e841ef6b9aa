"""Other people's EVMs: revm by its Python binding, and py-evm. Each runs one transaction and gives its gas."""

import pyrevm
from eth.constants import BLANK_ROOT_HASH
from eth.db.atomic import AtomicDB
from eth.vm.execution_context import ExecutionContext
from eth.vm.forks import CancunVM
from eth.vm.message import Message
from eth.vm.transaction_context import BaseTransactionContext

SENDER = "0x0000000000000000000000000000000000003333"
GAS = 1 << 40
INTRINSIC_GAS = 21_000


def revm(code, contract, callee_code, callee):
    # A name that the binding doesn't know runs as Cancun without a word; this one it knows.
    machine = pyrevm.EVM(spec_id="Cancun", gas_limit=GAS)
    machine.set_block_env(pyrevm.BlockEnv(gas_limit=GAS))
    for address, body in ((contract, code), (callee, callee_code)):
        machine.insert_account_info(address, pyrevm.AccountInfo(nonce=1, code=body))
    machine.message_call(caller=SENDER, to=contract, gas=GAS)
    return machine.result.gas_used + machine.result.gas_refunded


def py_evm(code, contract, callee_code, callee):
    context = ExecutionContext(
        coinbase=bytes(20), timestamp=0, block_number=0, difficulty=0, mix_hash=bytes(32), gas_limit=GAS,
        prev_hashes=[], chain_id=1, base_fee_per_gas=0, excess_blob_gas=0)
    state = CancunVM.get_state_class()(AtomicDB(), context, BLANK_ROOT_HASH)
    to, sender = bytes.fromhex(contract[2:]), bytes.fromhex(SENDER[2:])
    for address, body in ((to, code), (bytes.fromhex(callee[2:]), callee_code)):
        state.set_nonce(address, 1)
        state.set_code(address, body)
    state.persist()
    state.lock_changes()
    state.mark_address_warm(to)
    message = Message(gas=GAS - INTRINSIC_GAS, to=to, sender=sender, value=0, data=b"", code=code)
    computation = state.computation_class.apply_message(
        state, message, BaseTransactionContext(gas_price=0, origin=sender))
    computation.raise_if_error()
    return INTRINSIC_GAS + computation.get_gas_used()


MACHINES = {"revm": revm, "py-evm": py_evm}


def run(name, code, contract, callee_code, callee):
    return MACHINES[name](bytes.fromhex(code[2:]), contract, bytes.fromhex(callee_code[2:]), callee)
