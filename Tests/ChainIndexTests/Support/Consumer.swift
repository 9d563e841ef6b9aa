import ChainIndex
import Locking
import NodeRPC
import Primitives
import StrictJSON
import Testing

/// A program that gets an index's events, and takes each id once.
final class Consumer: Sendable {
  private struct State {
    var ids: Set<String> = []
    var effects: Set<String> = []
    var deliveries = 0
    var mistakes: [String] = []
  }

  private let state = Guarded(State())

  /// The events whose effect it has, as `hash-place`.
  var effects: Set<String> { state.withLock { $0.effects } }
  /// The number of entries that came, those too that had come before.
  var deliveries: Int { state.withLock { $0.deliveries } }
  /// Effects twice, and what was taken back without having come.
  var mistakes: [String] { state.withLock { $0.mistakes } }

  /// Takes an entry.
  func take(_ id: String, _ event: String, isRetracted: Bool) {
    state.withLock { state in
      state.deliveries += 1
      guard state.ids.insert(id).inserted else { return }
      let fits =
        isRetracted ? state.effects.remove(event) != nil : state.effects.insert(event).inserted
      if !fits { state.mistakes.append(id) }
    }
  }

  /// Takes the body of a POST.
  func take(_ body: Bytes) throws {
    let json = try JSON(parsing: body)
    let (id, hash) = (try #require(json["id"]?.string), try #require(json["blockHash"]?.string))
    let place = String(decoding: try #require(json["logIndex"]).serializedBytes(), as: UTF8.self)
    take(id, "\(hash)-\(place)", isRetracted: json["kind"] == "retract")
  }

  /// Takes a page.
  func take(_ page: EventPage) {
    for entry in page.entries {
      take(entry.id(on: 1_337), "\(entry.event.hash.hex)-\(entry.event.place)", isRetracted: entry.isRetracted)
    }
  }
}

extension ModelMarket {
  /// The events of the chain as it is, up to a height, as `hash-place`.
  func events(upTo height: UInt64 = .max) -> Set<String> {
    state.withLock { state in
      Set(
        state.blocks.filter { $0.block.number <= height }.flatMap { mined in
          mined.logs.map { "\(mined.block.hash.hex)-\($0.logIndex ?? 0)" }
        })
    }
  }
}
