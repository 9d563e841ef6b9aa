import Keys
import Primitives
import StrictJSON

/// A value of a request, and where it stands, for errors to say so.
struct Argument {
  let json: JSON
  let place: String

  func invalid(_ reason: String) -> DevnetError {
    DevnetError(.invalidParameters, "invalid \(place): \(reason)")
  }

  private func text() throws(DevnetError) -> String {
    guard let text = json.string else { throw invalid("it is not a string") }
    return text
  }

  /// The parsed value; a failure names the place of the argument.
  func reading<Value>(_ read: () throws -> Value) throws(DevnetError) -> Value {
    do {
      return try read()
    } catch { throw invalid(error.inOneLine) }
  }

  private func read<Value>(_ parse: (String) throws(PrimitivesError) -> Value) throws(DevnetError) -> Value {
    let text = try text()
    return try reading { try parse(text) }
  }

  /// An address, checksum or not.
  func address() throws(DevnetError) -> Address {
    let bytes = try bytes()
    guard let address = try? Address(bytes) else { throw invalid("an address has 20 bytes, this one \(bytes.count)") }
    return address
  }

  func hash() throws(DevnetError) -> Hash32 { try read(Hash32.init) }

  /// `0x` and pairs of digits, or, as geth has it, nothing at all for nothing.
  func bytes() throws(DevnetError) -> Bytes {
    let text = try text()
    guard text.isEmpty || text.hasPrefix("0x") else { throw invalid("hex string without 0x prefix") }
    return try read(Hex.decode)
  }

  /// A quantity: `0x` and digits without leading zeros.
  func uint256() throws(DevnetError) -> UInt256 { try read(UInt256.init(quantity:)) }

  func uint64() throws(DevnetError) -> UInt64 { try small(try uint256()) }

  /// A quantity, digits in quotes or a number: other devnets' controls take all of them.
  func looseUInt256() throws(DevnetError) -> UInt256 {
    guard let digits = json.numberText else { return try read(UInt256.init(parsing:)) }
    guard let number = try? UInt256(parsing: digits) else { throw invalid("it is not a whole number") }
    return number
  }

  func looseUInt64() throws(DevnetError) -> UInt64 { try small(try looseUInt256()) }

  private func small(_ number: UInt256) throws(DevnetError) -> UInt64 {
    guard let small = UInt64(exactly: number) else { throw invalid("\(number) is above 2^64 - 1") }
    return small
  }

  func bool() throws(DevnetError) -> Bool {
    guard let bool = json.bool else { throw invalid("it is not true or false") }
    return bool
  }

  /// At most so many items.
  func list(most: Int) throws(DevnetError) -> [Argument] {
    guard let items = json.array else { throw invalid("it is not a list") }
    guard items.count <= most else { throw invalid("\(items.count) items are too many: \(most) are allowed") }
    return items.enumerated().map { Argument(json: $1, place: "\(place)[\($0)]") }
  }

  /// The member of an object; nil if it is missing or null.
  func field(_ name: String) -> Argument? {
    guard let value = json[name], !value.isNull else { return nil }
    return Argument(json: value, place: "\(place).\(name)")
  }

  /// An account key as transactions carry it.
  func accountKey() throws(DevnetError) -> AccountKey {
    let bytes = try bytes()
    return try reading { try AccountKey(decoding: bytes) }
  }

  /// A storage slot: up to 32 bytes, leading zeros or not.
  func slot() throws(DevnetError) -> UInt256 {
    let text = try text()
    guard text.hasPrefix("0x") else { throw invalid("hex string without 0x prefix") }
    var digits = String(text.dropFirst(2))
    if digits.utf8.count > 64 {
      throw DevnetError(.invalidParameters, "storage key too long (want at most 32 bytes)")
    }
    if digits.utf8.count % 2 == 1 { digits = "0" + digits }
    guard let bytes = try? Hex.decode("0x" + digits), let slot = try? UInt256(bigEndian: bytes) else {
      throw DevnetError(.invalidParameters, "invalid hex in storage key")
    }
    return slot
  }

  /// A slot or the value of one, as `slot()` reads it, or as a number: other devnets' controls take both.
  func looseSlot() throws(DevnetError) -> UInt256 {
    json.string?.hasPrefix("0x") == true ? try slot() : try looseUInt256()
  }

  /// A tag, a number, a hash, or an object with one of the latter (EIP-1898).
  func block() throws(DevnetError) -> BlockReference {
    if let hash = field("blockHash") {
      guard field("blockNumber") == nil else {
        throw invalid("cannot specify both BlockHash and BlockNumber, choose one or the other")
      }
      return .hash(try hash.hash())
    }
    if let number = field("blockNumber") { return .number(try number.uint64()) }
    switch try text() {
    case "latest", "safe", "finalized": return .latest
    case "earliest": return .earliest
    case "pending": return .pending
    case let text where text.utf8.count == 66: return .hash(try hash())
    default: return .number(try uint64())
    }
  }
}

/// The parameters of a request, by position.
struct Parameters: Sendable {
  let values: [JSON]

  /// An argument that must be there.
  func callAsFunction(_ index: Int) throws(DevnetError) -> Argument {
    guard let argument = optional(index) else {
      throw DevnetError(.invalidParameters, "missing value for required argument \(index)")
    }
    return argument
  }

  /// An argument; nil if it is missing or null.
  func optional(_ index: Int) -> Argument? {
    guard values.indices.contains(index), !values[index].isNull else { return nil }
    return Argument(json: values[index], place: "argument \(index)")
  }

  /// The block of an argument, `latest` unless it is given.
  func block(_ index: Int, default reference: BlockReference = .latest) throws(DevnetError) -> BlockReference {
    try optional(index)?.block() ?? reference
  }
}
