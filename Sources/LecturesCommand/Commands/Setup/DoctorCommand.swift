import ArgumentParser
import Keystores
import LectureKit
import Localization
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

/// `lectures doctor`: checks the configuration, the connection and the balance, and advises on each problem.
struct DoctorCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "doctor", "Check the settings, the node, the contract and the account.",
    examples: ["lectures doctor": "", "lectures doctor --network kairos --json": ""])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: OutboxOptions.title) var outboxOptions: OutboxOptions

  func run(in context: CommandContext) async throws -> Report {
    var findings: [Finding] = []
    func check(_ subject: DoctorSubject, _ body: () async throws -> Finding.Outcome) async throws {
      do {
        findings.append(Finding(subject: subject, outcome: try await body()))
      } catch {
        let failure = CommandFailure(error)
        // A person who wants to stop does not want the other checks.
        if failure.code == .interrupted { throw failure }
        findings.append(Finding(subject: subject, outcome: .bad(failure)))
      }
    }

    try await check(.settings) {
      let network = try context.settings.network()
      return .good(.settings(network.name, profile: context.settings.profile))
    }
    var place: Connection?
    try await check(.node) {
      let found = try await context.nodes.connection()
      place = found
      let version = (try? await found.node.clientVersion()).map { PlainText.escaped($0) }
      return .good(
        .node(
          found.session.endpoints.first?.redacted ?? "", chain: "\(found.session.chainID)", version: version))
    }
    if let place {
      try await check(.newestBlock) { try await newestBlock(place) }
      try await check(.contract) { try await contract(context, place) }
    }
    try await check(.keystores) { try await keystores(context) }
    try await check(.outbox) { try await outbox(context) }
    if let place {
      try await check(.account) { try await account(context, place) }
    }

    let (told, language) = (findings, context.language)
    return Report(
      ["healthy": .bool(told.allSatisfy { !$0.outcome.isBad }), "findings": .array(told.map(\.json))],
      failure: failure(told)
    ) {
      for finding in told { finding.lines(in: language) }
    }
  }

  private func failure(_ findings: [Finding]) -> CommandFailure? {
    let bad = findings.filter(\.outcome.isBad)
    guard let first = bad.first else { return nil }
    let others = bad.dropFirst().map(\.subject)
    return CommandFailure(
      .unhealthy, DoctorRefusal.failed(bad.count, of: findings.count, first: first.subject, others: others))
  }

  private func newestBlock(_ place: Connection) async throws -> Finding.Outcome {
    guard let block = try await place.node.block(.latest) else {
      throw CommandFailure(.init("noBlock", .nodeUnavailable), DoctorRefusal.noBlock)
    }
    let newest = DoctorText.NewestBlock(
      number: block.number, timestamp: block.timestamp, hasBaseFee: block.baseFeePerGas != nil)
    let now = UInt64(clamping: LocalTime.now())
    let age = BlockAge(of: block.timestamp, at: now)
    guard let flaw = age.flaw else {
      return .good(.block(newest, ahead: block.timestamp > now ? block.timestamp - now : nil))
    }
    // A chain for development makes a block when it is given a transaction, and may have travelled in time.
    let isPublic = Network.builtIn(place.network.name)?.chainID != nil
    guard isPublic || !place.session.endpoints.allSatisfy(\.isLoopback) else {
      if case .behind = age, await isDevnet(place.node) {
        return .good(.blockOnDemand(newest, flaw.words))
      }
      return .warning(.oddBlock(newest, flaw.words), .blockOfDevelopment(flaw.words))
    }
    throw CommandFailure(.init(flaw.code, .nodeUnavailable), DoctorRefusal.oddBlock(newest, flaw.words))
  }

  /// Whether the node calls itself one for development, as nodes of real chains do not.
  private func isDevnet(_ node: NodeClient) async -> Bool {
    do {
      _ = try await node.send(.forkInstance())
      return true
    } catch {
      return false
    }
  }

  private func contract(_ context: CommandContext, _ place: Connection) async throws -> Finding.Outcome {
    guard let address = try context.settings.contractIfSet() else {
      return .warning(.noContract, .noContract)
    }
    var session = place.session
    session.contract = address
    let client = try await LectureClient.connect(session, over: place.connection)
    let count = try await client.count()
    return .good(.contract(address, kind: client.generation.name, lectures: count))
  }

  private func keystores(_ context: CommandContext) async throws -> Finding.Outcome {
    let manager = try context.keys.manager()
    let entries = try await manager.list()
    let broken = entries.filter { $0.problem != nil }
    if let first = broken.first {
      return .warning(
        .brokenKeystores(entries.count, in: manager.directory, broken: broken.count, example: first.name),
        .brokenKeystores)
    }
    return entries.isEmpty
      ? .warning(.noKeystores(in: manager.directory), .noKeystores)
      : .good(.keystores(entries.count, in: manager.directory))
  }

  private func outbox(_ context: CommandContext) async throws -> Finding.Outcome {
    let place = try context.settings.outboxPlace()
    let isReadOnly = place.map { Outbox.isReadOnly(at: $0) } ?? false
    guard let outbox = try context.outbox.written() else {
      guard isReadOnly else { return .good(.nothingSent) }
      let path = try context.outbox.forSending().placeName
      return .warning(.outboxUnseen(path), .frozenOutbox)
    }
    try await outbox.check()
    let open = try await outbox.intents(IntentFilter(isLive: true, limit: .max))
    let path = outbox.placeName
    guard let oldest = open.last else {
      let text = DoctorText.outboxSound(path, isReadOnly: isReadOnly)
      return isReadOnly ? .warning(text, .frozenOutbox) : .good(text)
    }
    return .warning(
      .outboxOpen(open.count, since: oldest.created, isReadOnly: isReadOnly), isReadOnly ? .frozenAndOpen : .openOutbox)
  }

  private func account(_ context: CommandContext, _ place: Connection) async throws -> Finding.Outcome {
    let account = try await context.accounts.address(of: nil)
    let balance = try await place.node.balance(of: account, at: .latest)
    let text = DoctorText.account(account, holds: balance, on: place.network)
    return balance > .zero ? .good(text) : .warning(text, .fund)
  }
}

