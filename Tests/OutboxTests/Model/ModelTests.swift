import CrashSupport
import DatabaseSupport
import Foundation
import Locking
import Testing

@testable import CrashWorker

/// Random moves on the outbox beside a model of it, and the shortest episode that goes wrong.
@Suite("An outbox beside a simple model", .overEachEngine, .timeLimit(.minutes(60)))
struct ModelTests {
  /// `STEPS` in the environment asks for more, and for others each time; `SEED` for the same again.
  private static let steps = number("STEPS") ?? 2_000
  private static let seed = number("SEED") ?? (number("STEPS") == nil ? 1 : Int.random(in: 0...9_999_999))
  private static let length = 200

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(
    "does what the model does, and nothing is paid twice or forgotten, whatever happens in whatever order"
  )
  func random() async throws {
    let episodes = max(2, Self.steps / Self.length)
    let isWell = Guarded(true)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<2 {
        group.addTask {
          for number in stride(from: lane, to: episodes, by: 2) where isWell.withLock({ $0 }) {
            guard let story = try await Self.play(seed: Self.seed + number) else { continue }
            isWell.withLock { $0 = false }
            Issue.record("\(story)")
          }
        }
      }
      try await group.waitForAll()
    }
    print("model: \(episodes * Self.length) moves from seed \(Self.seed)")
  }

  /// - Returns: The shortest way to what goes wrong; nil if nothing does.
  private static func play(seed: Int) async throws -> String? {
    var chance = SplitMix(state: UInt64(seed))
    let moves = (0..<length).map { _ in Move.random(using: &chance) }
    guard let (failure, index) = try await Episode.play(moves) else { return nil }
    let shortest = try await Shrinking.shortest(Array(moves.prefix(index + 1))) {
      try await Episode.play($0) != nil
    }
    let last = try await Episode.play(shortest)?.failure ?? failure
    return
      "SEED=\(seed): \(last)\nthe shortest that goes wrong:\n\(shortest.map { "  \($0)" }.joined(separator: "\n"))"
  }

  @Test("A failing list is made as short as it can be")
  func shrinks() async throws {
    let found = await Shrinking.shortest(Array(0..<100)) { $0.contains(17) && $0.contains(71) }
    #expect(found == [17, 71])
  }
}
