import ContractABI
import JSONFields
import Primitives
import StrictJSON

extension FeePayerRules {
  /// Rules to begin with, as ``init(parsing:)`` reads them.
  public static let example = """
    {
      "chainId": 1001,
      "contracts": [
        {
          "address": "0x5FbDB2315678afecb367f032d93F642f64180aa3",
          "methods": [
            "purchaseLecture(uint256)",
            "evaluateLecture(uint256,uint256,uint256,uint256,uint256,uint256)",
            "reclaimPayment(uint256)",
            "withdraw()"
          ],
          "maxValue": "100 kaia"
        }
      ],
      "maxGasPrice": "50 ston",
      "maxGas": 500000,
      "perDay": "10 kaia",
      "perSenderPerDay": "0.2 kaia",
      "perMinute": {"address": 300, "key": 300},
      "anonymous": true
    }
    """

  /// The meaning of each member of the rules, a line each.
  public static let format: [(name: String, meaning: String)] = [
    ("chainId", "the chain; 8217 is Kaia, 1001 is Kairos"),
    (
      "contracts",
      "a list of {address, methods, maxValue}, one for each contract that may be called: methods is a list of signatures or 4-byte selectors, or \"any\"; maxValue is the most money that a call may carry, by default 0"
    ),
    (
      "transfers",
      "{maxValue}: transfers of at most that much, with or without a memo, whose length maxGas bounds; by default none"
    ),
    ("cancels", "true pays for transactions that cancel another; by default false"),
    ("deploys", "{maxBytes}: deployments of contracts whose init code has at most so many bytes; by default none"),
    ("senders", "a list of the addresses that fees are paid for; by default anybody"),
    ("maxGasPrice", "the highest price of a unit of gas that is paid, as in \"50 ston\""),
    ("maxGas", "the most gas that one transaction may use"),
    ("perDay", "the most that is paid in a day (UTC) in all, as in \"10 kaia\""),
    ("perSenderPerDay", "the most that is paid in a day for one sender"),
    (
      "perMinute",
      "{address, key}: the most requests in a minute from one network address, by default 30, and with one API key, by default 60; a platform is one address, or one key, for all its visitors"
    ),
    (
      "keys",
      "a list of {name, sha256}: the API keys that are known, each by the SHA-256 of its text (printf %s KEY | sha256sum)"
    ),
    ("attempts", "false pays for transactions that would fail, too; by default each is tried on the node first"),
    ("anonymous", "true answers requests without an API key, too; by default false"),
  ]

  /// Reads rules from JSON.
  ///
  /// Every limit has to be there, and no member may be unknown: a misspelt rule must not be a rule that is not there.
  ///
  /// - Throws: `rules`, with the place.
  public init(parsing text: [UInt8]) throws(FeePayerError) {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: text)
    } catch {
      throw FeePayerError.rules("They are no JSON: \(error).")
    }
    let fields = try RuleFields(json, known: Self.format.map(\.name))
    self.init(
      chainID: try fields.required("chainId", .number), maxGasPrice: try fields.required("maxGasPrice", .amount),
      maxGas: try fields.required("maxGas", .number), perDay: try fields.required("perDay", .amount),
      perSenderPerDay: try fields.required("perSenderPerDay", .amount))
    for rule in try fields.objects("contracts") ?? [] {
      try rule.refuseOthers(than: ["address", "methods", "maxValue"])
      let address = try rule.required("address", .checksummed)
      guard contracts[address] == nil else { throw FeePayerError.rules("\(rule.path) names \(address) again.") }
      contracts[address] = ContractRule(
        methods: try rule.methods("methods"), maxValue: try rule.optional("maxValue", .amount) ?? .zero)
    }
    transfers = try fields.object("transfers", known: ["maxValue"])?.required("maxValue", .amount)
    let deploys: UInt64? = try fields.object("deploys", known: ["maxBytes"])?.required("maxBytes", .number)
    self.deploys = deploys.map { Int(clamping: $0) }
    cancels = try fields.optional("cancels", .bool) ?? false
    attempts = try fields.optional("attempts", .bool) ?? true
    anonymous = try fields.optional("anonymous", .bool) ?? false
    senders = try fields.optional("senders", .list(of: .checksummed)).map { Set($0) }
    let perMinute = try fields.object("perMinute", known: ["address", "key"])
    if let count = try perMinute?.count("address") { self.perMinute = count }
    if let count = try perMinute?.count("key") { perMinuteOfKey = count }
    for rule in try fields.objects("keys") ?? [] {
      try rule.refuseOthers(than: ["name", "sha256"])
      let (name, hash) = (try rule.required("name", .string), try rule.required("sha256", .digest))
      guard keys[hash] == nil, !keys.values.contains(name) else {
        throw FeePayerError.rules("\(rule.path) is there twice.")
      }
      keys[hash] = name
    }
    try check()
  }

  private func check() throws(FeePayerError) {
    guard anonymous || !keys.isEmpty else {
      throw FeePayerError.rules("Nobody may ask: there are no keys, and \"anonymous\" is not true.")
    }
    guard !contracts.isEmpty || transfers != nil || cancels || deploys != nil else {
      throw FeePayerError.rules("Nothing is paid for: there are no contracts, transfers, cancels or deploys.")
    }
  }
}

