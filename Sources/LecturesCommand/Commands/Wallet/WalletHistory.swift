import ArgumentParser
import Charts
import ContractClient
import Keystores
import LectureKit
import Localization
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal
import WalletBook

/// `lectures wallet history [NAME]`: shows the balance of a wallet over time, and the transfers from here to it and by
/// it.
struct WalletHistory: ReportingCommand {
  static let configuration = CommandConfiguration(
    "history", "Show a wallet's balance over time and its transfers.",
    examples: [
      "lectures wallet history student1": "the last 30 days", "lectures wallet history student1 --days 1": "",
      "lectures wallet history --offline": "of the account in use; no node is asked",
    ],
    after: """
      It draws the balances that `wallet list` and this command have kept: a balance is known for the times when it \
      was asked for, and a change is seen between two of them. Changes that the outbox does not explain came from \
      elsewhere. For the newest of these the node is asked in which block it happened, in a dozen requests at most; a \
      node without the state of that time (no archive node) cannot find it.
      Then it reads the blocks since the last time, 2,000 at most (--blocks), the newest first, then those that \
      earlier runs left out; and names every payment with its sender: of the coin, of tokens, and what contracts paid, \
      by traces where the node offers them, else by the events of the lecture contract and the wrapped coin. The rest \
      of the change is shown as unexplained.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: OutboxOptions.title) var outboxOptions: OutboxOptions
  @Argument(help: "The wallet's name or address; the account in use by default.", completion: .known(.wallets))
  var wallet: String?
  @Option(help: ArgumentHelp("The number of days to show.", valueName: "number")) var days = 30
  @Option(help: ArgumentHelp("The most blocks to read for payments.", valueName: "number")) var blocks: UInt64 = 2_000
  @Option(help: ArgumentHelp("The most payments to list, from the newest.", valueName: "number"))
  var limit = AccountPayments.usuallyShown
  @Flag(help: "Ask no node.") var offline = false

  func validate() throws {
    guard limit > 0 else { throw UsageRule.aboveZero("--limit") }
    guard (1...100_000).contains(blocks) else { throw UsageRule.inRange("--blocks", from: 1, to: 100_000) }
    guard (1...2000).contains(days) else { throw UsageRule.inRange("--days", from: 1, to: 2000) }
  }

  func run(in context: CommandContext) async throws -> Report {
    let name: String
    if let wallet { name = wallet } else { name = try await context.accounts.acting().name }
    let wallet = try await context.names.wallet(name)
    guard let place = wallet.place else {
      if let problem = wallet.entry?.problem { throw problem }
      throw CommandFailure(
        .settings, WalletRefusal.noAddressTold(wallet.name))
    }
    let network = try context.settings.network(named: wallet.network)
    var balances = try await BalanceRefresh(names: context.names).kept(of: [wallet])
    var (connected, chain) = (nil as Connection?, nil as ChainMark?)
    if !offline {
      let kept = balances
      (balances, connected, chain) = await context.progress(context.language[WalletHistoryText.asking]) { _ in
        let now = await BalanceRefresh(names: context.names).refreshed(kept, of: [wallet])
        guard now.problems.isEmpty, let node = try? await context.nodes.connection(on: network) else {
          return (now, nil, nil)
        }
        return (now, node, try? await node.connection.sender.chain())
      }
    }
    let now = LocalTime.now()
    let start = now - Int64(days) * 86_400
    let samples = try await context.names.bookIfThere()?.samples(of: place, since: start) ?? []
    // A wallet that is watched since yesterday is not drawn over a month.
    let first = samples.first.map { max(start, min($0.time, now - 60)) } ?? start
    let history = BalanceHistory(samples, from: first, to: now)
    // The first change may be seen from a sample before.
    let moves = try await context.names.moves(
      of: place.address, on: network, chain, since: min(start, samples.first?.time ?? start))
    var changes = ExplainedChange.explain(history.changes, of: place.address, by: moves)
    if let node = connected?.node {
      let explained = changes
      changes = await context.progress(context.language[WalletHistoryText.lookingForBlock]) { _ in
        await ExplainedChange.finding(explained, of: place.address, on: node)
      }
    }
    let payments = await payments(of: place, at: connected, on: network, context)
    let lines = chart(history, network, context)
    let done = moves.filter { ($0.isDone || $0.direction == .paidFee) && Int64(clamping: $0.intent.changed) >= start }
    let language = context.language
    let (moved, changed) = (table(done, network, language), table(changes, network, language))
    let book = (try? await context.names.addressBook()) ?? AddressBook(known: [])
    let found = changes.flatMap { $0.lines(on: network, book, of: place.address, in: language) }
    let problems = balances.problems
    let holdings = balances.holdings[place] ?? []
    let writer = payments.map {
      PaymentsWriter(payments: $0, network: network, language: context.language, book: book)
    }
    return Report(json(wallet, history, holdings, changes, done, network, writer)) {
      language[WalletHistoryText.title(wallet.name, network: network.name)]
        + StyledText(
          samples.last.map { ": \(network.text($0.amount, in: language)), \(language.age(now - $0.time))" } ?? "")
      for holding in holdings {
        holding.text(in: language)
          + StyledText(" (\(holding.token.checksummed)), \(language.age(now - holding.time))", .dim)
      }
      lines
      if !changes.isEmpty {
        ""
        language[WalletHistoryText.changes]
        changed
        if changes.count > Self.mostChanges {
          language[WalletHistoryText.olderChanges(changes.count - Self.mostChanges)]
        }
        found
      }
      if let writer {
        ""
        writer.lines
      }
      ""
      language[WalletHistoryText.sentFromHere]
      moved
      for (network, failure) in problems {
        Report.Block.note(
          StyledText("\(network): ", .warning) + StyledText(failure.words(in: language).sentences))
      }
    }
  }

  /// The payments that the chain has; a failure is reported and leaves out only them.
  private func payments(
    of place: BalancePlace, at connected: Connection?, on network: Network, _ context: CommandContext
  ) async -> AccountPayments? {
    guard let connected else { return nil }
    do {
      let book = try context.names.book()
      return try await context.progress(context.language[LedgerText.reading]) { _ in
        let tokens = WalletTokens(
          context.settings.on(network), of: network.name, chainID: connected.session.chainID, over: connected.node,
          in: book)
        return try await AccountPayments.read(
          of: place, over: connected.node, in: book, naming: tokens, atMost: blocks, showing: limit)
      }
    } catch {
      context.warn(StyledText(CommandFailure(error).words(in: context.language).sentences))
      return nil
    }
  }

  private func chart(_ history: BalanceHistory, _ network: Network, _ context: CommandContext) -> [StyledText] {
    let language = context.language
    guard !history.samples.isEmpty else { return [language[WalletHistoryText.nobodyAsked]] }
    let coin = (0..<network.unit.decimals).reduce(1.0) { power, _ in power * 10 }
    func label(_ value: Double, _ digits: Int) -> String { language.decimal(ChartNumber.text(value, digits: digits)) }
    var labelWidth = BarChart.usualLabel
    while true {
      let width = BarChart.room(for: 72, beside: labelWidth, in: context.console.screen.fittingWidth)
      let columns = history.columns(width).map { $0.map { $0 / coin } }
      let highest = columns.compactMap(\.self).max() ?? 0
      guard highest > 0 else { return [language[WalletHistoryText.heldNothing]] }
      let end = ChartScale.end(of: columns) ?? highest
      let usual = columns.compactMap(\.self).filter { $0 <= end }
      let scale = ChartScale(
        from: BalanceHistory.scaleStart(of: usual), to: usual.max() ?? highest, highest: highest)
      let widest = scale.ticks.map { label($0, scale.digits).count }.max() ?? 0
      guard widest <= labelWidth else {
        // Longer labels leave room for fewer columns.
        labelWidth = widest
        continue
      }
      let lines = BarChart.lines(columns, scale, label: label)
      func amount(_ value: Double) -> String { "\(label(value, scale.digits)) \(network.symbol)" }
      let cut = scale.cut.map { [StyledText(language[GasText.cut(amount($0))], .dim)] } ?? []
      return lines.map { StyledText($0) }
        + [StyledText(BarChart.axis(lines, from: history.start, to: history.end), .dim)]
        + (scale.bottom > 0 ? [StyledText(language[RatesText.scaleFrom(amount(scale.bottom))], .dim)] : [])
        + cut
    }
  }

  private func table(_ moves: [WalletMove], _ network: Network, _ language: Language) -> Table {
    var table = Table(
      .name(language[Label.when], .useful), .text(language[Label.what]), .number(language[Label.amount]),
      .number(language[Label.fee], .useful), .address(language[LedgerText.with].plain, .important),
      .address(language[Label.transaction], .detail), placeholder: language[WalletHistoryText.nothingSent])
    for move in moves {
      let fee: StyledText =
        move.direction == .received
        ? ""
        : move.fee.map { StyledText(network.roundedText($0, in: language)) } ?? language[WalletHistoryText.feeNotKnown]
      table.add(
        StyledText(LocalTime.text(move.intent.changed)), move.words(in: language),
        move.amountText(on: network, in: language), fee, move.other,
        StyledText(move.intent.lastAttempt?.hash.hex ?? ""))
    }
    return table
  }

  /// The most changes that are listed, the newest.
  private static let mostChanges = 20

  private func table(_ changes: [ExplainedChange], _ network: Network, _ language: Language) -> Table {
    var table = Table(
      .name(language[WalletHistoryText.seenBetween].plain, .detail),
      .name(language[WalletHistoryText.and].plain, .useful), .number(language[WalletHistoryText.change].plain),
      .number(language[Label.balance], .useful), .text(language[WalletHistoryText.why].plain, .important))
    for explained in changes.suffix(Self.mostChanges) {
      let change = explained.change
      let amount = network.roundedText(change.amount, in: language)
      table.add(
        StyledText(LocalTime.text(change.before.time)), StyledText(LocalTime.text(change.after.time)),
        change.isGain ? StyledText("+\(amount)", .good) : StyledText("-\(amount)"),
        StyledText(network.roundedText(change.after.amount, in: language)), language[explained.words])
    }
    return table
  }

  private func json(
    _ wallet: ListedWallet, _ history: BalanceHistory, _ holdings: [Holding], _ changes: [ExplainedChange],
    _ moves: [WalletMove], _ network: Network, _ payments: PaymentsWriter?
  ) -> JSON {
    [
      "name": .string(wallet.name), "address": .text(wallet.address?.checksummed), "network": .string(network.name),
      "tokens": .array(holdings.map { $0.json(nil) }),
      "samples": .array(
        history.samples.map { ["time": .integer($0.time), "balance": .amount($0.amount, on: network)] }),
      "changes": .array(changes.map { $0.json(on: network) }),
      "transfers": .array(moves.map { $0.json(on: network) }),
      "ledger": payments?.json ?? .null,
    ]
  }
}
