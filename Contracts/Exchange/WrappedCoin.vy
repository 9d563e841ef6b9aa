# pragma version 0.4.3
# pragma evm-version london
# pragma optimize gas
"""
@title WrappedCoin: the chain's coin as a token
@notice
    Whoever pays in gets as many units of the token, and the coin back for them at any time.
@dev
    Functions and events of WETH9. What differs is listed in Contracts/Exchange/README.md.
"""

event Approval:
    src: indexed(address)
    guy: indexed(address)
    wad: uint256

event Transfer:
    src: indexed(address)
    dst: indexed(address)
    wad: uint256

event Deposit:
    dst: indexed(address)
    wad: uint256

event Withdrawal:
    src: indexed(address)
    wad: uint256

decimals: public(constant(uint8)) = 18
name: public(immutable(String[64]))
symbol: public(immutable(String[32]))

balanceOf: public(HashMap[address, uint256])
allowance: public(HashMap[address, HashMap[address, uint256]])


@deploy
def __init__(_name: String[64], _symbol: String[32]):
    name = _name
    symbol = _symbol


@external
@payable
def __default__():
    """
    @notice Takes coins without a call as a deposit. An unknown call is refused: WETH9 swallows it.
    """
    assert len(msg.data) == 0, "no such function"
    self._deposit()


@external
@payable
def deposit():
    """
    @notice Turns the coins that come with the call into tokens of the caller.
    """
    self._deposit()


@external
def withdraw(wad: uint256):
    """
    @notice Turns tokens of the caller back into coins.
    @dev With all gas that is left, after everything is written: 2,300 are too few for contracts that keep accounts.
    """
    assert self.balanceOf[msg.sender] >= wad, "insufficient balance"
    self.balanceOf[msg.sender] -= wad
    log Withdrawal(src=msg.sender, wad=wad)
    raw_call(msg.sender, b"", value=wad)


@external
def approve(guy: address, wad: uint256) -> bool:
    """
    @notice Allows another address to move this much of the caller's tokens; 2^256 - 1 is never used up.
    """
    self.allowance[msg.sender][guy] = wad
    log Approval(src=msg.sender, guy=guy, wad=wad)
    return True


@external
def transfer(dst: address, wad: uint256) -> bool:
    """
    @notice Moves tokens of the caller.
    """
    self._move(msg.sender, dst, wad)
    return True


@external
def transferFrom(src: address, dst: address, wad: uint256) -> bool:
    """
    @notice Moves tokens that their holder allowed the caller to move, or the caller's own.
    """
    if src != msg.sender:
        allowed: uint256 = self.allowance[src][msg.sender]
        if allowed != max_value(uint256):
            assert allowed >= wad, "insufficient allowance"
            self.allowance[src][msg.sender] = allowed - wad
    self._move(src, dst, wad)
    return True


@external
@view
def totalSupply() -> uint256:
    """
    @notice All tokens there are: the coins that this contract holds.
    """
    return self.balance


@internal
@payable
def _deposit():
    self.balanceOf[msg.sender] += msg.value
    log Deposit(dst=msg.sender, wad=msg.value)


@internal
def _move(src: address, dst: address, wad: uint256):
    assert self.balanceOf[src] >= wad, "insufficient balance"
    self.balanceOf[src] -= wad
    self.balanceOf[dst] += wad
    log Transfer(src=src, dst=dst, wad=wad)
