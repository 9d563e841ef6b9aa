import Primitives

/// Finding the one key file that is meant.
enum Lookup {
  static func one(
    _ name: String, among entries: [KeystoreEntry], _ directory: String
  ) throws(KeystoreError) -> KeystoreEntry {
    if let file = entries.first(where: { $0.fileName == name }) { return file }
    let matches: [KeystoreEntry]
    if let address = try address(name) {
      matches = entries.filter { $0.address == address }
    } else {
      matches = entries.filter { $0.name == name }
    }
    guard let first = matches.first else { throw notFound(name, among: entries, directory) }
    guard matches.count == 1 else {
      let files = matches.map { TerminalSafe.name($0.fileName) }
      throw KeystoreError(
        .ambiguous, "\(matches.count) key files answer to \(TerminalSafe.name(name)).",
        reason: files.prefix(5).joined(separator: ", ") + (files.count > 5 ? ", …" : ""),
        advice: "Say which one by its file name.")
    }
    return first
  }

  static func notFound(_ name: String, among entries: [KeystoreEntry], _ directory: String) -> KeystoreError {
    let advice: String
    let names = entries.prefix(8).map { TerminalSafe.name($0.name) } + (entries.count > 8 ? ["…"] : [])
    let nearest = NearMatch.closest(to: name, among: entries.map(\.name)).map { TerminalSafe.name($0) }
    if let nearest {
      advice = "Did you mean \(nearest)?"
    } else if entries.isEmpty {
      advice = "There is no key in the directory yet: create or import one."
    } else {
      advice = "There are: \(names.joined(separator: ", "))."
    }
    var reason = "None of the files in \(directory) has this name or address."
    // A file that cannot be read does not tell its address.
    let unknown = entries.filter { $0.isBrokenKey && $0.address == nil }.map { TerminalSafe.name($0.fileName) }
    if (try? address(name)) ?? nil != nil, !unknown.isEmpty {
      reason += " Damaged, so that nobody knows whose they are: \(unknown.prefix(5).joined(separator: ", "))."
    }
    return KeystoreError(
      .notFound, "There is no key \(TerminalSafe.name(name)).", reason: reason, advice: advice,
      facts: .unknownName(TerminalSafe.name(name), nearest: nearest, among: names))
  }

  /// The address that a text is, with or without `0x`; nil if it is none at all.
  private static func address(_ text: String) throws(KeystoreError) -> Address? {
    let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? String(text.dropFirst(2)) : text
    guard digits.utf8.count == 40, digits.unicodeScalars.allSatisfy({ $0.properties.isASCIIHexDigit }) else {
      return nil
    }
    do {
      return try Address("0x" + digits)
    } catch {
      throw KeystoreError(
        .invalidName, "\(text) is not an address.", reason: error.message,
        advice: "Copy the address again, or write it all in lower case.")
    }
  }
}
