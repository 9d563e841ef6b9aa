import LectureKit
import Primitives

/// The purchases of an account, and what waits for its withdrawal.
package struct OwnLectures: Sendable, Hashable {
  /// The purchases.
  package let lectures: [Enrolment]
  /// The amount that waits.
  package let credit: Amount

  /// The purchases and the amount that are given.
  package init(lectures: [Enrolment], credit: Amount) { (self.lectures, self.credit) = (lectures, credit) }

  /// Reads them.
  ///
  /// - Parameter indexed: The purchases where an index has them: then they are not asked for.
  package static func read(
    of account: Address, at client: LectureClient, indexed: [Enrolment]?
  ) async throws -> OwnLectures {
    let lectures = if let indexed { indexed } else { try await client.enrolments(of: account) }
    return OwnLectures(lectures: lectures, credit: try await client.credit(of: account))
  }
}

/// The lectures of a teacher, and what waits for his withdrawal.
package struct OwnTeaching: Sendable, Hashable {
  /// The lectures with their runs.
  package let teaching: Teaching
  /// The amount that waits.
  package let credit: Amount

  /// Reads them.
  ///
  /// - Parameters:
  ///   - indexed: The lectures where an index has them: then they are not asked for.
  ///   - progress: Gets the number of blocks that were read, and of all.
  package static func read(
    of account: Address, at client: LectureClient, indexed: Teaching?,
    progress: (@Sendable (_ done: UInt64, _ all: UInt64) -> Void)? = nil
  ) async throws -> OwnTeaching {
    let teaching = if let indexed { indexed } else { try await client.teaching(of: account, progress: progress) }
    return OwnTeaching(teaching: teaching, credit: try await client.credit(of: account))
  }
}
