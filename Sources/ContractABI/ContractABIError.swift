@_exported import Failures
import Primitives

/// A fault of a type, a value, encoded data, a signature or an ABI file.
public typealias ContractABIError = DomainError<ContractABIErrors>

/// The domain of ``ContractABIError``.
public enum ContractABIErrors: ErrorDomain {
  /// The argument, component or element that is meant, like `order.items[2]`.
  public typealias Subject = String

  /// At most four lines, safe for a terminal.
  public static func text(of error: ContractABIError) -> String {
    let place = error.path.isEmpty ? "" : "\(error.path): "
    let lines = [place + error.message, error.reason, error.call.map { "Call: \($0)" }, error.advice]
    return lines.compactMap { $0.map { TerminalSafe.escape($0, limit: 2500) } }.joined(separator: "\n")
  }
}

extension ErrorCode<ContractABIErrors> {
  /// A type name that does not exist or is nested too deeply.
  public static var invalidType: Self { Self("invalidType") }
  /// A human-readable signature that cannot be read.
  public static var invalidSignature: Self { Self("invalidSignature") }
  /// A JSON ABI or artifact that is not one.
  public static var invalidABI: Self { Self("invalidABI") }
  /// Bytecode that is missing, not hexadecimal, or has libraries still to be linked.
  public static var invalidBytecode: Self { Self("invalidBytecode") }
  /// A text or JSON that is not a value of its type.
  public static var invalidValue: Self { Self("invalidValue") }
  /// A number that does not fit its type.
  public static var outOfRange: Self { Self("outOfRange") }
  /// A value of another kind than its type.
  public static var typeMismatch: Self { Self("typeMismatch") }
  /// Too few or too many arguments, elements or bytes.
  public static var countMismatch: Self { Self("countMismatch") }
  /// A type that the packed mode does not have.
  public static var notPackable: Self { Self("notPackable") }
  /// No data at all where a result was due.
  public static var noData: Self { Self("noData") }
  /// Data that ends too early.
  public static var truncated: Self { Self("truncated") }
  /// An offset that points outside the data.
  public static var invalidOffset: Self { Self("invalidOffset") }
  /// A length that the data cannot hold.
  public static var invalidLength: Self { Self("invalidLength") }
  /// Bits set where the encoding wants zeros (or copies of the sign).
  public static var invalidPadding: Self { Self("invalidPadding") }
  /// A string that is not UTF-8.
  public static var invalidUTF8: Self { Self("invalidUTF8") }
  /// Data that would decode to far more than it holds.
  public static var tooLarge: Self { Self("tooLarge") }
  /// A type nested too deeply to be coded.
  public static var tooDeep: Self { Self("tooDeep") }
  /// A function, event or error that the ABI does not have.
  public static var notFound: Self { Self("notFound") }
  /// A name that several functions, events or errors share.
  public static var ambiguous: Self { Self("ambiguous") }
  /// Calldata or revert data of another function or error.
  public static var wrongSelector: Self { Self("wrongSelector") }
  /// A log of another event.
  public static var wrongTopics: Self { Self("wrongTopics") }
}

extension ContractABIError {
  /// The argument, component or element that is meant, like `order.items[2]`.
  public var path: String { subject ?? "" }

  /// Moves the error one level further out: into the component or argument of that name.
  public func inside(_ component: String) -> ContractABIError {
    guard !component.isEmpty else { return self }
    var error = self
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    error.subject = component + separator + path
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
}
