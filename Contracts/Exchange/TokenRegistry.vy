# pragma version 0.4.3
# pragma evm-version london
# pragma optimize gas
"""
@title TokenRegistry: names, symbols and decimals of tokens, kept on the chain by an owner
@dev
    The interface of the TokenRegistry of 2017. Names and symbols are unique.
"""

event LogAddToken:
    token: indexed(address)
    name: String[100]
    symbol: String[32]
    decimals: uint8
    ipfsHash: Bytes[64]
    swarmHash: Bytes[64]

event LogRemoveToken:
    token: indexed(address)
    name: String[100]
    symbol: String[32]
    decimals: uint8
    ipfsHash: Bytes[64]
    swarmHash: Bytes[64]

event LogTokenNameChange:
    token: indexed(address)
    oldName: String[100]
    newName: String[100]

event LogTokenSymbolChange:
    token: indexed(address)
    oldSymbol: String[32]
    newSymbol: String[32]

event LogTokenIpfsHashChange:
    token: indexed(address)
    oldIpfsHash: Bytes[64]
    newIpfsHash: Bytes[64]

event LogTokenSwarmHashChange:
    token: indexed(address)
    oldSwarmHash: Bytes[64]
    newSwarmHash: Bytes[64]

struct TokenMetadata:
    token: address
    name: String[100]
    symbol: String[32]
    decimals: uint8
    ipfsHash: Bytes[64]
    swarmHash: Bytes[64]

MAXIMUM_TOKENS: constant(uint256) = 1_024

owner: public(address)
tokenAddresses: public(DynArray[address, MAXIMUM_TOKENS])
metadata: HashMap[address, TokenMetadata]
tokenByName: HashMap[String[100], address]
tokenBySymbol: HashMap[String[32], address]


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


# --------------------------------------------------------------------------------------------------- the owner's

@external
def addToken(
    _token: address,
    _name: String[100],
    _symbol: String[32],
    _decimals: uint8,
    _ipfsHash: Bytes[64],
    _swarmHash: Bytes[64],
):
    """
    @notice Adds a token whose address, name and symbol are not there yet.
    """
    self._requireOwner()
    assert self.metadata[_token].token == empty(address), "token is there already"
    assert _token != empty(address), "zero address"
    assert self.tokenBySymbol[_symbol] == empty(address), "symbol is taken"
    assert self.tokenByName[_name] == empty(address), "name is taken"
    assert len(self.tokenAddresses) < MAXIMUM_TOKENS, "too many tokens"
    self.metadata[_token] = TokenMetadata(
        token=_token, name=_name, symbol=_symbol, decimals=_decimals, ipfsHash=_ipfsHash, swarmHash=_swarmHash
    )
    self.tokenAddresses.append(_token)
    self.tokenBySymbol[_symbol] = _token
    self.tokenByName[_name] = _token
    log LogAddToken(
        token=_token, name=_name, symbol=_symbol, decimals=_decimals, ipfsHash=_ipfsHash, swarmHash=_swarmHash
    )


@external
def removeToken(_token: address, _index: uint256):
    """
    @notice Removes a token; the last of the list takes its place.
    @param _index The token's place in tokenAddresses.
    """
    self._requireOwner()
    self._requireToken(_token)
    assert _index < len(self.tokenAddresses) and self.tokenAddresses[_index] == _token, "wrong index"
    last: address = self.tokenAddresses.pop()
    if last != _token:
        self.tokenAddresses[_index] = last
    token: TokenMetadata = self.metadata[_token]
    self.tokenBySymbol[token.symbol] = empty(address)
    self.tokenByName[token.name] = empty(address)
    self.metadata[_token] = empty(TokenMetadata)
    log LogRemoveToken(
        token=_token,
        name=token.name,
        symbol=token.symbol,
        decimals=token.decimals,
        ipfsHash=token.ipfsHash,
        swarmHash=token.swarmHash,
    )


