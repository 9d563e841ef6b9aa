import ContractABI
import NodeRPC
import Primitives
import Sending

/// An ERC-20 token, as far as its contract keeps to the standard, and what it says of itself made harmless where not.
public struct ERC20: Sendable {
  /// The token's contract.
  public let address: Address
  /// The connection over which the contract is called.
  public let connection: ContractConnection

  /// A token at an address; ``look(at:)`` finds out whether one is there.
  public init(_ address: Address, connection: ContractConnection) {
    self.address = address
    self.connection = connection
  }

  /// The token's own symbol and decimals.
  public struct Metadata: Sendable, Hashable {
    /// The symbol in the contract, without what cannot be seen, and of 32 characters at most; nil if it has none.
    public let symbol: String?
    /// The number of decimals, 0 to 77; nil if it has none: then amounts are of its smallest unit.
    public let decimals: Int?
  }

  private static let longestSymbol = 32

  /// The token's own symbol and decimals and an account's balance, in one round trip.
  ///
  /// Symbols of old tokens are 32 bytes instead of a text (MKR's way); decimals may be missing, as the standard lets them.
  ///
  /// - Throws: `ContractError` `.noContract`; `.unexpectedAnswer` when it does not give the balance, or has more
  ///   decimals than a number of 256 bits has digits; a `NodeError`.
  public func look(at holder: Address) async throws -> (metadata: Metadata, balance: UInt256) {
    let calls = [Self.symbolCall, Self.decimalsCall, try Self.balanceCall(holder)]
    let requests = calls.map { NodeRequest<Bytes>.call(CallRequest(to: address, data: $0)) }
    let answers = try await connection.node.batch([.code(of: address)] + requests)
    guard try !answers[0].get().isEmpty else {
      throw ContractError(
        .noContract, "There is no token at \(address).", reason: "The address has no code on this chain.",
        facts: .token(address))
    }
    guard let balance = Self.word(answers[3]) else {
      throw ContractError(
        .unexpectedAnswer, "The contract at \(address) is no ERC-20 token.",
        reason: "It does not tell what \(holder) holds.", call: "balanceOf(\(holder))",
        facts: .token(address))
    }
    var decimals: Int?
    if let told = Self.word(answers[2]) {
      guard told <= 77 else {
        throw ContractError(
          .unexpectedAnswer, "The token at \(address) has more decimals than an amount can have.",
          reason: "It says \(told), and 77 is the most.", call: "decimals()",
          advice: "No honest token does this: do not trust it.")
      }
      decimals = Int(told)
    }
    return (Metadata(symbol: Self.symbol(answers[1]), decimals: decimals), balance)
  }

  // MARK: Sending

  /// Makes sure that the token would carry out a transfer, and prices it.
  ///
  /// A token that returns nothing is taken at its word, as so many do (USDT); one that returns no is not sent to.
  ///
  /// - Parameter label: The transfer, readable.
  /// - Throws: `ContractError` `.reverted` with the token's reason; what pricing throws.
  public func prepare(
    _ amount: UInt256, from sender: Address, to recipient: Address, label: String, options: SendOptions
  ) async throws -> PreparedTransaction {
    let data = try Self.transfer.encodeCall([.address(recipient), .uint(amount)])
    switch await connection.node.answer(CallRequest(from: sender, to: address, data: data), at: .latest) {
    case .returned(let bytes):
      if !bytes.isEmpty, Self.word(.success(bytes)) != 1 { throw refusal(nil, label) }
    case .reverted(let data): throw refusal(data, label)
    case .failed(let error):
      guard error.isExecutionFailure else { throw error }
      throw refusal(error.revertData, label, error)
    }
    return try await connection.sender.prepare(
      SendRequest(from: sender, to: address, data: data, label: label), options: options)
  }

  /// The recipient and the amount of a transfer's calldata; nil for any other call.
  public static func transfer(in calldata: Bytes) -> (recipient: Address, amount: UInt256)? {
    guard calldata.count == 68, Bytes(calldata.prefix(4)) == transfer.selector.bytes,
      let recipient = try? UInt256(bigEndian: calldata[4..<36]), let amount = try? UInt256(bigEndian: calldata[36...])
    else { return nil }
    return (Address(truncating: recipient), amount)
  }

  private func refusal(_ data: Bytes?, _ label: String, _ cause: NodeError? = nil) -> ContractError {
    ContractError(
      .reverted, "The token at \(address) does not carry out this transfer.",
      about: data.map { .refusal(RevertReason($0, errors: [])) }, reason: data == nil ? "It answers no." : nil,
      call: label,
      advice: "Nothing was sent and nothing is spent.", cause: cause)
  }

  /// The amount of this token that a recipient got in a transaction, by the token's own events; nil if there are none.
  public func received(by recipient: Address, in receipt: Receipt) -> UInt256? {
    let amounts = receipt.logs.compactMap { log -> UInt256? in
      guard log.address == address, log.topics.count == 3, log.topics[0] == Self.transferEvent,
        Address(truncating: log.topics[2]) == recipient, log.data.count == 32
      else { return nil }
      return try? UInt256(bigEndian: log.data)
    }
    guard !amounts.isEmpty else { return nil }
    return amounts.reduce(0) { $0 &+ $1 }
  }

  // MARK: Calls and answers

  private static let transfer = ABIFunction(
    name: "transfer", inputs: [ABIParameter("to", .address), ABIParameter("amount", .uint(256))],
    outputs: [ABIParameter("", .bool)])
  private static let balanceOf = ABIFunction(
    name: "balanceOf", inputs: [ABIParameter("account", .address)], outputs: [ABIParameter("", .uint(256))],
    stateMutability: .view)
  private static let symbolCall = ABIFunction(name: "symbol").selector.bytes
  private static let decimalsCall = ABIFunction(name: "decimals").selector.bytes
  private static let transferEvent = Keccak256.hash(Bytes("Transfer(address,address,uint256)".utf8))

  private static func balanceCall(_ holder: Address) throws -> Bytes { try balanceOf.encodeCall([.address(holder)]) }

  /// The first word of an answer; more behind it counts for nothing.
  private static func word(_ answer: Result<Bytes, NodeError>) -> UInt256? {
    guard case .success(let bytes) = answer, bytes.count >= 32 else { return nil }
    return try? UInt256(bigEndian: bytes.prefix(32))
  }

  /// A text, or up to 32 bytes of one; control characters are written out, what else cannot be seen is left out.
  static func symbol(_ answer: Result<Bytes, NodeError>) -> String? {
    guard case .success(let bytes) = answer else { return nil }
    let raw: Bytes
    if bytes.count == 32 {
      raw = Bytes(bytes.prefix { $0 != 0 })
    } else if case .string(let text)? = try? ABICoder.decode(bytes, as: [.string], options: .lenient).first {
      raw = Bytes(text.utf8.prefix(1024))
    } else {
      return nil
    }
    return TerminalSafe.label(String(decoding: raw, as: UTF8.self).unicodeScalars, most: longestSymbol)
  }
}
