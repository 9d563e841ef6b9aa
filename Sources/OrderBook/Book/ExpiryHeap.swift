import Primitives

/// Orders by the time at which they are over, the first first; one may be there more often than once.
struct ExpiryHeap: Sendable {
  private var items: [Item] = []

  private struct Item: Sendable {
    let time: UInt64
    let hash: Hash32
  }

  /// Takes an order in; one that is over at no time that a block can have is left out.
  mutating func insert(_ hash: Hash32, expiry: UInt256) {
    guard let time = UInt64(exactly: expiry) else { return }
    items.append(Item(time: time, hash: hash))
    var index = items.count - 1
    while index > 0, items[index].time < items[(index - 1) / 2].time {
      items.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// The orders that are over in a block of a time.
  func expired(at time: UInt64) -> [Hash32] {
    var (expired, indices) = ([Hash32](), [0])
    while let index = indices.popLast() {
      guard index < items.count, items[index].time <= time else { continue }
      expired.append(items[index].hash)
      indices += [2 * index + 1, 2 * index + 2]
    }
    return expired
  }

  /// Takes all orders out that are over in a block of a time.
  mutating func removeExpired(at time: UInt64) {
    while let first = items.first, first.time <= time { removeFirst() }
  }

  private mutating func removeFirst() {
    let last = items.removeLast()
    guard !items.isEmpty else { return }
    items[0] = last
    var index = 0
    while true {
      let left = 2 * index + 1
      guard left < items.count else { return }
      let right = left + 1
      let child = right < items.count && items[right].time < items[left].time ? right : left
      guard items[child].time < items[index].time else { return }
      items.swapAt(child, index)
      index = child
    }
  }
}
