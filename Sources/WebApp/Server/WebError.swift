@_exported import Failures

/// A failure of the server of pages itself.
package typealias WebError = DomainError<WebErrors>

/// The domain of ``WebError``.
package enum WebErrors: ErrorDomain {}

extension ErrorCode<WebErrors> {
  /// The port cannot be listened on.
  package static var cannotListen: Self { Self("cannotListen") }
}
