import Files
import NodeRPC
import Platform
import Primitives

/// A client of sources of rates: it asks them by HTTP when what is kept is not fresh, and keeps what they tell in the
/// book.
///
/// No address is asked twice within five minutes by all processes that share the book, on one machine or on several,
/// whatever came of it but for one that its own asker gave up at once, and a source that asks to be left alone is. A
/// failure is no error here: what is kept stays, with its own times.
public struct SourceClient: Sendable {
  private let book: RatesBook
  private let mirror: SourceMirror?
  private let clock: @Sendable () -> Int64
  private let userAgent: String
  private let timeout: Duration
  /// The shortest wait for an answer that counts as an attempt when its task is cancelled.
  private let shortestWait: Duration

  /// The most pages of one answer.
  private static let mostPages = 20
  /// The longest that an exchange may ever take.
  public static let longestTimeout = Duration.seconds(10)
  /// The most characters of a mark or a date that is sent back to a source.
  private static let mostMark = 256

  /// A client that keeps what it hears in a book.
  ///
  /// - Parameters:
  ///   - mirror: The address under which all sources are asked; nil asks them themselves.
  ///   - userAgent: The name that is sent to sources, as in `lectures/1.2`.
  ///   - timeout: The longest that an exchange may take, at most ``longestTimeout``.
  ///   - shortestWait: The shortest wait for an answer that counts as an attempt when its task is cancelled.
  ///   - clock: The time in seconds since 1970.
  public init(
    book: RatesBook, mirror: SourceMirror? = nil, userAgent: String = "lectures",
    timeout: Duration = Self.longestTimeout, shortestWait: Duration = .seconds(1),
    clock: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }
  ) {
    (self.book, self.mirror, self.userAgent, self.clock) = (book, mirror, userAgent, clock)
    (self.timeout, self.shortestWait) = (min(timeout, Self.longestTimeout), shortestWait)
  }

  /// Asks sources side by side for what is not fresh, each one's addresses one after another.
  ///
  /// - Parameter isForced: Whether what is fresh is asked for as well; the five minutes are kept all the same.
  /// - Returns: An outcome for each source, in their order; the rates are in the book.
  public func ask(
    _ sources: [any RateSource], for query: RateQuery, isForced: Bool = false
  ) async -> [SourceOutcome] {
    await withTaskGroup(of: (Int, SourceOutcome).self) { group in
      for (index, source) in sources.enumerated() {
        group.addTask { (index, await ask(source, for: query, isForced: isForced)) }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private func ask(_ source: any RateSource, for query: RateQuery, isForced: Bool) async -> SourceOutcome {
    var outcome = SourceOutcome(source.profile.name)
    do throws(RatesError) {
      let requests = source.requests(for: query, at: clock())
      if !isForced, try await isAllFresh(requests, of: source.profile, &outcome) { return outcome }
      outcome = SourceOutcome(source.profile.name)
      guard let lock = try await SourceLock.take(source.profile.name, of: book) else {
        outcome.problem = RatesError(
          .tooSoon, "\(source.profile.title) is not asked now.", reason: "Another process is asking it.")
        return outcome
      }
      do throws(RatesError) {
        for request in requests where !outcome.isClosed {
          try await follow(request, of: source, isForced: isForced, &outcome)
        }
      } catch {
        outcome.problem = error
      }
      await lock.release()
    } catch {
      outcome.problem = error
    }
    return outcome
  }

  /// Whether nothing is to be asked for, as far as that can be seen without the lock.
  ///
  /// An attempt of a moment ago does not count: who made it may still wait for the answer, and has the lock until then.
  private func isAllFresh(
    _ requests: [SourceRequest], of profile: SourceProfile, _ outcome: inout SourceOutcome
  ) async throws(RatesError) -> Bool {
    let now = clock()
    for request in requests {
      let record = try await book.record(of: request, profile.name)
      guard !record.isAhead(of: now), record.isFresh(for: request, of: profile, at: now) else { return false }
      outcome.note(fresh: record)
    }
    return true
  }

  /// Whether an address is to be asked now; if not, the outcome says why and until when.
  private func isDue(
    _ request: SourceRequest, _ record: RequestRecord, of profile: SourceProfile, at now: Int64, _ isForced: Bool,
    _ outcome: inout SourceOutcome
  ) -> Bool {
    if !isForced, record.isFresh(for: request, of: profile, at: now) {
      outcome.note(fresh: record)
      return false
    }
    guard record.askableAt > now else { return true }
    outcome.note(nextTry: record.askableAt)
    outcome.problem = outcome.problem ?? record.problem
    return false
  }

  /// Asks an address and those to which its answer leads, under the lock.
  private func follow(
    _ first: SourceRequest, of source: any RateSource, isForced: Bool, _ outcome: inout SourceOutcome
  ) async throws(RatesError) {
    var next: SourceRequest? = first
    for _ in 0..<Self.mostPages {
      guard let request = next, !Task.isCancelled else { return }
      var record = try await book.record(of: request, source.profile.name)
      if record.isAhead(of: clock()) {
        record.setBack(to: clock())
        try await book.save(record)
      }
      guard isDue(request, record, of: source.profile, at: clock(), isForced, &outcome) else { return }
      next = try await ask(request, of: source, record, &outcome)
    }
  }

  /// Asks an address once.
  ///
  /// - Returns: The next page.
  private func ask(
    _ request: SourceRequest, of source: any RateSource, _ before: RequestRecord, _ outcome: inout SourceOutcome
  ) async throws(RatesError) -> SourceRequest? {
    let profile = source.profile
    if mirror?.isLocal != true {
      let host = String(request.url.dropFirst("https://".count).prefix { $0 != "/" })
      await HostRateLimiter.shared.wait(for: host, seconds: profile.crawlDelay)
    }
    guard !Task.isCancelled else { return nil }
    var record = before
    // Kept before anything is sent: who is killed now has asked.
    record.lastTry = clock()
    guard try await book.begin(record, after: before) else {
      outcome.note(nextTry: record.askableAt)
      return nil
    }
    outcome.wasAsked = true
    let began = ContinuousClock.now
    let answer: HTTPExchange.Answer
    do throws(NodeError) {
      answer = try await HTTPExchange(of: "source", timeout: timeout, mostBytes: request.mostBytes).get(
        Endpoint(mirror?.address(for: request.url) ?? request.url, of: "source"), headers: headers(of: request, before))
    } catch {
      guard error.code != .cancelled else {
        // Given up at once, as by a command that fails early, it is asked the next time; one that was waited for was
        // asked.
        if ContinuousClock.now - began < shortestWait {
          outcome.wasAsked = false
          await Task { try? await book.save(before) }.value
        }
        return nil
      }
      return try await fail(SourceFailure(error, of: profile, request), record, &outcome)
    }
    let now = clock()
    switch (answer.status, before.lastSuccess) {
    case (304, let lastSuccess?):
      record.succeed(status: 304, at: now, newest: nil)
      try await book.confirm(record, since: lastSuccess, at: now)
      outcome.note(nextTry: record.askableAt)
      return nil
    case (200, _):
      let findings: SourceFindings
      do throws(RatesError) {
        findings = try read(answer, to: request, of: source, at: now)
      } catch {
        return try await fail(SourceFailure(error, of: request), record, &outcome)
      }
      record.succeed(status: 200, at: now, newest: findings.quotes.compactMap(\.day).max())
      (record.etag, record.lastModified) = (Self.mark(answer.etag), Self.mark(answer.lastModified))
      let suspicion = try await book.keep(findings, of: profile, at: now, record: record)
      outcome.problem = outcome.problem ?? suspicion
      outcome.skipped += findings.skipped
      outcome.note(nextTry: record.askableAt)
      return findings.next
    default:
      let words = words(of: answer, to: request, of: source, at: now)
      return try await fail(SourceFailure(answer, of: profile, request, words: words), record, &outcome)
    }
  }

  /// The source's own words for an answer with which it refuses what was asked for, as an unknown symbol; nil where it
  /// has none.
  private func words(
    of answer: HTTPExchange.Answer, to request: SourceRequest, of source: any RateSource, at now: Int64
  ) -> RatesError? {
    guard [400, 422].contains(answer.status) else { return nil }
    do throws(RatesError) {
      _ = try source.read(
        SourceAnswer(answer.body, contentType: answer.contentType, date: answer.date ?? now, retrieved: now),
        to: request)
      return nil
    } catch { return error }
  }

  /// Reads an answer and leaves out what the source may not say.
  private func read(
    _ answer: HTTPExchange.Answer, to request: SourceRequest, of source: any RateSource, at now: Int64
  ) throws(RatesError) -> SourceFindings {
    let findings = try source.read(
      SourceAnswer(answer.body, contentType: answer.contentType, date: answer.date ?? now, retrieved: now), to: request)
    let credible = findings.credible(of: source.profile, at: now)
    let isUsable = credible.count > 0 && (findings.quotes.isEmpty || !credible.quotes.isEmpty)
    guard isUsable || findings.count == 0 else {
      throw RatesError(
        .badAnswer, "\(source.profile.title) gives an answer that cannot be used.",
        reason: "All of it is for another time or another market than was asked for.")
    }
    return credible
  }

  private func fail(
    _ problem: SourceFailure, _ before: RequestRecord, _ outcome: inout SourceOutcome
  ) async throws(RatesError) -> SourceRequest? {
    var record = before
    record.fail(problem.error, status: problem.status, at: clock(), pause: problem.pause)
    try await book.save(record)
    outcome.problem = outcome.problem ?? problem.error
    outcome.isClosed = problem.isOfSource
    outcome.note(nextTry: record.askableAt)
    return nil
  }

  private func headers(of request: SourceRequest, _ record: RequestRecord) -> [String] {
    var lines = [
      "User-Agent: \(userAgent)", "Accept: application/json, application/xml, text/xml, text/csv, */*;q=0.5",
    ]
    if let etag = record.etag { lines.append("If-None-Match: \(etag)") }
    if let date = record.lastModified { lines.append("If-Modified-Since: \(date)") }
    return lines + request.headers
  }

  /// A mark or a date of an answer, if it may go into a header line.
  private static func mark(_ text: String?) -> String? {
    text.flatMap { text in
      (1...mostMark).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7e).contains($0) } ? text : nil
    }
  }
}
