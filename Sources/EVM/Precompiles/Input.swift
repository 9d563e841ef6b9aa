import Primitives

extension ArraySlice<UInt8> {
  /// `count` bytes from an offset on, as the EVM reads calldata: zeros beyond the end.
  func padded(at offset: Int, count: Int) -> Bytes {
    guard offset < self.count else { return Bytes(repeating: 0, count: count) }
    var bytes = Bytes(dropFirst(offset).prefix(count))
    bytes.append(contentsOf: repeatElement(0, count: count - bytes.count))
    return bytes
  }

  /// The 32-byte number at an offset, zeros beyond the end.
  func paddedWord(at offset: Int) -> UInt256 {
    var word: UInt256 = 0
    for byte in padded(at: offset, count: 32) { word = word << 8 | UInt256(byte) }
    return word
  }

  /// `count` bytes from an offset on; the caller knows that they are there.
  func part(_ offset: Int, _ count: Int) -> ArraySlice<UInt8> {
    self[(startIndex + offset)..<(startIndex + offset + count)]
  }

  /// The number of words of 32 bytes that the bytes fill or begin.
  var wordCount: UInt64 { UInt64((count + 31) / 32) }
}