extension CommandFailure.Code {
  /// A check of the doctor failed.
  static let unhealthy = Self("unhealthy", .failure)
}

/// One thing that was looked at.
private struct Finding: Sendable {
  enum Outcome: Sendable {
    case good(DoctorText)
    /// A finding that may be as it should, and advice if it is not.
    case warning(DoctorText, DoctorAdvice)
    case bad(CommandFailure)

    var isBad: Bool { if case .bad = self { true } else { false } }
  }

  let subject: DoctorSubject
  let outcome: Outcome

  /// For scripts, in English.
  var json: JSON {
    let subject = JSON.string(subject.english)
    return switch outcome {
    case .good(let text): ["subject": subject, "verdict": "good", "text": .string(text.english)]
    case .warning(let text, let advice):
      [
        "subject": subject, "verdict": "warning", "text": .string(text.english), "advice": .string(advice.english),
      ]
    case .bad(let failure):
      ["subject": subject, "verdict": "bad", "text": .string(failure.message), "error": failure.json]
    }
  }

  func lines(in language: Language) -> [StyledText] {
    switch outcome {
    case .good(let text): [line(.good, .good, language[text], language)]
    case .warning(let text, let advice):
      [line(.check, .warning, language[text], language), further(language[advice], .action)]
    case .bad(let failure):
      [line(.fails, .bad, failure.words(in: language).message, language)]
        + failure.lines(in: language).dropFirst().map {
          further($0, $0 == failure.words(in: language).advice ? .action : .plain)
        }
    }
  }

  /// A mark, the subject and a text; the texts of marks stand below one another.
  private func line(_ mark: DoctorAdvice, _ style: Style, _ text: String, _ language: Language) -> StyledText {
    let words = language[mark]
    return StyledText(words + String(repeating: " ", count: max(1, 6 - DisplayWidth.of(words))), style)
      + StyledText(language[subject] + ": ", .strong) + StyledText(text)
  }

  private func further(_ text: String, _ style: Style) -> StyledText { StyledText("      ") + StyledText(text, style) }
}
