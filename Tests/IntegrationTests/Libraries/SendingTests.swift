import ChainSupport
import ContractABI
import ContractClient
import Keys
import LectureKit
import Locking
import NodeRPC
import Outbox
import Primitives
import Sending
import Testing
import Transactions

@Suite(
  "Sending on a chain", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(20)))
struct SendingTests {
  @Test("Twenty sends of one account side by side take consecutive nonces, and all land")
  func concurrent() async throws {
    let fixture = try await ContractFixture.open()
    let teacher = fixture.teacher
    let first = try await fixture.node.transactionCount(of: teacher.address)
    let confirmations = try await withThrowingTaskGroup(of: CallReceipt.self) { group in
      for _ in 0..<20 {
        group.addTask { try await fixture.client.planCreate(price: klay(5), from: teacher.address).send(from: teacher) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(confirmations.allSatisfy { $0.receipt.status == true })
    #expect(Set(confirmations.map(\.hash)).count == 20)
    #expect(try await fixture.node.transactionCount(of: teacher.address) == first + 20)
    #expect(try await fixture.client.count() == 20)
    let numbers = try confirmations.compactMap { try fixture.client.createdNumber(in: $0) }.sorted()
    #expect(numbers == (0..<20).map { UInt256($0) })
  }

  @Test("A nonce that another program used meanwhile is not the end: the next is taken")
  func nonceTaken() async throws {
    let fixture = try await ContractFixture.open()
    let teacher = fixture.teacher
    let mine = try await fixture.client.planCreate(price: klay(1), from: teacher.address)
    let theirs = try await fixture.anotherClient().planCreate(price: klay(2), from: teacher.address)
    #expect(mine.prepared.transactionCount == theirs.prepared.transactionCount)
    _ = try await theirs.send(from: teacher)
    _ = try await mine.send(from: teacher)
    #expect(try await fixture.client.lectures().map(\.price) == [try klay(2), try klay(1)])
  }

  @Test("A chosen nonce that is used up is refused and nothing is sent")
  func chosenNonce() async throws {
    let fixture = try await ContractFixture.open()
    try await fixture.create()
    var options = SendOptions()
    options.intent.nonce = 0
    let chosen = options
    let error = try await fixture.chain.refusal(spending: fixture.teacher) {
      let plan = try await fixture.client.planCreate(price: klay(1), from: fixture.teacher.address, options: chosen)
      _ = try await plan.send(from: fixture.teacher, options: chosen)
    }
    #expect((error as? OutboxError)?.code == .nonceUsed)
  }

  @Test("A transaction counts when it has the confirmations asked for, not before")
  func confirmations() async throws {
    let chain = try await Chain.start()
    let account = try await chain.account()
    try await chain.automine(false)
    let sender = try chain.session().connect().sender
    let request = SendRequest(from: account.address, to: chain.accounts[0], value: .klay(1), label: "a transfer")
    let sent = try await sender.send(try await sender.prepare(request), signer: account)
    let done = Flag()
    try await withThrowingTaskGroup(of: Optional<Sending.Confirmation>.self) { group in
      group.addTask {
        var options = SendOptions()
        options.tracking.confirmations = 4
        let confirmation = try await sent.confirmed(options)
        await done.raise()
        return confirmation
      }
      group.addTask {
        for _ in 1...3 {
          try await chain.mine()
          try await Task.sleep(for: .milliseconds(300))
          #expect(await !done.isRaised)
        }
        try await chain.mine()
        return nil
      }
      let confirmation = try #require(try await group.reduce(nil) { $0 ?? $1 })
      #expect(confirmation.confirmations >= 4)
      #expect(confirmation.hash == sent.hash)
    }
  }

  @Test("A transaction that nobody mines is told with its hash, when the time is over")
  func notMined() async throws {
    let chain = try await Chain.start()
    let account = try await chain.account()
    try await chain.automine(false)
    let sender = try chain.session().connect().sender
    let request = SendRequest(from: account.address, to: chain.accounts[0], value: .klay(1), label: "a transfer")
    let sent = try await sender.send(try await sender.prepare(request), signer: account)
    var options = SendOptions()
    options.tracking.timeout = 0.5
    let late = options
    let error = await #expect(throws: SendingError.self) { _ = try await sent.confirmed(late) }
    #expect(error?.code == .notConfirmed && error?.transactionHash == sent.hash)
  }

  @Test("A transaction that another one replaced is told as replaced")
  func replaced() async throws {
    let chain = try await Chain.start()
    let account = try await chain.account()
    try await chain.automine(false)
    let sender = try chain.session().connect().sender
    let request = SendRequest(from: account.address, to: chain.accounts[0], value: .klay(1), label: "a transfer")
    var options = SendOptions()
    options.intent.nonce = 0
    options.fees.chosen = .dynamic(maxPriorityFeePerGas: Amount.gwei(2).wei, maxFeePerGas: Amount.gwei(20).wei)
    let sent = try await sender.send(
      try await sender.prepare(request, options: options), signer: account, options: options)
    options.fees.chosen = .dynamic(maxPriorityFeePerGas: Amount.gwei(4).wei, maxFeePerGas: Amount.gwei(40).wei)
    let other = try await sender.send(
      try await sender.prepare(request, options: options), signer: account, options: options)
    try await chain.mine()
    #expect(try await other.confirmed().receipt.status == true)
    await #expect(throws: SendingError(.replaced, "")) { _ = try await sent.confirmed() }
  }

  @Test("Fees too low for the node are told, and the nonce is free again")
  func underpriced() async throws {
    let fixture = try await ContractFixture.open()
    var options = SendOptions()
    options.fees.chosen = .dynamic(maxPriorityFeePerGas: 0, maxFeePerGas: 1)
    let low = options
    let error = try await fixture.chain.refusal(spending: fixture.teacher) {
      let plan = try await fixture.client.planCreate(price: klay(1), from: fixture.teacher.address, options: low)
      _ = try await plan.send(from: fixture.teacher, options: low)
    }
    #expect(error.sendingCode == .underpriced)
    #expect(try await fixture.create() == 0)
  }

  @Test("Every step of a transaction's life is told, and an outbox that cannot be written stops the send")
  func steps() async throws {
    let fixture = try await ContractFixture.open()
    let recorder = Recorder()
    let client = try await LectureClient.connect(
      fixture.client.session, over: fixture.client.session.connect(outbox: .inMemory(observer: recorder)))
    let receipt = try await client.planCreate(price: klay(1), from: fixture.teacher.address).send(from: fixture.teacher)
    let block = try #require(receipt.receipt.blockNumber)
    #expect(
      recorder.notes == [
        "signed createLecture(lectureCost: 1)", "broadcast \(receipt.hash)", "confirmed \(receipt.hash) in \(block)",
      ])
    let broken = try await LectureClient.connect(
      fixture.client.session, over: fixture.client.session.connect(outbox: Outbox(path: "/dev/null/outbox.sqlite")))
    let error = try await fixture.chain.refusal(spending: fixture.teacher) {
      _ = try await broken.planCreate(price: klay(1), from: fixture.teacher.address).send(from: fixture.teacher)
    }
    #expect((error as? OutboxError)?.code == .failed)
    #expect(try await fixture.create() == 1)
  }

  @Test("A failure on the chain is told with the reason that the contract gave there")
  func failsWhenSent() async throws {
    let fixture = try await ContractFixture.open()
    let contract = try await StandIn.deploy("CustomErrors", from: fixture.owner, on: fixture.chain)
    // Both are fine when they are prepared; the second finds the state that the first left.
    let first = try contract.call("customWhenSent", [.uint(7)])
    let second = try contract.call("customWhenSent", [.uint(9)])
    let preparedFirst = try await first.prepare(from: fixture.teacher.address)
    let preparedSecond = try await second.prepare(from: fixture.student.address)
    _ = try await first.send(preparedFirst, signer: fixture.teacher)
    let error = await #expect(throws: ContractError.self) {
      _ = try await second.send(preparedSecond, signer: fixture.student)
    }
    #expect(error?.code == .failedOnChain)
    #expect(error?.revert?.readable == "InsufficientBalance(available: 7, required: 9)", "\(error as Any)")
    #expect(error?.transactionHash != nil)
  }
}

/// Tells one task what another has done.
private actor Flag {
  private(set) var isRaised = false
  func raise() { isRaised = true }
}

/// Writes down what it is told.
private final class Recorder: OutboxObserver {
  private let kept = Guarded<[String]>([])

  var notes: [String] { kept.withLock { $0 } }

  func outbox(_ event: OutboxEvent) {
    let note =
      switch event {
      case .signed(_, _, let label): "signed \(label)"
      case .handedOver(_, let hash, _): "handed over \(hash)"
      case .broadcast(let hash): "broadcast \(hash)"
      case .refused(let hash): "refused \(hash)"
      case .declined(let hash): "declined \(hash)"
      case .settled(let hash, let block, let succeeded): "\(succeeded ? "confirmed" : "failed") \(hash) in \(block)"
      case .superseded(let hash, let state): "\(state.rawValue) \(hash)"
      case .waits(let number, _, _): "waits \(number)"
      case .waitsNoMore(let number): "waits no more \(number)"
      case .rebroadcast(let number, _, _): "rebroadcast \(number)"
      }
    kept.withLock { $0.append(note) }
  }
}
