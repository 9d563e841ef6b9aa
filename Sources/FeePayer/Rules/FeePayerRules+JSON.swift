import ContractABI
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
            "evaluateLecture(uint256,uint256,uint256,uint256,uint256,uint256)"
          ],
          "maxValue": "100 kaia"
        }
      ],
      "maxGasPrice": "50 ston",
      "maxGas": 500000,
      "perDay": "10 kaia",
      "perSenderPerDay": "0.2 kaia",
      "anonymous": true
    }
    """

  /// The meaning of each member of the rules, a line each.
  public static let format: [(name: String, meaning: String)] = [
    ("chainId", "the chain; 8217 is Kaia, 1001 is Kairos"),
    (
      "contracts",
      "a list of {address, methods, maxValue}: methods are signatures or 4-byte selectors, or \"any\"; maxValue is what may be sent along, 0 if it is left out"
    ),
    ("transfers", "{maxValue}: plain transfers up to that; none if it is left out"),
    ("cancels", "true pays for cancelling a transaction"),
    ("deploys", "{maxBytes}: deployments with init code up to that; none if it is left out"),
    ("senders", "a list of addresses: only theirs; anybody's if it is left out"),
    ("maxGasPrice", "the most for a unit of gas, as in \"50 ston\""),
    ("maxGas", "the most gas of a transaction"),
    ("perDay", "the most for all transactions of a day (UTC), as in \"10 kaia\""),
    ("perSenderPerDay", "the same for one sender"),
    ("perMinute", "{address, key}: requests a minute from a network address (30) and with an API key (60)"),
    (
      "keys",
      "a list of {name, sha256}: API keys by the SHA-256 of their text (printf %s KEY | sha256sum)"
    ),
    ("attempts", "false pays for what would fail now, too; else each transaction is tried on the node first"),
    ("anonymous", "true answers requests without an API key, too"),
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
      throw RulesReader.failure("They are no JSON: \(error).")
    }
    let reader = try RulesReader(json, "", known: Self.format.map(\.name))
    self.init(
      chainID: try reader.number("chainId"), maxGasPrice: try reader.amount("maxGasPrice"),
      maxGas: try reader.gas("maxGas"), perDay: try reader.amount("perDay"),
      perSenderPerDay: try reader.amount("perSenderPerDay"))
    for place in try reader.list("contracts") ?? [] {
      let rule = try RulesReader(place.json, place.path, known: ["address", "methods", "maxValue"])
      let address = try rule.address("address")
      guard contracts[address] == nil else { throw RulesReader.failure("\(place.path) names \(address) again.") }
      contracts[address] = ContractRule(
        methods: try rule.methods("methods"), maxValue: try rule.amountIfThere("maxValue") ?? .zero)
    }
    if let rule = try reader.object("transfers", known: ["maxValue"]) { transfers = try rule.amount("maxValue") }
    if let rule = try reader.object("deploys", known: ["maxBytes"]) {
      deploys = Int(clamping: try rule.gas("maxBytes"))
    }
    cancels = try reader.bool("cancels") ?? false
    attempts = try reader.bool("attempts") ?? true
    anonymous = try reader.bool("anonymous") ?? false
    if let places = try reader.list("senders") {
      var allowed: Set<Address> = []
      for place in places { allowed.insert(try place.address()) }
      senders = allowed
    }
    if let rule = try reader.object("perMinute", known: ["address", "key"]) {
      if let count = try rule.count("address") { perMinute = count }
      if let count = try rule.count("key") { perMinuteOfKey = count }
    }
    for place in try reader.list("keys") ?? [] {
      let rule = try RulesReader(place.json, place.path, known: ["name", "sha256"])
      let (name, hash) = (try rule.text("name"), try rule.hash("sha256"))
      guard keys[hash] == nil, !keys.values.contains(name) else {
        throw RulesReader.failure("\(place.path) is there twice.")
      }
      keys[hash] = name
    }
    try check()
  }

  private func check() throws(FeePayerError) {
    guard anonymous || !keys.isEmpty else {
      throw RulesReader.failure("Nobody may ask: there are no keys, and \"anonymous\" is not true.")
    }
    guard !contracts.isEmpty || transfers != nil || cancels || deploys != nil else {
      throw RulesReader.failure("Nothing is paid for: there are no contracts, transfers, cancels or deploys.")
    }
  }
}

/// A place in the rules with what is there.
struct RulesPlace {
  let path: String
  let json: JSON

  func text() throws(FeePayerError) -> String {
    guard let text = json.string else { throw RulesReader.failure("\(path) has to be a text.") }
    return text
  }

  func address() throws(FeePayerError) -> Address {
    let text = try text()
    do throws(PrimitivesError) {
      return try Address(text)
    } catch {
      throw RulesReader.failure("\(path): \(error.inOneLine).")
    }
  }
}

/// Reads the members of one object of the rules.
struct RulesReader {
  private let object: JSONObject
  private let path: String

  init(_ json: JSON, _ path: String, known: [String]) throws(FeePayerError) {
    guard let object = json.object else {
      throw RulesReader.failure("\(path.isEmpty ? "The whole" : path) has to be an object {…}.")
    }
    self.object = object
    self.path = path
    for name in object.keys where !known.contains(name) {
      throw RulesReader.failure(
        "\(place(name)) is no rule\(NearMatch.closest(to: name, among: known).map { "; did you mean \($0)?" } ?? ".")")
    }
  }

  static func failure(_ reason: String) -> FeePayerError {
    FeePayerError(.rules, "The fee payer's rules cannot be used.", reason: reason)
  }

  private func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private func member(_ name: String) -> RulesPlace? {
    object[name].map { RulesPlace(path: place(name), json: $0) }
  }

  private func required(_ name: String) throws(FeePayerError) -> RulesPlace {
    guard let member = member(name) else { throw RulesReader.failure("\(place(name)) is missing.") }
    return member
  }

  func text(_ name: String) throws(FeePayerError) -> String { try required(name).text() }

  func address(_ name: String) throws(FeePayerError) -> Address { try required(name).address() }

  func bool(_ name: String) throws(FeePayerError) -> Bool? {
    guard let member = member(name) else { return nil }
    guard let value = member.json.bool else { throw RulesReader.failure("\(member.path) has to be true or false.") }
    return value
  }

  func list(_ name: String) throws(FeePayerError) -> [RulesPlace]? {
    guard let member = member(name) else { return nil }
    guard let values = member.json.array else { throw RulesReader.failure("\(member.path) has to be a list […].") }
    return values.enumerated().map { RulesPlace(path: "\(member.path)[\($0)]", json: $1) }
  }

  func object(_ name: String, known: [String]) throws(FeePayerError) -> RulesReader? {
    guard let member = member(name) else { return nil }
    return try RulesReader(member.json, member.path, known: known)
  }

  func number(_ name: String) throws(FeePayerError) -> UInt256 {
    let member = try required(name)
    guard let text = member.json.numberText ?? member.json.string, let number = try? UInt256(parsing: text) else {
      throw RulesReader.failure("\(member.path) has to be a whole number.")
    }
    return number
  }

  func gas(_ name: String) throws(FeePayerError) -> UInt64 {
    guard let gas = UInt64(exactly: try number(name)) else {
      throw RulesReader.failure("\(place(name)) has to be below 2^64.")
    }
    return gas
  }

  func count(_ name: String) throws(FeePayerError) -> Int? {
    guard member(name) != nil else { return nil }
    guard let count = Int(exactly: try gas(name)), count > 0 else {
      throw RulesReader.failure("\(place(name)) has to be 1 or more.")
    }
    return count
  }

  func amount(_ name: String) throws(FeePayerError) -> Amount {
    guard let amount = try amountIfThere(name) else { throw RulesReader.failure("\(place(name)) is missing.") }
    return amount
  }

  func amountIfThere(_ name: String) throws(FeePayerError) -> Amount? {
    guard let member = member(name) else { return nil }
    // With its unit: a bare number leaves open whether it is KLAY or peb. Nothing needs none.
    if (member.json.numberText ?? member.json.string) == "0" { return .zero }
    guard let text = member.json.string else {
      throw RulesReader.failure("\(member.path) has to be a text, as in \"0.5 kaia\".")
    }
    do throws(PrimitivesError) {
      return try Amount(parsing: text)
    } catch {
      throw RulesReader.failure("\(member.path): \(error.inOneLine).")
    }
  }

  func hash(_ name: String) throws(FeePayerError) -> Hash32 {
    let text = try text(name)
    guard let hash = try? Hash32(text.hasPrefix("0x") ? text : "0x" + text) else {
      throw RulesReader.failure("\(place(name)) has to be 64 hexadecimal digits.")
    }
    return hash
  }

  /// Signatures and selectors; nil for `"any"`.
  func methods(_ name: String) throws(FeePayerError) -> [ABISelector: String]? {
    if try required(name).json.string == "any" { return nil }
    var methods: [ABISelector: String] = [:]
    for place in try list(name) ?? [] {
      let text = try place.text()
      if text.hasPrefix("0x") {
        guard let bytes = try? Hex.decode(text), bytes.count == 4, let selector = ABISelector(prefixOf: bytes) else {
          throw RulesReader.failure("\(place.path) has to be a signature or 4 bytes.")
        }
        methods[selector] = text.lowercased()
        continue
      }
      do throws(ContractABIError) {
        let function = try ABIFunction(parsing: text)
        methods[function.selector] = function.signature
      } catch {
        throw RulesReader.failure("\(place.path) is no function's signature: \(error.inOneLine).")
      }
    }
    guard !methods.isEmpty else { throw RulesReader.failure("\(place(name)) allows nothing; for all say \"any\".") }
    return methods
  }
}
