import Files
import Keys
import Keystores
import Localization
import Operations
import Primitives
import Terminal

/// The questions to the person at the terminal: agreement, passwords and other secrets.
struct Prompts: Sendable {
  /// The person who can be asked; nil if nobody is there.
  let prompter: (any Prompter)?
  let console: Console
  let settings: Settings
  /// The descriptor that passwords are read from, if one was named.
  let passwordDescriptor: Int32?
  /// Whether every question is answered with yes.
  let isAgreed: Bool
  /// Whether nothing is to be sent, so that no key is used.
  let isDryRun: Bool

  /// The source of passwords: a descriptor or a file if one is named, else the person at the terminal.
  func passwordSource() throws -> PasswordSource {
    if let passwordDescriptor { return .descriptor(passwordDescriptor) }
    return try settings.passwordFile().map { .file($0) } ?? .prompt
  }

  /// Whether a person sees a question and answers it.
  var isAnswered: Bool { prompter != nil && !isAgreed }

  /// Whether anybody sees what is asked about, be it that `--yes` answers.
  var showsReviews: Bool { !isAgreed || !(console.outputMode.json || console.outputMode.quiet) }

  /// Throws an obstacle to a send where nobody can be asked about it.
  ///
  /// - Returns: it, where a person can be asked.
  func askable<Obstacle: Error>(_ obstacle: Obstacle?) throws -> Obstacle? {
    guard let obstacle, !isAnswered else { return obstacle }
    throw obstacle
  }

  /// Shows the planned action and asks; returns if the answer is yes or `--yes` was given, and throws otherwise.
  ///
  ///     try await context.prompts.confirm("Buy lecture 3?", ["Price": "10 KLAY", "Fee at most": "0.01 KLAY"])
  ///
  /// - Parameter word: a word to type instead of "y" where a slip would be expensive, such as the name of the account
  ///   to remove.
  /// - Throws: `needsConfirmation` if nobody is there to ask, `declined` if the answer is no.
  func confirm(_ question: StyledText, _ details: Fields = [:], typing word: String? = nil) async throws(CommandFailure)
  {
    let summary = details.lines(within: console.screen.fittingWidth.map { $0 - 2 }).map { StyledText("  ") + $0 }
    if isAgreed {
      if showsReviews { console.say(summary) }
      return
    }
    guard let prompter else {
      throw CommandFailure(
        .needsConfirmation, CommandRefusal.unconfirmed(question: question.plain, details: details.summary))
    }
    let prompt = console.language[word.map { PromptText.type($0) } ?? .goOn]
    for _ in 0..<3 {
      let answer: String?
      do {
        answer = try await prompter.answer([question.styled(.strong)] + summary, prompt: prompt)
      } catch {
        throw CommandFailure(error)
      }
      let typed = (answer ?? "").trimmed
      if let word {
        if typed == word { return }
        throw Self.declined
      }
      if PromptText.agreements.contains(typed.lowercased()) { return }
      if PromptText.refusals.contains(typed.lowercased()) { throw Self.declined }
    }
    throw Self.declined
  }

  private static let declined = CommandFailure(.declined, CommandRefusal.declined)

  /// The password of an account, from where the settings say or from the person at the terminal.
  ///
  /// - Parameter isPublished: Whether it is the password of a published key, whose file others may read, too.
  /// - Throws: `noPassword` if there is none to be had, and in a dry run, which uses no key.
  func password(for account: String, isPublished: Bool) async throws -> SecretBytes {
    guard !isDryRun else {
      throw CommandFailure(.noPassword, CommandRefusal.noAddressInKeystore(account: account))
    }
    return try await password(
      from: try passwordSource(), prompt: console.language[PromptText.password(account)], ofPublishedKey: isPublished)
  }

