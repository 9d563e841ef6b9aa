import Orders
import Primitives

extension ExchangeErrors {
  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// The amount that can be had of the one that was wanted, and the orders that are not taken.
    case depth(UInt256, wanted: UInt256, excluded: [DealExclusion])
    /// The worth of the gas, and of what the deal moves, in smallest units of the quote token.
    case gas(worth: UInt256, moved: UInt256)
    /// The taker tokens that were paid of those that were planned, the maker tokens that were got, and the errors that the
    /// exchange logged, by the orders' hashes; and whether nothing but the word of one node stands for it.
    case filled(
      paid: UInt256, received: UInt256, planned: UInt256, errors: [Hash32: UInt8], isOneNodesWord: Bool = false)
    /// The maker tokens that a purchase got of those that it was to get, the taker tokens that were paid for them, and the
    /// errors that the exchange logged, by the orders' hashes; and whether nothing but the word of one node stands for it.
    case bought(
      UInt256, of: UInt256, paid: UInt256, errors: [Hash32: UInt8], isOneNodesWord: Bool = false)
    /// The amount of a token that is needed, as a balance or an allowance, and the one that is there; of an allowance the
    /// account that may move it.
    case shortage(token: Address, needed: UInt256, there: UInt256, spender: Address? = nil)
    /// The hash of the order that it is about.
    case order(Hash32)
    /// The version of the protocol of which a network has no exchange.
    case version(OrderVersion)
    /// The contract that is not what it is taken for.
    case contract(Address)
  }
}
