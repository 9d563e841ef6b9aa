import HTTPTypes

/// A refusal of a page that no lower target knows.
enum WebRefusal: Error, Sendable, Hashable {
  /// Nothing is at this path.
  case notFound
  /// The path is served by other methods.
  case otherMethod
  /// The form is not from a page of this session.
  case foreignForm
  /// A field that the pages always send is missing or malformed.
  case badForm
  /// The server only shows.
  case readOnly
  /// Nobody entered.
  case noSession
  /// The review is over: it was too old, or the server was started anew.
  case noProposal
  /// Too many wrong passwords; so many seconds are to be waited.
  case tooManyTries(Int64)

  var status: HTTPResponse.Status {
    switch self {
    case .notFound, .noProposal: .notFound
    case .otherMethod: .methodNotAllowed
    case .foreignForm, .readOnly, .noSession: .forbidden
    case .badForm: .badRequest
    case .tooManyTries: .tooManyRequests
    }
  }
}
