import Keys
import Primitives
import StrictJSON
import Transactions

/// The transaction object of `kaia_sendTransaction` and its like.
struct KaiaRequest {
  /// The type, if it is one of Kaia's own; nil for Ethereum's kinds.
  let type: KaiaTransactionType?
  private let argument: Argument
  private let transaction: KaiaTransaction?

  /// Reads an object, and chooses what it may leave out: gas (90,000), price and nonce.
  ///
  /// - Throws: `invalidParameters`, or `refusedTransaction` for a field that the type must have or doesn't have.
  init(_ argument: Argument, _ devnet: isolated Devnet) throws {
    self.argument = argument
    guard argument.json.object != nil else { throw argument.invalid("it is not an object") }
    let number = try argument.field("typeInt")?.looseUInt64() ?? 0
    guard let kind = TransactionKind(kaiaNumber: number) else { throw DevnetError.refusal("undefined tx type") }
    guard case .kaia(let type) = kind else {
      (type, transaction) = (nil, nil)
      return
    }
    self.type = type
    guard let from = try argument.field("from")?.address() else { throw argument.invalid("missing field from") }
    try Self.check(argument, type)
    let ratio = try argument.field("feeRatio")?.looseUInt64() ?? 0
    let payment: KaiaTransaction.FeePayment =
      switch type.payer {
      case .sender: .sender
      case .feePayer: .delegated
      case .both: .shared(percent: UInt8(clamping: ratio))
      }
    transaction = KaiaTransaction(
      chainID: devnet.chainID, nonce: try argument.field("nonce")?.uint64() ?? devnet.nonce(of: from, at: .pending),
      gasPrice: try argument.field("gasPrice")?.uint256() ?? devnet.ledger.suggestedGasPrice,
      gasLimit: try argument.field("gas")?.uint64() ?? 90_000, from: from,
      operation: try Self.operation(argument, type.action), feePayment: payment)
  }

  /// Reads what a sender has signed: for a fee payer nothing of it is chosen here.
  ///
  /// - Throws: as ``init(_:_:)``; `refusedTransaction` for the first that is missing, in the words of nodes.
  init(signedBySender argument: Argument, _ devnet: isolated Devnet) throws {
    for (field, text) in [
      ("typeInt", "tx should have a type value"), ("nonce", "nonce of the sender is not set"),
      ("gas", "gas limit is not set"), ("gasPrice", "gas price is not set"),
    ] where argument.field(field) == nil { throw DevnetError.refusal(text) }
    guard try argument.field("signatures")?.list(most: 10).isEmpty == false else {
      throw DevnetError.refusal("sender signature is not set")
    }
    try self.init(argument, devnet)
  }

  private static func operation(
    _ argument: Argument, _ action: KaiaTransactionType.Action
  ) throws -> KaiaTransaction.Operation {
    let to = try argument.field("to")?.address() ?? .zero
    let value = try argument.field("value")?.uint256() ?? 0
    let input = try argument.field("input")?.bytes() ?? []
    return switch action {
    case .valueTransfer: .valueTransfer(to: to, value: value)
    case .valueTransferMemo: .memo(to: to, value: value, memo: input)
    case .accountUpdate: .accountUpdate(try argument.required("key").accountKey())
    case .smartContractDeploy:
      .deploy(
        to: try argument.field("to")?.address(), value: value, initCode: input,
        humanReadable: try argument.field("humanReadable")?.bool() ?? false,
        codeFormat: UInt8(clamping: try argument.field("codeFormat")?.looseUInt64() ?? 0))
    case .smartContractExecution: .execution(to: to, value: value, input: input)
    case .cancel: .cancel
    case .chainDataAnchoring: .anchoring(data: input)
    }
  }

