import Primitives

/// Words of 32 bytes written one a line, spaces ignored.
func words(_ text: String) throws -> Bytes {
  try Bytes(hex: text.filter { !$0.isWhitespace })
}
