# pragma version 0.4.3
# pragma evm-version london
# pragma optimize codesize
"""
@title TokenTransferProxy: the one spender of the 0x protocol, version 1
@notice
    Makers and takers approve this contract; it moves their tokens for the exchanges that its owner authorised, and
    for nobody else.
@dev
    The interface of TokenTransferProxy_v1 of 2017, and renounceOwnership: afterwards nobody can ever authorise
    another spender. What differs from the original is listed in Contracts/Exchange/README.md.
"""

from ethereum.ercs import IERC20

event LogAuthorizedAddressAdded:
    target: indexed(address)
    caller: indexed(address)

event LogAuthorizedAddressRemoved:
    target: indexed(address)
    caller: indexed(address)

MAXIMUM_AUTHORITIES: constant(uint256) = 32

owner: public(address)
authorized: public(HashMap[address, bool])
authorities: public(DynArray[address, MAXIMUM_AUTHORITIES])


@deploy
def __init__():
    self.owner = msg.sender


@external
def transferOwnership(newOwner: address):
    """
    @notice Makes another address the owner. The zero address is ignored, as in the original.
    """
    self._requireOwner()
    if newOwner != empty(address):
        self.owner = newOwner


@external
def renounceOwnership():
    """
    @notice Leaves the contract without an owner, for ever: the set of authorised addresses is final.
    """
    self._requireOwner()
    self.owner = empty(address)


@external
def addAuthorizedAddress(target: address):
    """
    @notice Authorises an exchange: the owner's, 32 at most.
    """
    self._requireOwner()
    assert not self.authorized[target], "authorised already"
    assert len(self.authorities) < MAXIMUM_AUTHORITIES, "too many authorities"
    self.authorized[target] = True
    self.authorities.append(target)
    log LogAuthorizedAddressAdded(target=target, caller=msg.sender)


@external
def removeAuthorizedAddress(target: address):
    """
    @notice Takes an authorisation back: the owner's. The last of the list takes the place that becomes free.
    """
    self._requireOwner()
    assert self.authorized[target], "not authorised"
    self.authorized[target] = False
    last: address = self.authorities.pop()
    if last != target:
        for i: uint256 in range(len(self.authorities), bound=MAXIMUM_AUTHORITIES):
            if self.authorities[i] == target:
                self.authorities[i] = last
                break
    log LogAuthorizedAddressRemoved(target=target, caller=msg.sender)


# The parameters `from` and `to` of the original are `source` and `target` here: `from` is a word of Vyper's.
@external
def transferFrom(token: address, source: address, target: address, amount: uint256) -> bool:
    """
    @notice Moves tokens that their holder approved to this contract: for authorised exchanges only.
    @return False when the token answers so. A token that returns nothing is taken to have moved them; one that
            reverts is passed on with its reason.
    """
    assert self.authorized[msg.sender], "not authorised"
    assert token.is_contract, "no token at this address"
    return extcall IERC20(token).transferFrom(source, target, amount, default_return_value=True)


@external
@view
def getAuthorizedAddresses() -> DynArray[address, MAXIMUM_AUTHORITIES]:
    """
    @notice All addresses that are authorised now.
    """
    return self.authorities


@internal
@view
def _requireOwner():
    assert msg.sender == self.owner, "not the owner"
