import Files
import Keys
import Keystores
import Primitives
import Terminal

/// The source of a secret that is imported.
enum SecretSource: Sendable, Hashable {
  /// A file, all of it; `-` is the next line of standard input.
  case file(String)
  /// The next line of an open descriptor.
  case descriptor(Int32)
  /// A person, asked without echo.
  case prompt
}

extension Prompts {
  /// A secret that is no password, such as a private key or a phrase.
  ///
  /// - Parameters:
  ///   - what: the secret's name, as in "private key".
  ///   - option: the flag that would name a file with it.
  /// - Throws: `noSecret` with advice.
  func secret(_ what: String, from source: SecretSource, option: String) async throws(CommandFailure) -> SecretBytes {
    let line: PasswordSource
    switch source {
    case .file("-"): line = .file("-")
    case .file(let path): return try secretFile(path, what, option)
    case .descriptor(let number): line = .descriptor(number)
    case .prompt: line = .prompt
    }
    do throws(CommandFailure) {
      return try await password(from: line, prompt: StyledText(CommandFailure.capitalised(what) + " (not shown): "))
    } catch {
      guard error.code == .noPassword else { throw error }
      throw CommandFailure(
        .noSecret, "The \(what) cannot be read.", reason: error.reason ?? "Nothing was typed.",
        advice: "Give it with \(option) FILE, or type it at a terminal.")
    }
  }

  private func secretFile(_ path: String, _ what: String, _ option: String) throws(CommandFailure) -> SecretBytes {
    var contents = try CommandFailure.explaining(
      .noSecret, "The \(what) cannot be read from the file \(PlainText.escaped(path)).",
      advice: "Give the file's path with \(option)."
    ) { try PrivateFile.read(path, limit: 1 << 16) }
    defer { contents.bytes.wipe() }
    if let exposed = contents.exposure("The file with the \(what)", needing: .secrecy) {
      throw CommandFailure(.noSecret, exposed.message, reason: exposed.reason, advice: exposed.advice)
    }
    return SecretBytes(copying: contents.bytes)
  }
}

extension SecretBytes {
  /// The text without blanks at both ends, for a parser; it stays in ordinary memory for as long as that takes.
  var trimmedText: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) }.trimmed }
}

extension CommandFailure.Code {
  /// A key or a phrase that was to be imported cannot be read.
  static let noSecret = Self("noSecret", .locked)
}
