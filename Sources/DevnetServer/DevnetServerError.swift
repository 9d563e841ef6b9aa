import NIOCore
import Platform

/// Why a server could not be started.
///
/// Two errors are equal when their codes are.
public struct DevnetServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// Another program listens on the port.
    public static let portInUse = Code("portInUse")
    /// This user may not open the port.
    public static let notPermitted = Code("notPermitted")
    /// The host is no address of this machine.
    public static let unknownHost = Code("unknownHost")
    /// Anything else.
    public static let cannotListen = Code("cannotListen")
  }

  /// The kind of failure; equality goes by this alone.
  public let code: Code
  /// The failure, its reason, and what to do, in a line each.
  public let description: String

  init(_ cause: any Error, host: String, port: UInt16) {
    let why: String
    let advice: String
    switch (cause as? IOError)?.errnoCode {
    case EADDRINUSE:
      code = .portInUse
      why = "Another program listens on that port, perhaps another devnet."
      advice = "End it, or choose another port; port 0 takes any free one."
    case EACCES, EPERM:
      code = .notPermitted
      why = "This user may not open that port."
      advice = "Choose a port from 1024 on; port 0 takes any free one."
    case EADDRNOTAVAIL:
      code = .unknownHost
      why = "This machine doesn't have that address."
      advice = "Use 127.0.0.1, or 0.0.0.0 for all addresses of this machine."
    case nil where cause is SocketAddressError || cause is SocketAddressError.UnknownHost:
      code = .unknownHost
      why = "The host is unknown."
      advice = "Use 127.0.0.1, or 0.0.0.0 for all addresses of this machine."
    default:
      code = .cannotListen
      why = "\(cause)".split(separator: "\n").joined(separator: "; ")
      advice = "Try another port or address."
    }
    description = "The devnet can't listen on \(host):\(port).\n\(why)\n\(advice)"
  }

  public static func == (left: DevnetServerError, right: DevnetServerError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
