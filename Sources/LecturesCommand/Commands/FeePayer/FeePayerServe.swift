import ArgumentParser
import FeePayer
import Foundation
import Keys
import NodeRPC
import Primitives
import StrictJSON
import Terminal

/// `lectures fee-payer serve`: the service, until it is told to stop.
struct FeePayerServe: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve Kaia's fee delegation API with an account of yours, until Ctrl-C.",
    discussion: Help.examples(
      [
        "lectures fee-payer serve --from platform --rules rules.json --journal fees.journal": "",
        "lectures fee-payer serve --from platform --rules rules.json --journal fees.journal --port 0 --json":
          "for a script: any free port, told on standard output",
      ],
      after: """
        POST /api/signAsFeePayer, GET /api/balance and /api/v2/balance, as Kaia's own server has them. Nothing is signed \
        outside the rules (lectures fee-payer rules). What is signed is in the journal first, on the disk: a request that \
        is repeated is answered from it and counts once, and budgets survive the end of the process. The journal belongs \
        to one account on one chain, and the account to one journal and one service at a time: which one it is, and how far it \
        came, is kept in fee-CHAIN-ADDRESS.lock in the folder of the outbox, so that a copy, an older one or a new one is \
        refused. What the account paid for beside its journal is looked for on the chain, at the start and every minute, \
        and ends the service. A journal of before this is taken over as it is. It speaks plain HTTP and listens on this machine only: \
        others reach it through a server that speaks TLS, by the names of --allow-host.
        """))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Option(help: ArgumentHelp("The file with the rules.", valueName: "file"), completion: .file(extensions: ["json"]))
  var rules: String
  @Option(help: ArgumentHelp("The file that keeps what was signed.", valueName: "file"), completion: .file())
  var journal: String
  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address")) var host = "127.0.0.1"
  @Option(help: ArgumentHelp("The port to listen on; 0 is any free one.", valueName: "number")) var port: UInt16 = 8090
  @Option(
    name: .customLong("allow-host"),
    help: ArgumentHelp(
      "A name under which it may be addressed beside localhost, as that of the server in front; once or more.",
      valueName: "name"))
  var hosts: [String] = []
  @Option(
    name: .customLong("allow-origin"),
    help: ArgumentHelp("Pages of another site that may use it, such as https://app.example.org.", valueName: "url"))
  var origins: [String] = []
  @Flag(help: "Make this the account's journal, though it had another or a longer one.") var adoptJournal = false
  @Flag(help: "Write down and count what the account paid for beside the journal.") var countOthers = false
  @Flag(help: "Tell callers apart by X-Forwarded-For, which the server in front writes.") var forwarded = false

  func run(in context: CommandContext) async throws -> Report {
    // What was written is read before anybody is asked for a password.
    let rules = try FeePayerRules(parsing: try context.contents(of: self.rules, reliedOnAs: "The file of the rules"))
    let place = try await context.workplace()
    let account = try await context.actingAccount()
    let keys = try await context.keys(of: account)
    guard let state = context.settings.dataDirectory else {
      throw CommandFailure(
        .settings, "There is no place to keep which journal the account has.",
        reason: "Neither XDG_DATA_HOME nor HOME is an absolute path.",
        advice: "Set HOME, or XDG_DATA_HOME to a folder.")
    }
    var options = FeePayerService.Options { UInt64(max(0, Date().timeIntervalSince1970)) }
    options.adoptsJournal = adoptJournal
    options.booksPaymentsElsewhere = countOthers
    let service = try await opened(rules, keys, place.node, state, options, in: context)
    if let left = service.blocksLeftOut {
      context.warn(
        "Not compared with the journal: blocks \(left.lowerBound) to \(left.upperBound), which are too many.")
    }
    let open = await service.reconcile()
    if open > 0 {
      context.note("\(open) transaction\(open == 1 ? "" : "s") of before are in no block yet: they go on counting.")
    }
    let (balance, spent) = (try await place.node.balance(of: keys.address, at: .latest), await service.spentToday())
    if balance.wei <= options.reserve {
      context.warn("The account has \(place.network.text(balance)): below 0.1 nothing is signed.")
    }
    let server = try await FeePayerServer.start(
      service, host: host, port: port, forwarded: forwarded, hosts: Set(hosts), origins: Set(origins))
    if !["127.0.0.1", "localhost", "::1"].contains(host) {
      context.warn("It speaks plain HTTP: whoever is on the way reads the API keys.")
    }
    let network = place.network
    return Report([
      "url": .string(server.url), "feePayer": .string(keys.address.checksummed),
      "balance": .amount(balance, on: network), "spentToday": .amount(spent, on: network),
      "chainId": .string(rules.chainID.description),
    ]) {
      StyledText("It pays for others at \(server.url)", .good)
      [
        "Account": "\(account.name) \(keys.address)", "Balance": StyledText(network.text(balance)),
        "Spent today": StyledText(network.text(spent)),
      ] as Fields
      rules.fields
      "Ctrl-C ends it."
    } service: {
      var end: FeePayerError?
      while !Task.isCancelled && end == nil {
        try? await Task.sleep(for: .seconds(60))
        await service.reconcile()
        do {
          try await service.compareWithChain()
        } catch let error as FeePayerError where error.code != .blockMissing {
          end = error
        } catch {
          // A node that does not answer now is asked again in a minute.
        }
      }
      await server.stop()
      if let end { throw end }
    }
  }

  private func opened(
    _ rules: FeePayerRules, _ keys: Keyring, _ node: NodeClient, _ state: String, _ options: FeePayerService.Options,
    in context: CommandContext
  ) async throws -> FeePayerService {
    try await context.progress("Comparing the journal with the chain") { progress in
      var options = options
      options.onComparison = { progress.update("Comparing the journal with the chain: \($0) of \($1) blocks") }
      return try await FeePayerService(
        rules: rules, keys: keys, chain: node, journal: journal, state: state, options: options)
    }
  }
}
