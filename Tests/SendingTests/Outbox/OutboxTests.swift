import DatabaseSupport
import Foundation
import Keys
import Primitives
import Testing

@testable import Outbox
@testable import Sending

@Suite("An outbox", .overEachEngine)
struct OutboxTests {
  let folder: OutboxFolder

  init() throws { folder = try OutboxFolder() }

  // MARK: Nonces

  @Test("gives consecutive nonces from the chain's count on, and one that was given back first")
  func nonces() async throws {
    let outbox = folder.outbox()
    var intents: [Intent] = []
    for _ in 0..<4 { intents.append(try await outbox.begin(.transfer(), count: 5).begun()) }
    #expect(intents.map(\.nonce) == [5, 6, 7, 8])
    try await outbox.settle(intents[1].id, IntentOutcome(.unpublished))
    try await outbox.settle(intents[2].id, IntentOutcome(.expired, cost: .zero))
    #expect(try await outbox.begin(.transfer(), count: 5).begun().nonce == 6)
    #expect(try await outbox.begin(.transfer(), count: 5).begun().nonce == 7)
    #expect(try await outbox.begin(.transfer(), count: 5).begun().nonce == 9)
  }

  @Test("begins nothing on a count that is older than what it knows as mined by then")
  func outdated() async throws {
    let outbox = folder.outbox()
    let first = try await outbox.begin(.transfer(), count: 0).begun()
    try await outbox.record(.sample(1, nonce: 0), of: first.id, label: "")
    // Another process saw it mined, after this one had asked for the count and looked for what is mined.
    try await outbox.settle(first.id, IntentOutcome(.final, block: 8, blockHash: .zero))
    await #expect(throws: OutboxError(.pendingNonceOutdated, "")) {
      try await outbox.begin(.transfer(2), count: 0)
    }
    #expect(try await outbox.intents().count == 1)
    #expect(try await outbox.begin(.transfer(2), count: 1).begun().nonce == 1)
  }

  @Test("follows a count that went ahead, and keeps accounts and chains apart")
  func accountsApart() async throws {
    let outbox = folder.outbox()
    #expect(try await outbox.begin(.transfer(), count: 0).begun().nonce == 0)
    #expect(try await outbox.begin(.transfer(), count: 9).begun().nonce == 9)
    #expect(try await outbox.begin(.transfer(chain: 1), count: 0).begun().nonce == 0)
    #expect(try await outbox.begin(.transfer(from: .zero), count: 0).begun().nonce == 0)
    // A chain that was started anew under the same id is another.
    var anew = IntentDraft.transfer()
    anew.chain = ChainMark(chainID: 1337, genesis: .zero)
    #expect(try await outbox.begin(anew, count: 0).begun().nonce == 0)
  }

  @Test("refuses a count that leaves no nonce", arguments: [UInt64.max, UInt64(Int64.max)])
  func absurdCount(count: UInt64) async throws {
    let outbox = folder.outbox()
    await #expect(throws: OutboxError(.absurdCount, "")) { try await outbox.begin(.transfer(), count: count) }
    #expect(try await outbox.intents().isEmpty)
  }

  @Test("gives forty tasks over two openings of one file forty nonces in a row")
  func concurrent() async throws {
    let outboxes = [folder.outbox(), folder.outbox()]
    let nonces = try await withThrowingTaskGroup(of: UInt64?.self) { group in
      for index in 0..<40 {
        group.addTask { try await outboxes[index % 2].begin(.transfer(index), count: 3).begun().nonce }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(nonces.compactMap { $0 }.sorted() == Array(3..<43))
  }

  @Test("takes a chosen nonce as it is, twice if it must be, and gives it to nobody else")
  func chosen() async throws {
    let outbox = folder.outbox()
    #expect(try await outbox.begin(.transfer(), count: 0).begun().nonce == 0)
    var draft = IntentDraft.transfer()
    draft.nonce = 0
    #expect(try await outbox.begin(draft, count: 0).begun().nonce == 0)
    draft.nonce = 1
    #expect(try await outbox.begin(draft, count: 0).begun().nonce == 1)
    #expect(try await outbox.begin(.transfer(), count: 0).begun().nonce == 2)
  }

  @Test("refuses a chosen nonce that is not above the last that was mined, and writes nothing down")
  func chosenAndUsed() async throws {
    let outbox = folder.outbox()
    let mined = try await outbox.begin(.transfer(), count: 4).begun()
    try await outbox.settle(mined.id, IntentOutcome(.final, block: 8, blockHash: .zero))
    var draft = IntentDraft.transfer(1)
    for nonce: UInt64 in [3, 4] {
      draft.nonce = nonce
      let wanted = draft
      let error = await #expect(throws: OutboxError.self) { try await outbox.begin(wanted, count: 5) }
      #expect(error?.code == .nonceUsed && error?.facts == .usedNonce(nonce, next: 5))
    }
    #expect(try await outbox.intents().count == 1)
    draft.nonce = 5
    #expect(try await outbox.begin(draft, count: 5).begun().nonce == 5)
  }

  @Test("gives another nonce to an intent whose own was used elsewhere")
  func renewed() async throws {
    let outbox = folder.outbox()
    let intent = try await outbox.begin(.transfer(key: "once"), count: 0).begun()
    try await outbox.record(.sample(1, nonce: 0), of: intent.id, label: "")
    let other = try await outbox.begin(.transfer(), count: 4).begun()
    try await outbox.settle(other.id, IntentOutcome(.final, block: 8, blockHash: .zero))
    await #expect(throws: OutboxError(.pendingNonceOutdated, "")) {
      try await outbox.renew(intent.id, as: .transfer(), count: 4)
    }
    #expect(try await outbox.renew(intent.id, as: .transfer(), count: 4, known: 4) == 4)
    try await outbox.record(.sample(2, nonce: 4, kind: .anew), of: intent.id, label: "")
    let now = try #require(try await outbox.intent(intent.id))
    #expect(now.state == .signed && now.nonce == 4 && now.attempts.map(\.kind) == [.first, .anew])
  }

  // MARK: Keys

  @Test("finds what was begun under a key instead of beginning again, in another opening too")
  func keyed() async throws {
    let (one, other) = (folder.outbox(), folder.outbox())
    let first = try await one.begin(.transfer(key: "once"), count: 0).begun()
    let again = try await other.begin(.transfer(key: "once"), count: 0).found()
    #expect(again.intent.id == first.id && !again.isOurs)
    let own = try await one.begin(.transfer(key: "once"), count: 0).found()
    #expect(own.intent.id == first.id && !own.isOurs)
    // Another account's key is another.
    _ = try await one.begin(.transfer(key: "once", from: .zero), count: 0).begun()
  }

  @Test(
    "holds a key while its intent is live or succeeded, and frees it when nothing came of it",
    arguments: IntentState.allCases)
  func freed(state: IntentState) async throws {
    let outbox = folder.outbox()
    let first = try await outbox.begin(.transfer(key: "once"), count: 0).begun()
    try await outbox.settle(first.id, IntentOutcome(state))
    if state.isLive || state == .final {
      #expect(try await outbox.begin(.transfer(key: "once"), count: 1).found().intent.id == first.id)
    } else {
      #expect(try await outbox.begin(.transfer(key: "once"), count: 1).begun().id != first.id)
    }
  }

  @Test("begins again under the key of one that succeeded only when that is meant, and never beside a live one")
  func again() async throws {
    let outbox = folder.outbox()
    var draft = IntentDraft.transfer(key: "once")
    draft.again = true
    let first = try await outbox.begin(draft, count: 0).begun()
    #expect(try await outbox.begin(draft, count: 0).found().intent.id == first.id)
    try await outbox.settle(first.id, IntentOutcome(.final))
    let second = try await outbox.begin(draft, count: 1).begun()
    try await outbox.settle(second.id, IntentOutcome(.final))
    #expect(try await outbox.begin(.transfer(key: "once"), count: 2).found().intent.id == second.id)
  }

  @Test(
    "refuses a key with which something else was begun, whether it is live or done, unless it is told to be the same")
  func otherContents() async throws {
    let outbox = folder.outbox()
    let first = try await outbox.begin(.transfer(1, key: "once"), count: 0).begun()
    var other = IntentDraft.transfer(2, key: "once")
    await #expect(throws: OutboxError(.otherWithID, "")) { try await outbox.begin(other, count: 0) }
    var dearer = IntentDraft.transfer(1, key: "once")
    dearer.cost = .wei(99_000)
    #expect(try await outbox.begin(dearer, count: 0).found().intent.id == first.id)
    try await outbox.settle(first.id, IntentOutcome(.final))
    await #expect(throws: OutboxError(.otherWithID, "")) { try await outbox.begin(other, count: 1) }
    other.isSame = { $0.to == Address(truncating: UInt256(8)) }
    #expect(try await outbox.begin(other, count: 1).found().intent.id == first.id)
    (other.isSame, other.again) = (nil, true)
    #expect(try await outbox.begin(other, count: 1).begun().id != first.id)
  }

  @Test("goes on waiting for the price of what has the same key, with what is wanted now, and of nothing else")
  func waitingContents() async throws {
    let dead = folder.outbox()
    var draft = IntentDraft.transfer(1, key: "once")
    draft.wait = PriceWait(limit: 5)
    let first = try await dead.begin(draft, count: 0).begun()
    await dead.close()
    let outbox = folder.outbox()
    var other = IntentDraft.transfer(2, key: "once")
    other.wait = draft.wait
    await #expect(throws: OutboxError(.otherWithID, "")) { try await outbox.begin(other, count: 0) }
    other.isSame = { _ in true }
    let now = try await outbox.begin(other, count: 0).begun()
    #expect(now.id == first.id && now.value == .wei(2) && now.state == .waiting)
  }

  @Test("two tasks with one key: one begins, the other finds it")
  func race() async throws {
    let outboxes = [folder.outbox(), folder.outbox(), folder.outbox()]
    let begun = try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<12 {
        group.addTask {
          if case .begun = try await outboxes[index % 3].begin(.transfer(key: "once"), count: 0) { true } else { false }
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(begun == 1)
  }

  // MARK: Owners

  @Test("takes up what was signed by one that was closed, and forgets what was not signed")
  func closed() async throws {
    let outbox = folder.outbox()
    let signed = try await outbox.begin(.transfer(key: "signed"), count: 0).begun()
    try await outbox.record(.sample(1, nonce: 0), of: signed.id, label: "")
    let reserved = try await outbox.begin(.transfer(key: "reserved"), count: 0).begun()
    await outbox.close()
    let other = folder.outbox()
    let found = try await other.begin(.transfer(key: "signed"), count: 0).found()
    #expect(found.intent.id == signed.id && found.isOurs)
    let anew = try await other.begin(.transfer(key: "reserved"), count: 0).begun()
    #expect(anew.id != reserved.id && anew.nonce == 1)
    #expect(try await other.intent(reserved.id)?.state == .expired)
  }

  @Test("tells whoever sends next of what is stranded below it, and of nothing that somebody works on")
  func stranded() async throws {
    let (dead, living, next) = (folder.outbox(), folder.outbox(), folder.outbox())
    let lost = try await dead.begin(.transfer(), count: 0).begun()
    try await dead.record(.sample(1, nonce: 0), of: lost.id, label: "")
    let worked = try await living.begin(.transfer(), count: 0).begun()
    try await living.record(.sample(2, nonce: 1), of: worked.id, label: "")
    let unsigned = try await dead.begin(.transfer(), count: 0).begun()
    #expect([lost, worked, unsigned].map(\.nonce) == [0, 1, 2])
    await dead.close()
    let beginning = try await next.begin(.transfer(), count: 0)
    #expect(beginning.stranded.map(\.id) == [lost.id])
    #expect(try beginning.begun().nonce == 2)
  }

  @Test("a process that is killed leaves what it signed to the next one", .timeLimit(.minutes(20)))
  func killed() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = try folder.argument as String] in
      let outbox = Outbox(at: try OutboxFolder.place(path))
      let intent = try await outbox.begin(.transfer(key: "once"), count: 0).begun()
      try await outbox.record(.sample(1, nonce: 0), of: intent.id, label: "")
      _ = try await outbox.begin(.transfer(key: "unsigned"), count: 0).begun()
      kill(getpid(), SIGKILL)
    }
    try folder.bury()
    let outbox = folder.outbox()
    let found = try await outbox.begin(.transfer(key: "once"), count: 0).found()
    #expect(found.isOurs && found.intent.state == .signed && found.intent.attempts.count == 1)
    #expect(try await outbox.begin(.transfer(key: "unsigned"), count: 0).begun().nonce == 1)
    // Nothing is left of the dead but the rows.
    await outbox.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains("-owner-") }, "\(names)")
  }

  @Test("four processes reserve at once, and no nonce is given twice", .timeLimit(.minutes(20)))
  func processes() async throws {
    let argument = try folder.argument
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = argument as String] in
            let outbox = Outbox(at: try OutboxFolder.place(path))
            for number in 0..<25 {
              let intent = try await outbox.begin(.transfer(number), count: 0).begun()
              let draft = AttemptDraft.sample(Int.random(in: 0...Int.max), nonce: intent.nonce ?? 0)
              try await outbox.record(draft, of: intent.id, label: "")
            }
            exit(0)
          }
        }
      }
    }
    let nonces = try await folder.outbox().intents().compactMap(\.nonce)
    #expect(nonces.sorted() == Array(0..<100))
  }

  // MARK: Equal ones

  @Test("refuses what equals something without a key that was sent a short time ago, unless it is meant")
  func equal() async throws {
    let clock = Clock(1_000_000)
    let outbox = Outbox(at: folder.place, clock: { clock.now })
    var draft = IntentDraft.transfer()
    draft.equalWithin = 600
    let first = try await outbox.begin(draft, count: 0).begun()
    await #expect(throws: OutboxError(.sameJustSent, "")) { try await outbox.begin(draft, count: 0) }
    var other = IntentDraft.transfer(2)
    other.equalWithin = 600
    _ = try await outbox.begin(other, count: 0).begun()
    draft.again = true
    _ = try await outbox.begin(draft, count: 0).begun()
    draft.again = false
    // What came to nothing is no reason.
    try await outbox.settle(first.id, IntentOutcome(.expired))
    await #expect(throws: OutboxError(.sameJustSent, "")) { try await outbox.begin(draft, count: 0) }
    clock.now += 601
    _ = try await outbox.begin(draft, count: 0).begun()
    // A clock that was put back asks once more, never once less.
    clock.now -= 100_000
    await #expect(throws: OutboxError(.sameJustSent, "")) { try await outbox.begin(draft, count: 0) }
  }

  // MARK: Ends

  @Test("a fee that one node told stays where the next does not tell it, unless the block is another")
  func keptFee() async throws {
    let outbox = folder.outbox()
    let intent = try await outbox.begin(.transfer(), count: 0).begun()
    let (block, other) = (Keccak256.hash([1]), Keccak256.hash([2]))
    try await outbox.settle(intent.id, IntentOutcome(.final, block: 1, blockHash: block, fee: .wei(7), cost: .wei(8)))
    try await outbox.settle(intent.id, IntentOutcome(.final, block: 1, blockHash: block))
    #expect(try await outbox.intent(intent.id)?.fee == .wei(7))
    try await outbox.settle(intent.id, IntentOutcome(.final, block: 2, blockHash: other))
    #expect(try await outbox.intent(intent.id)?.fee == nil)
  }
}
