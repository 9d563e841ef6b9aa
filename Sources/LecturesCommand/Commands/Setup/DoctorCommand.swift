import ArgumentParser
import Keystores
import LectureKit
import NodeRPC
import Primitives
import StrictJSON

/// `lectures doctor`: what is configured, reachable and funded, and what to do about what isn't.
struct DoctorCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the settings, the node, the contract and the account.",
    discussion: Help.examples(["lectures doctor": "", "lectures doctor --network kairos --json": ""]))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions

  func run(in context: CommandContext) async throws -> Report {
    var findings: [Finding] = []
    func check(_ subject: String, _ body: () async throws -> (Finding.Verdict, String, String?)) async {
      do {
        let (verdict, text, advice) = try await body()
        findings.append(Finding(subject: subject, verdict: verdict, text: text, advice: advice))
      } catch {
        let failure = CommandFailure(error)
        findings.append(
          Finding(
            subject: subject, verdict: .bad,
            text: [failure.message, failure.reason].compactMap { $0 }.joined(separator: " "),
            advice: failure.advice))
      }
    }

    await check("Settings") {
      let network = try context.settings.network()
      return (.good, "network \(network.name), profile \(context.settings.profile)", nil)
    }
    var place: Workplace?
    await check("Node") {
      let found = try await context.workplace()
      place = found
      let version = try? await found.node.clientVersion()
      return (
        .good,
        "\(found.session.endpoints.first?.redacted ?? "") on chain \(found.session.chainID)\(version.map { ", \(PlainText.escaped($0))" } ?? "")",
        nil
      )
    }
    if let place {
      await check("Newest block") { try await newestBlock(place) }
      await check("Contract") { try await contract(context, place) }
    }
    await check("Keystores") { try await keystores(context) }
    if let place {
      await check("Account") { try await account(context, place) }
    }

    let isHealthy = !findings.contains { $0.verdict == .bad }
    let told = findings
    return Report(
      ["healthy": .bool(isHealthy), "findings": .array(told.map(\.json))], status: isHealthy ? .success : .failure
    ) {
      for finding in told { finding.lines }
    }
  }

  private func newestBlock(_ place: Workplace) async throws -> (Finding.Verdict, String, String?) {
    guard let block = try await place.node.block(.latest) else {
      return (.bad, "The node has no block.", "Wait until it has synced, or use another --endpoint.")
    }
    let kind = block.baseFeePerGas == nil ? "one gas price" : "EIP-1559 fees"
    return (.good, "\(block.number) of \(Moment.text(block.timestamp)), \(kind)", nil)
  }

  private func contract(_ context: CommandContext, _ place: Workplace) async throws -> (
    Finding.Verdict, String, String?
  ) {
    guard let address = try context.settings.contractIfSet() else {
      return (
        .warning, "No lecture contract is configured for this network.",
        "Give --contract, or deploy one: lectures contract deploy LectureMarket"
      )
    }
    var session = place.session
    session.contract = address
    let client = try await LectureClient.connect(session, over: place.connection)
    let count = try await client.count()
    return (.good, "\(address) is \(client.generation.name) with \(count) lecture\(count == 1 ? "" : "s")", nil)
  }

  private func keystores(_ context: CommandContext) async throws -> (Finding.Verdict, String, String?) {
    let manager = try context.keystores()
    let entries = try await manager.list()
    let broken = entries.filter { $0.problem != nil }
    if let first = broken.first {
      return (
        .warning, "\(entries.count) in \(manager.directory), \(broken.count) unusable, for example \(first.name)",
        "`lectures wallet list` shows what is wrong with each."
      )
    }
    return entries.isEmpty
      ? (.warning, "\(manager.directory) is empty.", "Make an account: lectures wallet new NAME")
      : (.good, "\(entries.count) in \(manager.directory)", nil)
  }

  private func account(_ context: CommandContext, _ place: Workplace) async throws -> (Finding.Verdict, String, String?)
  {
    let account = try await context.address(of: nil)
    let balance = try await place.node.balance(of: account, at: .latest)
    let text = "\(account) holds \(place.network.text(balance))"
    return balance > .zero ? (.good, text, nil) : (.warning, text, "It cannot pay for gas yet: fund it.")
  }
}

/// One thing that was looked at.
private struct Finding: Sendable {
  enum Verdict: String, Sendable {
    case good, warning, bad
  }

  let subject: String
  let verdict: Verdict
  let text: String
  let advice: String?

  var json: JSON {
    ["subject": .string(subject), "verdict": .string(verdict.rawValue), "text": .string(text), "advice": .text(advice)]
  }

  var lines: [StyledText] {
    let mark: StyledText =
      switch verdict {
      case .good: StyledText("ok    ", .good)
      case .warning: StyledText("check ", .warning)
      case .bad: StyledText("fails ", .bad)
      }
    let first = mark + StyledText(subject + ": ", .strong) + StyledText(text)
    return [first] + (advice.map { [StyledText("      ") + StyledText($0, .action)] } ?? [])
  }
}
