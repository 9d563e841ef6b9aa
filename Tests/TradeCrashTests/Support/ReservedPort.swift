import NodeDoubles

/// A port of the loopback on which one process after the other listens, and nobody else.
final class ReservedPort: Sendable {
  let port: UInt16
  private let number: Int32

  init() throws { (number, port) = try RawSocket.reservePort() }

  deinit { RawSocket.end(number) }
}
