# pragma version 0.4.3
# pragma evm-version london
"""
@title Calls back into the market while it is being paid
@notice For tests only. What it calls back with, and whether it lets the failure of that through, is set before.
        It keeps to the gas that a payment brings: what came of a call back is told by an event, which costs little.
"""

event CalledBack:
    success: bool
    answer: Bytes[512]

market: public(immutable(address))
armed: public(bool)
strict: public(bool)  # the failure of the call back fails the payment
payload: Bytes[512]


@deploy
def __init__(_market: address):
    market = _market


@external
@payable
def __default__():
    if not self.armed:
        return
    success: bool = False
    answer: Bytes[512] = b""
    success, answer = raw_call(market, self.payload, max_outsize=512, revert_on_failure=False)
    if self.strict and not success:
        raw_revert(answer)
    log CalledBack(success=success, answer=answer)


@external
def arm(_payload: Bytes[512], _strict: bool):
    """
    @notice Sets what is called when KLAY comes in; empty data disarms.
    """
    self.payload = _payload
    self.armed = len(_payload) != 0
    self.strict = _strict


@external
@payable
def act(data: Bytes[512]):
    """
    @notice Calls the market in this contract's name, with the value sent along.
    """
    raw_call(market, data, value=msg.value)


@external
@payable
def fund():
    pass
