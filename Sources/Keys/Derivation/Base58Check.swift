import Primitives

/// Base58 with four bytes of double SHA-256 at the end, as Bitcoin writes keys.
enum Base58Check {
  private static let alphabet = Bytes("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

  /// The value of each ASCII character; 255 if it has none.
  private static let values: Bytes = {
    var values = Bytes(repeating: 255, count: 128)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(truncatingIfNeeded: value) }
    return values
  }()

  /// Writes bytes and their checksum.
  ///
  /// - Complexity: O(n²).
  static func encode(_ payload: UnsafeRawBufferPointer) throws(KeysError) -> String {
    let checksum = try checksum(payload)
    let count = payload.count + 4
    return try withWipedScratch(count * 138 / 100 + 1) { (digits) throws(KeysError) in
      var length = 0
      for place in 0..<count {
        var carry = Int(place < payload.count ? payload[place] : checksum[place - payload.count])
        for index in 0..<length {
          carry += Int(digits[index]) << 8
          digits[index] = UInt8(truncatingIfNeeded: carry % 58)
          carry /= 58
        }
        while carry > 0, length < digits.count {
          digits[length] = UInt8(truncatingIfNeeded: carry % 58)
          length += 1
          carry /= 58
        }
      }
      let zeros = payload.prefix { $0 == 0 }.count
      var text = String(repeating: "1", count: zeros)
      for index in (0..<length).reversed() { text.unicodeScalars.append(Unicode.Scalar(alphabet[Int(digits[index])])) }
      return text
    }
  }

  /// Reads exactly `count` bytes and their checksum, and lends them to `body`.
  ///
  /// - Throws: `invalidBase58` for another character, another count or a wrong checksum; what `body` throws.
  static func decode<Result>(
    _ text: some StringProtocol, count: Int, _ body: (UnsafeRawBufferPointer) throws(KeysError) -> Result
  ) throws(KeysError) -> Result {
    let total = count + 4
    // So long a text cannot be so few bytes; this also keeps the time in bounds.
    guard text.utf8.count <= total * 2 else { throw invalid("it is \(text.utf8.count) characters long") }
    return try withWipedScratch(total) { (bytes) throws(KeysError) in
      var leadingOnes = 0
      var onlyOnes = true
      for (position, character) in text.utf8.enumerated() {
        let value = character < 128 ? values[Int(character)] : 255
        guard value < 58 else { throw invalid("character \(position + 1) is not of Base58", position) }
        onlyOnes = onlyOnes && value == 0
        if onlyOnes { leadingOnes += 1 }
        var carry = Int(value)
        for index in bytes.indices.reversed() {
          carry += Int(bytes[index]) * 58
          bytes[index] = UInt8(truncatingIfNeeded: carry)
          carry >>= 8
        }
        guard carry == 0 else { throw invalid("it holds more than \(count) bytes") }
      }
      let zeros = bytes.prefix { $0 == 0 }.count
      guard zeros == leadingOnes else { throw invalid("it does not hold \(count) bytes") }
      let whole = UnsafeRawBufferPointer(bytes)
      let payload = UnsafeRawBufferPointer(rebasing: whole[0..<count])
      let expected = try checksum(payload)
      guard whole[count...].elementsEqual(expected) else {
        throw invalid("its checksum does not fit: a character is wrong or missing")
      }
      return try body(payload)
    }
  }

  private static func checksum(_ payload: UnsafeRawBufferPointer) throws(KeysError) -> Bytes {
    try Bytes(Digest.sha256(Digest.sha256(payload)).prefix(4))
  }

  private static func invalid(_ why: String, _ position: Int? = nil) -> KeysError {
    KeysError(.invalidBase58, "cannot read Base58 text: \(why)\ncopy the whole text again", about: position)
  }
}
