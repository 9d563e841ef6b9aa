import Files
import Keys
import Keystores
import Localization
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
  /// - Parameter options: The flags that would name a file with it.
  /// - Throws: `noSecret` with advice.
  func secret(
    _ kind: SecretKind, from source: SecretSource, options: String...
  ) async throws(CommandFailure) -> SecretBytes {
    let line: PasswordSource
    switch source {
    case .file("-"): line = .file("-")
    case .file(let path): return try secretFile(path, kind, options)
    case .descriptor(let number): line = .descriptor(number)
    case .prompt: line = .prompt
    }
    do throws(CommandFailure) {
      return try await password(from: line, prompt: StyledText(console.language[SecretQuestion(kind)]))
    } catch {
      guard error.code == .noPassword else { throw error }
      throw CommandFailure(
        .noSecret, WalletRefusal.secretUnreadable(kind, options: options, reason: error.reason).english
      ) { $0[WalletRefusal.secretUnreadable(kind, options: options, reason: error.words(in: $0).reason)] }
    }
  }

  private func secretFile(
    _ path: String, _ kind: SecretKind, _ options: [String]
  ) throws(CommandFailure) -> SecretBytes {
    var contents = try CommandFailure.explaining(
      .noSecret, WalletRefusal.secretFileUnreadable(kind, PlainText.escaped(path), options: options)
    ) { try PrivateFile.read(path, limit: 1 << 16) }
    defer { contents.bytes.wipe() }
    if let exposed = contents.exposure("The file with the \(kind.english)", needing: .secrecy) {
      throw CommandFailure(.noSecret, exposed: exposed)
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
