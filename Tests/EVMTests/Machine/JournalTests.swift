import EVM
import Primitives
import Testing

@Suite("Journal and state")
struct JournalTests {
  let address = Address(truncating: UInt256(0xaa))
  let other = Address(truncating: UInt256(0xbb))

  @Test("checkpoints nest, and each brings back what was at its time")
  func checkpoints() throws {
    let journal = Journal(MemoryState())
    try journal.setBalance(address, 1)
    let first = journal.checkpoint()
    try journal.setBalance(address, 2)
    try journal.setStorage(address, 7, 70)
    let second = journal.checkpoint()
    try journal.setStorage(address, 7, 71)
    try journal.setCode(address, Code([1, 2]))
    try journal.setNonce(other, 4)
    journal.revert(to: second)
    #expect(try journal.storage(address, 7) == 70)
    #expect(try journal.code(address).count == 0)
    #expect(try journal.account(other) == nil)
    journal.revert(to: first)
    #expect(try journal.storage(address, 7) == 0)
    #expect(
      journal.changes
        == StateChanges(accounts: [address: .init(account: Account(balance: 1), replacesStorage: true)]))
  }

  @Test("the inverse of changes brings the state and its root back")
  func inverse() throws {
    var state = MemoryState()
    let code = Code([0x5b])
    state.apply(
      StateChanges(accounts: [
        address: .init(account: Account(nonce: 1, balance: 5, codeHash: code.hash), code: code, storage: [1: 1, 2: 2])
      ]))
    let root = state.root()
    let steps = [
      StateChanges(accounts: [address: .init(account: nil), other: .init(account: Account(balance: 3))]),
      StateChanges(accounts: [
        address: .init(account: Account(balance: 1), replacesStorage: true, storage: [9: 9])
      ]),
      StateChanges(accounts: [address: .init(account: Account(balance: 2), storage: [9: 0, 3: 4])]),
    ]
    var inverses: [StateChanges] = []
    var roots = [root]
    for step in steps {
      inverses.append(state.apply(step))
      roots.append(state.root())
    }
    #expect(Set(roots).count == 4)
    for (inverse, expected) in zip(inverses.reversed(), roots.dropLast().reversed()) {
      state.apply(inverse)
      #expect(state.root() == expected)
    }
    #expect(state.storage(of: address) == [1: 1, 2: 2])
    #expect(state.code(address, hash: code.hash) == code)
  }

  @Test("a journal asks its reader for each thing once")
  func asksOnce() throws {
    final class Counting: StateReader {
      var asked: [String] = []

      func account(_ address: Address) -> Account? {
        asked.append("account")
        return Account(balance: 1)
      }
      func storage(_ address: Address, _ slot: UInt256) -> UInt256 {
        asked.append("slot \(slot)")
        return 5
      }
      func code(_ address: Address, hash: Hash32) -> Code { .empty }
    }
    let reader = Counting()
    let journal = Journal(reader)
    for _ in 0..<3 {
      journal.beginTransaction()
      _ = try journal.account(address)
      _ = try journal.storage(address, 1)
      try journal.setStorage(address, 1, 6)
      journal.endTransaction(deletingEmpty: true)
    }
    #expect(reader.asked == ["account", "slot 1"])
    #expect(journal.changes.accounts[address]?.storage == [1: 6])
  }
}
