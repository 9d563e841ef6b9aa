import Files
import NodeRPC
import Platform
import Primitives

/// Asks sources over HTTP, no address twice in five minutes by all processes that share a file of rates.
///
/// That an address is asked is written down before it is: whoever is killed meanwhile has asked.
public struct SourceAsker: Sendable {
  /// The fewest seconds between two requests to an address, whatever the first came to.
  public static let interval: Int64 = 300
  /// The most seconds that an address is left alone, whatever it asks for.
  public static let longestWait: Int64 = 86_400

  private let book: RatesBook
  private let client: SourceHTTP
  /// Seconds since 1970.
  private let clock: @Sendable () -> Int64
  /// How long to wait for another process that asks the same source.
  private let patience: Duration

  /// - Parameters:
  ///   - program: The program and its version, which sources are told, as in `lectures/1.0`.
  ///   - mirror: An address under which all sources are asked instead of their own; nil for none.
  ///   - timeout: For a whole exchange.
  ///   - patience: How long to wait for another process that asks the same source.
  ///   - clock: Seconds since 1970.
  public init(
    book: RatesBook, program: String, mirror: String? = nil, timeout: Duration = .seconds(10),
    patience: Duration = .seconds(10), clock: @escaping @Sendable () -> Int64
  ) {
    (self.book, self.clock, self.patience) = (book, clock, patience)
    client = SourceHTTP(program: program, mirror: mirror, timeout: timeout)
  }

  /// Asks a source for a wish, unless what is kept is fresh, or it may not be asked yet.
  ///
  /// - Parameter isForced: Whether it is asked although what is kept is fresh.
  /// - Returns: The reason why it gave no answer, or may not be asked; nil where all is well.
  public func ask(_ source: any RateSource, for wish: RateWish, isForced: Bool) async -> SourceProblem? {
    let requests = source.requests(for: wish, at: clock())
    guard !requests.isEmpty else { return nil }
    do {
      if !isForced {
        let records = try await book.records(requests.map(\.shownURL))
        if requests.allSatisfy({ isFresh(records[$0.shownURL], $0, source.profile) }) { return nil }
      }
      guard let lock = try await lock(source.profile.name) else { return nil }
      defer { lock.unlock() }
      var problem: SourceProblem?
      var (queue, pages) = (requests[...], 0)
      while let request = queue.popFirst() {
        guard !Task.isCancelled else { break }
        let (next, failure) = try await ask(source, request, isForced)
        problem = problem ?? failure
        pages += 1
        if let next, pages < 20 { queue.insert(next, at: queue.startIndex) }
      }
      return problem
    } catch {
      let error = error as? RatesError ?? RatesError(.bookFailed, "The source cannot be asked.", reason: "\(error)")
      return SourceProblem(source: source.profile.name, error: error)
    }
  }

  /// Asks for one address, if that may be.
  private func ask(
    _ source: any RateSource, _ request: SourceRequest, _ isForced: Bool
  ) async throws -> (next: SourceRequest?, problem: SourceProblem?) {
    let (now, name) = (clock(), source.profile.name)
    let known = try await book.records([request.shownURL])[request.shownURL]
    if let known {
      let next = known.nextTry(now: now)
      if next > now {
        // Another process may have asked while this one waited: that answer is as good as an own.
        if known.error == nil, !isForced || known.lastTry >= now { return (nil, nil) }
        let error =
          known.error ?? RatesError(.tooSoon, "It was asked less than five minutes ago.", facts: .askableAt(next))
        return (nil, SourceProblem(source: name, error: error, nextTry: next))
      }
      if !isForced, isFresh(known, request, source.profile) { return (nil, nil) }
    }
    var record = known ?? RequestRecord(url: request.shownURL, source: name, lastTry: now)
    record.lastTry = now
    try await book.note(record, nil, of: source.profile, at: now)
    let outcome = await client.get(request, etag: record.etag, lastModified: record.lastModified, now: now)
    let findings = record.take(outcome, of: source, request, at: clock())
    do {
      try await book.note(record, findings, of: source.profile, at: clock())
    } catch {
      return (nil, SourceProblem(source: name, error: error as? RatesError ?? RatesError(.bookFailed, "\(error)")))
    }
    let problem = record.error.map { SourceProblem(source: name, error: $0, nextTry: record.nextTry(now: now)) }
    return (findings?.next, problem)
  }

  /// Whether what an address told is fresh: for the source's time, or until its next publication is due and half an hour
  /// after that; of days that are past for ever.
  private func isFresh(_ record: RequestRecord?, _ request: SourceRequest, _ profile: SourceProfile) -> Bool {
    let now = clock()
    guard let success = record?.lastSuccess, success <= now, record?.error == nil else { return false }
    if case .days(_, _, _, let to) = request.wish, to < profile.zone.day(at: success) { return true }
    if now - success < max(request.freshness ?? profile.freshness, Self.interval) { return true }
    guard let publication = profile.publication else { return false }
    let today = profile.zone.time(on: profile.zone.day(at: now), seconds: publication)
    let due = today <= now ? today : profile.zone.time(on: profile.zone.day(at: now).adding(-1), seconds: publication)
    // An hour later than due the new day is there, as a rule.
    return success >= due + 3600
  }

  /// The right to ask a source, among all processes; nil where another has it for too long.
  private func lock(_ source: String) async throws -> FileLock? {
    let end = ContinuousClock.now + patience
    while true {
      do throws(SystemFailure) {
        return try FileLock("\(book.path)-\(source).lock", isPatient: false)
      } catch {
        guard error.number == EWOULDBLOCK else { throw RatesBook.failure(book.path, error) }
      }
      guard ContinuousClock.now < end, !Task.isCancelled else { return nil }
      try? await Task.sleep(for: .milliseconds(50))
    }
  }
}

extension RequestRecord {
  /// Takes the outcome of a request in: what the answer tells, or when the address may be asked again.
  mutating func take(
    _ outcome: SourceHTTP.Outcome, of source: any RateSource, _ request: SourceRequest, at now: Int64
  ) -> SourceFindings? {
    switch outcome {
    case .unchanged:
      succeed(at: now)
      return SourceFindings()
    case .answer(let answer, let etag, let lastModified):
      do throws(RatesError) {
        let findings = try source.read(answer, to: request)
        succeed(at: now)
        (self.etag, self.lastModified) = (etag, lastModified)
        return findings
      } catch {
        fail(error, at: now, wait: error.wait)
        return nil
      }
    case .failed(let error, let wait):
      fail(error, at: now, wait: wait ?? error.wait)
      return nil
    }
  }

  private mutating func succeed(at now: Int64) {
    (lastSuccess, failures, notBefore, code, problem) = (now, 0, 0, nil, nil)
  }

  private mutating func fail(_ error: RatesError, at now: Int64, wait: Int64?) {
    failures = min(failures + 1, 20)
    let backoff = min(SourceAsker.interval << min(failures - 1, 8), 3600)
    notBefore = now + min(max(wait ?? backoff, SourceAsker.interval), SourceAsker.longestWait)
    (code, problem) = (error.code.description, [error.message, error.reason].compactMap { $0 }.joined(separator: " "))
  }
}

extension RatesError {
  /// Seconds for which asking again is no use; nil where that is not known.
  fileprivate var wait: Int64? {
    switch code {
    case .badKey, .noData: SourceAsker.longestWait
    default: nil
    }
  }
}
