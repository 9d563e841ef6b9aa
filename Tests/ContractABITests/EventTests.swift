import ContractABI
import Primitives
import StrictJSON
import Testing

struct EventTests {
  private let owner = try! Address("0x00112233445566778899aabbccddeeff00112233")

  @Test func `indexed values of dynamic types stay as their hash`() throws {
    let event = try ABIEvent(
      parsing: "event Noted(string indexed title, uint256[] indexed points, address indexed who, string text, uint8 n)")
    let topics = try event.topics(matching: [.string("Swift"), .array([.uint(1), .uint(2)]), .address(owner)])
    #expect(topics.count == 4)
    #expect(topics[1] == Keccak256.hash(Bytes("Swift".utf8)))
    #expect(topics[2] == Keccak256.hash(UInt256(1).bigEndianBytes + UInt256(2).bigEndianBytes))
    let data = try ABICoder.encode([.string("text"), .uint(7)], as: [.string, .uint(8)])
    let decoded = try event.decode(topics: topics.compactMap { $0 }, data: data)
    #expect(decoded["title"] == .hash(Keccak256.hash(Bytes("Swift".utf8))))
    #expect(decoded["who"] == .value(.address(owner)))
    #expect(decoded["text"] == .value(.string("text")))
    #expect(decoded["n"] == .value(.uint(7)))
    #expect(decoded.json["n"] == "7")
    #expect(decoded.json["title"]?.string == Keccak256.hash(Bytes("Swift".utf8)).hex)
    #expect(decoded.readable.hasPrefix("Noted(title: keccak256 0x"))
    #expect(decoded.readable.hasSuffix(#"text: "text", n: 7)"#))
  }

  @Test func `parts of an indexed tuple are padded and have no lengths`() throws {
    let type = try ABIType(parsing: "(string,uint8,bytes3[2])")
    let value = try ABIValue(parsing: "(abc,1,[0x010203,0x040506])", as: type)
    let padded = try words(
      """
      6162630000000000000000000000000000000000000000000000000000000000
      0000000000000000000000000000000000000000000000000000000000000001
      0102030000000000000000000000000000000000000000000000000000000000
      0405060000000000000000000000000000000000000000000000000000000000
      """)
    #expect(try ABICoder.topic(value, as: type) == Keccak256.hash(padded))
  }

  @Test func `an anonymous event has no signature among its topics`() throws {
    let event = try ABIEvent(parsing: "event Raw(bytes32 indexed a, uint256 indexed b, bool c) anonymous")
    #expect(try event.topics(matching: [nil, .uint(5)]) == [nil, Hash32(UInt256(5))])
    let decoded = try event.decode(topics: [.zero, Hash32(UInt256(5))], data: UInt256(1).bigEndianBytes)
    #expect(decoded["b"] == .value(.uint(5)))
    #expect(decoded["c"] == .value(.bool(true)))
    #expect(throws: ContractABIError.self) {
      try ABIEvent(parsing: "event X(bool indexed, bool indexed, bool indexed, bool indexed)")
    }
    #expect(throws: Never.self) {
      try ABIEvent(parsing: "event X(bool indexed, bool indexed, bool indexed, bool indexed) anonymous")
    }
  }

  @Test func `a log of another event is told apart`() throws {
    let abi = try ContractABI(humanReadable: [
      "event Transfer(address indexed from, address indexed to, uint256 value)",
      "event Transfer(address indexed from, address indexed to, uint256 indexed id)",
      "event Other()",
    ])
    let from = Hash32(UInt256(1))
    let topic0 = abi.events[0].topic0
    #expect(abi.events.count == 3)
    #expect(abi.event(topics: [topic0, from, from])?.indexed.count == 2)
    #expect(abi.event(topics: [topic0, from, from, from])?.indexed.count == 3)
    #expect(abi.event(topics: [topic0, from]) == nil)
    #expect(throws: ContractABIError(.notFound, "")) { try abi.decodeLog(topics: [from], data: []) }
    #expect(throws: ContractABIError(.wrongTopics, "")) { try abi.events[2].decode(topics: [topic0], data: []) }
    #expect(throws: ContractABIError(.wrongTopics, "")) { try abi.events[2].decode(topics: [], data: []) }
    #expect(throws: ContractABIError(.ambiguous, "")) { try abi.event("Transfer") }
  }

  @Test func `a topic with dirt in it is refused`() throws {
    let event = try ABIEvent(parsing: "event E(address indexed who)")
    #expect(throws: ContractABIError(.invalidPadding, "")) {
      try event.decode(topics: [event.topic0, Hash32(UInt256.max)], data: [])
    }
  }

  @Test func `filters are checked`() throws {
    let event = try ABIEvent(parsing: "event E(uint8 indexed n)")
    #expect(throws: ContractABIError(.outOfRange, "")) { try event.topics(matching: [.uint(256)]) }
    #expect(throws: ContractABIError(.countMismatch, "")) { try event.topics(matching: [nil, nil]) }
    #expect(try event.topics() == [event.topic0])
  }
}
