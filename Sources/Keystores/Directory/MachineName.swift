import Primitives

/// A file name that a program made out of an address, and which is therefore no label.
///
/// geth and Kaia's node write `UTC--2016-03-22T12-57-55.920751759Z--<address>`, others `0x<address>` or
/// `0x<address>_<time>`, each with or without `0x` and `.json`.
struct MachineName: Sendable, Hashable {
  let address: Address

  init?(_ fileName: String) {
    var text = Substring(fileName)
    if text.lowercased().hasSuffix(".json") { text = text.dropLast(5) }
    if text.uppercased().hasPrefix("UTC--") {
      // The time has single hyphens only, so that the last double one is in front of the address.
      guard let tail = text.utf8.indices.last(where: { text.utf8[$0...].starts(with: "--".utf8) }) else { return nil }
      guard let address = MachineName.leadingAddress(text[tail...].dropFirst(2)), address.rest.isEmpty else {
        return nil
      }
      self.address = address.address
    } else {
      guard let found = MachineName.leadingAddress(text) else { return nil }
      guard found.rest.isEmpty || found.rest.hasPrefix("_") || found.rest.hasPrefix("-") else { return nil }
      address = found.address
    }
  }

  private static func leadingAddress(_ text: Substring) -> (address: Address, rest: Substring)? {
    let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text
    let end = digits.unicodeScalars.prefix(40)
    guard end.count == 40, end.allSatisfy({ $0.properties.isASCIIHexDigit }) else { return nil }
    guard let bytes = try? Hex.decode(String(end)), let address = try? Address(bytes) else { return nil }
    return (address, Substring(digits.unicodeScalars.dropFirst(40)))
  }
}
