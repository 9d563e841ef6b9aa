# pragma version 0.4.3
# pragma evm-version london
# pragma optimize codesize
"""
@title ExchangeV1: the exchange of the 0x protocol, version 1
@notice
    A maker signs an order and gives it away; whoever has it fills it here, in whole or in part, until it is filled,
    cancelled or expired. Tokens go from maker to taker and back in one step, through the TokenTransferProxy.
@dev
    Functions, events, hashes, error codes, rounding and order of the checks are those of Exchange_v1 of 2017. What
    differs, and why, is listed in Contracts/Exchange/README.md, with every reason for a refusal.

    There is no lock: what is filled and cancelled is written before the first call that could come back, and all
    calls but the transfers are static.
"""

# Addresses of an order, in the order of the calls: maker, taker, makerToken, takerToken, feeRecipient.
# Its values: makerTokenAmount, takerTokenAmount, makerFee, takerFee, expirationTimestampInSec, salt.

interface TokenTransferProxy:
    def transferFrom(token: address, source: address, target: address, amount: uint256) -> bool: nonpayable

event LogFill:
    maker: indexed(address)
    taker: address
    feeRecipient: indexed(address)
    makerToken: address
    takerToken: address
    filledMakerTokenAmount: uint256
    filledTakerTokenAmount: uint256
    paidMakerFee: uint256
    paidTakerFee: uint256
    tokens: indexed(bytes32)  # keccak256(makerToken ++ takerToken)
    orderHash: bytes32

event LogCancel:
    maker: indexed(address)
    feeRecipient: indexed(address)
    makerToken: address
    takerToken: address
    cancelledMakerTokenAmount: uint256
    cancelledTakerTokenAmount: uint256
    tokens: indexed(bytes32)
    orderHash: bytes32

event LogError:
    errorId: indexed(uint8)
    orderHash: indexed(bytes32)

ORDER_EXPIRED: constant(uint8) = 0
ORDER_FULLY_FILLED_OR_CANCELLED: constant(uint8) = 1
ROUNDING_ERROR_TOO_LARGE: constant(uint8) = 2
INSUFFICIENT_BALANCE_OR_ALLOWANCE: constant(uint8) = 3

MAXIMUM_ORDERS: constant(uint256) = 50  # in one call

# What a token may burn while it tells a balance or an allowance. When so little gas is left that a query gets less
# (63/64 of the rest, EIP-150), less than an eighth of this is left after it failed, even if the token asks others (of
# these calls too each keeps 1/64). Then the call reverts: an estimate of gas never takes a fill that does nothing for
# one that works.
QUERY_GAS: constant(uint256) = 60_000

VERSION: public(constant(String[5])) = "1.0.0"
EXTERNAL_QUERY_GAS_LIMIT: public(constant(uint16)) = 60_000
ZRX_TOKEN_CONTRACT: public(immutable(address))
TOKEN_TRANSFER_PROXY_CONTRACT: public(immutable(address))
CHAIN: immutable(uint256)

filled: public(HashMap[bytes32, uint256])  # taker tokens
cancelled: public(HashMap[bytes32, uint256])  # taker tokens


@deploy
def __init__(_zrxToken: address, _tokenTransferProxy: address):
    ZRX_TOKEN_CONTRACT = _zrxToken
    TOKEN_TRANSFER_PROXY_CONTRACT = _tokenTransferProxy
    CHAIN = chain.id


# --------------------------------------------------------------------------------------------------------- filling

@external
def fillOrder(
    orderAddresses: address[5],
    orderValues: uint256[6],
    fillTakerTokenAmount: uint256,
    shouldThrowOnInsufficientBalanceOrAllowance: bool,
    v: uint8,
    r: bytes32,
    s: bytes32,
) -> uint256:
    """
    @notice Fills an order, or what is left of it when more is asked for.
    @param fillTakerTokenAmount What the caller gives, in units of the taker token.
    @param shouldThrowOnInsufficientBalanceOrAllowance Whether to leave out the look at balances and allowances: then
           a transfer that fails reverts, and the call costs less.
    @return What was filled in taker tokens; 0 with a LogError when nothing was.
    """
    return self._fill(
        orderAddresses, orderValues, fillTakerTokenAmount, shouldThrowOnInsufficientBalanceOrAllowance, v, r, s
    )


@external
def fillOrKillOrder(
    orderAddresses: address[5],
    orderValues: uint256[6],
    fillTakerTokenAmount: uint256,
    v: uint8,
    r: bytes32,
    s: bytes32,
):
    """
    @notice Fills exactly this amount of an order, or reverts.
    """
    self._fillOrKill(orderAddresses, orderValues, fillTakerTokenAmount, v, r, s)


