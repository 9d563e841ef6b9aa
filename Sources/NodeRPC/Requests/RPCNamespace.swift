/// The prefix of the methods that Ethereum nodes and Kaia nodes share.
///
/// On Kaia `eth_` shows everything as Ethereum would, `kaia_` and its old name `klay_` show Kaia's own view: receipts
/// that carry the transaction, blocks without a gas limit. Only the latter two take Kaia's own transaction types.
public enum RPCNamespace: String, Sendable, Hashable, CaseIterable {
  /// Each as it stands before the underscore: `eth_`, `klay_`, `kaia_`.
  case eth, klay, kaia

  /// The full name of a method, such as `eth_getBalance`.
  public func method(_ name: String) -> String { "\(rawValue)_\(name)" }

  /// The name that a method of `kaia_` had before version 1.0 of Kaia's node; nil for methods of other namespaces.
  static func oldName(of method: String) -> String? {
    method.hasPrefix("kaia_") ? RPCNamespace.klay.method(String(method.dropFirst(5))) : nil
  }

  /// The name by which nodes of Klaytn know a method that answers at least as old ones of theirs do: these have no `eth_`
  /// before version 1.8, no `kaia_` at all, and `klay_chainID` long before `klay_chainId`.
  static func klaytnName(of method: String) -> String {
    for prefix in ["eth_", "kaia_", "klay_"] where method.hasPrefix(prefix) {
      let name = String(method.dropFirst(prefix.count))
      return RPCNamespace.klay.method(name == "chainId" ? "chainID" : name)
    }
    return method
  }

  /// The namespace for methods that only Kaia has: `klay_` where that was chosen, else `kaia_`.
  var kaiaOwn: RPCNamespace { self == .klay ? .klay : .kaia }
}
