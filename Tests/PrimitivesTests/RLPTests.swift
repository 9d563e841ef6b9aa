import Primitives
import Testing

@Suite("RLP")
struct RLPTests {
  @Test("Every length around a change of header is written in its shortest form and read back")
  func lengths() throws {
    for count in [0, 1, 2, 54, 55, 56, 57, 255, 256, 257, 65535, 65536, 70000] {
      let item = RLP.Item.bytes(Bytes(repeating: 0xaa, count: count))
      #expect(try RLP.decode(RLP.encode(item)) == item)
      let list = RLP.Item.list(Array(repeating: .bytes([1]), count: count))
      #expect(try RLP.decode(RLP.encode(list)) == list)
      #expect(RLP.encodedCount(list) == RLP.encode(list).count)
    }
  }

  @Test("Any item is written and read back")
  func roundTrips() throws {
    var source = NumberSource(seed: 51)
    for _ in 0..<300 {
      let item = item(&source, depth: 0)
      let bytes = RLP.encode(item)
      #expect(try RLP.decode(bytes) == item)
      #expect(try RLP.decode(bytes[...]) == item)
      #expect(RLP.encodedCount(item) == bytes.count)
    }
  }

  @Test("Whatever bytes are read are written again the same: there is one form only")
  func canonical() {
    var source = NumberSource(seed: 52)
    for _ in 0..<20_000 {
      let bytes = (0..<Int(source.next() % 12)).map { _ in
        source.next() % 3 == 0 ? UInt8(truncatingIfNeeded: source.next()) : 0xc0 + UInt8(source.next() % 8)
      }
      if let item = try? RLP.decode(bytes), RLP.encode(item) != bytes { Issue.record("\(bytes)") }
    }
  }

  @Test(
    "What is wrong is told apart",
    arguments: [
      ([], .truncated), ([0x81], .truncated), ([0x83, 1, 2], .truncated), ([0xb8], .truncated),
      ([0xb8, 56], .truncated),
      ([0xc1], .truncated), ([0xf8], .truncated), ([0x81, 0x7f], .notCanonical), ([0xb8, 55], .notCanonical),
      ([0xb9, 0, 56], .notCanonical), ([0xf8, 55], .notCanonical), ([0xf9, 0, 1], .notCanonical),
      ([1, 2], .trailingBytes),
      ([0xc0, 0xc0], .trailingBytes), ([0xc1, 0x83, 1, 2, 3], .overrun), ([0xc2, 0xc3, 1, 2, 3], .overrun),
      ([0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], .truncated),
      ([0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], .truncated),
    ] as [(Bytes, RLPError.Code)])
  func errors(bytes: Bytes, expected: RLPError.Code) {
    #expect(code(bytes) == expected)
  }

  @Test("Depth and count are limited, whatever is asked for")
  func limits() throws {
    func nested(_ depth: Int) -> Bytes {
      var item = RLP.Item.list([])
      for _ in 1..<depth { item = .list([item]) }
      return RLP.encode(item)
    }
    #expect(code(nested(64)) == nil)
    #expect(code(nested(65)) == .tooDeep)
    #expect(code(nested(512), RLP.Limits(depth: 100_000)) == nil)
    #expect(code(nested(513), RLP.Limits(depth: 100_000)) == .tooDeep)
    var limits = RLP.Limits()
    limits.depth = 100_000
    #expect(code(nested(513), limits) == .tooDeep)
    #expect(code(Bytes(repeating: 0xc1, count: 1_000_000), RLP.Limits(depth: .max)) != nil)
    let many = RLP.encode(.list(Array(repeating: .bytes([]), count: 100)))
    #expect(code(many, RLP.Limits(items: 100)) == .tooManyItems)
    #expect(code(many, RLP.Limits(items: 101)) == nil)
  }

  @Test("A list of a million empty items is refused or read in no time")
  func million() throws {
    let bytes: Bytes = [0xfa, 0x0f, 0x42, 0x3f] + Bytes(repeating: 0x80, count: 999_999)
    #expect(try RLP.decode(bytes).list().count == 999_999)
    #expect(code(bytes + [0x80]) == .trailingBytes)
  }

  @Test("Items one after the other")
  func sequence() throws {
    let items: [RLP.Item] = [.uint(UInt64(5)), .list([.bytes([])]), .bytes([1, 2, 3])]
    let bytes = items.flatMap(RLP.encode)
    var offset = 0
    var read: [RLP.Item] = []
    while offset < bytes.count { read.append(try RLP.decode(bytes, at: &offset)) }
    #expect(read == items)
    #expect(throws: RLPError.self) { try RLP.decode(bytes, at: &offset) }
    var before = -1
    #expect(throws: Never.self) { try RLP.decode(bytes, at: &before) }
    var beyond = bytes.count + 5
    #expect(throws: RLPError.self) { try RLP.decode(bytes, at: &beyond) }
  }

  @Test("Typed readings refuse what they are not")
  func typed() throws {
    #expect(RLP.encode(.uint(UInt64(0))) == [0x80])
    #expect(RLP.encode(.uint(UInt64(1024))) == [0x82, 4, 0])
    #expect(RLP.encode(.uint(UInt256.max)).count == 33)
    #expect(try RLP.Item.bytes([]).uint256() == 0)
    #expect(try RLP.Item.bytes([4, 0]).uint64() == 1024)
    #expect(try RLP.Item.uint(UInt256.max).uint256() == .max)
    #expect(throws: RLPError.self) { try RLP.Item.bytes([0]).uint256() }
    #expect(throws: RLPError.self) { try RLP.Item.bytes([0, 1]).uint64() }
    #expect(throws: RLPError.self) { try RLP.Item.bytes(Bytes(repeating: 1, count: 33)).uint256() }
    #expect(throws: RLPError.self) { try RLP.Item.bytes(Bytes(repeating: 1, count: 9)).uint64() }
    #expect(throws: RLPError.self) { try RLP.Item.list([]).bytes() }
    #expect(throws: RLPError.self) { try RLP.Item.bytes([]).list() }
    #expect(throws: RLPError.self) { try RLP.Item.bytes([1]).address() }
    #expect(throws: RLPError.self) { try RLP.Item.bytes([1]).hash() }
    #expect(try RLP.Item.address(.zero).address() == .zero)
    #expect(try RLP.Item.hash(.zero).hash() == .zero)
  }

  private func item(_ source: inout NumberSource, depth: Int) -> RLP.Item {
    if depth < 5 && source.next() % 2 == 0 {
      return .list((0..<source.next() % 5).map { _ in item(&source, depth: depth + 1) })
    }
    return .bytes((0..<source.next() % 70).map { _ in UInt8(truncatingIfNeeded: source.next()) })
  }

  private func code(_ bytes: Bytes, _ limits: RLP.Limits = .default) -> RLPError.Code? {
    do throws(RLPError) {
      _ = try RLP.decode(bytes, limits: limits)
      return nil
    } catch {
      return error.code
    }
  }
}
