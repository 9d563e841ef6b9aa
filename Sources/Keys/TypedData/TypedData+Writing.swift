import Primitives
import StrictJSON

extension TypedData {
  /// The typed data as `eth_signTypedData_v4` takes it: whole numbers are decimal texts, bytes are `0x` texts, and the
  /// members of a struct come in the order of its fields.
  public var json: JSON {
    let types = schema.names.map { name in
      let fields = schema.fields(of: name) ?? []
      return (name, JSON.array(fields.map { ["name": .string($0.name), "type": .string($0.type)] }))
    }
    return [
      "types": .object(JSONObject(types)), "primaryType": .string(primaryType),
      "domain": json(of: domain, TypedDomain.typeName), "message": json(of: message, primaryType),
    ]
  }

  /// A value as JSON; `structure` is the name of its struct, or of that of an array's items.
  private func json(of value: TypedValue, _ structure: String?) -> JSON {
    switch value {
    case .uint(let number): return .string("\(number)")
    case .int(let number): return .string("\(number)")
    case .address(let address): return .string(address.checksummed)
    case .bool(let flag): return .bool(flag)
    case .string(let text): return .string(text)
    case .bytes(let bytes): return .string(bytes.hex)
    case .array(let items): return .array(items.map { json(of: $0, structure) })
    case .structure(let members):
      let fields = structure.flatMap { schema.structures[$0] } ?? []
      return .object(
        JSONObject(
          fields.compactMap { field in
            members[field.field.name].map { (field.field.name, json(of: $0, field.type.structureName)) }
          }))
    case .absent: return .null
    }
  }
}
