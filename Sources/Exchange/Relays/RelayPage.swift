import JSONFields
import Primitives
import StrictJSON

/// The parts of an answer that are lists over several pages, and their names in it.
enum RelayLists: Sendable {
  /// One list.
  case one
  /// The two sides of a book.
  case sides

  var names: [String] { self == .sides ? ["bids", "asks"] : [""] }
}

/// One page: the records of each list, and whether there are more.
struct RelayPage: Sendable, Hashable {
  /// The pages behind one.
  enum More: Sendable {
    case none
    /// The relay reports that there are some.
    case told
    /// Not reported; an empty page would be the end.
    case unknown
  }

  let lists: [[JSON]]
  let more: More

  var isEmpty: Bool { lists.allSatisfy(\.isEmpty) }

  /// Reads a page of version 0, whose lists are bare, or of version 4, whose lists have their pages and totals.
  ///
  /// - Parameter number: The page that was asked for, from 1.
  /// - Throws: the words of what is wrong.
  init(
    _ answer: RelayAnswer, _ lists: RelayLists, _ api: RelayAPI, number: Int, mostRecords: Int
  ) throws(JSONFieldProblem) {
    var all: [[JSON]] = []
    var (isTold, isUnknown) = (false, false)
    for name in lists.names {
      let list = name.isEmpty ? answer.json : try JSONFields(answer.json).required(name, .any)
      do throws(JSONFieldProblem) {
        let part = try Part(list, api, number: number, mostRecords: mostRecords)
        all.append(part.records)
        isTold = isTold || part.more == .told
        isUnknown = isUnknown || part.more == .unknown
      } catch { throw error.inside(name) }
    }
    self.lists = all
    more = answer.hasNext.map { $0 ? .told : .none } ?? (isTold ? .told : isUnknown ? .unknown : .none)
  }

  private struct Part {
    let records: [JSON]
    let more: More

    init(_ json: JSON, _ api: RelayAPI, number: Int, mostRecords: Int) throws(JSONFieldProblem) {
      switch api {
      case .v0:
        records = try JSONReader.list(of: .any, atMost: mostRecords)(json)
        more = records.isEmpty ? .none : .unknown
      case .v4:
        let fields = try JSONFields(json)
        records = try fields.required("records", .list(of: .any, atMost: mostRecords))
        let total = try fields.required("total", .count)
        guard try fields.required("page", .count) == UInt64(number) else {
          throw JSONFieldProblem("is another than the \(number) that was asked for", field: "page")
        }
        let perPage = try fields.required("perPage", .count)
        let (end, overflow) = UInt64(number).multipliedReportingOverflow(by: perPage)
        more = !records.isEmpty && !overflow && end < total ? .told : .none
      }
    }
  }
}

extension JSONReader where Value == UInt64 {
  /// A number of JSON that fits, with digits alone.
  fileprivate static var count: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      guard case .number(let text) = json, let count = UInt64(text) else {
        throw JSONFieldProblem(.otherKind, due: .number, found: json)
      }
      return count
    }
  }
}
