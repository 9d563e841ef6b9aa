import HTTPTypes
import HummingbirdCore

extension Request {
  /// All that the request says of the host it is addressed to: the first `Host`, which is its authority, and any other.
  package var hosts: [String] { (head.authority.map { [$0] } ?? []) + headers[values: .host] }
}

extension HTTPField.Name {
  /// The header that names the host a request is addressed to; HTTPTypes keeps the first one as the authority.
  fileprivate static let host = HTTPField.Name("Host")!
}
