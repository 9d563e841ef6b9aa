import HTTPTypes

/// A path that is served, and what answers it.
struct Route: Sendable {
  /// The admission to a route.
  enum Access: Sendable, Hashable {
    /// Visitors with a session only.
    case session
    /// Anybody whose request the gate admits.
    case anyone
    /// Anybody with a signed body: no cookie gives it power, so it needs no secret of a form.
    case signed
    /// Visitors with a session, on a server that may be written to.
    case writing
  }

  /// The limit of a request's body.
  enum BodyLimit: Sendable, Hashable {
    /// Some fields; on a platform, where anybody sends them, few bytes.
    case fields
    /// A long text, or as many boxes as a list has rows.
    case text
    /// A picture or a backup.
    case file

    /// The most bytes.
    ///
    /// - Parameter isPublic: Whether it is on a platform.
    func most(isPublic: Bool) -> Int {
      switch self {
      case .fields: isPublic ? 8 << 10 : 64 << 10
      case .text: 64 << 10
      case .file: 12 << 20
      }
    }
  }

  private enum Piece: Sendable {
    case literal(String)
    case value(String)
  }

  let method: HTTPRequest.Method
  /// The path as it was declared, for the log: `/lectures/:number`.
  let pattern: String
  let access: Access
  let bodyLimit: BodyLimit
  /// Whether the page with a query is the same for everybody who did not sign in.
  let isShared: @Sendable (FormFields) -> Bool
  let answer: @Sendable (Visit) async throws -> WebAnswer
  private let pieces: [Piece]

  private init(
    _ method: HTTPRequest.Method, _ pattern: String, _ access: Access, _ bodyLimit: BodyLimit,
    _ isShared: @escaping @Sendable (FormFields) -> Bool,
    _ answer: @escaping @Sendable (Visit) async throws -> WebAnswer
  ) {
    (self.method, self.pattern, self.access, self.bodyLimit) = (method, pattern, access, bodyLimit)
    (self.isShared, self.answer) = (isShared, answer)
    pieces = pattern.split(separator: "/").map {
      $0.first == ":" ? .value(String($0.dropFirst())) : .literal(String($0))
    }
  }

  /// A page.
  ///
  /// - Parameters:
  ///   - pattern: The path; a piece that begins with a colon takes any text, by that name.
  ///   - isShared: Whether the page with a query is the same for everybody who did not sign in.
  static func get(
    _ pattern: String, access: Access = .session, isShared: @escaping @Sendable (FormFields) -> Bool = { _ in false },
    _ answer: @escaping @Sendable (Visit) async throws -> WebAnswer
  ) -> Route { Route(.get, pattern, access, .fields, isShared, answer) }

  /// A form that is sent.
  static func post(
    _ pattern: String, access: Access = .writing, bodyLimit: BodyLimit = .fields,
    _ answer: @escaping @Sendable (Visit) async throws -> WebAnswer
  ) -> Route { Route(.post, pattern, access, bodyLimit, { _ in false }, answer) }

  /// The values in a path; nil where it is none of this route.
  func values(in path: [String]) -> [String: String]? {
    guard path.count == pieces.count else { return nil }
    var values: [String: String] = [:]
    for (piece, text) in zip(pieces, path) {
      switch piece {
      case .literal(let literal): guard literal == text else { return nil }
      case .value(let name):
        guard !text.isEmpty else { return nil }
        values[name] = text
      }
    }
    return values
  }
}
