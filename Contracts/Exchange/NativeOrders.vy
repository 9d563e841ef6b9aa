# pragma version 0.4.3
# pragma evm-version london
# pragma optimize codesize
"""
@title NativeOrders: the limit orders of the 0x protocol, version 4
@notice
    A maker signs an order and gives it away; whoever has it fills it here, in whole or in part, until it is filled,
    cancelled or expired. Tokens go from taker to maker and back in one step. Makers and takers approve this contract.
@dev
    The part of the ExchangeProxy of 2021 that limit orders need, with its functions, events, errors, EIP-712 domain
    and order of the checks; here it is one contract, that nobody can change. What differs, and why, is listed in
    Contracts/Exchange/README.md.

    Vyper cannot declare errors with fields: they are raised as raw data, and Contracts/names.py has them for the ABI.
    There is no lock: what is filled and cancelled is written before the first call that could come back.
"""

from ethereum.ercs import IERC20

struct LimitOrder:
    makerToken: address
    takerToken: address
    makerAmount: uint128
    takerAmount: uint128
    takerTokenFeeAmount: uint128
    maker: address
    taker: address  # zero: anybody
    sender: address  # zero: anybody
    feeRecipient: address
    pool: bytes32
    expiry: uint64  # seconds since 1970; at this time it is over
    salt: uint256

struct Signature:
    signatureType: uint8
    v: uint8
    r: bytes32
    s: bytes32

struct OrderInfo:
    orderHash: bytes32
    status: uint8
    takerTokenFilledAmount: uint128

event LimitOrderFilled:
    orderHash: bytes32
    maker: address
    taker: address
    feeRecipient: address
    makerToken: address
    takerToken: address
    takerTokenFilledAmount: uint128
    makerTokenFilledAmount: uint128
    takerTokenFeeFilledAmount: uint128
    protocolFeePaid: uint256
    pool: bytes32

event OrderCancelled:
    orderHash: bytes32
    maker: address

event PairCancelledLimitOrders:
    maker: address
    makerToken: address
    takerToken: address
    minValidSalt: uint256

event OrderSignerRegistered:
    maker: address
    signer: address
    allowed: bool

# States of an order.
FILLABLE: constant(uint8) = 1
FILLED: constant(uint8) = 2
CANCELLED: constant(uint8) = 3
EXPIRED: constant(uint8) = 4

# Types of a signature.
ILLEGAL: constant(uint8) = 0
INVALID: constant(uint8) = 1
EIP712: constant(uint8) = 2
ETH_SIGN: constant(uint8) = 3

# What is wrong with a signature.
ALWAYS_INVALID_CODE: constant(uint8) = 0
UNSUPPORTED_CODE: constant(uint8) = 2
ILLEGAL_CODE: constant(uint8) = 3
BAD_SIGNATURE_DATA_CODE: constant(uint8) = 5

DOMAIN_TYPE: constant(bytes32) = keccak256(
    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
)
DOMAIN_NAME: constant(bytes32) = keccak256("ZeroEx")
DOMAIN_VERSION: constant(bytes32) = keccak256("1.0.0")
# keccak256 of "LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128
# takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,
# uint256 salt)", without the line breaks.
ORDER_TYPE: constant(bytes32) = 0xce918627cb55462ddbb85e73de69a8b322f2bc88f4507c52fcad6d4c33c29d49

# "\x19Ethereum Signed Message:\n32" (EIP-191).
MESSAGE_PREFIX: constant(bytes28) = 0x19457468657265756d205369676e6564204d6573736167653a0a3332

# The order of secp256k1: of the two signatures (r, s) and (r, n - s) only the lower is taken (EIP-2).
CURVE_ORDER: constant(uint256) = 115792089237316195423570985008687907852837564279074904382605163141518161494337

# The highest bit of an order's word, as in the original.
CANCELLED_BIT: constant(uint256) = 255
AMOUNT_MASK: constant(uint256) = 2**128 - 1
SELECTOR_MASK: constant(uint256) = 2**32 - 1
MAXIMUM_ORDERS: constant(uint256) = 50  # in one call
ORDER_GAS: constant(uint256) = 2_000_000  # what one order of a batch may burn

