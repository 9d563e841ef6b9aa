import ContractABI
import ContractClient
import Exchange
import LectureKit
import NodeRPC
import Primitives
import Tokens
import WalletBook

extension PaymentEvent {
  /// The events of the lecture contract and of the wrapped coin; a contract whose setting cannot be read has none.
  static func known(to settings: Settings, on chainID: UInt256) -> [PaymentEvent] {
    let market = (try? settings.contractIfSet()).map(lectures) ?? []
    let exchanges = try? ConfiguredExchanges.withoutVersion1(settings, on: chainID)
    return market + (exchanges?.contracts.wrappedCoin.map { [unwrapping($0)] } ?? [])
  }

  /// The payments of a lecture contract: to teachers, its owner, students who take a price back, and whom a credit is sent to.
  private static func lectures(_ contract: Address) -> [PaymentEvent] {
    [
      event(of: contract) { (event: LectureMarket.SettlingLecture) in
        [
          (event.teacher, event.teacherPaid ? event.teacherShare : 0),
          (event.owner, event.ownerPaid ? event.ownerShare : 0),
        ]
      },
      event(of: contract) { (event: LectureMarket.ReclaimingPayment) in [(event.student, event.amount)] },
      event(of: contract) { (event: LectureMarket.WithdrawingCredit) in [(event.recipient, event.amount)] },
    ]
  }

  private static func event<Event: ContractEvent>(
    of contract: Address, paying payments: @escaping @Sendable (Event) -> [(receiver: Address, units: UInt256)]
  ) -> PaymentEvent {
    PaymentEvent(of: contract, topic: Event.event.topic0) { log in
      (try? Event(topics: log.topics, data: log.data)).map(payments) ?? []
    }
  }

  /// The coin that a holder of the wrapped coin gets for it: `Withdrawal(address indexed src, uint256 wad)`.
  private static func unwrapping(_ coin: Address) -> PaymentEvent {
    PaymentEvent(of: coin, topic: TokenCalls.withdrawalTopic) { log in
      guard log.topics.count == 2, let units = try? UInt256(bigEndian: log.data), log.data.count == 32 else {
        return []
      }
      return [(Address(truncating: log.topics[1]), units)]
    }
  }
}
