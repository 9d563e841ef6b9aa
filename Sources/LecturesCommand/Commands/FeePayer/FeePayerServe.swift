import ArgumentParser
import Database
import FeePayer
import Foundation
import Keys
import Listening
import Localization
import Logging
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures fee-payer serve`: runs the service until it is stopped.
struct FeePayerServe: ReportingCommand {
  static let configuration = CommandConfiguration(
    "serve", "Serve Kaia's fee delegation API.",
    examples: [
      "lectures fee-payer serve --from platform --rules rules.json --journal fees.journal": "",
      "lectures fee-payer serve --from platform --rules rules.json --journal fees.journal --port 0 --json":
        "for a script: any free port, printed on standard output",
      "lectures fee-payer serve --from platform --rules rules.json --database postgres://payer@/school?host=/run/postgresql":
        "one of several instances",
    ],
    after: """
      The account of --from pays, until Ctrl-C. The service answers POST /api/signAsFeePayer, GET /api/balance and \
      GET /api/v2/balance like Kaia's own server. It signs nothing that the rules (lectures fee-payer rules) do not \
      allow. Each transaction is written to the journal on the disk before it is signed: a repeated request is \
      answered from the journal and counts once, and budgets survive the end of the process.
      A journal belongs to one account on one chain, and an account uses one journal and one service at a time. The \
      file fee-CHAIN-ADDRESS.lock in the folder of the outbox records which journal that is and how far it has come, \
      so an older journal, a new one, or a second one beside it is refused. A journal from before this record existed \
      is accepted as it is. Payments made outside the journal are looked for on the chain at the start and every \
      minute; any found stops the service, unless --count-others counts it. In a new journal or database the first \
      look begins with the day (UTC), so no day's budget is spent twice.
      With --database instead of --journal several instances serve behind a proxy, on one machine or several: they \
      share the budgets, and each transaction is approved once, whichever instance it reaches. All must have the same \
      rules: one with others does not start beside them. Limits of requests a minute hold for each instance. GET \
      /healthz, /readyz and /metrics serve monitoring. Each answer has a request id in X-Request-ID, as have the log \
      (--log-level info) and the journal. When it is told to end it takes no more requests, answers those under way, \
      and gives back what it holds of the budget.
      The service speaks plain HTTP and listens on this machine only: other machines reach it through a server that \
      speaks TLS, under the names of --allow-host.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: LogOptions.title) var logOptions: LogOptions
  @Option(help: ArgumentHelp("The file with the rules.", valueName: "file"), completion: .file(extensions: ["json"]))
  var rules: String
  @Option(help: ArgumentHelp("The journal of signed transactions.", valueName: "file"), completion: .file())
  var journal: String?
  @OptionGroup var place: DatabaseOptions
  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address")) var host = "127.0.0.1"
  @Option(help: ArgumentHelp("The port to listen on; 0 is any free one.", valueName: "number")) var port: UInt16 = 8090
  @Option(
    name: .customLong("allow-host"),
    help: ArgumentHelp(
      "A host name that requests may use beside localhost, such as that of a proxy. Can be repeated.", valueName: "name"
    ))
  var hosts: [String] = []
  @Option(
    name: .customLong("allow-origin"),
    help: ArgumentHelp(
      "An origin of web pages that may use it, as in https://app.example.org. Can be repeated.", valueName: "url"))
  var origins: [String] = []
  @Flag(help: "Use this journal or database even if the account had another or a longer one.") var adoptJournal = false
  @Flag(help: "Record payments made outside the journal, and count them.") var countOthers = false
  @Flag(help: "Trust X-Forwarded-For, which a proxy in front sets, to identify callers.") var forwarded = false

  /// For so long requests under way are answered after the service was asked to end: a receipt is waited for that long.
  private static let drainSeconds = 30

  func validate() throws {
    if journal != nil, place.isGiven { throw UsageRule.either("--journal", "--database") }
    try UsageRule.requireHostNames(hosts)
  }

  func run(in context: CommandContext) async throws -> Report {
    let (log, language) = (try context.log("fee-payer"), context.language)
    // The files are read before anybody is asked for a password.
    var rules = try FeePayerRules(parsing: try InputFile.contents(of: self.rules, reliedOnAs: "The file of the rules"))
    rules.symbol = try context.settings.network(ofChain: rules.chainID).symbol
    let record = try await FeePayerPlace(journal: journal, self.place, called: "--journal", context.prompts)
    if case .database(let place) = record {
      try await DatabaseWait(context: context, log: log, port: (host, port)).run(for: [place])
    }
    let place = try await context.nodes.connection()
    let account = try await context.accounts.acting()
    let keys = try await context.accounts.keys(of: account)
    guard let state = context.settings.folders.data else {
      throw CommandFailure(.settings, FeePayerRefusal.noFolder)
    }
    var options = FeePayerService.Options { UInt64(max(0, Date().timeIntervalSince1970)) }
    options.adoptsJournal = adoptJournal
    options.booksPaymentsElsewhere = countOthers
    let service = try await opened(rules, keys, place.node, record, state, options, in: context)
    if let left = service.blocksLeftOut {
      context.warn(language[FeePayerText.blocksLeftOut(from: left.lowerBound, to: left.upperBound)])
    }
    let open = await service.reconcile()
    if open > 0 { context.note(language[FeePayerText.openOnes(open)]) }
    let (balance, spent) = (try await place.node.balance(of: keys.address, at: .latest), try await service.spentToday())
    if balance.wei <= options.reserve {
      context.warn(language[FeePayerText.tooPoor(place.network.text(balance, in: language))])
    }
    if let over = FeePayerText.overBudget(spent, of: rules.perDay, on: place.network, in: language) {
      context.warn(language[over])
    }
    let server = try await FeePayerServer.start(
      service, host: host, port: port, forwarded: forwarded, hosts: Set(hosts), origins: Set(origins),
      logger: log)
    if !["127.0.0.1", "localhost", "::1"].contains(host) {
      context.warn(language[ServingText.keysAreRead])
    }
    let network = place.network
    return Report(
      [
        "url": .string(server.url), "feePayer": .string(keys.address.checksummed),
        "balance": .amount(balance, on: network), "spentToday": .amount(spent, on: network),
        "chainId": .string(rules.chainID.description),
      ], grace: Self.drainSeconds + 5
    ) {
      language[FeePayerText.pays(server.url)]
      [
        language[Label.account]: "\(account.name) \(keys.address)",
        language[Label.balance]: StyledText(network.text(balance, in: language)),
        language[FeePayerText.spentToday].plain: StyledText(network.text(spent, in: language)),
      ] as Fields
      rules.fields(on: network, in: language)
      record.fields(in: language)
      language[ServingText.ending]
    } service: {
      let watch = OutageMonitor {
        await service.obstacle()
      } tell: { obstacle in
        if let obstacle {
          log.warning("Nothing is signed: \(obstacle)")
        } else {
          log.notice("Transactions are signed again.")
        }
      }
      let watching = Task { await watch.run() }
      let end = await Self.lookedAfter(service)
      watching.cancel()
      await server.drain(within: .seconds(Self.drainSeconds))
      await server.stop()
      // An allotment that cannot be given back now the other instances take soon.
      try? await service.close()
      if let end { throw end }
    }
  }

  /// Looks for receipts and at the chain once a minute, until the task is cancelled.
  ///
  /// - Returns: the reason why the service has to end.
  private static func lookedAfter(_ service: FeePayerService) async -> FeePayerError? {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(60))
      await service.reconcile()
      do {
        try await service.compareWithChain()
      } catch let error as FeePayerError where ![.blockMissing, .storeFailed, .journalFailed].contains(error.code) {
        return error
      } catch {
        // A node or a database that does not answer now is asked again in a minute, as is a disk that has no room.
      }
    }
    return nil
  }

  private func opened(
    _ rules: FeePayerRules, _ keys: Keyring, _ node: NodeClient, _ record: FeePayerPlace, _ state: String,
    _ options: FeePayerService.Options, in context: CommandContext
  ) async throws -> FeePayerService {
    let language = context.language
    return try await context.progress(language[FeePayerText.comparing]) { progress in
      var options = options
      options.onComparison = { progress.update(language[FeePayerText.comparingBlocks($0, of: $1)]) }
      return switch record {
      case .journal(let path):
        try await FeePayerService(
          rules: rules, keys: keys, chain: node, journal: path, state: state, options: options)
      case .database(let place):
        try await FeePayerService(
          rules: rules, keys: keys, chain: node, database: place, state: state, options: options)
      }
    }
  }
}

/// The place of a fee payer's record.
enum FeePayerPlace: Sendable {
  case journal(String)
  case database(DatabasePlace)

  /// The place of which one is given.
  ///
  /// - Parameter name: The journal's argument.
  /// - Throws: `UsageRule` where neither is; the failures of the database's address.
  init(journal: String?, _ database: DatabaseOptions, called name: String, _ prompts: Prompts) async throws {
    if let journal {
      self = .journal(journal)
    } else if let place = try await database.place(prompts) {
      self = .database(place)
    } else {
      throw UsageRule.oneOf([name, "--database", "--database-file"])
    }
  }

  /// The place for people.
  func fields(in language: Language) -> Fields {
    switch self {
    case .journal(let path): [language[FeePayerText.journal].plain: StyledText(PlainText.escaped(path))]
    case .database(let place): [language[ServingText.database].plain: StyledText(PlainText.escaped(place.name))]
    }
  }
}
