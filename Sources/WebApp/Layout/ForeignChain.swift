import LectureKit
import Operations
import Primitives

/// A request to pay on another chain than the one in use: money of another is no payment.
enum ForeignChain {
  /// The words that refuse a request for a chain; nil where that is in use or none is named.
  ///
  /// - Parameter place: The connection by which money is sent, whose chain is the one in use. Without one, nil is also
  ///   the answer where no node tells its chain: for what only shows a request.
  static func problem(_ chain: String?, _ visit: Visit, at place: Connection? = nil) async -> String? {
    let settings = visit.site.settings(of: visit.session)
    guard let chain, let network = try? settings.network() else { return nil }
    let inUse: UInt256
    if let place {
      inUse = place.session.chainID
    } else if let known = network.chainID {
      inUse = known
    } else {
      guard let told = try? await PageTimeout.node({ try await visit.connection().session.chainID }) else { return nil }
      inUse = told
    }
    let wanted = try? UInt256(parsing: chain)
    guard wanted != inUse else { return nil }
    let name = wanted.flatMap { wanted in
      settings.networkNames.first { (try? settings.network(named: $0))?.chainID == wanted }
    }
    return visit.text(
      WalletPaymentText.otherChain(name ?? UntrustedText.shown(chain, limit: 20), inUse: network.name))
  }
}
