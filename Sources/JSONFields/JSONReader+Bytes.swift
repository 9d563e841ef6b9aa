import Primitives
import StrictJSON

/// The ways in which hexadecimal text may begin.
public enum HexPrefix: Sendable, Hashable {
  /// With `0x`.
  case required
  /// With `0x`, `0X` or the first digit.
  case optional
}

extension JSONReader where Value == Bytes {
  /// Bytes of any number, after `0x`.
  public static var bytes: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      try json.parse(json.text(.bytes, prefix: .required), .bytes, Hex.decode)
    }
  }

  /// Bytes, of a number within bounds.
  public static func bytes(_ counts: ClosedRange<Int>, prefix: HexPrefix = .required) -> JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      let text = try json.text(.bytes, atMost: 2 + 2 * counts.upperBound, prefix: prefix)
      let bytes = try json.parse(text, .bytes, Hex.decode)
      guard counts.contains(bytes.count) else {
        throw JSONFieldProblem(.length(bytes.count, of: counts), due: .bytes, found: json)
      }
      return bytes
    }
  }
}

extension JSONReader where Value == Hash32 {
  /// 32 bytes after `0x`.
  public static var hash: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      try json.parse(json.text(.hash, prefix: .required), .hash, Hash32.init)
    }
  }

  /// 32 bytes after `0x` or `0X`.
  public static var looseHash: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in try json.parse(json.text(.hash), .hash, Hash32.init) }
  }

  /// A word of storage: 32 bytes, or a shorter hexadecimal number that some nodes send for small values.
  public static var word: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      if case .string(let text) = json, text.utf8.count < 66, text.utf8.starts(with: "0x".utf8) {
        if text.utf8.count == 2 { return .zero }
        if let number = try? UInt256(parsing: text) { return Hash32(number) }
      }
      return try hash(json)
    }
  }
}

extension JSONReader where Value == Address {
  /// 20 bytes after `0x`; letters of either case, because chains differ in their checksums and no person typed this one.
  public static var address: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      let text = try json.text(.address, atMost: 42, prefix: .required)
      return try json.parse(text, .address) { (text) throws(PrimitivesError) in try Address(Hex.decode(text)) }
    }
  }

  /// `0x` and 40 digits; in mixed case the checksum of EIP-55 must be right.
  public static var checksummed: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in try json.parse(json.text(.address), .address, Address.init) }
  }
}

extension JSON {
  /// The text of a string that is to be of a form.
  func text(
    _ due: JSONFieldProblem.Form, atMost most: Int = .max, prefix: HexPrefix = .optional
  ) throws(JSONFieldProblem) -> String {
    guard case .string(let text) = self else { throw JSONFieldProblem(.otherKind, due: due, found: self) }
    guard text.utf8.count <= most else { throw JSONFieldProblem(.tooLong, due: due, found: self) }
    guard prefix == .optional || text.utf8.starts(with: "0x".utf8) else {
      throw JSONFieldProblem(.unprefixed, due: due, found: self)
    }
    return text
  }

  /// The value that a text of this stands for.
  func parse<Value>(
    _ text: String, _ due: JSONFieldProblem.Form, _ parse: (String) throws(PrimitivesError) -> Value
  ) throws(JSONFieldProblem) -> Value {
    do throws(PrimitivesError) {
      return try parse(text)
    } catch { throw JSONFieldProblem(.malformed(error), due: due, found: self) }
  }
}
