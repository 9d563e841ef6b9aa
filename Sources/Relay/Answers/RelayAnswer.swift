import HTTPTypes
import StrictJSON

/// An answer over HTTP.
struct RelayAnswer: Sendable {
  /// The HTTP status.
  var status: Int
  /// The headers that belong to this answer alone.
  var fields: HTTPFields = [:]
  /// The body; empty for none.
  var body: [UInt8] = []

  /// An answer without a body.
  init(status: Int) { self.status = status }

  /// An answer in JSON.
  init(status: Int = 200, _ json: JSON) {
    self.status = status
    fields = [.contentType: "application/json"]
    body = json.serializedBytes()
  }

  /// A text, of the kind that the header says.
  init(text: String, kind: String) {
    status = 200
    fields = [.contentType: kind]
    body = Array(text.utf8)
  }

  /// The answer to a request that was refused.
  init(_ refusal: RelayRefusal) {
    self.init(status: refusal.status, refusal.json)
    if let seconds = refusal.retryAfter { fields[.retryAfter] = "\(seconds)" }
  }
}

extension HTTPField.Name {
  /// The state of an order that is no longer open.
  static let orderState = HTTPField.Name("X-Order-State")!
  /// The number that grows with every change of any book.
  static let bookSequence = HTTPField.Name("X-Book-Sequence")!
  /// The height of the block as of which the book is.
  static let bookBlock = HTTPField.Name("X-Book-Block")!
  /// The requests that an address may send in a minute.
  static let rateLimit = HTTPField.Name("X-RateLimit-Limit")!
  /// The requests that it may send now.
  static let rateRemaining = HTTPField.Name("X-RateLimit-Remaining")!
  /// The time from which it may send all of them, in seconds since 1970.
  static let rateReset = HTTPField.Name("X-RateLimit-Reset")!
  /// The places of other pages.
  static let link = HTTPField.Name("Link")!
  /// The addresses that a request came from, as the servers in front say.
  static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
}
