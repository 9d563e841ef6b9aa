import Keys
import Primitives
import StrictJSON
import Testing

@Suite struct AccountKeyTests {
  private static let keys = (1...11).map {
    try! PrivateKey(hex: String(repeating: "0", count: 62) + (10 + $0).description).publicKey
  }
  private let a = AccountKeyTests.keys[0]
  private let b = AccountKeyTests.keys[1]
  private let c = AccountKeyTests.keys[2]

  private func code(_ body: () throws -> Void) -> AccountKeyError.Code? {
    do { try body() } catch { return (error as? AccountKeyError)?.code }
    return nil
  }

  private func multisig(_ threshold: UInt64, _ weights: UInt64...) -> AccountKey {
    .multisig(
      WeightedMultisig(
        threshold: threshold,
        keys: zip(weights, Self.keys).map { WeightedMultisig.WeightedKey(weight: $0, key: $1) }))
  }

  @Test func everyKindComesBackFromItsBytesAndItsJSON() throws {
    let kinds: [AccountKey] = [
      .none, .legacy, .publicKey(a), .fail, multisig(3, 2, 1, 1), multisig(.max, .max - 1, 1),
      .roles([.publicKey(a)]), .roles([.legacy, multisig(2, 1, 1), .fail]), .roles([.none, .publicKey(b), .none]),
    ]
    for key in kinds {
      #expect(try AccountKey(decoding: key.encoded) == key)
      #expect(try AccountKey(json: JSON(parsing: key.json.serialized())) == key)
    }
    #expect(Set(kinds.map(\.kind)) == Set(AccountKey.Kind.allCases))
    #expect(kinds.map(\.publicKeyCount) == [0, 0, 1, 0, 3, 2, 1, 2, 1])
  }

