import Primitives
import StrictJSON

/// Reads the members of one JSON object, and names each in its errors. `null` is as good as absent.
struct JSONFields {
  private let object: JSONObject
  private let prefix: String

  /// Takes an object apart.
  ///
  /// - Parameter path: where it stands (`accessList[2]`), empty for the transaction itself.
  /// - Throws: `notJSON` for anything but an object.
  init(_ json: JSON, path: String = "") throws(TransactionError) {
    guard case .object(let object) = json else {
      throw TransactionError(
        .notJSON, path.isEmpty ? "A transaction is a JSON object, this is not one." : "\(path) is not a JSON object.",
        about: path.isEmpty ? nil : path)
    }
    self.object = object
    prefix = path.isEmpty ? "" : path + "."
  }

  var names: [String] { object.keys }

  /// Whether the field is there, `null` included.
  func names(_ name: String) -> Bool { object[name] != nil }

  /// Whether the field is there and not `null`.
  func has(_ name: String) -> Bool { value(name) != nil }

  /// The name under which a field with two names is there; the first if it is under none.
  func name(_ first: String, or other: String) -> String { has(first) || !has(other) ? first : other }

  private func value(_ name: String) -> JSON? {
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  /// - Throws: `unknownField` for the first member that is not among `known`.
  func refuseOthers(than known: [String]) throws(TransactionError) {
    guard let name = object.keys.first(where: { !known.contains($0) }) else { return }
    let near = NearMatch.closest(to: name, among: known)
    throw TransactionError(
      .unknownField, "There is no field \(quoted(prefix + name)) in a transaction.", about: prefix + name,
      advice: near.map { "Did you mean \($0)?" } ?? "Known are \(known.joined(separator: ", ")).")
  }

  /// - Throws: `missingField`.
  func missing(_ name: String, _ advice: String) -> TransactionError {
    TransactionError(.missingField, "The field \(prefix)\(name) is missing.", about: prefix + name, advice: advice)
  }

  // MARK: Values

  /// A text.
  func string(_ name: String) -> String? { value(name)?.string }

  /// An object.
  func object(_ name: String) -> JSONObject? { value(name)?.object }

  /// True or false.
  func bool(_ name: String) throws(TransactionError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .bool(let flag) = value else { throw invalid(name, "it is neither true nor false") }
    return flag
  }

  /// A number below 2^256: a quantity (`"0x1a"`), decimal digits in quotes, or a JSON number of digits alone.
  func uint256(_ name: String) throws(TransactionError) -> UInt256? {
    guard let value = value(name) else { return nil }
    let text: String
    switch value {
    case .string(let string): text = string
    case .number(let digits): text = digits
    default: throw invalid(name, "it is neither a number nor a string")
    }
    do {
      return try UInt256(parsing: text)
    } catch {
      throw invalid(
        name, error.inOneLine, "Write it as \"0x1a\", \"26\" or 26: a whole number without sign or exponent.")
    }
  }

  /// A number below 2^256, which must be there.
  func required(_ name: String) throws(TransactionError) -> UInt256 {
    guard let number = try uint256(name) else {
      throw missing(name, "Add it as \"0x1a\", \"26\" or 26.")
    }
    return number
  }

  /// A number below 2^64.
  func uint64(_ name: String) throws(TransactionError) -> UInt64? {
    guard let number = try uint256(name) else { return nil }
    guard let small = UInt64(exactly: number) else { throw invalid(name, "\(number) is above 2^64 − 1") }
    return small
  }

  /// A number below 2^64, which must be there.
  func required64(_ name: String) throws(TransactionError) -> UInt64 {
    guard let number = try uint64(name) else {
      throw missing(name, "Add it as \"0x1a\", \"26\" or 26.")
    }
    return number
  }

  /// An address; one in mixed case must have the checksum of EIP-55.
  func address(_ name: String) throws(TransactionError) -> Address? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value else { throw invalid(name, "it is not a string") }
    do {
      return try Address(text)
    } catch {
      throw invalid(name, error.inOneLine)
    }
  }

  /// Bytes as `0x` and an even count of digits.
  func bytes(_ name: String) throws(TransactionError) -> Bytes? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value, text.hasPrefix("0x") else {
      throw invalid(name, "it is not a string that begins with 0x")
    }
    do {
      return try Hex.decode(text)
    } catch {
      throw invalid(name, error.inOneLine)
    }
  }

  /// 32 bytes as `0x` and 64 digits.
  func hash(_ name: String) throws(TransactionError) -> Hash32? {
    guard let value = value(name) else { return nil }
    return try hash(value, name)
  }

  /// A list of 32-byte values.
  func hashes(_ name: String) throws(TransactionError) -> [Hash32]? {
    guard let elements = try elements(name) else { return nil }
    var hashes: [Hash32] = []
    for (index, element) in elements.enumerated() { hashes.append(try hash(element, "\(name)[\(index)]")) }
    return hashes
  }

  /// A list of objects.
  func objects(_ name: String) throws(TransactionError) -> [JSONFields]? {
    guard let elements = try elements(name) else { return nil }
    var objects: [JSONFields] = []
    for (index, element) in elements.enumerated() {
      objects.append(try JSONFields(element, path: "\(prefix)\(name)[\(index)]"))
    }
    return objects
  }

  private func elements(_ name: String) throws(TransactionError) -> [JSON]? {
    guard let value = value(name) else { return nil }
    guard case .array(let elements) = value else { throw invalid(name, "it is not a list") }
    return elements
  }

  private func hash(_ value: JSON, _ name: String) throws(TransactionError) -> Hash32 {
    guard case .string(let text) = value else { throw invalid(name, "it is not a string") }
    do {
      return try Hash32(text)
    } catch {
      throw invalid(name, error.inOneLine)
    }
  }

  /// An error about a value that cannot be read.
  func invalid(_ name: String, _ reason: String, _ advice: String? = nil) -> TransactionError {
    TransactionError(
      .invalidField, "The field \(prefix)\(name) cannot be read.", about: prefix + name, reason: reason, advice: advice)
  }

  /// An error about two fields that do not agree.
  func contradiction(_ name: String, _ what: String, _ advice: String? = nil) -> TransactionError {
    TransactionError(.contradiction, what, about: prefix + name, advice: advice)
  }

  private func quoted(_ name: String) -> String {
    let clean = name.unicodeScalars.prefix(60).map { $0.value < 0x20 || $0.value == 0x7f ? "?" : String($0) }
    return "\"\(clean.joined())\""
  }
}

extension JSON {
  /// A number as JSON-RPC writes it.
  static func quantity(_ number: UInt256) -> JSON { .string(number.quantity) }

  /// A number as JSON-RPC writes it.
  static func quantity(_ number: UInt64) -> JSON { .string("0x" + String(number, radix: 16)) }
}
