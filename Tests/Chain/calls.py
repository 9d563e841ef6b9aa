"""Runs calls against a state without leaving a trace: eth_call and eth_estimateGas, with geth's rules and texts."""

from dataclasses import dataclass

from errors import REVERTED, SERVER, RPCError, refused
from eth.exceptions import InsufficientFunds, InvalidInstruction, InvalidJumpDestination, OutOfGas, Revert, VMError
from eth.vm.spoof import SpoofTransaction
from eth_abi import decode
from inputs import CallRequest

# geth stops to narrow an estimate when what is left of the search is this part of it.
ESTIMATE_ERROR_RATIO = 0.015
ERROR_SELECTOR = bytes.fromhex("08c379a0")
PANIC_SELECTOR = bytes.fromhex("4e487b71")
PANIC_REASONS = {
    0x00: "generic panic",
    0x01: "assert(false)",
    0x11: "arithmetic underflow or overflow",
    0x12: "division or modulo by zero",
    0x21: "enum overflow",
    0x22: "invalid encoded storage byte array accessed",
    0x31: "out-of-bounds array access; popping on an empty array",
    0x32: "out-of-bounds access of an array or bytesN",
    0x41: "out of memory",
    0x51: "uninitialized function",
}


@dataclass(frozen=True)
class Outcome:
    output: bytes
    error: VMError | None
    gas_used: int  # after the refund, as a receipt has it
    refund: int


def execute(chain, header, request: CallRequest, gas: int) -> Outcome | None:
    """One run with a gas limit; None when the limit does not even pay for the transaction itself."""
    vm = chain.vm(header)
    state = vm.state
    base_fee = getattr(header, "base_fee_per_gas", 0) or 0
    tip = request.max_priority_fee
    fields = {
        "chain_id": chain.chain_id,
        "nonce": state.get_nonce(request.sender),
        "gas": gas,
        "to": request.to or b"",
        "value": request.value,
        "data": request.data,
    }
    builder = vm.get_transaction_builder()
    price = min(request.fee_cap, base_fee + tip) if tip is not None else request.fee_cap
    if request.authorizations is not None and chain.at_least("prague"):
        unsigned = builder.new_unsigned_set_code_transaction(
            **fields,
            max_fee_per_gas=price,
            max_priority_fee_per_gas=price,
            access_list=request.access_list or [],
            authorization_list=request.authorizations,
        )
    elif request.access_list is not None and chain.at_least("berlin"):
        unsigned = builder.new_unsigned_access_list_transaction(
            **fields, gas_price=price, access_list=request.access_list
        )
    else:
        del fields["chain_id"]
        unsigned = builder.create_unsigned_transaction(**fields, gas_price=price)
    transaction = SpoofTransaction(unsigned, from_=request.sender)
    if unsigned.intrinsic_gas > gas:
        return None
    executor = state.get_transaction_executor()
    message = executor.build_evm_message(transaction)
    try:
        computation = executor.build_computation(message, transaction)
    except InsufficientFunds as error:
        return Outcome(b"", error, gas, 0)
    gas_used = gas - computation.get_gas_remaining()
    refund = 0 if computation.is_error else executor.calculate_gas_refund(computation, gas_used)
    floor = executor.calc_data_floor_gas(transaction, gas_used, refund)
    if gas_used - refund + floor > gas:
        return None
    return Outcome(
        computation.output, computation.error if computation.is_error else None, gas_used - refund + floor, refund
    )


def call(chain, header, request: CallRequest, gas_cap: int) -> bytes:
    """eth_call: the output, or the error that geth would answer with."""
    gas = min(request.gas or gas_cap, gas_cap)
    check_fees(chain, header, request)
    cost = request.value + gas * request.fee_cap
    balance = chain.state(header).get_balance(request.sender)
    if balance < cost:
        raise refused(
            f"err: insufficient funds for gas * price + value: address 0x{request.sender.hex()} "
            f"have {balance} want {cost} (supplied gas {gas})"
        )
    outcome = execute(chain, header, request, gas)
    if outcome is None:
        raise refused(f"err: intrinsic gas too low: have {gas} (supplied gas {gas})")
    if outcome.error is not None:
        raise failure(outcome)
    return outcome.output


