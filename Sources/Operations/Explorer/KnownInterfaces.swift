import ContractABI
import ContractClient
import Exchange
import LectureKit
import NodeRPC
import Primitives

/// The interfaces of contracts that are known here, to read calls and events by.
package struct KnownInterfaces: Sendable {
  /// A text about a call or an event, and whether the interface is the contract's own.
  package struct Reading: Sendable, Hashable {
    /// The call or the event for people; safe for a terminal.
    package let text: String
    /// False for one that only looks like it: the first bytes are those of an interface that is known here.
    package let isCertain: Bool
  }

  /// The lecture contract in use; nil where none is set.
  private let lectureContract: Address?

  /// Interfaces that calls of other contracts are compared with, those to be preferred first.
  private static let others: [ContractABI] = [
    LectureMarket.abi, CampusToken.abi, WrappedCoin.abi, ExchangeV1.abi, NativeOrders.abi,
  ]

  /// The interfaces, with the lecture contract of the settings.
  package init(lectureContract: Address?) { self.lectureContract = lectureContract }

  /// A call of a contract; nil without one, and where no interface here has it.
  package func call(_ data: Bytes, to contract: Address?) -> Reading? {
    guard let contract, let selector = ABISelector(prefixOf: data) else { return nil }
    if contract == lectureContract {
      return LectureMarket.abi.function(selector: selector).map {
        Reading(text: $0.readable(calldata: data), isCertain: true)
      }
    }
    for abi in Self.others {
      guard let function = abi.function(selector: selector), (try? function.decodeCall(data, options: .lenient)) != nil
      else { continue }
      return Reading(text: function.readable(calldata: data), isCertain: false)
    }
    return nil
  }

  /// The name of the function that a call begins with; nil where no interface here has it.
  package func name(of data: Bytes, to contract: Address?) -> String? {
    call(data, to: contract).map { String($0.text.prefix { $0 != "(" }) }
  }

  /// An event; nil where no interface here has it.
  package func event(_ log: Log) -> Reading? {
    let isOwn = log.address == lectureContract
    for abi in isOwn ? [LectureMarket.abi] : Self.others {
      guard let event = try? abi.decodeLog(topics: log.topics, data: log.data, options: .lenient) else { continue }
      return Reading(text: event.readable, isCertain: isOwn)
    }
    return nil
  }

  /// The custom errors that a contract may raise.
  package func errors(of contract: Address?) -> [ABIError] {
    contract == lectureContract ? LectureMarket.abi.errors : Self.others.flatMap(\.errors)
  }
}
