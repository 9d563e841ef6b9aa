import ChainSupport
import FixtureSupport
import Testing

@testable import CrashWorker

@Suite(
  "A payment by way of a node of Kaia's that lies, with a checkpoint", .timeLimit(.minutes(20)),
  .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"))
struct SealedByzantineTests {
  private static let lies: [Lie] = [
    .inventedTransaction, .strangersTransaction, .nonceTooLow, .sameNonce, .swallowed, .otherHash, .failed,
    .failedInBlock, .ownValidators, .noReceipt, .otherBlock,
  ]
  private static let payments: [ByzantineRun.Payment] = [.transfer, .call, .purchase]

  @Test("is made once at most, and the table in the docs says what comes of it")
  func table() async throws {
    var rows: [String] = []
    for lie in Self.lies {
      var told: [String] = []
      for payment in Self.payments {
        let outcome = try await ByzantineRun.outcome(of: lie, payment, isSealed: true)
        #expect(outcome.payments.allSatisfy { $0 <= 1 }, "\(lie.rawValue), \(payment): \(outcome)")
        told.append(outcome.words.joined(separator: ", ") + "; \(outcome.payments[0])")
      }
      rows.append("| \(lie.rawValue) | " + told.joined(separator: " | ") + " |")
    }
    try DocsPage("byzantine-kaia.md").check(
      """
      # When the node lies, and the validators seal

      The same as in [byzantine.md](byzantine.md), on a chain whose blocks four validators seal, as Kaia's are, with a block that
      the user trusts (`--checkpoint`): what a lone node says is believed as far as it is proven by their seals, and the third
      command, by way of an honest node, shows it. `(sealed)` stands behind transfers and calls that were proven so; `notProven` is said, too, where
      the seals show that the node told something else than what is in the block. `WRITE_DOCS=1 make crash-test` writes this
      page anew; `make test` compares it.

      | the node says that | a transfer | a call | a purchase |
      |---|---|---|---|
      \(rows.joined(separator: "\n"))

      """)
  }
}
