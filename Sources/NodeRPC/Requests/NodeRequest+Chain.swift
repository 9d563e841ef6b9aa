import JSONFields
import Primitives
import StrictJSON

extension NodeRequest where Value == UInt256 {
  /// The chain's number, as transactions are signed for it (`eth_chainId`).
  public static func chainID(namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("chainId"), read: .quantity)
  }

  /// The price of gas the node suggests, in wei (`eth_gasPrice`).
  public static func gasPrice(namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("gasPrice"), read: .quantity)
  }

  /// The tip the node suggests, in wei (`eth_maxPriorityFeePerGas`).
  public static func maxPriorityFeePerGas(namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("maxPriorityFeePerGas"), read: .quantity)
  }
}

extension NodeRequest where Value == UInt64 {
  /// The height of the newest block (`eth_blockNumber`).
  public static func blockNumber(namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("blockNumber"), read: .quantity)
  }
}

extension NodeRequest where Value == String {
  /// The name and version of the node's software (`web3_clientVersion`), cleaned for a terminal.
  public static func clientVersion() -> NodeRequest {
    NodeRequest("web3_clientVersion", read: .string).map { TerminalSafe.escape($0, limit: 200) }
  }

  /// The number of the network, in decimal digits (`net_version`).
  public static func networkVersion() -> NodeRequest {
    NodeRequest("net_version") { json in
      if case .number = json { return String(try JSONReader<UInt256>.quantity(json)) }
      return TerminalSafe.escape(try JSONReader.string(json), limit: 200)
    }
  }
}

extension NodeRequest where Value == FeeHistory {
  /// The fees of past blocks (`eth_feeHistory`).
  ///
  /// - Parameters:
  ///   - blocks: How many; nodes allow up to 1,024.
  ///   - newest: The last of them.
  ///   - percentiles: From 0 to 100, rising; each gives a tip.
  public static func feeHistory(
    blocks: Int, newest: BlockTag = .latest, percentiles: [Double] = [], namespace: RPCNamespace = .eth
  ) -> NodeRequest {
    let places = percentiles.filter(\.isFinite).map { value in
      JSON.number(value == value.rounded() && abs(value) < 1e6 ? String(Int(value)) : String(value))
    }
    return NodeRequest(
      namespace.method("feeHistory"),
      [.string(UInt256(UInt64(max(0, blocks))).quantity), newest.json, .array(places)], read: .reply)
  }
}

extension NodeRequest where Value == SyncStatus? {
  /// The progress of the node's syncing; nil when it is done (`eth_syncing`).
  public static func syncing(namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("syncing")) { json in
      if case .bool(false) = json { return nil }
      return try SyncStatus(reply: json)
    }
  }
}

extension NodeRequest where Value == Block? {
  /// A block, or nil if the node does not know it (`eth_getBlockByNumber`, `eth_getBlockByHash`).
  ///
  /// - Parameter full: Whether its transactions come whole or only their hashes.
  public static func block(
    _ tag: BlockTag, full: Bool = false, namespace: RPCNamespace = .eth
  ) -> NodeRequest {
    let name: String
    let which: JSON
    switch tag {
    case .hash(let hash): (name, which) = ("getBlockByHash", .string(hash.hex))
    default: (name, which) = ("getBlockByNumber", tag.json)
    }
    return NodeRequest(namespace.method(name), [which, .bool(full)], read: .nullable(.reply))
  }
}

extension NodeRequest where Value == Hash32? {
  /// The fork of another chain that the node is: the id of a devnet's instance that goes on from a chain under that
  /// one's own id; nil for a devnet that started from nothing (`hardhat_metadata`, which anvil answers as well). Nodes
  /// of real chains don't have the method.
  public static func forkInstance() -> NodeRequest {
    NodeRequest("hardhat_metadata") { json in
      guard let origin = json["forkedNetwork"], origin != .null else { return nil }
      return try JSONReader.hash(json["instanceId"] ?? .null)
    }
  }
}

extension NodeRequest where Value == [Log] {
  /// The logs that fit a filter, oldest first (`eth_getLogs`).
  public static func logs(_ filter: LogFilter, namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("getLogs"), [filter.json], read: .listOrNull(of: .reply))
  }
}
