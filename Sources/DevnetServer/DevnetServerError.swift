@_exported import Failures
import Listening

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
    func failure(_ code: Code, _ why: String, _ advice: String) -> Self {
      Self(code, "The devnet can't listen on \(host):\(port).", reason: why, advice: advice)
    }
    let otherHost = "Use 127.0.0.1, or 0.0.0.0 for all addresses of this machine."
    switch ListeningObstacle(cause) {
    case .portInUse:
      self = failure(
        .portInUse, "Another program listens on that port, perhaps another devnet.",
        "End it, or choose another port; port 0 takes any free one.")
    case .notPermitted:
      self = failure(
        .notPermitted, "This user may not open that port.",
        "Choose a port from 1024 on; port 0 takes any free one.")
    case .unknownHost: self = failure(.unknownHost, "This machine doesn't have that address.", otherHost)
    case .other(let words): self = failure(.cannotListen, words, "Try another port or address.")
    }
  }
}
