import JSONFields
import Keys
import Primitives
import StrictJSON

/// The limits of an order's text.
enum OrderText {
  /// 8 KiB and four levels: ten times what an order needs.
  static let limits = JSON.Limits(depth: 4, bytes: 8 << 10)

  /// The JSON of a text within the limits.
  static func json(_ text: Bytes) throws(OrderError) -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: text, limits: limits)
    } catch {
      throw OrderError(
        .malformedJSON, "the order cannot be read", reason: "it is no JSON of an order: \(error.inOneLine)",
        cause: error)
    }
  }
}

extension SignedOrder {
  /// Reads the text of a signed order: JSON of 8 KiB at most.
  ///
  /// - Throws: `malformedJSON`, or as ``init(json:)``.
  public init(parsing text: Bytes) throws(OrderError) { try self.init(json: try OrderText.json(text)) }

  /// Reads a signed order as relayers send it: the order's members and the signature among them.
  ///
  /// - Throws: `missingMember`, `unknownMember`, `invalidMember`, `outOfRange`, `unsupportedSignature` or
  ///   `invalidSignature`, about the member.
  public init(json: JSON) throws(OrderError) {
    let fields = try JSONFields(json, rules: []) { OrderError($0) }
    try fields.refuseOthers(than: Order.memberNames + [Order.spelling.signature])
    let order = try Order(fields)
    let parts = try fields.fields(Order.spelling.signature)
    try self.init(order, scheme: try parts.scheme(of: Order.schemes), signature: try parts.signature())
  }

  /// The order and its signature as JSON, in the form that relayers use.
  public var json: JSON {
    var members = order.members
    var parts: JSONObject = [:]
    if Order.schemes.count > 1 { parts["signatureType"] = .number("\(scheme.rawValue)") }
    parts["v"] = .number("\(27 + signature.yParity)")
    parts["r"] = .hash(Hash32(signature.r))
    parts["s"] = .hash(Hash32(signature.s))
    members[Order.spelling.signature] = .object(parts)
    return .object(members)
  }
}

extension JSONFields where Failure == OrderError {
  /// The scheme of a signature; the only one where the kind of order has one, and no member tells it.
  fileprivate func scheme(of schemes: [SignatureScheme]) throws(OrderError) -> SignatureScheme {
    let isTold = schemes.count > 1
    try refuseOthers(than: (isTold ? ["signatureType"] : []) + ["v", "r", "s"])
    guard isTold else { return schemes[0] }
    let number: UInt8 = try byte("signatureType")
    guard let scheme = SignatureScheme(rawValue: number), schemes.contains(scheme) else {
      throw OrderError.unsupported(number, about: place("signatureType"))
    }
    return scheme
  }

  /// The numbers of a signature.
  fileprivate func signature() throws(OrderError) -> Signature {
    let (v, r, s) = (try byte("v"), try required("r", .hash), try required("s", .hash))
    guard v == 27 || v == 28 else {
      throw OrderError(
        .invalidSignature, "the order's signature cannot be read", about: place("v"),
        reason: "its v is \(v), and may be 27 or 28")
    }
    do throws(KeysError) {
      return try Signature(r: UInt256(r), s: UInt256(s), yParity: v - 27)
    } catch {
      throw OrderError(
        .invalidSignature, "the order's signature cannot be read", about: path,
        reason: "its r or s is zero or not below the order of secp256k1", cause: error)
    }
  }

  private func byte(_ name: String) throws(OrderError) -> UInt8 {
    guard let byte = UInt8(exactly: try required(name, .plainNumber)) else {
      throw failure(name, "is larger than 255")
    }
    return byte
  }
}
