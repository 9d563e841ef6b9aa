import Localization
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

extension TransactionResume {
  /// Reports the intents that would be rebroadcast, signed or struck out; nothing of it is done.
  func foretold(
    _ open: [Intent], _ resumption: Resumption, _ sender: TransactionSender, in context: CommandContext
  ) async throws -> Report {
    let language = context.language
    var table = Table(
      .number(language[Label.number]), .text(language[Label.what]),
      .text(language[TransactionLabel.wouldBe], .important),
      placeholder: StyledText(language[TransactionText.nothingOpen]))
    var items: [JSON] = []
    for intent in open {
      let step = try await resumption.step(for: intent)
      table.add(
        "\(intent.id)", StyledText(language[IntentLabel(intent.label)]), language[ResumingText.step(step)])
      var item = IntentView(intent, in: context.settings).json.object ?? [:]
      item["would"] = .string(step.rawValue)
      items.append(.object(item))
    }
    var gaps: [JSON] = []
    for account in Set(open.map(\.account)).sorted() {
      for nonce in try await sender.nonces.gaps(of: account) {
        table.add("", language[ResumingText.nonce(nonce, of: account)], language[ResumingText.filled])
        gaps.append(["account": .string(account.checksummed), "nonce": .integer(nonce)])
      }
    }
    return Report(["dryRun": true, "intents": .array(items), "gaps": .array(gaps)]) {
      table
      language[ResumingText.nothingDone]
    }
  }
}
