import ContractABI
import ContractClient
import NodeRPC
import Primitives
import StrictJSON

/// A typed contract, by hand.
struct Till: ContractBinding {
  static let abi = ContractABI(errors: [ContractFixture.insufficientBalance])
  let address: Address
  let connection: ContractConnection

  /// `event Sold(uint256 indexed number, uint256 price)`.
  struct Sold: ContractEvent, Hashable {
    static let event = ABIEvent(
      name: "Sold", inputs: [ABIParameter("number", .uint(256), isIndexed: true), ABIParameter("price", .uint(256))])
    let number: ABIValue
    let price: ABIValue

    init(_ number: Int, _ price: Int) {
      self.number = .uint(UInt256(number))
      self.price = .uint(UInt256(price))
    }

    init(topics: [Hash32], data: Bytes) throws {
      let decoded = try Self.event.decode(topics: topics, data: data)
      guard case .value(let number)? = decoded["number"], case .value(let price)? = decoded["price"] else {
        throw ContractABIError(.wrongTopics, "this log is no Sold")
      }
      (self.number, self.price) = (number, price)
    }
  }

  /// `event Note(uint256 indexed number) anonymous`.
  struct Note: ContractEvent {
    static let event = ABIEvent(
      name: "Note", inputs: [ABIParameter("number", .uint(256), isIndexed: true)], isAnonymous: true)
    let number: Hash32

    init(topics: [Hash32], data: Bytes) throws { number = try Self.event.indexedTopics(topics)[0] }
  }
}

extension Till.Sold {
  /// A log of this event as a node gives it, with what a lying node may change.
  static func json(
    _ number: Int, price: Int = 1, block: Int? = 1, index: Int? = 0, address: Address? = nil, topic: Hash32? = nil,
    removed: Bool = false
  ) throws -> JSON {
    [
      "address": .string(try (address ?? ContractFixture.contract).lowercaseHex),
      "topics": [.string((topic ?? event.topic0).hex), .string(words(number))], "data": .string(words(price)),
      "blockNumber": quantity(block), "blockHash": .string(Hash32.zero.hex), "transactionIndex": "0x0",
      "transactionHash": .string(Hash32.zero.hex), "logIndex": quantity(index), "removed": .bool(removed),
    ]
  }

  private static func quantity(_ number: Int?) -> JSON {
    number.map { .string("0x" + String($0, radix: 16)) } ?? .null
  }
}
