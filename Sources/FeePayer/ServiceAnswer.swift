import Failures
import NodeRPC
import Primitives
import StrictJSON

/// An answer of the fee delegation API, whose shape is that of Kaia's own server.
public struct ServiceAnswer: Error, Sendable, Hashable {
  /// The HTTP status.
  public let status: Int
  /// The result of the request, in the words of Kaia's own server.
  public let message: String
  /// The kind of failure: `BAD_REQUEST`; nil if it is none.
  public let error: String?
  /// The data asked for or, after a failure, the reason; nil if there is nothing to say.
  public let data: JSON?
  /// Seconds after which to try again.
  public let retryAfter: UInt64?

  /// The body; of a failure with the name of the request under work.
  public var json: JSON {
    var object: JSONObject = ["message": .string(message)]
    if let data { object["data"] = data }
    if let error {
      object["error"] = .string(error)
      if let request = RequestID.current { object["requestId"] = .string(request.description) }
    }
    object["status"] = .bool(error == nil)
    return .object(object)
  }

  private init(_ status: Int, _ message: String, _ error: String?, _ data: JSON?, retryAfter: UInt64? = nil) {
    self.status = status
    self.message = message
    self.error = error
    self.data = data
    self.retryAfter = retryAfter
  }

  static func success(_ data: JSON) -> ServiceAnswer { ServiceAnswer(200, "Request was successful", nil, data) }

  /// The transaction was mined and failed.
  static func reverted(_ data: JSON) -> ServiceAnswer { ServiceAnswer(200, "Transaction reverted", "REVERTED", data) }

  static func badRequest(_ text: String) -> ServiceAnswer {
    ServiceAnswer(400, "Bad request", "BAD_REQUEST", .string(text))
  }

  static func unauthorized(_ text: String) -> ServiceAnswer {
    ServiceAnswer(401, "Unauthorized access", "UNAUTHORIZED", .string(text))
  }

  static func forbidden(_ text: String) -> ServiceAnswer {
    ServiceAnswer(403, "Forbidden", "FORBIDDEN", .string(text))
  }

  static func notFound(_ text: String) -> ServiceAnswer {
    ServiceAnswer(404, "Resource not found", "NOT_FOUND", .string(text))
  }

  static func methodNotAllowed(_ text: String) -> ServiceAnswer {
    ServiceAnswer(405, "Method not allowed", "METHOD_NOT_ALLOWED", .string(text))
  }

  /// - Parameter text: The reason, if it is another limit than that on requests.
  static func tooMany(retryAfter: UInt64, _ text: String? = nil) -> ServiceAnswer {
    ServiceAnswer(429, "Too many requests", "RATE_LIMITED", text.map { .string($0) }, retryAfter: max(1, retryAfter))
  }

  /// A budget of a day, with what orders that are in no block yet may cost.
  static let daySpent = "The budget of this day is spent, with what orders in no block yet may cost"
  /// The budget of a sender's day, likewise.
  static let senderSpent = "The sender's budget of this day is spent, with what orders in no block yet may cost"

  /// A budget of a day is spent.
  ///
  /// - Parameter time: The time now, in seconds since 1970.
  static func spent(_ text: String, _ limit: String, at time: UInt64) -> ServiceAnswer {
    tooMany(
      retryAfter: 86_400 - time % 86_400, "\(text): \(limit). It begins anew at 0:00 UTC.")
  }

  static func internalError(_ text: String) -> ServiceAnswer {
    ServiceAnswer(500, "Internal server error", "INTERNAL_ERROR", .string(text))
  }

  /// The answer to a request that ended with an error; an answer that was thrown is that answer.
  init(_ error: any Error) {
    switch error {
    case let answer as ServiceAnswer: self = answer
    case is NodeError: self = .unavailable
    case let error as FeePayerError where error.code == .storeFailed: self = .storeUnavailable
    case let error as FeePayerError where error.code == .otherRules: self = .notNow
    case let error as FeePayerError: self = .internalError(error.message)
    default: self = .internalError("The request could not be carried out")
    }
  }

  /// No node could be asked.
  static let unavailable = ServiceAnswer(
    503, "Service temporarily unavailable", "SERVICE_UNAVAILABLE",
    "All RPC providers are currently unavailable, please try again later")

  /// The record of what was promised cannot be looked up, or nothing be written down.
  static let storeUnavailable = ServiceAnswer(
    503, "Service temporarily unavailable", "SERVICE_UNAVAILABLE",
    "The database cannot be used at present, please try again later", retryAfter: 1)

  /// This instance may not pay beside the others; one of them may.
  static let notNow = ServiceAnswer(
    503, "Service temporarily unavailable", "SERVICE_UNAVAILABLE",
    "The service does not pay just now, please try again later", retryAfter: 1)

  /// This process ends.
  static let ending = ServiceAnswer(
    503, "Service temporarily unavailable", "SERVICE_UNAVAILABLE", "The service is being stopped", retryAfter: 1)

  /// Nothing is signed any more until somebody has looked at it.
  static let stopped = ServiceAnswer(
    503, "Service temporarily unavailable", "SERVICE_UNAVAILABLE", "The service does not pay at present")
}
