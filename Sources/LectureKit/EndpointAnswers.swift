import ContractClient
import NodeRPC
import Primitives
import Sending

/// An answer to one question, and the endpoints that gave it.
public struct EndpointAnswer<Value: Sendable>: Sendable {
  /// The answer.
  public let value: Value
  /// The endpoints that gave it.
  public let agreeingEndpoints: Set<Endpoint>

  /// An answer of some endpoints.
  package init(_ value: Value, by agreeingEndpoints: Set<Endpoint>) {
    (self.value, self.agreeingEndpoints) = (value, agreeingEndpoints)
  }
}

extension EndpointAnswer: Equatable where Value: Equatable {}
extension EndpointAnswer: Hashable where Value: Hashable {}

/// The distinct answers to one question, which may contradict each other.
public struct EndpointAnswers<Value: Sendable & Hashable>: Sendable {
  /// The answers, each once, the first one first.
  public let all: [EndpointAnswer<Value>]
  /// The answer that enough endpoints give, or the user's own; nil where there is none, and where there are several.
  public let agreed: EndpointAnswer<Value>?

  /// The answers of endpoints, of which so many have to agree.
  package init(_ answers: [(endpoint: Endpoint, value: Value)], quorum: Int, own: Set<Endpoint>) {
    var (order, agreeingEndpoints): ([Value], [Value: Set<Endpoint>]) = ([], [:])
    for (endpoint, value) in answers {
      if agreeingEndpoints[value] == nil { order.append(value) }
      agreeingEndpoints[value, default: []].insert(endpoint)
    }
    all = order.map { EndpointAnswer($0, by: agreeingEndpoints[$0] ?? []) }
    let owned = all.filter { !own.isDisjoint(with: $0.agreeingEndpoints) }
    let enough = owned.isEmpty ? all.filter { $0.agreeingEndpoints.count >= quorum } : owned
    agreed = enough.count == 1 ? enough[0] : nil
  }
}

/// One question to each endpoint of a client alone.
struct EndpointSurvey: Sendable {
  let connection: ContractConnection
  /// The number of endpoints that have to answer.
  let quorum: Int

  /// The user's own endpoints, whose word is proof.
  var own: Set<Endpoint> { connection.sender.trust.own }

  /// The answers, asked for one after another; endpoints that fail have none.
  ///
  /// - Throws: `SendingError` `.noQuorum` where there are too few endpoints, `.wrongChain` for one of another chain;
  ///   the error of the first that failed, where too few are left.
  func answers<Value: Sendable>(
    _ question: (ContractConnection) async throws -> Value
  ) async throws -> [(endpoint: Endpoint, value: Value)] {
    let endpoints = connection.node.distinctEndpoints
    var tracking = TrackingOptions()
    tracking.quorum = quorum
    try tracking.checkQuorum(among: endpoints.count)
    var answers: [(endpoint: Endpoint, value: Value)] = []
    var failure: (any Error)?
    for endpoint in endpoints {
      let alone = ContractConnection(sender: try connection.sender.asking(endpoint))
      do {
        try await alone.sender.pricer.checkChain()
        answers.append((endpoint, try await question(alone)))
      } catch let error as SendingError where error.code == .wrongChain {
        throw error
      } catch {
        try Task.checkCancellation()
        failure = failure ?? error
      }
    }
    if let failure, answers.count < quorum { throw tooFew(answers.map(\.endpoint), after: failure) }
    return answers
  }
}

extension EndpointSurvey {
  /// The error of the first endpoint that failed; of one that is silent with the number of answers that there are.
  private func tooFew(_ answered: [Endpoint], after failure: any Error) -> any Error {
    guard let silent = failure as? NodeError, silent.code == .timeout else { return failure }
    let missing = connection.node.distinctEndpoints.filter { !answered.contains($0) }.map(\.hostAndPort)
    return NodeError(
      .timeout, kind: silent.kind,
      detail: "\(answered.count) of \(answered.count + missing.count) endpoints answered, and \(quorum) have to agree; "
        + "no answer came from \(missing.joined(separator: ", ")).",
      method: silent.method, endpoint: silent.endpoint, attempts: silent.attempts,
      nothingWasSent: !silent.leavesOutcomeOpen)
  }
}

extension PurchaseReceipts {
  /// The facts of a receipt that the chain does not bear out as each endpoint alone tells it, none where it finds the
  /// receipt good; where they contradict each other, none of the answers is agreed on.
  ///
  /// - Throws: as ``mismatches(of:)``; `SendingError` `.noQuorum`, `.wrongChain`.
  public func reportedMismatches(
    of receipt: PurchaseReceipt, quorum: Int
  ) async throws -> EndpointAnswers<[ReceiptMismatch]> {
    let survey = EndpointSurvey(connection: client.connection, quorum: quorum)
    let answers = try await survey.answers { try await client.asking($0).receipts.mismatches(of: receipt) }
    return EndpointAnswers(answers, quorum: quorum, own: survey.own)
  }

  /// The title of a receipt's lecture, as so many endpoints tell it alike; empty without one, and where they do not.
  ///
  /// - Throws: `LectureError` `.unknownLecture`; a `NodeError`.
  public func agreedTitle(of receipt: PurchaseReceipt, quorum: Int) async throws -> String {
    guard quorum > 1 else { return try await title(of: receipt) }
    let survey = EndpointSurvey(connection: client.connection, quorum: quorum)
    let answers = try await survey.answers { try await client.asking($0).receipts.title(of: receipt) }
    return EndpointAnswers(answers, quorum: quorum, own: survey.own).agreed?.value ?? ""
  }
}
