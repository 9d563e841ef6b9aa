import ContractClient
import Devnet
import LectureKit
import NodeDoubles
import NodeRPC
import Primitives
import Sending
import Testing

@testable import OutboxErrands

/// One payment by way of a node that lies, twice, and once more by way of an honest one.
enum ByzantineRun {
  struct Outcome: Sendable, Hashable {
    /// What the commands said, in a word each: `paid`, or the error's code.
    let words: [String]
    /// How often the chain shows the payment in the end, when all that was ever signed was published.
    let payments: Int
  }

  static func outcome(of lie: Lie, _ kind: Errand.Kind) async throws -> Outcome {
    let folder = try Folder()
    let scene = try await Scene.open(lectures: 1) { $0.accountCount = 1 }
    let devnet = scene.devnet
    let errand = try await scene.errand(kind, outbox: folder.outbox)
    try await devnet.mine(blocks: 3)
    let liar = LyingNode(devnet, lie, about: try errand.account())
    let proxy = try FaultProxy(FaultProxy.node { await liar.answer($0) })
    var words: [String] = []
    for url in [proxy.url, proxy.url, scene.server.url] {
      // Each in a process of its own, as far as the outbox goes.
      let outbox = Outbox(path: errand.outbox)
      if url == scene.server.url { try await liar.publish() }
      var options = SendOptions()
      // What waits behind nonces that nothing has waits for ever.
      options.timeout = url == scene.server.url && lie != .countTooHigh ? 60 : 1
      let sender = errand.sender(over: try Errand.node([url]), outbox)
      words.append(
        await word {
          guard kind != .purchase else {
            try await errand.carryOut(0, with: sender, options: options)
            return "paid"
          }
          let confirmation = try await errand.begin(0, with: sender, options: options).confirmed(options)
          return confirmation.receipt.status == false ? "failed" : "paid"
        })
      await outbox.close()
    }
    try await liar.publish()
    return Outcome(
      words: words, payments: try await Books(of: errand, on: devnet, from: scene.firstBlock).count(0))
  }

  private static func word(_ body: () async throws -> String) async -> String {
    do {
      return try await body()
    } catch let error as SendingError {
      return error.code.description
    } catch let error as LectureError {
      return error.code.description
    } catch let error as NodeError {
      return error.code.description
    } catch let error as ContractError {
      return error.code.description
    } catch {
      return "\(type(of: error))"
    }
  }
}
