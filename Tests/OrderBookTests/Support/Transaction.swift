import NodeRPC
import Orders
import Primitives

@testable import OrderBook

/// A change of a model's state with the logs that contracts write of it.
enum ModelTransaction: Sendable {
  case fill(BookOrder, UInt256)
  case cancel(BookOrder, UInt256)
  case cancelPair(maker: Address, TokenDirection, below: UInt256)
  case register(maker: Address, signer: Address, Bool)
  case setBalance(TokenOwner, UInt256)
  case approve(FundsKey, UInt256)
  /// Logs of anybody, which change nothing.
  case say([Log])
  /// A balance that changes without a word.
  case steal(TokenOwner, UInt256)
}

extension World {
  /// Carries a transaction out at a time; one that the contracts refuse does nothing.
  mutating func carryOut(_ transaction: ModelTransaction, at time: UInt64) -> [Log] {
    switch transaction {
    case .fill(let order, let amount): fill(order, amount, at: time)
    case .cancel(let order, let amount): cancel(order, amount, at: time)
    case .cancelPair(let maker, let direction, let salt): cancelPair(maker, direction, salt)
    case .register(let maker, let signer, let isAllowed): register(maker, signer, isAllowed)
    case .setBalance(let owner, let amount): setBalance(owner, amount)
    case .approve(let key, let amount): approve(key, amount)
    case .say(let logs): logs
    case .steal(let owner, let amount):
      {
        balances[owner] = amount; return []
      }()
    }
  }

  private mutating func fill(_ order: BookOrder, _ amount: UInt256, at time: UInt64) -> [Log] {
    let fill: OrderFill
    switch order.signed {
    case .v1(let signed):
      var progress = progress[order.hash] ?? OrderProgress()
      do throws(OrderError) { fill = try signed.order.fill(amount, after: progress, at: time) } catch {
        return error.code == .zeroAmount ? [] : [Logs.failed(order, error)]
      }
      guard canMove(order, fill) else { return [Logs.failed(order, nil)] }
      progress.filled += fill.takerAmount
      self.progress[order.hash] = progress
    case .v4(let signed):
      var state = state(of: signed.order, hash: order.hash)
      guard let found = try? signed.order.fill(amount, in: state, at: time), canMove(order, found) else { return [] }
      fill = found
      state.filled += fill.takerAmount
      states[order.hash] = state
    }
    return [Logs.filled(order, fill)] + move(order, fill)
  }

  private func canMove(_ order: BookOrder, _ fill: OrderFill) -> Bool {
    guard let exchange = KnownExchanges(Cast.exchanges)[order.exchange] else { return false }
    let key = exchange.fundsKey(of: order)
    let feeIsMakerToken = order.direction.makerToken == exchange.feeToken
    let needed = fill.makerAmount + (feeIsMakerToken ? fill.makerFee : 0)
    return funds(key).available >= needed
      && exchange.feeKey(of: order).map { funds($0).available >= fill.makerFee } ?? true
  }

  private mutating func move(_ order: BookOrder, _ fill: OrderFill) -> [Log] {
    guard let exchange = KnownExchanges(Cast.exchanges)[order.exchange] else { return [] }
    let (maker, spender) = (order.maker, exchange.spender)
    var logs: [Log] = []
    func add(_ owner: Address, _ token: Address, _ amount: UInt256, isPaid: Bool) {
      let place = TokenOwner(owner: owner, token: token)
      let balance = balances[place] ?? 0
      balances[place] = isPaid ? balance - min(balance, amount) : balance + amount
      guard isPaid else { return }
      let key = FundsKey(owner: owner, token: token, spender: spender)
      if let allowance = allowances[key], allowance < .max { allowances[key] = allowance - min(allowance, amount) }
    }
    add(maker, order.direction.makerToken, fill.makerAmount, isPaid: true)
    add(maker, order.direction.takerToken, fill.takerAmount, isPaid: false)
    logs.append(Logs.transfer(order.direction.makerToken, maker, Cast.taker, fill.makerAmount))
    logs.append(Logs.transfer(order.direction.takerToken, Cast.taker, maker, fill.takerAmount))
    if fill.makerFee > 0, let feeToken = exchange.feeToken {
      add(maker, feeToken, fill.makerFee, isPaid: true)
      logs.append(Logs.transfer(feeToken, maker, Cast.recipient, fill.makerFee))
    }
    return logs
  }

  private mutating func cancel(_ order: BookOrder, _ amount: UInt256, at time: UInt64) -> [Log] {
    switch order.signed {
    case .v1(let signed):
      var progress = progress[order.hash] ?? OrderProgress()
      do throws(OrderError) {
        let amounts = try signed.order.cancel(amount, after: progress, at: time)
        progress.cancelled += amounts.taker
        self.progress[order.hash] = progress
        return [Logs.reduced(order, amounts)]
      } catch { return error.code == .zeroAmount ? [] : [Logs.failed(order, error)] }
    case .v4:
      states[order.hash, default: LimitOrderState()].isCancelled = true
      return [Logs.cancelled(order)]
    }
  }

  private mutating func cancelPair(_ maker: Address, _ direction: TokenDirection, _ salt: UInt256) -> [Log] {
    let key = SaltKey(maker: maker, direction: direction)
    guard salt > salts[key] ?? 0 else { return [] }
    salts[key] = salt
    return [Logs.pairCancelled(maker, direction, salt)]
  }

  private mutating func register(_ maker: Address, _ signer: Address, _ isAllowed: Bool) -> [Log] {
    if isAllowed { revoked.remove(maker) } else { revoked.insert(maker) }
    return [Logs.registered(maker, signer, isAllowed)]
  }

  private mutating func setBalance(_ owner: TokenOwner, _ amount: UInt256) -> [Log] {
    let old = balances[owner] ?? 0
    balances[owner] = amount
    return amount < old
      ? [Logs.transfer(owner.token, owner.owner, Cast.taker, old - amount)]
      : [Logs.transfer(owner.token, Cast.taker, owner.owner, amount - old)]
  }

  private mutating func approve(_ key: FundsKey, _ amount: UInt256) -> [Log] {
    allowances[key] = amount
    return [Logs.approval(key, amount)]
  }
}
