import ArgumentParser
import Keystores
import LectureKit
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
    func check(_ subject: String, _ body: () async throws -> Finding.Outcome) async throws {
      do {
        findings.append(Finding(subject: subject, outcome: try await body()))
      } catch {
        let failure = CommandFailure(error)
        // A person who wants to stop does not want the other checks.
        if failure.code == .interrupted { throw failure }
        findings.append(Finding(subject: subject, outcome: .bad(failure)))
      }
    }

    try await check("Settings") {
      let network = try context.settings.network()
      return .good("network \(network.name), profile \(context.settings.profile)")
    }
    var place: Connection?
    try await check("Node") {
      let found = try await context.nodes.connection()
      place = found
      let version = (try? await found.node.clientVersion()).map { ", \(PlainText.escaped($0))" } ?? ""
      return .good(
        "\(found.session.endpoints.first?.redacted ?? "") on chain \(found.session.chainID)\(version)")
    }
    if let place {
      try await check("Newest block") { try await newestBlock(place) }
      try await check("Contract") { try await contract(context, place) }
    }
    try await check("Keystores") { try await keystores(context) }
    try await check("Outbox") { try await outbox(context) }
    if let place {
      try await check("Account") { try await account(context, place) }
    }

    let told = findings
    return Report(
      ["healthy": .bool(told.allSatisfy { !$0.outcome.isBad }), "findings": .array(told.map(\.json))],
      failure: failure(told)
    ) {
      for finding in told { finding.lines }
    }
  }

  private func failure(_ findings: [Finding]) -> CommandFailure? {
    let bad = findings.filter(\.outcome.isBad)
    guard let first = bad.first else { return nil }
    let others = bad.dropFirst().map(\.subject)
    return CommandFailure(
      .unhealthy, "\(bad.count) of \(findings.count) checks failed.",
      reason: "Begin with \(first.subject)" + (others.isEmpty ? "." : "; then \(others.joined(separator: ", "))."))
  }

  private func newestBlock(_ place: Connection) async throws -> Finding.Outcome {
    guard let block = try await place.node.block(.latest) else {
      throw CommandFailure(
        .init("noBlock", .nodeUnavailable), "The node has no block.",
        advice: "Wait until it has synced, or use another --endpoint.")
    }
    let kind = block.baseFeePerGas == nil ? "one gas price" : "EIP-1559 fees"
    let text = "\(block.number) of \(LocalTime.text(block.timestamp)), \(kind)"
    let now = UInt64(clamping: LocalTime.now())
    let age = BlockAge(of: block.timestamp, at: now)
    guard let flaw = age.flaw else {
      let ahead = block.timestamp > now ? ", \(block.timestamp - now) s ahead of this machine's clock" : ""
      return .good(text + ahead)
    }
    // A chain for development makes a block when it is given a transaction, and may have travelled in time.
    let isPublic = Network.builtIn(place.network.name)?.chainID != nil
    guard isPublic || !place.session.endpoints.allSatisfy(\.isLoopback) else {
      if case .behind = age, await isDevnet(place.node) {
        return .good("\(text), \(flaw.words): a chain for development makes one when it is given a transaction")
      }
      return .warning("\(text): \(flaw.words)", "\(flaw.advice) On a chain for development that is as it should be.")
    }
    throw CommandFailure(
      .init(flaw.code, .nodeUnavailable), "The newest block is \(flaw.words).", reason: "It is \(text).",
      advice: flaw.advice)
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
      return .warning(
        "No lecture contract is configured for this network.",
        "Give --contract, or deploy one: lectures contract deploy LectureMarket")
    }
    var session = place.session
    session.contract = address
    let client = try await LectureClient.connect(session, over: place.connection)
    let count = try await client.count()
    return .good("\(address) is \(client.generation.name) with \(count) lecture\(count == 1 ? "" : "s")")
  }

  private func keystores(_ context: CommandContext) async throws -> Finding.Outcome {
    let manager = try context.keys.manager()
    let entries = try await manager.list()
    let broken = entries.filter { $0.problem != nil }
    if let first = broken.first {
      return .warning(
        "\(entries.count) in \(manager.directory), \(broken.count) unusable, for example \(first.name)",
        "`lectures wallet list` shows what is wrong with each.")
    }
    return entries.isEmpty
      ? .warning("\(manager.directory) is empty.", "Make an account: lectures wallet new NAME")
      : .good("\(entries.count) in \(manager.directory)")
  }

  private func outbox(_ context: CommandContext) async throws -> Finding.Outcome {
    let place = try context.settings.outboxPlace()
    let isFrozen = place.map { Outbox.isFrozen(at: $0) } ?? false
    let advice = "To send from here, make its folder and the files in it writable for you, or give another --outbox."
    guard let outbox = try context.outbox.written() else {
      guard isFrozen else { return .good("nothing was sent from here yet") }
      let path = try context.outbox.forSending().placeName
      return .warning("not looked at: \(path) is not to be seen, and none can be made there", advice)
    }
    try await outbox.check()
    let open = try await outbox.intents(IntentFilter(isLive: true, limit: .max))
    let path = outbox.placeName
    let frozen = isFrozen ? "; it can only be read, so nothing is sent from here" : ""
    guard let oldest = open.last else {
      let text = "\(path) is sound, nothing is open\(frozen)"
      return isFrozen ? .warning(text, advice) : .good(text)
    }
    let count = "\(open.count) of what was sent from here \(open.count == 1 ? "is" : "are") open"
    let look = "Look with `lectures tx list --open`, and take up what was interrupted: lectures tx resume"
    return .warning("\(count), since \(LocalTime.text(oldest.created))\(frozen)", isFrozen ? "\(advice) \(look)" : look)
  }

  private func account(_ context: CommandContext, _ place: Connection) async throws -> Finding.Outcome {
    let account = try await context.accounts.address(of: nil)
    let balance = try await place.node.balance(of: account, at: .latest)
    let text = "\(account) holds \(place.network.text(balance))"
    return balance > .zero ? .good(text) : .warning(text, "It cannot pay for gas yet: fund it.")
  }
}

extension CommandFailure.Code {
  /// A check of the doctor failed.
  static let unhealthy = Self("unhealthy", .failure)
}

/// One thing that was looked at.
private struct Finding: Sendable {
  enum Outcome: Sendable {
    case good(String)
    /// A finding that may be as it should, and advice if it is not.
    case warning(String, String)
    case bad(CommandFailure)

    var isBad: Bool { if case .bad = self { true } else { false } }
  }

  let subject: String
  let outcome: Outcome

  var json: JSON {
    switch outcome {
    case .good(let text): ["subject": .string(subject), "verdict": "good", "text": .string(text)]
    case .warning(let text, let advice):
      ["subject": .string(subject), "verdict": "warning", "text": .string(text), "advice": .string(advice)]
    case .bad(let failure):
      ["subject": .string(subject), "verdict": "bad", "text": .string(failure.message), "error": failure.json]
    }
  }

  var lines: [StyledText] {
    switch outcome {
    case .good(let text): [line("ok    ", .good, text)]
    case .warning(let text, let advice): [line("check ", .warning, text), further(advice, .action)]
    case .bad(let failure):
      [line("fails ", .bad, failure.message)]
        + failure.lines.dropFirst().map { further($0, $0 == failure.advice ? .action : .plain) }
    }
  }

  private func line(_ mark: String, _ style: Style, _ text: String) -> StyledText {
    StyledText(mark, style) + StyledText(subject + ": ", .strong) + StyledText(text)
  }

  private func further(_ text: String, _ style: Style) -> StyledText { StyledText("      ") + StyledText(text, style) }
}
