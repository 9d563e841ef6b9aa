import Primitives

/// One input or output of a function, event or error, or one component of a tuple.
public struct ABIParameter: Sendable, Hashable {
  /// The name; empty where the ABI gives none.
  public let name: String
  /// Its type; of a tuple with the components, whose names are in it too.
  public let type: ABIType
  /// The compiler's name of the type (`struct Lecture`, `contract IERC20`), if the ABI has it.
  public let internalType: String?
  /// Whether an event keeps it in a topic.
  public let isIndexed: Bool

  /// Takes the parts as they are; by default not indexed, and without a name.
  public init(_ name: String = "", _ type: ABIType, internalType: String? = nil, isIndexed: Bool = false) {
    self.name = name
    self.type = type
    self.internalType = internalType
    self.isIndexed = isIndexed
  }

  /// The name, or `value 1`, `value 2`… by position where there is none.
  func label(at index: Int) -> String { name.isEmpty ? "value \(index + 1)" : name }
}

extension ABIParameter: CustomStringConvertible {
  /// As a human-readable signature has it: `uint256 indexed lectureNumber`.
  public var description: String {
    (type.humanReadable + (isIndexed ? " indexed" : "")
      + (name.isEmpty ? "" : " " + TerminalSafe.escape(name, limit: .max)))
  }
}
