extension Address: CustomStringConvertible {
  /// Reads `0x` and 40 digits; in mixed case the checksum of EIP-55 must be right.
  ///
  /// - Throws: `missingPrefix`, `badLength`, `badDigit` with its position, or `checksumMismatch`.
  public init(_ string: String) throws(PrimitivesError) {
    var text = string
    let result: Result<Address, PrimitivesError> = text.withUTF8 { utf8 in
      guard utf8.count == 42, Hex.prefixLength(utf8) == 2 else {
        return .failure(Address.malformed(utf8, text: string))
      }
      return Address.read(UnsafeBufferPointer(rebasing: utf8[2...]), text: string)
    }
    self = try result.get()
  }

  /// Reads forty characters.
  private static func read(_ digits: UnsafeBufferPointer<UInt8>, text: String) -> Result<Address, PrimitivesError> {
    var bad: UInt8 = 0
    // Set bits of the letters: 0x20 distinguishes the cases, 0x40 letters from the digits 0–9.
    var (upper, lower): (UInt8, UInt8) = (0, 0)
    let address = withUnsafeTemporaryAllocation(byteCount: 20, alignment: 8) { bytes in
      for index in 0..<20 {
        let (first, second) = (digits[2 &* index], digits[2 &* index &+ 1])
        let (high, low) = (Hex.nibble(first), Hex.nibble(second))
        bad |= high | low
        upper |= (first & ~(first << 1) | second & ~(second << 1)) & 0x40
        lower |= (first & (first << 1) | second & (second << 1)) & 0x40
        bytes[index] = high << 4 | low & 15
      }
      return bytes.baseAddress.map { Address(unchecked: $0) } ?? .zero
    }
    if bad > 15 { return .failure(malformed(digits, text: text, prefix: 2)) }
    if upper & lower != 0 && !address.spelled({ $0.elementsEqual(digits) }) {
      return .failure(
        PrimitivesError(
          .checksumMismatch,
          """
          the address \(quoted(text)) is mistyped: its checksum (EIP-55, the mix of cases) does not fit
          compare it with its source, or if you are sure of every digit, write it in lower case: \(address.lowercaseHex)
          """))
    }
    return .success(address)
  }

  /// The error of a text that is no address.
  private static func malformed(_ utf8: UnsafeBufferPointer<UInt8>, text: String) -> PrimitivesError {
    guard Hex.prefixLength(utf8) == 2 else {
      return PrimitivesError(
        .missingPrefix,
        "cannot read the address \(quoted(text)): it does not begin with 0x\nput 0x before the 40 digits")
    }
    return malformed(UnsafeBufferPointer(rebasing: utf8[2...]), text: text, prefix: 2)
  }

  private static func malformed(
    _ digits: UnsafeBufferPointer<UInt8>, text: String, prefix: Int
  ) -> PrimitivesError {
    if let bad = digits.firstIndex(where: { Hex.nibble($0) > 15 }) {
      let error = Hex.badDigit(in: digits, at: bad, offset: prefix)
      return PrimitivesError(
        .badDigit, "cannot read the address \(quoted(text))\n\(error.message)", about: error.position)
    }
    return PrimitivesError(
      .badLength,
      """
      cannot read the address \(quoted(text)): \(digits.count) digits instead of 40
      copy the whole address; a transaction's hash has 64 digits and is no address
      """)
  }

  /// Calls `body` with the forty digits, spelled as EIP-55 wants them.
  private func spelled<Result>(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 40) { out in
      withUnsafeBytes { bytes in
        if let source = bytes.baseAddress, let target = out.baseAddress { Hex.write(source, count: 20, to: target) }
      }
      Keccak256.hash(UnsafeRawBufferPointer(out)).withUnsafeBytes { hash in
        for index in 0..<20 {
          // A letter loses 0x20 where the hash's nibble is 8 or more.
          let (first, second) = (out[2 &* index], out[2 &* index &+ 1])
          out[2 &* index] = first & ~((hash[index] >> 7) << 5 & (first & 0x40) >> 1)
          out[2 &* index &+ 1] = second & ~((hash[index] >> 3 & 1) << 5 & (second & 0x40) >> 1)
        }
      }
      return body(out)
    }
  }

  /// `0x` and 40 digits whose case carries the checksum of EIP-55.
  public var checksummed: String {
    spelled { digits in
      String(unsafeUninitializedCapacity: 42) { out in
        out[0] = UInt8(ascii: "0")
        out[1] = UInt8(ascii: "x")
        for index in 0..<40 { out[index &+ 2] = digits[index] }
        return 42
      }
    }
  }

  /// `0x` and 40 digits in lower case.
  public var lowercaseHex: String { withUnsafeBytes { Hex.encode(buffer: $0, prefix: true) } }

  /// The text with EIP-55's letters.
  public var description: String { checksummed }
}