# What getFunctionImplementation knows, eight selectors in a word: all functions of this contract.
SELECTORS: constant(uint256[3]) = [
    111338415790287900437948327641491151873615570958639886916864365959360100840436,
    60894003410875723896019078222279198376459589717405644765594963818609955789856,
    2536496422,
]

# What is filled of an order in taker tokens, and the bit of its cancellation.
orderStates: HashMap[bytes32, uint256]
# Maker, makerToken, takerToken: salts below this are cancelled.
minValidSalts: HashMap[address, HashMap[address, HashMap[address, uint256]]]
signers: HashMap[address, HashMap[address, bool]]  # maker, signer


@external
@payable
def __default__():
    """
    @notice Refuses whatever is not here, and coins without a call, as the proxy of the original refuses the unknown.
    """
    selector: bytes4 = empty(bytes4)
    if len(msg.data) >= 4:
        selector = convert(slice(msg.data, 0, 4), bytes4)
    raw_revert(abi_encode(selector, method_id=method_id("NotImplementedError(bytes4)")))


# --------------------------------------------------------------------------------------------------------- filling

@external
@payable
def fillLimitOrder(order: LimitOrder, signature: Signature, takerTokenFillAmount: uint128) -> (uint128, uint128):
    """
    @notice Fills an order, or what is left of it when more is asked for.
    @param takerTokenFillAmount What the caller gives, in units of the taker token.
    @return What was given and what was got; both 0 when rounding leaves nothing of one.
    """
    takerAmount: uint128 = 0
    makerAmount: uint128 = 0
    takerAmount, makerAmount = self._fill(order, signature, takerTokenFillAmount, 0, msg.sender)
    self._refund()
    return takerAmount, makerAmount


@external
@payable
def fillOrKillLimitOrder(order: LimitOrder, signature: Signature, takerTokenFillAmount: uint128) -> uint128:
    """
    @notice Fills exactly this amount of an order, or reverts.
    @return What was got, in units of the maker token.
    """
    takerAmount: uint128 = 0
    makerAmount: uint128 = 0
    takerAmount, makerAmount = self._fill(
        order, signature, takerTokenFillAmount, takerTokenFillAmount, msg.sender
    )
    self._refund()
    return makerAmount


@external
@payable
def batchFillLimitOrders(
    orders: DynArray[LimitOrder, MAXIMUM_ORDERS],
    signatures: DynArray[Signature, MAXIMUM_ORDERS],
    takerTokenFillAmounts: DynArray[uint128, MAXIMUM_ORDERS],
    revertIfIncomplete: bool,
) -> (DynArray[uint128, MAXIMUM_ORDERS], DynArray[uint128, MAXIMUM_ORDERS]):
    """
    @notice Fills one order after the other. One that cannot be filled counts as 0, and undoes nothing of the others.
    @param revertIfIncomplete Whether to undo all when an order is not filled by exactly its amount.
    @return What was given and what was got of each.
    """
    count: uint256 = len(orders)
    self._requireSame(count, len(signatures), len(takerTokenFillAmounts))
    takerAmounts: DynArray[uint128, MAXIMUM_ORDERS] = []
    makerAmounts: DynArray[uint128, MAXIMUM_ORDERS] = []
    for i: uint256 in range(count, bound=MAXIMUM_ORDERS):
        amount: uint128 = takerTokenFillAmounts[i]
        takerAmount: uint128 = 0
        makerAmount: uint128 = 0
        gasBefore: uint256 = msg.gas
        success: bool = False
        answer: Bytes[64] = b""
        # A call to itself, so that an order that fails takes back its own changes alone.
        success, answer = raw_call(
            self,
            abi_encode(
                orders[i],
                signatures[i],
                amount,
                msg.sender,
                msg.sender,
                method_id=0x414e4ccf,
            ),
            max_outsize=64,
            gas=ORDER_GAS,
            revert_on_failure=False,
        )
        if success:
            takerAmount, makerAmount = abi_decode(answer, (uint128, uint128))
        else:
            # What used up nearly all that it got may have lacked gas only, also in a call of its own token's (of which
            # each keeps 1/64, EIP-150). Such a batch reverts: else an estimate of gas would find that nothing needs
            # to be filled for it to succeed.
            if msg.gas <= gasBefore // 8:
                self._refuse("too little gas")
        if revertIfIncomplete and takerAmount < amount:
            raw_revert(
                abi_encode(
                    self._info(orders[i]).orderHash,
                    takerAmount,
                    amount,
                    method_id=method_id("BatchFillIncompleteError(bytes32,uint256,uint256)"),
                )
            )
        takerAmounts.append(takerAmount)
        makerAmounts.append(makerAmount)
    self._refund()
    return takerAmounts, makerAmounts


