import Platform

/// Reads byte by byte, so that the text behind the line stays for the next reader.
package enum LineReader {
  /// The outcome of reading one byte: it, the end of the input, or the `errno` of a failure.
  package enum Next: Equatable {
    case byte(UInt8)
    case end
    case failure(Int32)
  }

  /// Reads the next byte of a descriptor, and waits for it.
  package static func next(_ descriptor: Int32) -> Next {
    var byte: UInt8 = 0
    while true {
      let count = Platform.read(descriptor, &byte, 1)
      if count > 0 { return .byte(byte) }
      if count == 0 { return .end }
      if errno != EINTR { return .failure(errno) }
    }
  }
}
