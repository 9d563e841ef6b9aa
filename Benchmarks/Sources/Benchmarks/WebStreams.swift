import Foundation

/// A thousand readers of a platform's events, by a client in Python; each row beside what is asked for.
struct WebStreams {
  static let count = 1_000

  /// The findings of the client.
  private struct Findings: Decodable {
    /// Seconds to a page, but for a hundredth of them: without streams, with them, and while they are told of blocks.
    let alone: Double
    let quiet: Double
    let busy: Double
    /// The bytes of the server for a stream.
    let bytes: Double
    /// The seconds of the processor in a second in which nothing happens.
    let idle: Double
    /// Seconds from the first reader that knows of a block to the last but for a hundredth.
    let spread: Double
    /// Seconds from the mining of a block to the last reader that knows of it, at most.
    let whole: Double
  }

  let stage: WebStage

  func rows() throws -> [Row] {
    let output = try stage.streams(Self.count)
    let found = try JSONDecoder().decode(Findings.self, from: Data(output.utf8))
    func row(
      _ name: String, _ unit: Row.Unit, _ value: Double, asked: Double, _ limit: String, _ remarks: [String] = []
    )
      -> Row
    {
      Row(
        name, peer: "what is asked for", unit, Duel(ours: [value], peer: [asked]), bound: 1, limit: limit,
        remarks: remarks)
    }
    return [
      row(
        "from the first of \(Self.count) streams that knows of a block to the last but 1 %", .time, found.spread,
        asked: 0.250, "a write to each connection, and the reading of each by the client",
        [
          "from the mining of a block to the last stream \(Row.Unit.time.text(found.whole)): the node is asked once a second"
        ]),
      row("memory of a stream", .memory, found.bytes, asked: 25_000, "a connection's buffers and tasks"),
      row(
        "processor time in a second, \(Self.count) idle streams", .time, found.idle, asked: 0.030,
        "the node that is asked for its newest block"),
      row(
        "a page, p99, while \(Self.count) streams are told of blocks", .time, found.busy, asked: 2 * found.alone,
        "the writes to the streams that are told just then, 32 at a time",
        [
          "asked for is twice that without streams, \(Row.Unit.time.text(found.alone)); with idle ones it is"
            + " \(Row.Unit.time.text(found.quiet))"
        ]),
    ]
  }
}