@external
def setTokenName(_token: address, _name: String[100]):
    """
    @notice Gives a token a name that no token has.
    """
    self._requireOwner()
    self._requireToken(_token)
    assert self.tokenByName[_name] == empty(address), "name is taken"
    old: String[100] = self.metadata[_token].name
    self.tokenByName[old] = empty(address)
    self.tokenByName[_name] = _token
    self.metadata[_token].name = _name
    log LogTokenNameChange(token=_token, oldName=old, newName=_name)


@external
def setTokenSymbol(_token: address, _symbol: String[32]):
    """
    @notice Gives a token a symbol that no token has.
    """
    self._requireOwner()
    self._requireToken(_token)
    assert self.tokenBySymbol[_symbol] == empty(address), "symbol is taken"
    old: String[32] = self.metadata[_token].symbol
    self.tokenBySymbol[old] = empty(address)
    self.tokenBySymbol[_symbol] = _token
    self.metadata[_token].symbol = _symbol
    log LogTokenSymbolChange(token=_token, oldSymbol=old, newSymbol=_symbol)


@external
def setTokenIpfsHash(_token: address, _ipfsHash: Bytes[64]):
    """
    @notice Changes the IPFS address of a token's logo.
    """
    self._requireOwner()
    self._requireToken(_token)
    log LogTokenIpfsHashChange(token=_token, oldIpfsHash=self.metadata[_token].ipfsHash, newIpfsHash=_ipfsHash)
    self.metadata[_token].ipfsHash = _ipfsHash


@external
def setTokenSwarmHash(_token: address, _swarmHash: Bytes[64]):
    """
    @notice Changes the Swarm address of a token's source.
    """
    self._requireOwner()
    self._requireToken(_token)
    log LogTokenSwarmHashChange(token=_token, oldSwarmHash=self.metadata[_token].swarmHash, newSwarmHash=_swarmHash)
    self.metadata[_token].swarmHash = _swarmHash


@internal
@view
def _requireOwner():
    assert msg.sender == self.owner, "not the owner"


@internal
@view
def _requireToken(token: address):
    assert self.metadata[token].token != empty(address), "no such token"


# ---------------------------------------------------------------------------------------------------------- views

# These answer with six values, not with a struct, whose encoding begins with an offset. An unknown token is all zeros.

@external
@view
def tokens(_token: address) -> (address, String[100], String[32], uint8, Bytes[64], Bytes[64]):
    """
    @notice All about a token.
    """
    return self._values(_token)


@external
@view
def getTokenMetaData(_token: address) -> (address, String[100], String[32], uint8, Bytes[64], Bytes[64]):
    """
    @notice All about a token.
    """
    return self._values(_token)


@external
@view
def getTokenByName(_name: String[100]) -> (address, String[100], String[32], uint8, Bytes[64], Bytes[64]):
    """
    @notice All about the token of this name.
    """
    return self._values(self.tokenByName[_name])


@external
@view
def getTokenBySymbol(_symbol: String[32]) -> (address, String[100], String[32], uint8, Bytes[64], Bytes[64]):
    """
    @notice All about the token of this symbol.
    """
    return self._values(self.tokenBySymbol[_symbol])


@external
@view
def getTokenAddressByName(_name: String[100]) -> address:
    """
    @notice The address of the token of this name; zero when there is none.
    """
    return self.tokenByName[_name]


@external
@view
def getTokenAddressBySymbol(_symbol: String[32]) -> address:
    """
    @notice The address of the token of this symbol; zero when there is none.
    """
    return self.tokenBySymbol[_symbol]


@external
@view
def getTokenAddresses() -> DynArray[address, MAXIMUM_TOKENS]:
    """
    @notice The addresses of all tokens.
    """
    return self.tokenAddresses


@internal
@view
def _values(_token: address) -> (address, String[100], String[32], uint8, Bytes[64], Bytes[64]):
    token: TokenMetadata = self.metadata[_token]
    return token.token, token.name, token.symbol, token.decimals, token.ipfsHash, token.swarmHash
