/// An endpoint that does not say of a transaction what the others say.
public struct EndpointDisagreement: Sendable, Hashable, CustomStringConvertible {
  /// In what it differs from the others.
  public enum Kind: Sendable, Hashable {
    /// Its newest block is older than the transaction's.
    case lags(head: UInt64, block: UInt64)
    /// The endpoint has that block, and something else in it, or the transaction elsewhere.
    case contradicts(String)
    /// The endpoint does not answer.
    case silent(String)
  }

  /// Its address without secrets.
  public let endpoint: String
  /// In what it differs, with what it said.
  public let kind: Kind

  /// Whether it is more than silence or lateness.
  public var isContradiction: Bool { if case .contradicts = kind { true } else { false } }

  /// For people.
  public var description: String {
    switch kind {
    case .lags(let head, let block):
      "\(endpoint) is behind: it is at block \(head), the transaction is in \(block)."
    case .contradicts(let what): "\(endpoint) tells otherwise: \(what)."
    case .silent(let why): "\(endpoint) does not answer: \(why)"
    }
  }
}
