/// The kind of a failure in one domain of errors; new kinds may be added at any time, by other targets too.
///
/// A domain's kinds are static members of an extension, as in
/// `extension ErrorCode<OutboxErrors> { public static var busy: Self { Self("busy") } }`.
public struct ErrorCode<Domain>: Sendable, Hashable, CustomStringConvertible {
  /// The kind's name, which scripts read: it never changes its meaning.
  public let description: String
  /// The number of the kind in a protocol, where it has one.
  public let number: Int?

  /// A kind by its name.
  ///
  /// - Parameter number: The number of the kind in a protocol.
  public init(_ name: String, _ number: Int? = nil) {
    description = name
    self.number = number
  }
}
