/// What makes two sends of an account on a chain the same: the second finds the first instead of paying again.
public struct IntentKey: Sendable, Hashable, CustomStringConvertible {
  /// The text that is compared, as it stands in the file.
  public let description: String

  /// A key of any text; what it takes to be the same is for the caller to say.
  public init(_ text: String) { description = text }
}
