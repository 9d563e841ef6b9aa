import EVM
import JSONFields
import Primitives
import StrictJSON

/// The methods about the chain's rules, and about which data the devnet has.
enum ConfigurationMethods {
  static let table: [String: RPCMethod] = [
    "eth_config": RPCMethod(0) { devnet, _ in
      let chain = devnet.chain
      let current = chain.fork(of: chain.head.header)
      let scheduled = chain.forks.forks.filter { fork in
        guard fork > current, case .time = chain.forks.beginning(of: fork) else { return false }
        return true
      }
      return [
        "current": configuration(of: current, chain),
        "next": scheduled.first.map { configuration(of: $0, chain) } ?? .null,
        "last": scheduled.last.map { configuration(of: $0, chain) } ?? .null,
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
  private static func configuration(of fork: Fork, _ chain: Chain) -> JSON {
    var time: UInt64 = 0
    if case .time(let beginning) = chain.forks.beginning(of: fork) { time = beginning }
    let rules = chain.rules(of: fork)
    var object: JSONObject = [
      "activationTime": .number("\(time)"), "chainId": .quantity(chain.chainID),
      "forkId": .bytes(forkID(of: chain, at: fork)), "blobSchedule": .null,
    ]
    if let blobs = rules.blobs {
      object["blobSchedule"] = [
        "target": .number("\(blobs.target)"), "max": .number("\(blobs.max)"),
        "baseFeeUpdateFraction": .number("\(blobs.updateFraction)"),
      ]
    }
    let precompiles = precompileNames.compactMap { place, name -> (String, JSON)? in
      rules.precompiles[place.address] == nil ? nil : (name, .address(place.address))
    }
    if !chain.kind.forksBeginAtTimes { object["activationTime"] = nil }
    object["precompiles"] = .object(JSONObject(precompiles))
    var contracts = (rules.openingCalls + rules.closingCalls).compactMap { call -> (String, JSON)? in
      contractNames[call.eip].map { ($0, .address(call.target)) }
    }
    if let deposits = rules.depositContract { contracts.append(("DEPOSIT_CONTRACT_ADDRESS", .address(deposits))) }
    object["systemContracts"] = .object(JSONObject(contracts))
    return .object(object)
  }

  /// EIP-7910's names of the precompiles, by address.
  private static let precompileNames: [(PrecompileAddress, String)] = [
    (.ecrecover, "ECREC"), (.sha256, "SHA256"), (.ripemd160, "RIPEMD160"), (.identity, "ID"), (.modexp, "MODEXP"),
    (.bn254Add, "BN254_ADD"), (.bn254Multiply, "BN254_MUL"), (.bn254Pairing, "BN254_PAIRING"), (.blake2f, "BLAKE2F"),
    (.pointEvaluation, "KZG_POINT_EVALUATION"), (.bls12G1Add, "BLS12_G1ADD"), (.bls12G1MultiScalar, "BLS12_G1MSM"),
    (.bls12G2Add, "BLS12_G2ADD"), (.bls12G2MultiScalar, "BLS12_G2MSM"), (.bls12Pairing, "BLS12_PAIRING_CHECK"),
    (.bls12MapToG1, "BLS12_MAP_FP_TO_G1"), (.bls12MapToG2, "BLS12_MAP_FP2_TO_G2"), (.p256Verify, "P256VERIFY"),
    (.vmLog, "VMLOG"), (.feePayer, "FEE_PAYER"), (.validateSender, "VALIDATE_SENDER"),
  ]

  /// Its names of the contracts that the chain calls, by EIP.
  private static let contractNames = [
    4788: "BEACON_ROOTS_ADDRESS", 2935: "HISTORY_STORAGE_ADDRESS", 7002: "WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS",
    7251: "CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS",
  ]

  /// The fork id, by which a chain and its upgrades to a fork differ from others: the CRC-32 of the genesis' hash and
  /// of the blocks and times of the upgrades (EIP-2124, EIP-6122).
  private static func forkID(of chain: Chain, at fork: Fork) -> Bytes {
    let (forks, first) = (chain.forks, chain.blocks[0])
    var (numbers, times) = (Set(forks.otherBlocks), Set<UInt64>())
    for passed in forks.forks where passed <= fork {
      switch forks.beginning(of: passed) {
      case .block(let number): numbers.insert(number)
      case .time(let time) where time > first.header.timestamp: times.insert(time)
      default: break
      }
    }
    numbers.remove(0)
    var hashed = first.hash.bytes
    for number in numbers.sorted() + times.sorted() { hashed += UInt256(number).bigEndianBytes.suffix(8) }
    return UInt256(UInt64(crc32(hashed))).bigEndianBytes.suffix(4).map { $0 }
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
