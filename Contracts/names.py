"""What Vyper leaves out of an ABI: names of outputs and structs, names that are words of Vyper's, errors with fields."""

# Names of outputs, by contract and function: those of the originals, and the bindings' property names.
OUTPUTS = {
    "LectureMarket": {
        "calculateEvaluationAveragePoint": ["averagePoint"],
        "calculateIncentiveCost": ["incentiveCost"],
        "getLecture": ["lecture"],
        "getLectures": ["lectures"],
        "getLectureEvaluationPoint": [
            "evaluationCount",
            "preparation_point",
            "content_point",
            "proceed_point",
            "communication_point",
            "satisfaction_point",
        ],
        "getLectureID": ["lectureID"],
        "getLectureNumber": ["lectureNumber"],
        "getLectureTotalCost": ["totalLectureCost"],
        "getPurchase": ["purchase"],
        "getRun": ["run"],
        "isValidStudent": ["isValid"],
    },
    "CampusToken": {
        "eip712Domain": ["fields", "name", "version", "chainId", "verifyingContract", "salt", "extensions"],
    },
    "ExchangeV1": {
        "fillOrder": ["filledTakerTokenAmount"],
        "fillOrdersUpTo": ["filledTakerTokenAmount"],
        "cancelOrder": ["cancelledTakerTokenAmount"],
        "getOrderHash": ["orderHash"],
        "isValidSignature": ["isValid"],
        "isRoundingError": ["isError"],
        "getPartialAmount": ["partialAmount"],
        "getUnavailableTakerTokenAmount": ["unavailableTakerTokenAmount"],
    },
    "NativeOrders": {
        "fillLimitOrder": ["takerTokenFilledAmount", "makerTokenFilledAmount"],
        "_fillLimitOrder": ["takerTokenFilledAmount", "makerTokenFilledAmount"],
        "fillOrKillLimitOrder": ["makerTokenFilledAmount"],
        "batchFillLimitOrders": ["takerTokenFilledAmounts", "makerTokenFilledAmounts"],
        "getLimitOrderHash": ["orderHash"],
        "getLimitOrderInfo": ["orderInfo"],
        "getLimitOrderRelevantState": ["orderInfo", "actualFillableTakerTokenAmount", "isSignatureValid"],
        "batchGetLimitOrderRelevantStates": [
            "orderInfos",
            "actualFillableTakerTokenAmounts",
            "isSignatureValids",
        ],
        "isValidOrderSigner": ["isAllowed"],
        "getProtocolFeeMultiplier": ["multiplier"],
        "getFunctionImplementation": ["impl"],
    },
    "TokenRegistry": {
        function: ["token", "name", "symbol", "decimals", "ipfsHash", "swarmHash"]
        for function in ("tokens", "getTokenMetaData", "getTokenByName", "getTokenBySymbol")
    },
}

# Structs, by the names of their parameters: written as solc writes them, for generators that look there.
STRUCTS = {
    "lecture": "LectureMarket.LectureRecord",
    "lectures": "LectureMarket.LectureRecord",
    "purchase": "LectureMarket.PurchaseRecord",
    "run": "LectureMarket.RunRecord",
    "order": "LibNativeOrder.LimitOrder",
    "orders": "LibNativeOrder.LimitOrder",
    "orderInfo": "LibNativeOrder.OrderInfo",
    "orderInfos": "LibNativeOrder.OrderInfo",
    "signature": "LibSignature.Signature",
    "signatures": "LibSignature.Signature",
}

# Names of inputs that a source cannot use, by contract and function.
INPUTS = {"TokenTransferProxy": {"transferFrom": ["token", "from", "to", "value"]}}

# Errors that are raised as raw data, as lines of "type name", by contract.
ERRORS = {
    "NativeOrders": {
        "BatchFillIncompleteError": "bytes32 orderHash, uint256 takerTokenFilledAmount, uint256 takerTokenFillAmount",
        "CancelSaltTooLowError": "uint256 minValidSalt, uint256 oldMinValidSalt",
        "FillOrKillFailedError": "bytes32 orderHash, uint256 takerTokenFilledAmount, uint256 takerTokenFillAmount",
        "InvalidSignerError": "address maker, address signer",
        "NotImplementedError": "bytes4 selector",
        "OnlyCallableBySelfError": "address sender",
        "OnlyOrderMakerAllowed": "bytes32 orderHash, address sender, address maker",
        "OrderNotFillableByTakerError": "bytes32 orderHash, address taker, address orderTaker",
        "OrderNotFillableBySenderError": "bytes32 orderHash, address sender, address orderSender",
        "OrderNotFillableError": "bytes32 orderHash, uint8 orderStatus",
        "OrderNotSignedByMakerError": "bytes32 orderHash, address signer, address maker",
        "ProtocolFeeRefundFailed": "address receiver, uint256 refundAmount",
        "SignatureValidationError": "uint8 code, bytes32 hash",
    }
}


def completed(contract: str, entry: dict) -> dict:
    """An entry of a contract's ABI with the names that are missing."""
    if entry["type"] != "function":
        return entry
    inputs, outputs = entry["inputs"], entry["outputs"]
    return dict(
        entry,
        inputs=_named(inputs, INPUTS.get(contract, {}).get(entry["name"])),
        outputs=_named(outputs, OUTPUTS.get(contract, {}).get(entry["name"])),
    )


def errors(contract: str) -> list:
    """The errors of a contract as entries of its ABI."""
    return [
        {
            "type": "error",
            "name": name,
            "inputs": [
                {"name": field, "type": kind} for kind, field in (each.split(" ") for each in fields.split(", "))
            ],
        }
        for name, fields in ERRORS.get(contract, {}).items()
    ]


def _named(parameters: list, names: list | None) -> list:
    if names:
        parameters = [dict(each, name=name) for each, name in zip(parameters, names, strict=True)]
    return [_with_struct(each) for each in parameters]


def _with_struct(parameter: dict) -> dict:
    if not parameter["type"].startswith("tuple"):
        return parameter
    suffix = parameter["type"].removeprefix("tuple")
    return dict(parameter, internalType="struct " + STRUCTS[parameter["name"]] + suffix)
