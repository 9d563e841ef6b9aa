@_exported import Failures
import NIOCore
import Platform

/// Why a server could not be started.
public typealias DevnetServerError = DomainError<DevnetServerErrors>

/// The domain of ``DevnetServerError``.
public enum DevnetServerErrors: ErrorDomain {}

extension ErrorCode<DevnetServerErrors> {
  /// Another program listens on the port.
  public static var portInUse: Self { Self("portInUse") }
  /// This user may not open the port.
  public static var notPermitted: Self { Self("notPermitted") }
  /// The host is no address of this machine.
  public static var unknownHost: Self { Self("unknownHost") }
  /// Anything else.
  public static var cannotListen: Self { Self("cannotListen") }
}

extension DevnetServerError {
  init(_ cause: any Error, host: String, port: UInt16) {
    let (code, why, advice): (Code, String, String)
    switch (cause as? IOError)?.errnoCode {
    case EADDRINUSE:
      (code, why, advice) = (
        .portInUse, "Another program listens on that port, perhaps another devnet.",
        "End it, or choose another port; port 0 takes any free one."
      )
    case EACCES, EPERM:
      (code, why, advice) = (
        .notPermitted, "This user may not open that port.",
        "Choose a port from 1024 on; port 0 takes any free one."
      )
    case EADDRNOTAVAIL:
      (code, why, advice) = (
        .unknownHost, "This machine doesn't have that address.",
        "Use 127.0.0.1, or 0.0.0.0 for all addresses of this machine."
      )
    case nil where cause is SocketAddressError || cause is SocketAddressError.UnknownHost:
      (code, why, advice) = (
        .unknownHost, "The host is unknown.",
        "Use 127.0.0.1, or 0.0.0.0 for all addresses of this machine."
      )
    default:
      (code, why, advice) = (
        .cannotListen, cause.inOneLine,
        "Try another port or address."
      )
    }
    self.init(code, "The devnet can't listen on \(host):\(port).", reason: why, advice: advice)
  }
}
