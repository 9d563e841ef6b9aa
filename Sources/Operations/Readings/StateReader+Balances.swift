import ContractClient
import NodeRPC
import Primitives
import StrictJSON

extension StateReader {
  /// Reads what accounts hold of the chain's own money, as ``read(facts:_:)``.
  package func balances(of accounts: Set<Address>) async throws -> AgreedReading<[Address: Amount]> {
    let accounts = accounts.sorted()
    return try await read(facts: { facts(of: $0) }) { alone in
      let amounts = try await alone.node.batch(accounts.map { .balance(of: $0, at: alone.block) }).map { try $0.get() }
      return Dictionary(zip(accounts, amounts)) { $1 }
    }
  }

  private func facts(of held: [Address: Amount]) -> JSON {
    let balances = held.sorted { $0.key < $1.key }.map { account, amount -> JSON in
      ["address": .string(account.checksummed), "balance": .string(place.network.text(amount))]
    }
    return ["balances": .array(balances)]
  }
}
