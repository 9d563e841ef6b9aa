import ContractABI
import NodeRPC
import Primitives

/// A contract's typed face, as the `ContractBindings` plugin generates it from `ABI/*.json`.
public protocol ContractBinding: Sendable {
  static var abi: ContractABI { get }
  var address: Address { get }
  var connection: ContractConnection { get }
  init(address: Address, connection: ContractConnection)
}

/// A typed event of a contract.
public protocol ContractEvent: Sendable {
  static var event: ABIEvent { get }
  /// - Throws: `ContractABIError` when the log is not of this event.
  init(topics: [Hash32], data: Bytes) throws
}

/// An event with the place where it happened.
public struct EventRecord<Event: ContractEvent>: Sendable {
  public let event: Event
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
