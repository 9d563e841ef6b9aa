import Alerts
import ArgumentParser
import Database
import GasPrices
import Keystores
import Localization
import Operations
import StrictJSON
import Terminal

/// `lectures daemon`: one process that watches all that is configured: gas, rates, conditional orders, and an index.
struct AllDaemon: TransactingCommand {
  static let configuration = CommandConfiguration(
    "daemon", "Run the daemons of gas, rates, the exchange and the index as one.",
    examples: [
      "lectures daemon": "all that is configured, until it is stopped", "lectures daemon --status": "is it healthy?",
      "lectures daemon --from student1 --password-fd 3 3<password.txt": "with a key for conditional trades",
      "lectures daemon --systemd-unit >lectures.service":
        "in ~/.config/systemd/user: systemctl --user enable --now lectures",
    ],
    after: """
      It does what `gas daemon`, `rates daemon` and `exchange daemon` do, of which none may run beside it. A part \
      begins as soon as there is something for it to do: an alert on the gas of a network, an alert on a rate, a \
      conditional order. Where the setting index names an index it is kept up to date as by `index run`, beside which \
      it stands by. A failing part does not stop the others; the alerts' receivers are notified, once if several fail \
      for one reason. For --status a part has failed, too, if idle for three intervals and at least a minute (five for \
      conditional orders and the index, which wait for blocks).
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: GasOptions.title) var gasOptions: GasOptions
  @OptionGroup(title: RatesOptions.title) var ratesOptions: RatesOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup(title: LogOptions.title) var logOptions: LogOptions
  @OptionGroup var transaction: TransactionOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Flag(help: "Show whether the daemon runs, and each part's state.") var status = false
  @Flag(help: "Print a systemd unit that runs the daemon.") var systemdUnit = false

  func validate() throws {
    if status && systemdUnit { throw UsageRule.either("--status", "--systemd-unit") }
  }

  func run(in context: CommandContext) async throws -> Report {
    var context = context
    context.causes = FailureDeduplicator()
    let pulse = ServiceHeartbeat(environment: context.settings.environment)
    if status { return try await context.showing { try await daemonStatus(of: DaemonPart.all(in: $0, pulse), $0) } }
    let parts = try DaemonPart.all(in: context, pulse)
    if systemdUnit { return try unit(of: parts.filter { $0.network == nil }, context) }
    try context.logMessages(as: "daemon")
    return try await watch(parts, context).report(pulse)
  }

  // MARK: Watching

  /// Seconds after which a part that has nothing to do, or cannot begin, is looked at again.
  private static let pause = 60
  /// Seconds after which a part is looked at again whose node or database is away.
  private static let pauseOfAway = 15

  private func watch(_ parts: [DaemonPart], _ context: CommandContext) async throws -> DaemonWatch {
    let language = context.language
    let lock = try Self.lock(context)
    var begun: [(part: DaemonPart, beginning: Beginning)] = []
    for part in parts { begun.append((part, try await begin(part, context))) }
    let obstacles = begun.compactMap { begun in begun.beginning.obstacle.map { (begun.part.name, $0) } }
    for (names, reason) in Self.byReason(obstacles) {
      context.warn(StyledText(language[DaemonText.delayed(names.joined(separator: ", "), reason)]))
    }
    try await warnOfUnknownNetworks(context)
    let names = begun.filter { $0.beginning.watch != nil }.map(\.part.name)
    let idle = begun.filter { $0.beginning.isIdle && $0.part.network == nil }.map(\.part.name)
    let started = begun
    return DaemonWatch(
      members: [("process", DaemonWatch.process), ("parts", .array(names.map { .string($0) }))],
      lines: names.map { StyledText(language[DaemonText.part($0)], .good) }
        + (idle.isEmpty ? [] : [StyledText(language[DaemonText.idle(idle.joined(separator: ", "))], .dim)])
        + [StyledText("\(language[DaemonText.ending]) ") + StyledText("lectures daemon --status", .action)]
    ) {
      defer { withExtendedLifetime(lock) {} }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (part, beginning) in started {
          group.addTask {
            let ready: DaemonWatch? =
              if let watch = beginning.watch { watch } else {
                try await Self.later(part, after: beginning.obstacle, context)
              }
            try await ready?.run()
          }
        }
        // The first that ends with an error ends all: a service manager starts them anew.
        defer { group.cancelAll() }
        for try await _ in group {}
      }
    }
  }

  /// The scope of the lock beside the book of gas: one process at a time watches all.
  private static let scope = "daemon"

  private static func lock(_ context: CommandContext) throws -> MonitorLock {
    let book = try context.settings.gas.book()
    try PrivateFile.makeFolder(of: book)
    return try MonitorLock(book: book, scope: scope, topic: DaemonNotice.topic)
  }

  private func warnOfUnknownNetworks(_ context: CommandContext) async throws {
    let place = try context.settings.gas.place()
    guard place.mayBeThere else { return }
    let known: Set<String>
    do {
      known = Set(try await GasBook(at: place).alerts.all().map(\.rule.subject.network))
    } catch  where error.isOfAwayServer {
      // The part that needs it tells that, and waits for it.
      return
    }
    let others = known.subtracting(context.settings.networkNames).sorted()
    guard !others.isEmpty else { return }
    context.warn(StyledText(context.language[DaemonText.otherNetworks(others.joined(separator: ", "))]))
  }

  /// The first try to begin a part.
  private enum Beginning: Sendable {
    case watches(DaemonWatch), idle, delayed(String)

    var watch: DaemonWatch? { if case .watches(let watch) = self { watch } else { nil } }
    var isIdle: Bool { if case .idle = self { true } else { false } }
    /// The reason why it cannot begin yet, in sentences.
    var obstacle: String? { if case .delayed(let reason) = self { reason } else { nil } }
  }

  /// The parts that cannot begin yet, those with one reason together, in their order.
  static func byReason(_ obstacles: [(name: String, reason: String)]) -> [(names: [String], reason: String)] {
    obstacles.reduce(into: []) { found, obstacle in
      if let place = found.firstIndex(where: { $0.reason == obstacle.reason }) {
        found[place].names.append(obstacle.name)
      } else {
        found.append(([obstacle.name], obstacle.reason))
      }
    }
  }

  /// Begins a part that has something to do.
  ///
  /// - Throws: The failure of one that will never begin: another process has it, or a setting is wrong.
  private func begin(_ part: DaemonPart, _ context: CommandContext) async throws -> Beginning {
    do {
      return try await part.isWanted() ? .watches(part.watch()) : .idle
    } catch {
      let failure = CommandFailure(error)
      let isTaken = (error as? AlertsError)?.code == .watchedAlready
      guard !isTaken, ![.usage, .settings].contains(failure.code.status) else { throw error }
      return .delayed(Self.reason(of: error, in: context.language))
    }
  }

  /// The reason why a part cannot begin, in sentences: where a server is away that server alone, whichever book lies
  /// there.
  static func reason(of error: any Error, in language: Language) -> String {
    let server = error.isOfAwayServer ? error.ofDatabase : nil
    return CommandFailure(server ?? error).words(in: language).sentences
  }

  /// Waits until a part has something to do and begins; that it cannot is noted as its failure.
  ///
  /// - Parameter obstacle: The reason why it could not begin before, which is reported already.
  /// - Returns: Nil if the task is cancelled before.
  private static func later(
    _ part: DaemonPart, after obstacle: String?, _ context: CommandContext
  ) async throws -> DaemonWatch? {
    // A network without alerts is not even asked what it is.
    var keeper = part.network == nil ? try? await part.keeper() : nil
    var last = obstacle
    while !Task.isCancelled {
      var pause = Self.pause
      do {
        if try await part.isWanted() {
          let watch = try await part.watch()
          if last != nil {
            context.note(StyledText(context.language[DaemonText.part(part.name)]))
            // The obstacle to its beginning is over, whatever it reads first.
            try? await keeper?.note(problem: nil, hasReading: false, pause: .seconds(pause))
          }
          return watch
        }
        try await keeper?.note(problem: nil, hasReading: false, pause: .seconds(pause))
      } catch {
        guard !Task.isCancelled else { return nil }
        if keeper == nil { keeper = try? await part.keeper() }
        let failure = CommandFailure(error)
        if failure.status == .nodeUnavailable { pause = Self.pauseOfAway }
        let reason = Self.reason(of: error, in: context.language)
        if reason != last { context.warn(StyledText(context.language[DaemonText.delayed(part.name, reason)])) }
        last = reason
        try await keeper?.note(problem: keeper?.problem(of: error), hasReading: false, pause: .seconds(pause))
      }
      try await keeper?.deliver()
      try? await Task.sleep(for: .seconds(pause))
    }
    return nil
  }

  // MARK: Asking

  private func daemonStatus(of parts: [DaemonPart], _ context: CommandContext) async throws -> Report {
    let language = context.language
    let holder = MonitorLock.holder(book: try context.settings.gas.book(), scope: Self.scope)
    var table = Table(.name(language[DaemonText.partTitle]), .text(language[DaemonText.state]))
    var members: [JSON] = []
    var troubles: [(name: String, failure: CommandFailure)] = []
    var (runs, hasWork) = (holder != nil, false)
    for part in parts {
      // A part that is not asked about its node is one that may have something to do; networks that nobody watches are
      // not asked what they are.
      let isWanted = (try? await part.isWanted()) ?? (part.network == nil)
      if part.network != nil, !isWanted { continue }
      hasWork = hasWork || isWanted
      let daemonStatus: DaemonStatus
      do {
        daemonStatus = try await Self.daemonStatus(of: part)
      } catch {
        let failure = CommandFailure(error)
        guard !isWanted || failure.status == .nodeUnavailable else { throw error }
        // Without its node nothing tells what the chain is, and so whether anybody watches it.
        daemonStatus = DaemonStatus(holder: nil, start: nil, members: [], health: nil, notRunning: failure, fields: [:])
      }
      let facts: [(String, JSON)] = [
        ("name", .string(part.network == nil ? part.name : "gas")), ("network", .text(part.network)),
        ("configured", .bool(isWanted)), ("running", .bool(daemonStatus.holder != nil)),
        ("process", .integer(daemonStatus.holder)),
      ]
      let health = isWanted || daemonStatus.holder != nil ? daemonStatus.healthMembers : DaemonHealth().members
      members.append(.object(JSONObject(facts + [("ready", .bool(daemonStatus.isReady))] + health)))
      runs = runs || daemonStatus.holder != nil
      let failure = isWanted || daemonStatus.holder != nil ? daemonStatus.failure : nil
      if let failure { troubles.append((part.name, failure)) }
      let state =
        switch (daemonStatus.holder, daemonStatus.health) {
        case (nil, let health?) where isWanted && health.isFailing && holder != nil: language.text(health)
        case (nil, _): StyledText(language[isWanted ? DaemonText.absent : .rests], isWanted ? .warning : .dim)
        case (_?, _): daemonStatus.text(in: language)
        }
      table.add(StyledText(part.name, .strong), state)
    }
    let failure: CommandFailure? =
      if !runs {
        CommandFailure(.init("daemon.notRunning", .failure), hasWork ? DaemonRefusal.notRunning : .nothingToDo)
      } else if let first = troubles.first {
        CommandFailure(
          .init("daemon.failing", .failure),
          DaemonRefusal.failing(troubles.map(\.name).joined(separator: ", "), first.failure))
      } else {
        nil
      }
    let facts: [(String, JSON)] = [
      ("running", .bool(runs)), ("process", .integer(holder)), ("failing", .bool(runs && !troubles.isEmpty)),
      ("parts", .array(members)),
    ]
    let shown = table
    return Report(.object(JSONObject(facts)), failure: failure) { shown }
  }

  /// The status of a part; where that cannot be read in full, as with a file of another chain, whether it runs.
  private static func daemonStatus(of part: DaemonPart) async throws -> DaemonStatus {
    do {
      return try await part.daemonStatus()
    } catch {
      let (book, scope) = try await part.place()
      return DaemonStatus(
        holder: MonitorLock.holder(book: book, scope: scope), start: MonitorLock.start(book: book, scope: scope),
        members: [],
        health: try await HealthBook(besides: book).health(of: scope), notRunning: CommandFailure(error), fields: [:])
    }
  }

  /// One service with the settings of all parts.
  private func unit(of parts: [DaemonPart], _ context: CommandContext) throws -> Report {
    let services = try parts.map { try $0.service() }
    var keys: [SettingKey] = []
    for key in services.flatMap(\.keys) + [.logLevel] where key != .network && !keys.contains(key) { keys.append(key) }
    let books = services.map(\.book)
    let service = DaemonService(
      description: "lectures: watches gas, rates and conditional orders, and tells alerts",
      command: ["daemon", "--network", try context.settings.network().name], keys: keys,
      options: services.flatMap(\.options), variables: services.flatMap(\.variables), book: books[0],
      otherBooks: Array(books.dropFirst()) + services.flatMap(\.otherBooks))
    return try service.report(context.settings)
  }
}
