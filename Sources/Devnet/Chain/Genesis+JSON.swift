import EVM
import JSONFields
import Primitives
import StrictJSON

extension Genesis {
  /// Reads the text of a genesis file as geth has it.
  ///
  /// - Throws: as `init(json:)`; `malformedGenesis` with the place for a text that is no JSON.
  public init(parsing text: [UInt8]) throws(DevnetError) {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: text, limits: JSON.Limits(bytes: 1 << 30))
    } catch {
      throw DevnetError(.malformedGenesis, "cannot read the genesis: \(error)")
    }
    try self.init(json: json)
  }

  /// Reads a genesis file as geth has it: `config` with the chain id and the forks' blocks and times, the header's fields,
  /// `alloc` with balance, nonce, code and storage by address.
  ///
  /// - Throws: `malformedGenesis` with the field that can't be read, or with the fork that comes before its forerunner.
  public init(json: JSON) throws(DevnetError) {
    for name in ["config", "alloc"] where json[name]?.object == nil {
      throw Self.malformed(name, "it is missing, or no object")
    }
    let (fields, config) = (try Self.fields(json), try Self.fields(json["config"]))
    var header = BlockHeader()
    header.coinbase = try fields.optional("coinbase", .checksummed) ?? .zero
    header.difficulty = try fields.optional("difficulty", .number) ?? 0
    header.gasLimit = try fields.optional("gasLimit", .number) ?? 30_000_000
    header.timestamp = try fields.optional("timestamp", .number) ?? 0
    guard header.timestamp < BlockClock.latest else { throw Self.malformed("timestamp", "no block is that late") }
    header.nonce = try fields.optional("nonce", .number) ?? 0
    header.extraData = try fields.optional("extraData", .bytes(Self.anyCount, prefix: .optional)) ?? []
    header.mixHash = try fields.optional("mixHash", .looseHash) ?? .zero
    header.baseFee = try fields.optional("baseFeePerGas", .number)
    header.excessBlobGas = try fields.optional("excessBlobGas", .number)
    header.blobGasUsed = try fields.optional("blobGasUsed", .number)
    guard let chainID = try config.optional("chainId", .number) else {
      throw Self.malformed("config.chainId", "it is missing")
    }
    self.init(
      chainID: chainID, forks: try Self.forks(config),
      accounts: try Self.accounts(json["alloc"]), header: header)
    depositContract = try config.optional("depositContractAddress", .checksummed)
    daoFork = try config.optional("daoForkBlock", .number).map {
      DAOFork(block: $0, isSupported: config["daoForkSupport"]?.bool == true)
    }
    try readBlobs(config["blobSchedule"])
  }

  /// Reads the markets of blobs by fork (EIP-7840).
  private mutating func readBlobs(_ schedule: JSON?) throws(DevnetError) {
    let names: [(String, Fork)] = [
      ("cancun", .cancun), ("prague", .prague), ("osaka", .osaka), ("bpo1", .bpo1), ("bpo2", .bpo2),
    ]
    for (name, fork) in names {
      guard let entry = schedule?[name], var rules = RuleSet(fork).blobs else { continue }
      let fields = try Self.fields(entry.object == nil ? [:] : entry)
      rules.target = try fields.optional("target", .number) ?? rules.target
      rules.max = try fields.optional("max", .number) ?? rules.max
      rules.updateFraction = try fields.optional("baseFeeUpdateFraction", .number) ?? rules.updateFraction
      // Before EIP-7594 a transaction may have as many blobs as a block.
      if fork < .osaka { rules.maxPerTransaction = rules.max }
      guard rules.target <= rules.max, rules.max < 1 << 32, rules.updateFraction > 0 else { throw Self.malformed(name) }
      blobs[fork] = rules
    }
  }

  private static let blocks: [(String, Fork)] = [
    ("homesteadBlock", .homestead), ("eip150Block", .tangerineWhistle), ("eip158Block", .spuriousDragon),
    ("byzantiumBlock", .byzantium), ("constantinopleBlock", .constantinople), ("petersburgBlock", .petersburg),
    ("istanbulBlock", .istanbul), ("berlinBlock", .berlin), ("londonBlock", .london), ("mergeNetsplitBlock", .paris),
  ]
  private static let times: [(String, Fork)] = [
    ("shanghaiTime", .shanghai), ("cancunTime", .cancun), ("pragueTime", .prague), ("osakaTime", .osaka),
    ("bpo1Time", .bpo1), ("bpo2Time", .bpo2),
  ]

  private static func forks(_ config: JSONFields<DevnetError>) throws(DevnetError) -> ForkSchedule {
    var beginnings: [Fork: ForkSchedule.Beginning] = [:]
    for (name, fork) in blocks {
      if let number: UInt64 = try config.optional(name, .number) { beginnings[fork] = .block(number) }
    }
    for (name, fork) in times {
      if let time: UInt64 = try config.optional(name, .number) { beginnings[fork] = .time(time) }
    }
    // A chain that was never anything else says so by a total difficulty of 0.
    if beginnings[.paris] == nil, try config.optional("terminalTotalDifficulty", .number) == UInt256.zero {
      beginnings[.paris] = .block(0)
    }
    try checkOrder(beginnings)
    var schedule = ForkSchedule(beginnings)
    for name in ["daoForkBlock", "muirGlacierBlock", "arrowGlacierBlock", "grayGlacierBlock"] {
      if let number: UInt64 = try config.optional(name, .number) { schedule.otherBlocks.append(number) }
    }
    return schedule
  }

  /// Each fork builds on the ones before it.
  private static func checkOrder(_ beginnings: [Fork: ForkSchedule.Beginning]) throws(DevnetError) {
    var last: (name: String, beginning: ForkSchedule.Beginning)?
    var missing: String?
    for (name, fork) in blocks + times {
      guard let beginning = beginnings[fork] else {
        missing = missing ?? name
        continue
      }
      // Changes of the blobs' number are optional, and so are the forks that a chain began after.
      if let missing, case .time = beginning, !missing.hasPrefix("bpo") {
        throw malformed("config.\(missing)", "it is missing, but \(name) builds on it")
      }
      if let last, !last.beginning.isBefore(beginning) {
        throw malformed("config.\(name)", "it is before \(last.name), on which it builds")
      }
      last = (name, beginning)
    }
  }

  private static func accounts(_ alloc: JSON?) throws(DevnetError) -> [Address: Account] {
    var accounts: [Address: Account] = [:]
    for (text, fields) in alloc?.object ?? JSONObject() {
      // geth writes the addresses without 0x.
      guard let address = (try? Bytes(hex: text)).flatMap({ try? Address($0) }), fields.object != nil else {
        throw malformed("alloc.\(text)", "it is no address with an object")
      }
      guard accounts[address] == nil else { throw malformed("alloc.\(text)", "the address is there twice") }
      accounts[address] = try account(Self.fields(fields, "alloc.\(text)"))
    }
    return accounts
  }

  private static func account(_ fields: JSONFields<DevnetError>) throws(DevnetError) -> Account {
    var account = Account(
      balance: try fields.optional("balance", .number) ?? 0, nonce: try fields.optional("nonce", .number) ?? 0,
      code: try fields.optional("code", .bytes(anyCount, prefix: .optional)) ?? [])
    guard let storage = fields["storage"] else { return account }
    guard let slots = storage.object else { throw malformed(fields.place("storage"), "it is no object") }
    for (key, value) in slots {
      guard let slot = try? word(key), let value = value.string.flatMap({ try? word($0) }) else {
        throw malformed(fields.place("storage.\(key)"), "it is no slot with a value of 32 bytes")
      }
      account.storage[slot] = value
    }
    return account
  }

  /// A slot or its value: hexadecimal, with or without 0x, as geth takes them.
  private static func word(_ text: String) throws(PrimitivesError) -> UInt256 {
    try UInt256(parsing: text.hasPrefix("0x") ? text : "0x" + text)
  }

  // MARK: Fields

  /// As many bytes as a text may have digits for.
  private static let anyCount = 0...1 << 30

  private static func fields(_ json: JSON?, _ place: String = "") throws(DevnetError) -> JSONFields<DevnetError> {
    try JSONFields(json ?? .null, path: String(place.prefix(80))) { malformed($0.field) }
  }

  private static func malformed(_ name: String, _ reason: String = "it is not what it should be") -> DevnetError {
    DevnetError(
      .malformedGenesis,
      """
      cannot read the genesis: \(name.prefix(120))
      \(reason)
      write numbers as "0x1a", "26" or 26, bytes as "0x…", fork blocks and times into config
      """)
  }
}

extension ForkSchedule.Beginning {
  /// Whether a fork that begins so may be followed by one that begins so. Blocks come before times.
  fileprivate func isBefore(_ later: ForkSchedule.Beginning) -> Bool {
    switch (self, later) {
    case (.block(let first), .block(let second)): first <= second
    case (.time(let first), .time(let second)): first <= second
    case (.block, .time): true
    case (.time, .block): false
    }
  }
}
