import Orders
import Primitives

/// The calldata of the functions that a book reads.
enum ExchangeCall {
  /// `TOKEN_TRANSFER_PROXY_CONTRACT()`
  static let proxy: Bytes = [0xad, 0xd1, 0xcb, 0xc5]
  /// `ZRX_TOKEN_CONTRACT()`
  static let feeToken: Bytes = [0x3b, 0x30, 0xba, 0x59]

  /// `filled(bytes32)` of version 1.
  static func filled(_ hash: Hash32) -> Bytes { call([0x28, 0x8c, 0xdc, 0x91], [UInt256(hash)]) }

  /// `cancelled(bytes32)` of version 1.
  static func cancelled(_ hash: Hash32) -> Bytes { call([0x2a, 0xc1, 0x26, 0x22], [UInt256(hash)]) }

  /// `getLimitOrderInfo` of version 4, which asks no token, so that none can spoil the answer.
  static func info(_ order: LimitOrder) -> Bytes { call([0x95, 0x48, 0x08, 0x89], order.words) }

  /// `isValidOrderSigner(address,address)` of version 4.
  static func isSigner(_ signer: Address, of maker: Address) -> Bytes {
    call([0x6b, 0x52, 0xa4, 0xa8], [UInt256(maker), UInt256(signer)])
  }

  /// `balanceOf(address)` of a token.
  static func balance(of owner: Address) -> Bytes { call([0x70, 0xa0, 0x82, 0x31], [UInt256(owner)]) }

  /// `allowance(address,address)` of a token.
  static func allowance(of owner: Address, for spender: Address) -> Bytes {
    call([0xdd, 0x62, 0xed, 0x3e], [UInt256(owner), UInt256(spender)])
  }

  private static func call(_ selector: Bytes, _ words: [UInt256]) -> Bytes {
    var data = selector
    data.reserveCapacity(4 + 32 * words.count)
    for word in words { Hash32(word).withUnsafeBytes { data.append(contentsOf: $0) } }
    return data
  }
}

/// Data of a contract that is whole words of 32 bytes: a return value without dynamic parts, or an event's parameters.
struct ContractWords {
  private let words: [UInt256]

  /// Splits data into words; nil where some bytes are left over.
  init?(_ data: Bytes) {
    guard data.count.isMultiple(of: 32), data.count <= 64 * 32 else { return nil }
    var words: [UInt256] = []
    for start in stride(from: 0, to: data.count, by: 32) {
      guard let word = try? UInt256(bigEndian: data[start..<(start + 32)]) else { return nil }
      words.append(word)
    }
    self.words = words
  }

  /// The number of words.
  var count: Int { words.count }

  /// A word; nil behind the last one.
  func number(_ index: Int) -> UInt256? { words.indices.contains(index) ? words[index] : nil }

  /// A word below 2^128.
  func half(_ index: Int) -> UInt256? { number(index).flatMap { $0.high == 0 ? $0 : nil } }

  /// A word as a hash.
  func hash(_ index: Int) -> Hash32? { number(index).map { Hash32($0) } }

  /// A word that is an address and nothing beside it.
  func address(_ index: Int) -> Address? {
    number(index).flatMap { $0 >> 160 == 0 ? Address(truncating: $0) : nil }
  }

  /// A word that is true or false.
  func bool(_ index: Int) -> Bool? { number(index).flatMap { $0 <= 1 ? $0 == 1 : nil } }
}
