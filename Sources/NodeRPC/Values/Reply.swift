import Primitives
import StrictJSON

/// A flaw of a result, and the place where it is.
public struct ReplyProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place, such as `logs[2].topics[0]`; empty for the result itself.
  public private(set) var field: String
  /// The flaw, and what should be there.
  public let problem: String

  /// A problem of the result itself, unless a field is named; readers around it put their names before that.
  public init(_ problem: String, field: String = "") {
    self.problem = problem
    self.field = field
  }

  /// The field, if one is to blame, and its fault.
  public var description: String { field.isEmpty ? problem : "\(field): \(problem)" }

  func inside(_ name: String) -> ReplyProblem {
    var outer = self
    outer.field = field.isEmpty ? name : field.hasPrefix("[") ? name + field : "\(name).\(field)"
    return outer
  }
}

/// Readers of results: each takes a JSON value and gives the Swift value, or says what is wrong.
///
/// Quantities are `0x` hexadecimal without leading zeros, as the execution API has them. Whole JSON numbers are taken
/// as well, because some nodes (eth-tester's, and Kaia in a few fields) send them; negative ones, fractions and
/// exponents are refused. Hashes, addresses and data are `0x` hexadecimal of their exact length.
public enum Reply {
  /// A number below 2^256.
  public static func quantity(_ json: JSON) throws(ReplyProblem) -> UInt256 {
    switch json {
    case .string(let text):
      do { return try UInt256(quantity: text) } catch { throw wrong(json, "a quantity such as 0x1a") }
    case .number(let text):
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = try? UInt256(parsing: text) else {
        throw wrong(json, "a quantity such as 0x1a")
      }
      return number
    default: throw wrong(json, "a quantity such as 0x1a")
    }
  }

  /// A number below 2^64.
  public static func uint64(_ json: JSON) throws(ReplyProblem) -> UInt64 {
    let number = try quantity(json)
    guard number.high == 0, number.low <= UInt128(UInt64.max) else { throw wrong(json, "a quantity below 2^64") }
    return UInt64(truncatingIfNeeded: number.low)
  }

  /// An amount of the chain's coin, in its smallest unit.
  public static func amount(_ json: JSON) throws(ReplyProblem) -> Amount { Amount(wei: try quantity(json)) }

  /// 32 bytes.
  public static func hash(_ json: JSON) throws(ReplyProblem) -> Hash32 {
    guard case .string(let text) = json, text.utf8.starts(with: "0x".utf8), let hash = try? Hash32(text) else {
      throw wrong(json, "a hash of 32 bytes")
    }
    return hash
  }

  /// A word of storage: 32 bytes, or a shorter hexadecimal number that some nodes send for small values.
  public static func word(_ json: JSON) throws(ReplyProblem) -> Hash32 {
    if case .string(let text) = json, text.utf8.count < 66, text.utf8.starts(with: "0x".utf8) {
      if text.utf8.count == 2 { return .zero }
      if let number = try? UInt256(parsing: text) { return Hash32(number) }
    }
    return try hash(json)
  }

  /// 20 bytes; letters of either case, because chains differ in their checksums and no person typed this one.
  public static func address(_ json: JSON) throws(ReplyProblem) -> Address {
    guard case .string(let text) = json, text.utf8.count == 42, text.utf8.starts(with: "0x".utf8),
      let bytes = try? Bytes(hex: text), let address = try? Address(bytes)
    else { throw wrong(json, "an address of 20 bytes") }
    return address
  }

  /// Bytes of any number.
  public static func data(_ json: JSON) throws(ReplyProblem) -> Bytes {
    guard case .string(let text) = json, text.utf8.starts(with: "0x".utf8), let bytes = try? Bytes(hex: text) else {
      throw wrong(json, "data such as 0x00ff")
    }
    return bytes
  }

  /// True or false.
  public static func bool(_ json: JSON) throws(ReplyProblem) -> Bool {
    guard case .bool(let value) = json else { throw wrong(json, "true or false") }
    return value
  }

  /// Any text.
  public static func string(_ json: JSON) throws(ReplyProblem) -> String {
    guard case .string(let value) = json else { throw wrong(json, "a string") }
    return value
  }

  /// A number from 0 up that may have a fraction, such as a share of gas used.
  public static func ratio(_ json: JSON) throws(ReplyProblem) -> Double {
    guard case .number(let text) = json, let value = Double(text), value.isFinite, value >= 0 else {
      throw wrong(json, "a number from 0 up")
    }
    return value
  }

  /// An object with any members.
  public static func object(_ json: JSON) throws(ReplyProblem) -> JSONObject {
    guard case .object(let object) = json else { throw wrong(json, "an object") }
    return object
  }

  /// The value as it is.
  public static func any(_ json: JSON) throws(ReplyProblem) -> JSON { json }

  /// Every element of an array; null counts as empty.
  public static func list<Element>(
    _ json: JSON, _ read: (JSON) throws(ReplyProblem) -> Element
  ) throws(ReplyProblem) -> [Element] {
    if json.isNull { return [] }
    guard case .array(let elements) = json else { throw wrong(json, "an array") }
    var result: [Element] = []
    result.reserveCapacity(elements.count)
    for index in elements.indices {
      do throws(ReplyProblem) { result.append(try read(elements[index])) } catch { throw error.inside("[\(index)]") }
    }
    return result
  }

  /// A value or null.
  public static func nullable<Value>(
    _ json: JSON, _ read: (JSON) throws(ReplyProblem) -> Value
  ) throws(ReplyProblem) -> Value? {
    json.isNull ? nil : try read(json)
  }

  /// A member that must be there.
  public static func field<Value>(
    _ object: JSONObject, _ name: String, _ read: (JSON) throws(ReplyProblem) -> Value
  ) throws(ReplyProblem) -> Value {
    guard let json = object[name] else { throw ReplyProblem("is missing", field: name) }
    do throws(ReplyProblem) { return try read(json) } catch { throw error.inside(name) }
  }

  /// A member that may be absent or null.
  public static func optional<Value>(
    _ object: JSONObject, _ name: String, _ read: (JSON) throws(ReplyProblem) -> Value
  ) throws(ReplyProblem) -> Value? {
    guard let json = object[name], !json.isNull else { return nil }
    do throws(ReplyProblem) { return try read(json) } catch { throw error.inside(name) }
  }

  private static func wrong(_ json: JSON, _ wanted: String) -> ReplyProblem {
    let found: String
    switch json {
    case .null: found = "null"
    case .bool(let value): found = "\(value)"
    case .number(let text): found = "the number \(TerminalSafe.escape(text, limit: 40))"
    case .string(let text): found = "\"\(TerminalSafe.escape(text, limit: 40))\""
    case .array: found = "an array"
    case .object: found = "an object"
    }
    return ReplyProblem("is \(found) where \(wanted) is due")
  }
}
