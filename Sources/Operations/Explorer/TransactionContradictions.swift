import ContractClient
import LectureKit
import NodeRPC
import Primitives
import Sending
import Transactions

/// A fact of a transaction that may be reported in several ways.
package enum TransactionFact: String, Sendable, Hashable, CaseIterable {
  case status, block, timestamp, from, to, contract, value, nonce, input, gasLimit, gasUsed, fee, events
}

/// The events of a transaction as some endpoints report them.
package struct EndpointEvents: Sendable, Hashable {
  /// The events; none where its tellers know no transaction, too.
  package let logs: [Log]
  /// The endpoints that agree on them.
  package let agreeingEndpoints: Set<Endpoint>
  /// Whether enough endpoints agree on them.
  package let isAgreed: Bool
}

/// A contradiction about a fact of a transaction.
package struct TransactionContradiction: Sendable, Hashable {
  /// The parties to it.
  package enum Kind: Sendable, Hashable {
    /// Endpoints report several values; the agreed one is that of enough of them, or of the signed bytes.
    case endpoints([EndpointAnswer<String>], agreed: String?)
    /// Endpoints report several lists of events.
    case events([EndpointEvents])
    /// The node reports another value than the bytes with that hash.
    case signed(String, told: String)
    /// The value cannot be.
    case impossible(String)
  }

  /// The fact.
  package let fact: TransactionFact
  /// The parties to it.
  package let kind: Kind

  /// Whether it leaves no value that can be reported as a fact.
  package var isDispute: Bool {
    switch kind {
    case .endpoints(_, let agreed): agreed == nil
    case .events(let told): !told.contains(where: \.isAgreed)
    case .signed: false
    case .impossible: true
    }
  }
}

extension FoundTransaction {
  /// Looks for a transaction at the node, and where that does not know it and several have to agree, at each endpoint.
  ///
  /// - Returns: Nil when none has ever heard of it.
  /// - Throws: `NodeError`.
  package static func find(
    _ hash: Hash32, signedHere own: SignedTransaction?, on place: Connection, quorum: Int
  ) async throws -> FoundTransaction? {
    let found = try await FoundTransaction(hash, signedHere: own, on: place)
    if found != nil || quorum < 2 { return found }
    for endpoint in place.node.distinctEndpoints.dropFirst() {
      do {
        let found = try await FoundTransaction(hash, signedHere: own, on: place.asking(endpoint))
        if let found { return found.kept(at: place) }
      } catch {
        try Task.checkCancellation()
      }
    }
    return nil
  }

  /// The transaction as the endpoint tells it that tells most of what is agreed on, and the contradictions between that
  /// node and what was signed, and between endpoints, of which so many have to agree.
  package func compared(
    quorum: Int
  ) async throws -> (found: FoundTransaction, contradictions: [TransactionContradiction]) {
    guard quorum > 1 else { return (self, contradictionsOfNode) }
    var answers: [(endpoint: Endpoint, found: FoundTransaction?)] = []
    for endpoint in place.node.distinctEndpoints {
      do {
        let found = try await FoundTransaction(hash, signedHere: signed, on: place.asking(endpoint))
        answers.append((endpoint, found?.kept(at: place)))
      } catch {
        try Task.checkCancellation()
      }
    }
    let own = place.connection.sender.trust.own
    // An endpoint that does not know it denies whatever others tell of it.
    let told = answers.map { (endpoint: $0.endpoint, facts: $0.found?.told ?? self.told.mapValues { _ in "–" }) }
    var facts: [TransactionFact: EndpointAnswers<String>] = [:]
    for fact in TransactionFact.allCases {
      let values = told.compactMap { answer in answer.facts[fact].map { (endpoint: answer.endpoint, value: $0) } }
      facts[fact] = EndpointAnswers(values, quorum: quorum, own: own)
    }
    func agreement(_ found: FoundTransaction) -> Int {
      let told = found.told
      return facts.count { $1.agreed != nil && $1.agreed?.value == told[$0] }
    }
    let shown = answers.compactMap(\.found).reduce(self) { agreement($1) > agreement($0) ? $1 : $0 }
    func logs(by agreeingEndpoints: Set<Endpoint>) -> [Log] {
      answers.first { agreeingEndpoints.contains($0.endpoint) }?.found?.receipt?.logs ?? []
    }
    let (values, proven, objections) = (shown.told, shown.provenFacts, shown.contradictionsOfNode)
    let between = TransactionFact.allCases.compactMap { fact -> TransactionContradiction? in
      guard let answers = facts[fact], answers.all.count > 1, !objections.contains(where: { $0.fact == fact }) else {
        return nil
      }
      let agreed = [proven[fact], answers.agreed?.value].compactMap { $0 }.first { $0 == values[fact] }
      guard fact != .events else {
        let told = answers.all.map { answer in
          EndpointEvents(
            logs: logs(by: answer.agreeingEndpoints), agreeingEndpoints: answer.agreeingEndpoints,
            isAgreed: answer.value == agreed)
        }
        return TransactionContradiction(fact: fact, kind: .events(told))
      }
      return TransactionContradiction(fact: fact, kind: .endpoints(answers.all, agreed: agreed))
    }
    return (shown, objections + between)
  }

  /// A transaction that one endpoint told, at the connection to all of them.
  private func kept(at place: Connection) -> FoundTransaction {
    var copy = self
    copy.place = place
    return copy
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

  /// The facts as the node tells them, for comparison and, but for the digest of the events, for people.
  private var told: [TransactionFact: String] {
    var facts = toldFacts
    facts[.status] = status.rawValue
    if let receipt {
      facts[.block] = receipt.blockNumber.map { "\($0) \(receipt.blockHash?.hex ?? "–")" }
      facts[.gasUsed] = "\(receipt.gasUsed)"
      facts[.contract] = receipt.contractAddress?.checksummed ?? "–"
      let digests = receipt.logs.map { log in
        Keccak256.hash(log.address.bytes + log.topics.flatMap(\.bytes) + log.data).hex
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
    over(ContractConnection(sender: try connection.sender.asking(endpoint)))
  }
}
