import Keys
import OrderBook
import Orders
import Primitives

/// The checks of an order by its terms, the rules and a time: stage by stage, of which the first with errors answers.
struct TermChecks: Sendable {
  /// Seconds that an order may last: 400 days.
  private static let mostTime: UInt64 = 400 * 86_400

  private let policy: RelayPolicy.Snapshot
  private let time: UInt64

  /// Checks by rules at a time.
  ///
  /// - Parameter time: That of the newest block, in seconds since 1970.
  init(_ policy: RelayPolicy.Snapshot, at time: UInt64) { (self.policy, self.time) = (policy, time) }

  private var rules: RelayRules { policy.rules }

  /// Checks place, amounts, expiry, fees and rounding of an order.
  ///
  /// - Throws: a refusal with all errors of the first stage that has some.
  func check(_ order: any ExchangeOrder) throws(RelayRefusal) {
    for stage in [place, amounts, expiry, fees, rounding] {
      let errors = stage(order)
      guard errors.isEmpty else { throw .fields(errors) }
    }
  }

  /// The rule of an order's pair.
  ///
  /// - Throws: a refusal where exchange, tokens, pair or maker are not for this relay.
  func pair(of order: any ExchangeOrder) throws(RelayRefusal) -> PairRule {
    let errors = place(order)
    guard errors.isEmpty, let pair = pairRule(order) else { throw .fields(errors) }
    return pair
  }

  private func pairRule(_ order: any ExchangeOrder) -> PairRule? {
    rules.pair(order.makerToken, order.takerToken)
  }

  // MARK: Stages

  private func place(_ order: any ExchangeOrder) -> [FieldError] {
    let spelling = order.spelling
    let unsupported: FieldError.Code = order is OrderV1 ? .unsupportedAddress : .unsupportedToken
    var errors = exchange(order)
    let tokens = [(spelling.makerToken, order.makerToken), (spelling.takerToken, order.takerToken)]
    for (name, token) in tokens where !rules.isTraded(token) {
      errors.append(FieldError(name, unsupported, "is not traded here"))
    }
    if order.makerToken == order.takerToken {
      errors.append(FieldError(spelling.takerToken, .invalidOrder, "is the token on the other side, too"))
    } else if pairRule(order) == nil, tokens.allSatisfy({ rules.isTraded($0.1) }) {
      errors.append(FieldError(spelling.takerToken, unsupported, "is not traded for the other token here"))
    }
    if order.maker == .zero { errors.append(FieldError("maker", .address, "is nobody")) }
    if rules.blockedMakers.contains(order.maker) {
      errors.append(FieldError("maker", .unsupportedAddress, "is not served here"))
    }
    return errors
  }

  private func exchange(_ order: any ExchangeOrder) -> [FieldError] {
    guard let limit = order as? LimitOrder else {
      if let order = order as? OrderV1, order.exchange == rules.exchangeV1 { return [] }
      return [FieldError("exchangeContractAddress", .unsupportedAddress, "is not an exchange of this relay")]
    }
    var errors: [FieldError] = []
    if limit.exchange.chainID != rules.chainID {
      errors.append(FieldError("chainId", .unsupportedOption, "is not \(rules.chainID)"))
    }
    if limit.exchange.address != rules.exchangeV4 {
      errors.append(FieldError("verifyingContract", .unsupportedAddress, "is not an exchange of this relay"))
    }
    // Another sender than the signed one would be another order.
    if limit.sender != .zero { errors.append(FieldError("sender", .unsupportedOption, "has to be zero")) }
    return errors
  }

  private func amounts(_ order: any ExchangeOrder) -> [FieldError] {
    let spelling = order.spelling
    var errors: [FieldError] = []
    for (name, amount, token) in [
      (spelling.makerAmount, order.makerAmount, order.makerToken),
      (spelling.takerAmount, order.takerAmount, order.takerToken),
    ] {
      let range = pairRule(order)?[token] ?? TokenRange(token)
      if amount < range.minAmount || amount > range.maxAmount {
        errors.append(FieldError(name, .range, "has to be from \(range.minAmount) to \(range.maxAmount)"))
      }
    }
    if order.makerAmount.multipliedReportingOverflow(by: order.takerAmount).overflow {
      errors.append(FieldError(spelling.takerAmount, .range, "has with the other amount a product above 2^256"))
    }
    return errors
  }

