import ContractClient
import Orders
import Primitives

extension ExchangeCalls {
  /// The call of version 1 that fills the orders of a transaction.
  func v1(_ leg: DealLeg, _ make: (ContractCall<Void>) -> ExchangeCall) throws -> ExchangeCall {
    let exchange = ExchangeV1(address: leg.exchange, connection: connection)
    var (addresses, values, amounts) = ([[Address]](), [[UInt256]](), [UInt256]())
    var (v, r, s) = ([UInt8](), [Hash32](), [Hash32]())
    for part in leg.orders {
      guard case .v1(let signed) = part.order else { continue }
      let signature = SignatureV1(signed.signature)
      addresses.append(signed.order.contractAddresses)
      values.append(signed.order.contractValues)
      amounts.append(part.fill.takerAmount)
      v.append(signature.v)
      r.append(signature.r)
      s.append(signature.s)
    }
    switch leg.method {
    case .single where addresses.count == 1:
      return make(
        try exchange.fillOrder(
          orderAddresses: addresses[0], orderValues: values[0], fillTakerTokenAmount: amounts[0],
          shouldThrowOnInsufficientBalanceOrAllowance: true, v: v[0], r: r[0], s: s[0]
        ).unread)
    case .singleExactly where addresses.count == 1:
      return make(
        try exchange.fillOrKillOrder(
          orderAddresses: addresses[0], orderValues: values[0], fillTakerTokenAmount: amounts[0], v: v[0], r: r[0],
          s: s[0]))
    case .upTo:
      return make(
        try exchange.fillOrdersUpTo(
          orderAddresses: addresses, orderValues: values, fillTakerTokenAmount: leg.takerAmount,
          shouldThrowOnInsufficientBalanceOrAllowance: false, v: v, r: r, s: s
        ).unread)
    case .batchExactly, .singleExactly:
      return make(
        try exchange.batchFillOrKillOrders(
          orderAddresses: addresses, orderValues: values, fillTakerTokenAmounts: amounts, v: v, r: r, s: s))
    case .batch, .single:
      return make(
        try exchange.batchFillOrders(
          orderAddresses: addresses, orderValues: values, fillTakerTokenAmounts: amounts,
          shouldThrowOnInsufficientBalanceOrAllowance: false, v: v, r: r, s: s))
    }
  }

  /// The call of version 4 that fills the orders of a transaction.
  func v4(_ leg: DealLeg, _ make: (ContractCall<Void>) -> ExchangeCall) throws -> ExchangeCall {
    let exchange = NativeOrders(address: leg.exchange, connection: connection)
    var (orders, signatures, amounts) = ([NativeOrders.LimitOrder](), [NativeOrders.Signature](), [UInt256]())
    for part in leg.orders {
      guard case .v4(let signed) = part.order else { continue }
      orders.append(NativeOrders.LimitOrder(signed.order))
      signatures.append(NativeOrders.Signature(signed))
      amounts.append(part.fill.takerAmount)
    }
    switch leg.method {
    case .single where orders.count == 1:
      return make(
        try exchange.fillLimitOrder(
          order: orders[0], signature: signatures[0], takerTokenFillAmount: amounts[0], value: .zero
        ).unread)
    case .singleExactly where orders.count == 1:
      return make(
        try exchange.fillOrKillLimitOrder(
          order: orders[0], signature: signatures[0], takerTokenFillAmount: amounts[0], value: .zero
        ).unread)
    default:
      let isExact = leg.method == .batchExactly || leg.method == .singleExactly
      return make(
        try exchange.batchFillLimitOrders(
          orders: orders, signatures: signatures, takerTokenFillAmounts: amounts, revertIfIncomplete: isExact,
          value: .zero
        ).unread)
    }
  }
}

extension ContractCall {
  /// The call without a reader of its answer.
  var unread: ContractCall<Void> {
    ContractCall<Void>(
      to: contract, calldata: calldata, value: value, function: function, errors: errors, connection: connection
    ) { _ in }
  }
}
