# pragma version 0.4.3
# pragma evm-version london
"""
@title A token with accounts, that is as strange as its manner says
@notice For tests only: anybody mints, and decides how it behaves.
"""

event Transfer:
    source: address
    target: address
    amount: uint256

event CalledBack:
    success: bool

# How tokens are moved.
PLAIN: constant(uint256) = 0
RETURN_NOTHING: constant(uint256) = 1
RETURN_FALSE: constant(uint256) = 2  # and nothing is moved
RETURN_TWO: constant(uint256) = 3
PAUSED: constant(uint256) = 4
TAKE_A_FEE: constant(uint256) = 5  # a tenth does not arrive
CALL_BACK: constant(uint256) = 6  # the prepared calls, one before each transfer and one after it
EAT_GAS: constant(uint256) = 7

# How questions are answered.
HONESTLY: constant(uint256) = 0
WITH_PLENTY: constant(uint256) = 1
WITH_A_REVERT: constant(uint256) = 2
WITH_NOTHING: constant(uint256) = 3
WITH_TWO_WORDS: constant(uint256) = 4
WITH_A_WRITE: constant(uint256) = 5
WITH_ALL_GAS: constant(uint256) = 6

struct Call:
    target: address
    data: Bytes[4096]

symbol: public(constant(bytes32)) = 0x4d4b520000000000000000000000000000000000000000000000000000000000

shares: HashMap[address, uint256]
allowances: HashMap[address, HashMap[address, uint256]]
index: public(uint256)  # units of a share; a token that rebases changes it
manner: uint256
answers: uint256
calls: DynArray[Call, 8]
nextCall: uint256
written: uint256


@deploy
def __init__():
    self.index = 1


@external
@payable
def __default__():
    """
    @dev A call that is not here does nothing, and succeeds: a permit too.
    """
    pass


@external
def mint(holder: address, amount: uint256):
    self.shares[holder] += amount


@external
def behave(_manner: uint256, _answers: uint256, _index: uint256):
    self.manner = _manner
    self.answers = _answers
    self.index = _index
    self.calls = []
    self.nextCall = 0


@external
def prepare(target: address, data: Bytes[4096]):
    self.calls.append(Call(target=target, data=data))


@external
def approve(spender: address, amount: uint256) -> bool:
    self.allowances[msg.sender][spender] = amount
    return True


@external
@raw_return
def balanceOf(holder: address) -> Bytes[64]:
    return self._answer(self.shares[holder] * self.index)


@external
@raw_return
def allowance(holder: address, spender: address) -> Bytes[64]:
    return self._answer(self.allowances[holder][spender])


@internal
def _answer(truth: uint256) -> Bytes[64]:
    if self.answers == WITH_PLENTY:
        return abi_encode(max_value(uint256))
    if self.answers == WITH_A_REVERT:
        raise "no answer"
    if self.answers == WITH_NOTHING:
        return b""
    if self.answers == WITH_TWO_WORDS:
        return abi_encode(truth, truth)
    if self.answers == WITH_A_WRITE:
        self.written += 1
    if self.answers == WITH_ALL_GAS:
        self._burn()
    return abi_encode(truth)


@external
@raw_return
def transferFrom(source: address, target: address, amount: uint256) -> Bytes[32]:
    if self.manner == PAUSED:
        raise "this token is paused"
    if self.manner == RETURN_FALSE:
        return abi_encode(False)
    if self.manner == EAT_GAS:
        self._burn()
    self._callBack()
    assert self.allowances[source][msg.sender] >= amount, "not allowed"
    self.allowances[source][msg.sender] -= amount
    moved: uint256 = amount // self.index
    assert self.shares[source] >= moved, "too little"
    self.shares[source] -= moved
    if self.manner == TAKE_A_FEE:
        self.shares[self] += moved // 10
        moved -= moved // 10
    self.shares[target] += moved
    log Transfer(source=source, target=target, amount=amount)
    self._callBack()
    if self.manner == RETURN_NOTHING:
        return b""
    if self.manner == RETURN_TWO:
        return abi_encode(convert(2, uint256))
    return abi_encode(True)


@internal
def _callBack():
    number: uint256 = self.nextCall
    if self.manner != CALL_BACK or number >= len(self.calls):
        return
    self.nextCall = number + 1
    success: bool = raw_call(self.calls[number].target, self.calls[number].data, revert_on_failure=False)
    log CalledBack(success=success)


@internal
@view
def _burn():
    burnt: uint256 = 0
    for i: uint256 in range(max_value(uint256)):
        burnt = unsafe_add(burnt, i)
