import ArgumentParser
import ContractClient
import Devnet
import DevnetServer
import Keys
import LectureKit
import Localization
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

/// `lectures demo`, or `lectures demo tour`: the whole life of a lecture on a chain for trying things out.
struct DemoTour: ReportingCommand {
  static let configuration = CommandConfiguration(
    "tour", "Show a lecture from opening to settlement on a devnet.",
    examples: ["lectures demo tour --endpoint http://127.0.0.1:8545": "on a running devnet"],
    after: """
      `lectures demo` is short for this command. \
      It deploys the lecture contract, and creates, buys, rates and settles a lecture. It starts a devnet for itself \
      unless an endpoint or a network is given. It signs with the first three accounts of the usual test mnemonic, \
      whose keys everybody knows, so it does not run on public chains. It asks nothing and keeps nothing.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions

  static let scores = [100, 80, 34, 77, 99]

  func run(in context: CommandContext) async throws -> Report {
    guard !Self.namesChain(context.settings) else {
      return try await tour(of: try context.settings.network(), in: context)
    }
    let server = try await DevnetServer.start(try await Devnet.start(), port: 0)
    var network = try context.settings.network(named: Network.defaultName)
    network.endpoints = [server.url]
    do {
      let report = try await tour(of: network, in: context)
      await server.stop()
      return report
    } catch {
      await server.stop()
      throw error
    }
  }

  /// Whether this run or this terminal names a chain to work on; a chain kept in a profile is for real work.
  private static func namesChain(_ settings: Settings) -> Bool {
    [SettingKey.network, .endpoint].contains { settings.raw($0)?.origin.isOfSession == true }
  }

  private func tour(of network: Network, in context: CommandContext) async throws -> Report {
    guard Network.builtIn(ofChain: network.chainID) == nil else {
      throw CommandFailure(.usage, DevnetRefusal.noDemo(network.name))
    }
    let place = try await context.nodes.connection(on: network, outbox: .inMemory(observer: context.sent), isOwn: true)
    let accounts = try await DemoAccounts(3)
    let (owner, instructor, student) = (accounts.keys[0], accounts.keys[1], accounts.keys[2])
    let language = context.language
    var tour = DemoSteps(on: network, in: language)

    let (market, deployed) = try await context.progress(language[DemoText.deploying]) { _ in
      try await LectureMarket.deploy(connection: place.connection).send(from: owner)
    }
    tour.note(.deploys, .verbatim("\(market.address)"), deployed)

    var session = place.session
    session.contract = market.address
    session.deploymentBlock = deployed.receipt.blockNumber ?? 0
    let client = try await LectureClient.connect(session, over: place.connection)
    let price = try Price(klay: 10)
    let created = try await client.planCreate(
      price: price, title: "Swift for beginners", from: instructor.address
    )
    .send(from: instructor)
    let number = try client.createdNumber(in: created) ?? 0
    tour.note(.opens(number), .priced(network.text(price)), created)

    let bought = try await client.planPurchase(number, agreed: price, from: student.address)
      .send(from: student)
    tour.note(.buys, .paid(network.text(bought.value)), bought)

    let scores = try Scores(Self.scores)
    let rated = try await client.planEvaluation(number, scores: scores, from: student.address)
      .send(from: student)
    tour.note(.rates, .verbatim(scores.values.map(String.init).joined(separator: ",")), rated)

    let average = try await client.average(number)
    let settled = try await client.planSettlement(number, from: owner.address).send(from: owner)
    let settlement = try client.settlement(in: settled)
    tour.note(
      .settles, settlement.map { DemoText.teacherGets(network.text($0.teacherShare)) } ?? .verbatim(""), settled)

    return Report([
      "contract": .string(market.address.checksummed), "lecture": .integer(number), "average": .integer(average),
      "paid": .amount(bought.value, on: network), "gas": .amount(tour.gas, on: network),
      "steps": .array(tour.steps),
    ]) {
      tour.table
      ""
      language[DemoText.average(number, AverageText.of(average, in: language))]
      language[
        DemoText.totals(paid: network.text(bought.value, in: language), gas: network.text(tour.gas, in: language))]
    }
  }
}
