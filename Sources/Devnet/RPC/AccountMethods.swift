import Keys
import Primitives
import StrictJSON
import Transactions

extension Devnet {
  /// The methods that sign with the keys of the devnet's own accounts.
  static let accountMethods: [String: RPCMethod] = [
    "eth_sign": RPCMethod(2) { devnet, parameters in
      try devnet.signature(of: parameters(0).address(), PersonalMessage.digest(parameters(1).bytes()))
    },
    "personal_sign": RPCMethod(3) { devnet, parameters in
      try devnet.signature(of: parameters(1).address(), PersonalMessage.digest(parameters(0).bytes()))
    },
    "eth_signTypedData": signTypedData,
    "eth_signTypedData_v4": signTypedData,
    "eth_signTransaction": RPCMethod(1) { devnet, parameters in
      let sent = try devnet.signed(parameters(0).callRequest(chainID: devnet.chainID), impersonating: false)
      guard !sent.isImpersonated else { throw devnet.noKey(of: sent.sender) }
      // geth's form, which web3.py reads.
      return ["raw": .bytes(sent.transaction.encoded), "tx": .object(sent.json)]
    },
  ]

  /// EIP-712. The data is an object, or the text of one as wallets take it.
  private static let signTypedData = RPCMethod(2) { devnet, parameters in
    let (address, argument) = try (parameters(0).address(), parameters(1))
    let digest: Hash32
    do {
      digest = try TypedData(json: argument.json.string.map { try JSON(parsing: $0) } ?? argument.json).digest()
    } catch {
      throw argument.invalid("\(error)".split(separator: "\n").joined(separator: "; "))
    }
    return try devnet.signature(of: address, digest)
  }

  private func signature(of address: Address, _ digest: Hash32) throws -> JSON {
    guard let key = accounts.first(where: { $0.address == address })?.key else { throw noKey(of: address) }
    return .bytes(try key.sign(digest).bytes65)
  }

  private func noKey(of address: Address) -> DevnetError {
    DevnetError(.unknownAccount, "unknown account: the devnet has no key of \(address)")
  }
}
