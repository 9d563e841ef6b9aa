import ContractABI
import Primitives
import Transactions

extension FeePayerRules {
  /// The cost and kind of a transaction that may be paid for.
  struct Verdict: Sendable, Hashable {
    /// The most that it can cost the fee payer, in peb.
    let cost: UInt256
    /// The function, or the kind of transaction.
    let what: String
  }

  /// Looks at what a transaction says of itself; nothing of the chain is asked here.
  ///
  /// - Throws: the answer to one that is not paid for.
  func judge(_ transaction: KaiaTransaction) throws(ServiceAnswer) -> Verdict {
    guard transaction.chainID == chainID else {
      throw .badRequest("The transaction is for chain \(transaction.chainID), this service is on chain \(chainID)")
    }
    guard transaction.type.isFeeDelegated else {
      throw .badRequest("Failed to parse transaction: \(transaction.type.name) is no fee-delegated type")
    }
    if case .shared(let percent) = transaction.feePayment, !(1...99).contains(percent) {
      throw .badRequest("The fee ratio \(percent) is not within 1 and 99")
    }
    if let senders, !senders.contains(transaction.from) { throw Self.notListed }
    let what = try judge(transaction.operation)
    guard transaction.gasPrice <= maxGasPrice.wei else {
      throw .badRequest("Gas price exceeds maximum limit of \(maxGasPrice.formatted(in: .ston)) ston")
    }
    guard transaction.gasLimit <= maxGas else {
      throw .badRequest("Gas limit exceeds maximum limit of \(maxGas)")
    }
    let (fee, overflow) = transaction.gasPrice.multipliedReportingOverflow(by: UInt256(transaction.gasLimit))
    guard !overflow else { throw .badRequest("The fee is beyond 2^256 peb") }
    return Verdict(cost: transaction.feePayment.split(fee).feePayer, what: what)
  }

  private static let notListed = ServiceAnswer.badRequest("Contract or sender address are not whitelisted")

  private func judge(_ operation: KaiaTransaction.Operation) throws(ServiceAnswer) -> String {
    switch operation {
    case .execution(let to, let value, let input):
      guard let rule = contracts[to] else { throw Self.notListed }
      let selector = ABISelector(prefixOf: input)
      var what = selector?.hex ?? "no function"
      if let methods = rule.methods {
        guard let selector, let method = methods[selector] else {
          throw .badRequest("The method \(what) of contract \(to) is not paid for")
        }
        what = method
      }
      try check(value, atMost: rule.maxValue)
      return what
    case .valueTransfer(_, let value), .memo(_, let value, _):
      guard let transfers else { throw .badRequest("Transfers are not paid for") }
      try check(value, atMost: transfers)
      return "transfer"
    case .cancel:
      guard cancels else { throw .badRequest("Cancelling is not paid for") }
      return "cancel"
    case .deploy(let to, let value, let initCode, let humanReadable, let codeFormat):
      guard let deploys, initCode.count <= deploys else { throw .badRequest("This deployment is not paid for") }
      guard to == nil, !humanReadable, codeFormat == 0 else {
        throw .badRequest("Failed to parse transaction: no chain takes a deployment with these fields")
      }
      try check(value, atMost: .zero)
      return "deploy"
    case .accountUpdate: throw .badRequest("Account updates are not paid for")
    case .anchoring: throw .badRequest("Anchoring is not paid for")
    }
  }

  private func check(_ value: UInt256, atMost limit: Amount) throws(ServiceAnswer) {
    guard value <= limit.wei else {
      throw .badRequest("The value exceeds maximum limit of \(text(limit))")
    }
  }
}
