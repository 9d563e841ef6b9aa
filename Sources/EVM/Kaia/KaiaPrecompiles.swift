import Keys
import Primitives

/// The precompiles that only Kaia has.
enum KaiaPrecompiles {
  /// By address.
  static let table: [Address: Precompile] = [
    PrecompileAddress.vmLog.address: vmLog, PrecompileAddress.feePayer.address: feePayer,
    PrecompileAddress.validateSender.address: validateSender,
  ]

  /// Writes its input to a node's log, which a devnet doesn't have: it costs its gas and gives nothing.
  private static let vmLog = Precompile(
    gas: { PrecompileGas.vmLog + PrecompileGas.vmLogByte * UInt64($0.count) }, run: { _ in [] })

  /// The 20 bytes of the address that pays for the transaction's gas.
  private static let feePayer = Precompile(
    gas: { _ in PrecompileGas.feePayer }, runOn: { _, host in host.feePayer.bytes })

  /// 1 or 0, a single byte: whether signatures (65 bytes each) over a hash (32) are those that the key of an account (20)
  /// asks for in a transaction.
  private static let validateSender = Precompile(
    gas: { PrecompileGas.validateSenderSignature * UInt64($0.count / 65) },
    runOn: { input, host in [try isValid(input, host) ? 1 : 0] })

  private static func isValid(_ input: ArraySlice<UInt8>, _ host: any PrecompileHost) throws -> Bool {
    guard input.count >= 52, (input.count - 52).isMultiple(of: 65), let address = try? Address(input.prefix(20)),
      let hash = try? Hash32(input.dropFirst(20).prefix(32))
    else { return false }
    var signers: [PublicKey] = []
    var rest = input.dropFirst(52)
    while !rest.isEmpty {
      let bytes = rest.prefix(65)
      rest = rest.dropFirst(65)
      guard let parity = bytes.last, parity <= 1,
        let r = try? UInt256(bigEndian: bytes.prefix(32)),
        let s = try? UInt256(bigEndian: bytes.dropFirst(32).prefix(32)),
        let signer = try? Signature(r: r, s: s, yParity: parity).recover(hash)
      else { return false }
      signers.append(signer)
    }
    let key = try host.signingKey(of: address)
    do { try key.check(signers, role: .transaction, of: address) } catch { return false }
    return true
  }
}
