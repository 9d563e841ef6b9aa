import Primitives
import StrictJSON

/// The fields of a JSON object in a key file, found whatever their letters' case (old tools wrote `Crypto`).
struct Fields {
  private let values: [String: JSON]
  private let path: String

  init(_ json: JSON?, _ path: String = "") throws(KeystoreError) {
    guard let object = json?.object else {
      throw .damaged("The key file's `\(path)` is missing or no object.")
    }
    var values: [String: JSON] = [:]
    for (key, value) in object {
      guard values.updateValue(value, forKey: key.lowercased()) == nil else {
        throw .damaged("The key file has the field `\(TerminalSafe.name(path + key))` twice.")
      }
    }
    self.values = values
    self.path = path.isEmpty ? "" : path + "."
  }

  subscript(name: String) -> JSON? {
    guard let value = values[name], !value.isNull else { return nil }
    return value
  }

  func fields(_ name: String) throws(KeystoreError) -> Fields {
    try Fields(self[name], path + name)
  }

  func text(_ name: String) throws(KeystoreError) -> String {
    guard let text = self[name]?.string else { throw bad(name, "is missing or no text") }
    return text
  }

  /// Bytes in hexadecimal, with or without `0x`.
  func hex(_ name: String, lengths: ClosedRange<Int>) throws(KeystoreError) -> Bytes {
    let text = try text(name)
    guard text.utf8.count <= 2 * lengths.upperBound + 2 else { throw bad(name, "is too long") }
    let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? String(text.dropFirst(2)) : text
    guard !digits.lowercased().hasPrefix("0x"), let bytes = try? Hex.decode(digits) else {
      throw bad(name, "is not hexadecimal")
    }
    guard lengths.contains(bytes.count) else {
      let wanted =
        lengths.lowerBound == lengths.upperBound
        ? "\(lengths.lowerBound)" : "\(lengths.lowerBound) to \(lengths.upperBound)"
      throw bad(name, "has \(bytes.count) bytes instead of \(wanted)")
    }
    return bytes
  }

  /// A whole number, written as a number or (by some tools) as its digits in quotes.
  func integer(_ name: String) throws(KeystoreError) -> Int {
    if let value = self[name]?.int { return value }
    if let text = self[name]?.string, let value = Int(text) { return value }
    throw bad(name, "is missing or not a whole number in range")
  }

  private func bad(_ name: String, _ what: String) -> KeystoreError {
    .damaged("The key file's `\(path)\(name)` \(what).")
  }
}
