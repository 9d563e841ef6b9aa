extension RLP {
  /// Reads exactly one item in its canonical encoding.
  ///
  /// - Throws: what is wrong and at which byte: `truncated`, `trailingBytes`, `notCanonical`, `overrun`, `tooDeep` or
  ///   `tooManyItems`.
  /// - Complexity: O(n).
  public static func decode(_ bytes: Bytes, limits: Limits = .default) throws(RLPError) -> Item {
    try bytes.withUnsafeBytes { decode(whole: $0, limits) }.get()
  }

  /// Reads exactly one item, like `decode(_:limits:)`.
  public static func decode(_ bytes: some Collection<UInt8>, limits: Limits = .default) throws(RLPError) -> Item {
    try bytes.withContiguousBytes { decode(whole: $0, limits) }.get()
  }

  /// Reads the first of several items that follow one another, from `offset` on, and moves `offset` behind it.
  ///
  /// - Throws: what `decode(_:limits:)` throws, except `trailingBytes`.
  public static func decode(
    _ bytes: Bytes, at offset: inout Int, limits: Limits = .default
  ) throws(RLPError) -> Item {
    let start = offset
    let (item, end) = try bytes.withUnsafeBytes { decode(first: $0, from: start, limits) }.get()
    offset = end
    return item
  }

  private static func decode(whole bytes: UnsafeRawBufferPointer, _ limits: Limits) -> Result<Item, RLPError> {
    decode(first: bytes, from: 0, limits).flatMap { item, end in
      guard end == bytes.count else {
        return .failure(
          RLPError(.trailingBytes, "\(bytes.count - end) bytes follow the RLP item", about: end))
      }
      return .success(item)
    }
  }

  private static func decode(
    first bytes: UnsafeRawBufferPointer, from start: Int, _ limits: Limits
  ) -> Result<(Item, Int), RLPError> {
    do throws(RLPError) {
      var reader = Reader(bytes: bytes, depth: limits.depth, items: limits.items, position: max(0, start))
      let item = try reader.item(end: bytes.count, depth: 0)
      return .success((item, reader.position))
    } catch {
      return .failure(error)
    }
  }

  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    let depth: Int
    var items: Int
    var position: Int

    /// The item at `position`, which must end at `end` or before.
    mutating func item(end: Int, depth: Int) throws(RLPError) -> Item {
      guard position < end else { throw tooShort("an RLP item is missing", end: end) }
      guard items > 0 else { throw RLPError(.tooManyItems, "too many RLP items", about: position) }
      items -= 1
      let start = position
      let first = bytes[start]
      position += 1
      switch first {
      case 0..<0x80:
        return .bytes([first])
      case 0x80..<0xb8:
        let content = try take(Int(first) - 0x80, end: end)
        if content.count == 1, bytes[content.lowerBound] < 0x80 {
          throw RLPError(.notCanonical, "a single byte below 0x80 has an RLP header", about: start)
        }
        return .bytes(Bytes(bytes[content]))
      case 0xb8..<0xc0:
        return .bytes(Bytes(bytes[try take(try length(Int(first) - 0xb7, end: end), end: end)]))
      case 0xc0..<0xf8:
        return try list(try take(Int(first) - 0xc0, end: end), depth: depth)
      default:
        return try list(try take(try length(Int(first) - 0xf7, end: end), end: end), depth: depth)
      }
    }

    private mutating func list(_ content: Range<Int>, depth: Int) throws(RLPError) -> Item {
      guard depth < self.depth else {
        throw RLPError(.tooDeep, "RLP lists nest deeper than \(self.depth)", about: content.lowerBound)
      }
      var items: [Item] = []
      position = content.lowerBound
      while position < content.upperBound { items.append(try item(end: content.upperBound, depth: depth + 1)) }
      return .list(items)
    }

    /// The length that stands in the next `count` bytes.
    private mutating func length(_ count: Int, end: Int) throws(RLPError) -> Int {
      let start = position
      let digits = try take(count, end: end)
      guard bytes[start] != 0 else { throw RLPError(.notCanonical, "an RLP length has leading zeros", about: start) }
      // Eight bytes may say more than an Int holds: no input is that long.
      var length: UInt64 = 0
      for byte in bytes[digits] { length = length << 8 | UInt64(byte) }
      guard length >= 56 else {
        throw RLPError(.notCanonical, "an RLP length below 56 is written in its long form", about: start)
      }
      return Int(clamping: length)
    }

    /// The next `count` bytes.
    private mutating func take(_ count: Int, end: Int) throws(RLPError) -> Range<Int> {
      guard count <= end - position else {
        throw tooShort("an RLP item of \(count) bytes has only \(end - position)", end: end)
      }
      let start = position
      position += count
      return start..<position
    }

    private func tooShort(_ message: String, end: Int) -> RLPError {
      RLPError(end == bytes.count ? .truncated : .overrun, message, about: position)
    }
  }
}
