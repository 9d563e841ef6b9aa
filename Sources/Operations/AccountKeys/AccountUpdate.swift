import ContractClient
import Keys
import Outbox
import Primitives
import Sending
import Transactions

extension Planner {
  /// The receipt of an earlier update of the account's key under the same idempotency key.
  ///
  /// - Parameter isSame: whether the transaction sent under that key is the one wanted.
  /// - Returns: nil if it is still to be done, or was given no key.
  public func earlierAccountUpdate(isSame: (Intent) -> Bool) async throws -> Planned<CallReceipt>? {
    try await earlierWithKey(isSame: isSame, outcome: { $0 })
  }

  /// Plans to change the account's key; only on Kaia.
  ///
  /// - Parameters:
  ///   - change: the part of the key that the transaction sets.
  ///   - present: the whole key now.
  ///   - next: the whole key then.
  ///   - name: the account's name.
  /// - Throws: The errors of ``Sending/TransactionSender/prepare(_:options:)``.
  public func accountUpdate(
    _ change: AccountKey, from present: AccountKey, to next: AccountKey, of name: String
  ) async throws -> Planned<CallReceipt> {
    listen(.began(.checking))
    let prepared = try await connection.sender.prepare(
      SendRequest(from: account, operation: .accountUpdate(change), label: "update of the key of \(account)"),
      options: options)
    return try await plan(
      TransactionWork(
        "change the key of \(name)", prepared, .accountUpdate(from: present, to: next), over: connection
      ) { $0 })
  }
}
