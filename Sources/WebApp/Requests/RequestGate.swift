import HTTPTypes

/// The first judgement on a request: whether it is for this server, and whether one of its own pages sent it.
///
/// Any page in the same browser can send requests to this machine, and cookies are kept apart neither by port nor, for
/// 127.0.0.1, by program. Therefore the server has a host name of its own, `w-….localhost`, made anew for each start. A
/// platform has a public name; its pages may be read by who follows a link, and forms come from its own pages alone.
package struct RequestGate: Sendable, Hashable {
  /// The only host and port that requests may name.
  package let authority: String
  /// The origin of the server's own pages.
  package let origin: String
  /// Whether anybody may read, as on a platform.
  private let isPublic: Bool

  /// The judgement.
  package enum Verdict: Sendable, Hashable {
    case admitted
    /// The request is for another host.
    case misdirected
    /// A page of another site sent it.
    case foreign
    /// Somebody followed a link on another site: a page without data asks to go on.
    case followedLink
    /// Its method is none that is served.
    case method
    /// Its body is no form.
    case mediaType
  }

  /// A gate of a server on this machine, under one name.
  package init(authority: String) {
    (self.authority, origin, isPublic) = (authority, "http://\(authority)", false)
  }

  /// A gate of a platform.
  ///
  /// - Parameter origin: As browsers write it, with the scheme.
  package init(publicOrigin origin: String, authority: String) {
    (self.origin, self.authority, isPublic) = (origin, authority, true)
  }

  /// Judges a request.
  package func verdict(on request: WebRequest) -> Verdict {
    guard request.hosts.count == 1, request.hosts.first?.lowercased() == authority else { return .misdirected }
    // No page of another site may send, so no preflight (CORS) is allowed.
    if request.method == .options, !request.headers[values: Self.wantedMethod].isEmpty { return .foreign }
    guard request.isReading || request.method == .post else { return .method }
    let origins = request.headers[values: .origin]
    // A link that is followed names no origin; the script of another page does. A platform may be read by anybody.
    let isNamed = !request.isReading || (!isPublic && !origins.isEmpty)
    guard !isNamed || origins == [origin] else { return .foreign }
    switch request.fetch("Site") {
    case "cross-site", "same-site":
      if isPublic { return request.isReading ? .admitted : .foreign }
      if request.isReading, request.path == Self.entrance { return .admitted }
      guard request.isReading, request.fetch("Dest") == "document" else { return .foreign }
      return .followedLink
    default: break
    }
    guard !request.isReading else { return .admitted }
    let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
    return Self.types.contains(type) || (isPublic && type == "application/json") ? .admitted : .mediaType
  }

  /// The path that a link from the terminal leads to.
  package static let entrance = "/enter"

  private static let wantedMethod = HTTPField.Name("Access-Control-Request-Method")!
  private static let types: Set = ["application/x-www-form-urlencoded", "multipart/form-data"]
}
