/// Elements in order, in pieces: one that comes in the middle moves those of its piece alone.
struct SortedChunks<Element: Comparable & Sendable>: Sendable {
  private var chunks: [[Element]] = []
  private(set) var count = 0

  /// The most elements in a piece; one with more is split.
  private static var largest: Int { 128 }

  /// No elements.
  init() {}

  /// Elements in any order, of which no two are equal, sorted at once.
  init(sorting elements: [Element]) {
    let sorted = elements.sorted()
    count = sorted.count
    chunks = stride(from: 0, to: sorted.count, by: Self.largest).map { Array(sorted[$0...].prefix(Self.largest)) }
  }

  /// Whether there is none.
  var isEmpty: Bool { count == 0 }

  /// Takes an element in; false where an equal one is there already.
  @discardableResult
  mutating func insert(_ element: Element) -> Bool {
    guard !chunks.isEmpty else {
      (chunks, count) = ([[element]], 1)
      return true
    }
    let chunk = self.chunk(of: element)
    let index = Self.index(of: element, in: chunks[chunk])
    if index < chunks[chunk].count, chunks[chunk][index] == element { return false }
    chunks[chunk].insert(element, at: index)
    count += 1
    if chunks[chunk].count > Self.largest { split(chunk) }
    return true
  }

  /// Takes an element out; false where it is not there.
  @discardableResult
  mutating func remove(_ element: Element) -> Bool {
    guard !chunks.isEmpty else { return false }
    let chunk = self.chunk(of: element)
    let index = Self.index(of: element, in: chunks[chunk])
    guard index < chunks[chunk].count, chunks[chunk][index] == element else { return false }
    chunks[chunk].remove(at: index)
    count -= 1
    if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
    return true
  }

  /// The last so many elements, in order.
  func suffix(_ most: Int) -> [Element] {
    var (found, missing) = ([ArraySlice<Element>](), most)
    for chunk in chunks.reversed() where missing > 0 {
      found.append(chunk.suffix(missing))
      missing -= chunk.count
    }
    return found.reversed().flatMap(\.self)
  }

  private mutating func split(_ chunk: Int) {
    // A list that grows at its end, as that of arrivals does, leaves full pieces behind.
    let isLast = chunk == chunks.count - 1
    let place = isLast ? chunks[chunk].count - 1 : chunks[chunk].count / 2
    let upper = Array(chunks[chunk][place...])
    chunks[chunk].removeSubrange(place...)
    chunks.insert(upper, at: chunk + 1)
  }

  /// The last piece that begins with an element or before it; the first one where there is none.
  private func chunk(of element: Element) -> Int {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if let first = chunks[middle].first, element < first { high = middle } else { low = middle + 1 }
    }
    return Swift.max(0, low - 1)
  }

  /// The index of the first element of a piece that is not before another.
  private static func index(of element: Element, in chunk: [Element]) -> Int {
    var (low, high) = (0, chunk.count)
    while low < high {
      let middle = (low + high) / 2
      if chunk[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension SortedChunks: Sequence {
  /// All elements in order.
  func makeIterator() -> Iterator { Iterator(chunks, from: 0) }

  /// The elements behind the first so many; pieces among those are passed over whole.
  func iterator(from offset: Int) -> Iterator { Iterator(chunks, from: offset) }

  /// A walk through the elements.
  struct Iterator: IteratorProtocol {
    private let chunks: [[Element]]
    private var chunk = 0
    private var index: Int

    fileprivate init(_ chunks: [[Element]], from offset: Int) {
      (self.chunks, index) = (chunks, Swift.max(0, offset))
      while chunk < chunks.count, index >= chunks[chunk].count {
        index -= chunks[chunk].count
        chunk += 1
      }
    }

    /// The next element.
    mutating func next() -> Element? {
      guard chunk < chunks.count else { return nil }
      let element = chunks[chunk][index]
      index += 1
      if index == chunks[chunk].count { (chunk, index) = (chunk + 1, 0) }
      return element
    }
  }
}

/// The elements of several lists in one order.
struct MergedChunks<Element: Comparable & Sendable>: Sequence, IteratorProtocol {
  private var sources: [(next: Element, rest: SortedChunks<Element>.Iterator)] = []

  /// Merges lists, without the first so many elements of the merged one.
  init(_ lists: [SortedChunks<Element>], from offset: Int = 0) {
    let isSingle = lists.count == 1
    for list in lists {
      var rest = list.iterator(from: isSingle ? offset : 0)
      if let next = rest.next() { sources.append((next, rest)) }
    }
    if !isSingle { for _ in 0..<Swift.max(0, offset) where next() == nil { break } }
  }

  /// The next element of all.
  mutating func next() -> Element? {
    guard var best = sources.indices.first else { return nil }
    for index in sources.indices.dropFirst() where sources[index].next < sources[best].next { best = index }
    let element = sources[best].next
    if let next = sources[best].rest.next() { sources[best].next = next } else { sources.remove(at: best) }
    return element
  }
}
