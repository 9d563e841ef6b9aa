import Keys
import Outbox
import Primitives
import Transactions

extension TransactionSender {
  /// Checks the chain, estimates the gas, asks for fees and makes sure that the account can pay.
  ///
  /// Nothing is signed, reserved or sent.
  ///
  /// - Throws: `SendingError` `.noQuorum`, `.wrongChain`, `.notEnoughForValue`, `.notEnoughForGas`, `.feeAboveLimit`, `.outOfRange`,
  ///   `.absurdGas`; a `NodeError` as the node gives it, a revert of the estimate included.
  public func prepare(_ request: SendRequest, options: SendOptions = SendOptions()) async throws -> PreparedTransaction
  {
    try await pricer.prepare(request, options: options)
  }

  /// The state of an account, and the fees that the chain asks now.
  ///
  /// - Throws: `SendingError` `.wrongChain` where one of several endpoints serves another chain; a `NodeError`.
  public func standing(of account: Address, options: SendOptions = SendOptions()) async throws -> AccountStanding {
    try await pricer.standing(of: account, options: options)
  }

  /// Estimates the gas and makes sure that the account can pay: what is left of ``prepare(_:options:)`` for a caller that
  /// has checked the chain and knows the account's standing.
  ///
  /// - Throws: The errors of ``prepare(_:options:)``, except `.wrongChain`.
  public func price(
    _ request: SendRequest, at standing: AccountStanding, options: SendOptions = SendOptions()
  ) async throws -> PreparedTransaction {
    try await pricer.price(request, at: standing, options: options)
  }

  /// Fails unless the node answers for ``chainID``.
  public func checkChain() async throws {
    try await pricer.checkChain()
  }

  /// Requests of one account as they would be sent but for the gas limit, which is 0: to be tried before they are priced.
  ///
  /// - Throws: as ``price(_:at:options:)`` for what cannot be sent on this chain; a `NodeError`.
  public func drafts(of requests: [SendRequest], options: SendOptions = SendOptions()) async throws
    -> [PreparedTransaction]
  {
    try await pricer.drafts(of: requests, options: options)
  }

  /// The fees that the chain asks at a speed.
  ///
  /// EIP-1559 where blocks have a base fee, one gas price elsewhere.
  public func fees(speed: FeeSpeed) async throws -> TransactionFees { try await estimator.fees(speed: speed) }

  /// An account's key on a chain of Kaia's kind, legacy for an account that does not exist yet; nil on other chains.
  public func accountKey(of account: Address) async throws -> AccountKey? { try await accounts.accountKey(of: account) }

  /// Makes sure that the keys which signed a transaction may sign for its accounts, as their keys on the chain have it.
  ///
  /// On chains without account keys there is nothing to look at.
  ///
  /// - Parameter names: People's names for addresses.
  /// - Throws: `SendingError` `.signaturesMissing`, which names the missing signers; the node's errors.
  public func checkSignatures(
    of transaction: SignedTransaction, label: String? = nil, names: [Address: String] = [:]
  ) async throws {
    try await accounts.checkSignatures(of: transaction, label: label, names: names)
  }

  /// Checks a transaction that is signed in part: the sender's signatures, and the fee payer's if it has any.
  public func checkSignatures(
    of partly: PartlySignedTransaction, label: String? = nil, names: [Address: String] = [:]
  ) async throws {
    try await accounts.checkSignatures(of: partly, label: label, names: names)
  }
}
