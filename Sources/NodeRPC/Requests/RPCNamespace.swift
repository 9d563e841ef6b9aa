/// The prefix of the methods that Ethereum nodes and Kaia nodes share.
///
/// On Kaia `eth_` shows everything as Ethereum would, `kaia_` and its old name `klay_` show Kaia's own view: receipts
/// that carry the transaction, blocks without a gas limit. Only the latter two take Kaia's own transaction types.
public enum RPCNamespace: String, Sendable, Hashable, CaseIterable {
  /// Each as it stands before the underscore: `eth_`, `klay_`, `kaia_`.
  case eth, klay, kaia

  /// The full name of a method, such as `eth_getBalance`.
  public func method(_ name: String) -> String {
    // By hand: an interpolation takes longer than all else on the way of a request here.
    switch self {
    case .eth: return "eth_" + name
    case .klay: return "klay_" + name
    case .kaia: return "kaia_" + name
    }
  }

  /// The name that a method of `kaia_` had before version 1.0 of Kaia's node; nil for methods of other namespaces.
  static func oldName(of method: String) -> String? {
    method.hasPrefix("kaia_") ? RPCNamespace.klay.method(String(method.dropFirst(5))) : nil
  }

  /// The namespace for methods that only Kaia has: `klay_` where that was chosen, else `kaia_`.
  var kaiaOwn: RPCNamespace { self == .klay ? .klay : .kaia }
}
