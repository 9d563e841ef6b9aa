import ChainIndex
import HTTPTypes
import LectureIndex
import Localization
import Locking
import Primitives

/// The pages of a platform that are the same for every visitor without a session, cached as they were rendered last.
///
/// A page is given again for as long as the index is as the page says: of the same block, and known to be the newest
/// one for as many seconds. The block is looked at four times a second, and its age is counted at each request: so
/// nobody reads something older than the page tells. What else is on a page, such as the rate of a coin, is a second
/// old at most.
final class PageCache: Sendable {
  /// All that a kept page depends on, beside the index.
  struct Key: Sendable, Hashable {
    let pieces: [String]
    let query: FormFields
    let language: Language
    let theme: String
    let isCompressed: Bool
  }

  private struct Kept: Sendable {
    let answer: WebAnswer
    let written: UInt64
    var use: UInt64
  }

  /// A page that is being written, and whether it may be kept.
  private typealias Writing = Task<(answer: WebAnswer, isKept: Bool), Never>

  private struct State: Sendable {
    var pages: [Key: Kept] = [:]
    var writings: [Key: Writing] = [:]
    var bytes = 0
    var uses: UInt64 = 0
  }

  private enum Found: Sendable {
    case page(WebAnswer)
    case own(Writing)
    case others(Writing)
  }

  /// The milliseconds between two looks at the newest block, and those for which a page is given.
  private static let (pause, lifetime): (UInt64, UInt64) = (250, 1000)
  /// The bytes that a page costs beside its body, about.
  private static let overhead = 1000

  private let index: IndexReader
  private let isTrusted: @Sendable () async -> Bool
  private let most: Int
  private let state = Guarded(State())
  private let look = Guarded<(head: IndexHead, at: UInt64)?>(nil)

  /// No page yet.
  ///
  /// - Parameters:
  ///   - most: So many bytes are kept at most.
  ///   - isTrusted: Whether the index is of the node's chain; nothing is given of one that is not.
  init(_ index: IndexReader, most: Int = 16 << 20, isTrusted: @escaping @Sendable () async -> Bool = { true }) {
    (self.index, self.most, self.isTrusted) = (index, most, isTrusted)
  }

  /// The bytes that are kept.
  var bytes: Int { state.withLock { $0.bytes } }

  /// A page as it is kept, or as it is written now: by one request, for which others wait.
  ///
  /// - Parameter write: Writes it; what it gives without a moment is not kept.
  func answer(_ key: Key, _ write: @escaping @Sendable () async -> WebAnswer) async -> WebAnswer {
    // The index may go on while another request writes the page.
    for _ in 0..<3 {
      guard let moment = await moment() else { break }
      switch find(key, moment, write) {
      case .page(let answer): return answer
      case .own(let writing): return await writing.value.answer
      case .others(let writing): guard await writing.value.isKept else { return await write() }
      }
    }
    return await write()
  }

  // MARK: The index

  /// The state of the index now; nil where it cannot be read, has no block, or is of another chain.
  private func moment() async -> IndexSnapshot? {
    let now = index.now
    if let look = look.withLock({ $0 }), look.at <= now, now - look.at < Self.pause {
      return IndexSnapshot(look.head, at: now)
    }
    guard await isTrusted(), let head = try? await index.head() else { return nil }
    look.withLock { $0 = (head, now) }
    return IndexSnapshot(head, at: index.now)
  }

  // MARK: The pages

  private func find(_ key: Key, _ moment: IndexSnapshot, _ write: @escaping @Sendable () async -> WebAnswer) -> Found {
    let now = index.now
    return state.withLock { state in
      if let page = state.pages[key], page.answer.moment == moment, page.written <= now,
        now - page.written < Self.lifetime
      {
        state.uses += 1
        state.pages[key]?.use = state.uses
        return .page(page.answer)
      }
      if let writing = state.writings[key] { return .others(writing) }
      let writing = Writing { await self.written(key, at: now, write) }
      state.writings[key] = writing
      return .own(writing)
    }
  }

  private func written(_ key: Key, at now: UInt64, _ write: @Sendable () async -> WebAnswer) async -> (WebAnswer, Bool)
  {
    let fresh = await write()
    let answer = fresh.isSame ? fresh.tagged().encoded(for: key.isCompressed ? "gzip" : nil) : fresh
    state.withLock { state in
      state.writings[key] = nil
      guard fresh.isSame else { return }
      state.uses += 1
      let former = state.pages.updateValue(Kept(answer: answer, written: now, use: state.uses), forKey: key)
      state.bytes += Self.cost(answer) - (former.map { Self.cost($0.answer) } ?? 0)
      if state.bytes > most { Self.makeRoom(&state, most: most) }
    }
    return (answer, fresh.isSame)
  }

  /// Drops what was not asked for the longest, down to half of the room.
  private static func makeRoom(_ state: inout State, most: Int) {
    for (key, page) in state.pages.sorted(by: { $0.value.use < $1.value.use }) {
      guard state.bytes > most / 2 else { return }
      state.pages[key] = nil
      state.bytes -= cost(page.answer)
    }
  }

  private static func cost(_ answer: WebAnswer) -> Int { (answer.size ?? 0) + overhead }
}

extension WebAnswer {
  /// Whether it is a page of the index that holds nothing of one visitor: no cookie and no secret of a form.
  fileprivate var isSame: Bool {
    guard moment != nil, status == .ok, headers[.setCookie] == nil, case .bytes(let bytes) = body else { return false }
    let secret = Self.formSecret
    return !bytes.indices.contains { bytes[$0] == secret[0] && bytes[$0...].starts(with: secret) }
  }

  /// The beginning of a field with a secret, as pages write it; in texts of others the quotes are written otherwise.
  private static let formSecret = Array("name=\"\(FormGuard.field)\"".utf8)

  /// The page as browsers keep it: they ask each time whether there is another.
  fileprivate func tagged() -> WebAnswer {
    guard case .bytes(let bytes) = body else { return self }
    var answer = self
    answer.headers[.eTag] = EntityTag(of: bytes).text
    answer.headers[.cacheControl] = "private, no-cache"
    return answer
  }
}