  /// The fields that a type has beside those that may always be left out; its `to` may be missing if it creates.
  private static func fields(_ type: KaiaTransactionType) -> Set<String> {
    var fields: Set<String> =
      switch type.action {
      case .valueTransfer: ["to", "value"]
      case .valueTransferMemo, .smartContractExecution: ["to", "value", "input"]
      case .accountUpdate: ["key"]
      case .smartContractDeploy: ["to", "value", "input", "humanReadable", "codeFormat"]
      case .cancel: []
      case .chainDataAnchoring: ["input"]
      }
    if type.isFeeDelegated { fields.insert("feePayer") }
    if type.payer == .both { fields.insert("feeRatio") }
    return fields
  }

  private static func check(_ argument: Argument, _ type: KaiaTransactionType) throws {
    let own = fields(type)
    for field in ["to", "value", "input", "codeFormat", "humanReadable", "key", "feePayer", "feeRatio"] {
      let isThere = argument.field(field) != nil
      if !isThere, own.contains(field), !(field == "to" && type.action == .smartContractDeploy) {
        throw DevnetError.refusal("json:\"\(field)\" is required for \(type.name)")
      }
      if isThere, !own.contains(field) {
        throw DevnetError.refusal("json:\"\(field)\" is not a field of \(type.name)")
      }
    }
    for field in ["accessList", "maxFeePerGas", "maxPriorityFeePerGas", "authorizationList"]
    where argument.field(field) != nil {
      throw DevnetError.refusal("json:\"\(field)\" is not a field of \(type.name)")
    }
  }

  /// The request as one of Ethereum's kinds.
  func call(_ devnet: isolated Devnet) throws -> DevnetCall {
    var request = try argument.callRequest(chainID: devnet.chainID)
    let number = try argument.field("typeInt")?.looseUInt64() ?? 0
    if number == 0, request.gasPrice == nil, request.maxFeePerGas == nil, request.maxPriorityFeePerGas == nil {
      request.gasPrice = devnet.ledger.suggestedGasPrice
    }
    return request
  }

  /// The transaction, signed by the sender's key as the devnet has it.
  func signed(_ devnet: isolated Devnet) throws -> PartlySignedTransaction {
    var partly = try unsigned()
    guard let key = devnet.key(of: partly.transaction.from) else {
      throw DevnetError(.unknownAccount, "unknown account")
    }
    try partly.sign(by: key)
    return partly
  }

  /// The transaction with the signatures that the request has, signed by the fee payer's key as the devnet has it.
  func signedByFeePayer(_ devnet: isolated Devnet) throws -> PartlySignedTransaction {
    var partly = try unsigned()
    guard let payer = try argument.field("feePayer")?.address(), type?.isFeeDelegated == true else {
      throw DevnetError.refusal("invalid fee payer is set")
    }
    guard let key = devnet.key(of: payer) else {
      throw DevnetError(.unknownAccount, "unknown account")
    }
    for item in try argument.field("signatures")?.list(most: 10) ?? [] {
      partly.add([try item.signature(chainID: devnet.chainID)])
    }
    try partly.signAsFeePayer(payer, by: key)
    return partly
  }

  private func unsigned() throws -> PartlySignedTransaction {
    guard let transaction else { throw DevnetError.refusal("invalid fee payer is set") }
    var partly = PartlySignedTransaction(transaction)
    if type?.isFeeDelegated == true, let payer = try argument.field("feePayer")?.address() {
      try partly.add(feePayer: payer, signatures: [])
    }
    return partly
  }
}

extension Argument {
  /// A signature as Kaia's objects have it: `{"V", "R", "S"}`.
  fileprivate func signature(chainID: UInt256) throws -> Signature {
    let (v, r, s) = try (
      required("V").uint256(), required("R").uint256(), required("S").uint256()
    )
    let parity = v &- (chainID &* 2 &+ 35)
    guard parity <= 1 else { throw invalid("V is not that of chain \(chainID)") }
    return try reading { try Signature(r: r, s: s, yParity: parity == 1 ? 1 : 0) }
  }
}
