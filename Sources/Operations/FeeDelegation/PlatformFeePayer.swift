import FeePayer
import LectureKit
import NodeRPC
import Primitives
import Transactions

/// The one way in which the platform pays the fee of what a person's wallet signed: compared with the proposal, checked
/// against the chain, counted in the budgets, and only then handed to the fee payer.
///
/// Equal bytes give the same answer and are paid for once, whether or not the first answer arrived, at this
/// process or at another that shares the record.
public struct PlatformFeePayer: Sendable {
  /// The rules by which the platform pays.
  public struct Rules: Sendable, Hashable {
    /// The contract whose calls are paid for: purchases, ratings, reclaims and withdrawals.
    public var contract: Address
    /// The most for a unit of gas.
    public var maxGasPrice: Amount
    /// The most that is paid in a day for one account, one client address and one lecture.
    public var budget: DelegationBudget
    /// The chain's coin, as its network names it.
    public var coin: Amount.Unit

    /// Rules for one contract.
    public init(contract: Address, maxGasPrice: Amount, budget: DelegationBudget, coin: Amount.Unit = .kaia) {
      (self.contract, self.maxGasPrice, self.budget, self.coin) = (contract, maxGasPrice, budget, coin)
    }
  }

  /// A transaction that was sent.
  public struct Payment: Sendable, Hashable {
    /// The hash with the signatures of both, by which the chain knows the transaction.
    public let hash: Hash32
    /// The hash without the fee payer's signature, by which the sender's wallet knows it.
    public let senderHash: Hash32
  }

  /// The progress of the fee of a proposal.
  package enum Status: Sendable, Hashable {
    /// Nobody was asked to pay it.
    case notAsked
    /// The fee payer was asked, and it is unknown yet whether the transaction was sent.
    case unknown
    /// The transaction was sent, under this hash.
    case sent(Hash32)
  }

  private let rules: Rules
  private let signer: any FeeSigner
  private let node: NodeClient
  private let purchases: any PurchaseHistory
  private let book: DelegationBook
  private let clock: @Sendable () -> Int64

  /// - Parameters:
  ///   - signer: The fee payer.
  ///   - node: The node that shows accounts and what was sent.
  ///   - purchases: Knows who has bought something.
  ///   - book: The record of what was asked for.
  ///   - clock: The time in seconds since 1970.
  public init(
    _ rules: Rules, signer: any FeeSigner, node: NodeClient, purchases: any PurchaseHistory, book: DelegationBook,
    clock: @escaping @Sendable () -> Int64
  ) {
    (self.rules, self.signer, self.node, self.purchases) = (rules, signer, node, purchases)
    (self.book, self.clock) = (book, clock)
  }

  /// The budgets of a day.
  package var budget: DelegationBudget { rules.budget }

  /// The contract that it pays for.
  package var contract: Address { rules.contract }

  /// The transactions that it was asked for today (UTC).
  ///
  /// - Throws: `DatabaseError`.
  package func today() async throws -> DelegationTotal { try await book.total(on: clock() / 86_400) }

  /// The budget that has too little left for a proposal, before anybody has signed it; nil where each has enough.
  ///
  /// The fee is that of all proposed gas at the price that our node advises now, within the rules: a wallet may offer
  /// another, and nothing is reserved.
  ///
  /// - Parameter client: The client's address, of IPv6 its network of 64 bits.
  /// - Throws: `DatabaseError`; `NodeError` if the node fails.
  package func exceeded(by proposal: DelegatedProposal, client: String) async throws -> DelegationBudget.Scope? {
    let price = min(try await node.gasPrice(), rules.maxGasPrice.wei)
    let (fee, isAbsurd) = price.multipliedReportingOverflow(by: UInt256(proposal.gas))
    let cost = Amount(wei: isAbsurd ? .max : fee)
    return try await book.exceeded(
      by: DelegationCharge(.zero, of: proposal, cost: cost, client: client, at: clock()), rules.budget)
  }

