import Failures
import NIOCore
import Platform

/// The reason for which a port cannot be listened on.
package enum ListenFailure: Sendable, Hashable {
  /// Another program listens on it.
  case portInUse
  /// This user may not open it.
  case notPermitted
  /// The host is no address of this machine.
  case unknownHost
  /// Anything else, in words.
  case other(String)

  /// The obstacle that an error of opening is.
  package init(_ error: any Error) {
    switch (error as? IOError)?.errnoCode {
    case EADDRINUSE: self = .portInUse
    case EACCES, EPERM: self = .notPermitted
    case EADDRNOTAVAIL: self = .unknownHost
    case nil where error is SocketAddressError || error is SocketAddressError.UnknownHost: self = .unknownHost
    default: self = .other(error.inOneLine)
    }
  }

  /// The obstacle as a sentence.
  package var words: String {
    switch self {
    case .portInUse: "Another program listens on that port."
    case .notPermitted: "This user may not open that port: choose one from 1024 on."
    case .unknownHost: "This machine does not have that address."
    case .other(let words): words
    }
  }
}
