import Primitives
import StrictJSON

/// One line in the journal of a fee payer.
public enum JournalEntry: Sendable, Hashable {
  /// The account whose journal it is: the first line. Only journals from before they were chained have no start.
  case begun(chainID: UInt256, feePayer: Address, start: Start?)
  /// A journal from before they were chained is chained from this line on.
  case chained(Start)
  /// A transaction is about to be signed: from here on it counts.
  case approved(Approval)
  /// Its signature is made and about to be sent, in the transaction of this hash.
  case signed(id: Hash32, hash: Hash32)
  /// It was mined.
  case settled(id: Hash32, Settlement)
  /// Another transaction was mined with its nonce: it costs nothing.
  case superseded(id: Hash32)
  /// All that the account paid for up to this block is in the journal.
  case compared(block: UInt64)
  /// The account paid for this beside the journal, which counts from here on.
  case elsewhere(PaymentElsewhere)

  /// The journal's identity, and where it begins on the chain.
  public struct Start: Sendable, Hashable {
    /// Random: a copy has the same, another journal never.
    public var journal: Hash32
    /// The block behind which the chain is compared with the journal.
    public var block: UInt64

    /// A start with a new random number.
    static func random(block: UInt64) -> Start {
      Start(journal: Keccak256.hash((0..<32).map { _ in UInt8.random(in: 0...UInt8.max) }), block: block)
    }
  }

  /// A transaction on the chain whose fee the account paid though the journal does not know it.
  public struct PaymentElsewhere: Sendable, Hashable {
    /// The transaction's hash.
    public var hash: Hash32
    /// The number of its block.
    public var block: UInt64
    /// The transaction's sender.
    public var sender: Address
    /// The most that it cost the fee payer.
    public var cost: UInt256
  }

  /// A transaction that the rules allow.
  public struct Approval: Sendable, Hashable {
    /// The hash that the fee payer signs: one for all copies of the transaction, whoever brings them.
    public var id: Hash32
    /// The transaction's sender.
    public var sender: Address
    /// The sender's nonce that it uses: what has the same counts together with it.
    public var nonce: UInt64
    /// The most that it can cost the fee payer.
    public var cost: UInt256
    /// The account that is called or gets money; nil where there is none, as in a deployment or a cancellation.
    public var to: Address?
    /// The function's selector or the kind of transaction.
    public var what: String
    /// The API key's name.
    public var key: String?
    /// The transaction as its sender signed it.
    public var raw: Bytes
  }

  /// The end of a transaction.
  public struct Settlement: Sendable, Hashable {
    /// The hash of the transaction that was mined.
    public var hash: Hash32
    /// The number of its block.
    public var block: UInt64
    /// Whether it did what it should; it costs something in either case.
    public var succeeded: Bool
    /// The fee payer's cost, in peb.
    public var cost: UInt256
  }

  // MARK: JSON

  var members: JSONObject {
    switch self {
    case .begun(let chainID, let feePayer, let start):
      var object: JSONObject = [
        "kind": "begun", "format": start == nil ? 1 : 2, "chainId": .string(chainID.description),
        "feePayer": .string(feePayer.checksummed),
      ]
      for (name, value) in start?.members ?? [:] { object[name] = value }
      return object
    case .chained(let start):
      var object: JSONObject = ["kind": "chained"]
      for (name, value) in start.members { object[name] = value }
      return object
    case .approved(let approval):
      var object: JSONObject = [
        "kind": "approved", "id": .string(approval.id.hex), "sender": .string(approval.sender.checksummed),
        "nonce": .string(String(approval.nonce)), "cost": .string(approval.cost.description),
        "what": .string(approval.what),
      ]
      if let to = approval.to { object["to"] = .string(to.checksummed) }
      if let key = approval.key { object["key"] = .string(key) }
      object["raw"] = .string(Hex.encode(approval.raw))
      return object
    case .signed(let id, let hash):
      return ["kind": "signed", "id": .string(id.hex), "hash": .string(hash.hex)]
    case .settled(let id, let settlement):
      return [
        "kind": "settled", "id": .string(id.hex), "hash": .string(settlement.hash.hex),
        "block": .string(String(settlement.block)), "succeeded": .bool(settlement.succeeded),
        "cost": .string(settlement.cost.description),
      ]
    case .superseded(let id): return ["kind": "superseded", "id": .string(id.hex)]
    case .compared(let block): return ["kind": "compared", "block": .string(String(block))]
    case .elsewhere(let payment):
      return [
        "kind": "elsewhere", "hash": .string(payment.hash.hex), "block": .string(String(payment.block)),
        "sender": .string(payment.sender.checksummed), "cost": .string(payment.cost.description),
      ]
    }
  }

  /// Reads ``members``; nil if they are no entry.
  init?(_ object: JSONObject) {
    func text(_ name: String) -> String? { object[name]?.string }
    func hash(_ name: String) -> Hash32? { text(name).flatMap { try? Hash32($0) } }
    func address(_ name: String) -> Address? { text(name).flatMap { try? Address($0) } }
    func number(_ name: String) -> UInt256? { text(name).flatMap { try? UInt256(parsing: $0) } }
    func small(_ name: String) -> UInt64? { number(name).flatMap { UInt64(exactly: $0) } }
    switch text("kind") {
    case "begun":
      guard let chainID = number("chainId"), let payer = address("feePayer") else { return nil }
      let start = Start(object)
      guard object["format"]?.int == (start == nil ? 1 : 2) else { return nil }
      self = .begun(chainID: chainID, feePayer: payer, start: start)
    case "chained":
      guard let start = Start(object) else { return nil }
      self = .chained(start)
    case "approved":
      guard let id = hash("id"), let sender = address("sender"), let nonce = small("nonce"),
        let cost = number("cost"), let what = text("what"), let raw = text("raw").flatMap({ try? Hex.decode($0) })
      else { return nil }
      self = .approved(
        Approval(
          id: id, sender: sender, nonce: nonce, cost: cost, to: address("to"), what: what, key: text("key"), raw: raw))
    case "signed":
      guard let id = hash("id"), let hash = hash("hash") else { return nil }
      self = .signed(id: id, hash: hash)
    case "settled":
      guard let id = hash("id"), let hash = hash("hash"), let block = small("block"),
        let succeeded = object["succeeded"]?.bool, let cost = number("cost")
      else { return nil }
      self = .settled(id: id, Settlement(hash: hash, block: block, succeeded: succeeded, cost: cost))
    case "superseded":
      guard let id = hash("id") else { return nil }
      self = .superseded(id: id)
    case "compared":
      guard let block = small("block") else { return nil }
      self = .compared(block: block)
    case "elsewhere":
      guard let hash = hash("hash"), let block = small("block"), let sender = address("sender"),
        let cost = number("cost")
      else { return nil }
      self = .elsewhere(PaymentElsewhere(hash: hash, block: block, sender: sender, cost: cost))
    default: return nil
    }
  }
}

extension JournalEntry.Start {
  fileprivate var members: JSONObject { ["journal": .string(journal.hex), "block": .string(String(block))] }

  /// Reads ``members``; nil if they are not there.
  fileprivate init?(_ object: JSONObject) {
    guard let journal = object["journal"]?.string.flatMap({ try? Hash32($0) }),
      let block = object["block"]?.string.flatMap({ UInt64($0) })
    else { return nil }
    self.init(journal: journal, block: block)
  }
}
