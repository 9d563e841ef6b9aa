import Primitives

/// Writes an encoding into one buffer of exactly its size.
///
/// Heads are written where the cursor stands, tails at the end, which the cursor visits and comes back from; so every
/// value is written once and nothing is copied.
public struct ABIWriter: ~Copyable {
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let capacity: Int
  /// Where the next head goes.
  @usableFromInline var cursor: Int
  /// The position that offsets count from.
  @usableFromInline var frame: Int
  /// Where the next tail goes.
  @usableFromInline var end: Int

  @inlinable
  init(base: UnsafeMutableRawPointer, capacity: Int, cursor: Int, end: Int) {
    self.base = base
    self.capacity = capacity
    self.cursor = cursor
    self.frame = cursor
    self.end = end
  }

  /// Makes an encoding with one allocation, the result.
  ///
  /// - Parameters:
  ///   - selector: four bytes to begin with, as a big-endian number.
  ///   - headSize: bytes of all heads.
  ///   - tailSize: bytes of all tails.
  ///   - body: writes the values in order; it may not write more than the sizes say.
  @inlinable
  public static func encode(
    selector: UInt32? = nil, headSize: Int, tailSize: Int = 0, _ body: (inout ABIWriter) -> Void
  ) -> Bytes {
    let start = selector == nil ? 0 : 4
    let size = start + headSize + tailSize
    // The zeros are the padding, and whatever `body` leaves out. Made from a sequence because that is twice as fast as
    // `Bytes(repeating:count:)`, whose allocation looks up the array's metadata at run time.
    var bytes = Bytes(repeatElement(0, count: size))
    bytes.withUnsafeMutableBytes { buffer in
      guard size > 0, let base = buffer.baseAddress else { return }
      if let selector { base.storeBytes(of: selector.bigEndian, as: UInt32.self) }
      var writer = ABIWriter(base: base, capacity: size, cursor: start, end: start + headSize)
      body(&writer)
    }
    return bytes
  }

  /// Writes a word where the cursor stands and moves on.
  @inlinable
  public mutating func put(_ word: UInt256) {
    precondition(cursor >= 0 && cursor <= capacity - 32, "an ABICodec wrote more than it said")
    let place = base + cursor
    place.storeBytes(of: UInt64(truncatingIfNeeded: word.high >> 64).bigEndian, as: UInt64.self)
    place.storeBytes(of: UInt64(truncatingIfNeeded: word.high).bigEndian, toByteOffset: 8, as: UInt64.self)
    place.storeBytes(of: UInt64(truncatingIfNeeded: word.low >> 64).bigEndian, toByteOffset: 16, as: UInt64.self)
    place.storeBytes(of: UInt64(truncatingIfNeeded: word.low).bigEndian, toByteOffset: 24, as: UInt64.self)
    cursor += 32
  }

  /// Writes a count or an offset as a word.
  @inlinable
  public mutating func put(_ number: Int) {
    precondition(cursor >= 0 && cursor <= capacity - 32, "an ABICodec wrote more than it said")
    (base + cursor).storeBytes(of: UInt64(number).bigEndian, toByteOffset: 24, as: UInt64.self)
    cursor += 32
  }

  /// Writes bytes at the beginning of a word (`atEnd` false) or at its end, zeros around them.
  public mutating func put(_ bytes: UnsafeRawBufferPointer, atEnd: Bool) {
    precondition(
      cursor >= 0 && cursor <= capacity - 32 && bytes.count <= 32, "an ABICodec wrote more than it said")
    if let source = bytes.baseAddress {
      (base + cursor + (atEnd ? 32 - bytes.count : 0)).copyMemory(from: source, byteCount: bytes.count)
    }
    cursor += 32
  }

  /// Writes a length and so many bytes, filled up to whole words, at the end.
  public mutating func putDynamic(_ bytes: UnsafeRawBufferPointer) {
    let padded = ABISize.padded(bytes.count)
    precondition(end >= 0 && end <= capacity - 32 - padded, "an ABICodec wrote more than it said")
    cursor = end
    put(bytes.count)
    if let source = bytes.baseAddress {
      (base + cursor).copyMemory(from: source, byteCount: bytes.count)
    }
    end = cursor + padded
  }

  /// Writes a value: in its place if it is static, else an offset there and the value at the end.
  @inlinable
  public mutating func write<Codec: ABICodec>(_ value: Codec.Value, _ codec: Codec) {
    guard codec.isDynamic else { return codec.write(value, to: &self) }
    put(end - frame)
    let next = cursor
    cursor = end
    codec.write(value, to: &self)
    cursor = next
  }

  /// Opens a frame of its own at the end for the parts of a dynamic array or tuple: `headSize` bytes of heads, which
  /// `body` writes.
  @inlinable
  public mutating func frame(headSize: Int, _ body: (inout ABIWriter) -> Void) {
    let outer = frame
    frame = end
    cursor = end
    end += headSize
    body(&self)
    frame = outer
  }

  /// Writes the length of an array at the end.
  @inlinable
  public mutating func putLength(_ count: Int) {
    cursor = end
    put(count)
    end = cursor
  }
}

/// Sizes in whole words.
public enum ABISize {
  /// The number of bytes after filling up to whole words.
  @inlinable
  public static func padded(_ count: Int) -> Int { (count + 31) & ~31 }

  /// Bytes of the tail of `bytes` or of a string: a length and the content in whole words.
  @inlinable
  public static func dynamic(_ count: Int) -> Int { 32 + padded(count) }
}
