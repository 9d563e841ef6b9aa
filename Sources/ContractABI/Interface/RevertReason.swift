import Primitives

/// The meaning of revert data.
public enum RevertReason: Sendable, Hashable {
  /// No data: a check without a reason, an invalid opcode, or a function that is not there.
  case empty
  /// `Error(string)`: the reason a `require` or `assert` gives.
  case message(String)
  /// `Panic(uint256)`: a check of the compiler.
  case panic(Panic)
  /// A custom error of the contract.
  case custom(ABIError, [ABIValue])
  /// Data that none of the known errors explains.
  case unknown(Bytes)

  /// Reads revert data; it never fails, as the data may be anything.
  ///
  /// - Parameter errors: the custom errors to look for.
  public init(_ data: Bytes, errors: [ABIError] = []) {
    guard !data.isEmpty else {
      self = .empty
      return
    }
    self = .unknown(data)
    guard let selector = ABISelector(prefixOf: data) else { return }
    do throws(ContractABIError) {
      switch selector {
      case ABIError.message.selector:
        if case .string(let text)? = try ABIError.message.decode(data, options: .lenient).first {
          self = .message(text)
        }
      case ABIError.panic.selector:
        if case .uint(let code)? = try ABIError.panic.decode(data, options: .lenient).first {
          self = .panic(Panic(code: code))
        }
      default:
        guard let error = errors.first(where: { $0.selector == selector }) else { return }
        self = .custom(error, try error.decode(data, options: .lenient))
      }
    } catch {
      // Data that only looks like that error stays unknown.
    }
  }

  /// The reason for people; safe for a terminal.
  public var readable: String {
    switch self {
    case .empty: "reverted without a reason"
    case .message(let text): text.isEmpty ? "reverted with an empty reason" : TerminalSafe.escape(text)
    case .panic(let panic): panic.description
    case .custom(let error, let arguments): error.readable(arguments)
    case .unknown(let data): "reverted with unknown data \(TerminalSafe.shorten(data))"
    }
  }
}

extension RevertReason: CustomStringConvertible {
  /// The reason for people, ``readable``.
  public var description: String { readable }
}
