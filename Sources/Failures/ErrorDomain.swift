/// The errors of one subject, mostly of one target: the codes, the facts that go with them, and how their text is made.
///
/// A domain is an enumeration without cases; its codes are static members of ``ErrorCode``, and its errors are thrown as
/// ``DomainError`` under a name of their own, such as `OutboxError`.
public protocol ErrorDomain: Sendable {
  /// Facts on which the next step depends beyond the code; whoever shows the error has the words for that step.
  associatedtype Facts: Sendable = Never
  /// The thing that an error is about: a place in the input, a field, a block, a transaction.
  associatedtype Subject: Sendable = Never

  /// The words of an error that was made without: they are put together when somebody reads them.
  static func words(for error: DomainError<Self>) -> ErrorWords

  /// The whole text of an error: its words, a line each, unless the domain has more to say.
  static func text(of error: DomainError<Self>) -> String
}

extension ErrorDomain {
  /// The code alone.
  public static func words(for error: DomainError<Self>) -> ErrorWords { ErrorWords(error.code.description) }

  /// At most four lines: what failed, why, the call and what to do next.
  public static func text(of error: DomainError<Self>) -> String {
    let words = error.words
    return [words.message, words.reason, words.call.map { "Call: \($0)" }, words.advice]
      .compactMap { $0 }.joined(separator: "\n")
  }
}

/// The words of an error, for people; none of them holds a secret, names a command or a command's option.
public struct ErrorWords: Sendable, Hashable {
  /// The failure, in a sentence.
  public let message: String
  /// The reason, if known.
  public let reason: String?
  /// The readable call or transfer.
  public internal(set) var call: String?
  /// The next step, where that is the same for whoever calls the library.
  public let advice: String?

  /// The words that are given; what is nil is left out of the text.
  public init(_ message: String, reason: String? = nil, call: String? = nil, advice: String? = nil) {
    self.message = message
    self.reason = reason
    self.call = call
    self.advice = advice
  }
}
