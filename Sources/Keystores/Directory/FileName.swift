import Primitives

/// The name of a file directly in the directory of keys: it cannot lead anywhere else.
struct FileName: Sendable, Hashable {
  let text: String

  /// - Throws: `invalidName` for anything that is not one plain, visible file name.
  init(_ text: String) throws(KeystoreError) {
    if let reason = FileName.objection(text) { throw FileName.refused(text, reason) }
    self.text = text
  }

  /// The file of a key with this label: `<label>.json`.
  ///
  /// - Throws: `invalidName` for labels that would read as something else: an address, an option, a file name.
  init(label: String) throws(KeystoreError) {
    let scalars = label.unicodeScalars
    var reason = FileName.objection(label + ".json")
    if scalars.isEmpty {
      reason = "it is empty"
    } else if label.hasPrefix("-") {
      reason = "it begins with `-`, as an option does"
    } else if scalars.first?.properties.isWhitespace == true || scalars.last?.properties.isWhitespace == true {
      reason = "it begins or ends with a space"
    } else if label.contains("\\") || label.contains(":") {
      reason = "it has a `\\` or a `:`, which not every system can have in a file name"
    } else if label.lowercased().hasSuffix(".json") {
      reason = "the ending .json is added by itself"
    } else if MachineName(label) != nil || label.uppercased().hasPrefix("UTC--") {
      reason = "it reads as an address; a key is found by its address anyway"
    }
    if let reason { throw FileName.refused(label, reason) }
    text = label + ".json"
  }

  /// The last part of a path that a user gave, which may begin with a dot.
  ///
  /// - Throws: `invalidName` unless it is one plain file name.
  init(anywhere text: String) throws(KeystoreError) {
    if text == "." || text == ".." { throw FileName.refused(text, "it is a folder") }
    if let reason = FileName.objection(text.hasPrefix(".") ? "_" + text : text) { throw FileName.refused(text, reason) }
    self.text = text
  }

  /// The name under which other wallets file a key: `UTC--2016-03-22T12-57-55.920751759Z--<address>`.
  init(address: Address, time: CalendarTime) {
    text = "UTC--\(time.fileStamp)--\(KeystoreFile.plain(address))"
  }

  private static func objection(_ text: String) -> String? {
    if text.isEmpty { return "it is empty" }
    if text.utf8.count > 255 { return "it is longer than 255 bytes" }
    if text.hasPrefix(".") { return "it begins with a dot" }
    for scalar in text.unicodeScalars {
      if scalar == "/" { return "it has a `/`; a name cannot lead out of the directory" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        return "it has an invisible character"
      default: continue
      }
    }
    return nil
  }

  private static func refused(_ text: String, _ reason: String) -> KeystoreError {
    KeystoreError(
      .invalidName, "`\(TerminalSafe.name(text))` cannot be the name of a key.", reason: "Because \(reason).",
      advice: "Choose letters, digits, spaces, `-`, `_` or `.`.")
  }
}
