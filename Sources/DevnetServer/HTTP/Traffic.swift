import Devnet
import StrictJSON
import Synchronization

/// The bytes of requests that came and answers that are not sent, which all connections hold in memory together.
final class Traffic: Sendable {
  private let most: Int
  private let bytes = Atomic<Int>(0)

  init(most: Int) { self.most = most }

  /// Whether there is no room for more.
  var isFull: Bool { bytes.load(ordering: .relaxed) >= most }

  fileprivate func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }

  fileprivate func take(_ count: Int) -> Bool {
    guard bytes.add(count, ordering: .relaxed).newValue > most else { return true }
    bytes.subtract(count, ordering: .relaxed)
    return false
  }

  fileprivate func give(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }
}

/// What one connection holds of the traffic; what is left goes back with it.
final class Load: Sendable {
  let traffic: Traffic
  private let held = Atomic<Int>(0)

  init(_ traffic: Traffic) { self.traffic = traffic }

  deinit { traffic.give(held.load(ordering: .relaxed)) }

  /// Takes so many bytes of a request; false if there is no room.
  func take(_ count: Int) -> Bool {
    guard traffic.take(count) else { return false }
    held.add(count, ordering: .relaxed)
    return true
  }

  /// Takes the bytes of an answer, for which there is always room: it is in memory already.
  func add(_ count: Int) {
    traffic.add(count)
    held.add(count, ordering: .relaxed)
  }

  /// Gives so many bytes back, or all.
  func give(_ count: Int = .max) {
    var held = held.load(ordering: .relaxed)
    while true {
      let (done, before) = self.held.compareExchange(
        expected: held, desired: held - min(count, held), ordering: .relaxed)
      if done { return traffic.give(min(count, held)) }
      held = before
    }
  }
}

extension Devnet {
  /// Carries a message out unless too many answers wait to be sent already, and counts its own.
  func answer(_ message: JSON, _ load: Load) async -> JSON? {
    guard !load.traffic.isFull else {
      return Self.failure(code: -32005, DevnetServer.busy, id: message["id"] ?? .null)
    }
    guard let answer = await answer(message) else { return nil }
    load.add(answer.size)
    return answer
  }
}

extension DevnetServer {
  static let busy = "the devnet holds as many bytes of requests and answers as it may: ask again in a moment"
}
