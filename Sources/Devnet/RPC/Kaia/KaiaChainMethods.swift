import EVM
import JSONFields
import Primitives
import StrictJSON

/// The methods about the chain and its parameters.
enum KaiaChainMethods {
  static let table: [String: RPCMethod] = [
    "lowerBoundGasPrice": RPCMethod(0) { devnet, _ in
      .quantity(devnet.chain.kaia?.baseFee.effective.lowerBound ?? 0)
    },
    "upperBoundGasPrice": RPCMethod(0) { devnet, _ in
      .quantity(devnet.chain.kaia?.baseFee.effective.upperBound ?? 0)
    },
    "estimateComputationCost": RPCMethod(2) { devnet, parameters in
      .quantity(try parameters.trial(devnet).computation())
    },
    "getParams": RPCMethod(1) { devnet, _ in devnet.chain.kaia?.json ?? .null },
    "getChainConfig": RPCMethod(1) { devnet, _ in configuration(of: devnet.chain) },
    "chainConfig": RPCMethod(0) { devnet, _ in configuration(of: devnet.chain) },
    "forkStatus": RPCMethod(1) { devnet, parameters in
      let fork = devnet.chain.fork(of: try devnet.ledger.existing(parameters.block(0)).header)
      var status = JSONObject(forks.map { ("Is\($0.name)", .bool($0.fork <= fork)) })
      status["ChainID"] = .number(devnet.chainID.description)
      status["IsKIP103"] = false
      return .object(status)
    },
    "protocolVersion": RPCMethod(0) { _, _ in "0x41" },
    "rewardbase": RPCMethod(0) { devnet, _ in .address(devnet.nextHeader.coinbase) },
    "rewardBase": RPCMethod(0) { devnet, _ in .address(devnet.nextHeader.coinbase) },
    "nodeAddress": RPCMethod(0) { devnet, _ in .address(devnet.nextHeader.coinbase) },
  ]

  /// Kaia's forks by their names there, with what stands for them here.
  private static let forks: [(name: String, key: String, fork: Fork)] = [
    ("Istanbul", "istanbulCompatibleBlock", .cancun), ("London", "londonCompatibleBlock", .cancun),
    ("EthTxType", "ethTxTypeCompatibleBlock", .cancun), ("Magma", "magmaCompatibleBlock", .cancun),
    ("Kore", "koreCompatibleBlock", .cancun), ("Shanghai", "shanghaiCompatibleBlock", .cancun),
    ("Cancun", "cancunCompatibleBlock", .cancun), ("Kaia", "kaiaCompatibleBlock", .cancun),
    ("Randao", "randaoCompatibleBlock", .cancun), ("Prague", "pragueCompatibleBlock", .prague),
    ("Osaka", "osakaCompatibleBlock", .osaka),
  ]

  /// As a node has it in its genesis: when the forks begin, and what governance decided.
  private static func configuration(of chain: Chain) -> JSON {
    guard let kaia = chain.kaia else { return .null }
    var object: JSONObject = ["chainId": .number(chain.chainID.description)]
    for (_, key, fork) in forks {
      // A later fork brings the ones before it.
      let first = chain.forks.forks.filter { $0 >= fork }.compactMap { chain.forks.beginning(of: $0) }.first
      if case .block(let number)? = first { object[key] = .number(String(number)) }
    }
    object["unitPrice"] = .number("250000000000")
    object["governance"] = ["governanceMode": "none", "kip71": kaia.kip71]
    return .object(object)
  }
}

extension KaiaChainParameters {
  fileprivate var kip71: JSON {
    [
      "lowerboundbasefee": .number(String(baseFee.lower)), "upperboundbasefee": .number(String(baseFee.upper)),
      "gastarget": .number(String(baseFee.gasTarget)),
      "maxblockgasusedforbasefee": .number(String(baseFee.mostGasUsed)),
      "basefeedenominator": .number(String(baseFee.denominator)),
    ]
  }

  /// The parameters that governance decided, under the names of its votes; those of no use to a devnet are at their
  /// defaults.
  fileprivate var json: JSON {
    var object: JSONObject = [
      "governance.deriveshaimpl": 0, "governance.governancemode": "none",
      "governance.governingnode": .address(Address.zero), "governance.govparamcontract": .address(Address.zero),
      "governance.unitprice": .number("250000000000"), "istanbul.committeesize": 1, "istanbul.epoch": 604_800,
      "istanbul.policy": 0, "reward.deferredtxfee": false, "reward.kip82ratio": "20/80",
      "reward.minimumstake": "2000000",
      "reward.mintingamount": "0", "reward.proposerupdateinterval": 1, "reward.ratio": "100/0/0",
      "reward.stakingupdateinterval": 1, "reward.useginicoeff": false,
    ]
    for (name, value) in kip71.object ?? [:] { object["kip71.\(name)"] = value }
    return .object(object)
  }
}
