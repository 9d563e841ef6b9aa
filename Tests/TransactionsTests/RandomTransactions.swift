import FixtureSupport
import Keys
import Primitives
import Transactions

extension Seeded {
  /// A number of any length up to `bits`, so that zeros and short ones are as frequent as long ones.
  mutating func number(bits: Int = 256) throws -> UInt256 {
    let length = Int.random(in: 0...bits, using: &self)
    let number = try UInt256(bigEndian: bytes(32))
    return length == 0 ? 0 : number >> (256 - length)
  }

  mutating func word() throws -> UInt64 { UInt64(truncatingIfNeeded: try number(bits: 64)) }

  mutating func nonce() throws -> UInt64 { min(try word(), .max - 1) }

  mutating func address() throws -> Address { try Address(bytes(20)) }

  mutating func hash() throws -> Hash32 { try Hash32(bytes(32)) }

  mutating func accessList() throws -> [AccessListEntry] {
    try (0..<Int.random(in: 0...3, using: &self)).map { _ in
      AccessListEntry(
        address: try address(), storageKeys: try (0..<Int.random(in: 0...3, using: &self)).map { _ in try hash() })
    }
  }

  mutating func authorizations() throws -> [Authorization] {
    try (0..<Int.random(in: 0...3, using: &self)).map { _ in
      Authorization(
        chainID: try number(), address: try address(), nonce: try word(), yParity: .random(in: 0...255, using: &self),
        r: try number(), s: try number())
    }
  }

  mutating func signature() throws -> Signature {
    try Signature(r: try number(bits: 255) | 1, s: try number(bits: 254) | 1, yParity: .random(in: 0...1, using: &self))
  }

  mutating func transaction(_ kind: TransactionKind) throws -> UnsignedTransaction {
    let to: Address? = Bool.random(using: &self) ? try address() : nil
    let data = bytes(Int.random(in: 0...80, using: &self))
    switch kind {
    case .legacy:
      return .legacy(
        LegacyTransaction(
          chainID: Bool.random(using: &self) ? try number(bits: 254) : nil, nonce: try nonce(), gasPrice: try number(),
          gasLimit: try word(), to: to, value: try number(), data: data))
    case .accessList:
      return .accessList(
        AccessListTransaction(
          chainID: try number(), nonce: try nonce(), gasPrice: try number(), gasLimit: try word(), to: to,
          value: try number(), data: data, accessList: try accessList()))
    case .feeMarket:
      return .feeMarket(
        FeeMarketTransaction(
          chainID: try number(), nonce: try nonce(), maxPriorityFeePerGas: try number(), maxFeePerGas: try number(),
          gasLimit: try word(), to: to, value: try number(), data: data, accessList: try accessList()))
    case .blob:
      return .blob(
        BlobTransaction(
          chainID: try number(), nonce: try nonce(), maxPriorityFeePerGas: try number(), maxFeePerGas: try number(),
          gasLimit: try word(), to: try address(), value: try number(), data: data, accessList: try accessList(),
          maxFeePerBlobGas: try number(),
          blobVersionedHashes: try (0..<Int.random(in: 0...6, using: &self)).map { _ in try hash() }))
    case .setCode:
      return .setCode(
        SetCodeTransaction(
          chainID: try number(), nonce: try nonce(), maxPriorityFeePerGas: try number(), maxFeePerGas: try number(),
          gasLimit: try word(), to: try address(), value: try number(), data: data, accessList: try accessList(),
          authorizationList: try authorizations()))
    case .kaia(let type): return .kaia(try kaia(type))
    }
  }
}
