import HTTPTypes
import LectureIndex
import Listening
import NIOCore

/// All that a platform has and one person's pages have not: a public name, a store that its processes share, and no key
/// of anybody.
package struct Platform: Sendable {
  /// The name under which browsers reach it.
  package let name: PublicName
  /// The sessions, reviews, counters and events.
  package let store: PlatformStore
  /// Whether anybody may look at blocks and transactions.
  package var hasExplorer = false
  /// An endpoint of the network that wallets may be given; nil where they have to know the network themselves.
  package var publicEndpoint: String?
  /// The fees that it pays; nil where everybody pays their own.
  package var fees: PlatformFees?
  /// The index out of which lists are read; nil where the contract is asked each time.
  package var index: IndexReader?
  /// The servers in front, whose word on clients' addresses is taken.
  package var proxies = TrustedProxies([])
  /// Whether whoever connects is the server in front: only that reaches a socket on the disk.
  package var isBehindSocket = false

  /// A platform under a name.
  package init(_ name: PublicName, _ store: PlatformStore) { (self.name, self.store) = (name, store) }

  /// The client's address of a request; of IPv6 the network.
  func client(of headers: HTTPFields, at peer: SocketAddress?) -> ClientAddress {
    let forwarded = headers[values: Self.forwardedFor]
    guard isBehindSocket else { return proxies.client(at: peer, forwarded: forwarded) }
    let last = forwarded.joined(separator: ",").split(separator: ",").last.map { $0.filter { $0 != " " } }
    return last.flatMap { ClientAddress($0) } ?? ClientAddress(nil)
  }

  /// The header in which servers in front name the client.
  static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
}
