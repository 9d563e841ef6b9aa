import Primitives

/// Deposits to the consensus layer, as the deposit contract logs them (EIP-6110).
enum Deposit {
  /// `DepositEvent(bytes,bytes,bytes,bytes,bytes)`
  static let topic = Keccak256.hash(Array("DepositEvent(bytes,bytes,bytes,bytes,bytes)".utf8))
  /// Public key, withdrawal credentials, amount, signature, index: where each begins in the log's data, its length
  /// before it, and how many bytes it has.
  private static let fields = [(160, 48), (256, 32), (320, 8), (384, 96), (512, 8)]

  /// The data of all the requests in some logs, one after the other.
  ///
  /// - Throws: `malformedDeposit`.
  static func requests(in logs: [Log], of contract: Address) throws(EVMError) -> [UInt8] {
    var requests: [UInt8] = []
    for log in logs where log.address == contract && log.topics.first == topic {
      guard log.data.count == 576 else { throw malformed("it has \(log.data.count) bytes instead of 576") }
      for (index, (offset, length)) in fields.enumerated() {
        guard try number(log.data, at: 32 * index) == offset, try number(log.data, at: offset) == length else {
          throw malformed("its field \(index) is not where it should be, or has another length")
        }
        requests += log.data[(offset + 32)..<(offset + 32 + length)]
      }
    }
    return requests
  }

  private static func number(_ data: [UInt8], at offset: Int) throws(EVMError) -> Int {
    guard let number = try? UInt256(bigEndian: data[offset..<(offset + 32)]) else { throw malformed("it is too short") }
    return number.clamped
  }

  private static func malformed(_ reason: String) -> EVMError {
    EVMError(.malformedDeposit, "a log of the deposit contract is no deposit: \(reason)")
  }
}
