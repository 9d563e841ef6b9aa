import EVM
import Primitives
import StrictJSON

extension Devnet {
  /// The methods about the chain's rules, and about which data the devnet has.
  static let configurationMethods: [String: RPCMethod] = [
    "eth_config": RPCMethod(0) { devnet, _ in
      let chain = devnet.chain
      let current = chain.fork(of: chain.head.header)
      let scheduled = chain.forks.forks.filter { fork in
        guard fork > current, case .time = chain.forks.beginning(of: fork) else { return false }
        return true
      }
      return [
        "current": devnet.configuration(of: current), "next": scheduled.first.map(devnet.configuration) ?? .null,
        "last": scheduled.last.map(devnet.configuration) ?? .null,
      ]
    },
    "eth_capabilities": RPCMethod(0) { devnet, _ in
      let whole: JSONObject = ["disabled": false, "oldestBlock": .quantity(devnet.chain.firstNumber)]
      var logs = whole
      // Logs are kept as long as the chain.
      logs["deleteStrategy"] = ["type": "window", "retentionBlocks": .quantity(UInt64.max)]
      return [
        "head": ["number": .quantity(devnet.blockNumber), "hash": .hash(devnet.chain.head.hash)],
        "state": .object(whole), "tx": .object(whole), "logs": .object(logs), "receipts": .object(whole),
        "blocks": .object(whole), "stateproofs": .object(whole),
      ]
    },
  ]

  /// The rules from a fork on (EIP-7910).
  private func configuration(of fork: Fork) -> JSON {
    var time: UInt64 = 0
    if case .time(let beginning) = chain.forks.beginning(of: fork) { time = beginning }
    let rules = chain.rules(of: fork)
    var object: JSONObject = [
      "activationTime": .number("\(time)"), "chainId": .quantity(chainID),
      "forkId": .bytes(chain.forkID(at: fork)), "blobSchedule": .null,
    ]
    if let blobs = rules.blobs {
      object["blobSchedule"] = [
        "target": .number("\(blobs.target)"), "max": .number("\(blobs.max)"),
        "baseFeeUpdateFraction": .number("\(blobs.updateFraction)"),
      ]
    }
    let precompiles = Self.precompileNames.compactMap { number, name -> (String, JSON)? in
      let address = Address(truncating: UInt256(number))
      return rules.precompiles[address] == nil ? nil : (name, .address(address))
    }
    // Kaia's forks begin at blocks, and a time would be no one's (KIP-276).
    if chain.kaia != nil { object["activationTime"] = nil }
    object["precompiles"] = .object(JSONObject(precompiles))
    var contracts = (rules.openingCalls + rules.closingCalls).compactMap { call -> (String, JSON)? in
      Self.contractNames[call.eip].map { ($0, .address(call.target)) }
    }
    if let deposits = rules.depositContract { contracts.append(("DEPOSIT_CONTRACT_ADDRESS", .address(deposits))) }
    object["systemContracts"] = .object(JSONObject(contracts))
    return .object(object)
  }

  /// EIP-7910's names of the precompiles, by address.
  private static let precompileNames: [(UInt64, String)] = [
    (0x01, "ECREC"), (0x02, "SHA256"), (0x03, "RIPEMD160"), (0x04, "ID"), (0x05, "MODEXP"), (0x06, "BN254_ADD"),
    (0x07, "BN254_MUL"), (0x08, "BN254_PAIRING"), (0x09, "BLAKE2F"), (0x0a, "KZG_POINT_EVALUATION"),
    (0x0b, "BLS12_G1ADD"), (0x0c, "BLS12_G1MSM"), (0x0d, "BLS12_G2ADD"), (0x0e, "BLS12_G2MSM"),
    (0x0f, "BLS12_PAIRING_CHECK"), (0x10, "BLS12_MAP_FP_TO_G1"), (0x11, "BLS12_MAP_FP2_TO_G2"),
    (0x100, "P256VERIFY"), (0x3fd, "VMLOG"), (0x3fe, "FEE_PAYER"), (0x3ff, "VALIDATE_SENDER"),
  ]

  /// Its names of the contracts that the chain calls, by EIP.
  private static let contractNames = [
    4788: "BEACON_ROOTS_ADDRESS", 2935: "HISTORY_STORAGE_ADDRESS", 7002: "WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS",
    7251: "CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS",
  ]
}

extension Chain {
  /// The fork id, by which a chain and its upgrades to a fork differ from others: the CRC-32 of the genesis' hash and
  /// of the blocks and times of the upgrades (EIP-2124, EIP-6122).
  fileprivate func forkID(at fork: Fork) -> Bytes {
    var (numbers, times) = (Set(forks.otherBlocks), Set<UInt64>())
    for passed in forks.forks where passed <= fork {
      switch forks.beginning(of: passed) {
      case .block(let number): numbers.insert(number)
      case .time(let time) where time > blocks[0].header.timestamp: times.insert(time)
      default: break
      }
    }
    numbers.remove(0)
    var hashed = blocks[0].hash.bytes
    for number in numbers.sorted() + times.sorted() { hashed += UInt256(number).bigEndianBytes.suffix(8) }
    return UInt256(UInt64(Self.crc32(hashed))).bigEndianBytes.suffix(4).map { $0 }
  }

  /// CRC-32 of IEEE 802.3.
  private static func crc32(_ bytes: Bytes) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xedb8_8320 }
    }
    return ~sum
  }
}
