import Keystores
import Localization
import Primitives
import StrictJSON
import Terminal

/// The words of a failure for people, each in one line.
struct FailureWords: Sendable, Hashable {
  /// The operation that failed.
  let message: String
  /// The reason, if it is known.
  let reason: String?
  /// The parts of the reason, where it has several, each in a line of its own for people.
  private(set) var points: [String] = []
  /// The call it is about, in readable form.
  let call: String?
  /// The place to look at, if it is about no call: a file, a setting's place, the usage of a command.
  let place: String?
  /// The next thing to do.
  var advice: String? { didSet { advice = advice.map(FailureWords.oneLine) } }

  init(
    _ message: String, reason: String? = nil, call: String? = nil, place: String? = nil, advice: String? = nil
  ) {
    self.message = FailureWords.oneLine(message)
    self.reason = reason.map(FailureWords.oneLine)
    self.call = call.map(FailureWords.oneLine)
    self.place = place.map(FailureWords.oneLine)
    self.advice = advice.map(FailureWords.oneLine)
  }

  /// The words of what failed for several reasons.
  init(_ message: String, points: [String], advice: String? = nil) {
    self.init(message, reason: points.joined(separator: " "), advice: advice)
    self.points = points.map(FailureWords.oneLine)
  }

  /// The words with another sentence behind the reason.
  func adding(_ sentence: String) -> FailureWords {
    let reason = [reason.map(CommandFailure.sentence), sentence].compactMap { $0 }.joined(separator: " ")
    return FailureWords(message, reason: reason, call: call, place: place, advice: advice)
  }

  /// The words with each line changed.
  func changed(_ change: (String) -> String) -> FailureWords {
    var words = FailureWords(
      change(message), reason: reason.map(change), call: call, place: place, advice: advice.map(change))
    words.points = points.map(change)
    return words
  }

  /// The words with another reason.
  func because(_ reason: String) -> FailureWords {
    FailureWords(message, reason: reason, call: call, place: place, advice: advice)
  }

  /// The words of what a cause led to: the reason and the advice of the cause, under a message of these.
  func because(of cause: FailureWords) -> FailureWords {
    let advice = [cause.advice.map(CommandFailure.sentence), advice].compactMap { $0 }
    return FailureWords(
      message, reason: [cause.message, cause.reason].compactMap { $0 }.joined(separator: " "), call: cause.call,
      place: place,
      advice: advice.isEmpty ? nil : advice.joined(separator: " "))
  }

  /// The words with a call, where they have none.
  func about(_ call: String?) -> FailureWords {
    guard self.call == nil, call != nil else { return self }
    return FailureWords(message, reason: reason, call: call, place: place, advice: advice)
  }

  /// Message and reason as sentences and the advice as it is, in one line.
  var allSentences: String {
    ([message, reason].compactMap { $0 }.map(CommandFailure.sentence) + [advice].compactMap { $0 })
      .joined(separator: " ")
  }

  /// Message and reason in one line.
  var sentences: String { [message, reason].compactMap { $0 }.joined(separator: " ") }

  private static func oneLine(_ text: String) -> String {
    guard text.contains(where: \.isNewline) else { return text }
    return text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.joined(separator: " ")
  }
}

extension CommandFailure {
  /// A failure with words of a catalog.
  ///
  /// - Parameter call: The call it is about, where the words have none of their own.
  init<Words: Phrase>(
    _ code: Code, _ phrase: Words, call: String? = nil, details: JSONObject = [:]
  ) where Words.Text == FailureWords {
    self.init(code, phrase.english.about(call), details: details) { $0[phrase].about(call) }
  }

  /// A failure whose cause is another: the reason and the advice of that one, under a message of a catalog's.
  init<Words: Phrase>(_ code: Code, _ phrase: Words, because error: any Error) where Words.Text == FailureWords {
    let cause = CommandFailure(error)
    self.init(code, phrase.english.because(of: cause.english), details: cause.details) {
      $0[phrase].because(of: cause.words(in: $0))
    }
  }

  /// Does something, and puts an error under a message of a catalog's as ``init(_:_:because:)`` does.
  static func explaining<Value, Words: Phrase>(
    _ code: Code, _ phrase: @autoclosure () -> Words, _ work: () throws -> Value
  ) throws(CommandFailure) -> Value where Words.Text == FailureWords {
    do { return try work() } catch { throw CommandFailure(code, phrase(), because: error) }
  }

  /// The failure of a file that others have access to, under a code of a command's.
  init(_ code: Code, exposed error: KeystoreError) {
    self.init(code, FailureWords(error.message, reason: error.reason, advice: error.advice)) {
      CommandFailure(error).words(in: $0)
    }
  }

  /// The failure with another sentence behind its reason.
  func adding<Words: Phrase>(_ phrase: Words, details: JSONObject) -> CommandFailure where Words.Text == String {
    CommandFailure(
      code, english.adding(phrase.english), isContractsReason: isContractsReason, details: details
    ) { [self] in words(in: $0).adding($0[phrase]) }
  }

  /// The failure with another reason.
  func because<Words: Phrase>(_ phrase: Words) -> CommandFailure where Words.Text == String {
    CommandFailure(code, english.because(phrase.english), details: details) { [self] in
      words(in: $0).because($0[phrase])
    }
  }

  /// The failure with another advice.
  func advising<Words: Phrase>(_ phrase: Words) -> CommandFailure where Words.Text == String {
    advising { language, _ in language[phrase] }
  }

  /// The failure with further advice behind its own.
  func advisingAlso<Words: Phrase>(_ phrase: Words) -> CommandFailure where Words.Text == String {
    advising { language, own in [own, language[phrase]].compactMap { $0 }.joined(separator: " ") }
  }

  private func advising(
    _ advice: @escaping @Sendable (Language, _ own: String?) -> String
  ) -> CommandFailure {
    @Sendable func advised(_ language: Language) -> FailureWords {
      var words = words(in: language)
      words.advice = advice(language, words.advice)
      return words
    }
    return CommandFailure(
      code, advised(.english), isContractsReason: isContractsReason, details: details, translation: advised)
  }

  /// The failure with words in other languages; nil leaves it in English.
  func translated(_ translation: @escaping @Sendable (Language) -> FailureWords?) -> CommandFailure {
    CommandFailure(
      code, english, isContractsReason: isContractsReason, details: details, translation: translation)
  }
}
