import Files
import Keys
import Platform

/// A person at a terminal: asked on the terminal itself, so that output and input may be redirected meanwhile.
package struct TerminalPrompter: Prompter {
  /// Opens the terminal for one question; the descriptor is closed afterwards.
  private let open: @Sendable () -> Int32
  /// Becomes readable when the person would rather stop.
  private let wakeDescriptor: Int32
  private let colour: Bool
  /// Whether the terminal has a second screen, from which nothing comes back.
  private let hasScreens: Bool

  /// An answer may have so many bytes.
  package static let maximumLength = 4096

  /// A person at a terminal.
  ///
  /// - Parameters:
  ///   - open: Opens the terminal for one question; a negative descriptor says that it cannot be.
  ///   - wakeDescriptor: A descriptor that becomes readable when the person would rather stop.
  ///   - colour: Whether the questions may be in colour.
  ///   - hasScreens: Whether the terminal has a second screen.
  package init(
    open: @escaping @Sendable () -> Int32, wakeDescriptor: Int32, colour: Bool, hasScreens: Bool = false
  ) {
    (self.open, self.wakeDescriptor, self.colour, self.hasScreens) = (open, wakeDescriptor, colour, hasScreens)
  }

  /// The person at this process's terminal; nil unless there is one who can see a question.
  ///
  /// There is one if standard input or standard error is a terminal: a program whose input and messages both go
  /// elsewhere runs alone, even if it was started from a terminal.
  ///
  /// - Parameter hasScreens: Whether the terminal has a second screen.
  package static func ofProcess(wakeDescriptor: Int32, hasScreens: Bool) -> TerminalPrompter? {
    guard Descriptor.isTerminal(Descriptor.input) || Descriptor.isTerminal(Descriptor.errors) else { return nil }
    let open: @Sendable () -> Int32 = {
      Platform.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    }
    let descriptor = open()
    guard descriptor >= 0 else { return nil }
    close(descriptor)
    return TerminalPrompter(open: open, wakeDescriptor: wakeDescriptor, colour: false, hasScreens: hasScreens)
  }

  /// Goes to the second screen, which is emptied.
  private static let enterScreen = "\u{1B}[?1049h\u{1B}[2J\u{1B}[H"
  /// Empties the second screen, so that nobody who goes there again sees what was on it, and goes back.
  private static let leaveScreen = "\u{1B}[2J\u{1B}[H\u{1B}[?1049l"

  package func answer(_ lines: [StyledText], prompt: StyledText) async throws -> String? {
    try await ask(lines, prompt, onOwnScreen: false)
  }

  package func reveal(_ lines: [StyledText], prompt: StyledText) async throws -> String? {
    try await ask(lines, prompt, onOwnScreen: hasScreens)
  }

  private func ask(_ lines: [StyledText], _ prompt: StyledText, onOwnScreen isOwn: Bool) async throws -> String? {
    let text = (lines.map { $0.rendered(colour: colour) + "\n" } + [prompt.rendered(colour: colour)]).joined()
    return try await onTerminal { (descriptor) throws(PromptError) in
      _ = Descriptor.write(Array((isOwn ? Self.enterScreen + text : text).utf8), to: descriptor)
      defer { if isOwn { _ = Descriptor.write(Array(Self.leaveScreen.utf8), to: descriptor) } }
      var line: [UInt8] = []
      do throws(PromptError) {
        guard try read(from: descriptor, into: &line) else { return nil }
      } catch {
        // The next output does not belong on the line of the question.
        _ = Descriptor.write([UInt8(ascii: "\n")], to: descriptor)
        throw error
      }
      return String(decoding: line, as: UTF8.self)
    }
  }

  package func secret(prompt: StyledText) async throws -> SecretBytes? {
    let text = prompt.rendered(colour: colour)
    return try await onTerminal { (descriptor) throws(PromptError) in
      guard TerminalModes.silence(descriptor) else {
        throw PromptError(
          .echoStays, "The password cannot be asked for.", reason: "The terminal's echo cannot be turned off.")
      }
      defer { TerminalModes.release() }
      // Characters typed before the echo went off may be half a password; they do not count.
      tcflush(descriptor, TCIFLUSH)
      _ = Descriptor.write(Array(text.utf8), to: descriptor)
      var line: [UInt8] = []
      line.reserveCapacity(TerminalPrompter.maximumLength + 1)
      defer {
        line.wipe()
        _ = Descriptor.write([UInt8(ascii: "\n")], to: descriptor)
      }
      guard try read(from: descriptor, into: &line) else { return nil }
      return SecretBytes(copying: line)
    }
  }

  package func silently<Value>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
  ) async rethrows -> Value {
    let descriptor = open()
    let isSilent = descriptor >= 0 && TerminalModes.silence(descriptor)
    defer {
      if isSilent {
        // Half a password that nobody asked for is no answer to the next question.
        tcflush(descriptor, TCIFLUSH)
        TerminalModes.release()
      }
      if descriptor >= 0 { close(descriptor) }
    }
    return try await work()
  }

  /// Waiting for a person takes long: it is done on a thread that nobody else needs.
  private func onTerminal<Value: Sendable>(
    _ body: @escaping @Sendable (Int32) throws(PromptError) -> Value
  ) async throws -> Value {
    let open = open
    return try await BlockingWork.run {
      let descriptor = open()
      guard descriptor >= 0 else {
        throw PromptError(
          .noTerminal, "Nobody can be asked.", reason: "The terminal cannot be opened: \(Descriptor.reason()).")
      }
      defer { close(descriptor) }
      return try body(descriptor)
    }
  }

  /// Reads to the end of a line; false at the end of the input.
  private func read(from descriptor: Int32, into line: inout [UInt8]) throws(PromptError) -> Bool {
    while line.count <= TerminalPrompter.maximumLength {
      let ready = Descriptor.wait(for: [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0),
      ])
      if ready[1].revents != 0 { throw PromptError(.interrupted, "Interrupted.") }
      switch LineReader.next(descriptor) {
      case .byte(UInt8(ascii: "\n")), .byte(UInt8(ascii: "\r")): return true
      case .byte(let byte): line.append(byte)
      case .end: return !line.isEmpty
      case .failure: return false
      }
    }
    throw PromptError(
      .tooLong, "The answer is too long.", reason: "More than \(TerminalPrompter.maximumLength) bytes were typed.")
  }
}
