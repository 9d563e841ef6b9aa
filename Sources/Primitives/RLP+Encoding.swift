extension RLP {
  /// The item's one canonical encoding.
  ///
  /// - Complexity: O(n); one allocation, for the result.
  public static func encode(_ item: Item) -> Bytes {
    let count = encodedCount(item)
    return Bytes(unsafeUninitializedCapacity: count) { out, filled in
      // From the end to the beginning: a list's header is written when its length is known.
      var writer = Writer(out: out, position: count)
      writer.write(item)
      filled = count
    }
  }

  /// The number of bytes that `encode` returns.
  ///
  /// - Complexity: O(i) for i items.
  public static func encodedCount(_ item: Item) -> Int {
    switch item {
    case .bytes(let bytes):
      if bytes.count == 1 && bytes[0] < 0x80 { return 1 }
      return headerCount(bytes.count) + bytes.count
    case .list(let items):
      let count = items.reduce(0) { $0 + encodedCount($1) }
      return headerCount(count) + count
    }
  }

  private static func headerCount(_ count: Int) -> Int {
    count < 56 ? 1 : 1 + (71 - count.leadingZeroBitCount) / 8
  }

  /// Writes backward, each thing before what was written last.
  private struct Writer {
    let out: UnsafeMutableBufferPointer<UInt8>
    var position: Int

    mutating func write(_ item: Item) {
      switch item {
      case .bytes(let bytes):
        position -= bytes.count
        _ = UnsafeMutableBufferPointer(rebasing: out[position..<(position + bytes.count)]).update(from: bytes)
        if bytes.count != 1 || bytes[0] >= 0x80 { writeHeader(0x80, count: bytes.count) }
      case .list(let items):
        let end = position
        for item in items.reversed() { write(item) }
        writeHeader(0xc0, count: end - position)
      }
    }

    mutating func writeHeader(_ base: UInt8, count: Int) {
      guard count >= 56 else { return put(base + UInt8(truncatingIfNeeded: count)) }
      var rest = count
      while rest > 0 {
        put(UInt8(truncatingIfNeeded: rest))
        rest >>= 8
      }
      put(base + 54 + UInt8(truncatingIfNeeded: RLP.headerCount(count)))
    }

    mutating func put(_ byte: UInt8) {
      position -= 1
      out[position] = byte
    }
  }
}