@external
def batchFillOrders(
    orderAddresses: DynArray[address[5], MAXIMUM_ORDERS],
    orderValues: DynArray[uint256[6], MAXIMUM_ORDERS],
    fillTakerTokenAmounts: DynArray[uint256, MAXIMUM_ORDERS],
    shouldThrowOnInsufficientBalanceOrAllowance: bool,
    v: DynArray[uint8, MAXIMUM_ORDERS],
    r: DynArray[bytes32, MAXIMUM_ORDERS],
    s: DynArray[bytes32, MAXIMUM_ORDERS],
):
    """
    @notice Fills one order after the other, each as fillOrder does.
    """
    for i: uint256 in range(len(orderAddresses), bound=MAXIMUM_ORDERS):
        self._fill(
            orderAddresses[i],
            orderValues[i],
            fillTakerTokenAmounts[i],
            shouldThrowOnInsufficientBalanceOrAllowance,
            v[i],
            r[i],
            s[i],
        )


@external
def batchFillOrKillOrders(
    orderAddresses: DynArray[address[5], MAXIMUM_ORDERS],
    orderValues: DynArray[uint256[6], MAXIMUM_ORDERS],
    fillTakerTokenAmounts: DynArray[uint256, MAXIMUM_ORDERS],
    v: DynArray[uint8, MAXIMUM_ORDERS],
    r: DynArray[bytes32, MAXIMUM_ORDERS],
    s: DynArray[bytes32, MAXIMUM_ORDERS],
):
    """
    @notice Fills exactly these amounts of these orders, or reverts.
    """
    for i: uint256 in range(len(orderAddresses), bound=MAXIMUM_ORDERS):
        self._fillOrKill(orderAddresses[i], orderValues[i], fillTakerTokenAmounts[i], v[i], r[i], s[i])


@external
def fillOrdersUpTo(
    orderAddresses: DynArray[address[5], MAXIMUM_ORDERS],
    orderValues: DynArray[uint256[6], MAXIMUM_ORDERS],
    fillTakerTokenAmount: uint256,
    shouldThrowOnInsufficientBalanceOrAllowance: bool,
    v: DynArray[uint8, MAXIMUM_ORDERS],
    r: DynArray[bytes32, MAXIMUM_ORDERS],
    s: DynArray[bytes32, MAXIMUM_ORDERS],
) -> uint256:
    """
    @notice Fills orders of one taker token in their order, until this amount is reached.
    @return What was filled in all, in taker tokens.
    """
    total: uint256 = 0
    for i: uint256 in range(len(orderAddresses), bound=MAXIMUM_ORDERS):
        assert orderAddresses[i][3] == orderAddresses[0][3], "different taker tokens"
        total += self._fill(
            orderAddresses[i],
            orderValues[i],
            fillTakerTokenAmount - total,
            shouldThrowOnInsufficientBalanceOrAllowance,
            v[i],
            r[i],
            s[i],
        )
        if total == fillTakerTokenAmount:
            break
    return total


@internal
def _fillOrKill(
    addresses: address[5], values: uint256[6], fillTakerTokenAmount: uint256, v: uint8, r: bytes32, s: bytes32
):
    amount: uint256 = self._fill(addresses, values, fillTakerTokenAmount, False, v, r, s)
    assert amount == fillTakerTokenAmount, "not filled exactly"


