import Orders
import Primitives

/// The versions of the interface that relays speak.
public enum RelayAPI: String, Sendable, Hashable, CaseIterable {
  /// The Standard Relayer API, version 0: orders of version 1.
  case v0
  /// The order book of version 4: limit orders.
  case v4

  /// The version of the protocol of its orders.
  var version: OrderVersion { self == .v0 ? .v1 : .v4 }

  /// The most records that the interface gives on a page.
  var perPage: Int { self == .v0 ? 100 : 1_000 }

  /// The names of the query's parameters for pages.
  var pageNames: (page: String, perPage: String) {
    self == .v0 ? ("page", "per_page") : ("page", "perPage")
  }

  /// The names of the query's parameters for a pair.
  var pairNames: (base: String, quote: String) {
    self == .v0 ? ("baseTokenAddress", "quoteTokenAddress") : ("baseToken", "quoteToken")
  }

  /// The HTTP statuses that confirm a posted order.
  var acceptance: Set<Int> { self == .v0 ? [200, 201] : [200] }
}

/// The addresses of an interface's routes, below the relay's own.
struct RelayRoutes: Sendable {
  private let root: String
  private let book: String

  /// The routes below an address, which may be the interface's own already; slashes at its end do not count.
  init(_ url: String, _ api: RelayAPI) {
    var base = url[...]
    while base.hasSuffix("/") { base = base.dropLast() }
    switch api {
    case .v0:
      root = base.hasSuffix("/v0") ? String(base) : "\(base)/v0"
      book = root + "/orderbook"
    case .v4 where base.hasSuffix("/sra/v4"):
      root = String(base)
      book = root + "/orderbook"
    case .v4:
      root = base.hasSuffix("/orderbook/v1") ? String(base) : "\(base)/orderbook/v1"
      book = root
    }
  }

  var orderBook: String { book }
  var orders: String { root + "/orders" }
  var order: String { root + "/order" }
  var tokenPairs: String { root + "/token_pairs" }
  var fees: String { root + "/fees" }
  var orderConfig: String { root + "/order_config" }
  var feeRecipients: String { root + "/fee_recipients" }

  func order(_ hash: Hash32) -> String { "\(root)/order/\(hash.hex)" }

  /// The address of a relay's own status, which no interface of others has.
  static func status(of url: String) -> String {
    var base = url[...]
    while base.hasSuffix("/") { base = base.dropLast() }
    for suffix in ["/v0", "/sra/v4", "/orderbook/v1"] where base.hasSuffix(suffix) {
      base = base.dropLast(suffix.count)
    }
    return "\(base)/relay/v1/status"
  }
}

extension OrderVersion {
  /// The interface by which relays take and give orders of the version.
  public var api: RelayAPI { self == .v1 ? .v0 : .v4 }
}
