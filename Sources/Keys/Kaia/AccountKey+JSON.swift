import Primitives
import StrictJSON

extension AccountKey {
  /// The key as Kaia's nodes write it: `{"keyType":2,"key":{"x":"0x…","y":"0x…"}}`.
  public var json: JSON {
    let content: JSON =
      switch self {
      case .none, .legacy, .fail: [:]
      case .publicKey(let key): Self.json(key)
      case .multisig(let multisig):
        [
          "threshold": .number(String(multisig.threshold)),
          "keys": .array(multisig.keys.map { ["weight": .number(String($0.weight)), "key": Self.json($0.key)] }),
        ]
      case .roles(let keys): .array(keys.map(\.json))
      }
    return ["keyType": .number(String(kind.rawValue)), "key": content]
  }

  /// Reads a key as Kaia's nodes write it; coordinates may lack leading zeros.
  ///
  /// - Throws: what ``init(decoding:)`` throws.
  public init(json: JSON) throws(AccountKeyError) {
    guard let type = json["keyType"].flatMap(Self.number) else { throw .malformed("keyType is no number") }
    guard let kind = UInt8(exactly: type).flatMap(Kind.init(rawValue:)) else {
      throw AccountKeyError(.unknownKind, "cannot read the account key: its keyType is \(type)\nkinds are 0 to 5")
    }
    let content = json["key"] ?? .null
    switch kind {
    case .none: self = .none
    case .legacy: self = .legacy
    case .fail: self = .fail
    case .publicKey: self = .publicKey(try Self.publicKey(content))
    case .multisig:
      guard let threshold = content["threshold"].flatMap(Self.number), let members = content["keys"]?.array else {
        throw .malformed("a multisig lacks its threshold or its keys")
      }
      guard members.count <= WeightedMultisig.mostKeys else { throw .tooManyKeys(members.count) }
      var keys: [WeightedMultisig.WeightedKey] = []
      for member in members {
        guard let weight = member["weight"].flatMap(Self.number) else { throw .malformed("a key lacks its weight") }
        keys.append(WeightedMultisig.WeightedKey(weight: weight, key: try Self.publicKey(member["key"] ?? .null)))
      }
      self = .multisig(WeightedMultisig(threshold: threshold, keys: keys))
    case .roles:
      guard let roles = content.array else { throw .malformed("a role-based key has no array of keys") }
      if let error = AccountKeyError.roles(roles.count) { throw error }
      var keys: [AccountKey] = []
      for role in roles {
        // Before it is read: a nested key could nest another.
        guard role["keyType"].flatMap(Self.number) != UInt64(Kind.roles.rawValue) else { throw .nested }
        keys.append(try AccountKey(json: role))
      }
      self = .roles(keys)
    }
  }

  private static func json(_ key: PublicKey) -> JSON {
    ["x": .string(key.x.quantity), "y": .string(key.y.quantity)]
  }

  private static func publicKey(_ json: JSON) throws(AccountKeyError) -> PublicKey {
    guard let x = json["x"].flatMap(coordinate), let y = json["y"].flatMap(coordinate) else {
      throw .malformed("a public key lacks its x or y, 0x and up to 64 digits each")
    }
    do throws(KeysError) { return try PublicKey(Hash32(x).bytes + Hash32(y).bytes) } catch { throw .notOnCurve }
  }

  private static func coordinate(_ json: JSON) -> UInt256? {
    guard let text = json.string, text.utf8.starts(with: "0x".utf8), text.utf8.count <= 66 else { return nil }
    return try? UInt256(parsing: text)
  }

  /// A JSON number, or a quantity, which nodes may write one day.
  private static func number(_ json: JSON) -> UInt64? {
    switch json {
    case .number(let text): UInt64(text)
    case .string(let text): (try? UInt256(quantity: text)).flatMap { UInt64(exactly: $0) }
    default: nil
    }
  }
}
