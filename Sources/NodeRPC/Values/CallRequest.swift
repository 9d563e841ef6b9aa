import Primitives
import StrictJSON

/// A call to simulate or to estimate: what `eth_call`, `eth_estimateGas` and `eth_createAccessList` take.
public struct CallRequest: Sendable, Hashable {
  /// The caller; nil leaves it to the node, which takes the zero address.
  public var from: Address?
  /// The account that is called; nil creates a contract.
  public var to: Address?
  /// The gas limit.
  public var gas: UInt64?
  /// The price of gas, in wei; not together with the two below.
  public var gasPrice: UInt256?
  /// The highest price of gas, in wei (EIP-1559).
  public var maxFeePerGas: UInt256?
  /// The tip on top of the base fee, in wei (EIP-1559).
  public var maxPriorityFeePerGas: UInt256?
  /// The amount that is paid with the call.
  public var value: Amount?
  /// The calldata, or the creation code.
  public var data: Bytes
  /// The caller's nonce; nil leaves it to the node.
  public var nonce: UInt64?
  /// The access list (EIP-2930).
  public var accessList: [AccessListEntry]?

  /// A call with everything left to the node that is not given; a gas price beside EIP-1559's fees is not refused
  /// here.
  public init(
    from: Address? = nil, to: Address? = nil, gas: UInt64? = nil, gasPrice: UInt256? = nil,
    maxFeePerGas: UInt256? = nil, maxPriorityFeePerGas: UInt256? = nil, value: Amount? = nil, data: Bytes = [],
    nonce: UInt64? = nil, accessList: [AccessListEntry]? = nil
  ) {
    self.from = from
    self.to = to
    self.gas = gas
    self.gasPrice = gasPrice
    self.maxFeePerGas = maxFeePerGas
    self.maxPriorityFeePerGas = maxPriorityFeePerGas
    self.value = value
    self.data = data
    self.nonce = nonce
    self.accessList = accessList
  }

  /// The call as a parameter; the calldata is in `data`, which every node reads, old or new.
  public var json: JSON {
    var object = JSONObject()
    if let from { object["from"] = .string(from.lowercaseHex) }
    if let to { object["to"] = .string(to.lowercaseHex) }
    if let gas { object["gas"] = .string(UInt256(gas).quantity) }
    if let gasPrice { object["gasPrice"] = .string(gasPrice.quantity) }
    if let maxFeePerGas { object["maxFeePerGas"] = .string(maxFeePerGas.quantity) }
    if let maxPriorityFeePerGas { object["maxPriorityFeePerGas"] = .string(maxPriorityFeePerGas.quantity) }
    if let value { object["value"] = .string(value.wei.quantity) }
    if !data.isEmpty { object["data"] = .string(data.hex) }
    if let nonce { object["nonce"] = .string(UInt256(nonce).quantity) }
    if let accessList { object["accessList"] = .array(accessList.map(\.json)) }
    return .object(object)
  }
}