@external
@payable
def _fillLimitOrder(
    order: LimitOrder, signature: Signature, takerTokenFillAmount: uint128, taker: address, sender: address
) -> (uint128, uint128):
    """
    @notice Fills an order in the name of a taker: for calls of this contract to itself only.
    @param sender Who called this contract: the taker.
    """
    if msg.sender != self:
        raw_revert(abi_encode(msg.sender, method_id=method_id("OnlyCallableBySelfError(address)")))
    return self._fill(order, signature, takerTokenFillAmount, 0, taker)


@internal
def _fill(
    order: LimitOrder, signature: Signature, fillAmount: uint128, minimum: uint128, taker: address
) -> (uint128, uint128):
    """
    @dev What was filled in taker and in maker tokens. Reverts when that is less than `minimum` taker tokens. The taker
         is the sender too: here nobody fills for another.
    """
    info: OrderInfo = self._info(order)
    if info.status != FILLABLE:
        raw_revert(abi_encode(info.orderHash, info.status, method_id=method_id("OrderNotFillableError(bytes32,uint8)")))
    if order.taker != empty(address) and order.taker != taker:
        raw_revert(
            abi_encode(
                info.orderHash,
                taker,
                order.taker,
                method_id=method_id("OrderNotFillableByTakerError(bytes32,address,address)"),
            )
        )
    if order.sender != empty(address) and order.sender != taker:
        raw_revert(
            abi_encode(
                info.orderHash,
                taker,
                order.sender,
                method_id=method_id("OrderNotFillableBySenderError(bytes32,address,address)"),
            )
        )
    signer: address = self._signer(info.orderHash, signature)
    if not self._actsFor(order.maker, signer):
        raw_revert(
            abi_encode(
                info.orderHash,
                signer,
                order.maker,
                method_id=method_id("OrderNotSignedByMakerError(bytes32,address,address)"),
            )
        )
    self._requireToken(order.makerToken)
    self._requireToken(order.takerToken)

    takerAmount: uint128 = min(fillAmount, order.takerAmount - info.takerTokenFilledAmount)
    makerAmount: uint128 = self._part(takerAmount, order.takerAmount, order.makerAmount)
    if makerAmount == 0:  # as it is too where takerAmount is
        takerAmount = 0
    else:
        # Written before any token is called: whoever is called back finds an order that is filled.
        self.orderStates[info.orderHash] = convert(info.takerTokenFilledAmount + takerAmount, uint256)
        self._transfer(order.takerToken, taker, order.maker, takerAmount)
        self._transfer(order.makerToken, order.maker, taker, makerAmount)
    fee: uint128 = 0
    if order.takerTokenFeeAmount != 0:
        # As in the original the fee of an order is paid even where rounding made it 0.
        fee = self._part(takerAmount, order.takerAmount, order.takerTokenFeeAmount)
        self._transfer(order.takerToken, taker, order.feeRecipient, fee)
    log LimitOrderFilled(
        orderHash=info.orderHash,
        maker=order.maker,
        taker=taker,
        feeRecipient=order.feeRecipient,
        makerToken=order.makerToken,
        takerToken=order.takerToken,
        takerTokenFilledAmount=takerAmount,
        makerTokenFilledAmount=makerAmount,
        takerTokenFeeFilledAmount=fee,
        protocolFeePaid=0,
        pool=order.pool,
    )
    if takerAmount < minimum:
        raw_revert(
            abi_encode(
                info.orderHash,
                takerAmount,
                minimum,
                method_id=method_id("FillOrKillFailedError(bytes32,uint256,uint256)"),
            )
        )
    return takerAmount, makerAmount


