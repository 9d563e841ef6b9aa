import Primitives
import StrictJSON

extension TypedData {
  /// The domain as it goes into the hash: the members that its type has, in their order, and nothing else.
  ///
  /// Numbers are whole decimal ones, bytes `0x` texts, addresses have their checksum (EIP-55), a struct that is not there
  /// is null.
  public var signedDomain: JSON { signed(domain, .structure(TypedDomain.typeName)) }

  /// The message as it goes into the hash, written like ``signedDomain``; nil if the domain is all there is.
  public var signedMessage: JSON? {
    guard primaryType != TypedDomain.typeName else { return .none }
    return signed(message, .structure(primaryType))
  }

  private func signed(_ value: TypedValue, _ type: TypedType) -> JSON {
    switch value {
    case .uint(let number): return .number("\(number)")
    case .int(let number): return .number("\(number)")
    case .address(let address): return .string(address.checksummed)
    case .bool(let flag): return .bool(flag)
    case .string(let text): return .string(text)
    case .bytes(let bytes): return .string(bytes.hex)
    case .absent: return .null
    case .array(let items):
      guard case .array(let element, _) = type else { return .null }
      return .array(items.map { signed($0, element) })
    case .structure(let members):
      guard case .structure(let name) = type, let fields = schema.structures[name] else { return .null }
      return .object(
        JSONObject(fields.map { ($0.field.name, signed(members[$0.field.name] ?? .absent, $0.type)) }))
    }
  }
}
