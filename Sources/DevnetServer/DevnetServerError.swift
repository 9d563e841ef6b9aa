@_exported import Failures
import Listening

/// A failure to start a server.
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
  /// The port cannot be listened at for another reason than those above.
  public static var cannotListen: Self { Self("cannotListen") }
}

extension DevnetServerError {
  init(_ cause: any Error, host: String, port: UInt16) {
    let obstacle = ListenFailure(cause)
    let code: Code =
      switch obstacle {
      case .portInUse: .portInUse
      case .notPermitted: .notPermitted
      case .unknownHost: .unknownHost
      case .other: .cannotListen
      }
    self = Self(code, "The devnet can't listen on \(host):\(port).", reason: obstacle.words)
  }
}
