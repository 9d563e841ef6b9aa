# pragma version 0.4.3
# pragma evm-version london
"""
@title A token that answers every question with plenty, and moves tokens in a manner of its own
@notice For tests only.
"""

MOVE: constant(uint256) = 0
RETURN_NOTHING: constant(uint256) = 1
RETURN_FALSE: constant(uint256) = 2
REVERT: constant(uint256) = 3
TAKE_A_FEE: constant(uint256) = 4  # a tenth does not arrive
CALL_BACK: constant(uint256) = 5  # the prepared call, once a transfer; its failure is kept to itself
EAT_GAS: constant(uint256) = 6

manner: public(uint256)
target: address
data: Bytes[4096]
callbacks: public(uint256)
callbacksThatWorked: public(uint256)
moved: public(HashMap[address, uint256])
hungryQueries: public(bool)


@external
def setManner(_manner: uint256, _hungryQueries: bool):
    self.manner = _manner
    self.hungryQueries = _hungryQueries


@external
def prepare(_target: address, _data: Bytes[4096]):
    self.target = _target
    self.data = _data


@external
@view
def balanceOf(holder: address) -> uint256:
    if self.hungryQueries:
        self._burn()
    return 10**30


@external
@view
def allowance(holder: address, spender: address) -> uint256:
    return 10**30


@external
@raw_return
def transferFrom(source: address, to: address, amount: uint256) -> Bytes[32]:
    if self.manner == REVERT:
        raise "this token is paused"
    if self.manner == RETURN_FALSE:
        return abi_encode(False)
    if self.manner == EAT_GAS:
        self._burn()
    if self.manner == CALL_BACK:
        self.callbacks += 1
        if raw_call(self.target, self.data, revert_on_failure=False):
            self.callbacksThatWorked += 1
    if self.manner == TAKE_A_FEE:
        self.moved[to] += amount - amount // 10
    else:
        self.moved[to] += amount
    if self.manner == RETURN_NOTHING:
        return b""
    return abi_encode(True)


@internal
@view
def _burn():
    burnt: uint256 = 0
    for i: uint256 in range(max_value(uint256)):
        burnt = unsafe_add(burnt, i)
