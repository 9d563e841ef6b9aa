import NodeRPC
import Primitives
import Transactions

/// The check that a node would take a transaction. One that no node takes costs nothing, but counts until it is clear
/// that it never will: an outsider without money could spend a day's budget with it.
struct NodeAcceptance: Sendable {
  let transaction: KaiaTransaction
  let feePayer: Address
  /// The most that the fee payer pays.
  let cost: UInt256
  let chain: any FeePayerChain

  /// Kaia keeps all addresses to 0x3ff for precompiles.
  private static let reserved = UInt256(1)...0x3ff

  /// Looks at what the transaction says of itself.
  ///
  /// - Parameters:
  ///   - size: how many bytes it has with all signatures.
  ///   - senders: how many signatures the sender has made; `payers`: how many the fee payer will make.
  /// - Throws: the answer to one that no node takes.
  func check(size: Int, senders: Int, payers: Int) throws(ServiceAnswer) {
    let rules = TransactionRules.kaiaOsaka
    do {
      try rules.check(
        .kaia(transaction), chainID: transaction.chainID, senderSignatures: senders, feePayerSignatures: payers)
    } catch {
      throw .badRequest("No node takes it: \(FeeOrder.line(error.message))")
    }
    guard size <= rules.maximumSize ?? .max else { throw .badRequest("oversized data") }
  }

  /// Looks at what the chain says of its price, its receiver and its sender's money.
  ///
  /// - Throws: the answer to one that no node takes; what the chain throws.
  func check() async throws {
    let baseFee = try await chain.nextBaseFee()
    guard transaction.gasPrice >= baseFee else {
      throw ServiceAnswer.badRequest(
        "The gas price of \(transaction.gasPrice) is below the next base fee of \(baseFee) peb")
    }
    switch transaction.operation {
    case .valueTransfer(let to, _), .memo(let to, _, _):
      guard try await !chain.hasCode(to), !Self.reserved.contains(UInt256(to)) else {
        throw ServiceAnswer.badRequest("No node takes it: \(to) has code, and transfers go to accounts without")
      }
    case .execution(let to, _, _):
      guard try await chain.hasCode(to), !Self.reserved.contains(UInt256(to)) else {
        throw ServiceAnswer.badRequest("No node takes it: \(to) has no code that could be called")
      }
    case .accountUpdate, .deploy, .cancel, .anchoring: break
    }
    try await checkMoney()
  }

  /// The value and its own part of the fee the sender pays.
  private func checkMoney() async throws {
    let (fee, isAbsurd) = transaction.gasPrice.multipliedReportingOverflow(by: UInt256(transaction.gasLimit))
    let (own, isTooMuch) = transaction.feePayment.split(fee).sender
      .addingReportingOverflow(transaction.operation.value)
    // A sender that pays for itself has to have both.
    let (needed, isBeyond) = own.addingReportingOverflow(transaction.from == feePayer ? cost : 0)
    guard needed > 0 else { return }
    let balance = try await chain.balance(of: transaction.from).wei
    guard !isAbsurd, !isTooMuch, !isBeyond, balance >= needed else {
      throw ServiceAnswer.badRequest(
        "The sender \(transaction.from) has \(balance) peb; the value and its part of the fee may be \(needed)")
    }
  }
}

extension FeePayerService {
  /// Makes sure that a node takes the transaction now.
  nonisolated func checkAcceptance(of order: FeeOrder, signers: Int) async throws {
    let acceptance = NodeAcceptance(
      transaction: order.partly.transaction, feePayer: feePayer, cost: order.approval.cost, chain: chain)
    // The fee payer's address, and its signatures in their lists: no more than these.
    let size = order.approval.raw.count + 32 + 80 * signers
    try acceptance.check(size: size, senders: order.partly.signatures.count, payers: signers)
    try await acceptance.check()
  }
}
