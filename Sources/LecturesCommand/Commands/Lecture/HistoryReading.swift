import ContractClient
import LectureKit
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending

/// The reading of an account's history: the contract's events, of a node, of several that are compared or of an index,
/// and what the outbox alone knows.
struct HistoryReading: Sendable {
  let account: Address
  let client: LectureClient
  let place: Connection
  let outbox: Outbox?
  /// The events that an index has; nil where the node is asked.
  let indexed: HistorySource?
  let quorum: Int

  /// The lines in the order of blocks, and the endpoints that did not answer.
  func lines(
    _ progress: @escaping @Sendable (_ done: UInt64, _ all: UInt64) -> Void
  ) async throws -> (lines: [HistoryLine], silent: [Endpoint]) {
    let (events, silent) = try await events(progress)
    let chain = try await place.connection.sender.chain()
    let intents = try await outbox?.intents(IntentFilter(chain: chain, account: account, limit: .max)) ?? []
    let priced = try await HistoryLine.fees(ofUnpriced: intents, at: place.node)
    let lines = HistoryLine.lines(
      events.map { ($0, endpointEvidence(of: $0), fee: feeTelling(of: $0)) }, intents, priced,
      contract: client.market.address)
    return (lines, silent)
  }

  /// The events as an index or one node tells them, or as each endpoint does where several have to agree.
  private func events(
    _ progress: @escaping @Sendable (_ done: UInt64, _ all: UInt64) -> Void
  ) async throws -> (entries: [ComparedEntry], silent: [Endpoint]) {
    if let indexed {
      return (try await client.history.entries(of: account, in: indexed).map { ComparedEntry($0) }, [])
    }
    guard quorum > 1 else {
      return (try await client.history.entries(of: account, progress: progress).map { ComparedEntry($0) }, [])
    }
    return try await client.history.comparedEntries(of: account, quorum: quorum, progress: progress)
  }

  /// The evidence for an event.
  private func endpointEvidence(of event: ComparedEntry) -> EndpointEvidence {
    // An index may have been read from any node.
    if indexed != nil { return EndpointEvidence() }
    guard quorum > 1 else { return EndpointEvidence(ofOneAt: place) }
    return EndpointEvidence(by: event.agreeingEndpoints, at: place, quorum: quorum, isDisputed: event.isDisputed)
  }

  /// The evidence for an event's fee: with an index, too, that of a node.
  private func feeTelling(of event: ComparedEntry) -> EndpointEvidence {
    guard quorum > 1, indexed == nil else { return EndpointEvidence(ofOneAt: place) }
    return EndpointEvidence(by: event.endpointsAgreeingOnFee, at: place, quorum: quorum)
  }
}
