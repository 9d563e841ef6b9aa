import ArgumentParser
import ContractClient
import Primitives
import Sending
import StrictJSON
import WalletBook

/// `lectures wallet history [NAME]`: what a wallet held when, and what was sent from here to it and by it.
struct WalletHistory: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Draw what a wallet held, and tell what it sent and got.",
    discussion: Help.examples(
      [
        "lectures wallet history student1": "the last 30 days", "lectures wallet history student1 --days 1": "",
        "lectures wallet history --offline": "of the account in use; no node is asked",
      ],
      after: """
        It draws what `wallet list` and this command have kept: a balance is known when it was asked for, and a change is \
        seen between two times. What was sent from here the outbox knows.
        """))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The wallet's name or address; the account in use by default.") var wallet: String?
  @Option(help: ArgumentHelp("How far back.", valueName: "number")) var days = 30
  @Flag(help: "Ask no node.") var offline = false

  func validate() throws {
    guard (1...2000).contains(days) else { throw ValidationError("--days is from 1 to 2000.") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let name: String
    if let wallet { name = wallet } else { name = try await context.actingAccount().name }
    let wallet = try await context.listedWallet(name)
    guard let place = wallet.place else {
      throw CommandFailure(
        .settings, "The key file of \(wallet.name) does not say whose key it holds.",
        advice: "Make a copy that says it: lectures wallet import")
    }
    let network = try context.settings.network(named: wallet.network)
    var balances = try await context.keptBalances(of: [wallet])
    var chain: ChainMark?
    if !offline {
      let kept = balances
      (balances, chain) = await context.progress("Asking what it holds") { _ in
        let now = await context.refresh(kept, of: [wallet])
        guard now.problems.isEmpty, let node = try? await context.workplace(on: network) else { return (now, nil) }
        return (now, try? await node.connection.sender.chain())
      }
    }
    let now = CommandContext.clock()
    let start = now - Int64(days) * 86_400
    let samples = try await context.bookIfThere()?.samples(of: place, since: start) ?? []
    // A wallet that is watched since yesterday is not drawn over a month.
    let first = samples.first.map { max(start, min($0.time, now - 60)) } ?? start
    let history = BalanceHistory(samples, from: first, to: now)
    let moves = try await moves(of: place.address, on: network, chain, since: start, context)
    let lines = chart(history, network, context)
    let (moved, changed) = (table(moves, network), table(history.changes, network))
    let problems = balances.problems
    return Report(json(wallet, history, moves, network)) {
      StyledText("\(wallet.name) on \(network.name)", .strong)
        + StyledText(samples.last.map { ": \(network.text($0.amount)), \(Age.text(now - $0.time))" } ?? "")
      lines
      if !history.changes.isEmpty {
        ""
        StyledText("How it changed", .strong)
        changed
      }
      ""
      StyledText("What was sent from here", .strong)
      moved
      for (network, failure) in problems {
        StyledText("\(network): ", .warning)
          + StyledText([failure.message, failure.reason].compactMap { $0 }.joined(separator: " "))
      }
    }
  }

  private func chart(_ history: BalanceHistory, _ network: Network, _ context: CommandContext) -> [StyledText] {
    guard !history.samples.isEmpty else { return ["Nobody asked yet what it holds."] }
    let width = min(72, max(20, (context.console.screen.fittingWidth ?? 100) - 24))
    let lines = BarChart.lines(history.columns(width)) { value in
      guard value.isFinite, value >= 0, value < 1e77 else { return "?" }
      return Amount(wei: UInt256(value.rounded())).formatted(in: network.unit, maximumFractionDigits: 4)
    }
    guard !lines.isEmpty else { return ["It has held nothing."] }
    return lines.map { StyledText($0) }
      + [StyledText(BarChart.axis(lines, from: history.start, to: history.end), .dim)]
  }

  // MARK: What was sent

  /// Something that was sent from here, by the wallet or to it.
  private struct Move {
    let intent: Intent
    let isOutgoing: Bool
    /// The one at the other end, with the name it has here.
    let other: StyledText
  }

  private func moves(
    of address: Address, on network: Network, _ chain: ChainMark?, since start: Int64, _ context: CommandContext
  ) async throws -> [Move] {
    let intents = try await context.writtenOutbox()?.intents(IntentFilter(chain: chain, limit: .max)) ?? []
    var moves: [Move] = []
    for intent in intents.sorted(by: { $0.id < $1.id }) {
      guard intent.account == address || intent.to == address, [.mined, .final].contains(intent.state),
        Int64(clamping: intent.changed) >= start, isOn(network, intent.chain.chainID)
      else { continue }
      let isOutgoing = intent.account == address
      var other: StyledText = "a new contract"
      if let address = isOutgoing ? intent.to : intent.account { other = await context.named(address) }
      moves.append(Move(intent: intent, isOutgoing: isOutgoing, other: other))
    }
    return moves
  }

  /// Whether a chain is a network's; one without a number is any that is not public.
  private func isOn(_ network: Network, _ chainID: UInt256) -> Bool {
    network.chainID.map { $0 == chainID } ?? !Network.builtIn.contains { $0.chainID == chainID }
  }

  private func table(_ moves: [Move], _ network: Network) -> Table {
    var table = Table(
      .text("When"), .text("What"), .number("Amount"), .number("Fee"), .address("With"), .address("Transaction"),
      placeholder: "Nothing, as far as the outbox knows.")
    for move in moves {
      let amount = network.text(move.intent.value)
      table.add(
        StyledText(Moment.text(move.intent.changed)), StyledText(move.isOutgoing ? "sent" : "received"),
        move.isOutgoing ? StyledText("-\(amount)") : StyledText("+\(amount)", .good),
        StyledText(move.isOutgoing ? move.intent.fee.map(network.roundedText) ?? "" : ""), move.other,
        StyledText(move.intent.lastAttempt?.hash.hex ?? ""))
    }
    return table
  }

  private func table(_ changes: [BalanceHistory.Change], _ network: Network) -> Table {
    var table = Table(.text("Seen between"), .text("and"), .number("Change"), .number("Balance"))
    for change in changes.suffix(20) {
      let amount = network.text(change.amount)
      table.add(
        StyledText(Moment.text(UInt64(clamping: change.before.time))),
        StyledText(Moment.text(UInt64(clamping: change.after.time))),
        change.isGain ? StyledText("+\(amount)", .good) : StyledText("-\(amount)"),
        StyledText(network.text(change.after.amount)))
    }
    return table
  }

  private func json(_ wallet: ListedWallet, _ history: BalanceHistory, _ moves: [Move], _ network: Network) -> JSON {
    [
      "name": .string(wallet.name), "address": .text(wallet.address?.checksummed), "network": .string(network.name),
      "samples": .array(
        history.samples.map { ["time": .integer($0.time), "balance": .amount($0.amount, on: network)] }),
      "transfers": .array(
        moves.map { move in
          [
            "direction": .string(move.isOutgoing ? "sent" : "received"), "time": .integer(move.intent.changed),
            "amount": .amount(move.intent.value, on: network), "what": .string(move.intent.label),
            "from": .string(move.intent.account.checksummed), "to": .text(move.intent.to?.checksummed),
            "fee": move.intent.fee.map { .amount($0, on: network) } ?? .null,
            "hash": .text(move.intent.lastAttempt?.hash.hex), "block": .integer(move.intent.block),
          ]
        }),
    ]
  }
}
