import JSONFields
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
  /// The transaction was mined.
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
    /// The name of the request over HTTP that brought it first; nil where that had none. Who asked may have chosen it.
    public var request: String?
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
      if let request = approval.request { object["request"] = .string(request) }
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

  /// Reads ``members``.
  init(_ object: JSONObject) throws(JSONFieldProblem) {
    let fields = try JSONFields(.object(object))
    func id() throws(JSONFieldProblem) -> Hash32 { try fields.required("id", .hash) }
    switch try fields.required("kind", .string) {
    case "begun":
      let start = fields["journal"] == nil ? nil : try Start(fields)
      guard fields["format"]?.int == (start == nil ? 1 : 2) else { throw fields.failure("format", "is another") }
      self = .begun(
        chainID: try fields.required("chainId", .number), feePayer: try fields.required("feePayer", .checksummed),
        start: start)
    case "chained": self = .chained(try Start(fields))
    case "approved":
      self = .approved(
        Approval(
          id: try id(), sender: try fields.required("sender", .checksummed),
          nonce: try fields.required("nonce", .number), cost: try fields.required("cost", .number),
          to: try fields.optional("to", .checksummed), what: try fields.required("what", .string),
          key: try fields.optional("key", .string), request: try fields.optional("request", .string),
          raw: try fields.required("raw", .bytes)))
    case "signed": self = .signed(id: try id(), hash: try fields.required("hash", .hash))
    case "settled":
      self = .settled(
        id: try id(),
        Settlement(
          hash: try fields.required("hash", .hash), block: try fields.required("block", .number),
          succeeded: try fields.required("succeeded", .bool), cost: try fields.required("cost", .number)))
    case "superseded": self = .superseded(id: try id())
    case "compared": self = .compared(block: try fields.required("block", .number))
    case "elsewhere":
      self = .elsewhere(
        PaymentElsewhere(
          hash: try fields.required("hash", .hash), block: try fields.required("block", .number),
          sender: try fields.required("sender", .checksummed), cost: try fields.required("cost", .number)))
    default: throw fields.failure("kind", "is not known")
    }
  }
}

extension JournalEntry.Start {
  fileprivate var members: JSONObject { ["journal": .string(journal.hex), "block": .string(String(block))] }

  /// Reads ``members``.
  fileprivate init(_ fields: JSONFields<JSONFieldProblem>) throws(JSONFieldProblem) {
    self.init(journal: try fields.required("journal", .hash), block: try fields.required("block", .number))
  }
}