@internal
def _transfer(token: address, source: address, target: address, amount: uint128):
    if not extcall IERC20(token).transferFrom(
        source, target, convert(amount, uint256), default_return_value=True
    ):
        self._refuse("transfer failed")


@internal
@payable
def _refund():
    """
    @dev Gives the coins of the call back: they were for the protocol fee, which is 0.
    """
    if msg.value != 0 and not raw_call(msg.sender, b"", value=msg.value, revert_on_failure=False):
        raw_revert(abi_encode(msg.sender, msg.value, method_id=method_id("ProtocolFeeRefundFailed(address,uint256)")))


# ------------------------------------------------------------------------------------------------------ cancelling

@external
def cancelLimitOrder(order: LimitOrder):
    """
    @notice Cancels an order for ever: its maker's, or that of a signer whom the maker registered. Twice does no harm.
    """
    self._cancel(order)


@external
def batchCancelLimitOrders(orders: DynArray[LimitOrder, MAXIMUM_ORDERS]):
    """
    @notice Cancels all these orders, or none.
    """
    for i: uint256 in range(len(orders), bound=MAXIMUM_ORDERS):
        self._cancel(orders[i])


@external
def cancelPairLimitOrders(makerToken: address, takerToken: address, minValidSalt: uint256):
    """
    @notice Cancels all orders of the caller for this pair whose salt is below minValidSalt, future ones too.
    """
    self._cancelPair(msg.sender, makerToken, takerToken, minValidSalt)


@external
def cancelPairLimitOrdersWithSigner(maker: address, makerToken: address, takerToken: address, minValidSalt: uint256):
    """
    @notice Cancels as cancelPairLimitOrders does, for a maker who registered the caller as a signer.
    """
    if not self.signers[maker][msg.sender]:
        raw_revert(abi_encode(maker, msg.sender, method_id=method_id("InvalidSignerError(address,address)")))
    self._cancelPair(maker, makerToken, takerToken, minValidSalt)


@external
def batchCancelPairLimitOrders(
    makerTokens: DynArray[address, MAXIMUM_ORDERS],
    takerTokens: DynArray[address, MAXIMUM_ORDERS],
    minValidSalts: DynArray[uint256, MAXIMUM_ORDERS],
):
    """
    @notice Cancels as cancelPairLimitOrders does, pair after pair.
    """
    count: uint256 = len(makerTokens)
    self._requireSame(count, len(takerTokens), len(minValidSalts))
    for i: uint256 in range(count, bound=MAXIMUM_ORDERS):
        self._cancelPair(msg.sender, makerTokens[i], takerTokens[i], minValidSalts[i])


@internal
def _cancel(order: LimitOrder):
    orderHash: bytes32 = self._typedHash(keccak256(abi_encode(ORDER_TYPE, order)))
    if not self._actsFor(order.maker, msg.sender):
        raw_revert(
            abi_encode(
                orderHash,
                msg.sender,
                order.maker,
                method_id=method_id("OnlyOrderMakerAllowed(bytes32,address,address)"),
            )
        )
    self.orderStates[orderHash] |= 1 << CANCELLED_BIT
    log OrderCancelled(orderHash=orderHash, maker=order.maker)


@internal
def _cancelPair(maker: address, makerToken: address, takerToken: address, minValidSalt: uint256):
    old: uint256 = self.minValidSalts[maker][makerToken][takerToken]
    if minValidSalt < old:
        raw_revert(abi_encode(minValidSalt, old, method_id=method_id("CancelSaltTooLowError(uint256,uint256)")))
    self.minValidSalts[maker][makerToken][takerToken] = minValidSalt
    log PairCancelledLimitOrders(
        maker=maker, makerToken=makerToken, takerToken=takerToken, minValidSalt=minValidSalt
    )


