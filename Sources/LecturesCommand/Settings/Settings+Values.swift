import Evidence
import Keystores
import LectureKit
import Outbox
import Primitives
import Sending

extension Settings {
  /// The contract to talk to.
  ///
  /// - Throws: `noContract` if none is configured for the network, and the mistake in an address that cannot be read.
  func contract() throws(CommandFailure) -> Address {
    if let address = try contractIfSet() { return address }
    let name = try networkName()
    throw CommandFailure(
      .noContract, "No contract is configured for the network \(name).",
      reason: "There is none in the profile '\(profile)', and none was given.",
      advice: "Give --contract ADDRESS, or deploy one: lectures contract deploy")
  }

  /// The contract to talk to; nil if none is configured for the network.
  func contractIfSet() throws(CommandFailure) -> Address? {
    try value(.contract, network: try networkName(), expecting: "an address or the name of a contact") {
      try contractAddress($0)
    }
  }

  private func contractAddress(_ text: String) throws -> Address {
    if text.lowercased().hasPrefix("0x") { return try Address(text) }
    return try bookAddress(text) ?? Address(text)
  }

  /// The block the contract was deployed in; logs are looked for from there.
  ///
  /// A block is one contract's: that of the profile's contract is nil for another one that is given by hand.
  func fromBlock() throws(CommandFailure) -> UInt64? {
    let network = try networkName()
    if let own = text(.contract, beside: .fromBlock, network: network), let used = try contractIfSet(),
      (try? contractAddress(own)) != used
    {
      return nil
    }
    return try value(.fromBlock, network: network, expecting: "the number of a block, as in 123") { UInt64($0) }
  }

  /// The name or address of the account that acts.
  func account() throws(CommandFailure) -> String? {
    try value(.account, expecting: "a name or an address") { $0.isEmpty ? nil : $0 }
  }

  /// The address of the account that acts; nil where it is named by its name, or not at all.
  ///
  /// - Throws: the mistake in an invalid address: it must not be looked up as a name.
  func accountAddress() throws(CommandFailure) -> Address? {
    guard let name = try account(), name.lowercased().hasPrefix("0x") else { return nil }
    return try value(.account, expecting: "an address") { try Address($0) }
  }

  /// The folder of the key files: `$XDG_DATA_HOME/lectures/keystores` by default.
  func keystoreDirectory() throws(CommandFailure) -> String {
    let given = try value(.keystoreDirectory, expecting: "a directory") { $0.isEmpty ? nil : expandingHome($0) }
    if let given { return given }
    do throws(KeystoreError) {
      return try KeystoreManager.defaultDirectory(environment: environment)
    } catch {
      throw CommandFailure(.settings, "There is no place for keystores: give --keystore-dir DIR.", because: error)
    }
  }

  /// The file that records what is sent: `$XDG_DATA_HOME/lectures/outbox.sqlite` by default; nil without a home.
  func outboxPath() throws(CommandFailure) -> String? {
    let given = try value(.outbox, expecting: "a file") { $0.isEmpty ? nil : expandingHome($0) }
    return given ?? dataDirectory.map { "\($0)/outbox.sqlite" }
  }

  /// The number of blocks, the one with the transaction included, that make it final enough: 1 by default.
  func confirmations() throws(CommandFailure) -> UInt64 {
    let most: UInt64 = 10_000
    return try value(.confirmations, expecting: "a whole number from 1 to \(most)") {
      UInt64($0).flatMap { (1...most).contains($0) ? $0 : nil }
    } ?? 1
  }

  /// The number of endpoints that have to agree before a transaction counts as mined: 1 by default.
  func quorum() throws(CommandFailure) -> Int {
    try value(.quorum, expecting: "a whole number from 1 to 100") {
      Int($0).flatMap { (1...100).contains($0) ? $0 : nil }
    } ?? 1
  }

  /// Whether the endpoints on this machine are the user's own nodes, whose answers are proof: false by default.
  func own() throws(CommandFailure) -> Bool {
    try value(.own, network: try networkName(), expecting: "true or false") { Bool($0) } ?? false
  }

  /// The block that the user trusts, from which validators' seals are followed on Kaia; nil if there is none.
  func checkpoint() throws(CommandFailure) -> KaiaCheckpoint? {
    try value(.checkpoint, network: try networkName(), expecting: "a block's number and hash, as NUMBER:0x…") {
      try KaiaCheckpoint($0)
    }
  }

  /// The folder of the newest blocks that were proven from checkpoints: `$XDG_DATA_HOME/lectures/checkpoints`; nil
  /// without a home.
  var checkpointFolder: String? { dataDirectory.map { "\($0)/checkpoints" } }

  /// The time limit of one request to a node: 30 seconds by default.
  func timeout() throws(CommandFailure) -> Duration {
    try value(.timeout, expecting: "a number of seconds above 0 and up to a day, as in 30, 1.5, 500ms or 2m") {
      Settings.duration($0)
    } ?? .seconds(30)
  }

  /// The most a lecture may cost; nil if there is no limit.
  func maxPrice() throws(CommandFailure) -> Price? {
    try value(.maxPrice, expecting: "a whole number of KLAY") { try Price(parsing: $0) }
  }

  /// The most that the fee of one transaction may come to; nil if there is no limit.
  func maxTotalFee() throws(CommandFailure) -> Amount? { try amount(.maxTotalFee) }

  /// The amounts that may be spent without asking.
  func spendingLimits() throws(CommandFailure) -> SpendingLimits {
    SpendingLimits(
      perCommand: try amount(.limitPerCommand), perDay: try amount(.limitPerDay),
      perContract: try amount(.limitPerContract))
  }

  /// An amount of the network's money; nil if there is none.
  func amount(_ key: SettingKey) throws(CommandFailure) -> Amount? {
    let unit = try network().unit
    return try value(key, expecting: "an amount, as in 0.1 or \"25 gwei\"") {
      $0.contains(where: \.isLetter) ? try Amount(parsing: $0) : try Amount(parsing: $0.trimmed, unit: unit)
    }
  }

  /// The source of passwords: a descriptor or a file if one is named, else the person at the terminal.
  func passwordSource() throws(CommandFailure) -> PasswordSource {
    if let descriptor = passwordDescriptor { return .descriptor(descriptor) }
    return try value(.passwordFile, expecting: "a file") { $0.isEmpty ? nil : .file(expandingHome($0)) } ?? .prompt
  }

  /// `30`, `1.5`, `30s`, `500ms`, `2m`; at most a day.
  static func duration(_ text: String) -> Duration? {
    let units: [(suffix: String, milliseconds: Double)] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]
    let unit = units.first { text.hasSuffix($0.suffix) }
    let digits = text.dropLast(unit?.suffix.count ?? 0).trimmingPrefix(" ")
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(String(digits)) else {
      return nil
    }
    let milliseconds = number * (unit?.milliseconds ?? 1000)
    guard milliseconds >= 1, milliseconds <= 86_400_000 else { return nil }
    return .milliseconds(Int(milliseconds))
  }

  func expandingHome(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"] else { return path }
    return home + path.dropFirst()
  }
}
