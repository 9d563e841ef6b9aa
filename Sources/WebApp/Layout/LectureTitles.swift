import LectureIndex
import LectureKit
import Operations
import Primitives

/// The titles of lectures that pages show by their numbers.
struct LectureTitles: Sendable {
  private let titles: [UInt256: String]

  /// No title.
  static let none = LectureTitles(titles: [:])

  private init(titles: [UInt256: String]) { self.titles = titles }

  /// Reads the titles of the lectures that actions are about: out of an index, else from the contract; those that
  /// cannot be read are left out, for the numbers are enough.
  static func read(of actions: [WalletAction], _ visit: Visit) async -> LectureTitles {
    let numbers = Set(actions.compactMap(\.lectureNumber))
    guard !numbers.isEmpty else { return none }
    if let index = await visit.site.index(),
      let found = try? await index.read({ view in try numbers.compactMap { try view.lecture($0) } })
    {
      return LectureTitles(found)
    }
    guard let (client, _) = try? await visit.lectureClient() else { return none }
    if numbers.count == 1, let number = numbers.first {
      return LectureTitles((try? await client.lecture(number)).map { [$0] } ?? [])
    }
    return LectureTitles((try? await client.lectures())?.filter { numbers.contains($0.number) } ?? [])
  }

  private init(_ lectures: [Lecture]) {
    titles = Dictionary(lectures.map { ($0.number, $0.title) }) { first, _ in first }
  }

  /// The name of a lecture: its title, or its number where it has none.
  func name(of number: UInt256, _ visit: Visit) -> String {
    guard let title = titles[number], !title.isEmpty else { return visit.text(LecturePageText.lecture(number)) }
    return UntrustedText.shown(title)
  }
}

extension WalletAction {
  /// The lecture that it is about; nil for none.
  var lectureNumber: UInt256? {
    switch self {
    case .lecture(let action): action.lecture
    case .description(let wanted): wanted.description.lecture
    case .trade, .order: nil
    }
  }
}
