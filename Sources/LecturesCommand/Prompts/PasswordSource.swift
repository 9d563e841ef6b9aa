import Files
import Keys
import Keystores
import Terminal

/// The source of a password; never an argument, which every other user of the machine can read.
enum PasswordSource: Sendable, Hashable {
  /// The first line of a file; `-` is standard input.
  case file(String)
  /// The next line of an open descriptor.
  case descriptor(Int32)
  /// A person, asked without echo.
  case prompt

  /// A password may have so many bytes.
  static let maximumLength = TerminalPrompter.maximumLength

  /// Reads the first line, without its end.
  ///
  /// - Parameter isPublished: whether it opens a key that everybody has, so that others may have access to the file.
  /// - Throws: `noPassword`, also for a file that others may read or write.
  func readLine(ofPublishedKey isPublished: Bool) throws(CommandFailure) -> SecretBytes? {
    switch self {
    case .prompt: nil
    case .descriptor(let number): try PasswordSource.line(of: number, name: "descriptor \(number)")
    case .file("-"): try PasswordSource.line(of: Descriptor.input, name: "standard input")
    case .file(let path): try PasswordSource.firstLine(of: path, isPublished)
    }
  }

  private static func line(of descriptor: Int32, name: String) throws(CommandFailure) -> SecretBytes {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(maximumLength + 1)
    defer { bytes.wipe() }
    reading: while true {
      switch LineReader.next(descriptor) {
      case .byte(UInt8(ascii: "\n")): break reading
      case .byte(let byte): bytes.append(byte)
      case .end:
        if bytes.isEmpty {
          throw unreadable(
            name, because: CommandFailure(.noPassword, "It has ended before a password came."))
        }
        break reading
      case .failure(let number):
        throw unreadable(
          name, because: CommandFailure(.noPassword, "The system says: \(Descriptor.reason(number))."))
      }
      guard bytes.count <= maximumLength else { throw tooLong(name) }
    }
    return secret(bytes[...])
  }

  private static func firstLine(of path: String, _ isPublished: Bool) throws(CommandFailure) -> SecretBytes {
    var contents: PrivateFile.Contents
    do throws(KeystoreError) {
      contents = try PrivateFile.read(path, limit: 1 << 16)
    } catch {
      throw unreadable("the file \(path)", because: error)
    }
    defer { contents.bytes.wipe() }
    if !isPublished, let exposed = contents.exposure("The password file", needing: .secrecy) {
      throw CommandFailure(.noPassword, exposed.message, reason: exposed.reason, advice: exposed.advice)
    }
    let line = contents.bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard line.count <= maximumLength else { throw tooLong("the file \(path)") }
    return secret(line)
  }

  /// Without the carriage return that an editor on Windows leaves.
  private static func secret(_ line: ArraySlice<UInt8>) -> SecretBytes {
    SecretBytes(copying: line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }

  private static func unreadable(_ name: String, because error: any Error) -> CommandFailure {
    CommandFailure(
      .noPassword, "The password cannot be read from \(name).", because: error,
      advice: "Give it with --password-file FILE or --password-fd N, or leave both away to be asked.")
  }

  private static func tooLong(_ name: String) -> CommandFailure {
    CommandFailure(
      .noPassword, "The password cannot be read from \(name).",
      reason: "Its first line has more than \(maximumLength) bytes, so it is hardly one.",
      advice: "Give the file that holds the password, and nothing else.")
  }
}
