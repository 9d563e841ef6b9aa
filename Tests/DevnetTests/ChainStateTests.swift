import EVM
import FixtureSupport
import Primitives
import Testing

@testable import Devnet

@Suite("The state over another chain's state")
struct ChainStateTests {
  static let addresses = (1...6).map { Address(truncating: UInt256($0)) }
  static let slots = (0..<5).map { UInt256($0) }

  /// Changes of some accounts as a block makes them: from the state as it is.
  func changes(_ state: some StateReader, _ random: inout some RandomNumberGenerator) throws -> StateChanges {
    var changes = StateChanges()
    for address in Self.addresses where Int.random(in: 0..<3, using: &random) == 0 {
      var change = StateChanges.Change(account: nil)
      if Int.random(in: 0..<4, using: &random) > 0 {
        var account = try state.account(address) ?? Account()
        change.replacesStorage = try state.account(address) == nil || Int.random(in: 0..<6, using: &random) == 0
        account.balance = UInt256(Int.random(in: 0..<100, using: &random))
        if Bool.random(using: &random) {
          let code = Code([UInt8.random(in: 1...3, using: &random)])
          if code.hash != account.codeHash { (account.codeHash, change.code) = (code.hash, code) }
        }
        change.account = account
        for slot in Self.slots where Bool.random(using: &random) {
          change.storage[slot] = UInt256(Int.random(in: 0..<3, using: &random))
        }
      }
      changes.accounts[address] = change
    }
    return changes
  }

  /// All that can be read of a state.
  func reading(_ state: some StateReader) throws -> [String] {
    try Self.addresses.map { address in
      let account = try state.account(address)
      let hash = account?.codeHash ?? Code.empty.hash
      let code = try hash == Code.empty.hash ? [] : state.code(address, hash: hash).bytes
      let storage = try Self.slots.map { try state.storage(address, $0) }
      return "\(account.map { "\($0)" } ?? "none") \(code) \(storage)"
    }
  }

  @Test("it reads as one that is all in memory, through changes, deletions, replaced storage and going back")
  func equivalence() throws {
    var random = Seeded(7)
    for _ in 0..<200 {
      var origin = MemoryState()
      origin.apply(try changes(origin, &random))
      var (whole, layered) = (ChainState(), ChainState(over: origin))
      for address in Self.addresses {
        guard let account = origin.account(address) else { continue }
        let code = account.codeHash == Code.empty.hash ? nil : origin.code(address, hash: account.codeHash)
        let change = StateChanges.Change(account: account, code: code, storage: origin.storage(of: address))
        whole.apply(StateChanges(accounts: [address: change]))
      }
      var history: [(readings: [String], whole: ChainState.Undo, layered: ChainState.Undo)] = []
      for _ in 0..<30 {
        if let last = history.last, Int.random(in: 0..<4, using: &random) == 0 {
          whole.takeBack(last.whole)
          layered.takeBack(last.layered)
          #expect(try reading(layered) == last.readings)
          history.removeLast()
          continue
        }
        let readings = try reading(whole)
        let changes = try changes(whole, &random)
        let seen = try reading(ChangedState(base: layered, changes: changes))
        history.append((readings, whole.apply(changes), layered.apply(changes)))
        #expect(try reading(layered) == reading(whole))
        #expect(seen == (try reading(whole)))
      }
      // Every moment of the past, from here.
      for index in history.indices {
        let later = history[index...].reversed()
        #expect(try reading(layered.before(later.map(\.layered))) == history[index].readings)
        #expect(try reading(whole.before(later.map(\.whole))) == history[index].readings)
      }
      for last in history.reversed() { layered.takeBack(last.layered) }
      #expect(layered.layered?.changes == StateChanges())
    }
  }

  @Test("the slots of a contract that was made here are never looked for in the origin")
  func ownContracts() throws {
    let origin = CountingState()
    var state = ChainState(over: origin)
    let journal = Journal(state)
    let address = Self.addresses[0]
    try journal.setCode(address, Code([1]))
    journal.endTransaction(deletingEmpty: true)
    state.apply(journal.changes)
    let reads = origin.count
    #expect(reads == 1)
    #expect(try state.storage(address, 5) == 0)
    #expect(try state.account(address)?.codeHash == Code([1]).hash)
    #expect(origin.count == reads)
  }
}
