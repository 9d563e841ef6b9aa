/// What makes two sends of an account on a chain the same: the second finds the first instead of paying again.
public struct IntentKey: Sendable, Hashable, CustomStringConvertible {
  public let description: String

  public init(_ text: String) { description = text }
}