  /// Pays for a transaction that was proposed, if what was signed is that.
  ///
  /// - Parameters:
  ///   - proposal: A proposal of the session that asks.
  ///   - raw: What the wallet gave.
  ///   - client: The client's address, of IPv6 its network of 64 bits.
  /// - Throws: `DelegationError`; after every code but `.outcomeUnknown` nobody signed. `NodeError` if the node fails.
  public func pay(for proposal: DelegatedProposal, raw: Bytes, client: String) async throws -> Payment {
    let request = try DelegatedRequest(raw, for: proposal, feePayer: signer.payingAccount, coin: rules.coin)
    guard let action = proposal.action, proposal.to == rules.contract else {
      throw DelegationError(.notPaidFor, "Nobody pays the fee of this call.")
    }
    guard let cost = request.cost else { throw DelegationError(.priceTooHigh, "The price of gas is absurd.") }
    let charge = DelegationCharge(request.senderHash, of: proposal, cost: cost, client: client, at: clock())
    let reservation = try await reserve(charge) { try await check(request, action, proposal) }
    switch reservation {
    case .known(let hash?): return Payment(hash: hash, senderHash: request.senderHash)
    case .known(nil), .counted: break
    case .otherTransaction:
      throw DelegationError.signedAnother
    case .spent(let scope): throw Self.spent(.budget(scope))
    }
    return try await ask(for: request, charge, isFirst: reservation == .counted)
  }

  /// Counts a transaction, unless it counts already: of what was asked for the nonce may be used by now, and its money
  /// may have gone, so that it is not checked again.
  private func reserve(
    _ charge: DelegationCharge, check: () async throws -> Void
  ) async throws -> DelegationBook.Reservation {
    if let known = try await book.reservation(charge.id) { return known }
    do { try await check() } catch {
      // Equal bytes may have been paid for while they were checked here.
      guard let known = try await book.reservation(charge.id) else { throw error }
      return known
    }
    return try await book.reserve(charge, within: rules.budget)
  }

  /// The progress of a proposal's fee by the record; where that does not tell, our own node is asked.
  ///
  /// - Throws: `DatabaseError`.
  package func status(of proposal: DelegatedProposal) async throws -> Status {
    guard let request = try await book.request(for: proposal.id) else { return .notAsked }
    if let hash = request.hash { return .sent(hash) }
    guard let seen = await sent(request.id), seen.from == proposal.from, seen.to == proposal.to else {
      return .unknown
    }
    try await book.note(request.id, sentIn: seen.hash)
    return .sent(seen.hash)
  }

  /// Makes sure that a node takes the transaction now, and that the rules allow it.
  private func check(
    _ request: DelegatedRequest, _ action: DelegatedProposal.Action, _ proposal: DelegatedProposal
  ) async throws {
    let check = DelegationCheck(request: request, chain: node, coin: rules.coin)
    try await check.checkSigners()
    try await check.checkPrice(atMost: rules.maxGasPrice)
    try await check.checkNonce()
    try await check.checkMoney()
    // Accounts cost nothing: one that bought nothing could be anybody's thousandth.
    guard action != .purchase else { return }
    guard try await purchases.hasBought(proposal.from, lecture: proposal.lecture) else {
      throw DelegationError(
        .nothingBought, "The account has bought nothing yet.", reason: "Until then only a purchase is paid for.")
    }
  }

  /// The refusal where a budget of the day is spent.
  ///
  /// - Parameter facts: The budget, or the fee payer's own words; nil where neither is known any more.
  package static func spent(_ facts: DelegationErrors.Facts?) -> DelegationError {
    DelegationError(
      .budgetSpent,
      facts == .budget(.sender)
        ? "The budget of this account for today is spent." : "No more fees are paid here today.",
      reason: "It begins anew at 0:00 UTC.",
      advice: "Pay the fee yourself, or come back tomorrow.", facts: facts)
  }

