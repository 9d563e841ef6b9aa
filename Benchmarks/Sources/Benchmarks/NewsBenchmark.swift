import Foundation
import Rates

/// Ten feeds of 40 items each, made of recorded ones, against Python's feedparser.
struct NewsBenchmark: Benchmark {
  static let name = "news"
  private static let names = [
    "blockmedia", "ecb-press", "epravda", "hankyung-economy", "hankyung-finance", "interfax-ukraine", "maeil",
    "minfin-rss", "tokenpost", "yonhap",
  ]
  private static let items = 40

  func rows(on ground: Ground) async throws -> [Row] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-news-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let recorded = "\(ground.programs.scripts)/../../Tests/RecordedSources/Answers"
    let feeds = try Self.names.map { name in
      guard let feed = NewsFeed.known.first(where: { $0.profile.name == name }) else {
        throw BenchmarkFailure("there is no feed \(name)")
      }
      let document = try Self.document(String(contentsOfFile: "\(recorded)/news-\(name).xml", encoding: .utf8))
      try document.write(to: folder.appending(path: "\(name).xml"), atomically: false, encoding: .utf8)
      return (feed: feed, bytes: Array(document.utf8))
    }
    let now = Int64(time(nil))
    let result = "\(Self.names.count * Self.items)"
    let duel = try await Duel.run(rounds: 11) {
      try seconds(each: 1) {
        let found = try feeds.flatMap { feed, bytes in
          try feed.requests(for: .news, at: now).first.map { request in
            try feed.read(SourceAnswer(bytes, date: now, retrieved: now), to: request).news
          } ?? []
        }
        try require("\(found.count)" == result, "\(found.count) items are read instead of \(result)")
      }
    } peer: {
      let answer = try ground.python.run("news", folder.path)
      try require(answer.result == result, "feedparser reads \(answer.result) items instead of \(result)")
      return answer.seconds
    }
    let size = feeds.reduce(0) { $0 + $1.bytes.count }
    return [
      Row(
        "News of 10 feeds, 40 items each", peer: "feedparser", .time, duel, bound: 5,
        limit: "libxml2's pieces one after another, texts scalar by scalar",
        remarks: ["\(size / 1000) kB; both read dates and take tags out of texts"])
    ]
  }

  /// A feed with as many items as are wanted, those of a recorded one again and again.
  private static func document(_ text: String) throws -> String {
    guard let start = text.range(of: "<item>")?.lowerBound, let end = text.range(of: "</item>", options: .backwards)
    else { throw BenchmarkFailure("a recorded feed has no items") }
    let found = text[start..<end.upperBound].components(separatedBy: "</item>").dropLast().map { $0 + "</item>" }
    return text[..<start] + (0..<items).map { found[$0 % found.count] }.joined() + text[end.upperBound...]
  }
}
