# pragma version 0.4.3
# pragma evm-version london
"""
@title A token with the habits of tokens that are on chains: a fee on transfers, accounts it blocks, approvals by way of zero
@notice For tests only.
"""

event Transfer:
    sender: indexed(address)
    receiver: indexed(address)
    amount: uint256

decimals: public(constant(uint8)) = 18
balanceOf: public(HashMap[address, uint256])
allowance: public(HashMap[address, HashMap[address, uint256]])
blocked: public(HashMap[address, bool])
fee: public(uint256)  # per cent that does not arrive


@deploy
def __init__(holder: address, supply: uint256):
    self.balanceOf[holder] = supply


@external
def setFee(percent: uint256):
    self.fee = percent


@external
def setBlocked(account: address, isBlocked: bool):
    self.blocked[account] = isBlocked


@external
def approve(spender: address, amount: uint256):
    assert amount == 0 or self.allowance[msg.sender][spender] == 0
    self.allowance[msg.sender][spender] = amount


@external
def transfer(to: address, amount: uint256):
    self._move(msg.sender, to, amount)


@external
def transferFrom(source: address, to: address, amount: uint256):
    self.allowance[source][msg.sender] -= amount
    self._move(source, to, amount)


@internal
def _move(source: address, to: address, amount: uint256):
    assert not self.blocked[source] and not self.blocked[to]
    kept: uint256 = amount * self.fee // 100
    self.balanceOf[source] -= amount
    self.balanceOf[to] += amount - kept
    log Transfer(sender=source, receiver=to, amount=amount - kept)
