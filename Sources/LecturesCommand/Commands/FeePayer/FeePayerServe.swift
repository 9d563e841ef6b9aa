import ArgumentParser
import FeePayer
import Foundation
import Keys
import NodeRPC
import Primitives
import StrictJSON

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
        to one account on one chain and to one service at a time. It speaks plain HTTP and listens on this machine only: \
        others reach it through a server that speaks TLS.
        """))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Option(help: ArgumentHelp("The file with the rules.", valueName: "file"), completion: .file(extensions: ["json"]))
  var rules: String
  @Option(help: ArgumentHelp("The file that keeps what was signed.", valueName: "file"), completion: .file())
  var journal: String
  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address")) var host = "127.0.0.1"
  @Option(help: ArgumentHelp("The port to listen on; 0 is any free one.", valueName: "number")) var port: UInt16 = 8090
  @Flag(help: "Tell callers apart by X-Forwarded-For, which the server in front writes.") var forwarded = false

  func run(in context: CommandContext) async throws -> Report {
    // What was written is read before anybody is asked for a password.
    let rules = try FeePayerRules(parsing: try context.contents(of: self.rules))
    let place = try await context.workplace()
    let account = try await context.actingAccount()
    let keys = try await context.keys(of: account)
    let options = FeePayerService.Options { UInt64(max(0, Date().timeIntervalSince1970)) }
    let service = try await FeePayerService(
      rules: rules, keys: keys, chain: place.node, journal: journal, options: options)
    let open = await service.reconcile()
    if open > 0 {
      context.note("\(open) transaction\(open == 1 ? "" : "s") of before are in no block yet: they go on counting.")
    }
    let (balance, spent) = (try await place.node.balance(of: keys.address, at: .latest), await service.spentToday())
    if balance.wei <= options.reserve {
      context.warn("The account has \(place.network.text(balance)): below 0.1 nothing is signed.")
    }
    let server = try await FeePayerServer.start(service, host: host, port: port, forwarded: forwarded)
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
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(60))
        await service.reconcile()
      }
      await server.stop()
    }
  }
}
