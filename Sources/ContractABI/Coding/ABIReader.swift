import Primitives

/// Reads encoded data; every offset and length is checked against it, and what is read is counted.
public struct ABIReader: ~Copyable {
  private let bytes: Bytes
  private let isStrict: Bool
  private let repairsText: Bool
  private var budget: Int
  /// Where the next head is.
  private var cursor: Int
  /// The position that offsets count from.
  private var frame: Int
  private var depth = 0

  init(_ bytes: Bytes, start: Int, options: ABIDecodingOptions) {
    self.bytes = bytes
    self.isStrict = options.isStrict
    self.repairsText = options.repairsText || !options.isStrict
    self.cursor = start
    self.frame = start
    self.budget = options.budget(for: bytes.count)
  }

  /// Decodes data from the left; what follows the last value is ignored, as contracts ignore it.
  ///
  /// - Parameters:
  ///   - start: bytes to leave out, such as a selector.
  ///   - body: reads the values in order.
  /// - Throws: whatever `body` throws.
  public static func decode<Result>(
    _ bytes: Bytes, from start: Int = 0, options: ABIDecodingOptions = .strict,
    _ body: (inout ABIReader) throws(ContractABIError) -> Result
  ) throws(ContractABIError) -> Result {
    guard start >= 0, start <= bytes.count else {
      throw ContractABIError(.truncated, "the data has \(bytes.count) bytes, \(start) were expected before the values")
    }
    var reader = ABIReader(bytes, start: start, options: options)
    return try body(&reader)
  }

