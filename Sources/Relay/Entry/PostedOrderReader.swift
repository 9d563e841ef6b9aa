import JSONFields
import Orders
import Primitives
import StrictJSON

/// Reads orders that somebody posts, and finds all that is wrong with their members.
enum PostedOrderReader {
  /// The limits of a body with one order.
  static let limits = JSON.Limits(depth: 4, bytes: 8 << 10)
  /// The limits of a body with a list of orders.
  static let listLimits = JSON.Limits(depth: 5, bytes: 256 << 10)

  /// The JSON of a body.
  ///
  /// - Throws: a refusal with code 101.
  static func json(_ body: [UInt8], _ limits: JSON.Limits = limits) throws(RelayRefusal) -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: body, limits: limits)
    } catch { throw .malformed(error.inOneLine) }
  }

  /// Reads a signed order.
  ///
  /// - Throws: a refusal with code 101 for a value of another kind than belongs there, else 100 with all wrong members.
  static func read<Order: ExchangeOrder>(
    _ json: JSON, as kind: Order.Type
  ) throws(RelayRefusal) -> SignedOrder<Order> {
    let object = try checkedKinds(json, of: Order.memberNames + [Order.spelling.signature])
    return try mending(object) { (json) throws(OrderError) in try SignedOrder<Order>(json: json) }
  }

  /// Reads a signed order of whichever version its signature is of.
  ///
  /// - Throws: as ``read(_:as:)``.
  static func read(_ json: JSON) throws(RelayRefusal) -> AnySignedOrder {
    json[OrderV1.spelling.signature] == nil
      ? .v4(try read(json, as: LimitOrder.self)) : .v1(try read(json, as: OrderV1.self))
  }

  /// Reads terms of an order that is not signed yet; members that do not count are not looked at.
  ///
  /// - Parameters:
  ///   - names: The members that have to be there.
  ///   - others: The values of all others.
  /// - Throws: as ``read(_:as:)``.
  static func terms<Order: ExchangeOrder>(
    _ json: JSON, as kind: Order.Type, names: [String], others: JSONObject
  ) throws(RelayRefusal) -> Order {
    let object = try checkedKinds(json, of: names)
    var whole = others
    for name in names { whole[name] = object[name] }
    // Members with a default have to be given here.
    let missing = names.filter { object[$0] == nil }
    for name in missing { whole[name] = sample(name) }
    var errors = missing.map { FieldError($0, .required, "is missing") }
    do throws(RelayRefusal) {
      let order = try mending(whole) { (json) throws(OrderError) in try Order(json: json) }
      if errors.isEmpty { return order }
    } catch { errors += error.errors }
    throw .fields(errors)
  }

  /// Checks that members are of the kinds of JSON that belong there.
  private static func checkedKinds(_ json: JSON, of names: [String]) throws(RelayRefusal) -> JSONObject {
    guard case .object(let object) = json else { throw .malformed("an object is due") }
    for name in names {
      guard let value = object[name] else { continue }
      let isRight =
        switch (sample(name), value) {
        case (.string, .string), (.number, .number): true
        case (.object(let parts), .object(let given)):
          parts.keys.allSatisfy { key in
            switch (parts[key], given[key]) {
            case (.string, .string), (.number, .number), (_, nil): true
            default: false
            }
          }
        default: false
        }
      guard isRight else { throw .malformed("\(name) is of another kind than belongs there") }
    }
    return object
  }

  /// Reads an order, and where that fails again with a right value in the place of the wrong one, until all that is wrong
  /// is found.
  private static func mending<Value>(
    _ object: JSONObject, _ read: (JSON) throws(OrderError) -> Value
  ) throws(RelayRefusal) -> Value {
    var object = object
    var errors: [FieldError] = []
    while true {
      switch result(of: read, .object(object)) {
      case .success(let value) where errors.isEmpty: return value
      case .success: throw .fields(errors)
      case .failure(let error):
        let member = error.member ?? ""
        guard !errors.contains(where: { $0.field == member }), errors.count < 40 else { throw .fields(errors) }
        // A signature that is not there is reported as one of another kind.
        let isAbsent = !member.contains(".") && object[member] == nil
        errors.append(isAbsent ? FieldError(member, .required, "is missing") : FieldError(error))
        mend(member, error.code, in: &object)
      }
    }
  }

  private static func result<Value>(
    of read: (JSON) throws(OrderError) -> Value, _ json: JSON
  ) -> Result<Value, OrderError> {
    do throws(OrderError) { return .success(try read(json)) } catch { return .failure(error) }
  }

  private static func mend(_ place: String, _ code: ErrorCode<OrderErrors>, in object: inout JSONObject) {
    let parts = place.split(separator: ".", maxSplits: 1).map(String.init)
    guard let name = parts.first else { return }
    guard parts.count > 1, case .object(var inner) = object[name] else {
      object[name] = code == .unknownMember ? Optional.none : sample(name)
      return
    }
    inner[parts[1]] = code == .unknownMember ? Optional.none : sample(name)[parts[1]]
    object[name] = .object(inner)
  }

  /// A value that a member may have.
  private static func sample(_ name: String) -> JSON { samples[name] ?? anAddress }

  private static let anAddress = JSON.address(.zero)

  /// The values of members that are no addresses, made once.
  private static let samples: [String: JSON] = {
    let one = JSON.hash(Hash32(1 as UInt256))
    let numbers = [
      "salt", "expiry", "expirationUnixTimestampSec", "makerFee", "takerFee", "makerAmount", "takerAmount",
      "makerTokenAmount", "takerTokenAmount", "takerTokenFeeAmount",
    ]
    var samples: [String: JSON] = [
      OrderV1.spelling.signature: ["v": 27, "r": one, "s": one],
      LimitOrder.spelling.signature: ["signatureType": 2, "v": 27, "r": one, "s": one], "chainId": 1,
      "pool": .hash(.zero),
    ]
    for name in numbers { samples[name] = "1" }
    return samples
  }()
}

extension FieldError {
  /// The error of a member of an order that could not be read.
  init(_ error: OrderError) {
    let member = error.member ?? ""
    let isSignature = member.hasPrefix(OrderV1.spelling.signature) || member.hasPrefix(LimitOrder.spelling.signature)
    let code: Code =
      switch error.code {
      case .missingMember: .required
      case .unknownMember, .unsupportedSignature: .unsupportedOption
      case .outOfRange: .range
      case .invalidSignature, .highS, .wrongSigner: .signature
      case .invalidMember where Self.addresses.contains(member): .address
      case .invalidMember where isSignature: .signature
      default: .format
      }
    self.init(member, code, error.reason ?? error.message)
  }

  private static let addresses: Set<String> = [
    "exchangeContractAddress", "verifyingContract", "maker", "taker", "sender", "feeRecipient", "makerTokenAddress",
    "takerTokenAddress", "makerToken", "takerToken",
  ]
}
