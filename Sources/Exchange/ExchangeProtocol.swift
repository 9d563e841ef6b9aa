/// The versions of the protocol.
public enum ExchangeProtocol: String, Sendable, Hashable, CaseIterable {
  /// The exchange of 2017, behind a proxy that moves the tokens.
  case v1
  /// The native orders of 2021.
  case v4
}
