import JSONFields
import Primitives
import StrictJSON

extension RelayRules {
  /// Rules to begin with, as ``init(parsing:)`` reads them.
  public static let example = """
    {
      "chainId": 1001,
      "exchanges": {
        "v1": "0x5FbDB2315678afecb367f032d93F642f64180aa3",
        "v1Proxy": "0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9",
        "v1FeeToken": "0x0165878A594ca255338adfa4d48449f69242Eb8F",
        "v4": "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
      },
      "feeRecipient": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      "fees": {"maker": "0", "taker": "1000000000000000", "takerBasisPoints": 25},
      "tokens": ["0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0"],
      "tokenLists": ["tokens.json"],
      "pairs": [
        {
          "tokenA": {
            "address": "0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9",
            "minAmount": "1000000000000000", "maxAmount": "1000000000000000000000000", "precision": 5
          },
          "tokenB": {
            "address": "0x043c471bEe060e00A56CcD02c0Ca286808a5A436",
            "minAmount": "1000000000000000", "maxAmount": "1000000000000000000000000", "precision": 5
          },
          "fees": {"maker": "0", "taker": "0", "takerBasisPoints": 10}
        }
      ],
      "anyPair": false,
      "blockedMakers": ["0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"],
      "privateOrders": false,
      "limits": {
        "openOrdersOfMaker": 1000, "newOrdersPerMinute": 60, "newOrdersAtOnce": 120, "timesBalance": 10,
        "readsPerMinute": 600, "postsPerMinute": 60, "connections": 100, "connectionsOfAll": 1024, "subscriptions": 20,
        "openOrders": 100000
      }
    }
    """

  /// The meaning of each member of the rules, a line each.
  public static let format: [(name: String, meaning: String)] = [
    ("chainId", "the chain; 8217 is Kaia, 1001 is Kairos"),
    (
      "exchanges",
      "{v1, v1Proxy, v1FeeToken, v4}: the exchange contracts whose orders are taken, one at least; proxy and fee token let it start while no node answers"
    ),
    ("feeRecipient", "the account that receives the fees; nobody if it is left out"),
    (
      "fees",
      "{maker, taker, takerBasisPoints}: of each order of version 1 in the fee token's smallest unit, of version 4 in basis points; none if they are left out"
    ),
    ("tokens", "a list of addresses that may be traded, beside those of the pairs"),
    (
      "tokenLists",
      "a list of token lists (Uniswap's schema), files or HTTPS addresses, whose tokens may be traded, too"
    ),
    (
      "pairs",
      "a list of {tokenA, tokenB, fees}: a token is {address, minAmount, maxAmount, precision}, amounts in its smallest unit; without minAmount an order must give 1000 units, or ask a multiple of its own"
    ),
    ("anyPair", "true takes orders for any two of the tokens; else for the pairs alone"),
    ("blockedMakers", "a list of addresses whose orders are not taken"),
    (
      "privateOrders",
      "true shows orders that name their taker in all lists; else who names the maker, the taker or the hash sees them"
    ),
    (
      "limits",
      "{openOrdersOfMaker, newOrdersPerMinute, newOrdersAtOnce, timesBalance, readsPerMinute, postsPerMinute, connections, connectionsOfAll, subscriptions, openOrders}: built-in ones if they are left out"
    ),
  ]

  /// Reads rules from JSON.
  ///
  /// No member may be unknown: a misspelt rule must not be a rule that is not there.
  ///
  /// - Throws: `rules`, with the place.
  public init(parsing text: [UInt8]) throws(RelayError) {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: text)
    } catch {
      throw RelayError.rules("They are no JSON: \(error).")
    }
    let fields = try RuleFields(json, rules: []) { .rules($0.ruleSentence) }
    try fields.refuseOthers(than: Self.format.map(\.name))
    self.init(chainID: try fields.required("chainId", .number))
    if let exchanges = try fields.object("exchanges", known: ["v1", "v1Proxy", "v1FeeToken", "v4"]) {
      exchangeV1 = try exchanges.optional("v1", .contract)
      exchangeV4 = try exchanges.optional("v4", .contract)
      if exchanges["v1Proxy"] != nil || exchanges["v1FeeToken"] != nil {
        settlementV1 = SettlementV1(
          proxy: try exchanges.required("v1Proxy", .contract), feeToken: try exchanges.required("v1FeeToken", .contract)
        )
      }
    }
    feeRecipient = try fields.optional("feeRecipient", .checksummed) ?? .zero
    fees = try fields.fees() ?? .none
    tokens = Set(try fields.optional("tokens", .list(of: .contract)) ?? [])
    tokenLists = try fields.optional("tokenLists", .list(of: .string)) ?? []
    pairs = try fields.pairs()
    anyPair = try fields.optional("anyPair", .bool) ?? false
    blockedMakers = Set(try fields.optional("blockedMakers", .list(of: .checksummed)) ?? [])
    showsPrivateOrders = try fields.optional("privateOrders", .bool) ?? false
    if let limits = try fields.limits() { self.limits = limits }
    try check()
  }

  private func check() throws(RelayError) {
    guard !exchanges.isEmpty else {
      throw .rules("Orders of no exchange are taken: \"exchanges\" has neither v1 nor v4.")
    }
    guard exchangeV1 != exchangeV4 else { throw .rules("Both exchanges are the same contract.") }
    guard anyPair || !pairs.isEmpty else {
      throw .rules("Nothing is traded: there are no pairs, and \"anyPair\" is not true.")
    }
    guard !pairs.isEmpty || tokens.count > 1 || !tokenLists.isEmpty else {
      throw .rules("Nothing is traded: \"anyPair\" wants two \"tokens\", or \"tokenLists\".")
    }
    let all = [fees] + pairs.compactMap(\.fees)
    guard feeRecipient != .zero || all.allSatisfy({ $0 == .none }) else {
      throw .rules("There are fees, and no \"feeRecipient\" who receives them.")
    }
  }
}

