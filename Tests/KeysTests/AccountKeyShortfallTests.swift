import Keys
import Primitives
import Testing

@Suite("What signatures lack for an account's key")
struct AccountKeyShortfallTests {
  private static func key(_ number: Int) throws -> PublicKey {
    try PrivateKey(bytes: Hash32(UInt256(number)).bytes).publicKey
  }

  private let account = Address(truncating: UInt256(0xacc))

  @Test("nothing, if they suffice")
  func enough() throws {
    let keys = try (1...3).map(Self.key)
    let key = AccountKey.multisig(WeightedMultisig(threshold: 2, of: keys))
    #expect(key.shortfall(of: [keys[2], keys[0]], role: .transaction, of: account) == nil)
    #expect(AccountKey.legacy.shortfall(of: [keys[0]], role: .transaction, of: keys[0].address) == nil)
  }

  @Test("of a multisig the weight that is there and the keys that have not signed, duplicates counted once")
  func multisig() throws {
    let keys = try (1...3).map(Self.key)
    let members = zip([2, 3, 4] as [UInt64], keys).map { WeightedMultisig.WeightedKey(weight: $0, key: $1) }
    let key = AccountKey.roles([.fail, .multisig(WeightedMultisig(threshold: 8, keys: members))])
    let shortfall = try #require(key.shortfall(of: [keys[1], keys[1]], role: .accountUpdate, of: account))
    #expect(shortfall.weight == 3 && shortfall.threshold == 8 && shortfall.strangers.isEmpty)
    #expect(shortfall.missing.map(\.member) == [.key(keys[0]), .key(keys[2])])
    #expect(shortfall.missing.map(\.weight) == [2, 4])
    // The role that nobody can sign for.
    #expect(try #require(key.shortfall(of: [keys[1]], role: .transaction, of: account)).threshold == 0)
  }

  @Test("a stranger is named, for it makes all signatures worthless")
  func stranger() throws {
    let keys = try (1...4).map(Self.key)
    let key = AccountKey.multisig(WeightedMultisig(threshold: 2, of: Array(keys[..<3])))
    let shortfall = try #require(
      key.shortfall(of: [keys[0], keys[1], keys[3]], role: .transaction, of: account))
    #expect(shortfall.strangers == [keys[3]] && shortfall.weight == 2)
  }

  @Test("a changed key is named, and of a legacy one the address that it comes from")
  func single() throws {
    let (old, new) = (try Self.key(1), try Self.key(2))
    let changed = try #require(AccountKey.publicKey(new).shortfall(of: [old], role: .transaction, of: old.address))
    #expect(changed.weight == 0 && changed.threshold == 1)
    #expect(changed.missing.map(\.member) == [.key(new)] && changed.strangers == [old])
    let unsigned = try #require(AccountKey.legacy.shortfall(of: [], role: .transaction, of: old.address))
    #expect(unsigned.missing.map(\.member) == [.ownKey(of: old.address)])
    #expect(unsigned.missing[0].member.address == old.address)
  }
}
