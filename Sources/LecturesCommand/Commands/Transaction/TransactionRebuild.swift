import ArgumentParser
import ContractClient
import LectureKit
import Localization
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

/// `lectures tx rebuild`: a new outbox out of a damaged one.
struct TransactionRebuild: ReportingCommand {
  static let configuration = CommandConfiguration(
    "rebuild", "Rebuild a damaged or lost outbox.",
    examples: ["lectures tx rebuild": ""],
    after: """
      An outbox on a server is not rebuilt: it is restored from the server's own backup. The damaged file is moved \
      aside and kept. The new outbox gets every row that can be read, with the outcome that the chain has for it. \
      Actions of the accounts here on the lecture contract in use are read from its events and recorded again; so a \
      lost outbox is rebuilt, too. What cannot be recovered: the labels of lost rows, transfers and calls of other \
      contracts whose rows are lost, and transactions that were signed or planned but never sent. Therefore, before an \
      account's next send with an idempotency key, all its transactions since its first use here are looked up on the \
      chain: if one is identical, the send is refused with its hash; repeat it with --is HASH to accept that one.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: TrackingOptions.title) var trackingOptions: TrackingOptions

  func run(in context: CommandContext) async throws -> Report {
    guard let place = try context.settings.outboxPlace() else {
      throw CommandFailure(.settings, TransactionRefusal.noOutboxPlace)
    }
    let language = context.language
    let outbox = try context.outbox.forSending()
    let path = outbox.placeName
    if Outbox.exists(at: place) {
      do {
        try await context.progress(language[ResumingText.checkingOutbox]) { _ in try await outbox.check() }
        return Report(["outbox": .string(path), "rebuilt": false]) { language[OutboxText.sound(path)] }
      } catch let error as OutboxError where error.code == .damaged && outbox.path != nil {
        let words = CommandFailure(error).words(in: language)
        try await context.prompts.confirm(
          language[OutboxText.rebuild],
          [
            language[TransactionLabel.outbox]: StyledText(path),
            language[Label.why]: StyledText(words.reason ?? words.message),
          ])
      }
    }
    let salvage = try await context.progress(language[OutboxText.reading]) { _ in try await outbox.rebuild() }
    let told: FromChain
    do {
      told = try await askChain(outbox, context)
    } catch {
      try Task.checkCancellation()
      context.warn(language[OutboxText.chainSilent(reason: CommandFailure(error).words(in: language).message)])
      context.note(language[OutboxText.foundLater])
      told = FromChain()
    }
    return report(path, salvage, told, language)
  }

  /// The changes that the chain's answers brought.
  private struct FromChain: Sendable {
    /// The number of open rows whose outcome is known now.
    var settled = 0
    /// The number of rows that were made from events.
    var restored = 0
  }

  private func askChain(_ outbox: Outbox, _ context: CommandContext) async throws -> FromChain {
    let place = try await context.nodes.connection(on: try context.settings.network(), outbox: outbox)
    let sender = place.connection.sender
    let chain = try await sender.chain()
    var told = FromChain()
    let open = try await outbox.intents(IntentFilter(chain: chain, isLive: true, limit: .max))
    let options = try await context.choices.options()
    told.settled = try await context.progress(context.language[OutboxText.askingOfOpen]) { _ in
      var settled = 0
      for intent in open where intent.state.mayBeSent {
        try await sender.resumer.look(at: intent, options.tracking, options.events)
        if try await outbox.intent(intent.id)?.state.isLive == false { settled += 1 }
      }
      return settled
    }
    guard let contract = try context.settings.contractIfSet() else { return told }
    var session = place.session
    session.contract = contract
    let client = try await LectureClient.connect(session, over: place.connection)
    guard client.generation.hasRecords else { return told }
    var accounts = Set(await context.keys.names().keys)
    for intent in try await outbox.intents(IntentFilter(chain: chain, limit: .max)) { accounts.insert(intent.account) }
    told.restored = try await context.progress(context.language[OutboxText.readingEvents]) { progress in
      var restored = 0
      for account in accounts.sorted() {
        progress.update(context.language[OutboxText.readingOf(account)])
        restored += try await client.history.restore(of: account)
      }
      return restored
    }
    return told
  }

  private func report(_ path: String, _ salvage: OutboxSalvage, _ told: FromChain, _ language: Language) -> Report {
    Report([
      "outbox": .string(path), "rebuilt": true, "kept": .text(salvage.kept),
      "intents": .integer(UInt64(salvage.intents)), "attempts": .integer(UInt64(salvage.attempts)),
      "unreadable": .integer(UInt64(salvage.unreadable)),
      "settled": .integer(UInt64(told.settled)), "restored": .integer(UInt64(told.restored)),
    ]) {
      language[OutboxText.rebuilt(read: salvage.intents, found: told.restored)]
      if salvage.unreadable > 0 { language[OutboxText.unreadable(salvage.unreadable)] }
      if let kept = salvage.kept { [language[TransactionLabel.kept]: StyledText(kept)] as Fields }
      language[OutboxText.lost]
      language[OutboxText.lookedUp]
      language[OutboxText.takenUp]
    }
  }
}
