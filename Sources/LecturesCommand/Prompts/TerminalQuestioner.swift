import Files
import Keys

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A person at a terminal: asked on the terminal itself, so that output and input may be redirected meanwhile.
struct TerminalQuestioner: Questioner {
  /// Opens the terminal for one question; the descriptor is closed afterwards.
  let open: @Sendable () -> Int32
  /// Becomes readable when the person would rather stop.
  let wakeDescriptor: Int32
  let colour: Bool

  /// The person at this process's terminal; nil unless there is one who can see a question.
  ///
  /// That is so if standard input or standard error is a terminal: a program whose input and messages both go elsewhere
  /// runs alone, even if it was started from a terminal.
  static func ofProcess(wakeDescriptor: Int32) -> TerminalQuestioner? {
    guard Descriptor.isTerminal(Descriptor.input) || Descriptor.isTerminal(Descriptor.errors) else { return nil }
    let open: @Sendable () -> Int32 = {
      #if canImport(Darwin)
        Darwin.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
      #elseif canImport(Glibc)
        Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
      #else
        Musl.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
      #endif
    }
    let descriptor = open()
    guard descriptor >= 0 else { return nil }
    close(descriptor)
    return TerminalQuestioner(open: open, wakeDescriptor: wakeDescriptor, colour: false)
  }

  func answer(_ lines: [StyledText], prompt: StyledText) async throws(CommandFailure) -> String? {
    let text = (lines.map { $0.rendered(colour: colour) + "\n" } + [prompt.rendered(colour: colour)]).joined()
    return try await onTerminal { (descriptor) throws(CommandFailure) in
      _ = Descriptor.write(Array(text.utf8), to: descriptor)
      var line: [UInt8] = []
      do throws(CommandFailure) {
        guard try read(from: descriptor, into: &line) else { return nil }
      } catch {
        // What comes next does not belong on the line of the question.
        _ = Descriptor.write([UInt8(ascii: "\n")], to: descriptor)
        throw error
      }
      return String(decoding: line, as: UTF8.self)
    }
  }

  func secret(prompt: StyledText) async throws(CommandFailure) -> SecretBytes? {
    let text = prompt.rendered(colour: colour)
    return try await onTerminal { (descriptor) throws(CommandFailure) in
      guard TerminalModes.silence(descriptor) else {
        throw CommandFailure(
          .noPassword, "The password cannot be asked for.", reason: "The terminal's echo cannot be turned off.",
          advice: "Give it with --password-file or --password-fd.")
      }
      defer { TerminalModes.restore() }
      // What was typed before the echo went off may be half a password; it does not count.
      tcflush(descriptor, TCIFLUSH)
      _ = Descriptor.write(Array(text.utf8), to: descriptor)
      var line: [UInt8] = []
      line.reserveCapacity(PasswordSource.maximumLength + 1)
      defer {
        line.wipe()
        _ = Descriptor.write([UInt8(ascii: "\n")], to: descriptor)
      }
      guard try read(from: descriptor, into: &line) else { return nil }
      return SecretBytes(copying: line)
    }
  }

  /// Waiting for a person takes long: it is done on a thread that nobody else needs.
  private func onTerminal<Value: Sendable>(
    _ body: @escaping @Sendable (Int32) throws(CommandFailure) -> Value
  ) async throws(CommandFailure) -> Value {
    let open = open
    do {
      return try await BlockingWork.run {
        let descriptor = open()
        guard descriptor >= 0 else {
          throw CommandFailure(
            .needsConfirmation, "Nobody can be asked.", reason: "The terminal cannot be opened: \(Descriptor.reason())."
          )
        }
        defer { close(descriptor) }
        return try body(descriptor)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Reads to the end of a line; false at the end of the input.
  private func read(from descriptor: Int32, into line: inout [UInt8]) throws(CommandFailure) -> Bool {
    while line.count <= PasswordSource.maximumLength {
      let ready = Descriptor.wait(for: [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0),
      ])
      if ready[1].revents != 0 { throw CommandFailure(.interrupted, "Interrupted.") }
      switch LineReader.next(descriptor) {
      case .byte(UInt8(ascii: "\n")), .byte(UInt8(ascii: "\r")): return true
      case .byte(let byte): line.append(byte)
      case .end: return !line.isEmpty
      case .failure: return false
      }
    }
    throw CommandFailure(
      .other, "The answer is too long.", reason: "More than \(PasswordSource.maximumLength) bytes were typed.")
  }
}

/// Reads byte by byte, so that what follows the line stays for whoever reads next.
enum LineReader {
  enum Next: Equatable {
    case byte(UInt8)
    case end
    case failure(Int32)
  }

  static func next(_ descriptor: Int32) -> Next {
    var byte: UInt8 = 0
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, &byte, 1)
      #elseif canImport(Glibc)
        let count = Glibc.read(descriptor, &byte, 1)
      #else
        let count = Musl.read(descriptor, &byte, 1)
      #endif
      if count > 0 { return .byte(byte) }
      if count == 0 { return .end }
      if errno != EINTR { return .failure(errno) }
    }
  }
}
