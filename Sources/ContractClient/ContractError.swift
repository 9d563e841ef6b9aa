public import ContractABI
@_exported import Failures
public import Primitives

/// An error between a typed call and the contract's answer.
///
/// Failures of the node and of sending are thrown unchanged.
public typealias ContractError = DomainError<ContractErrors>

/// The domain of ``ContractError``.
public enum ContractErrors: ErrorDomain {
  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// The address that was taken for the contract's.
    case contract(Address)
    /// The address that was taken for a token's.
    case token(Address)
    /// The number of a block of which the node gives no logs.
    case block(UInt64)
    /// No evidence but one node's answer that a transaction was mined and failed.
    case oneNodesWord
  }

  /// The refusal or the transaction that an error is about.
  public enum Subject: Sendable, Hashable {
    /// A refusal that was found before anything was sent.
    case refusal(RevertReason)
    /// A mined transaction, and the contract's reason to refuse it.
    case mined(Hash32, RevertReason?)
  }

  /// The words, of `reason` and `revert` the first that is there.
  public static func text(of error: ContractError) -> String {
    [
      error.message, error.reason ?? error.revert.map { "Reason: \($0)" }, error.call.map { "Call: \($0)" },
      error.advice,
    ]
    .compactMap { $0 }.joined(separator: "\n")
  }
}

extension ErrorCode<ContractErrors> {
  /// The contract refuses the call; found before sending, it costs nothing.
  public static var reverted: Self { Self("reverted") }
  /// The transaction was mined and the contract refused it; the fee is spent.
  public static var failedOnChain: Self { Self("failedOnChain") }
  /// There is no contract at the address.
  public static var noContract: Self { Self("noContract") }
  /// There is a contract, but its answer does not fit the ABI.
  public static var unexpectedAnswer: Self { Self("unexpectedAnswer") }
  /// The arguments do not fit the ABI.
  public static var invalidArguments: Self { Self("invalidArguments") }
  /// A deployment was mined and left no contract.
  public static var notDeployed: Self { Self("notDeployed") }
  /// The node refuses every range of a log query.
  public static var logsUnavailable: Self { Self("logsUnavailable") }
}

extension ContractError {
  /// The contract's reason, for `.reverted` and `.failedOnChain`.
  public var revert: RevertReason? {
    switch subject {
    case .refusal(let revert), .mined(_, let revert?): revert
    default: nil
    }
  }

  /// The mined transaction, for `.failedOnChain` and `.notDeployed`.
  public var transactionHash: Hash32? {
    if case .mined(let hash, _) = subject { hash } else { nil }
  }

  /// Whether only one node says that the transaction was mined and failed.
  public var isOneNodesWord: Bool { facts == .oneNodesWord }

  /// There is no contract at an address.
  ///
  /// - Parameter call: The readable call, if there is one.
  public static func noContract(at address: Address, call: String? = nil) -> ContractError {
    ContractError(
      .noContract, "There is no contract at \(address).", reason: "The address has no code on this chain.",
      call: call, facts: .contract(address))
  }
}
