import Primitives
import StrictJSON

/// Reads the members of an object from a node, each within its bounds; `null` is as good as absent.
struct ToldFields {
  private let object: JSONObject
  private let code: EvidenceError.Code
  private let thing: String

  /// Takes an object apart.
  ///
  /// - Parameters:
  ///   - code: the kind of every failure.
  ///   - thing: how errors call the object, such as "the header".
  /// - Throws: `code` for anything but an object.
  init(_ json: JSON, _ code: EvidenceError.Code, _ thing: String) throws(EvidenceError) {
    self.code = code
    self.thing = thing
    guard let object = json.object else {
      throw EvidenceError(code, "\(thing) cannot be read", reason: "the node told something that is no object")
    }
    self.object = object
  }

  /// The value of a member under either of two names.
  func value(_ name: String, or other: String? = nil) -> JSON? {
    for name in [name, other].compactMap({ $0 }) {
      if let value = object[name], !value.isNull { return value }
    }
    return nil
  }

  func error(_ name: String, _ reason: String) -> EvidenceError {
    EvidenceError(code, "\(thing) cannot be read", reason: "its \(name) \(reason)")
  }

  /// A number below 2²⁵⁶, written as `0x` and digits.
  func number(_ name: String, or other: String? = nil) throws(EvidenceError) -> UInt256 {
    let text = try text(name, or: other, atMost: 66)
    guard text.hasPrefix("0x"), let number = try? UInt256(parsing: text) else {
      throw error(name, "is no number of JSON-RPC")
    }
    return number
  }

  /// A number below 2⁶⁴.
  func word(_ name: String) throws(EvidenceError) -> UInt64 {
    guard let word = UInt64(exactly: try number(name)) else { throw error(name, "is above 2^64 − 1") }
    return word
  }

  /// Bytes as `0x` and digits.
  func bytes(_ name: String, atMost: Int) throws(EvidenceError) -> Bytes {
    let text = try text(name, atMost: 2 + 2 * atMost)
    guard text.hasPrefix("0x"), let bytes = try? Hex.decode(text) else { throw error(name, "is not hexadecimal") }
    return bytes
  }

  /// Exactly so many bytes.
  func bytes(_ name: String, exactly count: Int) throws(EvidenceError) -> Bytes {
    let bytes = try bytes(name, atMost: count)
    guard bytes.count == count else { throw error(name, "has \(bytes.count) bytes instead of \(count)") }
    return bytes
  }

  func hash(_ name: String, or other: String? = nil) throws(EvidenceError) -> Hash32 {
    guard let hash = try? Hash32(text(name, or: other, atMost: 66)) else { throw error(name, "is no hash") }
    return hash
  }

  func address(_ name: String) throws(EvidenceError) -> Address {
    guard let address = try? Address(bytes(name, exactly: 20)) else { throw error(name, "is no address") }
    return address
  }

  func list(_ name: String, atMost: Int) throws(EvidenceError) -> [JSON] {
    guard let value = value(name) else { throw error(name, "is missing") }
    guard let items = value.array else { throw error(name, "is no list") }
    guard items.count <= atMost else { throw error(name, "has \(items.count) items, more than \(atMost)") }
    return items
  }

  private func text(_ name: String, or other: String? = nil, atMost: Int) throws(EvidenceError) -> String {
    guard let value = value(name, or: other) else { throw error(name, "is missing") }
    guard let text = value.string else { throw error(name, "is no string") }
    guard text.utf8.count <= atMost else { throw error(name, "is longer than such a field can be") }
    return text
  }
}
