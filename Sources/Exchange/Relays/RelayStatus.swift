import JSONFields
import Orders
import Primitives
import StrictJSON

/// The state of a relay of this program's kind, by its own word.
public struct RelayStatus: Sendable, Hashable {
  /// The relay's address, without its secrets.
  public let relay: String
  /// The number of its chain (EIP-155).
  public let chainID: UInt256
  /// The exchange contracts whose orders it takes.
  public let exchanges: [OrderVersion: Address]
  /// Whether its book is at the head of the chain.
  public let isReady: Bool
  /// Whether it takes no orders.
  public let isReadOnly: Bool
  /// The height of the block as of which its book is; nil before the first.
  public let head: UInt64?
  /// The height of its node's newest block; nil where the node does not answer.
  public let nodeHead: UInt64?
  /// The blocks that its book is behind its node.
  public let lag: UInt64
  /// The number that grows with each change of its books.
  public let sequence: UInt64
  /// The orders that can be filled.
  public let openOrders: UInt64
  /// The subscriptions of its feed.
  public let subscriptions: UInt64
  /// The open connections of WebSocket.
  public let webSockets: UInt64

  /// Asks a relay.
  ///
  /// - Parameter authorityFile: The PEM file of the certificate authorities that it is trusted by; nil for the system's.
  /// - Throws: `invalidAddress`, `unreachable`, `busy`, `refused`, `tooLarge`; `malformed` for a relay of another kind.
  public static func read(
    _ url: String, limits: RelayReadingLimits = RelayReadingLimits(), authorityFile: String? = nil
  ) async throws(RelayClientError) -> RelayStatus {
    // No order is asked for.
    let nothing = ExchangeContract(chainID: 0, address: .zero)
    let relay = try RelayClient(url, .v4, for: nothing, limits: limits, authorityFile: authorityFile)
    let fields = try relay.fields(try await relay.getExisting(RelayRoutes.status(of: url)).json)
    let told = try fields.fields("exchanges")
    var exchanges: [OrderVersion: Address] = [:]
    for version in OrderVersion.allCases { exchanges[version] = try told.optional(version.rawValue, .address) }
    return RelayStatus(
      relay: relay.address, chainID: try fields.required("chainId", .number), exchanges: exchanges,
      isReady: try fields.required("ready", .bool), isReadOnly: try fields.required("readOnly", .bool),
      head: try height("head", fields), nodeHead: try height("nodeHead", fields),
      lag: try fields.required("lag", .number), sequence: try fields.required("sequence", .number),
      openOrders: try fields.required("openOrders", .number),
      subscriptions: try fields.required("subscriptions", .number),
      webSockets: try fields.required("webSockets", .number))
  }

  private static func height(
    _ name: String, _ fields: JSONFields<RelayClientError>
  ) throws(RelayClientError) -> UInt64? {
    guard let value = fields.object[name], value != .null else { return nil }
    return try fields.fields(name).required("number", .number)
  }
}
