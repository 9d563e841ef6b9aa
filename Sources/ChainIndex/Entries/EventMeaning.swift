import ContractABI
import Primitives
import StrictJSON

/// The meaning of an event by the interface of its contract, as far as its topics and data have one.
package enum EventMeaning: Sendable {
  /// The event with the values of its parameters.
  case decoded(DecodedEvent)
  /// The reason why the interface does not fit: the event is kept as it was logged.
  case raw(String)

  /// Reads an event by the interfaces of an index.
  package init(_ event: StoredEvent, of sources: [EventSource]) {
    guard let interface = sources.source(at: event.contract)?.interface, let topics = try? event.words() else {
      self = .raw("the index has no interface for it")
      return
    }
    do throws(ContractABIError) {
      self = .decoded(try interface.decodeLog(topics: topics, data: event.data, options: .lenient))
    } catch {
      self = .raw(error.inOneLine)
    }
  }

  /// The members that tell it to programs.
  package var members: [(String, JSON)] {
    switch self {
    case .decoded(let event):
      [("signature", .string(event.event.signature)), ("arguments", Self.arguments(event)), ("problem", .null)]
    case .raw(let problem): [("signature", .null), ("arguments", .null), ("problem", .string(problem))]
    }
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

extension EventEntry {
  /// The name that no other entry has: of the chain, the block's hash, the place in the block, what happened, and for a
  /// block that has left the chain and come back, how often.
  package func id(on chainID: UInt256) -> String {
    "\(chainID)-\(event.hash.hex)-\(event.place)-\(kind)" + (returns == 0 ? "" : "-\(returns)")
  }

  /// The word for what happened: `apply` or `retract`.
  package var kind: String { isRetracted ? "retract" : "apply" }

  /// The maximum number of bytes of data shown in hexadecimal beside the arguments.
  private static let mostBytes = 65_536

  /// The entry for programs, on the wire and in a listing; data beyond 64 KiB is left out, and its length told.
  package func members(on chainID: UInt256, of sources: [EventSource]) -> [(String, JSON)] {
    let isLong = event.data.count > Self.mostBytes
    let topics = (try? event.words()) ?? []
    let meaning = isLong ? .raw("its data is too long to be told") : EventMeaning(event, of: sources)
    return [
      ("id", .string(id(on: chainID))), ("kind", .string(kind)), ("chainId", .string(chainID.description)),
      ("contract", .string(event.contract.checksummed)), ("event", event.kind.isEmpty ? .null : .string(event.kind)),
      ("block", .number("\(event.block)")), ("blockHash", .string(event.hash.hex)),
      ("blockTime", .number("\(event.time)")), ("logIndex", .number("\(event.place)")),
      ("transaction", .string(event.transaction.hex)), ("topics", .array(topics.map { .string($0.hex) })),
      ("data", isLong ? .null : .string(event.data.hex)), ("dataLength", .number("\(event.data.count)")),
    ] + meaning.members
  }
}