@internal
def _fill(
    addresses: address[5],
    values: uint256[6],
    fillTakerTokenAmount: uint256,
    shouldThrow: bool,
    v: uint8,
    r: bytes32,
    s: bytes32,
) -> uint256:
    assert chain.id == CHAIN, "another chain"
    assert addresses[1] == empty(address) or addresses[1] == msg.sender, "not the taker"
    assert values[0] != 0 and values[1] != 0 and fillTakerTokenAmount != 0, "amount is zero"
    orderHash: bytes32 = self._hash(addresses, values)
    assert self._isSigned(addresses[0], orderHash, v, r, s), "bad signature"

    if block.timestamp >= values[4]:
        log LogError(errorId=ORDER_EXPIRED, orderHash=orderHash)
        return 0
    filledBefore: uint256 = self.filled[orderHash]
    amount: uint256 = min(fillTakerTokenAmount, values[1] - (filledBefore + self.cancelled[orderHash]))
    if amount == 0:
        log LogError(errorId=ORDER_FULLY_FILLED_OR_CANCELLED, orderHash=orderHash)
        return 0
    if self._isRoundingError(amount, values[1], values[0]):
        log LogError(errorId=ROUNDING_ERROR_TOO_LARGE, orderHash=orderHash)
        return 0
    makerAmount: uint256 = amount * values[0] // values[1]
    makerFee: uint256 = 0
    takerFee: uint256 = 0
    if addresses[4] != empty(address):
        makerFee = amount * values[2] // values[1]
        takerFee = amount * values[3] // values[1]
    if not shouldThrow and not self._isTransferable(addresses, makerAmount, amount, makerFee, takerFee):
        log LogError(errorId=INSUFFICIENT_BALANCE_OR_ALLOWANCE, orderHash=orderHash)
        return 0

    # Written before any token is called: whoever is called back finds an order that is filled.
    self.filled[orderHash] = filledBefore + amount
    self._transfer(addresses[2], addresses[0], msg.sender, makerAmount)
    self._transfer(addresses[3], msg.sender, addresses[0], amount)
    if addresses[4] != empty(address):
        # As in the original a fee of the order is paid even where rounding made it 0.
        if values[2] != 0:
            self._transfer(ZRX_TOKEN_CONTRACT, addresses[0], addresses[4], makerFee)
        if values[3] != 0:
            self._transfer(ZRX_TOKEN_CONTRACT, msg.sender, addresses[4], takerFee)
    log LogFill(
        maker=addresses[0],
        taker=msg.sender,
        feeRecipient=addresses[4],
        makerToken=addresses[2],
        takerToken=addresses[3],
        filledMakerTokenAmount=makerAmount,
        filledTakerTokenAmount=amount,
        paidMakerFee=makerFee,
        paidTakerFee=takerFee,
        tokens=self._pair(addresses),
        orderHash=orderHash,
    )
    return amount


@internal
def _transfer(token: address, source: address, target: address, amount: uint256):
    assert extcall TokenTransferProxy(TOKEN_TRANSFER_PROXY_CONTRACT).transferFrom(
        token, source, target, amount
    ), "transfer failed"


# ------------------------------------------------------------------------------------------------------ cancelling

@external
def cancelOrder(
    orderAddresses: address[5], orderValues: uint256[6], cancelTakerTokenAmount: uint256
) -> uint256:
    """
    @notice Cancels an amount of an order, or what is left of it when more is asked for: its maker's, for ever.
    @return What was cancelled in taker tokens; 0 with a LogError when nothing was.
    """
    return self._cancel(orderAddresses, orderValues, cancelTakerTokenAmount)


@external
def batchCancelOrders(
    orderAddresses: DynArray[address[5], MAXIMUM_ORDERS],
    orderValues: DynArray[uint256[6], MAXIMUM_ORDERS],
    cancelTakerTokenAmounts: DynArray[uint256, MAXIMUM_ORDERS],
):
    """
    @notice Cancels one order after the other, each as cancelOrder does.
    """
    for i: uint256 in range(len(orderAddresses), bound=MAXIMUM_ORDERS):
        self._cancel(orderAddresses[i], orderValues[i], cancelTakerTokenAmounts[i])


@internal
def _cancel(addresses: address[5], values: uint256[6], cancelTakerTokenAmount: uint256) -> uint256:
    assert chain.id == CHAIN, "another chain"
    assert addresses[0] == msg.sender, "not the maker"
    assert values[0] != 0 and values[1] != 0 and cancelTakerTokenAmount != 0, "amount is zero"
    orderHash: bytes32 = self._hash(addresses, values)
    if block.timestamp >= values[4]:
        log LogError(errorId=ORDER_EXPIRED, orderHash=orderHash)
        return 0
    cancelledBefore: uint256 = self.cancelled[orderHash]
    amount: uint256 = min(cancelTakerTokenAmount, values[1] - (self.filled[orderHash] + cancelledBefore))
    if amount == 0:
        log LogError(errorId=ORDER_FULLY_FILLED_OR_CANCELLED, orderHash=orderHash)
        return 0
    self.cancelled[orderHash] = cancelledBefore + amount
    log LogCancel(
        maker=addresses[0],
        feeRecipient=addresses[4],
        makerToken=addresses[2],
        takerToken=addresses[3],
        cancelledMakerTokenAmount=amount * values[0] // values[1],
        cancelledTakerTokenAmount=amount,
        tokens=self._pair(addresses),
        orderHash=orderHash,
    )
    return amount


# ----------------------------------------------------------------------------------------------------------- views

@external
@view
def getOrderHash(orderAddresses: address[5], orderValues: uint256[6]) -> bytes32:
    """
    @notice The hash of an order at this exchange: keccak256 of the exchange and the twelve fields, packed.
    """
    return self._hash(orderAddresses, orderValues)


