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
    var table = Table(.number("No."), .text("What"), .text("Would be", .important), placeholder: "Nothing is open.")
    var items: [JSON] = []
    for intent in open {
      let step = try await resumption.step(for: intent)
      table.add("\(intent.id)", StyledText(PlainText.escaped(intent.label)), StyledText(step.words))
      var item = IntentView(intent, in: context.settings).json.object ?? [:]
      item["would"] = .string(step.rawValue)
      items.append(.object(item))
    }
    var gaps: [JSON] = []
    for account in Set(open.map(\.account)).sorted() {
      for nonce in try await sender.nonces.gaps(of: account) {
        table.add(
          "", StyledText("nonce \(nonce) of \(account)"), "signed as an empty transaction, once you have said yes")
        gaps.append(["account": .string(account.checksummed), "nonce": .integer(nonce)])
      }
    }
    return Report(["dryRun": true, "intents": .array(items), "gaps": .array(gaps)]) {
      table
      "Nothing was done."
    }
  }
}

extension Resumption.Step {
  fileprivate var words: String {
    switch self {
    case .strikeOut: "struck out: it was never signed"
    case .waitForPrice: "goes on waiting for its price, and is signed then"
    case .offerAgain: "offered again: no node knows it"
    case .handOverAgain: "given to the fee delegation service again: no node knows it"
    case .follow: "followed until it is mined"
    case .note: "noted as what the chain says of it"
    }
  }
}
