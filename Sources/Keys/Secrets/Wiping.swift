import COpenSSL

extension UnsafeMutableRawBufferPointer {
  /// Overwrites the bytes with zeros in a way that the compiler cannot leave out.
  func wipe() {
    if let baseAddress { OPENSSL_cleanse(baseAddress, count) }
  }
}

extension [UInt8] {
  /// Overwrites the bytes with zeros in a way that the compiler cannot leave out; copies made of them stay.
  package mutating func wipe() { withUnsafeMutableBytes { $0.wipe() } }
}

/// Lends zeroed memory for the time of a call and wipes it afterwards: for secrets on their way.
func withWipedScratch<Result>(
  _ count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(KeysError) -> Result
) throws(KeysError) -> Result {
  let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
  scratch.initializeMemory(as: UInt8.self, repeating: 0)
  defer {
    scratch.wipe()
    scratch.deallocate()
  }
  return try body(scratch)
}