/// The members of one object of the rules. `null` is no way to leave one out.
private typealias RuleFields = JSONFields<FeePayerError>

extension RuleFields {
  fileprivate init(_ json: JSON, known: [String]) throws(FeePayerError) {
    try self.init(json, rules: []) { .rules($0.ruleSentence) }
    try refuseOthers(than: known)
  }

  fileprivate func count(_ name: String) throws(FeePayerError) -> Int? {
    guard let number: UInt64 = try optional(name, .number) else { return nil }
    guard let count = Int(exactly: number), count > 0 else { throw failure(name, "has to be 1 or more") }
    return count
  }

  /// Signatures and selectors; nil for `"any"`.
  fileprivate func methods(_ name: String) throws(FeePayerError) -> [ABISelector: String]? {
    if try required(name, .any).string == "any" { return nil }
    var methods: [ABISelector: String] = [:]
    for (index, text) in try required(name, .list(of: .string)).enumerated() {
      if text.hasPrefix("0x") {
        guard let bytes = try? Hex.decode(text), bytes.count == 4, let selector = ABISelector(prefixOf: bytes) else {
          throw failure("\(name)[\(index)]", "has to be a signature or 4 bytes")
        }
        methods[selector] = text.lowercased()
        continue
      }
      do throws(ContractABIError) {
        let function = try ABIFunction(parsing: text)
        methods[function.selector] = function.signature
      } catch { throw failure("\(name)[\(index)]", "is no function's signature: \(error.inOneLine)") }
    }
    guard !methods.isEmpty else { throw failure(name, "allows nothing; for all say \"any\"") }
    return methods
  }
}

extension JSONReader where Value == Amount {
  /// With its unit: a bare number leaves open whether it is KLAY or peb. Nothing needs none.
  fileprivate static var amount: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      if (json.numberText ?? json.string) == "0" { return .zero }
      guard let text = json.string else { throw JSONFieldProblem("has to be a text, as in \"0.5 kaia\"") }
      do throws(PrimitivesError) {
        return try Amount(parsing: text)
      } catch { throw JSONFieldProblem(.malformed(error), due: .string, found: json) }
    }
  }
}

extension JSONReader where Value == Hash32 {
  fileprivate static var digest: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      let text = try JSONReader<String>.string(json)
      guard let hash = try? Hash32(text.hasPrefix("0x") ? text : "0x" + text) else {
        throw JSONFieldProblem("has to be 64 hexadecimal digits")
      }
      return hash
    }
  }
}

extension FeePayerError {
  fileprivate static func rules(_ reason: String) -> FeePayerError {
    FeePayerError(.rules, "The fee payer's rules cannot be used.", reason: reason)
  }
}
