import ContractClient
import NodeRPC
import Primitives

/// An entry of a history as several endpoints tell it.
public struct ComparedEntry: Sendable {
  /// A fact of an entry that endpoints may tell otherwise.
  public enum Fact: String, Sendable, Hashable, CaseIterable {
    /// The amount, the run, whether it was credited, and the block with its time.
    case amount, run, credited, block, time
    /// The parts of the fee.
    case fee, feePayerPaid

    /// Whether a receipt tells it and no event.
    public var isOfFee: Bool { self == .fee || self == .feePayerPaid }
  }

  /// The value of a fact; nil where an endpoint tells none.
  public enum Value: Sendable, Hashable {
    /// An amount of the chain's money.
    case amount(Amount?)
    /// A number, as of a block.
    case number(UInt64?)
    /// Whether it is so.
    case flag(Bool)

    /// Whether none is reported.
    var isNone: Bool { self == .amount(nil) || self == .number(nil) }
  }

  /// The entry; what is disputed is nil, and of what cannot be nil the first endpoint's.
  public package(set) var entry: HistoryEntry
  /// The endpoints that tell it; where nothing of it is disputed, those that tell it just so.
  public let agreeingEndpoints: Set<Endpoint>
  /// The endpoints that tell its fee so.
  public let endpointsAgreeingOnFee: Set<Endpoint>
  /// The facts on which the endpoints contradict each other, with all that they tell.
  public let disputes: [Fact: [EndpointAnswer<Value>]]

  /// Whether endpoints contradict each other about what happened, the fee apart.
  public var isDisputed: Bool { disputes.keys.contains { !$0.isOfFee } }

  /// An entry that one node alone told.
  package init(_ entry: HistoryEntry) {
    (self.entry, agreeingEndpoints, endpointsAgreeingOnFee, disputes) = (entry, [], [], [:])
  }

  /// One entry out of those of several endpoints, one at least.
  init(merging answers: [(endpoint: Endpoint, value: HistoryEntry)], quorum: Int, own: Set<Endpoint>) {
    var merged = answers[0].value
    merged.objections = answers.reduce(into: []) { $0.formUnion($1.value.objections) }
    let all = Set(answers.map(\.endpoint))
    var (agreeingEndpoints, endpointsAgreeingOnFee, disputes) = (all, all, [Fact: [EndpointAnswer<Value>]]())
    for fact in Fact.allCases {
      let told = EndpointAnswers(
        answers.map { (endpoint: $0.endpoint, value: $0.value.value(of: fact)) }, quorum: quorum, own: own)
      // Of several values none is believed but one that enough endpoints tell.
      // An endpoint that tells no value contradicts no other, but of a fee payer.
      let values = told.all.filter { fact == .feePayerPaid || !$0.value.isNone }
      let agreed = told.agreed ?? (values.count == 1 ? values[0] : values.isEmpty ? told.all[0] : nil)
      merged.set(fact, agreed?.value)
      if agreed == nil { disputes[fact] = told.all }
      if fact.isOfFee {
        endpointsAgreeingOnFee.formIntersection(agreed?.agreeingEndpoints ?? [])
      } else if let agreed {
        agreeingEndpoints.formIntersection(agreed.agreeingEndpoints)
      }
    }
    if disputes.keys.contains(where: { !$0.isOfFee }) { agreeingEndpoints = all }
    (entry, self.agreeingEndpoints, self.endpointsAgreeingOnFee, self.disputes) = (
      merged, agreeingEndpoints, endpointsAgreeingOnFee, disputes
    )
  }
}

extension HistoryEntry {
  fileprivate func value(of fact: ComparedEntry.Fact) -> ComparedEntry.Value {
    switch fact {
    case .amount: .amount(amount)
    case .run: .number(run)
    case .credited: .flag(isCredited)
    case .block: .number(block)
    case .time: .number(time)
    case .fee: .amount(fee)
    case .feePayerPaid: .amount(feePayerPaid)
    }
  }

  /// Takes a value; nil for one that is disputed.
  fileprivate mutating func set(_ fact: ComparedEntry.Fact, _ value: ComparedEntry.Value?) {
    var (amount, number): (Amount?, UInt64?) = (nil, nil)
    if case .amount(let told)? = value { amount = told }
    if case .number(let told)? = value { number = told }
    switch fact {
    case .amount: self.amount = amount
    case .run: run = number
    case .credited: if case .flag(let told)? = value { isCredited = told }
    case .block: block = number ?? block
    case .time: time = number
    case .fee: fee = amount
    case .feePayerPaid: feePayerPaid = amount
    }
  }
}

extension LectureHistory {
  /// The actions and the income of an account as each endpoint alone tells them: an action is one entry, whatever else
  /// of it they tell otherwise, and one that some leave out has fewer tellers; and the endpoints that did not answer.
  ///
  /// - Throws: as ``entries(of:progress:)``; `SendingError` `.noQuorum`, `.wrongChain`.
  public func comparedEntries(
    of account: Address, quorum: Int, progress: (@Sendable (_ done: UInt64, _ all: UInt64) -> Void)? = nil
  ) async throws -> (entries: [ComparedEntry], silent: [Endpoint]) {
    struct Key: Hashable {
      let kind: HistoryEntry.Kind
      let lecture: UInt256?
      let transaction: Hash32
      /// Its place among those of one endpoint that are alike in all this.
      let place: Int
    }
    let survey = EndpointSurvey(connection: client.connection, quorum: quorum)
    let answers = try await survey.answers {
      try await client.asking($0).history.entries(of: account, progress: progress)
    }
    var (order, told): ([Key], [Key: [(endpoint: Endpoint, value: HistoryEntry)]]) = ([], [:])
    for (endpoint, entries) in answers {
      var seen: [Key: Int] = [:]
      for entry in entries {
        let first = Key(kind: entry.kind, lecture: entry.lecture, transaction: entry.transaction, place: 0)
        let place = seen[first, default: 0]
        seen[first] = place + 1
        let key = Key(kind: entry.kind, lecture: entry.lecture, transaction: entry.transaction, place: place)
        if told[key] == nil { order.append(key) }
        told[key, default: []].append((endpoint, entry))
      }
    }
    let entries = order.compactMap { key in
      told[key].map { ComparedEntry(merging: $0, quorum: quorum, own: survey.own) }
    }
    let agreeingEndpoints = Set(answers.map(\.endpoint))
    return (entries, client.connection.node.distinctEndpoints.filter { !agreeingEndpoints.contains($0) })
  }
}
