import StrictJSON

/// The places of a relay, whatever the method.
enum RelayRoute: Sendable, Hashable {
  // The Standard Relayer API, version 0.
  case tokenPairs, orders, order(String), orderbook, fees, newOrder
  // The order book API of version 4.
  case bookV4, ordersV4, orderV4(String), feeRecipients, orderConfig, newOrderV4, persistentOrder
  // The relay's own.
  case trades, candles, depth, status, health, readiness, metrics

  /// The place of a path without its query; nil where there is none.
  init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard path.hasPrefix("/"), path.utf8.count <= 256 else { return nil }
    switch (parts.first, parts.dropFirst().first) {
    case ("v0", _):
      guard let place = Self.version0(parts.dropFirst()) else { return nil }
      self = place
    case ("orderbook", "v1"):
      guard let place = parts.count == 2 ? .bookV4 : Self.version4(parts.dropFirst(2)) else { return nil }
      self = place
    case ("sra", "v4"):
      guard let place = parts.dropFirst(2) == ["orderbook"] ? .bookV4 : Self.version4(parts.dropFirst(2)) else {
        return nil
      }
      self = place
    default:
      guard let place = Self.own[path] else { return nil }
      self = place
    }
  }

  private static let own: [String: RelayRoute] = [
    "/relay/v1/trades": .trades, "/relay/v1/candles": .candles, "/relay/v1/depth": .depth, "/relay/v1/status": .status,
    "/healthz": .health, "/readyz": .readiness, "/metrics": .metrics,
  ]

  private static func version0(_ parts: ArraySlice<Substring>) -> RelayRoute? {
    switch (parts.count, parts.first) {
    case (1, "token_pairs"): .tokenPairs
    case (1, "orders"): .orders
    case (1, "orderbook"): .orderbook
    case (1, "fees"): .fees
    case (1, "order"): .newOrder
    case (2, "order"): parts.last.map { .order(String($0)) }
    default: nil
    }
  }

  private static func version4(_ parts: ArraySlice<Substring>) -> RelayRoute? {
    switch (parts.count, parts.first) {
    case (1, "orders"): .ordersV4
    case (1, "fee_recipients"): .feeRecipients
    case (1, "order_config"): .orderConfig
    case (1, "order"): .newOrderV4
    case (2, "order"): parts.last == "persistent" ? .persistentOrder : parts.last.map { .orderV4(String($0)) }
    default: nil
    }
  }

  /// The path by which requests are counted: of all that name one thing the same.
  var pattern: String {
    switch self {
    case .tokenPairs: "/v0/token_pairs"
    case .orders: "/v0/orders"
    case .order: "/v0/order/:hash"
    case .orderbook: "/v0/orderbook"
    case .fees: "/v0/fees"
    case .newOrder: "/v0/order"
    case .bookV4: "/orderbook/v1"
    case .ordersV4: "/orderbook/v1/orders"
    case .orderV4: "/orderbook/v1/order/:hash"
    case .feeRecipients: "/orderbook/v1/fee_recipients"
    case .orderConfig: "/orderbook/v1/order_config"
    case .newOrderV4: "/orderbook/v1/order"
    case .persistentOrder: "/orderbook/v1/order/persistent"
    case .trades, .candles, .depth, .status, .health, .readiness, .metrics:
      Self.own.first { $0.value == self }?.key ?? ""
    }
  }

  /// The methods that the place takes, beside `OPTIONS`.
  var methods: [String] {
    switch self {
    case .fees, .newOrder, .orderConfig, .newOrderV4, .persistentOrder: ["POST"]
    case .ordersV4: ["GET", "HEAD", "POST"]
    default: ["GET", "HEAD"]
    }
  }

  /// The most bytes of a body.
  var mostBytes: Int { self == .ordersV4 ? PostedOrderReader.listLimits.bytes : PostedOrderReader.limits.bytes }

  /// Whether requests count against the limits of an address; those who watch the relay ask as often as they like.
  var isMetered: Bool { self != .health && self != .readiness && self != .metrics }
}
