import ContractClient
import NodeRPC
import Primitives
import Sending

/// An answer to one question, and the endpoints that gave it.
public struct ToldAnswer<Value: Sendable>: Sendable {
  /// The answer.
  public let value: Value
  /// The endpoints that gave it.
  public let tellers: Set<Endpoint>

  /// An answer of some endpoints.
  package init(_ value: Value, by tellers: Set<Endpoint>) { (self.value, self.tellers) = (value, tellers) }
}

/// One question to each endpoint of a client alone.
struct EndpointSurvey: Sendable {
  let client: LectureClient
  /// The number of endpoints that have to answer.
  let quorum: Int

  /// The answers, asked for one after another; endpoints that fail have none.
  ///
  /// - Throws: `SendingError` `.noQuorum` where there are too few endpoints, `.wrongChain` for one of another chain; the
  ///   error of the first that failed, where too few are left.
  func answers<Value: Sendable>(
    _ question: (LectureClient) async throws -> Value
  ) async throws -> [(endpoint: Endpoint, value: Value)] {
    let all = client.connection.node.endpoints
    let endpoints = all.indices.filter { all.firstIndex(of: all[$0]) == $0 }.map { all[$0] }
    var tracking = TrackingOptions()
    tracking.quorum = quorum
    try tracking.checkQuorum(among: endpoints.count)
    var answers: [(endpoint: Endpoint, value: Value)] = []
    var failure: (any Error)?
    for endpoint in endpoints {
      let alone = try asking(endpoint)
      do {
        try await alone.connection.sender.pricer.checkChain()
        answers.append((endpoint, try await question(alone)))
      } catch let error as SendingError where error.code == .wrongChain {
        throw error
      } catch {
        try Task.checkCancellation()
        failure = failure ?? error
      }
    }
    if let failure, answers.count < quorum { throw failure }
    return answers
  }

  /// A client of the contract that asks one endpoint alone.
  private func asking(_ endpoint: Endpoint) throws -> LectureClient {
    let sender = try client.connection.sender.asking(endpoint)
    let market = LectureMarket(address: client.market.address, connection: ContractConnection(sender: sender))
    return LectureClient(
      session: client.session, generation: client.generation, market: market, legacy: client.legacy)
  }
}

extension LectureHistory {
  /// The actions and the income of an account as each endpoint alone tells them: an entry that some leave out, or tell
  /// otherwise, has fewer tellers.
  ///
  /// - Throws: as ``entries(of:progress:)``; `SendingError` `.noQuorum`, `.wrongChain`.
  public func toldEntries(
    of account: Address, quorum: Int, progress: (@Sendable (_ done: UInt64, _ all: UInt64) -> Void)? = nil
  ) async throws -> [ToldAnswer<HistoryEntry>] {
    let answers = try await EndpointSurvey(client: client, quorum: quorum).answers {
      try await $0.history.entries(of: account, progress: progress)
    }
    var (order, tellers): ([HistoryEntry], [HistoryEntry: Set<Endpoint>]) = ([], [:])
    for (endpoint, entries) in answers {
      for entry in entries {
        if tellers[entry] == nil { order.append(entry) }
        tellers[entry, default: []].insert(endpoint)
      }
    }
    return order.map { ToldAnswer($0, by: tellers[$0] ?? []) }
  }
}

extension PurchaseReceipts {
  /// The facts of a receipt that the chain does not bear out as each endpoint alone tells it: none if enough of them
  /// find it good, with those that do; else those of the first that objects.
  ///
  /// - Throws: as ``mismatches(of:)``; `SendingError` `.noQuorum`, `.wrongChain`.
  public func toldMismatches(
    of receipt: PurchaseReceipt, quorum: Int
  ) async throws -> ToldAnswer<[ReceiptMismatch]> {
    let survey = EndpointSurvey(client: client, quorum: quorum)
    let answers = try await survey.answers { try await $0.receipts.mismatches(of: receipt) }
    let good = answers.filter { $0.value.isEmpty }.map(\.endpoint)
    guard good.count < quorum, let objection = answers.first(where: { !$0.value.isEmpty })?.value else {
      return ToldAnswer([], by: Set(good))
    }
    return ToldAnswer(objection, by: Set(answers.filter { $0.value == objection }.map(\.endpoint)))
  }
}
