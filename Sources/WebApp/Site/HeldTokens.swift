import ContractClient
import LectureKit
import Locking
import NodeRPC
import Operations
import Primitives
import StrictJSON
import WalletBook

/// The tokens of wallets on one network: as its node reports them now, else as the book has them.
struct HeldTokens: Sendable {
  /// A reading of tokens.
  struct Reading: Sendable, Hashable {
    /// The time, in seconds since 1970.
    let time: Int64
    /// The last status that was shown of a transaction before.
    let event: Int?
  }

  /// The tokens by their owners.
  private(set) var holdings: [Address: [Holding]] = [:]
  /// The reason why the node did not report them.
  private(set) var problem: (any Error)?

  /// For so many seconds the node is not asked again, unless something was sent meanwhile: pages are read again at each
  /// block.
  private static let memory: Int64 = 10

  /// Reads the tokens of addresses; a node that is down is a problem, and no error.
  ///
  /// - Parameter directory: Has the book, in which they are kept.
  init(of addresses: Set<Address>, on network: Network, in directory: WalletDirectory, _ visit: Visit) async {
    let site = visit.site
    let now = Reading(time: site.options.clock(), event: site.events.newest("tx"))
    let key = ([network.name] + addresses.sorted().map(\.lowercaseHex)).joined(separator: " ")
    let last = site.tokenReadings.withLock { $0[key] }
    let isFresh = last.map { $0.event == now.event && (0..<Self.memory).contains(now.time - $0.time) } ?? false
    let isInUse = network.name == site.settings(of: visit.session).networkName
    guard !addresses.isEmpty, isInUse, !isFresh else {
      await take(addresses, network, directory)
      return
    }
    do {
      let read = try await PageTimeout.node {
        let place = try await visit.connection()
        return try await visit.reader().read(facts: Self.facts) { told in
          let tokens = WalletTokens(
            site.settings(of: visit.session), of: network.name, chainID: place.session.chainID, over: told.node,
            in: try? directory.book())
          return try await tokens.read(of: addresses, now: now.time, at: told.block)
        }.value
      }
      holdings = read
      // The balances are right without the book, too; but then they are asked for again.
      try await directory.book().record(read, network: network.name)
      site.tokenReadings.withLock { $0[key] = now }
    } catch  where holdings.isEmpty {
      problem = error
      await take(addresses, network, directory)
    } catch {}
  }

  /// The tokens by their names, by which endpoints are compared.
  private static func facts(of holdings: [Address: [Holding]]) -> JSON {
    let owners = holdings.sorted { $0.key < $1.key }.map { owner, tokens -> JSON in
      let tokens = tokens.map { token -> JSON in
        [
          "token": .string(token.token.checksummed), "symbol": .string(token.label),
          "amount": token.units.map { .number("\($0)") } ?? .null,
        ]
      }
      return ["address": .string(owner.checksummed), "tokens": .array(tokens)]
    }
    return ["balances": .array(owners)]
  }

  /// Takes what the book has.
  private mutating func take(_ addresses: Set<Address>, _ network: Network, _ directory: WalletDirectory) async {
    let places = addresses.map { BalancePlace(network: network.name, address: $0) }
    let kept = (try? await directory.bookIfThere()?.holdings(of: places)) ?? [:]
    for (place, tokens) in kept { holdings[place.address] = tokens }
  }

  /// The amount of the chain's own coin that is held as a token, and is worth as much.
  var coins: Amount {
    holdings.values.flatMap { $0 }.filter(\.isCoin).reduce(.zero) { sum, holding in
      (try? sum.adding(Amount(wei: holding.units ?? 0))) ?? sum
    }
  }

  /// The number of tokens that somebody vouches for, and whose worth nobody here knows.
  var unvalued: Int {
    holdings.values.flatMap { $0 }.filter { !$0.isCoin && $0.isVouched && $0.units ?? 0 > 0 }.count
  }
}
