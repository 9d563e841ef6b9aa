import Primitives

/// The most that the platform pays in a day (UTC) for one account, for one client of its network, and for one lecture.
///
/// A fee payer has budgets of its own, for a sender and for everything; those of clients and lectures only the platform
/// can tell, which knows who asks and what for.
public struct DelegationBudget: Sendable, Hashable {
  /// The thing that a budget is for.
  public enum Scope: String, Sendable, Hashable, CaseIterable {
    /// One account that sends.
    case sender
    /// One network address, of IPv6 one network of 64 bits.
    case client
    /// One lecture.
    case lecture
  }

  /// The most for one account.
  public var perSender: Amount
  /// The most for one client.
  public var perClient: Amount
  /// The most for one lecture.
  public var perLecture: Amount

  /// Budgets for a day.
  public init(perSender: Amount, perClient: Amount, perLecture: Amount) {
    (self.perSender, self.perClient, self.perLecture) = (perSender, perClient, perLecture)
  }

  /// The most for one thing.
  func limit(_ scope: Scope) -> Amount {
    switch scope {
    case .sender: perSender
    case .client: perClient
    case .lecture: perLecture
    }
  }
}

/// The most that a transaction can cost, and the budgets that it counts in.
struct DelegationCharge: Sendable, Hashable {
  /// The hash by which the transaction's sender knows it.
  let id: Hash32
  /// The proposal that it was signed for.
  let proposal: String
  /// The most that it can cost the fee payer.
  let cost: Amount
  /// The day that it counts for, in days since 1970 (UTC).
  let day: Int64
  /// The names of what it counts for.
  let names: [DelegationBudget.Scope: String]

  /// A charge at a time.
  ///
  /// - Parameters:
  ///   - id: The hash by which the transaction's sender knows it; zero for one that nobody has signed yet.
  ///   - client: The client's address or network, which is not written down: a hash of it and of the day is.
  ///   - time: Seconds since 1970.
  init(_ id: Hash32, of proposal: DelegatedProposal, cost: Amount, client: String, at time: Int64) {
    (self.id, self.proposal, self.cost, day) = (id, proposal.id, cost, time / 86_400)
    var names = [
      DelegationBudget.Scope.sender: proposal.from.lowercaseHex,
      .client: Keccak256.hash(Bytes("\(day) \(client)".utf8)).hex,
    ]
    if let lecture = proposal.lecture { names[.lecture] = "\(proposal.to.lowercaseHex) \(lecture)" }
    self.names = names
  }
}
