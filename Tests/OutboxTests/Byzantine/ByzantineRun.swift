import ContractClient
import Devnet
import LectureKit
import NodeDoubles
import NodeRPC
import Primitives
import Sending
import StrictJSON
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

  /// - Parameter isSealed: whether validators seal the blocks, and the sender trusts one of them.
  static func outcome(of lie: Lie, _ kind: Errand.Kind, isSealed: Bool = false) async throws -> Outcome {
    let folder = try Folder()
    let scene = try await Scene.open(lectures: 1) { $0.accountCount = 1 }
    let devnet = scene.devnet
    let errand = try await scene.errand(kind, outbox: folder.outbox)
    try await devnet.mine(blocks: 3)
    let sealing = isSealed ? try await SealingNode(devnet) : nil
    let trusted = try await sealing?.checkpoint(in: folder)
    @Sendable func told(_ message: JSON, _ lie: Lie?) async -> JSON? {
      guard let sealing else { return await devnet.answer(message) }
      return await sealing.answer(message, lie)
    }
    let liar = LyingNode(devnet, lie, about: try errand.account()) { await told($0, lie) }
    let proxy = try FaultProxy(FaultProxy.node { await liar.answer($0) })
    let honest = try FaultProxy(FaultProxy.node { await told($0, nil) })
    var words: [String] = []
    for url in [proxy.url, proxy.url, honest.url] {
      // Each in a process of its own, as far as the outbox goes.
      let outbox = Outbox(path: errand.outbox)
      if url == honest.url { try await liar.publish() }
      var options = SendOptions()
      // What waits behind nonces that nothing has waits for ever.
      options.timeout = url == honest.url && lie != .countTooHigh ? 60 : 1
      let sender = TransactionSender(
        node: try Errand.node([url]), chainID: 31337, outbox: outbox,
        trust: TrustPolicy(checkpoint: trusted))
      words.append(
        await word {
          guard kind != .purchase else {
            try await errand.carryOut(0, with: sender, options: options)
            return "paid"
          }
          let confirmation = try await errand.begin(0, with: sender, options: options).confirmed(options)
          let word = confirmation.receipt.status == false ? "failed" : "paid"
          return confirmation.evidence == .sealed ? "\(word) (sealed)" : word
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
