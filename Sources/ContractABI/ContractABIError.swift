import Primitives

/// A fault of a type, a value, encoded data, a signature or an ABI file.
///
/// Two errors are equal when their codes are; the texts are for people.
public struct ContractABIError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// A type name that does not exist or is nested too deeply.
    public static let invalidType = Code("invalidType")
    /// A human-readable signature that cannot be read.
    public static let invalidSignature = Code("invalidSignature")
    /// A JSON ABI or artifact that is not one.
    public static let invalidABI = Code("invalidABI")
    /// Bytecode that is missing, not hexadecimal, or has libraries still to be linked.
    public static let invalidBytecode = Code("invalidBytecode")
    /// A text or JSON that is not a value of its type.
    public static let invalidValue = Code("invalidValue")
    /// A number that does not fit its type.
    public static let outOfRange = Code("outOfRange")
    /// A value of another kind than its type.
    public static let typeMismatch = Code("typeMismatch")
    /// Too few or too many arguments, elements or bytes.
    public static let countMismatch = Code("countMismatch")
    /// A type that the packed mode does not have.
    public static let notPackable = Code("notPackable")
    /// No data at all where a result was due.
    public static let noData = Code("noData")
    /// Data that ends too early.
    public static let truncated = Code("truncated")
    /// An offset that points outside the data.
    public static let invalidOffset = Code("invalidOffset")
    /// A length that the data cannot hold.
    public static let invalidLength = Code("invalidLength")
    /// Bits set where the encoding wants zeros (or copies of the sign).
    public static let invalidPadding = Code("invalidPadding")
    /// A string that is not UTF-8.
    public static let invalidUTF8 = Code("invalidUTF8")
    /// Data that would decode to far more than it holds.
    public static let tooLarge = Code("tooLarge")
    /// A type nested too deeply to be coded.
    public static let tooDeep = Code("tooDeep")
    /// A function, event or error that the ABI does not have.
    public static let notFound = Code("notFound")
    /// A name that several functions, events or errors share.
    public static let ambiguous = Code("ambiguous")
    /// Calldata or revert data of another function or error.
    public static let wrongSelector = Code("wrongSelector")
    /// A log of another event.
    public static let wrongTopics = Code("wrongTopics")
  }

  /// The kind of failure.
  public let code: Code
  /// The failure, in a sentence.
  public let message: String
  /// Why, where that is not in the message.
  public let reason: String?
  /// The argument, component or element that is meant, like `order.items[2]`.
  public private(set) var path: String
  /// The readable call, where there is one.
  public private(set) var call: String?
  /// The next step to take.
  public let advice: String?

  /// An error with its context, which ``inside(_:)-(String)`` and ``during(_:)`` add as it comes out; `code` alone
  /// decides equality.
  public init(
    _ code: Code, _ message: String, reason: String? = nil, path: String = "", call: String? = nil,
    advice: String? = nil
  ) {
    self.code = code
    self.message = message
    self.reason = reason
    self.path = path
    self.call = call
    self.advice = advice
  }

  /// Moves the error one level further out: into the component or argument of that name.
  public func inside(_ component: String) -> ContractABIError {
    guard !component.isEmpty else { return self }
    var error = self
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    error.path = component + separator + path
    return error
  }

  /// Moves the error into the element of that index.
  public func inside(_ index: Int) -> ContractABIError { inside("[\(index)]") }

  /// Adds the call that the error is about, unless it has one.
  public func during(_ call: String) -> ContractABIError {
    var error = self
    if error.call == nil { error.call = call }
    return error
  }

  /// At most four lines, safe for a terminal.
  public var description: String {
    let place = path.isEmpty ? "" : "\(path): "
    let lines = [place + message, reason, call.map { "Call: \($0)" }, advice].compactMap { $0 }
    return lines.map { TerminalSafe.escape($0, limit: 2500) }.joined(separator: "\n")
  }

  public static func == (left: ContractABIError, right: ContractABIError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
