import Primitives
import Testing
import Tries

@Suite("Bloom filter of logs")
struct BloomTests {
  @Test("it finds all that was added, and little else")
  func membership() {
    let items = (0..<40 as Range<UInt8>).map { [$0, 1] }
    var bloom = Bloom()
    for item in items { bloom.insert(item) }
    #expect(items.allSatisfy(bloom.mayContain))
    // 120 of 2048 bits: one in five thousand others is found by chance.
    let others = (0..<100 as Range<UInt8>).filter { bloom.mayContain([$0, 2]) }
    #expect(others.count < 5)
    #expect(!Bloom.empty.mayContain([1]))
  }

  @Test("the union has what either has")
  func union() throws {
    var left = Bloom()
    var right = Bloom()
    left.insert(address: .zero, topics: [.zero])
    right.insert([1])
    var both = left
    both.insert([1])
    #expect(left | right == both)
    left |= right
    #expect(left == both)
    #expect(left | .empty == left)
    #expect(left.mayContain(Address.zero.bytes) && left.mayContain(Hash32.zero.bytes))
  }

  @Test("an item sets the three bits that its hash begins with")
  func bits() throws {
    // Its Keccak-256 begins with bd2b 01af cd27; the low eleven bits of these are 1323, 431 and 1319.
    var bloom = Bloom()
    bloom.insert(try Bytes(hex: "0x0f572e5295c57f15886f9b263e2f6d2d6c7b5ec6"))
    let bits = (0..<2048).filter { bloom.bytes[255 - $0 / 8] & 1 << UInt8($0 % 8) != 0 }
    #expect(bits == [431, 1319, 1323])
  }

  @Test("only 256 bytes are a filter")
  func length() throws {
    #expect(try Bloom(Bytes(repeating: 0, count: 256)) == .empty)
    #expect(throws: TrieError.self) { try Bloom(Bytes(repeating: 0, count: 255)) }
    #expect(throws: TrieError.self) { try Bloom([]) }
  }
}
