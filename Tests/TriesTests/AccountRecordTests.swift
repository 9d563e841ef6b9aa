import Primitives
import Testing
import Tries

@Suite("Accounts of the state trie")
struct AccountRecordTests {
  @Test("an account is read as it is written")
  func roundTrip() throws {
    let accounts = [
      AccountRecord(), AccountRecord(nonce: 1, balance: 0x7f), AccountRecord(nonce: .max, balance: .max),
      AccountRecord(nonce: 128, balance: 1 << 128, storageRoot: .zero, codeHash: Keccak256.hash([1])),
    ]
    for account in accounts { #expect(try AccountRecord(decoding: account.encoded) == account) }
    #expect(AccountRecord().encoded.count == 70)
  }

  private static let broken: [RLP.Item] = [
    .bytes([]),
    .list([]),
    fields([1], [2], zero),
    fields([1], [2], zero, zero, [1]),
    fields([1], [2], zero, [1]),
    fields([0], [2], zero, zero),
    fields([1] + Bytes(repeating: 0, count: 8), [2], zero, zero),
    .list([.bytes([1]), .list([]), .bytes(zero), .bytes(zero)]),
  ]

  private static let zero = Bytes(repeating: 0, count: 32)

  private static func fields(_ fields: Bytes...) -> RLP.Item { .list(fields.map { .bytes($0) }) }

  @Test("what is no account is refused", arguments: broken)
  func malformed(_ item: RLP.Item) {
    let encoding = RLP.encode(item)
    #expect(throws: TrieError.self) { try AccountRecord(decoding: encoding) }
    #expect(throws: TrieError.self) { try AccountRecord(decoding: encoding.dropLast()) }
  }
}
