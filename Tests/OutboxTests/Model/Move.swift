import CrashSupport

/// One thing that happens in an episode. What it happens to is picked out of what is there, so that any part of a list of
/// moves is one, too.
struct Move: Sendable, CustomStringConvertible {
  enum Kind: Sendable, CaseIterable {
    /// A process wants a job done: it begins it or finds it.
    case begin
    /// The same although it was done, and the first stays paid.
    case again
    /// A process wants something without a key.
    case beginWithoutKey
    /// A process signs what it has a nonce for.
    case sign
    /// A process signs another in the place of what it sent: dearer, or a cancellation.
    case replace
    /// A process offers what it signed.
    case offer
    /// The same, and neither the node nor the process hears of the other.
    case offerInVain
    /// The same, and the answer is lost.
    case offerWithoutAnswer
    /// The same, and the node does not want it.
    case offerToRefusal
    /// The same, and the node says so and keeps it.
    case offerToLiar
    /// A process asks the chain what became of something that is its own or nobody's.
    case look
    /// A process asks whether what was done still is.
    case lookBack
    /// A block with the next transaction of an account.
    case mine
    /// The nodes forget what waits.
    case forget
    /// Another wallet uses the account's next nonce.
    case spendElsewhere
    /// The account's last transaction is in no block any more; it waits again, or is lost.
    case reorganise
    /// A process dies, and another takes its place.
    case restart
    /// The clock goes on, or back.
    case clock
  }

  let kind: Kind
  let process: Int
  /// Which of the things there are.
  let pick: Int

  var description: String { "process \(process): \(kind) \(pick)" }

  static let processes = 3

  static func random(using chance: inout SplitMix) -> Move {
    let kind = often.randomElement(using: &chance) ?? .begin
    return Move(
      kind: kind, process: .random(in: 0..<processes, using: &chance),
      pick: .random(in: 0..<1_000, using: &chance))
  }

  private static let often: [Kind] =
    Kind.allCases + [
      .begin, .begin, .begin, .sign, .sign, .sign, .offer, .offer, .offer, .look, .look, .mine,
      .mine,
    ]
}
