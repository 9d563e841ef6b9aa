import ContractClient
import NodeRPC
import Primitives
import Sending
import Transactions

/// A fact of a transaction that may be told in several ways.
package enum TransactionFact: String, Sendable, Hashable, CaseIterable {
  case status, block, timestamp, from, to, contract, value, nonce, input, gasLimit, gasUsed, fee, events
}

/// A contradiction about a fact of a transaction.
package struct TransactionContradiction: Sendable, Hashable {
  /// The parties to it.
  package enum Kind: Sendable, Hashable {
    /// Endpoints tell several values, each with the number of those that do, of so many that answered.
    case endpoints([Told], of: Int)
    /// The node tells another value than the bytes have that the hash stands for.
    case signed(String, told: String)
    /// The value cannot be.
    case impossible(String)
  }

  /// A value that endpoints tell.
  package struct Told: Sendable, Hashable {
    /// The value for people.
    package let value: String
    /// The number of endpoints that tell it.
    package let tellers: Int
  }

  /// The fact.
  package let fact: TransactionFact
  /// The parties to it.
  package let kind: Kind
}

extension FoundTransaction {
  /// The contradictions between the node and what was signed, and between endpoints, of which so many have to agree.
  package func contradictions(quorum: Int) async throws -> [TransactionContradiction] {
    let own = contradictionsOfNode
    guard quorum > 1 else { return own }
    let endpoints = Set(place.node.endpoints)
    var told: [[TransactionFact: String]] = []
    for endpoint in endpoints.sorted(by: { "\($0)" < "\($1)" }) {
      do {
        let alone = try place.asking(endpoint)
        let found = try await FoundTransaction(hash, signedHere: signed, on: alone)
        told.append(found?.told ?? [.status: "–"])
      } catch {
        try Task.checkCancellation()
      }
    }
    let shown = self.told
    return own
      + TransactionFact.allCases.compactMap { fact in
        let values = told.compactMap { $0[fact] }
        let isAgreed = values.count { $0 == shown[fact] } >= quorum
        guard Set(values).count > 1, !isAgreed, !own.contains(where: { $0.fact == fact }) else { return nil }
        let counted = Set(values).sorted().map { value in
          TransactionContradiction.Told(value: value, tellers: values.count { $0 == value })
        }
        return TransactionContradiction(fact: fact, kind: .endpoints(counted, of: told.count))
      }
  }

  /// The contradictions between the node that was asked, what was signed, and what can be.
  private var contradictionsOfNode: [TransactionContradiction] {
    let (proven, node) = (provenFacts, toldFacts)
    var found = TransactionFact.allCases.compactMap { fact -> TransactionContradiction? in
      guard let proven = proven[fact], let told = node[fact], proven != told else { return nil }
      return TransactionContradiction(fact: fact, kind: .signed(proven, told: told))
    }
    if let receipt, !hasPossibleGas {
      found.append(TransactionContradiction(fact: .gasUsed, kind: .impossible("\(receipt.gasUsed)")))
      let price = receipt.effectiveGasPrice.map { "\(receipt.gasUsed) × \($0)" } ?? "–"
      found.append(TransactionContradiction(fact: .fee, kind: .impossible(price)))
    }
    return found
  }

  /// The facts as the node tells them, for comparison and for people.
  private var told: [TransactionFact: String] {
    var facts = toldFacts
    facts[.status] = status.rawValue
    if let receipt {
      facts[.block] = receipt.blockNumber.map { "\($0) \(receipt.blockHash?.hex ?? "–")" }
      facts[.gasUsed] = "\(receipt.gasUsed)"
      facts[.contract] = receipt.contractAddress?.checksummed ?? "–"
      let digests = receipt.logs.map { log in
        Keccak256.hash(log.address.bytes + log.topics.flatMap(\.bytes) + log.data).hex.prefix(10)
      }
      facts[.events] = digests.isEmpty ? "–" : digests.joined(separator: " ")
    }
    facts[.fee] = fee.map { place.network.text($0) }
    facts[.timestamp] = timestamp.map { "\($0)" }
    return facts
  }

  /// The facts that signed bytes prove, as the node tells them: its receipt alone, where it shows no transaction.
  private var toldFacts: [TransactionFact: String] {
    // Ethereum's methods show Kaia's own types as legacy ones.
    guard native == nil else { return [:] }
    var facts: [TransactionFact: String] = [:]
    if let sender = transaction?.from ?? receipt?.from { facts[.from] = sender.checksummed }
    if transaction != nil || receipt != nil {
      facts[.to] = (transaction?.to ?? receipt?.to)?.checksummed ?? "–"
    }
    if let receipt, let transaction {
      // A node that contradicts itself.
      if receipt.from != transaction.from { facts[.from] = "\(transaction.from), \(receipt.from)" }
      if receipt.to != transaction.to, let to = receipt.to {
        facts[.to] = "\(transaction.to?.checksummed ?? "–"), \(to)"
      }
    }
    if let transaction {
      facts[.value] = place.network.text(transaction.value)
      facts[.nonce] = "\(transaction.nonce)"
      facts[.gasLimit] = "\(transaction.gas)"
      facts[.input] = Self.short(transaction.input)
    }
    return facts
  }

  /// The facts by the bytes that have the hash.
  private var provenFacts: [TransactionFact: String] {
    guard let signed, signed.transaction.kaia == nil else { return [:] }
    let transaction = signed.transaction
    var facts: [TransactionFact: String] = [
      .to: transaction.to?.checksummed ?? "–", .value: place.network.text(Amount(wei: transaction.value)),
      .nonce: "\(transaction.nonce)", .gasLimit: "\(transaction.gasLimit)", .input: Self.short(transaction.data),
    ]
    facts[.from] = (try? signed.sender())?.checksummed
    return facts
  }

  /// Calldata for comparison: short as it is, long by its hash.
  private static func short(_ input: Bytes) -> String {
    input.count <= 36 ? Hex.encode(input, prefix: true) : "\(input.count) B, \(Keccak256.hash(input).hex.prefix(10))"
  }
}

extension Connection {
  /// A connection to one of its endpoints alone.
  ///
  /// - Throws: the error of an endpoint that cannot be used.
  fileprivate func asking(_ endpoint: Endpoint) throws -> Connection {
    Connection(
      network: network, session: session, connection: ContractConnection(sender: try connection.sender.asking(endpoint))
    )
  }
}
