import NodeRPC
import Orders
import Primitives

@testable import OrderBook

/// Logs as contracts write them, at no place yet.
enum Logs {
  static func filled(_ order: BookOrder, _ fill: OrderFill) -> Log {
    let (terms, tokens) = (order.order, order.direction)
    guard case .v1 = order.signed else {
      return log(
        order.exchange, [EventTopic.limitOrderFilled],
        [
          UInt256(order.hash), UInt256(order.maker), UInt256(Cast.taker), UInt256(terms.feeRecipient),
          UInt256(tokens.makerToken), UInt256(tokens.takerToken), fill.takerAmount, fill.makerAmount, fill.takerFee, 0,
          0,
        ])
    }
    return log(
      order.exchange,
      [EventTopic.logFill, word(order.maker), word(terms.feeRecipient), pair(tokens)],
      [
        UInt256(Cast.taker), UInt256(tokens.makerToken), UInt256(tokens.takerToken), fill.makerAmount,
        fill.takerAmount, fill.makerFee, fill.takerFee, UInt256(order.hash),
      ])
  }

  static func reduced(_ order: BookOrder, _ amounts: OrderAmounts) -> Log {
    let tokens = order.direction
    return log(
      order.exchange, [EventTopic.logCancel, word(order.maker), word(order.order.feeRecipient), pair(tokens)],
      [UInt256(tokens.makerToken), UInt256(tokens.takerToken), amounts.maker, amounts.taker, UInt256(order.hash)])
  }

  static func failed(_ order: BookOrder, _ error: OrderError?) -> Log {
    let id: UInt256 =
      switch error?.code {
      case .some(.expired): 0
      case .some(.exhausted): 1
      case .some(.roundingError): 2
      default: 3
      }
    return log(order.exchange, [EventTopic.logError, Hash32(id), order.hash], [])
  }

  static func cancelled(_ order: BookOrder) -> Log {
    log(order.exchange, [EventTopic.orderCancelled], [UInt256(order.hash), UInt256(order.maker)])
  }

  static func pairCancelled(_ maker: Address, _ direction: TokenDirection, _ salt: UInt256) -> Log {
    log(
      Cast.v4.contract.address, [EventTopic.pairCancelled],
      [UInt256(maker), UInt256(direction.makerToken), UInt256(direction.takerToken), salt])
  }

  static func registered(_ maker: Address, _ signer: Address, _ isAllowed: Bool) -> Log {
    log(
      Cast.v4.contract.address, [EventTopic.signerRegistered], [UInt256(maker), UInt256(signer), isAllowed ? 1 : 0])
  }

  static func transfer(_ token: Address, _ from: Address, _ to: Address, _ amount: UInt256) -> Log {
    log(token, [EventTopic.transfer, word(from), word(to)], [amount])
  }

  static func approval(_ key: FundsKey, _ amount: UInt256) -> Log {
    log(key.token, [EventTopic.approval, word(key.owner), word(key.spender)], [amount])
  }

  static func log(_ address: Address, _ topics: [Hash32], _ words: [UInt256]) -> Log {
    Log(address: address, topics: topics, data: words.flatMap(\.bigEndianBytes))
  }

  static func word(_ address: Address) -> Hash32 { Hash32(UInt256(address)) }

  private static func pair(_ tokens: TokenDirection) -> Hash32 {
    Keccak256.hash(tokens.makerToken.bytes + tokens.takerToken.bytes)
  }
}

extension Log {
  /// The log at a place of a block.
  func at(_ index: Int, of block: ChainBlock) -> Log {
    Log(
      address: address, topics: topics, data: data, blockNumber: block.number, blockHash: block.hash,
      transactionHash: Hash32(UInt256(UInt64(index) + 1)), transactionIndex: UInt64(index), logIndex: UInt64(index))
  }
}
