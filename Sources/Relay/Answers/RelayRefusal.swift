import Primitives
import StrictJSON

/// A request that is not carried out, in the words of the Standard Relayer API.
struct RelayRefusal: Error, Sendable, Hashable {
  /// The HTTP status.
  let status: Int
  /// The API's code; nil where it has none.
  let code: Int?
  /// The reason, in words.
  let reason: String
  /// All that is wrong with single fields, found at one stage.
  var errors: [FieldError] = []
  /// Seconds after which to ask again; nil where that changes nothing.
  var retryAfter: UInt64?

  init(_ status: Int, _ code: Int?, _ reason: String, _ errors: [FieldError] = [], retryAfter: UInt64? = nil) {
    self.status = status
    self.code = code
    self.reason = reason
    self.errors = errors
    self.retryAfter = retryAfter
  }

  /// Fields that are wrong.
  static func fields(_ errors: [FieldError]) -> RelayRefusal { RelayRefusal(400, 100, "Validation Failed", errors) }

  /// Text that is no JSON, or a value of another kind than belongs there.
  static func malformed(_ why: String) -> RelayRefusal { RelayRefusal(400, 101, "Malformed JSON: \(why)") }

  /// A request that HTTP alone shows to be wrong.
  static func http(_ status: Int, _ reason: String) -> RelayRefusal { RelayRefusal(status, nil, reason) }

  /// Too many requests of an address, or orders of a maker.
  static func throttled(_ why: String, retryAfter: UInt64) -> RelayRefusal {
    RelayRefusal(429, 103, "Throttled: \(why)", retryAfter: max(1, retryAfter))
  }

  /// The relay takes no orders.
  static let readOnly = RelayRefusal(403, 102, "Order submission disabled")
  /// A part of the API that this relay lacks.
  static let notImplemented = RelayRefusal(501, 104, "Not Implemented")
  /// Nothing is there.
  static let notFound = RelayRefusal(404, nil, "Not found")
  /// Nothing is accepted unchecked.
  static let nodeSilent = RelayRefusal(503, nil, "The node does not answer", retryAfter: 5)
  /// The book is behind the chain's head.
  static let notReady = RelayRefusal(503, nil, "The order book is not up to date yet", retryAfter: 5)
  /// Orders of which it is unknown whether they are taken.
  static func notKnown(_ hashes: [Hash32]) -> RelayRefusal {
    let names = hashes.count == 1 ? "the order \(hashes[0])" : "the orders \(hashes.map(\.hex).joined(separator: ", "))"
    return RelayRefusal(503, nil, "Not known yet whether \(names) will be taken: post again", retryAfter: 5)
  }
  /// Something went wrong that is the relay's own.
  static let internalError = RelayRefusal(500, nil, "Internal error")

  /// The body of the answer, as the interfaces have it: the name of the request is in its headers alone.
  var json: JSON {
    var object: JSONObject = [:]
    if let code { object["code"] = .number("\(code)") }
    object["reason"] = .string(reason)
    if !errors.isEmpty { object["validationErrors"] = .array(errors.map(\.json)) }
    return .object(object)
  }

  /// The refusal of an order of a list, whose fields have its place in front.
  func inside(_ place: String) -> RelayRefusal {
    var outer = self
    outer.errors = errors.map { FieldError("\(place).\($0.field)", $0.code, $0.reason) }
    return outer
  }
}

/// Something wrong with a field of a request.
struct FieldError: Sendable, Hashable {
  /// The kinds; the numbers are those of the Standard Relayer API, and from 1007 those of its version 4.
  enum Code: Int, Sendable {
    case required = 1000
    case format = 1001
    case address = 1002
    case unsupportedAddress = 1003
    case range = 1004
    case signature = 1005
    case unsupportedOption = 1006
    case invalidOrder = 1007
    case unsupportedToken = 1009
  }

  /// The name, with the place in front of it where it is inside another.
  let field: String
  /// The kind.
  let code: Code
  /// The reason: a word in capitals where the chain or the rules refuse an order's terms, else a phrase.
  let reason: String

  /// An error of a field.
  init(_ field: String, _ code: Code, _ reason: String) {
    self.field = field
    self.code = code
    self.reason = reason
  }

  /// The item of an answer's `validationErrors`.
  var json: JSON { ["field": .string(field), "code": .number("\(code.rawValue)"), "reason": .string(reason)] }
}
