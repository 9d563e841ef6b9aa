import EVM
import JSONFields
import Keys
import Primitives
import StrictJSON
import Transactions
import Tries

/// The methods about accounts and their keys.
enum KaiaAccountMethods {
  static let table: [String: RPCMethod] = [
    "getAccount": RPCMethod(2) { devnet, parameters in
      try account(parameters(0).address(), at: parameters.block(1), devnet)
    },
    "getAccountKey": RPCMethod(2) { devnet, parameters in
      let (address, state) = try (parameters(0).address(), devnet.state(at: parameters.block(1)))
      guard try state.account(address) != nil else { return .null }
      return try Journal(state).signingKey(of: address).json
    },
    "accountCreated": RPCMethod(2) { devnet, parameters in
      .bool(try devnet.state(at: parameters.block(1)).account(parameters(0).address()) != nil)
    },
    "isContractAccount": RPCMethod(2) { devnet, parameters in
      .bool(try devnet.state(at: parameters.block(1)).isContract(parameters(0).address()))
    },
    "encodeAccountKey": RPCMethod(1) { _, parameters in .bytes(try parameters(0).accountKeyJSON().encoded) },
    "decodeAccountKey": RPCMethod(1) { _, parameters in try parameters(0).accountKey().json },
    "recoverFromTransaction": RPCMethod(2) { devnet, parameters in
      try sender(ofRaw: parameters(0).bytes(), at: parameters.block(1), devnet)
    },
    "recoverFromMessage": RPCMethod(4) { devnet, parameters in
      try signer(
        of: parameters(1).bytes(), parameters(2).bytes(), for: parameters(0).address(),
        in: devnet.state(at: parameters.block(3)))
    },
  ]

  private static func account(
    _ address: Address, at reference: BlockReference, _ devnet: isolated Devnet
  ) throws -> JSON {
    let state = try devnet.state(at: reference)
    guard let account = try state.account(address) else { return .null }
    let isContract = try state.isContract(address)
    guard account.codeHash != Code.empty.hash else {
      return account.kaiaJSON(isContract: false, storageRoot: .emptyTrieRoot)
    }
    // Over another chain's state the root can't be known: like that of the state it is zero.
    guard devnet.origin == nil else { return account.kaiaJSON(isContract: isContract, storageRoot: .zero) }
    var merged = try state.merged()
    return account.kaiaJSON(
      isContract: isContract, storageRoot: merged.proof(of: address, slots: []).storageRoot)
  }

  /// The sender of a raw transaction whose signatures are those that the account's key asks for.
  private static func sender(
    ofRaw bytes: Bytes, at reference: BlockReference, _ devnet: isolated Devnet
  ) throws -> JSON {
    guard let first = bytes.first else { throw DevnetError.refusal("Empty input") }
    // Ethereum's typed kinds are taken as they are there, too.
    let sent = try KaiaSendingMethods.decode(
      (1..<8).contains(first) ? [TransactionKind.ethereumPrefix] + bytes : bytes, devnet)
    let (chain, header) = (devnet.chain, try devnet.ledger.existing(reference).header)
    let machine = Machine(
      rules: chain.rules(of: header), block: chain.environment(of: header),
      state: Journal(try devnet.state(at: reference)))
    var execution = sent.execution
    execution.feePayment = nil
    do {
      try machine.validator.validateKeys(execution)
    } catch let error as EVMError {
      // Without the words that the pool puts before it.
      throw DevnetError.refusal(error.message.replacing("invalid sender: ", with: ""))
    }
    return .address(sent.sender)
  }

  /// The signer of a message, if it is one of the keys of an account, in whatever role.
  private static func signer(
    of message: Bytes, _ signature: Bytes, for address: Address, in state: ChangedState
  ) throws -> JSON {
    guard signature.count == 65 else { throw DevnetError.refusal("signature must be 65 bytes long") }
    guard signature[64] == 27 || signature[64] == 28 else {
      throw DevnetError.refusal("invalid signature (V is not 27 or 28)")
    }
    let key = try Journal(state).signingKey(of: address)
    for prefix in [PersonalMessage.Prefix.klaytn, .ethereum] {
      guard let signer = try? Signature(bytes65: signature).recover(PersonalMessage.digest(message, prefix: prefix)),
        key.hasMember(signer, of: address)
      else { continue }
      return .address(signer.address)
    }
    throw DevnetError.refusal("Invalid signature")
  }
}

extension AccountKey {
  /// Whether a public key is one of those that this one is made of.
  fileprivate func hasMember(_ signer: PublicKey, of address: Address) -> Bool {
    switch self {
    case .none, .fail: false
    case .legacy: signer.address == address
    case .publicKey(let key): key == signer
    case .multisig(let multisig): multisig.keys.contains { $0.key == signer }
    case .roles(let keys): keys.contains { $0.hasMember(signer, of: address) }
    }
  }
}

extension StateReader {
  /// Whether an account has code of its own.
  fileprivate func isContract(_ address: Address) throws -> Bool {
    guard let hash = try account(address)?.codeHash, hash != Code.empty.hash else { return false }
    return try code(address, hash: hash).delegate == nil
  }
}

extension Argument {
  /// An account key as Kaia's nodes write it.
  fileprivate func accountKeyJSON() throws(DevnetError) -> AccountKey {
    guard field("keyType") != nil else { throw DevnetError(.refusedTransaction, "key type is not specified") }
    return try reading { try AccountKey(json: json) }
  }
}
