/// The address of a node's HTTP JSON-RPC interface, read strictly.
///
/// A user name and password in the address become basic authentication. They, keys in the path and values in the query
/// are in no text this type gives out: not in ``redacted``, which is also its description, and not in a dump.
public struct Endpoint: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The address without its secrets, such as `https://***@node.example/v3/***`.
  public let redacted: String
  /// Whether the node is on this machine; then no proxy of the environment is used.
  public let isLoopback: Bool
  /// Whether the connection is by TLS.
  public let isSecure: Bool
  /// The operator of the node, as the user names it; nil where none is given. Answers on which nodes of several
  /// operators agree are believed where one node's word is not.
  public private(set) var operatorName: String?
  /// The whole address except user name and password.
  let url: String
  /// The host's name or address, in small letters.
  package let host: String
  /// The port, the scheme's own where none is given.
  package let port: Int
  let user: String?
  let password: String?

  /// Scheme, host and port, as an address of the same place begins.
  var origin: String {
    let authorityEnd = url.dropFirst(isSecure ? 8 : 7).firstIndex { $0 == "/" || $0 == "?" }
    return String(url[..<(authorityEnd ?? url.endIndex)])
  }

  /// Reads an `http://` or `https://` address.
  ///
  /// - Parameter url: At most 8,192 printable ASCII characters: scheme, optional `user:password@`, a host name, IPv4
  ///   address or IPv6 address in brackets, an optional port, path and query. No fragment. The operator's name and `=`
  ///   may stand before it, as in `blockpi=https://…`: letters, digits, `-`, `_` and `.`.
  /// - Throws: `NodeError` `.unsupportedScheme` for `ws://`, `wss://` and all other schemes, `.invalidEndpoint` for
  ///   whatever else is wrong. The error does not repeat the address.
  public init(_ url: String) throws(NodeError) {
    let name = url.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    let isNamed = !name.isEmpty && name.utf8.count <= 64 && url[name.endIndex...].hasPrefix("=")
    try self.init(isNamed ? String(url[name.endIndex...].dropFirst()) : url, of: NodeError.node)
    if isNamed { operatorName = name.lowercased() }
  }

  /// Reads the address of something that is no node; `peer` is its name in the error's text.
  package init(_ url: String, of peer: String) throws(NodeError) {
    let parts: EndpointParts
    do throws(NodeError) {
      parts = try EndpointParts(url)
    } catch {
      var error = error
      error.peer = peer
      throw error
    }
    host = parts.host
    port = parts.port ?? (parts.isSecure ? 443 : 80)
    user = parts.user
    password = parts.password
    isSecure = parts.isSecure
    isLoopback = parts.isLoopback
    self.url = parts.scheme + "://" + parts.authority + parts.path + (parts.query.map { "?" + $0 } ?? "")
    redacted = EndpointRedaction.text(of: parts)
  }

  /// Whether nobody on the way can read along: it goes by TLS, or stays on this machine.
  package var isPrivate: Bool { isSecure || isLoopback }

  /// The host, and the port where it is not the scheme's own, by which people know the node.
  package var hostAndPort: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }

  /// The address without its secrets, ``redacted``.
  public var description: String { redacted }
  /// The address without its secrets, as ``redacted``.
  public var debugDescription: String { "Endpoint(\(redacted))" }
  /// The address without its secrets, so that `dump` shows none.
  public var customMirror: Mirror { Mirror(self, children: ["redacted": redacted]) }
}

extension [Endpoint] {
  /// Pause between two looks at the newest block: short where all nodes are on this machine, since others' operators
  /// count requests.
  package var headPause: Duration { allSatisfy(\.isLoopback) ? .milliseconds(100) : .seconds(1) }
}
