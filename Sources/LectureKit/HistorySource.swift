import ContractClient
import NodeRPC
import Primitives

/// The facts that a history is made of: the contract's logs that are about an account, and the lectures that they name.
package struct HistorySource: Sendable {
  /// The logs, in any order; others may be among them.
  package var logs: [Log]
  /// The lectures that ratings name by their identifiers, and those that the account opened.
  package var lectures: [Lecture]
  /// The times of blocks by their numbers, as far as they are known, in seconds since 1970.
  package var times: [UInt64: UInt64]

  /// Facts; nothing is checked.
  package init(logs: [Log], lectures: [Lecture], times: [UInt64: UInt64] = [:]) {
    (self.logs, self.lectures, self.times) = (logs, lectures, times)
  }

  /// The logs, each place once.
  var distinctLogs: [Log] {
    struct Place: Hashable { let (block, index): (UInt64?, UInt64?) }
    var seen: Set<Place> = []
    return logs.filter { seen.insert(Place(block: $0.blockNumber, index: $0.logIndex)).inserted }
  }
}

/// The search for the facts of a history at a node.
struct HistorySearch: Sendable {
  let client: LectureClient

  /// The contract's logs about an account since its deployment, and the lectures that they name.
  func source(
    of account: Address, progress: (@Sendable (_ done: UInt64, _ all: UInt64) -> Void)?
  ) async throws -> HistorySource {
    let own = Hash32(UInt256(account))
    func search<Event: ContractEvent>(_ type: Event.Type, _ indexed: [[Hash32]?]) async throws -> [EventRecord<Event>] {
      try await client.market.events(
        type, indexed: indexed, from: client.session.deploymentBlock, progress: progress)
    }
    let opened = try await search(LectureMarket.CreatingLecture.self, [nil, [own]])
    var logs = opened.map(\.log)
    logs += try await search(LectureMarket.PurchasingLecture.self, [nil, [own]]).map(\.log)
    let rated = try await search(LectureMarket.EvaluatingLecture.self, [nil, [own]])
    logs += rated.map(\.log)
    logs += try await search(LectureMarket.ReclaimingPayment.self, [nil, [own]]).map(\.log)
    logs += try await search(LectureMarket.WithdrawingCredit.self, [[own]]).map(\.log)
    logs += try await search(LectureMarket.SettlingLecture.self, [nil, [own]]).map(\.log)
    // The events cannot be searched for the owner, so others than an owner are spared everybody's settlements.
    var isOwner = try await client.owner() == account
    if !isOwner {
      isOwner = try await !search(LectureMarket.OwnershipTransferred.self, [[own]]).isEmpty
    }
    if isOwner {
      logs += try await search(LectureMarket.SettlingLecture.self, []).filter { $0.event.owner == account }.map(\.log)
    }
    let lectures = try await rated.isEmpty ? lectures(opened.map(\.event.lectureNumber)) : client.lectures()
    return HistorySource(logs: logs, lectures: lectures)
  }

  /// Lectures by their numbers, as far as the contract tells them.
  private func lectures(_ numbers: [UInt256]) async throws -> [Lecture] {
    let records = try await client.connection.results(
      of: Set(numbers).sorted().map { client.market.getLecture(lectureNumber: $0) })
    return try records.compactMap { try (try? $0.get()).map(Lecture.init) }
  }
}
