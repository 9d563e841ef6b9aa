import HTTPTypes

/// All routes of a server, in the order in which they are tried.
struct Router: Sendable {
  /// The route of a path.
  enum Match: Sendable {
    case found(Route, [String: String])
    /// The path is served, by other methods.
    case otherMethod
    case none
  }

  private let routes: [Route]

  init(_ routes: [Route]) { self.routes = routes }

  func match(_ method: HTTPRequest.Method, _ path: [String]) -> Match {
    let method = method == .head ? .get : method
    var isKnown = false
    for route in routes {
      guard let values = route.values(in: path) else { continue }
      if route.method == method { return .found(route, values) }
      isKnown = true
    }
    return isKnown ? .otherMethod : .none
  }
}
