import ChainIndex
import Database
import Files
import LectureIndex
import LectureKit
import Listening
import Localization
import Logging
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal
import WebApp

/// A platform that is served: its options are checked, its store is opened, and it goes on until the command is
/// stopped.
struct PlatformServing: Sendable {
  /// The port where none is given.
  private static let usualPort: UInt16 = 7789
  /// For so many seconds an index that is just being made is waited for.
  private static let indexPatience = 30

  let options: PlatformOptions
  let port: UInt16?
  let context: CommandContext
  let log: Logger

  /// The report with the address, and the work until the end.
  ///
  /// - Parameter site: The choices of the pages.
  func report(_ choices: Site.Options) async throws -> Report {
    let name = try name
    let place = try place
    let proxies = try proxies
    let database = try await database()
    var port: (host: String, number: UInt16)?
    if case .port(let number, let host) = place { port = (host, number) }
    try await DatabaseWait(context: context, log: log, port: port).run(
      for: [database, try context.settings.indexPlace()])
    // An unreachable node and a wrong contract are reported before the first visitor.
    let (client, connection) = try await context.nodes.lectureClient()
    let store = try await BlockingWork.run { [choices] in
      try PlatformStore(at: database, clock: choices.clock, isPrompt: true)
    }
    var platform = Platform(name, store)
    platform.hasExplorer = options.explorer
    platform.publicEndpoint = try publicEndpoint
    platform.proxies = proxies
    platform.index = try await index(of: client, on: connection)
    platform.fees = try await fees(of: client, on: connection, store, clock: choices.clock)
    if case .socket = place { platform.isBehindSocket = true }
    let site = Site(
      context.settings, texts: PageTexts.following(context, isPublic: true), outboxes: context.outbox.open,
      options: choices, platform: platform)
    let server = try await WebServer.start(site, platform, at: place, logger: log)
    let (heard, language) = (heard(place, port: server.port), context.language)
    return Report([
      "url": .string(name.origin), "listens": .string(heard), "port": .number("\(server.port)"),
      "database": .string(database.name),
    ]) {
      language[ServingText.platform(name.origin)]
      [
        language[ServingText.listensOn].plain: StyledText(heard),
        language[ServingText.database].plain: StyledText(PlainText.escaped(database.name)),
      ] as Fields
      language[ServingText.ending]
    } service: { [log] in
      let watch = OutageMonitor {
        await server.obstacle()
      } tell: { obstacle in
        if let obstacle {
          log.warning("The platform cannot serve: \(obstacle)")
        } else {
          log.notice("The platform serves again.")
        }
      }
      await watch.run()
      await server.stop()
      try? await BlockingWork.run { try store.close() }
    }
  }

  /// The index of the contract, which is waited for where its writer has just been started; nil where none is given.
  private func index(of client: LectureClient, on place: Operations.Connection) async throws -> IndexReader? {
    guard let database = try context.settings.indexPlace() else { return nil }
    let path = database.name
    for second in 0... {
      do {
        let reader = try IndexReader(database, isPrompt: true)
        let contract = client.market.address
        try await reader.store.require(contract, on: place.session.chainID)
        guard try await reader.status(at: place.node) != .other else {
          throw ChainIndexError(
            .anotherContract, "The index is of another chain.",
            reason:
              "The node has none of its blocks, though chain number and contract are the same: the chain was started"
              + " anew, or the node is far behind.", facts: .contract(contract))
        }
        return reader
      } catch let error as ChainIndexError where error.code == .noIndex && second < Self.indexPatience {
        if second == 0 { context.note(StyledText(context.language[IndexText.waiting(path)])) }
        try await Task.sleep(for: .seconds(1))
      }
    }
    return nil
  }

  /// The fees that a service pays for students; nil where none is given.
  private func fees(
    of client: LectureClient, on place: Operations.Connection, _ store: PlatformStore,
    clock: @escaping @Sendable () -> Int64
  ) async throws -> PlatformFees? {
    guard let service = try await context.choices.feeService(options.feeService) else { return nil }
    let budgets = try options.feeBudgets.split(separator: ",", omittingEmptySubsequences: false).map {
      try Amount(parsing: String($0), unit: place.network.unit)
    }
    guard budgets.count == 3 else {
      throw CommandFailure(.usage, WebCommandRefusal.feeBudgets)
    }
    let rules = PlatformFeePayer.Rules(
      contract: client.market.address, maxGasPrice: try Amount(parsing: options.feeGasPrice),
      budget: DelegationBudget(perSender: budgets[0], perClient: budgets[1], perLecture: budgets[2]),
      coin: place.network.unit)
    let payer = PlatformFeePayer(
      rules, signer: service, node: place.node, purchases: client, book: store.delegations, clock: clock)
    return PlatformFees(payer, by: service)
  }

  private func heard(_ place: WebServer.Place, port: UInt16) -> String {
    switch place {
    case .port(_, let host): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .socket(let path): path
    }
  }

  // MARK: Options

  private var name: PublicName {
    get throws {
      guard let text = options.publicURL else {
        throw CommandFailure(.usage, WebCommandRefusal.noPublicURL)
      }
      guard let name = PublicName(text) else {
        throw CommandFailure(.usage, WebCommandRefusal.badPublicURL)
      }
      return name
    }
  }

  private var place: WebServer.Place {
    get throws {
      if let socket = options.unixSocket {
        guard options.host == nil, port == nil else {
          throw CommandFailure(.usage, WebCommandRefusal.socketAndPort)
        }
        return .socket(socket)
      }
      let host = options.host ?? "127.0.0.1"
      guard options.behindProxy || ["127.0.0.1", "::1", "localhost"].contains(host) else {
        throw CommandFailure(.usage, WebCommandRefusal.openHost)
      }
      return .port(port ?? Self.usualPort, host: host)
    }
  }

  private var proxies: TrustedProxies {
    get throws {
      TrustedProxies(
        try options.forwarded.map { text in
          guard let prefix = NetworkPrefix(text) else {
            throw CommandFailure(.usage, WebCommandRefusal.noRange(PlainText.escaped(text)))
          }
          return prefix
        })
    }
  }

  private var publicEndpoint: String? {
    get throws {
      guard let text = options.publicEndpoint else { return nil }
      _ = try Endpoint(text)
      return text
    }
  }

  /// The place of the store; one process makes it, others find it there.
  private func database() async throws -> DatabasePlace {
    if let place = try await options.place.place(context.prompts) { return place }
    guard let state = context.settings.folders.state else {
      throw CommandFailure(.settings, WebCommandRefusal.noDatabase)
    }
    let folder = "\(state)/platform"
    try await BlockingWork.run { try Folder(folder).make() }
    return .file("\(folder)/\(context.settings.networkName).db")
  }
}
