import EVM
import Primitives
import StrictJSON

extension Devnet {
  /// What tells of accounts.
  static let stateMethods: [String: RPCMethod] = [
    "eth_getBalance": RPCMethod(2) { devnet, parameters in
      .quantity(try devnet.balance(of: parameters(0).address(), at: parameters.block(1)))
    },
    "eth_getTransactionCount": RPCMethod(2) { devnet, parameters in
      .quantity(try devnet.nonce(of: parameters(0).address(), at: parameters.block(1)))
    },
    "eth_getCode": RPCMethod(2) { devnet, parameters in
      .bytes(try devnet.code(of: parameters(0).address(), at: parameters.block(1)))
    },
    "eth_getStorageAt": RPCMethod(3) { devnet, parameters in
      let (address, slot) = try (parameters(0).address(), parameters(1).slot())
      return .hash(Hash32(try devnet.storage(of: address, slot: slot, at: parameters.block(2))))
    },
    "eth_getProof": RPCMethod(3) { devnet, parameters in
      let keys = try parameters(1).list(most: 1024)
      return try devnet.proof(of: parameters(0).address(), keys: keys, at: parameters.block(2))
    },
  ]

  /// EIP-1186.
  private func proof(of address: Address, keys: [Argument], at reference: BlockReference) throws -> JSON {
    var state = try state(at: reference).merged()
    let account = state.account(address) ?? EVM.Account()
    let slots = try keys.map { try $0.slot() }
    let proof = state.proof(of: address, slots: slots)
    var storage: [JSON] = []
    for (index, slot) in slots.enumerated() {
      // geth repeats a key of 32 bytes as it is, and a shorter one as a quantity.
      let isWhole = keys[index].json.string?.utf8.count == 66
      storage.append([
        "key": isWhole ? .hash(Hash32(slot)) : .quantity(slot), "value": .quantity(state.storage(address, slot)),
        "proof": .array(proof.slots[index].map { .bytes($0) }),
      ])
    }
    return [
      "address": .address(address), "accountProof": .array(proof.account.map { .bytes($0) }),
      "balance": .quantity(account.balance), "codeHash": .hash(account.codeHash), "nonce": .quantity(account.nonce),
      "storageHash": .hash(proof.storageRoot), "storageProof": .array(storage),
    ]
  }
}