/// The members of one object of the rules. `null` is no way to leave one out.
private typealias RuleFields = JSONFields<RelayError>

extension RuleFields {
  fileprivate func fees() throws(RelayError) -> FeeRule? {
    guard let fees = try object("fees", known: ["maker", "taker", "takerBasisPoints"]) else { return nil }
    let points: UInt64 = try fees.optional("takerBasisPoints", .number) ?? 0
    guard points <= 10_000 else { throw fees.failure("takerBasisPoints", "has to be 10000 or less") }
    return FeeRule(
      maker: try fees.optional("maker", .number) ?? 0, taker: try fees.optional("taker", .number) ?? 0,
      takerBasisPoints: points)
  }

  fileprivate func pairs() throws(RelayError) -> [PairRule] {
    var pairs: [PairRule] = []
    for fields in try objects("pairs") ?? [] {
      try fields.refuseOthers(than: ["tokenA", "tokenB", "fees"])
      let pair = PairRule(
        try fields.range("tokenA"), try fields.range("tokenB"), fees: try fields.fees())
      let (first, second) = (pair.tokenA.token, pair.tokenB.token)
      guard first != second else { throw fields.failure("tokenB", "is the token on the other side, too") }
      guard !pairs.contains(where: { $0[first] != nil && $0[second] != nil }) else {
        throw fields.failure("tokenA", "is in a pair with this tokenB before")
      }
      pairs.append(pair)
    }
    return pairs
  }

  private func range(_ name: String) throws(RelayError) -> TokenRange {
    let fields = try fields(name)
    try fields.refuseOthers(than: ["address", "minAmount", "maxAmount", "precision"])
    let range = TokenRange(
      try fields.required("address", .contract), minAmount: try fields.optional("minAmount", .number) ?? 1,
      maxAmount: try fields.optional("maxAmount", .number) ?? .max,
      precision: try fields.count("precision", in: 0...77) ?? 18)
    guard range.minAmount > 0 else { throw fields.failure("minAmount", "has to be 1 or more") }
    guard range.minAmount <= range.maxAmount else { throw fields.failure("maxAmount", "is below minAmount") }
    return range
  }

  fileprivate func limits() throws(RelayError) -> RelayLimits? {
    let places: [(String, WritableKeyPath<RelayLimits, Int>)] = [
      ("openOrdersOfMaker", \.openOrdersOfMaker), ("newOrdersPerMinute", \.newOrdersPerMinute),
      ("newOrdersAtOnce", \.newOrdersAtOnce), ("timesBalance", \.timesBalance), ("readsPerMinute", \.readsPerMinute),
      ("postsPerMinute", \.postsPerMinute), ("connections", \.connections), ("connectionsOfAll", \.connectionsOfAll),
      ("subscriptions", \.subscriptions), ("openOrders", \.openOrders),
    ]
    guard let fields = try object("limits", known: places.map(\.0)) else { return nil }
    var limits = RelayLimits()
    for (name, place) in places {
      if let count = try fields.count(name, in: 1...1_000_000) { limits[keyPath: place] = count }
    }
    return limits
  }

  private func count(_ name: String, in range: ClosedRange<Int>) throws(RelayError) -> Int? {
    guard let number: UInt64 = try optional(name, .number) else { return nil }
    guard let count = Int(exactly: number), range.contains(count) else {
      throw failure(name, "has to be from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }
}

extension JSONReader where Value == Address {
  /// An address that is not zero.
  fileprivate static var contract: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      let address = try checksummed(json)
      guard address != .zero else { throw JSONFieldProblem("has to be a contract, not the zero address") }
      return address
    }
  }
}

extension RelayError {
  fileprivate static func rules(_ reason: String) -> RelayError {
    RelayError(.rules, "The relay's rules cannot be used.", reason: reason)
  }
}
