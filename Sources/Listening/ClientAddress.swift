import NIOCore
import Platform

/// The address that distinguishes clients of a server: of IPv6 the network of 64 bits, of which one client has as many
/// addresses as it likes.
package struct ClientAddress: Sendable, Hashable, CustomStringConvertible {
  /// The four bytes of IPv4, or the first eight of IPv6; empty for what has no address, such as a local socket.
  package let bytes: [UInt8]
  /// The address, or the network.
  package let description: String

  /// The address of a connection's other end.
  package init(_ address: SocketAddress?) { self.init(bytes: NetworkPrefix.bytes(of: address)) }

  /// The address of a text; nil for what is none.
  package init?(_ text: some StringProtocol) {
    guard let address = try? SocketAddress(ipAddress: String(text), port: 0) else { return nil }
    self.init(address)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes.count == 16 ? Array(bytes.prefix(8)) : bytes
    guard bytes.count == 16 else {
      description = bytes.map(String.init).joined(separator: ".")
      return
    }
    let groups = stride(from: 0, to: 8, by: 2).map {
      String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16)
    }
    description = groups.joined(separator: ":")
  }
}

/// A range of network addresses that begin with the same bits, such as `10.0.0.0/8`.
package struct NetworkPrefix: Sendable, Hashable {
  private let bytes: [UInt8]
  private let bits: Int

  /// Reads an address, or an address and the number of bits that count; nil for what is none.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = try? SocketAddress(ipAddress: String(parts[0]), port: 0) else { return nil }
    bytes = Self.bytes(of: address)
    guard parts.count > 1 else {
      bits = 8 * bytes.count
      return
    }
    guard let bits = Int(parts[1]), parts[1].allSatisfy(\.isNumber), bits <= 8 * bytes.count else { return nil }
    self.bits = bits
  }

  /// Whether an address is in the range.
  package func contains(_ address: SocketAddress?) -> Bool { contains(Self.bytes(of: address)) }

  private func contains(_ other: [UInt8]) -> Bool {
    guard other.count == bytes.count, !other.isEmpty else { return false }
    return (0..<bits).allSatisfy { bit in
      (bytes[bit / 8] ^ other[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
    }
  }

  /// The bytes of an address; one of IPv4 that is written as IPv6 is one of IPv4.
  static func bytes(of address: SocketAddress?) -> [UInt8] {
    guard let address, let text = address.ipAddress else { return [] }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard case .v6 = address else { return inet_pton(AF_INET, text, &bytes) == 1 ? Array(bytes.prefix(4)) : [] }
    guard inet_pton(AF_INET6, text, &bytes) == 1 else { return [] }
    return bytes.prefix(12) == Self.mapped[...] ? Array(bytes.suffix(4)) : bytes
  }

  private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
}

/// The servers in front of this one, whose word on a client's address is taken.
package struct TrustedProxies: Sendable {
  private let prefixes: [NetworkPrefix]

  /// Servers by the ranges of their addresses.
  package init(_ prefixes: [NetworkPrefix]) { self.prefixes = prefixes }

  /// Whether a connection's other end is one of them.
  package func contains(_ address: SocketAddress?) -> Bool { prefixes.contains { $0.contains(address) } }

  /// The client of a request: the last address in `X-Forwarded-For` that is no trusted server's, if a trusted server sent
  /// the request; else the other end of its connection.
  ///
  /// - Parameter forwarded: The header's values, in their order.
  package func client(at peer: SocketAddress?, forwarded: [String]) -> ClientAddress {
    guard contains(peer) else { return ClientAddress(peer) }
    var client = peer
    for text in forwarded.joined(separator: ",").split(separator: ",").reversed() {
      let name = text.filter { $0 != " " && $0 != "\t" }
      // Names before a text that is no address may be anybody's.
      guard name.utf8.count <= 64, let address = try? SocketAddress(ipAddress: name, port: 0) else { break }
      client = address
      guard contains(address) else { break }
    }
    return ClientAddress(client)
  }
}
