import Platform

/// Hosts that are written as addresses.
enum NumericHost {
  /// The network of an address in any notation: the first 24 bits of IPv4, the first 48 of IPv6; nil for a name. No name is
  /// looked up.
  static func network(of host: String) -> String? {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &found) == 0, let found else { return nil }
    defer { freeaddrinfo(found) }
    guard let address = found.pointee.ai_addr else { return nil }
    switch found.pointee.ai_family {
    case AF_INET:
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        withUnsafeBytes(of: address.pointee.sin_addr) { text(of: $0.prefix(3)) }
      }
    case AF_INET6:
      return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        withUnsafeBytes(of: address.pointee.sin6_addr) { bytes in
          // An IPv4 address in IPv6's notation (RFC 4291, 2.5.5.2) is that one.
          let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xff && bytes[11] == 0xff
          return text(of: isMapped ? bytes[12..<15] : bytes[0..<6])
        }
      }
    default: return nil
    }
  }

  private static func text(of bytes: Slice<UnsafeRawBufferPointer>) -> String {
    bytes.map { String($0, radix: 16) }.joined(separator: ".")
  }
}