@external
@pure
def isValidSignature(signer: address, hash: bytes32, v: uint8, r: bytes32, s: bytes32) -> bool:
    """
    @notice Whether this address signed this hash as a message of 32 bytes (EIP-191). Never for the zero address.
    """
    return self._isSigned(signer, hash, v, r, s)


@external
@pure
def isRoundingError(numerator: uint256, denominator: uint256, target: uint256) -> bool:
    """
    @notice Whether rounding numerator x target / denominator down loses more than 0.1 %.
    """
    return self._isRoundingError(numerator, denominator, target)


@external
@pure
def getPartialAmount(numerator: uint256, denominator: uint256, target: uint256) -> uint256:
    """
    @notice numerator x target / denominator, rounded down.
    """
    return numerator * target // denominator


@external
@view
def getUnavailableTakerTokenAmount(orderHash: bytes32) -> uint256:
    """
    @notice What is filled and cancelled of an order, in taker tokens.
    """
    return self.filled[orderHash] + self.cancelled[orderHash]


# --------------------------------------------------------------------------------------------------------- helpers

@internal
@view
def _hash(addresses: address[5], values: uint256[6]) -> bytes32:
    return keccak256(
        concat(
            convert(self, bytes20),
            convert(addresses[0], bytes20),
            convert(addresses[1], bytes20),
            convert(addresses[2], bytes20),
            convert(addresses[3], bytes20),
            convert(addresses[4], bytes20),
            abi_encode(values),
        )
    )


@internal
@pure
def _isSigned(signer: address, hash: bytes32, v: uint8, r: bytes32, s: bytes32) -> bool:
    digest: bytes32 = keccak256(concat(b"\x19Ethereum Signed Message:\n32", hash))
    # A signature that recovers nobody gives the zero address.
    return signer != empty(address) and ecrecover(digest, v, r, s) == signer


@internal
@pure
def _isRoundingError(numerator: uint256, denominator: uint256, target: uint256) -> bool:
    remainder: uint256 = uint256_mulmod(target, numerator, denominator)
    return remainder != 0 and remainder * 1_000_000 // (numerator * target) > 1_000


@internal
@pure
def _pair(addresses: address[5]) -> bytes32:
    return keccak256(concat(convert(addresses[2], bytes20), convert(addresses[3], bytes20)))


@internal
@view
def _isTransferable(
    addresses: address[5], makerAmount: uint256, takerAmount: uint256, makerFee: uint256, takerFee: uint256
) -> bool:
    """
    @dev The original's test: both fees first, together with the amount where maker or taker token is the fee token.
    """
    makerIsZRX: bool = False
    takerIsZRX: bool = False
    if addresses[4] != empty(address):
        makerIsZRX = addresses[2] == ZRX_TOKEN_CONTRACT
        takerIsZRX = addresses[3] == ZRX_TOKEN_CONTRACT
        requiredOfMaker: uint256 = makerFee
        requiredOfTaker: uint256 = takerFee
        if makerIsZRX:
            requiredOfMaker += makerAmount
        if takerIsZRX:
            requiredOfTaker += takerAmount
        if not self._has(ZRX_TOKEN_CONTRACT, addresses[0], requiredOfMaker):
            return False
        if not self._has(ZRX_TOKEN_CONTRACT, msg.sender, requiredOfTaker):
            return False
    if not makerIsZRX and not self._has(addresses[2], addresses[0], makerAmount):
        return False
    return takerIsZRX or self._has(addresses[3], msg.sender, takerAmount)


@internal
@view
def _has(token: address, holder: address, amount: uint256) -> bool:
    """
    @dev Whether the token says that this much of the holder's can be moved by the proxy. Without a word: no.
    """
    if not self._answers(token, abi_encode(holder, method_id=method_id("balanceOf(address)")), amount):
        return False
    return self._answers(
        token,
        abi_encode(holder, TOKEN_TRANSFER_PROXY_CONTRACT, method_id=method_id("allowance(address,address)")),
        amount,
    )


@internal
@view
def _answers(token: address, question: Bytes[68], amount: uint256) -> bool:
    """
    @dev Whether the token answers a question with this number or more.
    """
    success: bool = False
    answer: Bytes[64] = b""
    success, answer = raw_call(
        token, question, max_outsize=64, gas=QUERY_GAS, is_static_call=True, revert_on_failure=False
    )
    if not success:
        assert msg.gas > QUERY_GAS // 8, "too little gas"
        return False
    return len(answer) == 32 and extract32(answer, 0, output_type=uint256) >= amount