  /// The password of an account, from where the settings say or from the person at the terminal.
  ///
  /// Of a key that everybody has it is said that nobody need keep it.
  func password(for entry: KeystoreEntry) async throws -> SecretBytes {
    let password = try await password(for: entry.name, isPublished: entry.isPublished)
    if let tolerated = entry.tolerated {
      console.note(
        console.language[PromptText.publishedKey(entry.name, reason: tolerated.reason ?? tolerated.message)]
          .styled(.dim))
    }
    return password
  }

  /// A password for something new: asked for twice at a terminal, never empty. One that is soon guessed is named, and
  /// taken only if whoever typed it says so.
  ///
  /// - Parameter ways: as in ``password(from:prompt:givenBy:)``.
  func newPassword(
    for account: String, from source: PasswordSource, givenBy ways: String = passwordOptions
  ) async throws(CommandFailure) -> SecretBytes {
    guard source == .prompt else {
      let password = try await password(from: source, prompt: "")
      guard password.count > 0 else { throw Self.emptyPassword }
      if let weakness = PasswordWeakness.find(in: password, of: account) {
        console.warn(console.language[PasswordText.weak(weakness)])
      }
      return password
    }
    for _ in 0..<3 {
      let first = try await password(
        from: .prompt, prompt: console.language[PromptText.newPassword(account)], givenBy: ways)
      guard first.count > 0 else { throw Self.emptyPassword }
      let second = try await password(from: .prompt, prompt: console.language[PromptText.onceMore], givenBy: ways)
      if first == second {
        if try await isTaken(first, of: account) { return first }
        continue
      }
      console.warn(console.language[PromptText.differentPasswords])
    }
    throw CommandFailure(.noPassword, WalletRefusal.noNewPassword)
  }

  /// Whether a new password is taken: one that is soon guessed only if a person says so, or nobody is asked.
  private func isTaken(_ password: SecretBytes, of account: String) async throws(CommandFailure) -> Bool {
    guard let weakness = PasswordWeakness.find(in: password, of: account) else { return true }
    console.warn(console.language[PasswordText.weak(weakness)])
    guard let prompter, !isAgreed else { return true }
    let answer: String?
    do {
      answer = try await prompter.answer([], prompt: console.language[PasswordText.takeAllTheSame])
    } catch {
      throw CommandFailure(error)
    }
    // At the end of the input nobody can type another.
    guard let typed = answer?.trimmed.lowercased() else { return true }
    return PromptText.agreements.contains(typed)
  }

  /// The options and the variable that give a password where nobody is there to type it.
  static let passwordOptions = "--password-file FILE, --password-fd N or LECTURES_PASSWORD_FILE"

  /// A password from a source; a prompt is shown if the source is a person.
  ///
  /// - Parameters:
  ///   - ways: other ways to give this one, for the error.
  ///   - isPublished: whether it opens a key that everybody has, so that its file may be read by others.
  func password(
    from source: PasswordSource, prompt: StyledText, givenBy ways: String = passwordOptions,
    ofPublishedKey isPublished: Bool = false
  ) async throws(CommandFailure) -> SecretBytes {
    do {
      // A descriptor may keep us waiting, so it is read where waiting is harmless.
      if let line = try await BlockingWork.run({ try source.readLine(ofPublishedKey: isPublished) }) { return line }
    } catch {
      throw CommandFailure(error)
    }
    guard let prompter else {
      throw CommandFailure(.noPassword, CommandRefusal.noPasswordToType(ways: ways))
    }
    do {
      if let typed = try await prompter.secret(prompt: prompt) { return typed }
    } catch {
      throw CommandFailure(error)
    }
    throw CommandFailure(.noPassword, CommandRefusal.noPasswordTyped)
  }

  private static let emptyPassword = CommandFailure(.noPassword, WalletRefusal.emptyPassword)
}

extension Fields {
  /// The fields in one line, for an error text.
  fileprivate var summary: String {
    fields.map { $0.name.isEmpty ? $0.value.plain : "\($0.name): \($0.value.plain)" }.joined(separator: ", ")
  }
}
