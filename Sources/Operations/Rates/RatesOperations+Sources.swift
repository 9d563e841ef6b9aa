import NodeRPC
import Primitives
import Rates

/// A source, whether it is asked, and how it answered last.
package struct RateSourceState: Sendable {
  /// The facts about it.
  package let profile: SourceProfile
  /// Whether it is asked where it has something to tell.
  package let isEnabled: Bool
  /// Whether a key is there for it.
  package let hasKey: Bool
  /// The records of its addresses, the last asked first.
  package let requests: [RequestRecord]

  /// The time at which it was last asked, in seconds since 1970.
  package var lastTry: Int64? { requests.compactMap(\.lastTry).max() }
  /// The time at which it last answered with something that was kept.
  package var lastSuccess: Int64? { requests.compactMap(\.lastSuccess).max() }
  /// The time at which all its addresses may be asked again.
  package var nextTry: Int64? { requests.map(\.askableAt).max() }
  /// Why the last attempt failed; nil if it did not.
  package var problem: RatesError? {
    guard let last = requests.first, var problem = last.problem?.about(profile.name, title: profile.title) else {
      return nil
    }
    problem.facts = problem.facts ?? last.status.map { .status($0) }
    return problem
  }
}

extension RatesOperations {
  /// All sources, or one, and how they answered last.
  ///
  /// - Throws: `RatesError` `invalidRequest` for a name that none has; `bookFailed`.
  package func sources(named name: String?) async throws -> [RateSourceState] {
    let all = try settings.rates.allSources()
    let chosen = name.map { name in all.filter { $0.source.profile.name == name } } ?? all
    guard !chosen.isEmpty else { throw RatesError(noSource: name ?? "", among: all.map(\.source.profile.name)) }
    let records = Dictionary(grouping: try await reader.book.requests(), by: \.source)
    let enabled = Set(reader.sources.map(\.profile.name))
    return chosen.map { entry in
      let profile = entry.source.profile
      return RateSourceState(
        profile: profile, isEnabled: enabled.contains(profile.name), hasKey: entry.hasKey,
        requests: records[profile.name] ?? [])
    }
  }

  /// Asks a source now, unless it was asked in the last five minutes.
  ///
  /// - Returns: The reason why it gave no answer, if it gave none.
  package func test(_ name: String) async throws -> [SourceProblem] {
    let all = try settings.rates.allSources().map(\.source)
    guard let source = all.first(where: { $0.profile.name == name }) else {
      throw RatesError(noSource: name, among: all.map(\.profile.name))
    }
    return await reader.test(source)
  }
}

extension RatesError {
  /// The name of a source that is none of those there are.
  init(noSource name: String, among names: [String]) {
    self.init(
      .invalidRequest, "There is no source '\(name.prefix(40))'." + NearMatch.phrase(for: name, among: names),
      facts: .unknown(.source, String(name.prefix(40)), nearest: NearMatch.closest(to: name, among: names)))
  }
}
