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
    case .descriptor(let number): try PasswordSource.line(number, of: .descriptor(number))
    case .file("-"): try PasswordSource.line(Descriptor.input, of: .standardInput)
    case .file(let path): try PasswordSource.firstLine(of: path, isPublished: isPublished)
    }
  }

  private static func line(_ descriptor: Int32, of place: PasswordPlace) throws(CommandFailure) -> SecretBytes {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(maximumLength + 1)
    defer { bytes.wipe() }
    reading: while true {
      switch LineReader.next(descriptor) {
      case .byte(UInt8(ascii: "\n")): break reading
      case .byte(let byte): bytes.append(byte)
      case .end:
        if bytes.isEmpty {
          throw unreadable(place, because: CommandFailure(.noPassword, CommandRefusal.passwordEnded))
        }
        break reading
      case .failure(let number):
        throw unreadable(
          place, because: CommandFailure(.noPassword, CommandRefusal.system(Descriptor.reason(number))))
      }
      guard bytes.count <= maximumLength else { throw tooLong(place) }
    }
    return secret(bytes[...])
  }

  private static func firstLine(of path: String, isPublished: Bool) throws(CommandFailure) -> SecretBytes {
    var contents: PrivateFile.Contents
    do throws(KeystoreError) {
      contents = try PrivateFile.read(path, limit: 1 << 16)
    } catch {
      throw unreadable(.file(path), because: error)
    }
    defer { contents.bytes.wipe() }
    if !isPublished, let exposed = contents.exposure("The password file", needing: .secrecy) {
      throw CommandFailure(.noPassword, exposed.message, reason: exposed.reason, advice: exposed.advice)
        .translated { CommandFailure(exposed).words(in: $0) }
    }
    let line = contents.bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard line.count <= maximumLength else { throw tooLong(.file(path)) }
    return secret(line)
  }

  /// Without the carriage return that an editor on Windows leaves.
  private static func secret(_ line: ArraySlice<UInt8>) -> SecretBytes {
    SecretBytes(copying: line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }

  private static func unreadable(_ place: PasswordPlace, because error: any Error) -> CommandFailure {
    CommandFailure(.noPassword, CommandRefusal.passwordUnreadable(place), because: error)
  }

  private static func tooLong(_ place: PasswordPlace) -> CommandFailure {
    CommandFailure(.noPassword, CommandRefusal.passwordTooLong(place, bytes: maximumLength))
  }
}
