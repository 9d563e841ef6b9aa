import ContractClient
import Devnet
import DevnetServer
import Exchange
import Files
import Foundation
import Keys
import Keystores
import LectureKit
import NodeRPC
import Operations
import Orders
import Outbox
import Primitives
import Relay
import Tokens

/// A school to look at: a devnet with a lecture contract, lectures that were bought and rated, an exchange with a book
/// at a relay, and a home of its own with the keys of those who take part.
struct DemoSchool: Sendable {
  /// The settings of the home, on the devnet.
  let settings: Settings
  private let folder: String
  private let server: DevnetServer
  private let relay: DemoRelay

  /// The accounts, by their places in the usual test mnemonic.
  static let people: [(name: String, index: Int)] = [
    ("owner", 0), ("teacher", 1), ("maker", 2), ("student1", 3), ("student2", 5), ("student3", 6),
  ]
  /// The password of all accounts: everybody has their keys anyway.
  static let password = "lectures"

  /// The lectures: title, price in whole coins, and the scores that students gave.
  private static let lectures: [(title: String, price: UInt64, ratings: [[Int]])] = [
    ("Swift for beginners", 10, [[100, 80, 34, 77, 99]]),
    ("Soil, year one", 12, []),
    ("한국어 문법의 기초", 7, [[90, 95, 88, 92, 97], [70, 82, 91, 85, 88]]),
  ]

  /// Makes all of it.
  static func open(for context: CommandContext) async throws -> DemoSchool {
    let folder = try TemporaryHome.make()
    do {
      let chain = try await Devnet.start()
      let server = try await DevnetServer.start(chain, port: 0)
      do {
        return try await DemoSchool(in: folder, chain, server, context)
      } catch {
        await server.stop()
        throw error
      }
    } catch {
      TemporaryHome.remove(folder)
      throw error
    }
  }

  private init(in folder: String, _ chain: Devnet, _ server: DevnetServer, _ context: CommandContext) async throws {
    var network = try context.settings.network(named: Network.defaultName)
    network.endpoints = [server.url]
    let place = try await context.nodes.connection(on: network, outbox: .inMemory(), isOwn: true)
    let keys = try await DemoAccounts(7).keys
    let contract = try await Self.openLectures(at: place, keys)
    let exchange = try await DemoExchange.open(over: place.connection, chainID: chain.chainID)
    let relay = try await DemoRelay.start(for: exchange, on: chain)
    try await Self.fillBook(exchange, relay)
    let keystores = "\(folder)/keystores"
    let manager = try KeystoreManager(directory: keystores)
    for (name, index) in Self.people {
      _ = try await manager.importKey(
        keys[index], name: name, password: SecretBytes(utf8: Self.password), kdf: .light)
    }
    var given = GivenSettings(profile: nil, path: nil, naming: \.flag)
    given.values = [
      .network: [Network.defaultName], .endpoint: [server.url], .contract: [contract.checksummed],
      .keystoreDirectory: [keystores], .account: ["student1"], .relays: [relay.server.url],
      .trustedTokens: Self.trusted(exchange),
    ]
    given.values[.exchangeV1] = exchange.contracts.v1.map { [$0.exchange.checksummed] }
    given.values[.exchangeV4] = exchange.contracts.v4.map { [$0.checksummed] }
    given.values[.wrappedCoin] = exchange.contracts.wrappedCoin.map { [$0.checksummed] }
    settings = try Settings(given, environment: Self.environment(context.settings.environment, home: folder))
    (self.folder, self.server, self.relay) = (folder, server, relay)
  }

  /// The variables for a home of its own: of a person's own settings the mirror of rates alone is left, without which a
  /// machine behind it would ask the sources themselves.
  static func environment(_ variables: [String: String], home: String) -> [String: String] {
    var variables = variables.filter {
      $0.key == "LECTURES_RATES_MIRROR" || !$0.key.hasPrefix("XDG_") && !$0.key.hasPrefix("LECTURES_")
    }
    variables["HOME"] = home
    return variables
  }

  private static func openLectures(at place: Connection, _ keys: [PrivateKey]) async throws -> Address {
    let (market, deployed) = try await LectureMarket.deploy(connection: place.connection).send(from: keys[0])
    var session = place.session
    session.contract = market.address
    session.deploymentBlock = deployed.receipt.blockNumber ?? 0
    let client = try await LectureClient.connect(session, over: place.connection)
    let students = [keys[5], keys[6]]
    for lecture in lectures {
      let price = try Price(klay: UInt256(lecture.price))
      let created = try await client.planCreate(price: price, title: lecture.title, from: keys[1].address)
        .send(from: keys[1])
      let number = try client.createdNumber(in: created) ?? 0
      for (student, scores) in zip(students, lecture.ratings) {
        _ = try await client.planPurchase(number, agreed: price, from: student.address).send(from: student)
        _ = try await client.planEvaluation(number, scores: try Scores(scores), from: student.address).send(
          from: student)
      }
    }
    return market.address
  }

  /// Posts orders on both sides, and fills a part of one.
  private static func fillBook(_ exchange: DemoExchange, _ relay: DemoRelay) async throws {
    let (pair, units) = (exchange.pair, DemoExchange.units)
    try await relay.catchUp()
    var first: AnySignedOrder?
    for (index, (amount, price)) in [(UInt64(100), UInt64(300)), (60, 310), (40, 325)].enumerated() {
      let order = try await exchange.order(
        .v4, by: index % 2, giving: pair.base, units(amount, 0), for: units(0, amount * price),
        lasting: DemoExchange.time.day, at: relay)
      try await relay.post(order)
      first = first ?? order
    }
    for (index, (amount, price)) in [(UInt64(80), UInt64(290)), (50, 280)].enumerated() {
      try await relay.post(
        try await exchange.order(
          .v4, by: index % 2, giving: pair.quote, units(0, amount * price), for: units(amount, 0),
          lasting: DemoExchange.time.day, at: relay))
    }
    if let first { _ = try await exchange.fill(first, units(9, 0)) }
  }

  private static func trusted(_ exchange: DemoExchange) -> [String] {
    let texts = zip(exchange.tokens, DemoExchange.symbols).map { "\($0.checksummed):18:\($1):\($1)" }
    return [texts.joined(separator: ",")]
  }

  /// Ends the chain and the relay, and takes the folder away.
  func close() async {
    await relay.server.stop()
    await server.stop()
    TemporaryHome.remove(folder)
  }
}

/// A folder for a demonstration, which only its owner can open.
enum TemporaryHome {
  static func make() throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/lectures-demo-\(UUID().uuidString)"
    try Folder(folder).make()
    return folder
  }

  static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}
