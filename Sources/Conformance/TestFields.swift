import Primitives
import StrictJSON

/// Reads the members of a test: numbers and bytes as text, in the ways that several programs have written them.
struct TestFields {
  let json: JSON

  init(_ json: JSON?) { self.json = json ?? .null }

  /// A member; nil if it is missing or null.
  subscript(name: String) -> JSON? {
    guard let member = json[name], !member.isNull else { return nil }
    return member
  }

  func text(_ name: String) throws -> String {
    guard let text = self[name]?.string ?? self[name]?.numberText else { throw Self.malformed(name) }
    return text
  }

  func number(_ name: String) throws -> UInt256 { try Self.number(text(name), name) }

  /// A member that may be missing.
  func number(ifPresent name: String) throws -> UInt256? { self[name] == nil ? nil : try number(name) }

  func uint64(_ name: String) throws -> UInt64 { try Self.uint64(number(name), name) }

  func uint64(ifPresent name: String) throws -> UInt64? { self[name] == nil ? nil : try uint64(name) }

  func bytes(_ name: String) throws -> Bytes { try Self.bytes(text(name), name) }

  func address(_ name: String) throws -> Address { try Self.address(text(name), name) }

  static func number(_ text: String, _ name: String) throws -> UInt256 {
    // Some writers mark what has leading zeros or is too large, some write nothing for zero.
    let digits = text.hasPrefix("0x:bigint ") ? String(text.dropFirst(10)) : text
    if digits == "0x" { return 0 }
    do throws(PrimitivesError) {
      return try UInt256(parsing: digits)
    } catch {
      throw error.code == .overflow ? outOfRange(name, text) : malformed(name, text)
    }
  }

  static func uint64(_ number: UInt256, _ name: String) throws -> UInt64 {
    guard let small = UInt64(exactly: number) else { throw outOfRange(name, "\(number)") }
    return small
  }

  static func bytes(_ text: String, _ name: String) throws -> Bytes {
    guard let bytes = try? Bytes(hex: text) else { throw malformed(name, text) }
    return bytes
  }

  static func address(_ text: String, _ name: String) throws -> Address {
    guard let address = try? Address(bytes(text, name)) else { throw malformed(name, text) }
    return address
  }

  /// The error of a number that is too large for its field.
  static func outOfRange(_ name: String, _ text: String) -> ConformanceError {
    ConformanceError(.outOfRange, "\(name.prefix(80)) is too large: \(text.prefix(80))")
  }

  static func malformed(_ name: String, _ text: String? = nil) -> ConformanceError {
    let found = text.map { "\"\($0.prefix(80).filter { $0.isASCII && !$0.isNewline })\"" } ?? "missing"
    return ConformanceError(.malformedTest, "\(name.prefix(80)) is not what it should be: \(found)")
  }
}