def estimate(chain, header, request: CallRequest, gas_cap: int) -> int:
    """eth_estimateGas: a limit at which the call succeeds, within 1.5 % of the least; geth's search."""
    check_fees(chain, header, request)
    high = min(request.gas or header.gas_limit, gas_cap)
    if request.fee_cap:
        available = chain.state(header).get_balance(request.sender) - request.value
        if available < 0:
            raise refused("insufficient funds for transfer")
        high = min(high, available // request.fee_cap)
    elif chain.state(header).get_balance(request.sender) < request.value:
        raise refused("insufficient funds for transfer")

    outcome = execute(chain, header, request, high)
    if outcome is None or isinstance(outcome.error, OutOfGas):
        raise refused(f"gas required exceeds allowance ({high})")
    if outcome.error is not None:
        raise failure(outcome)
    if not request.data and request.to is not None and not chain.state(header).get_code(request.to):
        return outcome.gas_used

    # No less than was used can do; often what was used, the refund and a stipend, of which 63/64 reach a call, does.
    low = outcome.gas_used - 1
    guess = (outcome.gas_used + outcome.refund + 2300) * 64 // 63
    while low + 1 < high and (high - low) / high > ESTIMATE_ERROR_RATIO:
        middle = guess if low < guess < high else min((low + high) // 2, low * 2)
        guess = 0
        outcome = execute(chain, header, request, middle)
        if outcome is None or outcome.error is not None:
            low = middle
        else:
            high = middle
    return high


def check_fees(chain, header, request: CallRequest):
    base_fee = getattr(header, "base_fee_per_gas", None)
    if request.max_fee is not None and (request.max_priority_fee or 0) > request.max_fee:
        raise refused(
            f"max priority fee per gas higher than max fee per gas: address 0x{request.sender.hex()}, "
            f"maxPriorityFeePerGas: {request.max_priority_fee}, maxFeePerGas: {request.max_fee}"
        )
    if base_fee is not None and 0 < request.fee_cap < base_fee:
        raise refused(
            f"err: max fee per gas less than block base fee: address 0x{request.sender.hex()}, "
            f"maxFeePerGas: {request.fee_cap}, baseFee: {base_fee}"
        )


def failure(outcome: Outcome) -> RPCError:
    """The error of a failed run, code 3 with the data when there are any."""
    error = outcome.error
    if isinstance(error, Revert):
        if not outcome.output:
            return RPCError(SERVER, "execution reverted")
        reason = revert_reason(outcome.output)
        message = "execution reverted" + (f": {reason}" if reason is not None else "")
        return RPCError(REVERTED, message, "0x" + outcome.output.hex())
    if isinstance(error, OutOfGas):
        return refused("out of gas")
    if isinstance(error, InvalidInstruction):
        return refused("invalid opcode: INVALID")
    if isinstance(error, InvalidJumpDestination):
        return refused("invalid jump destination")
    if isinstance(error, InsufficientFunds):
        return refused("insufficient balance for transfer")
    return refused(str(error) or type(error).__name__)


def revert_reason(data: bytes) -> str | None:
    """The text in Error(string) or of Panic(uint256); None for anything else, malformed data included."""
    try:
        if data[:4] == ERROR_SELECTOR:
            return decode(["string"], data[4:])[0]
        if data[:4] == PANIC_SELECTOR:
            code = decode(["uint256"], data[4:])[0]
            return PANIC_REASONS.get(code, f"unknown panic code: {code:#x}")
    except Exception:
        # Whatever a contract raises must not fail the node.
        return None
    return None
