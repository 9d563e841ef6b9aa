import JSONFields
import Primitives
import StrictJSON

/// The records of lists over all their pages.
struct RelayReading: Sendable {
  /// The records of each list.
  var lists: [[JSON]]
  var sequence: UInt64?
  var flaws: Set<RelayFlaw> = []
}

/// Pages, read until there are no more: anew where the book changed between them, and never beyond the limits.
extension RelayClient {
  func readPages(
    of route: String, _ query: [(String, String)] = [], _ lists: RelayLists
  ) async throws(RelayClientError) -> RelayReading {
    var budget = Budget(limits)
    for reading in 0...max(0, limits.rereadings) {
      let isLast = reading >= limits.rereadings
      if let found = try await read(route, query, lists, &budget, keepsWhatMoves: isLast) { return found }
    }
    // Not reached: the last reading keeps what it finds.
    throw RelayClientError.malformed(address, "It changes between its pages.")
  }

  /// The bounds over all pages.
  private struct Budget {
    var bytes: Int
    let end: ContinuousClock.Instant

    init(_ limits: RelayReadingLimits) {
      bytes = limits.totalBytes
      end = .now.advanced(by: limits.totalTime)
    }

    var time: Duration { ContinuousClock.now.duration(to: end) }

    /// Whether a failure is one of the bounds over all pages, and not of the page alone.
    func isExhausted(by error: RelayClientError, _ limits: RelayReadingLimits) -> Bool {
      error.code == .tooLarge && bytes < limits.answerBytes || error.code == .unreachable && time <= .zero
    }
  }

  /// Reads the pages once; nil where the book changed between them.
  private func read(
    _ route: String, _ query: [(String, String)], _ lists: RelayLists, _ budget: inout Budget, keepsWhatMoves: Bool
  ) async throws(RelayClientError) -> RelayReading? {
    var found = RelayReading(lists: lists.names.map { _ in [] })
    var before: RelayPage?
    for number in 1...max(1, limits.pages) {
      guard budget.time > .zero, budget.bytes > 0 else {
        guard number > 1 else { throw exhausted(isOfBytes: budget.bytes <= 0) }
        found.flaws.insert(.cut)
        return found
      }
      let answer: RelayAnswer
      do throws(RelayClientError) {
        answer = try await getExisting(
          url(route, query, page: number), until: budget.end, mostBytes: budget.bytes)
      } catch {
        guard number > 1, budget.isExhausted(by: error, limits) else { throw error }
        found.flaws.insert(.cut)
        return found
      }
      budget.bytes -= answer.bytes
      let page: RelayPage
      do throws(JSONFieldProblem) {
        page = try RelayPage(answer, lists, api, number: number, mostRecords: limits.records)
      } catch { throw RelayClientError.malformed(address, "\(error)") }
      if number == 1 {
        found.sequence = answer.sequence
      } else if answer.sequence != found.sequence {
        guard keepsWhatMoves else { return nil }
        found.flaws.insert(.moving)
      }
      if page.lists == before?.lists, !page.isEmpty {
        // A relay that knows no pages gives all its records each time.
        if page.more == .told { found.flaws.insert(.cut) }
        return found
      }
      if !found.add(page, most: limits.records) || page.more != .none && number >= limits.pages {
        found.flaws.insert(.cut)
        return found
      }
      guard page.more != .none else { return found }
      before = page
    }
    return found
  }

  private func url(_ route: String, _ query: [(String, String)], page: Int) -> String {
    let names = api.pageNames
    let all = query + [(names.page, "\(page)"), (names.perPage, "\(api.perPage)")]
    return route + "?" + all.map { "\($0)=\($1)" }.joined(separator: "&")
  }

  private func exhausted(isOfBytes: Bool) -> RelayClientError {
    if isOfBytes {
      return RelayClientError(
        .tooLarge, "The relay's answers are too large.", about: address,
        reason: "All pages together have more than \(limits.totalBytes) bytes.", facts: .bound(limits.totalBytes))
    }
    return RelayClientError(
      .unreachable, "The relay does not answer in time.", about: address,
      reason: "All pages together took more than \(limits.totalTime.components.seconds) s.",
      facts: .exchange(status: nil, leavesOutcomeOpen: false))
  }
}

extension RelayReading {
  /// Adds a page's records; false where there are more than a number of a list, of which the first are kept.
  fileprivate mutating func add(_ page: RelayPage, most: Int) -> Bool {
    var isWhole = true
    for index in lists.indices {
      let room = max(0, most - lists[index].count)
      isWhole = isWhole && page.lists[index].count <= room
      lists[index] += page.lists[index].prefix(room)
    }
    return isWhole
  }
}
