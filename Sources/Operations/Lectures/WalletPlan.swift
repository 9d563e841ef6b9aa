import ContractClient
import LectureKit
import Primitives
import Sending

/// An action that was read, tried and priced for a wallet elsewhere: the wallet signs it, and no key is here.
///
/// Earlier actions of its account are not looked up in an outbox, for a wallet sends by itself: that a lecture is bought or
/// rated once is the contract's own rule, on which the action was tried.
package struct WalletPlan: Sendable {
  /// Everything to show before the wallet is asked.
  package let review: Review
  /// The contract that is called.
  package let contract: Address
  /// The money that goes along.
  package let value: Amount
  /// The calldata.
  package let data: Bytes
  /// Units of gas, margin included.
  package let gas: UInt64

  init(
    _ call: PlannedCall, _ action: PlannedAction, to contract: Address, _ delegation: FeeDelegation?,
    _ payer: String?
  ) {
    self.init(call.prepared, call.title, action, to: contract, delegation, payer)
  }

  init(
    _ prepared: PreparedTransaction, _ title: String, _ action: PlannedAction, to contract: Address,
    _ delegation: FeeDelegation? = nil, _ payer: String? = nil
  ) {
    var review = Review(action, title, prepared, delegation, [])
    if let payer, let part = review.gas.other?.part { review.gas.other = .init(payer: .service(payer), part: part) }
    self.review = review
    self.contract = contract
    (value, data, gas) = (prepared.request.value, prepared.request.data, prepared.gasLimit)
  }
}

/// Plans what the wallet of an account signs elsewhere.
package struct WalletPlanner: Sendable {
  let account: Address
  let options: SendOptions

  /// A planner for an account; nothing is asked yet.
  package init(of account: Address, over connection: ContractConnection, _ settings: SendingSettings) {
    self.account = account
    options = Planner(of: account, over: connection, settings).options
  }

  /// Plans an action.
  ///
  /// - Parameter payer: The name of the account that pays the fee, as people know it, in place of the address of a
  ///   service.
  /// - Throws: The errors of ``LectureKit/LectureClient``'s own plans: a refusal of the contract, money that is missing, a
  ///   node that fails.
  package func plan(
    _ action: WantedAction, of client: LectureClient, feePaidBy payer: String? = nil
  ) async throws -> WalletPlan {
    let call = try await call(for: action, of: client)
    let planned: PlannedAction
    switch action {
    case .purchase(let number):
      let runs = try await client.runsBought(by: account, before: call.lecture, options)
      planned = .purchase(number, of: call.lecture, after: runs)
    case .rating(let number, let scores): planned = .rating(number, scores, of: call.lecture)
    case .reclaim(let number):
      planned = .reclaim(number, of: try await client.agreedEnrolment(in: number, of: account, options))
    case .withdrawal: planned = .withdrawal(try await client.credit(of: account))
    case .opening(let price, let title): planned = .opening(price, title: title)
    case .reopening(let number, let price): planned = .reopening(number, price, of: call.lecture)
    case .settlement(let number, _):
      let lecture = try await client.agreedLecture(number, options)
      planned = .settlement(number, of: lecture, paying: client.shares(of: lecture))
    }
    return WalletPlan(call, planned, to: client.market.address, options.feeDelegation, payer)
  }

  private func call(for action: WantedAction, of client: LectureClient) async throws -> PlannedCall {
    switch action {
    case .purchase(let number):
      try await client.planAgreedPurchase(number, agreed: nil, from: account, options: options)
    case .rating(let number, let scores):
      try await client.planAgreedEvaluation(number, scores: scores, from: account, options: options)
    case .reclaim(let number): try await client.planReclaim(number, from: account, options: options)
    case .withdrawal: try await client.planWithdrawal(from: account, options: options)
    case .opening(let price, let title):
      try await client.planCreate(price: price, title: title, from: account, options: options)
    case .reopening(let number, let price):
      try await client.planAgreedReopening(number, price: price, from: account, options: options)
    case .settlement(let number, let run):
      try await settlement(LectureRun(number, run: run), of: client)
    }
  }

  private func settlement(_ row: LectureRun, of client: LectureClient) async throws -> PlannedCall {
    try await row.checkPresent(of: client)
    return try await client.planAgreedSettlement(row.number, from: account, options: options)
  }
}
