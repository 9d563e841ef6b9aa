import EVM
import JSONFields
import Primitives
import StrictJSON

/// The methods about validators, stakes and rewards, which answer as a chain with one validator, the producer of the
/// devnet's blocks, no address book and no registry of contracts would.
enum KaiaConsensusMethods {
  static let table: [String: RPCMethod] = [
    "getCouncil": RPCMethod(1) { devnet, parameters in .array([.address(try validator(devnet, parameters.block(0)))]) },
    "getCouncilSize": RPCMethod(1) { devnet, parameters in
      _ = try validator(devnet, parameters.block(0))
      return 1
    },
    "getCommittee": RPCMethod(1) { devnet, parameters in
      .array([.address(try sealed(devnet, parameters.block(0)).header.coinbase)])
    },
    "getCommitteeSize": RPCMethod(1) { devnet, parameters in
      _ = try sealed(devnet, parameters.block(0))
      return 1
    },
    "getStakingInfo": RPCMethod(1) { devnet, parameters in
      let none = JSON.address(.zero)
      return [
        "blockNum": .number(String(try devnet.ledger.existing(parameters.block(0)).number)), "councilNodeAddrs": [],
        "councilStakingAddrs": [], "councilRewardAddrs": [], "councilStakingAmounts": [], "clStakingInfos": .null,
        "kefAddr": none, "kifAddr": none, "kpfAddr": none, "KIRAddr": none, "PoCAddr": none, "kcfAddr": none,
        "kffAddr": none, "useGini": false,
        // There is no coefficient of nothing.
        "gini": -1,
      ]
    },
    "getRewards": RPCMethod(1) { devnet, parameters in try devnet.ledger.existing(parameters.block(0)).rewards },
    "getTotalSupply": RPCMethod(2) { devnet, parameters in try totalSupply(at: parameters.block(0), devnet) },
    "getBlsInfos": RPCMethod(1) { _, _ in throw DevnetError.refusal("Registry contract not installed") },
    "getAllRecordsFromRegistry": RPCMethod(2) { _, _ in throw DevnetError.refusal("Registry contract not installed") },
    "getActiveAddressFromRegistry": RPCMethod(2) { _, _ in throw DevnetError.refusal("Registry contract not installed")
    },
    "getBlockWithConsensusInfoByNumber": RPCMethod(1) { devnet, parameters in
      try sealed(devnet, parameters.block(0)).kaiaConsensusJSON
    },
    "getBlockWithConsensusInfoByHash": RPCMethod(1) { devnet, parameters in
      try sealed(devnet, .hash(parameters(0).hash())).kaiaConsensusJSON
    },
    "getBlockWithConsensusInfoByNumberRange": RPCMethod(2) { devnet, parameters in
      let (first, last) = try (
        sealed(devnet, parameters(0).block()).number, sealed(devnet, parameters(1).block()).number
      )
      guard first <= last else {
        throw DevnetError.refusal("start block number should be equal or smaller than the end block number")
      }
      guard last - first < mostConsensusBlocks else {
        throw DevnetError.refusal("number of requested blocks should be smaller than \(mostConsensusBlocks)")
      }
      var blocks = JSONObject()
      for number in first...last {
        blocks[UInt256(number).quantity] = try sealed(devnet, .number(number)).kaiaConsensusJSON
      }
      return .object(blocks)
    },
  ]

  /// The most blocks of one request.
  private static let mostConsensusBlocks: UInt64 = 50

  /// A block that is made already.
  private static func sealed(_ devnet: isolated Devnet, _ reference: BlockReference) throws -> DevnetBlock {
    if reference == .pending { throw DevnetError.refusal("pending is not allowed") }
    guard let block = devnet.block(reference) else { throw DevnetError(.unknownBlock, "unknown block") }
    return block
  }

  /// The producer of a block, be it the one to come.
  private static func validator(_ devnet: isolated Devnet, _ reference: BlockReference) throws -> Address {
    reference == .pending ? devnet.nextHeader.coinbase : try sealed(devnet, reference).header.coinbase
  }

  /// The supply of the currency after a block, and how much of it was burnt.
  ///
  /// - Throws: `unknownBlock`; `unknownState` over another chain's state.
  /// - Complexity: O(accounts + blocks).
  private static func totalSupply(at reference: BlockReference, _ devnet: isolated Devnet) throws -> JSON {
    let chain = devnet.chain
    let number = try sealed(devnet, reference == .pending ? .latest : reference).number
    let state = try chain.state(afterBlock: number).merged()
    let balances = state.addresses.reduce(0 as UInt256) { $0 &+ (state.account($1)?.balance ?? 0) }
    let burnt = chain.blocks.prefix { $0.number <= number }.reduce(0 as UInt256) { $0 &+ $1.burntFee }
    let (zero, dead) = (
      state.account(.zero)?.balance ?? 0, state.account(Address(truncating: 0xdead))?.balance ?? 0
    )
    return [
      "number": .quantity(number), "totalSupply": .quantity(balances &- zero &- dead),
      "totalMinted": .quantity(balances &+ burnt), "totalBurnt": .quantity(burnt &+ zero &+ dead),
      "burntFee": .quantity(burnt), "zeroBurn": .quantity(zero), "deadBurn": .quantity(dead), "kip103Burn": "0x0",
      "kip160Burn": "0x0",
    ]
  }
}

extension DevnetBlock {
  /// The fees that its transactions paid beyond the tips.
  fileprivate var burntFee: UInt256 {
    receipts.reduce(0) { $0 &+ UInt256($1.gasUsed) &* min(header.baseFee ?? 0, $1.effectiveGasPrice) }
  }

  /// The rewards of the block by recipient; nothing is minted.
  fileprivate var rewards: JSON {
    let fees = receipts.reduce(0 as UInt256) { $0 &+ UInt256($1.gasUsed) &* $1.effectiveGasPrice }
    let tips = JSON.number((fees &- burntFee).description)
    return [
      "minted": 0, "totalFee": .number(fees.description), "burntFee": .number(burntFee.description), "proposer": tips,
      "stakers": 0, "kif": 0, "kef": 0, "rewards": [header.coinbase.lowercaseHex: tips],
    ]
  }

  /// The block with its receipts and those who agreed on it.
  fileprivate var kaiaConsensusJSON: JSON {
    var object = kaiaJSON(full: false).object ?? [:]
    let proposer = JSON.address(header.coinbase)
    object["transactions"] = .array(transactions.indices.map { kaiaReceipt(at: $0) })
    object["committee"] = [proposer]
    object["committers"] = [proposer]
    object["proposer"] = proposer
    object["originProposer"] = proposer
    object["round"] = 0
    // An unsealed block has the same hash without its seals.
    object["sigHash"] = .hash(hash)
    return .object(object)
  }
}
