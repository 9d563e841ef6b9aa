import Alerts
import ArgumentParser
import Exchange
import Localization
import Locking
import Operations
import Orders
import Primitives
import Sending
import StrictJSON
import Terminal

/// `lectures exchange daemon`: watches conditional orders and does what they are for.
struct ExchangeDaemon: TransactingCommand, DaemonCommand {
  static let configuration = CommandConfiguration(
    "daemon", "Watch conditional orders and execute them.",
    examples: [
      "lectures exchange daemon --from student1 --password-fd 3 3<password.txt":
        "trades and orders, until it is stopped",
      "lectures exchange daemon": "without a key if no trade is armed: orders that were signed beforehand",
      "lectures exchange daemon --status": "is it running?",
      "lectures exchange daemon --systemd-unit >lectures-exchange.service":
        "in ~/.config/systemd/user: systemctl --user enable --now lectures-exchange",
    ],
    after: """
      When a condition is met, that is written down before anything is sent. A trade is sent exactly once, even if \
      this process is killed: it is checked, simulated and recorded as by `exchange fill`, nobody is asked, and the \
      spending limits of the profile hold. While a node or a relay does not answer, nothing fires; it is asked again, \
      and `trigger list` shows the gap. After three failed readings in a row the receivers of the alerts of `gas` and \
      `rates` are notified once, once more when something else fails as well, and when it is over.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var transaction: TransactionOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Option(help: ArgumentHelp("The seconds between two readings, 1 to 30.", valueName: "seconds")) var every = 2
  @Flag(help: "End as soon as each condition was judged in two blocks.") var once = false
  @Flag(help: "Show whether the daemon runs, and what it watches.") var status = false
  @Flag(help: "Print a systemd unit that runs the daemon.") var systemdUnit = false

  /// The scope of the lock beside the book: one process at a time watches it.
  static let scope = "triggers"
  /// The daemon as its health is kept. What is sent waits for its block.
  static let daemon = HealthMonitor.Daemon("exchange", scope: scope, longestRound: .seconds(300))
  private static let topic = AlertTopic("exchange", title: "Exchange", watched: "these conditional orders")

  func validate() throws {
    if status && systemdUnit { throw UsageRule.either("--status", "--systemd-unit") }
    if !(1...30).contains(every) { throw UsageRule.inRange("--every", from: 1, to: 30) }
  }

  func watch(in context: CommandContext, pulse: ServiceHeartbeat) async throws -> DaemonWatch {
    let language = context.language
    let (market, _) = try await context.market()
    let path = try context.settings.exchangeBook()
    let journal = try await market.journal(at: path)
    let lock = try MonitorLock(book: path, scope: Self.scope, topic: Self.topic)
    let triggers = try await journal.triggers(in: JournalTrigger.State.open.union([.armed]))
    let dealer = try await dealer(for: triggers, context)
    let markets = TriggerMarkets(context.settings, market)
    let exchange = MarketTriggerExchange(
      open: { try await markets.market(for: $0) }, journal: { _ in journal }, dealer: dealer,
      words: { error, deal in
        // The amount of a conditional order is of the base token.
        let failure = deal.map {
          CommandFailure(ofDeal: error, $0.side, isOfMakerToken: $0.side == .buy, of: $0.pair, in: $0.market)
        }
        return (failure ?? CommandFailure(error)).ofConditionalOrder
      },
      isPassing: { [.nodeUnavailable, .outcomeUnknown].contains(CommandFailure($0).code.status) })
    for trigger in triggers where !exchange.serves(trigger.terms) {
      context.warn(StyledText(language[ExchangeTriggerText.noKey(trigger.id)]))
    }
    let watch = TriggerWatch(journal, at: exchange)
    let teller = TriggerReporter(context: context, market: market)
    let keeper = try context.healthMonitor(
      of: Self.daemon, besides: path, pulse: pulse
    ) { try await context.alertChannels() }
    return DaemonWatch(
      members: [
        ("file", .string(path)), ("process", DaemonWatch.process), ("triggers", .integer(triggers.count)),
        ("account", .text(dealer?.account.checksummed)),
      ],
      lines: [
        StyledText(language[ExchangeTriggerText.watching(triggers.count)], .good),
        StyledText("\(language[ExchangeTriggerText.ending]) ")
          + StyledText("lectures exchange daemon --status", .action),
      ]
    ) { [every, once] in
      defer { withExtendedLifetime(lock) {} }
      let pause = Duration.seconds(every)
      try await keeper.run {
        guard once else { return try await Self.run(watch, teller, keeper, pause: pause) }
        var judged = try await Self.look(watch, teller, keeper, pause: pause)
        // A chain that makes no block has no second one to wait for.
        for _ in 0..<Self.mostLooks where judged && !Task.isCancelled {
          try? await Task.sleep(for: pause)
          judged = try await Self.look(watch, teller, keeper, pause: pause)
        }
      }
    }
  }

  /// The most looks of a run that ends by itself.
  private static let mostLooks = 30

  /// Looks at intervals until the task is cancelled; what is left undone then is taken up the next time.
  private static func run(
    _ watch: TriggerWatch, _ teller: TriggerReporter, _ keeper: HealthMonitor, pause: Duration
  ) async throws {
    while !Task.isCancelled {
      do {
        _ = try await look(watch, teller, keeper, pause: pause)
      } catch {
        guard Task.isCancelled else { throw error }
        return
      }
      try? await Task.sleep(for: pause)
    }
  }

  /// Looks once, and notes how that went.
  ///
  /// - Returns: Whether a condition was met in one block, so that the next one decides.
  private static func look(
    _ watch: TriggerWatch, _ teller: TriggerReporter, _ keeper: HealthMonitor, pause: Duration
  ) async throws -> Bool {
    let (isOpen, problems) = (Guarded(false), Guarded<[DaemonProblem]>([]))
    try await watch.look { event in
      switch event {
      case .evaluated(_, .once): isOpen.withLock { $0 = true }
      case .unseen(_, let error), .delayed(_, let error): problems.withLock { $0.append(keeper.problem(of: error)) }
      default: break
      }
      teller.tell(event)
    }
    let problem = DaemonProblem(all: problems.withLock { $0 })
    try await keeper.note(problem: problem, hasReading: problem == nil, pause: pause)
    return isOpen.withLock { $0 }
  }

  /// The account that trades: that of the command line, if a deal is armed or its password is given.
  private func dealer(
    for triggers: [JournalTrigger], _ context: CommandContext
  ) async throws -> MarketTriggerExchange.TradingAccount? {
    let needsKey = triggers.contains { if case .deal = $0.terms.action { true } else { false } }
    let hasPassword = if case .prompt = try context.prompts.passwordSource() { false } else { true }
    guard needsKey || hasPassword else { return nil }
    // Where nothing armed needs a key, none has to be named.
    guard let account = needsKey ? try await context.accounts.acting() : try? await context.accounts.acting() else {
      return nil
    }
    let signers = try await context.accounts.unlock(account) {}
    return MarketTriggerExchange.TradingAccount(account.address, signers) { market in
      var settings = try await context.choices.settings()
      // Nobody is asked.
      settings.consent = .beforehand([])
      settings.options.fees.maximumFee = settings.options.fees.maximumFee ?? .klay(1)
      return Planner(
        of: account.address, over: market.connection, settings, receivers: context.names.receiverCheck
      ) { context.events.tell($0) }
    }
  }

  func daemonStatus(in context: CommandContext) async throws -> DaemonStatus {
    let language = context.language
    let path = try context.settings.exchangeBook()
    let holder = MonitorLock.holder(book: path, scope: Self.scope)
    // Where the node is away there is still to tell whether the daemon runs, how it does, and what is kept unless that
    // is of another chain than the settings name.
    var journal: OrderJournal?
    do {
      journal = try await context.exchangeJournal(at: path)
    } catch {
      guard CommandFailure(error).code.status == .nodeUnavailable else { throw error }
      journal = try? OrderJournal(existing: path)
      let (kept, chain) = (try await journal?.chainID(), try context.settings.network().chainID)
      if let kept, let chain, kept != chain { journal = nil }
    }
    let armed = try await journal?.triggers(in: [.armed]).count
    let open = try await journal?.triggers(in: JournalTrigger.State.open).count
    let last = try await journal?.watchTimes.last()
    let health = try await HealthBook(besides: path).health(of: Self.scope)
    return DaemonStatus(
      holder: holder, start: MonitorLock.start(book: path, scope: Self.scope),
      members: [
        ("running", .bool(holder != nil)), ("process", .integer(holder)), ("file", .string(path)),
        ("armed", .integer(armed)), ("open", .integer(open)), ("lastLook", .integer(last)),
      ],
      health: health,
      notRunning: CommandFailure(.init("exchange.notRunning", .failure), ExchangeDaemonRefusal.notRunning),
      fields: [
        language[ExchangeTriggerText.daemon]: holder.map {
          StyledText(language[ExchangeTriggerText.runs(process: $0)], .good)
        } ?? StyledText(language[ExchangeTriggerText.stopped], .warning),
        language[ExchangeTriggerText.armed]: StyledText(armed.map { "\($0)" } ?? "?"),
        language[ExchangeTriggerText.lastLook]: StyledText(
          last.map { LocalTime.text($0, in: language) } ?? language[ExchangeTriggerText.notYet]),
      ])
  }

  func service(in context: CommandContext) throws -> DaemonService {
    let settings = context.settings
    let account = try settings.account().map { ["--from", $0] } ?? []
    return DaemonService(
      description: "lectures exchange: watches conditional orders and carries them out",
      command: ["exchange", "daemon", "--network", try settings.network().name],
      keys: [
        .endpoint, .chainID, .timeout, .exchangeV1, .exchangeV4, .wrappedCoin, .relays, .quotes, .tokenLists,
        .trustedTokens, .exchangeBook, .passwordFile,
      ],
      options: account + (every == 2 ? [] : ["--every", "\(every)"]), book: try settings.exchangeBook())
  }
}

/// Reports the progress of a watch of conditional orders; a failure that lasts is reported once.
struct TriggerReporter: Sendable {
  private let context: CommandContext
  private let last = Guarded<String?>(nil)
  private let writer: TriggerWriter

  init(context: CommandContext, market: ExchangeMarket) {
    self.context = context
    writer = TriggerWriter(market: market, language: context.language)
  }

  func tell(_ event: TriggerEvent) {
    let language = context.language
    switch event {
    case .evaluated: break
    case .fired(let trigger):
      say(trigger, .fired(trigger.id, at: trigger.firing.map { writer.price($0.price, trigger.terms) } ?? ""))
    case .ended(let trigger): say(trigger, .ended(trigger.id, trigger.state, trigger.problem ?? ""))
    case .delayed(let trigger, let error):
      warn(.delayed(trigger.id, CommandFailure(error).words(in: language).sentences))
    case .unseen(_, let error): warn(.unseen(CommandFailure(error).words(in: language).sentences))
    case .resumed: warn(.resumed)
    }
  }

  private func say(_ trigger: JournalTrigger, _ text: ExchangeTriggerText) {
    last.withLock { $0 = nil }
    if context.console.outputMode.json {
      context.console.print(json: writer.json(trigger))
    } else {
      context.console.print([.timed([context.language[text]])])
    }
  }

  private func warn(_ text: ExchangeTriggerText) {
    let line = context.language[text]
    let isNew = last.withLock { last in
      defer { last = line }
      return last != line
    }
    if isNew { context.warn(StyledText(line)) }
  }
}