  /// - Parameter isFirst: Whether nobody has asked for it before.
  private func ask(
    for request: DelegatedRequest, _ charge: DelegationCharge, isFirst: Bool
  ) async throws -> Payment {
    func refused(_ error: DelegationError) async throws -> Payment {
      // A service that forgets refuses what it has sent before, too: its nonce is used.
      guard isFirst || signer.remembers else { return try await found(request, charge, told: nil) }
      try await book.release(charge)
      throw error
    }
    switch await signer.pay(request.partly) {
    case .sent(let hash):
      return try await found(request, charge, told: hash)
    case .refused(let words):
      return try await refused(
        DelegationError(.refused, "The fee payer does not pay for this.", facts: .words(words)))
    case .spent(let words): return try await refused(Self.spent(.words(words)))
    case .busy(let words, let seconds):
      return try await refused(
        DelegationError(
          .busy, "The fee payer is busy.", reason: "Nothing was sent.",
          advice: "Try again in \(seconds) \(seconds == 1 ? "second" : "seconds").",
          facts: .busy(words, seconds: seconds)))
    case .unavailable(let words):
      return try await refused(
        DelegationError(
          .unreachable, "The fee payer is not available now.", reason: "Nothing was sent.",
          advice: "Try again in a moment.", facts: .words(words)))
    case .unclear(let words, let hash):
      return try await found(request, charge, told: hash, words)
    }
  }

  /// The transaction at our own node; a fee payer's word for it is not believed.
  private func found(
    _ request: DelegatedRequest, _ charge: DelegationCharge, told: Hash32?, _ words: String? = nil
  ) async throws -> Payment {
    // A node behind another one may have it a little later.
    for attempt in 0..<8 {
      if attempt > 0 { try await Task.sleep(for: .milliseconds(250)) }
      let seen = if let told { try? await node.transaction(told) } else { await sent(request.senderHash) }
      guard let seen, seen.from == request.transaction.from, seen.nonce == request.transaction.nonce else { continue }
      try await book.note(charge, sentIn: seen.hash)
      return Payment(hash: seen.hash, senderHash: request.senderHash)
    }
    throw unclear(request, told.map { .transaction($0) } ?? words.map { .words($0) })
  }

  /// The transaction that was made of what a wallet signed for a proposal, as our own node shows it.
  package func sent(_ raw: Bytes, for proposal: DelegatedProposal) async -> Hash32? {
    let request = try? DelegatedRequest(raw, for: proposal, feePayer: signer.payingAccount, coin: rules.coin)
    guard let request else { return nil }
    return await sent(request.senderHash)?.hash
  }

  /// The transaction that was made of the sender's part, where the node looks for these.
  private func sent(_ senderHash: Hash32) async -> RPCTransaction? {
    try? await node.kaiaTransaction(bySenderTxHash: senderHash)
  }

  private func unclear(_ request: DelegatedRequest, _ facts: DelegationErrors.Facts?) -> DelegationError {
    DelegationError(
      .outcomeUnknown, "Nobody can tell yet whether the transaction was sent.",
      reason: "The sender knows it as \(request.senderHash).", facts: facts)
  }
}

extension DelegationError {
  /// The refusal of other bytes than those that were sent for a review.
  package static var signedAnother: DelegationError {
    DelegationError(
      .signedOtherwise, "Another transaction was signed for this review.",
      reason: "One is paid for; what became of it is among the account's transactions.")
  }
}

/// The record of a lecture's buyers, on the chain or in an index of it.
public protocol PurchaseHistory: Sendable {
  /// Whether an account has bought something.
  ///
  /// - Parameter lecture: The lecture to begin with: most who ask have bought that one.
  func hasBought(_ account: Address, lecture: UInt256?) async throws -> Bool
}

extension LectureClient: PurchaseHistory {
  /// Asks the contract; without a lecture of the account all of them are looked at.
  public func hasBought(_ account: Address, lecture: UInt256?) async throws -> Bool {
    if let lecture, try await isStudent(account, of: lecture) { return true }
    return try await !enrolments(of: account).isEmpty
  }
}
