import NodeRPC
import Outbox
import Primitives
import WalletBook

/// The balances of wallets: as a node gives them now where it was asked, else as the book has them.
package struct HeldBalances: Sendable {
  /// The newest balances that are known.
  package internal(set) var samples: [BalancePlace: BalanceSample] = [:]
  /// The places that a node was asked about just now, and answered.
  package internal(set) var fresh: Set<BalancePlace> = []
  /// The reason why a node did not answer, or not for all.
  package internal(set) var problem: (any Error)?
  /// The evidence for the fresh ones; nil without any.
  package internal(set) var reading: AgreedReading<[Address: Amount]>?

  /// The balance of a wallet; nil where nobody ever asked.
  package func sample(of wallet: ListedWallet) -> BalanceSample? { wallet.place.flatMap { samples[$0] } }

  /// Whether a wallet's balance is only the book's.
  package func isStale(_ wallet: ListedWallet) -> Bool { wallet.place.map { !fresh.contains($0) } ?? true }
}

extension WalletDirectory {
  /// The balances of wallets. The node of the network in use is asked for those that are on it, all in one request, and
  /// its answers are kept in the book; a node that is down is a problem of the answer, and no error. So is it where several
  /// endpoints have to agree, and do not.
  ///
  /// - Parameters:
  ///   - patience: The longest that the node may take.
  ///   - time: Seconds since 1970.
  ///   - compared: Reads balances where several endpoints have to agree.
  /// - Throws: The error that keeps the book from being read.
  package func balances(
    of wallets: [ListedWallet], by settings: Settings, patience: Duration, at time: Int64,
    comparing compared: (Set<Address>) async throws -> AgreedReading<[Address: Amount]>
  ) async throws -> HeldBalances {
    let places = wallets.compactMap(\.place)
    var held = HeldBalances()
    held.samples = try await bookIfThere()?.balances(of: places) ?? [:]
    do {
      let network = try settings.network()
      let addresses = Set(places.filter { $0.network == network.name }.map(\.address))
      guard !addresses.isEmpty else { return held }
      let reading: AgreedReading<[Address: Amount]>
      if try settings.quorum() > 1 {
        reading = try await compared(addresses)
      } else {
        (reading, held.problem) = try await Self.told(addresses, on: network, by: settings, patience)
      }
      let amounts = reading.value
      held.reading = amounts.isEmpty ? nil : reading
      for (address, amount) in amounts {
        let place = BalancePlace(network: network.name, address: address)
        held.samples[place] = BalanceSample(time: time, amount: amount)
        held.fresh.insert(place)
      }
      // The numbers are right without the book, too.
      if !amounts.isEmpty { try? await book().record(amounts, network: network.name, time: time) }
    } catch {
      held.problem = error
    }
    return held
  }

  /// The balances as one node tells them, and why it did not tell the first of the others.
  private static func told(
    _ addresses: Set<Address>, on network: Network, by settings: Settings, _ patience: Duration
  ) async throws -> (AgreedReading<[Address: Amount]>, (any Error)?) {
    let endpoints = try network.endpoints.map { try Endpoint($0) }
    let options = try settings.nodeOptions().with {
      ($0.requestTimeout, $0.connectTimeout, $0.deadline, $0.retries) = (patience, patience, patience, 0)
    }
    let reader = BalanceReader(node: try NodeClient(endpoints: endpoints, options: options))
    let (chainID, amounts, problem) = try await reader.balances(of: addresses)
    try network.check(chainID: chainID, endpoint: endpoints.first?.redacted ?? network.name)
    let isOwn = try settings.own() && endpoints.allSatisfy(\.isLoopback)
    return (AgreedReading(value: amounts, endpointEvidence: EndpointEvidence(level: isOwn ? .own : nil)), problem)
  }
}
