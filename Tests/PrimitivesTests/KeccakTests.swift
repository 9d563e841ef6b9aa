import Primitives
import Testing

@Suite("Keccak-256")
struct KeccakTests {
  @Test("Known digests")
  func known() {
    #expect(
      Keccak256.hash([]).hex == "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470")
    #expect(
      Keccak256.hash("abc".utf8).hex == "0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45")
  }

  @Test("Bytes may come in any pieces")
  func pieces() {
    let bytes = (0..<600).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for count in [0, 1, 7, 8, 9, 135, 136, 137, 271, 272, 273, 600] {
      let message = Array(bytes[..<count])
      let whole = Keccak256.hash(message)
      for size in [1, 3, 8, 64, 135, 136, 137, 500] {
        var hasher = Keccak256()
        for start in stride(from: 0, to: count, by: size) { hasher.update(message[start..<min(start + size, count)]) }
        #expect(hasher.finalize() == whole)
      }
      #expect(Keccak256.hash(message[...]) == whole)
      #expect(Keccak256.hash(message.span) == whole)
      #expect(Keccak256.hash(AnySequence(message)) == whole)
    }
  }

  @Test("A hasher is as new after finalize, and a copy goes its own way")
  func reuse() {
    var hasher = Keccak256()
    hasher.update([1, 2, 3])
    var copy = hasher
    copy.update([4])
    #expect(hasher.finalize() == Keccak256.hash([1, 2, 3]))
    #expect(copy.finalize() == Keccak256.hash([1, 2, 3, 4]))
    #expect(hasher.finalize() == Keccak256.hash([]))
  }

  @Test("Bytes that are not aligned")
  func unaligned() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    for start in 0..<9 {
      let part = bytes[start...]
      #expect(Keccak256.hash(part) == Keccak256.hash(Array(part)))
    }
  }
}
