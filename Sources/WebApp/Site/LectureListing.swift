import ChainIndex
import LectureIndex
import LectureKit
import Operations
import Primitives
import StrictJSON

/// A page of the lectures that somebody looks for: out of the index of a platform where it has one of the node's chain,
/// else from the contract.
struct LectureListing: Sendable {
  /// The lectures on the page.
  let rows: [Lecture]
  /// The number of all that were found.
  let total: Int
  /// Whether there is no lecture at all.
  let isEmpty: Bool
  /// The page's number, from 1, and the number of pages.
  let (number, pages): (Int, Int)
  /// Whether more lectures fit than were looked at: then the newest are shown.
  let isCut: Bool
  /// The lectures of the page whose present run the visitor bought.
  let own: Set<UInt256>
  /// The lectures of the page whose titles look like that of an earlier one of another teacher, with its number.
  let copies: [UInt256: UInt256]
  /// Nil where the contract itself was asked just now.
  let moment: IndexSnapshot?
  /// The word of whom they are; nil out of an index.
  let reading: AgreedReading<Bool>?

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - page: The number that is wanted; the nearest there is is given.
  ///   - rows: So many stand on a page.
  ///   - account: The visitor's; nil of nobody.
  static func read(
    _ selection: LectureSelection, page: Int, rows: Int, for account: Address?, on visit: Visit
  ) async throws -> LectureListing {
    if let index = await visit.site.index() {
      return try await read(selection, page: page, rows: rows, for: account, in: index)
    }
    let told = try await visit.readLectures(facts: { $0.facts(on: $1, visit) }) { client in
      let enrolments = if let account { try await client.enrolments(of: account) } else { [Enrolment]() }
      return AllLectures(lectures: try await client.lectures(), enrolments: enrolments)
    }
    let (lectures, enrolments) = (told.value.value.lectures, told.value.value.enrolments)
    let chosen = selection.chosen(of: lectures)
    let (number, pages) = place(page, of: chosen.count, rows)
    return LectureListing(
      rows: Array(chosen.dropFirst((number - 1) * rows).prefix(rows)), total: chosen.count, isEmpty: lectures.isEmpty,
      number: number, pages: pages, isCut: false,
      own: Set(enrolments.filter { $0.bought && !$0.reclaimed && $0.isPresent }.map(\.lecture.number)),
      copies: TitleLook.copies(among: lectures), moment: nil,
      reading: told.map { _ in true })
  }

  private static func read(
    _ selection: LectureSelection, page: Int, rows: Int, for account: Address?, in index: IndexReader
  ) async throws -> LectureListing {
    try await index.read { view in
      var wanted = IndexSelection()
      (wanted.text, wanted.teacher, wanted.isOpenOnly) = (selection.text ?? "", selection.teacher, selection.isOpenOnly)
      wanted.order = IndexSelection.Order(rawValue: selection.order.rawValue) ?? .number
      (wanted.limit, wanted.offset) = (rows, (max(1, min(page, 1 << 20)) - 1) * rows)
      var found = try view.lectures(wanted)
      let (number, pages) = place(page, of: found.total, rows)
      if number != page {
        wanted.offset = (number - 1) * rows
        found = try view.lectures(wanted)
      }
      let own = try account.map { try view.owned(found.rows, by: $0) } ?? []
      let (moment, count) = (try IndexSnapshot(view), try view.lectureCount())
      return LectureListing(
        rows: found.rows, total: found.total, isEmpty: count == 0,
        number: number, pages: pages, isCut: found.isCut, own: own, copies: try view.copies(among: found.rows),
        moment: moment, reading: nil)
    }
  }

  private static func place(_ page: Int, of count: Int, _ rows: Int) -> (number: Int, pages: Int) {
    let pages = max(1, (count + rows - 1) / rows)
    return (min(max(page, 1), pages), pages)
  }
}

/// All lectures of a contract, and what a visitor bought of them.
private struct AllLectures: Sendable, Hashable {
  let lectures: [Lecture]
  let enrolments: [Enrolment]

  func facts(on network: Network, _ visit: Visit) -> JSON {
    let texts = visit.site.texts
    var facts = texts.facts(of: lectures, on: network).object ?? [:]
    facts["own"] = texts.facts(of: OwnLectures(lectures: enrolments, credit: .zero), on: network)["lectures"]
    return .object(facts)
  }
}
