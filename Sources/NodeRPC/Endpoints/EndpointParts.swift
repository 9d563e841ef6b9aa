import Platform
import Primitives

/// The parts of an endpoint's address, checked.
struct EndpointParts {
  /// `http` or `https`.
  let scheme: String
  let user: String?
  let password: String?
  /// Lower case; an IPv6 address without its brackets.
  let host: String
  let isIPv6: Bool
  let port: Int?
  /// Begins with `/`, or is empty.
  let path: String
  let query: String?

  var isSecure: Bool { scheme == "https" }

  /// Host and port as they stand in the address.
  var authority: String { (isIPv6 ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "") }

  var isLoopback: Bool {
    if isIPv6 { return host == "::1" || host == "0:0:0:0:0:0:0:1" || host.hasPrefix("::ffff:127.") }
    if host == "localhost" || host.hasSuffix(".localhost") { return true }
    return host.hasPrefix("127.") && EndpointParts.isIPv4(host)
  }

  init(_ text: String) throws(NodeError) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { throw EndpointParts.invalid("It is empty.") }
    guard bytes.count <= 8_192 else { throw EndpointParts.invalid("It is longer than 8,192 characters.") }
    guard let bad = bytes.firstIndex(where: { !EndpointParts.isAllowed($0) }) else {
      try self.init(checked: text)
      return
    }
    throw EndpointParts.invalid(
      bytes[bad] >= 0x80
        ? "It has a letter outside ASCII; a name in another script is written as xn--…"
        : "It has a character at position \(bad + 1) that does not belong in an address.")
  }

  private init(checked text: String) throws(NodeError) {
    guard let colon = text.firstRange(of: "://") else {
      throw EndpointParts.invalid("It does not begin with http:// or https://.")
    }
    scheme = text[..<colon.lowerBound].lowercased()
    switch scheme {
    case "http", "https": break
    case "ws", "wss":
      throw NodeError(
        .unsupportedScheme,
        detail: "WebSocket endpoints are not supported: use the http:// or https:// address of the node.")
    default:
      throw NodeError(.unsupportedScheme, detail: "Only http:// and https:// are supported.")
    }
    var rest = text[colon.upperBound...]
    guard !rest.contains("#") else { throw EndpointParts.invalid("It has a fragment (#…), which no such address has.") }

    let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    var authority = rest[..<authorityEnd]
    rest = rest[authorityEnd...]

    if let at = authority.lastIndex(of: "@") {
      let userInfo = authority[..<at]
      guard !userInfo.contains("@") else {
        throw EndpointParts.invalid("It has more than one @ before the host; write one in a password as %40.")
      }
      authority = authority[authority.index(after: at)...]
      let split = userInfo.firstIndex(of: ":") ?? userInfo.endIndex
      user = try EndpointParts.decoded(userInfo[..<split])
      password = split == userInfo.endIndex ? "" : try EndpointParts.decoded(userInfo[userInfo.index(after: split)...])
    } else {
      user = nil
      password = nil
    }

    (host, isIPv6, port) = try EndpointParts.hostAndPort(authority)
    let question = rest.firstIndex(of: "?") ?? rest.endIndex
    path = String(rest[..<question])
    query = question == rest.endIndex ? nil : String(rest[rest.index(after: question)...])
    try EndpointParts.checkEscapes(path)
    try EndpointParts.checkEscapes(query ?? "")
  }

  private static func hostAndPort(_ text: Substring) throws(NodeError) -> (String, Bool, Int?) {
    var host = text
    var port: Substring?
    let isIPv6 = text.hasPrefix("[")
    if isIPv6 {
      guard let end = text.firstIndex(of: "]") else { throw invalid("Its IPv6 address has no closing bracket.") }
      host = text[text.index(after: text.startIndex)..<end]
      let after = text[text.index(after: end)...]
      guard after.isEmpty || after.hasPrefix(":") else {
        throw invalid("Something stands between its host and its port.")
      }
      if !after.isEmpty { port = after.dropFirst() }
      guard isIPv6Address(String(host)) else { throw invalid("Its IPv6 address is not one.") }
    } else {
      if let colon = text.firstIndex(of: ":") {
        host = text[..<colon]
        port = text[text.index(after: colon)...]
      }
      guard !host.isEmpty else { throw invalid("It has no host.") }
      guard isHostName(host) else { throw invalid("Its host is neither a name nor an address.") }
    }
    guard let port else { return (host.lowercased(), isIPv6, nil) }
    guard !port.isEmpty, port.utf8.count <= 5, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(port), (1...65_535).contains(number)
    else { throw invalid("Its port is not a number from 1 to 65535.") }
    return (host.lowercased(), isIPv6, number)
  }

  private static func isHostName(_ host: Substring) -> Bool {
    guard host.utf8.count <= 253 else { return false }
    var labels = host.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
    // A last label of digits makes it an IPv4 address, which is four numbers and nothing like 127.1 or 0x7f000001.
    guard isName, let last = labels.last else { return false }
    let isNumber = last.utf8.allSatisfy { (0x30...0x39).contains($0) } || last.lowercased().hasPrefix("0x")
    return !isNumber || isIPv4(String(host))
  }

  static func isIPv4(_ host: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1
  }

  private static func isIPv6Address(_ host: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET6, host, &address) == 1
  }

  /// Printable ASCII without what RFC 3986 leaves out; `[` and `]` are looked at with the host.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    (0x21...0x7e).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
  }

  private static func checkEscapes(_ text: String) throws(NodeError) { _ = try decoded(text[...]) }

  private static func decoded(_ text: Substring) throws(NodeError) -> String {
    guard text.contains("%") else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = rest.prefix(2).hexadecimalByte else {
        throw invalid("A % in it is not followed by two hexadecimal digits.")
      }
      guard code != 0 else { throw invalid("It holds %00.") }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func invalid(_ why: String) -> NodeError { NodeError(.invalidEndpoint, detail: why, attempts: 0) }
}
