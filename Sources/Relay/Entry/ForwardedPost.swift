import Orders
import Primitives
import StrictJSON

/// Orders that a follower of a shared book was posted, on their way to the keeper and back.
///
/// They go through the book's store, not from process to process: it is there already, reaches the keeper whoever that
/// is by now, and needs neither a second port nor a secret between the instances.
struct ForwardedPost: Sendable, Hashable {
  /// The orders, of which all are taken or none.
  let orders: [AnySignedOrder]
  /// Whether they came as a list, whose faults have their places in front.
  let isList: Bool

  /// A post of orders.
  init(_ orders: [AnySignedOrder], isList: Bool) { (self.orders, self.isList) = (orders, isList) }

  /// Reads a post out of the store.
  ///
  /// - Throws: a refusal of what is none.
  init(_ bytes: Bytes) throws(RelayRefusal) {
    let json = try PostedOrderReader.json(bytes, JSON.Limits(depth: 7, bytes: 1 << 20))
    guard let items = json["orders"]?.array, let isList = json["isList"]?.bool else {
      throw .malformed("orders are due")
    }
    var orders: [AnySignedOrder] = []
    for item in items { orders.append(try PostedOrderReader.read(item)) }
    self.init(orders, isList: isList)
  }

  /// The post as it stands in the store.
  var bytes: Bytes {
    let json: JSON = ["orders": .array(orders.map(\.json)), "isList": .bool(isList)]
    return json.serializedBytes()
  }

  /// An answer as it stands in the store; nil for orders that were taken.
  static func answer(_ refusal: RelayRefusal?) -> Bytes { (refusal.map(\.answer) ?? [:]).serializedBytes() }

  /// Reads an answer out of the store.
  ///
  /// - Throws: the refusal that it is; `internalError` where it is no answer.
  static func read(answer: Bytes) throws(RelayRefusal) {
    guard let json = try? JSON(parsing: answer), let object = json.object else { throw .internalError }
    if !object.isEmpty { throw RelayRefusal(answer: json) ?? .internalError }
  }
}

extension RelayRefusal {
  /// The whole refusal, for another instance.
  fileprivate var answer: JSON {
    guard var object = json.object else { return [:] }
    object["status"] = .number("\(status)")
    if let retryAfter { object["retryAfter"] = .number("\(retryAfter)") }
    return .object(object)
  }

  /// The refusal of another instance; nil where it is none.
  fileprivate init?(answer json: JSON) {
    guard let status = json["status"]?.integer, let reason = json["reason"]?.string else { return nil }
    var errors: [FieldError] = []
    for item in json["validationErrors"]?.array ?? [] {
      guard let field = item["field"]?.string, let reason = item["reason"]?.string,
        let code = item["code"]?.integer.flatMap(FieldError.Code.init)
      else { return nil }
      errors.append(FieldError(field, code, reason))
    }
    self.init(
      status, json["code"]?.integer, reason, errors,
      retryAfter: json["retryAfter"]?.integer.map { UInt64(clamping: $0) }
    )
  }
}

extension JSON {
  /// A number of 64 bits; nil where it is none.
  fileprivate var integer: Int? { numberText.flatMap { Int($0) } }
}
