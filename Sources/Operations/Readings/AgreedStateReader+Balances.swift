import ContractClient
import NodeRPC
import Primitives
import StrictJSON

extension AgreedStateReader {
  /// Reads what accounts hold of the chain's own money, as ``read(facts:_:)``.
  ///
  /// - Parameter names: The names by which contradictions tell accounts; one without goes by its address.
  package func balances(
    of accounts: Set<Address>, named names: [Address: String] = [:]
  ) async throws -> AgreedReading<[Address: Amount]> {
    let accounts = accounts.sorted()
    return try await read(facts: { facts(of: $0, names) }) { alone in
      let amounts = try await alone.node.batch(accounts.map { .balance(of: $0, at: alone.block) }).map { try $0.get() }
      return Dictionary(zip(accounts, amounts)) { $1 }
    }
  }

  private func facts(of held: [Address: Amount], _ names: [Address: String]) -> JSON {
    let balances = held.sorted { $0.key < $1.key }.map { account, amount -> JSON in
      [
        "address": .string(account.checksummed), "name": names[account].map { .string($0) } ?? .null,
        "balance": [
          "wei": .string(amount.wei.description), "value": .string(amount.formatted(in: place.network.unit)),
          "symbol": .string(place.network.symbol),
        ],
      ]
    }
    return ["balances": .array(balances)]
  }
}
