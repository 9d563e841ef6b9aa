import ContractABI
import NodeRPC
import Primitives
import StrictJSON

/// A log of a contract, decoded where its interface is known.
enum LogText {
  /// The log for people: `Rated(lectureNumber: 0)`, or where it came from and its first topic.
  ///
  /// - Parameter contract: the contract whose interface it is; nil applies it to every contract.
  static func of(_ log: Log, abi: ContractABI?, contract: Address?) -> String {
    if let event = decoded(log, abi, contract) { return event.readable }
    return "\(log.address) \(log.topics.first?.hex ?? "without topics"), \(log.data.count) bytes"
  }

  static func json(_ log: Log, abi: ContractABI?, contract: Address?) -> JSON {
    let event = decoded(log, abi, contract)
    return [
      "address": .string(log.address.checksummed), "event": .text(event?.event.name),
      "signature": .text(event?.event.signature), "readable": .text(event?.readable),
      "arguments": event.map(arguments) ?? .null, "block": .integer(log.blockNumber),
      "transaction": .text(log.transactionHash?.hex), "logIndex": .integer(log.logIndex),
      "topics": .array(log.topics.map { .string($0.hex) }), "data": .string(log.data.hex),
    ]
  }

  static func decoded(_ log: Log, _ abi: ContractABI?, _ contract: Address?) -> DecodedEvent? {
    guard let abi, contract == nil || contract == log.address else { return nil }
    return try? abi.decodeLog(topics: log.topics, data: log.data, options: .lenient)
  }

  /// Each argument with its name, type and value, in order; of an indexed value of dynamic type the hash.
  private static func arguments(_ event: DecodedEvent) -> JSON {
    .array(
      event.fields.map { field in
        let value: JSON =
          switch field.value {
          case .value(let value): value.json(as: field.parameter.type)
          case .hash(let hash): ["keccak256": .string(hash.hex)]
          }
        return [
          "name": .string(field.parameter.name), "type": .string(field.parameter.type.canonical), "value": value,
        ]
      })
  }
}
