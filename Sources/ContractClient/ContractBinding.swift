import ContractABI
import NodeRPC
import Primitives

/// A contract's typed face, as the `ContractBindings` plugin generates it from `ABI/*.json`.
public protocol ContractBinding: Sendable {
  /// The whole interface, custom errors included.
  static var abi: ContractABI { get }
  /// The contract's address.
  var address: Address { get }
  /// The connection over which it is called.
  var connection: ContractConnection { get }
  /// A contract at an address; whether it is there is not asked.
  init(address: Address, connection: ContractConnection)
}

/// A typed event of a contract.
public protocol ContractEvent: Sendable {
  /// The event as the ABI has it.
  static var event: ABIEvent { get }
  /// - Throws: `ContractABIError` when the log is not of this event.
  init(topics: [Hash32], data: Bytes) throws
}

/// An event with the place where it happened.
public struct EventRecord<Event: ContractEvent>: Sendable {
  /// The event, decoded.
  public let event: Event
  /// The log that it was decoded from, with its block and its transaction.
  public let log: Log
}

extension ContractEvent {
  /// Whether a log carries this event, by its first topic; an anonymous event matches by decoding alone.
  static func matches(_ log: Log) -> Bool {
    event.isAnonymous || log.topics.first == event.topic0
  }
}

extension Sequence where Element == Log {
  /// The logs of one contract that are events of the type, decoded; others are left out.
  ///
  /// - Throws: `ContractABIError` when a log has the event's topic and does not decode. Nothing in the log of an
  ///   anonymous event says what it is: one that does not decode is another event's.
  public func events<Event: ContractEvent>(_ type: Event.Type, of contract: Address) throws -> [EventRecord<Event>] {
    var records: [EventRecord<Event>] = []
    for log in self where log.address == contract && Event.matches(log) && !log.removed {
      do {
        records.append(EventRecord(event: try Event(topics: log.topics, data: log.data), log: log))
      } catch  where Event.event.isAnonymous {
        continue
      }
    }
    return records
  }
}
