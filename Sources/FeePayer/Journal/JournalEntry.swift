import Primitives
import StrictJSON

/// What the journal of a fee payer says in one line.
public enum JournalEntry: Sendable, Hashable {
  /// Whose journal it is: the first line.
  case begun(chainID: UInt256, feePayer: Address)
  /// A transaction is about to be signed: from here on it counts.
  case approved(Approval)
  /// Its signature is made and about to be sent, in the transaction of this hash.
  case signed(id: Hash32, hash: Hash32)
  /// It was mined.
  case settled(id: Hash32, Settlement)
  /// Another transaction was mined with its nonce: it costs nothing.
  case superseded(id: Hash32)

  /// A transaction that the rules allow.
  public struct Approval: Sendable, Hashable {
    /// What the fee payer signs: the same for each copy of the transaction, whoever brings it.
    public var id: Hash32
    /// Whose transaction it is.
    public var sender: Address
    /// The sender's nonce that it uses: what has the same counts together with it.
    public var nonce: UInt64
    /// The most that it can cost the fee payer.
    public var cost: UInt256
    /// Who is called or gets money; nil where there is nobody, as in a deployment or a cancellation.
    public var to: Address?
    /// The function's selector or the kind of transaction.
    public var what: String
    /// The API key's name.
    public var key: String?
    /// The transaction as its sender signed it.
    public var raw: Bytes
  }

  /// How a transaction ended.
  public struct Settlement: Sendable, Hashable {
    /// The hash of the transaction that was mined.
    public var hash: Hash32
    /// The number of its block.
    public var block: UInt64
    /// Whether it did what it should; it costs something in either case.
    public var succeeded: Bool
    /// What it cost the fee payer.
    public var cost: UInt256
  }

  // MARK: JSON

  var members: JSONObject {
    switch self {
    case .begun(let chainID, let feePayer):
      return [
        "kind": "begun", "format": 1, "chainId": .string(chainID.description),
        "feePayer": .string(feePayer.checksummed),
      ]
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
      guard object["format"]?.int == 1, let chainID = number("chainId"), let payer = address("feePayer") else {
        return nil
      }
      self = .begun(chainID: chainID, feePayer: payer)
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
    default: return nil
    }
  }
}

/// An entry with its number and its time, as it stands in a line of the file.
///
/// A line is a JSON object whose last member, `check`, is the first 8 bytes of the Keccak-256 of the object without it.
public struct JournalLine: Sendable, Hashable {
  /// From 0, without gaps.
  public let number: UInt64
  /// Seconds since 1970.
  public let time: UInt64
  /// What the line says.
  public let entry: JournalEntry

  init(number: UInt64, time: UInt64, entry: JournalEntry) {
    self.number = number
    self.time = time
    self.entry = entry
  }

  private static let checkStart = Array(#","check":""#.utf8)
  private static let checkLength = checkStart.count + 16 + 2

  /// The line with its end.
  var encoded: [UInt8] {
    var object: JSONObject = ["n": .string(String(number)), "time": .string(String(time))]
    for (name, value) in entry.members { object[name] = value }
    let body = JSON.object(object).serializedBytes()
    return body.dropLast() + Self.checkStart + Array(Self.check(body).utf8) + Array("\"}\n".utf8)
  }

  /// Reads a line without its end; nil if it is not whole.
  init?(_ line: some BidirectionalCollection<UInt8>) {
    let line = Array(line)
    guard line.count > Self.checkLength else { return nil }
    let tail = line.suffix(Self.checkLength)
    let body = line.dropLast(Self.checkLength) + [UInt8(ascii: "}")]
    guard tail.elementsEqual(Self.checkStart + Array(Self.check(Array(body)).utf8) + Array("\"}".utf8)),
      let object = (try? JSON(parsing: Array(body)))?.object,
      let number = object["n"]?.string.flatMap({ UInt64($0) }),
      let time = object["time"]?.string.flatMap({ UInt64($0) }),
      let entry = JournalEntry(object)
    else { return nil }
    self.init(number: number, time: time, entry: entry)
  }

  private static func check(_ body: [UInt8]) -> String {
    Hex.encode(Keccak256.hash(body).bytes.prefix(8), prefix: false)
  }
}
