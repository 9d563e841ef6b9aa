import EVM
import JSONFields
import Primitives
import StrictJSON

/// The methods that read accounts.
enum StateMethods {
  static let table: [String: RPCMethod] = [
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
    "eth_getStorageValues": RPCMethod(2) { devnet, parameters in
      try storageValues(parameters(0), in: devnet.state(at: parameters.block(1)))
    },
    "eth_getAccountInfo": RPCMethod(2) { devnet, parameters in
      let (address, block) = try (parameters(0).address(), parameters.block(1))
      return [
        "balance": .quantity(try devnet.balance(of: address, at: block)),
        "nonce": .quantity(try devnet.nonce(of: address, at: block)),
        "code": .bytes(try devnet.code(of: address, at: block)),
      ]
    },
    "eth_getAccount": RPCMethod(2) { devnet, parameters in
      let proof = try proof(of: parameters(0).address(), keys: [], in: devnet.state(at: parameters.block(1)))
      return [
        "balance": proof["balance"] ?? .null, "nonce": proof["nonce"] ?? .null,
        "codeHash": proof["codeHash"] ?? .null, "storageRoot": proof["storageHash"] ?? .null,
      ]
    },
    "eth_getProof": RPCMethod(3) { devnet, parameters in
      let keys = try parameters(1).list(most: 1024)
      return try proof(of: parameters(0).address(), keys: keys, in: devnet.state(at: parameters.block(2)))
    },
  ]

  /// The most slots that one request asks for.
  private static let mostSlots = 1024

  /// Slots of several accounts at once.
  private static func storageValues(_ wanted: Argument, in state: ChangedState) throws -> JSON {
    guard let object = wanted.json.object else { throw wanted.invalid("it is not an object") }
    guard !object.isEmpty else { throw DevnetError(.invalidParameters, "empty request") }
    var answer = JSONObject()
    var count = 0
    for (text, json) in object {
      let address = try Argument(json: .string(text), place: wanted.place).address()
      let slots = try Argument(json: json, place: "\(wanted.place).\(text)").list(most: mostSlots)
      count += slots.count
      guard count <= mostSlots else {
        throw DevnetError(.invalidParameters, "too many slots (max \(mostSlots))")
      }
      answer[text] = .array(try slots.map { .hash(Hash32(try state.storage(address, $0.slot()))) })
    }
    return .object(answer)
  }

  /// EIP-1186.
  private static func proof(of address: Address, keys: [Argument], in state: ChangedState) throws -> JSON {
    var state = try state.merged()
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
