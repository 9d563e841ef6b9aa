/// An error that may have another one underneath.
public protocol CausedError: Error {
  /// The error underneath.
  var cause: (any Error)? { get }
}

/// An error of a domain: a code for programs, words for people, and facts for whoever shows it.
///
/// Two errors are equal when their codes are.
public struct DomainError<Domain: ErrorDomain>: CausedError, Hashable, CustomStringConvertible {
  /// The kinds of failure; open, so that later versions can add to them.
  public typealias Code = ErrorCode<Domain>
  /// The facts of the domain's errors.
  public typealias Facts = Domain.Facts

  /// The kind of failure; equality goes by this alone.
  public var code: Code { box.content.code }
  /// The words for people, given with the error or made of its code and facts now.
  public var words: ErrorWords { box.content.words ?? Domain.words(for: self) }
  /// The failure, in a sentence.
  public var message: String { words.message }
  /// The reason, if known.
  public var reason: String? { words.reason }
  /// The readable call or transfer.
  public package(set) var call: String? {
    get { words.call }
    set { change { $0.words?.call = newValue } }
  }
  /// The next step, where that is the same for whoever calls the library; else ``facts`` tell what it depends on.
  public var advice: String? { words.advice }
  /// The facts on which the next step depends beyond the code; nil where there are none.
  public package(set) var facts: Facts? {
    get { box.content.facts }
    set { change { $0.facts = newValue } }
  }
  /// The thing that it is about; nil where that is nothing in particular.
  public package(set) var subject: Domain.Subject? {
    get { box.content.subject }
    set { change { $0.subject = newValue } }
  }
  /// The error underneath.
  public var cause: (any Error)? { box.content.cause }

  /// An error with its context; what is nil is left out of the text.
  public init(
    _ code: Code, _ message: String, about subject: Domain.Subject? = nil, reason: String? = nil, call: String? = nil,
    advice: String? = nil, facts: Facts? = nil, cause: (any Error)? = nil
  ) {
    let words = ErrorWords(message, reason: reason, call: call, advice: advice)
    self.init(code, words: words, about: subject, facts: facts, cause: cause)
  }

  /// An error with the words that are given; those of the domain where they are nil.
  public init(
    _ code: Code, words: ErrorWords?, about subject: Domain.Subject? = nil, facts: Facts? = nil,
    cause: (any Error)? = nil
  ) { box = Box(Content(code: code, words: words, facts: facts, subject: subject, cause: cause)) }

  /// Equal codes, whatever else the errors say.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// Hashes the code alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The whole text for people, as the domain makes it.
  public var description: String { Domain.text(of: self) }

  private struct Content: Sendable {
    let code: Code
    var words: ErrorWords?
    var facts: Facts?
    var subject: Domain.Subject?
    let cause: (any Error)?
  }

  /// Keeps the error one word wide: `Result`s of large batches stay small, and Swift 6.3 crashes in asynchronous
  /// functions with many parameters that throw a typed error too wide for registers.
  private final class Box: Sendable {
    let content: Content
    init(_ content: Content) { self.content = content }
  }

  private var box: Box

  private mutating func change(_ change: (inout Content) -> Void) {
    var content = box.content
    change(&content)
    box = Box(content)
  }
}
