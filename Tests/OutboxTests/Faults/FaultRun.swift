import Devnet
import Foundation
import NodeDoubles
import NodeRPC
import Primitives
import Sending
import Testing

@testable import CrashWorker
@testable import LecturesCommand
@testable import Outbox

/// One send on which something goes wrong, and the same send again when all is well.
enum FaultRun {
  /// The outcome of the first command.
  struct Outcome: Sendable, Hashable {
    /// One word: `paid`, or the error's code.
    let word: String
    /// The error as people read it; nil without one.
    let text: String?
  }

  /// - Parameter lasts: Whether it goes wrong each time, not only once.
  static func outcome(of fault: FaultCase, at step: FaultStep, lasts: Bool) async throws -> Outcome {
    let folder = try Folder()
    // Chains of its own: the blocks of others would make the past another one.
    let fixture = try await ChainFixture.open { $0.accountCount = 1 }
    var elsewhere = Devnet.Options()
    (elsewhere.accountCount, elsewhere.chainID) = (1, 4_711)
    let other = try await Devnet.start(elsewhere)
    let devnet = fixture.devnet
    let job = try await fixture.job(.call, outbox: folder.outbox)
    // So that the last block but two is one in which all is there, but nothing sent.
    try await devnet.mine(blocks: 3)
    let proxy = try FaultProxy(
      FaultProxy.node { await devnet.answer($0) }, FaultProxy.node { await other.answer($0) })
    let outbox = job.open()
    let sender = job.sender(over: try client(proxy, fault, lasts), outbox)
    var options = SendOptions()
    options.tracking.timeout = fault.hidesReceipt(at: step, lasts: lasts) ? 3 : 60

    // An account that has sent before: a count of the past is another one.
    try await job.carryOut(0, with: sender)
    switch fault.kind {
    case .refused:
      step.refuse(proxy)
      if !lasts { comeBack(proxy) }
    case .fault(.otherNode): step.swap(proxy)
    case .fault(let fault): proxy.fail(fault, on: step.method, times: lasts ? .max : 1)
    }
    let outcome = await outcome { try await job.carryOut(1, with: sender, options: options) }
    let comment = Comment(
      rawValue: "\(fault.name) at \(step.rawValue), \(lasts ? "each time" : "once"): \(outcome)")
    #expect(try await Books(of: job, on: devnet, from: fixture.firstBlock).count(1) <= 1, comment)

    // The same command again, by another process, on a way that is well.
    await outbox.close()
    let next = job.open()
    let well = job.sender(over: try CrashJob.node([fixture.server.url]), next)
    do {
      try await job.carryOut(1, with: well)
      try await job.carryOut(2, with: well)
    } catch {
      Issue.record(error, comment)
    }
    try await Books(of: job, on: devnet, from: fixture.firstBlock).check(did: 0...2, comment)
    await next.close()
    return outcome
  }

  /// Listens again a little after it left.
  private static func comeBack(_ proxy: FaultProxy) {
    Task.detached {
      // A minute at most; a job that never comes so far is told by its outcome.
      for _ in 0..<12_000 where proxy.listens { try await Task.sleep(for: .milliseconds(5)) }
      while !proxy.listens {
        try await Task.sleep(for: .milliseconds(50))
        // The old one may still be about to leave.
        try? proxy.heal()
      }
    }
  }

  private static func client(_ proxy: FaultProxy, _ fault: FaultCase, _ lasts: Bool) throws
    -> NodeClient
  {
    try NodeClient(
      proxy.url,
      options: NodeClient.Options().with {
        $0.requestTimeout = fault.isSlow ? .milliseconds(FaultCase.patience) : .seconds(60)
        // One that refuses for a while is tried until it is back, however slow the machine is.
        $0.retries = fault.isSlow ? 1 : fault.isRefusal && !lasts ? 100 : 3
        $0.firstBackoff = .milliseconds(50)
        $0.maximumBackoff = .milliseconds(200)
        $0.maximumResponseBytes = FaultCase.largest
      })
  }

  private static func outcome(_ body: () async throws -> Hash32) async -> Outcome {
    do {
      _ = try await body()
      return Outcome(word: "paid", text: nil)
    } catch let error as SendingError {
      // With what to do, which the command line adds.
      let text = CommandFailure(error).lines.joined(separator: "\n")
      return Outcome(word: error.code.description, text: Self.steady(text))
    } catch let error as OutboxError {
      return Outcome(
        word: error.code.description, text: Self.steady(CommandFailure(error).lines.joined(separator: "\n")))
    } catch let error as NodeError {
      return Outcome(word: error.code.description, text: Self.steady(error.description))
    } catch {
      return Outcome(word: "\(type(of: error))", text: Self.steady("\(error)"))
    }
  }

  /// The text without what is another every time.
  private static func steady(_ text: String) -> String {
    text.replacing(/http:\/\/127\.0\.0\.1:\d+/, with: "http://node")
      .replacing(/0x[0-9a-fA-F]{64}/, with: "0x…").replacing(/0x[0-9a-fA-F]{40}/, with: "0x…")
  }
}
