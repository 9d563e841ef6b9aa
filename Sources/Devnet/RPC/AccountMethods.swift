import JSONFields
import Keys
import Primitives
import StrictJSON
import Transactions

/// The methods that sign with the keys of the devnet's own accounts.
enum AccountMethods {
  static let table: [String: RPCMethod] = [
    "eth_sign": RPCMethod(2) { devnet, parameters in
      try signature(of: parameters(0).address(), PersonalMessage.digest(parameters(1).bytes()), devnet)
    },
    "personal_sign": RPCMethod(3) { devnet, parameters in
      try signature(of: parameters(1).address(), PersonalMessage.digest(parameters(0).bytes()), devnet)
    },
    "eth_signTypedData": signTypedData,
    "eth_signTypedData_v4": signTypedData,
    "eth_signTransaction": RPCMethod(1) { devnet, parameters in
      let sent = try parameters(0).callRequest(chainID: devnet.chainID).signed(by: devnet, impersonating: false)
      guard !sent.isImpersonated else { throw noKey(of: sent.sender) }
      // geth's form, which web3.py reads.
      return ["raw": .bytes(sent.transaction.encoded), "tx": .object(sent.json)]
    },
  ]

  /// EIP-712. The data is an object, or the text of one as wallets take it.
  private static let signTypedData = RPCMethod(2) { devnet, parameters in
    let (address, argument) = try (parameters(0).address(), parameters(1))
    let digest = try argument.reading {
      try TypedData(json: argument.json.string.map { try JSON(parsing: $0) } ?? argument.json).digest()
    }
    return try signature(of: address, digest, devnet)
  }

  /// The signature of a digest by the key of one of the devnet's own accounts.
  ///
  /// - Throws: `unknownAccount`.
  private static func signature(of address: Address, _ digest: Hash32, _ devnet: Devnet) throws -> JSON {
    guard let key = devnet.key(of: address) else { throw noKey(of: address) }
    return .bytes(try key.sign(digest).bytes65)
  }

  private static func noKey(of address: Address) -> DevnetError {
    DevnetError(.unknownAccount, "unknown account: the devnet has no key of \(address)")
  }
}