  @Test func bytesThatAreNotCanonicalAreRefused() throws {
    let key = AccountKey.publicKey(a).encoded
    let wrong: [(Bytes, AccountKeyError.Code)] = [
      ([], .malformed), ([0x80, 0x80], .malformed), ([0x01], .malformed), ([0x01, 0xc1, 0x80], .malformed),
      ([0x01, 0x80], .malformed), ([0x03, 0xc0, 0x00], .malformed), (key + [0], .malformed),
      (key.dropLast(), .malformed),
      ([0x00], .unknownKind), ([0x06, 0xc0], .unknownKind), ([0xff], .unknownKind),
      ([0x02, 0xb8] + key.dropFirst(), .malformed), ([0x02, 0xc0], .malformed),
      ([0x02, 0xa1, 0x04] + a.compressed.dropFirst(), .malformed),
      // A threshold with a leading zero, and one above 2^64.
      ([0x04, 0xc4, 0x82, 0x00, 0x01, 0xc0], .malformed),
      ([0x04, 0xcb, 0x89, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xc0], .malformed),
      ([0x04, 0xc3, 0x01, 0xc0, 0x01], .malformed), ([0x05, 0xc1, 0x80], .malformed), ([0x05, 0xc1, 0xc0], .malformed),
    ]
    for (bytes, expected) in wrong { #expect(code { _ = try AccountKey(decoding: bytes) } == expected, "\(bytes.hex)") }
  }

  @Test func keysInKeysAreRefusedHoweverDeep() throws {
    var bytes = AccountKey.roles([.legacy]).encoded
    for _ in 0..<2000 { bytes = [5] + RLP.encode(.list([.bytes(bytes)])) }
    #expect(code { _ = try AccountKey(decoding: bytes) } == .nested)
    let many = [5] + RLP.encode(.list(Array(repeating: .bytes([1, 0xc0]), count: 100_000)))
    #expect(code { _ = try AccountKey(decoding: many) } == .malformed)
    var json = AccountKey.roles([.legacy]).json
    for _ in 0..<50 { json = ["keyType": 5, "key": .array([json])] }
    #expect(code { _ = try AccountKey(json: json) } == .nested)
  }

  @Test func jsonThatIsNoKeyIsRefused() throws {
    let x = JSON.string(a.x.quantity)
    let wrong: [(JSON, AccountKeyError.Code)] = [
      (nil, .malformed), ([:], .malformed), (["keyType": -1, "key": [:]], .malformed), (["keyType": 6], .unknownKind),
      (["keyType": 256], .unknownKind), (["keyType": 2, "key": ["x": x]], .malformed),
      (["keyType": 2, "key": ["x": x, "y": "5"]], .malformed),
      (["keyType": 2, "key": ["x": x, "y": "0x5"]], .notOnCurve),
      (["keyType": 2, "key": ["x": x, "y": .string("0x" + String(repeating: "0", count: 65))]], .malformed),
      (["keyType": 4, "key": ["threshold": 1]], .malformed), (["keyType": 5, "key": [:]], .malformed),
      (["keyType": 4, "key": ["threshold": 1, "keys": [["key": AccountKey.publicKey(a).json["key"]!]]]], .malformed),
      (["keyType": 5, "key": []], .empty),
    ]
    for (json, expected) in wrong { #expect(code { _ = try AccountKey(json: json) } == expected, "\(json)") }
  }

  @Test func coordinatesWithAndWithoutLeadingZerosAreTheSameKey() throws {
    // The y of this key begins with a zero nibble.
    let key = try PublicKey(Bytes(hex: "0x03e4a01407460c1c03ac0c82fd84f303a699b210c0b054f4aff72ff7dcdf01512d"))
    #expect(AccountKey.publicKey(key).json["key"]?["y"]?.string?.utf8.count == 65)
    let padded: JSON = ["keyType": 2, "key": ["x": .string(Hash32(key.x).hex), "y": .string(Hash32(key.y).hex)]]
    #expect(try AccountKey(json: padded) == .publicKey(key))
  }

  @Test func aKeyThatBreaksARuleCannotBeInstalled() {
    let wrong: [(AccountKey, AccountKeyError.Code)] = [
      (.none, .noKey), (multisig(1), .empty), (multisig(0, 1), .zeroThreshold), (multisig(1, 1, 0), .zeroWeight),
      (multisig(3, 1, 1), .unsatisfiableThreshold), (multisig(1, .max, 1), .weightOverflow),
      (.multisig(WeightedMultisig(threshold: 1, of: [a, b, a])), .duplicateKey),
      (.multisig(WeightedMultisig(threshold: 1, of: Self.keys)), .tooManyKeys),
      (.roles([]), .empty), (.roles([.legacy, .legacy, .legacy, .legacy]), .tooManyRoles),
      (.roles([.roles([.legacy])]), .nested), (.roles([.none]), .noKey),
      (.roles([.legacy, multisig(2, 1)]), .unsatisfiableThreshold),
    ]
    for (key, expected) in wrong { #expect(code { try key.validate() } == expected, "\(key)") }
    for key in [.legacy, .fail, .publicKey(a), multisig(2, 1, 1), .roles([.fail, .legacy])] as [AccountKey] {
      #expect(code { try key.validate() } == nil)
    }
    #expect(
      code { try AccountKey.multisig(WeightedMultisig(threshold: 10, of: Array(Self.keys.prefix(10)))).validate() }
        == nil)
  }

  @Test func aRoleBasedKeyChangesRoleByRole() throws {
    let old = AccountKey.roles([.publicKey(a), .publicKey(b)])
    #expect(try old.updated(by: .roles([.none, .publicKey(c)])) == .roles([.publicKey(a), .publicKey(c)]))
    #expect(try old.updated(by: .roles([.publicKey(c)])) == .roles([.publicKey(c), .publicKey(b)]))
    #expect(try old.updated(by: .roles([.none, .none, .fail])) == .roles([.publicKey(a), .publicKey(b), .fail]))
    #expect(try old.updated(by: .legacy) == .legacy)
    #expect(try AccountKey.legacy.updated(by: old) == old)
    #expect(try AccountKey.legacy.updated(by: .legacy) == .legacy)
    #expect(try AccountKey.fail.updated(by: .publicKey(a)) == .publicKey(a))
    #expect(code { _ = try AccountKey.fail.updated(by: .fail) } == .failNotUpdatable)
    #expect(code { _ = try AccountKey.roles([.fail]).updated(by: .roles([.fail])) } == .failNotUpdatable)
    #expect(code { _ = try old.updated(by: .none) } == .noKey)
    #expect(code { _ = try AccountKey.legacy.updated(by: .none) } == .noKey)
    // A new role cannot keep what it never had; neither can roles in place of a whole key.
    #expect(code { _ = try old.updated(by: .roles([.none, .none, .none])) } == .noKey)
    #expect(code { _ = try AccountKey.publicKey(a).updated(by: .roles([.none, .publicKey(b)])) } == .noKey)
    #expect(code { _ = try old.updated(by: .roles([])) } == .empty)
    #expect(code { _ = try old.updated(by: .roles([.none, .none, .none, .none])) } == .tooManyRoles)
    #expect(code { _ = try old.updated(by: .roles([.none, .roles([.legacy])])) } == .nested)
    #expect(code { _ = try old.updated(by: .roles([multisig(0, 1)])) } == .zeroThreshold)
    #expect(code { _ = try multisig(1, 1).updated(by: multisig(2, 1)) } == .unsatisfiableThreshold)
  }

  @Test func missingRolesUseTheFirst() {
    let key = AccountKey.roles([.publicKey(a), .publicKey(b)])
    #expect(key.key(for: .accountUpdate) == .publicKey(b) && key.key(for: .feePayer) == .publicKey(a))
    #expect(AccountKey.publicKey(c).key(for: .feePayer) == .publicKey(c))
    #expect(AccountKey.roles([]).key(for: .transaction) == .none)
  }

  @Test func onlyTheRightSignersAreAccepted() {
    let own = a.address
    func accepts(_ key: AccountKey, _ signers: [PublicKey], _ role: AccountKey.Role = .transaction) -> Bool {
      let code = code { try key.check(signers, role: role, of: own) }
      #expect(code == nil || code == .unauthorized)
      return code == nil
    }
    #expect(accepts(.legacy, [a]) && !accepts(.legacy, [b]) && !accepts(.legacy, []) && !accepts(.legacy, [a, a]))
    #expect(accepts(.publicKey(b), [b]) && !accepts(.publicKey(b), [a]) && !accepts(.publicKey(b), [b, b]))
    #expect(!accepts(.fail, [a]) && !accepts(.fail, []) && !accepts(.none, [a]) && !accepts(.roles([]), [a]))
    let twoOfThree = multisig(2, 1, 1, 1)
    #expect(accepts(twoOfThree, [a, b]) && accepts(twoOfThree, [c, a]) && accepts(twoOfThree, [a, b, c]))
    #expect(!accepts(twoOfThree, [a]) && !accepts(twoOfThree, [a, a]) && !accepts(twoOfThree, []))
    // Twice the same key counts once, a stranger spoils it, and there can't be more signatures than keys.
    #expect(accepts(twoOfThree, [a, b, a]) && !accepts(twoOfThree, [a, b, Self.keys[4]]))
    #expect(!accepts(twoOfThree, [a, b, a, b]))
    #expect(accepts(multisig(3, 2, 1, 1), [a, c]) && !accepts(multisig(3, 2, 1, 1), [b, c]))
    #expect(!accepts(multisig(0, 1), []) && !accepts(multisig(0, 1), [a]))
    #expect(accepts(multisig(.max, .max, .max), [a, b]))
    let roles = AccountKey.roles([.publicKey(b), twoOfThree, .legacy])
    #expect(accepts(roles, [b]) && accepts(roles, [a, c], .accountUpdate) && accepts(roles, [a], .feePayer))
    #expect(!accepts(roles, [a]) && !accepts(roles, [b], .accountUpdate) && !accepts(roles, [b], .feePayer))
    #expect(accepts(.roles([.publicKey(b)]), [b], .feePayer))
  }
}
