public import ContractABI
public import Primitives

/// An error between a typed call and the contract's answer.
///
/// Two errors are equal when their codes are equal. The text has at most four lines: what failed, why, the call and
/// what to do next, where that is no matter of who shows it. Failures of the node and of sending are thrown unchanged.
public struct ContractError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure; open, so that later versions can add to them.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// The contract refuses the call; found before sending, it costs nothing.
    public static let reverted = Code("reverted")
    /// The transaction was mined and the contract refused it; the fee is spent.
    public static let failedOnChain = Code("failedOnChain")
    /// There is no contract at the address.
    public static let noContract = Code("noContract")
    /// There is a contract, but its answer does not fit the ABI.
    public static let unexpectedAnswer = Code("unexpectedAnswer")
    /// The arguments do not fit the ABI.
    public static let invalidArguments = Code("invalidArguments")
    /// A deployment was mined and left no contract.
    public static let notDeployed = Code("notDeployed")
    /// The node refuses every range of a log query.
    public static let logsUnavailable = Code("logsUnavailable")
  }

  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// The address that was taken for the contract's.
    case contract(Address)
    /// The address that was taken for a token's.
    case token(Address)
    /// The number of a block of which the node gives no logs.
    case block(UInt64)
  }

  /// The kind of failure; equality goes by this alone.
  public let code: Code
  /// The failure, in a sentence.
  public let message: String
  /// The contract's reason, for `.reverted` and `.failedOnChain`.
  public let revert: RevertReason?
  /// The reason in words: for the others, and for a revert whose own reason does not say all.
  public let reason: String?
  /// The readable call.
  public let call: String?
  /// The next step, where that is the same for whoever calls this library; else the command line or a page has the
  /// words, by the code and ``facts``.
  public let advice: String?
  /// The facts on which the next step depends beyond the code; nil where there are none.
  public let facts: Facts?
  /// The mined transaction, for `.failedOnChain` and `.notDeployed`.
  public let transactionHash: Hash32?
  /// The error underneath, if there is one.
  public let cause: (any Error)?

  /// An error with its context; of `reason` and `revert` the text has the first that is there.
  public init(
    _ code: Code, _ message: String, revert: RevertReason? = nil, reason: String? = nil, call: String? = nil,
    advice: String? = nil, facts: Facts? = nil, transactionHash: Hash32? = nil, cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.revert = revert
    self.reason = reason
    self.call = call
    self.advice = advice
    self.facts = facts
    self.transactionHash = transactionHash
    self.cause = cause
  }

  /// There is no contract at an address.
  ///
  /// - Parameter call: The readable call, if there is one.
  public static func noContract(at address: Address, call: String? = nil) -> ContractError {
    ContractError(
      .noContract, "There is no contract at \(address).", reason: "The address has no code on this chain.",
      call: call, facts: .contract(address))
  }

  public static func == (left: ContractError, right: ContractError) -> Bool { left.code == right.code }

  public var description: String {
    [message, reason ?? revert.map { "Reason: \($0)" }, call.map { "Call: \($0)" }, advice]
      .compactMap { $0 }.joined(separator: "\n")
  }
}