  /// Reads the next word.
  ///
  /// - Throws: `truncated` at the end of the data, `tooLarge` when the limit is reached.
  public mutating func word() throws(ContractABIError) -> UInt256 {
    guard cursor <= bytes.count - 32 else { throw truncated(32) }
    try spend(32)
    let start = cursor
    cursor += 32
    return bytes.withUnsafeBytes { buffer in
      UInt256(
        words: UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: start, as: UInt64.self)),
        UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self)),
        UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: start + 16, as: UInt64.self)),
        UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: start + 24, as: UInt64.self)))
    }
  }

  /// Reads an unsigned number of `bits`.
  ///
  /// - Throws: `invalidPadding` in addition to what ``word()`` throws.
  public mutating func unsigned(bits: Int) throws(ContractABIError) -> UInt256 {
    let word = try word()
    if IntegerRange.fits(word, bits: bits) { return word }
    if isStrict { throw padding("a uint\(bits)") }
    return word & (UInt256.max >> (256 - max(0, min(256, bits))))
  }

  /// Reads a signed number of `bits`.
  ///
  /// - Throws: `invalidPadding` in addition to what ``word()`` throws.
  public mutating func signed(bits: Int) throws(ContractABIError) -> Int256 {
    let word = try word()
    if IntegerRange.fits(signed: word, bits: bits) { return Int256(bitPattern: word) }
    if isStrict { throw padding("an int\(bits)") }
    let unused = 256 - max(1, min(256, bits))
    return Int256(bitPattern: word << unused) >> unused
  }

  /// Reads `count` bytes at the beginning of a word, the rest of which must be zeros.
  ///
  /// - Throws: `invalidPadding` in addition to what ``word()`` throws.
  public mutating func fixedBytes(count: Int) throws(ContractABIError) -> Hash32 {
    let word = try word()
    let unused = 8 * (32 - max(0, min(32, count)))
    let kept = (word >> unused) << unused
    guard kept == word || !isStrict else { throw padding("a bytes\(count)") }
    return Hash32(kept)
  }

  /// Reads a length and so many bytes.
  ///
  /// - Throws: `invalidLength` or `invalidPadding` in addition to what ``word()`` throws.
  public mutating func dynamicBytes() throws(ContractABIError) -> Bytes {
    let count = try length(elementSize: 1)
    let start = cursor
    try spend(count)
    let padded = ABISize.padded(count)
    if isStrict {
      guard padded <= bytes.count - start else { throw truncated(padded) }
      guard bytes[(start + count)..<(start + padded)].allSatisfy({ $0 == 0 }) else { throw padding("bytes") }
    }
    return Bytes(bytes[start..<(start + count)])
  }

  /// Reads a string.
  ///
  /// - Throws: `invalidUTF8` in addition to what ``dynamicBytes()`` throws.
  public mutating func string() throws(ContractABIError) -> String {
    let start = cursor
    let content = try dynamicBytes()
    if let text = String(validating: content, as: UTF8.self) { return text }
    guard repairsText else {
      throw ContractABIError(
        .invalidUTF8, "the string at byte \(start) is not UTF-8",
        reason: "its bytes are \(TerminalSafe.shorten(content))")
    }
    return String(decoding: content, as: UTF8.self)
  }

  /// Reads the length of an array of elements that take `elementSize` bytes each in their places.
  ///
  /// - Throws: `invalidLength` if the data cannot hold so many, `tooLarge` when the limit is reached.
  public mutating func length(elementSize: Int) throws(ContractABIError) -> Int {
    let start = cursor
    let word = try word()
    let left = bytes.count - cursor
    // Elements that take no bytes at all are bounded by what may be read.
    guard let count = Int(exactly: word), count <= (elementSize > 0 ? left / elementSize : budget / 32) else {
      throw ContractABIError(
        .invalidLength, "the length \(word) at byte \(start) is more than the data holds",
        reason: "\(left) bytes follow it")
    }
    return count
  }

  /// Reads a value: in its place if it is static, else where the offset there points.
  ///
  /// - Parameter name: what errors call it.
  /// - Throws: `invalidOffset` and whatever the codec throws.
  @inlinable
  public mutating func read<Codec: ABICodec>(
    _ codec: Codec, _ name: String = ""
  ) throws(ContractABIError) -> Codec.Value {
    do throws(ContractABIError) {
      guard codec.isDynamic else { return try codec.read(from: &self) }
      let next = try follow()
      let value = try codec.read(from: &self)
      rise(to: next)
      return value
    } catch { throw error.inside(name) }
  }

  /// Opens a frame where the cursor stands, for the parts of a dynamic array or tuple.
  @inlinable
  public mutating func frame<Result>(
    _ body: (inout ABIReader) throws(ContractABIError) -> Result
  ) throws(ContractABIError) -> Result {
    let outer = try enter()
    let result = try body(&self)
    leave(outer)
    return result
  }

  /// Counts elements that take no bytes in the data, so that a few bytes cannot become millions of them.
  @inlinable
  public mutating func countEmptyElement(size: Int) throws(ContractABIError) {
    if size == 0 { try spend(32) }
  }

  @usableFromInline
  mutating func follow() throws(ContractABIError) -> Int {
    let start = cursor
    let offset = try word()
    guard let distance = Int(exactly: offset), distance <= bytes.count - frame else {
      throw ContractABIError(
        .invalidOffset, "the offset \(offset) at byte \(start) points outside the data",
        reason: "the data has \(bytes.count) bytes, and the offset counts from byte \(frame)")
    }
    let next = cursor
    cursor = frame + distance
    return next
  }

  @usableFromInline
  mutating func rise(to next: Int) { cursor = next }

  @usableFromInline
  mutating func enter() throws(ContractABIError) -> Int {
    depth += 1
    guard depth <= ABIType.maximumDepth else {
      throw ContractABIError(.tooDeep, "the data is nested more than \(ABIType.maximumDepth) deep")
    }
    let outer = frame
    frame = cursor
    return outer
  }

  @usableFromInline
  mutating func leave(_ outer: Int) {
    depth -= 1
    frame = outer
  }

  @usableFromInline
  mutating func spend(_ count: Int) throws(ContractABIError) {
    budget -= count
    guard budget >= 0 else {
      throw ContractABIError(
        .tooLarge, "the data decodes to far more than its \(bytes.count) bytes",
        reason: "its offsets overlap: the same bytes are used again and again")
    }
  }

  private func truncated(_ wanted: Int) -> ContractABIError {
    ContractABIError(
      .truncated, "the data ends too early",
      reason: "\(wanted) bytes were expected at byte \(cursor), and the data has \(bytes.count)",
      advice: "The contract may have another interface than this ABI says.")
  }

  /// Refuses dirty padding, if reading is strict.
  func reject(_ what: String) throws(ContractABIError) {
    if isStrict { throw padding(what) }
  }

  private func padding(_ what: String) -> ContractABIError {
    ContractABIError(
      .invalidPadding, "there are bits set outside of \(what), before byte \(cursor)",
      advice: "The contract may have another interface than this ABI says.")
  }
}