# --------------------------------------------------------------------------------------------------------- signers

@external
def registerAllowedOrderSigner(signer: address, allowed: bool):
    """
    @notice Lets another address sign and cancel orders of the caller, or takes that back.
    """
    self.signers[msg.sender][signer] = allowed
    log OrderSignerRegistered(maker=msg.sender, signer=signer, allowed=allowed)


@external
@view
def isValidOrderSigner(maker: address, signer: address) -> bool:
    """
    @notice Whether the maker registered this signer. A maker need not register itself.
    """
    return self.signers[maker][signer]


# ----------------------------------------------------------------------------------------------------------- views

@external
@view
def getLimitOrderHash(order: LimitOrder) -> bytes32:
    """
    @notice The EIP-712 hash of an order at this contract on this chain.
    """
    return self._info(order).orderHash


@external
@view
def getLimitOrderInfo(order: LimitOrder) -> OrderInfo:
    """
    @notice An order's hash, its state (1 fillable, 2 filled, 3 cancelled, 4 expired) and what is filled of it.
    """
    return self._info(order)


@external
@view
def getLimitOrderRelevantState(order: LimitOrder, signature: Signature) -> (OrderInfo, uint128, bool):
    """
    @notice An order's state, what can be filled of it now in taker tokens, and whether the signature is the maker's.
    """
    info: OrderInfo = self._info(order)
    fillable: uint128 = 0
    if order.makerAmount != 0 and info.status == FILLABLE:
        left: uint128 = self._part(
            order.takerAmount - info.takerTokenFilledAmount, order.takerAmount, order.makerAmount
        )
        makerAmount: uint256 = min(
            convert(left, uint256),
            min(
                staticcall IERC20(order.makerToken).allowance(order.maker, self),
                staticcall IERC20(order.makerToken).balanceOf(order.maker),
            ),
        )
        # Rounded up, as the original does.
        makerTotal: uint256 = convert(order.makerAmount, uint256)
        product: uint256 = unsafe_mul(makerAmount, convert(order.takerAmount, uint256))
        fillable = convert(unsafe_div(unsafe_add(product, unsafe_sub(makerTotal, 1)), makerTotal), uint128)
    signer: address = self._signer(info.orderHash, signature)
    return info, fillable, self._actsFor(order.maker, signer)


@external
@view
def batchGetLimitOrderRelevantStates(
    orders: DynArray[LimitOrder, MAXIMUM_ORDERS], signatures: DynArray[Signature, MAXIMUM_ORDERS]
) -> (DynArray[OrderInfo, MAXIMUM_ORDERS], DynArray[uint128, MAXIMUM_ORDERS], DynArray[bool, MAXIMUM_ORDERS]):
    """
    @notice The states of several orders. One whose state cannot be told is all zeros.
    """
    self._requireSame(len(orders), len(signatures), len(signatures))
    infos: DynArray[OrderInfo, MAXIMUM_ORDERS] = []
    amounts: DynArray[uint128, MAXIMUM_ORDERS] = []
    valid: DynArray[bool, MAXIMUM_ORDERS] = []
    for i: uint256 in range(len(orders), bound=MAXIMUM_ORDERS):
        info: OrderInfo = empty(OrderInfo)
        amount: uint128 = 0
        isValid: bool = False
        success: bool = False
        answer: Bytes[160] = b""
        success, answer = raw_call(
            self,
            abi_encode(orders[i], signatures[i], method_id=0x1fb09795),
            max_outsize=160,
            is_static_call=True,
            revert_on_failure=False,
        )
        if success:
            info, amount, isValid = abi_decode(answer, (OrderInfo, uint128, bool))
        infos.append(info)
        amounts.append(amount)
        valid.append(isValid)
    return infos, amounts, valid


