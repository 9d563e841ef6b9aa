import Locking
import Testing

@testable import WebApp

@Suite("Events for open pages", .timeLimit(.minutes(5)))
struct EventHubTests {
  /// The numbers of the next events of a stream, in their order.
  private func numbers(_ count: Int, of stream: AsyncStream<[UInt8]>) async -> [Int] {
    var numbers: [Int] = []
    for await piece in stream {
      let lines = String(decoding: piece, as: UTF8.self).split(separator: "\n")
      guard let id = lines.first(where: { $0.hasPrefix("id: ") }) else { continue }
      numbers += [Int(id.dropFirst(4)) ?? 0]
      if numbers.count == count { break }
    }
    return numbers
  }

  @Test("are told to a few readers at a time, so that pages need not wait until all were told")
  func slices() async throws {
    let (told, pauses) = (Guarded(0), Guarded<[Int]>([]))
    let hub = EventHub { _ in pauses.withLock { $0.append(told.withLock { $0 }) } }
    let streams = try (0..<100).map { _ in
      try #require(
        hub.stream(after: nil) {
          told.withLock { $0 += 1 }
          return "local"
        })
    }
    hub.tell("block", "7", on: "local")
    for stream in streams { #expect(await numbers(1, of: stream) == [1]) }
    #expect(pauses.withLock { Array($0.prefix(3)) } == [32, 64, 96])
  }

  @Test("come in order and none twice, however fast, and to who comes in between")
  func order() async throws {
    let hub = EventHub { _ in await Task.yield() }
    let early = try #require(hub.stream(after: nil) { "local" })
    for number in 1...200 { hub.tell("block", "\(number)", on: number % 2 == 0 ? "local" : "other") }
    let late = try #require(hub.stream(after: 100) { "local" })
    for number in 201...400 { hub.tell("block", "\(number)", on: number % 2 == 0 ? "local" : "other") }
    #expect(await numbers(200, of: early) == Array(stride(from: 2, through: 400, by: 2)))
    #expect(await numbers(150, of: late) == Array(stride(from: 102, through: 400, by: 2)))
  }

  @Test("that never were lead who names one to read everything anew", arguments: [Int.min, -1, 4, .max])
  func unknown(_ last: Int) async throws {
    let hub = EventHub()
    for number in 1...3 { hub.tell("tx", "\(number)") }
    var stream = try #require(hub.stream(after: last)).makeAsyncIterator()
    _ = await stream.next()
    #expect(await stream.next().map { String(decoding: $0, as: UTF8.self) } == "event: reset\ndata: 0\n\n")
  }
}
