import ChainSupport
import ContractABI
import ContractClient
import Devnet
import LectureKit
import NodeDoubles
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing

@testable import CrashWorker
@testable import Outbox

/// An account that pays by way of a node that lies, each time in a process of its own as far as its outbox goes.
struct ByzantineRun {
  /// The kind of payment.
  enum Payment: String, CaseIterable, Sendable {
    case transfer = "a transfer"
    case call = "a call"
    case purchase = "a purchase"
    /// The last of the contracts of 2018, which take the money of a student twice.
    case purchaseOf2018 = "a purchase, contract of 2018"

    fileprivate var kind: CrashJob.Kind {
      switch self {
      case .transfer: .transfer
      case .call: .call
      case .purchase, .purchaseOf2018: .purchase
      }
    }
  }

  struct Outcome: Sendable, Hashable {
    /// The commands' outcomes, a word each: `paid`, or the error's code.
    var words: [String] = []
    /// How often the chain shows the payment in the end, when all that was ever signed was published; of two payments
    /// both.
    var payments: [Int] = []
  }

  private let folder: Folder
  private let fixture: ChainFixture
  private let job: CrashJob
  private let liar: ByzantineNode
  private let proxy: FaultProxy
  /// A way to the same chain that tells no lie.
  private let honest: FaultProxy
  /// The sender's trusted block where validators seal the blocks.
  private let trusted: TrustedCheckpoint?

  private init(_ payment: Payment, _ lie: Lie, isSealed: Bool = false) async throws {
    folder = try Folder()
    var code = LectureMarket.bytecode
    if payment == .purchaseOf2018 {
      code = try #require(try ContractArtifact(parsing: try await StandIns.artifact("LegacyMarketV2")).bytecode)
    }
    fixture = try await ChainFixture.open(lectures: 1, market: code) { $0.accountCount = 1 }
    let devnet = fixture.devnet
    job = try await fixture.job(payment.kind, outbox: folder.outbox)
    try await devnet.mine(blocks: 3)
    let sealing = isSealed ? try await SealingNode(devnet) : nil
    trusted = try await sealing?.checkpoint(in: folder)
    @Sendable func told(_ message: JSON, _ lie: Lie?) async -> JSON? {
      guard let sealing else { return await devnet.answer(message) }
      return await sealing.answer(message, lie)
    }
    let liar = ByzantineNode(devnet, lie, about: try job.account()) { await told($0, $1) }
    self.liar = liar
    proxy = try FaultProxy(FaultProxy.node { await liar.answer($0) })
    honest = try FaultProxy(FaultProxy.node { await told($0, nil) })
  }

  /// One payment twice by way of the node, and once more by way of an honest one.
  ///
  /// - Parameter isSealed: whether validators seal the blocks, and the sender trusts one of them.
  static func outcome(of lie: Lie, _ payment: Payment, isSealed: Bool = false) async throws -> Outcome {
    let run = try await ByzantineRun(payment, lie, isSealed: isSealed)
    var outcome = Outcome()
    for _ in 0..<2 { outcome.words.append(await run.said(.pay)) }
    // What waits behind nonces that nothing has waits for ever.
    return try await run.end(outcome, after: [.pay], timeout: lie == .countTooHigh ? 1 : 60)
  }

  /// Several commands, each with a lie of its own; in the end those that pay once more by way of an honest node.
  static func outcome(of course: ByzantineScenario) async throws -> Outcome {
    let run = try await ByzantineRun(.call, course.steps[0].lie)
    var outcome = Outcome()
    for step in course.steps {
      run.liar.lie = step.lie
      outcome.words.append(await run.said(step.command))
    }
    var commands: [ByzantineScenario.Command] = [.pay]
    if course.steps.contains(where: { $0.command.number == 1 }) { commands.append(.payAnother) }
    let waits = course.steps.contains { $0.lie == .countTooHigh }
    return try await run.end(outcome, after: commands, timeout: waits ? 1 : 60)
  }

  /// Publishes all that was ever signed, and pays by way of an honest node, too.
  private func end(
    _ before: Outcome, after commands: [ByzantineScenario.Command], timeout: Double
  ) async throws -> Outcome {
    var outcome = before
    try await liar.publish()
    for command in commands {
      outcome.words.append(await said(command, url: honest.url, timeout: timeout))
    }
    try await liar.publish()
    let books = try await Books(of: job, on: fixture.devnet, from: fixture.firstBlock)
    outcome.payments = try commands.map { try books.count($0.number) }
    return outcome
  }

  /// The outcome of a command, as one word.
  private func said(_ command: ByzantineScenario.Command, url: String? = nil, timeout: Double = 1) async -> String {
    let outbox = Outbox(path: job.outbox)
    var options = SendOptions()
    options.tracking.timeout = timeout
    let word: String
    do {
      let sender = TransactionSender(
        node: try CrashJob.node([url ?? proxy.url]), chainID: 31337, outbox: outbox,
        trust: TrustPolicy(checkpoint: trusted))
      word = try await carryOut(command, with: sender, options)
    } catch let error as SendingError {
      word = error.code.description
    } catch let error as OutboxError {
      word = error.code.description
    } catch let error as LectureError {
      word = error.code.description
    } catch let error as NodeError {
      word = error.code.description
    } catch let error as ContractError {
      word = error.code.description
    } catch {
      word = "\(type(of: error))"
    }
    await outbox.close()
    return word
  }

  private func carryOut(
    _ command: ByzantineScenario.Command, with sender: TransactionSender, _ options: SendOptions
  ) async throws -> String {
    var options = options
    switch command {
    case .pay, .payAnother, .payAnotherWithinLimit:
      if command == .payAnotherWithinLimit {
        // More than one costs, and less than two.
        options.intent.limits = SpendingLimits(perDay: try await mostOfOne(sender, options))
      }
      guard job.kind(of: command.number) != .purchase else {
        try await job.carryOut(command.number, with: sender, options: options)
        return "paid"
      }
      let confirmation = try await job.begin(command.number, with: sender, options: options).confirmed(options)
      let word = confirmation.receipt.status == false ? "failed" : "paid"
      return confirmation.evidence == .sealed ? "\(word) (sealed)" : word
    case .speedUp, .cancel:
      guard let intent = try await sender.outbox.intents().last else { return "nothing" }
      let isCancellation = command == .cancel
      let prepared =
        isCancellation
        ? try await sender.replacer.prepareCancellation(of: intent, options: options)
        : try await sender.replacer.prepareSpeedUp(of: intent, options: options)
      let sent = try await sender.replacer.replace(
        intent, with: prepared, kind: isCancellation ? .cancellation : .speedUp, signer: try job.key(),
        options: options)
      let confirmation = try await sent.confirmed(options)
      return confirmation.receipt.status == false ? "failed" : isCancellation ? "cancelled" : "paid"
    case .resume:
      guard let intent = try await sender.outbox.intents().last else { return "nothing" }
      return "\(try await sender.resumer.resume(intent, options.tracking, options.events))".prefix { $0.isLetter }
        .description
    }
  }

  /// One and a half of what the first payment costs at most.
  private func mostOfOne(_ sender: TransactionSender, _ options: SendOptions) async throws -> Amount {
    let cost = try await sender.outbox.intents().map(\.cost.wei).max() ?? 0
    return Amount(wei: cost + cost / 2)
  }
}