@external
@view
def getProtocolFeeMultiplier() -> uint32:
    """
    @notice The protocol fee in units of the gas price: none.
    """
    return 0


@external
@view
def getFunctionImplementation(selector: bytes4) -> address:
    """
    @notice This contract for a function that is here, zero for others: for clients that probe the original's proxy.
    """
    wanted: uint256 = convert(convert(selector, uint32), uint256)
    for word: uint256 in SELECTORS:
        left: uint256 = word
        for _: uint256 in range(8):
            if wanted != 0 and left & SELECTOR_MASK == wanted:
                return self
            left = left >> 32
    return empty(address)


# --------------------------------------------------------------------------------------------------------- helpers

@internal
@view
def _typedHash(structHash: bytes32) -> bytes32:
    """
    @dev The EIP-712 hash of a struct at this contract on this chain.
    """
    # The domain is computed anew each time: on a fork of the chain with another id the orders are others.
    return keccak256(
        concat(
            0x1901,
            keccak256(abi_encode(DOMAIN_TYPE, DOMAIN_NAME, DOMAIN_VERSION, chain.id, self)),
            structHash,
        )
    )


@internal
@view
def _info(order: LimitOrder) -> OrderInfo:
    orderHash: bytes32 = self._typedHash(keccak256(abi_encode(ORDER_TYPE, order)))
    state: uint256 = self.orderStates[orderHash]
    filled: uint128 = convert(state & AMOUNT_MASK, uint128)
    status: uint8 = FILLABLE
    if filled >= order.takerAmount:
        status = FILLED
    elif state >> CANCELLED_BIT != 0:
        status = CANCELLED
    elif convert(order.expiry, uint256) <= block.timestamp:
        status = EXPIRED
    elif order.salt < self.minValidSalts[order.maker][order.makerToken][order.takerToken]:
        status = CANCELLED
    return OrderInfo(orderHash=orderHash, status=status, takerTokenFilledAmount=filled)


@internal
@view
def _actsFor(maker: address, signer: address) -> bool:
    """
    @dev Whether this signer may sign and cancel orders of the maker.
    """
    return signer == maker or self.signers[maker][signer]


@internal
@view
def _signer(hash: bytes32, signature: Signature) -> address:
    """
    @dev The address that signed the hash, never zero.
    """
    code: uint8 = BAD_SIGNATURE_DATA_CODE
    if convert(signature.r, uint256) < CURVE_ORDER and convert(signature.s, uint256) <= CURVE_ORDER // 2:
        if signature.signatureType == ILLEGAL:
            code = ILLEGAL_CODE
        elif signature.signatureType == INVALID:
            code = ALWAYS_INVALID_CODE
        elif signature.signatureType > ETH_SIGN:
            code = UNSUPPORTED_CODE
        else:
            digest: bytes32 = hash
            if signature.signatureType == ETH_SIGN:
                digest = keccak256(concat(MESSAGE_PREFIX, hash))
            signer: address = ecrecover(digest, signature.v, signature.r, signature.s)
            if signer != empty(address):
                return signer
    raw_revert(abi_encode(code, hash, method_id=method_id("SignatureValidationError(uint8,bytes32)")))


@internal
@view
def _requireToken(token: address):
    if token == self or not token.is_contract:
        self._refuse("not a token")


@internal
@pure
def _requireSame(first: uint256, second: uint256, third: uint256):
    if first != second or first != third:
        self._refuse("mismatched array lengths")


@internal
@pure
def _refuse(reason: String[32]):
    """
    @dev One place for all reasons: each assert with a reason of its own takes twice the code.
    """
    raise reason


@internal
@pure
def _part(amount: uint128, whole: uint128, total: uint128) -> uint128:
    """
    @dev amount x total / whole, rounded down. Two factors of 128 bits fit 256, and `whole` is never 0.
    """
    product: uint256 = unsafe_mul(convert(amount, uint256), convert(total, uint256))
    return convert(unsafe_div(product, convert(whole, uint256)), uint128)
