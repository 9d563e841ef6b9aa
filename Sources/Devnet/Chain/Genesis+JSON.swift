import EVM
import Primitives
import StrictJSON

extension Genesis {
  /// Reads a genesis file as geth has it: `config` with the forks' blocks and times, the header's fields, `alloc`.
  ///
  /// - Throws: `malformedGenesis` with the field that can't be read.
  public init(json: JSON) throws(DevnetError) {
    let config = json["config"]
    var header = BlockHeader()
    header.coinbase = try Self.read(json, "coinbase", Address.init) ?? .zero
    header.difficulty = try Self.number(json, "difficulty") ?? 0
    header.gasLimit = try Self.small(json, "gasLimit") ?? 30_000_000
    header.timestamp = try Self.small(json, "timestamp") ?? 0
    header.nonce = try Self.small(json, "nonce") ?? 0
    header.extraData = try Self.read(json, "extraData", { try Bytes(hex: $0) }) ?? []
    header.mixHash = try Self.read(json, "mixHash", { try Hash32($0) }) ?? .zero
    header.baseFee = try Self.number(json, "baseFeePerGas")
    header.excessBlobGas = try Self.small(json, "excessBlobGas")
    header.blobGasUsed = try Self.small(json, "blobGasUsed")
    self.init(
      chainID: try Self.number(config, "chainId") ?? 1, forks: try Self.forks(config),
      accounts: try Self.accounts(json["alloc"]), header: header)
    depositContract = try Self.read(config, "depositContractAddress", Address.init)
    try readBlobs(config?["blobSchedule"])
  }

  /// Reads the markets of blobs by fork (EIP-7840).
  private mutating func readBlobs(_ schedule: JSON?) throws(DevnetError) {
    let names: [(String, Fork)] = [
      ("cancun", .cancun), ("prague", .prague), ("osaka", .osaka), ("bpo1", .bpo1), ("bpo2", .bpo2),
    ]
    for (name, fork) in names {
      guard let entry = schedule?[name], var rules = RuleSet(fork).blobs else { continue }
      rules.target = try Self.small(entry, "target") ?? rules.target
      rules.max = try Self.small(entry, "max") ?? rules.max
      rules.updateFraction = try Self.small(entry, "baseFeeUpdateFraction") ?? rules.updateFraction
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

  private static func forks(_ config: JSON?) throws(DevnetError) -> ForkSchedule {
    var beginnings: [Fork: ForkSchedule.Beginning] = [:]
    for (name, fork) in blocks { if let number = try small(config, name) { beginnings[fork] = .block(number) } }
    for (name, fork) in times { if let time = try small(config, name) { beginnings[fork] = .time(time) } }
    // A chain that was never anything else says so by a total difficulty of 0.
    if beginnings[.paris] == nil, try number(config, "terminalTotalDifficulty") == 0 { beginnings[.paris] = .block(0) }
    var schedule = ForkSchedule(beginnings)
    for name in ["daoForkBlock", "muirGlacierBlock", "arrowGlacierBlock", "grayGlacierBlock"] {
      if let number = try small(config, name) { schedule.otherBlocks.append(number) }
    }
    return schedule
  }

  private static func accounts(_ alloc: JSON?) throws(DevnetError) -> [Address: Account] {
    var accounts: [Address: Account] = [:]
    for (text, fields) in alloc?.object ?? JSONObject() {
      // geth writes the addresses without 0x.
      guard let address = (try? Bytes(hex: text)).flatMap({ try? Address($0) }) else { throw malformed(text) }
      var account = Account(
        balance: try number(fields, "balance") ?? 0, nonce: try small(fields, "nonce") ?? 0,
        code: try read(fields, "code", { try Bytes(hex: $0) }) ?? [])
      for (key, value) in fields["storage"]?.object ?? JSONObject() {
        guard let slot = try? UInt256(parsing: key), let value = value.string.flatMap({ try? UInt256(parsing: $0) })
        else { throw malformed(key) }
        account.storage[slot] = value
      }
      accounts[address] = account
    }
    return accounts
  }

  // MARK: Fields

  private static func read<Value>(
    _ json: JSON?, _ name: String, _ parse: (String) throws -> Value
  ) throws(DevnetError) -> Value? {
    guard let field = json?[name], !field.isNull else { return nil }
    guard let text = field.string ?? field.numberText, let value = try? parse(text) else { throw malformed(name) }
    return value
  }

  private static func number(_ json: JSON?, _ name: String) throws(DevnetError) -> UInt256? {
    try read(json, name) { try UInt256(parsing: $0) }
  }

  private static func small(_ json: JSON?, _ name: String) throws(DevnetError) -> UInt64? {
    guard let number = try number(json, name) else { return nil }
    guard let small = UInt64(exactly: number) else { throw malformed(name) }
    return small
  }

  private static func malformed(_ name: String) -> DevnetError {
    DevnetError(
      .malformedGenesis,
      """
      cannot read the genesis: \(name.prefix(80)) is not what it should be
      write numbers as "0x1a", "26" or 26, bytes as "0x…"
      """)
  }
}
