import NodeRPC
import Operations
import Outbox
import Primitives
import WalletBook

/// The balances of wallets: as the book has them, and as the nodes give them now.
struct WalletBalances: Sendable {
  private(set) var samples: [BalancePlace: BalanceSample] = [:]
  private(set) var holdings: [BalancePlace: [Holding]] = [:]
  /// The places that a node was asked about just now, and answered.
  private(set) var fresh: Set<BalancePlace> = []
  /// The networks that were not asked or gave no answer, with the reason.
  private(set) var problems: [(network: String, failure: CommandFailure)] = []

  /// The networks that gave no answer, and that nobody here has used.
  private(set) var unanswered: [String] = []

  /// The networks whose tokens are not known, with the reason.
  private(set) var tokenProblems: [(network: String, failure: CommandFailure)] = []

  init(_ samples: [BalancePlace: BalanceSample], _ holdings: [BalancePlace: [Holding]]) {
    (self.samples, self.holdings) = (samples, holdings)
  }

  /// The places of which something is known.
  var places: Set<BalancePlace> { Set(samples.keys).union(holdings.keys) }

  func isStale(_ place: BalancePlace) -> Bool { !fresh.contains(place) }

  mutating func add(_ amounts: [Address: Amount], network: String, time: Int64) {
    for (address, amount) in amounts {
      let place = BalancePlace(network: network, address: address)
      samples[place] = BalanceSample(time: time, amount: amount)
      fresh.insert(place)
    }
  }

  mutating func add(_ tokens: [Address: [Holding]], network: String) {
    for (address, held) in tokens { holdings[BalancePlace(network: network, address: address)] = held }
  }

  mutating func add(tokenProblem failure: CommandFailure, network: String) {
    tokenProblems.append((network, failure))
    tokenProblems.sort { $0.network < $1.network }
  }

  /// Adds a failure; failures stand by network, whichever answers first.
  mutating func add(_ failure: CommandFailure, network: String) {
    problems.append((network, failure))
    problems.sort { $0.network < $1.network }
  }

  mutating func add(unanswered network: String) { unanswered = (unanswered + [network]).sorted() }
}

/// Asks nodes for the balances of wallets, and keeps their answers in the wallet book.
struct BalanceRefresh: Sendable {
  let names: KnownNames

  /// A refresh of balances waits so long for a node, unless --timeout says how long.
  private static let refreshPatience = Duration.seconds(10)

  /// The balances of wallets that the book has, on all networks that are known here.
  func kept(of wallets: [ListedWallet]) async throws -> WalletBalances {
    guard let book = try names.bookIfThere() else { return WalletBalances([:], [:]) }
    let networks = names.settings.networkNames
    let elsewhere = Set(wallets.compactMap(\.address)).flatMap { address in
      networks.map { BalancePlace(network: $0, address: address) }
    }
    let places = Set(wallets.compactMap(\.place) + elsewhere)
    return WalletBalances(try await book.balances(of: places), try await book.holdings(of: places))
  }

  /// Asks the node of each network for the balances of its wallets, all networks at once and each in one batch, and
  /// keeps each answer as soon as it comes.
  ///
  /// A node that is down, hangs or is on another chain is a problem of its network alone; of a network that is only built in
  /// and that nobody here has used it is none.
  ///
  /// - Parameters:
  ///   - networks: The networks on which each address is looked for beside the one that it is listed on.
  ///   - tell: receives the known balances after each network's answer but the last.
  func refreshed(
    _ balances: WalletBalances, of wallets: [ListedWallet], on networks: [String]? = nil,
    tell: (WalletBalances) -> Void = { _ in }
  ) async -> WalletBalances {
    var addresses: [String: Set<Address>] = [:]
    for place in wallets.compactMap(\.place) { addresses[place.network, default: []].insert(place.address) }
    let all = Set(wallets.compactMap(\.address))
    for network in networks ?? [] { addresses[network, default: []].formUnion(all) }
    var balances = balances
    await withTaskGroup(of: (String, Result<Told, any Error>).self) { group in
      for (network, addresses) in addresses {
        group.addTask { (network, await ask(network, addresses)) }
      }
      var open = addresses.count
      for await (network, outcome) in group {
        switch outcome {
        case .success(let (amounts, tokens, problem, tokenProblem)):
          let now = LocalTime.now()
          balances.add(amounts, network: network, time: now)
          balances.add(tokens, network: network)
          if let problem { balances.add(CommandFailure(problem), network: network) }
          if let tokenProblem { balances.add(tokenProblem: CommandFailure(tokenProblem), network: network) }
          if !amounts.isEmpty {
            await names.tryingBook {
              try await $0.record(amounts, network: network, time: now)
              if !tokens.isEmpty { try await $0.record(tokens, network: network) }
            }
          }
        case .failure(let error):
          if error is NodeError, await isUnused(network, wallets, balances) {
            balances.add(unanswered: network)
          } else {
            balances.add(CommandFailure(error), network: network)
          }
        }
        open -= 1
        if open > 0 { tell(balances) }
      }
    }
    return balances
  }

  /// Whether a network is only built in, and nothing was ever sent or found on it.
  private func isUnused(_ network: String, _ wallets: [ListedWallet], _ balances: WalletBalances) async -> Bool {
    guard names.settings.isOnlyBuiltIn(network), !wallets.contains(where: { $0.network == network }),
      !balances.places.contains(where: { $0.network == network && balances.holds($0) })
    else { return false }
    guard let chainID = Network.builtIn(network)?.chainID else { return true }
    do {
      guard let outbox = try names.outbox.written() else { return true }
      return try await outbox.intents(IntentFilter(chain: ChainMark(chainID: chainID), limit: 1)).isEmpty
    } catch {
      return false
    }
  }

  /// The balances and the tokens that a node gave, and the reasons why not all.
  private typealias Told = (
    amounts: [Address: Amount], tokens: [Address: [Holding]], problem: NodeError?, tokenProblem: (any Error)?
  )

  private func ask(_ name: String, _ addresses: Set<Address>) async -> Result<Told, any Error> {
    do {
      let network = try names.settings.network(named: name)
      let endpoints = try network.endpoints.map { try Endpoint($0) }
      let patience = names.settings.raw(.timeout) == nil ? Self.refreshPatience : try names.settings.timeout()
      let options = try names.settings.nodeOptions().with {
        ($0.requestTimeout, $0.connectTimeout, $0.deadline, $0.retries) = (patience, patience, patience, 0)
      }
      let node = try NodeClient(endpoints: endpoints, options: options)
      let (chainID, amounts, problem) = try await BalanceReader(node: node).balances(of: addresses)
      try network.check(chainID: chainID, endpoint: endpoints.first?.redacted ?? name)
      do {
        let tokens = WalletTokens(
          names.settings.on(network), of: name, chainID: chainID, over: node, in: try? names.book())
        return .success((amounts, try await tokens.read(of: addresses, now: LocalTime.now()), problem, nil))
      } catch {
        return .success((amounts, [:], problem, error))
      }
    } catch {
      return .failure(error)
    }
  }
}
