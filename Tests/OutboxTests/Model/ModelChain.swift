/// A chain and its nodes, as far as an account's nonces go.
struct ModelChain {
  struct Transaction: Hashable {
    /// Nil is another wallet's.
    let attempt: Int?
    let intent: Int64?
    let nonce: UInt64
  }

  /// By nonce, from 0 on.
  private(set) var mined: [Transaction] = []
  private(set) var waiting: [UInt64: Transaction] = [:]

  /// The account's count, what waits included.
  var pending: UInt64 {
    var count = UInt64(mined.count)
    while waiting[count] != nil { count += 1 }
    return count
  }

  enum Answer {
    case taken
    /// The nonce was used by this one.
    case used(Transaction)
    case refused
  }

  mutating func offer(_ one: Transaction) -> Answer {
    if one.nonce < mined.count {
      let there = mined[Int(one.nonce)]
      return there == one ? .taken : .used(there)
    }
    if let there = waiting[one.nonce], there != one, there.intent != one.intent { return .refused }
    waiting[one.nonce] = one
    return .taken
  }

  /// Whether a node has it, mined or not.
  func has(_ one: Transaction) -> Bool { waiting[one.nonce] == one || isMined(one) }
  func isMined(_ one: Transaction) -> Bool {
    one.nonce < mined.count && mined[Int(one.nonce)] == one
  }

  mutating func mine() {
    guard let next = waiting.removeValue(forKey: UInt64(mined.count)) else { return }
    mined.append(next)
  }

  mutating func forget() { waiting = [:] }

  mutating func spendElsewhere() {
    waiting[UInt64(mined.count)] = nil
    mined.append(Transaction(attempt: nil, intent: nil, nonce: UInt64(mined.count)))
  }

  mutating func reorganise(isLost: Bool) {
    guard let last = mined.popLast() else { return }
    if !isLost, last.attempt != nil { waiting[last.nonce] = last }
  }
}
