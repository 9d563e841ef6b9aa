import LectureKit
import NodeRPC
import Operations
import Primitives
import StrictJSON

/// A lecture with an account's part in it, as enough endpoints report it.
struct LectureState: Sendable, Hashable {
  let lecture: Lecture
  /// The account's purchases of its runs, the first run first.
  let enrolments: [Enrolment]
  /// The contract's owner; nil where nobody asks, and where the contract has none.
  let owner: Address?

  /// The account's part in its present run; nil without one.
  var enrolment: Enrolment? { enrolments.first(where: \.isPresent) }
  /// The account's purchases of its earlier runs, the latest first.
  var earlier: [Enrolment] { enrolments.reversed().filter { !$0.isPresent } }

  /// Reads a lecture.
  ///
  /// - Parameters:
  ///   - account: The visitor's; nil of nobody.
  ///   - known: The lecture where an index has it: then it is not asked for.
  /// - Throws: as ``Visit/readLectures(facts:_:)``.
  static func read(
    _ number: UInt256, for account: ActingAccount?, known: Lecture? = nil, _ visit: Visit
  ) async throws -> AgreedReading<ContractReading<LectureState>> {
    try await visit.readLectures(facts: { $0.facts(on: $1, visit) }) { client in
      let lecture = if let known { known } else { try await client.lecture(number) }
      guard let account else { return LectureState(lecture: lecture, enrolments: [], owner: nil) }
      return LectureState(
        lecture: lecture, enrolments: try await client.enrolments(of: account.address, in: [lecture]),
        owner: try await client.ownerIfReported())
    }
  }

  private func facts(on network: Network, _ visit: Visit) -> JSON {
    let texts = visit.site.texts
    var facts = texts.facts(of: [lecture], on: network).object ?? [:]
    if !enrolments.isEmpty {
      facts["own"] = texts.facts(of: OwnLectures(lectures: enrolments, credit: .zero), on: network)["lectures"]
    }
    facts["owner"] = owner.map { .string($0.checksummed) }
    return .object(facts)
  }
}

extension LectureClient {
  /// The contract's owner; nil where it reports none.
  func ownerIfReported() async throws -> Address? {
    do { return try await owner() } catch let error as NodeError { throw error } catch { return nil }
  }
}
