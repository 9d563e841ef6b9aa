import FeePayer
import Keys
import Primitives
import Transactions

/// The check of a ``DelegatedRequest`` against the chain, before anybody is asked to pay for it.
struct DelegationCheck: Sendable {
  let request: DelegatedRequest
  let chain: any FeePayerChain
  /// The coin in which amounts are given.
  let coin: Amount.Unit

  /// Makes sure that the keys which signed may send transactions for the account, as the chain has it now.
  ///
  /// - Throws: `DelegationError` `.wrongSignature`; what the chain throws.
  func checkSigners() async throws {
    let transaction = request.transaction
    let key = try await chain.accountKey(of: transaction.from)
    do {
      try key.check(try request.partly.senderPublicKeys(), role: .transaction, of: transaction.from)
    } catch {
      throw DelegationError(
        .wrongSignature, "The account did not sign this: \(transaction.from).", reason: error.inOneLine)
    }
  }

  /// Makes sure that the price of gas is within the platform's limit, and enough for the next block.
  ///
  /// - Throws: `DelegationError` `.priceTooHigh`, `.priceTooLow`; what the chain throws.
  func checkPrice(atMost limit: Amount) async throws {
    let price = Amount(wei: request.transaction.gasPrice)
    func differs(_ code: DelegationError.Code, _ message: String, from bound: Amount) -> DelegationError {
      DelegationError(code, message, facts: .amounts(proposed: bound, signed: price, .ston))
    }
    guard price <= limit else {
      throw differs(.priceTooHigh, "The wallet offers more for a unit of gas than is paid here.", from: limit)
    }
    let least = Amount(wei: try await chain.nextBaseFee())
    guard price >= least else {
      throw differs(.priceTooLow, "The wallet offers less for a unit of gas than the next block asks.", from: least)
    }
  }

  /// Makes sure that the nonce is the account's next one, or that of a transaction which waits and may be replaced.
  ///
  /// - Throws: `DelegationError` `.nonceUsed`, `.nonceAhead`; what the chain throws.
  func checkNonce() async throws {
    let (mined, pending) = try await chain.transactionCounts(of: request.transaction.from)
    let nonce = request.transaction.nonce
    let facts = DelegationErrors.Facts.numbers(proposed: UInt256(pending), signed: UInt256(nonce))
    guard nonce >= mined else {
      throw DelegationError(
        .nonceUsed, "The account has sent another transaction meanwhile.",
        reason: "The nonce is \(nonce), the next is \(pending).", facts: facts)
    }
    guard nonce <= pending else {
      throw DelegationError(
        .nonceAhead, "Transactions that come before this one are missing.",
        reason: "The nonce is \(nonce), the next is \(pending).", facts: facts)
    }
  }

  /// Makes sure that the account has the value and its own part of the fee.
  ///
  /// - Throws: `DelegationError` `.notCovered`; what the chain throws.
  func checkMoney() async throws {
    let own = request.parts?.sender ?? .max
    let (sum, isAbsurd) = own.addingReportingOverflow(request.transaction.operation.value)
    let needed = Amount(wei: isAbsurd ? .max : sum)
    guard needed > .zero else { return }
    let held = try await chain.balance(of: request.transaction.from)
    guard held >= needed else {
      throw DelegationError(
        .notCovered, "The account has \(coin.text(held)), and pays \(coin.text(needed)) itself.",
        facts: .shortage(needed: needed, held: held, coin))
    }
  }
}
