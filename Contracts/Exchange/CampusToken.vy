# pragma version 0.4.3
# pragma evm-version london
# pragma optimize gas
"""
@title CampusToken: a token for tests and lessons, and the fee token of the exchange
@notice
    ERC-20 with approvals by signature (EIP-2612) and a domain that tells itself (ERC-5267). The whole supply is
    there from the start, and nobody can make more.
@dev
    As in ZRX an allowance of 2^256 - 1 is never used up.
"""

event Transfer:
    sender: indexed(address)
    receiver: indexed(address)
    value: uint256

event Approval:
    owner: indexed(address)
    spender: indexed(address)
    value: uint256

DOMAIN_TYPE: constant(bytes32) = keccak256(
    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
)
PERMIT_TYPE: constant(bytes32) = keccak256(
    "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
)
DOMAIN_VERSION: constant(String[1]) = "1"
# Half of the order of secp256k1: of the two signatures (r, s) and (r, n - s) only the lower is taken (EIP-2).
HALF_ORDER: constant(uint256) = 57896044618658097711785492504343953926418782139537452191302581570759080747168

name: public(immutable(String[64]))
symbol: public(immutable(String[32]))
decimals: public(immutable(uint8))
totalSupply: public(immutable(uint256))

balanceOf: public(HashMap[address, uint256])
allowance: public(HashMap[address, HashMap[address, uint256]])
nonces: public(HashMap[address, uint256])


@deploy
def __init__(_name: String[64], _symbol: String[32], _decimals: uint8, _supply: uint256, _holder: address):
    name = _name
    symbol = _symbol
    decimals = _decimals
    totalSupply = _supply
    self.balanceOf[_holder] = _supply
    log Transfer(sender=empty(address), receiver=_holder, value=_supply)


@external
def transfer(to: address, amount: uint256) -> bool:
    """
    @notice Moves tokens of the caller.
    """
    self._move(msg.sender, to, amount)
    return True


@external
def transferFrom(owner: address, to: address, amount: uint256) -> bool:
    """
    @notice Moves tokens that their owner allowed the caller to move.
    """
    allowed: uint256 = self.allowance[owner][msg.sender]
    if allowed != max_value(uint256):
        assert allowed >= amount, "insufficient allowance"
        self.allowance[owner][msg.sender] = allowed - amount
    self._move(owner, to, amount)
    return True


@external
def approve(spender: address, amount: uint256) -> bool:
    """
    @notice Allows another address to move this much of the caller's tokens.
    """
    self._approve(msg.sender, spender, amount)
    return True


@external
def permit(owner: address, spender: address, amount: uint256, deadline: uint256, v: uint8, r: bytes32, s: bytes32):
    """
    @notice Approves in the name of the owner, who signed this; anybody may bring it, until the deadline, once.
    @param deadline Seconds since 1970; at this time it still counts.
    """
    assert block.timestamp <= deadline, "permit expired"
    nonce: uint256 = self.nonces[owner]
    digest: bytes32 = keccak256(
        concat(
            b"\x19\x01",
            self._domainSeparator(),
            keccak256(abi_encode(PERMIT_TYPE, owner, spender, amount, nonce, deadline)),
        )
    )
    assert owner != empty(address) and convert(s, uint256) <= HALF_ORDER, "bad signature"
    assert ecrecover(digest, v, r, s) == owner, "bad signature"
    self.nonces[owner] = nonce + 1
    self._approve(owner, spender, amount)


@external
@view
def DOMAIN_SEPARATOR() -> bytes32:
    """
    @notice The EIP-712 domain of this token on this chain. It follows a chain that changes its id.
    """
    return self._domainSeparator()


@external
@view
def eip712Domain() -> (bytes1, String[64], String[1], uint256, address, bytes32, DynArray[uint256, 1]):
    """
    @notice The fields of the domain (ERC-5267); 0x0f says: name, version, chain and contract, no salt.
    """
    return 0x0f, name, DOMAIN_VERSION, chain.id, self, empty(bytes32), []


@internal
@view
def _domainSeparator() -> bytes32:
    return keccak256(abi_encode(DOMAIN_TYPE, keccak256(name), keccak256(DOMAIN_VERSION), chain.id, self))


@internal
def _approve(owner: address, spender: address, amount: uint256):
    self.allowance[owner][spender] = amount
    log Approval(owner=owner, spender=spender, value=amount)


@internal
def _move(source: address, to: address, amount: uint256):
    assert self.balanceOf[source] >= amount, "insufficient balance"
    self.balanceOf[source] -= amount
    self.balanceOf[to] += amount
    log Transfer(sender=source, receiver=to, value=amount)
