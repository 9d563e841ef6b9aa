import Primitives

extension AccountKey {
  /// The key as transactions carry it: its kind's number, then its content in RLP.
  public var encoded: Bytes {
    switch self {
    case .none: [0x80]
    case .legacy, .fail: tagged(.list([]))
    case .publicKey(let key): tagged(.bytes(key.compressed))
    case .multisig(let multisig):
      tagged(
        .list([
          .uint(multisig.threshold),
          .list(multisig.keys.map { .list([.uint($0.weight), .bytes($0.key.compressed)]) }),
        ]))
    case .roles(let keys): tagged(.list(keys.map { .bytes($0.encoded) }))
    }
  }

  private func tagged(_ content: RLP.Item) -> Bytes { [kind.rawValue] + RLP.encode(content) }

  /// Reads a key as transactions carry it, strictly: canonical RLP and nothing after it.
  ///
  /// A key that can be read need not be one that an account can get: see ``validate()``.
  ///
  /// - Throws: `malformed`, `unknownKind`, `notOnCurve`, `empty`, `tooManyKeys`, `tooManyRoles` or `nested`.
  public init(decoding bytes: Bytes) throws(AccountKeyError) {
    guard let first = bytes.first else { throw .malformed("it has no bytes") }
    if first == 0x80 {
      guard bytes.count == 1 else { throw .malformed("\(bytes.count - 1) bytes follow the nil key") }
      self = .none
      return
    }
    guard let kind = Kind(rawValue: first), kind != .none else {
      throw AccountKeyError(
        .unknownKind, "cannot read the account key: its first byte is \(Hex.encode([first]))\nkinds are 0x01 to 0x05")
    }
    self = try Self.read(
      kind,
      try part { () throws(RLPError) in
        try RLP.decode(bytes.dropFirst(), limits: RLP.Limits(depth: 4, items: 4096))
      })
  }

  private static func read(_ kind: Kind, _ content: RLP.Item) throws(AccountKeyError) -> AccountKey {
    switch kind {
    case .none, .legacy, .fail:
      guard content == .list([]) else { throw .malformed("a \(kind.name) has content") }
      return kind == .legacy ? .legacy : .fail
    case .publicKey: return .publicKey(try publicKey(content))
    case .multisig:
      let fields = try list(content, of: 2)
      let members = try part(fields[1].list)
      guard members.count <= WeightedMultisig.mostKeys else { throw .tooManyKeys(members.count) }
      var keys: [WeightedMultisig.WeightedKey] = []
      for member in members {
        let parts = try list(member, of: 2)
        keys.append(WeightedMultisig.WeightedKey(weight: try part(parts[0].uint64), key: try publicKey(parts[1])))
      }
      return .multisig(WeightedMultisig(threshold: try part(fields[0].uint64), keys: keys))
    case .roles:
      let roles = try part(content.list)
      if let error = AccountKeyError.roles(roles.count) { throw error }
      var keys: [AccountKey] = []
      for role in roles {
        let bytes = try part(role.bytes)
        // Before it is read: a nested key could nest another.
        guard bytes.first != Kind.roles.rawValue else { throw .nested }
        keys.append(try AccountKey(decoding: bytes))
      }
      return .roles(keys)
    }
  }

  private static func publicKey(_ item: RLP.Item) throws(AccountKeyError) -> PublicKey {
    let bytes = try part(item.bytes)
    guard bytes.count == 33, bytes[0] == 2 || bytes[0] == 3 else {
      throw .malformed("a public key in it is not 33 bytes that begin with 02 or 03")
    }
    do throws(KeysError) { return try PublicKey(bytes) } catch { throw .notOnCurve }
  }

  private static func list(_ item: RLP.Item, of count: Int) throws(AccountKeyError) -> [RLP.Item] {
    let items = try part(item.list)
    guard items.count == count else { throw .malformed("a list in it has \(items.count) items instead of \(count)") }
    return items
  }
}

/// A part of the RLP, or the key's error that tells what is wrong with it.
private func part<Value>(_ read: () throws(RLPError) -> Value) throws(AccountKeyError) -> Value {
  do throws(RLPError) { return try read() } catch { throw .malformed(error.message) }
}