  private func expiry(_ order: any ExchangeOrder) -> [FieldError] {
    let (name, expiry) = (order.spelling.expiry, order.expiry)
    if expiry <= UInt256(time) + UInt256(RelayRules.leastTime) { return [FieldError(name, .range, "EXPIRED")] }
    guard expiry > UInt256(time) + UInt256(Self.mostTime) else { return [] }
    return [FieldError(name, .range, "is more than 400 days ahead")]
  }

  private func fees(_ order: any ExchangeOrder) -> [FieldError] {
    var first: [FieldError]?
    for rules in policy.recent {
      guard let pair = rules.pair(order.makerToken, order.takerToken) else { continue }
      let errors = Self.fees(order, rules.fees(of: pair), to: rules.feeRecipient)
      if errors.isEmpty { return [] }
      first = first ?? errors
    }
    return first ?? []
  }

  private static func fees(_ order: any ExchangeOrder, _ rule: FeeRule, to recipient: Address) -> [FieldError] {
    var due: [(name: String, fee: UInt256, least: UInt256)] = []
    if let order = order as? OrderV1 {
      due = [("makerFee", order.makerFee, rule.maker), ("takerFee", order.takerFee, rule.taker)]
    } else if let order = order as? LimitOrder {
      due = [("takerTokenFeeAmount", order.takerFee, rule.takerFee(of: order.takerAmount))]
    }
    var errors = due.filter { $0.fee < $0.least }.map { FieldError($0.name, .range, "FEE") }
    // Without a fee there need be nobody; version 4 would pay a fee to the zero address.
    let isFree = due.allSatisfy { $0.fee == 0 && $0.least == 0 }
    let isRight = order.feeRecipient == recipient && recipient != .zero
    if !isRight, !(isFree && order.feeRecipient == .zero) {
      errors.append(FieldError("feeRecipient", .range, "FEE"))
    }
    return errors
  }

  private func rounding(_ order: any ExchangeOrder) -> [FieldError] {
    let minimum = pairRule(order)?[order.takerToken]?.minAmount ?? 1
    guard minimum > 1 ? Self.loses(order, byFilling: minimum) : Self.isCrumb(order) else { return [] }
    return [FieldError(order.spelling.takerAmount, .range, "ROUNDING")]
  }

  /// Whether the least fill of a pair loses by rounding, or brings nothing.
  private static func loses(_ order: any ExchangeOrder, byFilling minimum: UInt256) -> Bool {
    let least = min(order.takerAmount, minimum)
    let isLost =
      order is OrderV1
      && (try? PartialAmount.hasRoundingError(of: order.makerAmount, least, outOf: order.takerAmount)) != false
    return isLost || order.isDust(remaining: least)
  }

  /// Whether an order of a pair without a least fill is too small for one: a fill that does not come out even loses up
  /// to one unit, and of so few units that is always more than 0.1 %.
  private static func isCrumb(_ order: any ExchangeOrder) -> Bool {
    order.makerAmount < fewestUnits && order.takerAmount % max(1, order.makerAmount) != 0
  }

  /// The units that an order gives at least where its pair has no least fill, unless each of them has a whole price.
  private static let fewestUnits: UInt256 = 1_000

  // MARK: Signature

  /// Checks the signature of an order as far as that goes without the chain.
  ///
  /// - Returns: The order with the account that signed; whether another one than the maker may, the chain tells.
  /// - Throws: a refusal with code 1005.
  static func signed(_ signed: AnySignedOrder) throws(RelayRefusal) -> BookOrder {
    do throws(OrderError) {
      switch signed {
      case .v1(let order):
        try order.verify(allowingHighS: false)
        return BookOrder(signed)
      case .v4(let order):
        return BookOrder(signed, signer: try order.acceptableSigner(allowingHighS: false))
      }
    } catch { throw .fields([signatureError(of: signed, error.reason ?? error.message)]) }
  }

  /// The error of an order's signature.
  static func signatureError(of signed: AnySignedOrder, _ reason: String) -> FieldError {
    switch signed {
    case .v1: FieldError(OrderV1.spelling.signature, .signature, reason)
    case .v4: FieldError(LimitOrder.spelling.signature, .signature, reason)
    }
  }
}

extension ExchangeOrder {
  /// The names of its members in JSON.
  var spelling: OrderSpelling { Self.spelling }
}

extension BookOrder {
  /// The names of its members in JSON.
  var spelling: OrderSpelling { order.spelling }
}
