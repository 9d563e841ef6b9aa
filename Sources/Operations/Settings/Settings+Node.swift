import Evidence
import Files
import Keystores
import NodeRPC
import Primitives

extension Settings {
  /// The time limit of one request to a node, all of its attempts included: 20 seconds by default.
  package func timeout() throws(SettingsError) -> Duration {
    try value(.timeout, expecting: "a number of seconds above 0 and up to a day, as in 30, 1.5, 500ms or 2m") {
      Settings.duration($0)
    } ?? Self.usualTimeout
  }

  private static let usualTimeout = Duration.seconds(20)

  /// The choices of a client of nodes: the time limit of a request, and whose certificates are taken.
  ///
  /// One node that hangs is asked once for all of the time limit, one that fails sooner is asked again within it; with
  /// several nodes each has its turn. A signed transaction is offered again for as long as usual, however short the
  /// limit is: a further attempt may tell what became of it.
  ///
  /// - Parameter endpoints: how many nodes may be asked.
  package func nodeOptions(endpoints: Int = 1) throws(SettingsError) -> NodeClient.Options {
    let patience = try timeout()
    let authorities = try checkedAuthorityFile()
    return NodeClient.Options().with {
      $0.requestTimeout = patience
      $0.deadline = patience * max(1, min(endpoints, 100))
      $0.offerDeadline = max($0.deadline, Self.usualTimeout)
      $0.certificateAuthorityFile = authorities
    }
  }

  /// The PEM file with the certificate authorities that nodes, the site, relays and fee services are trusted by instead of the system's; nil for those.
  package func authorityFile() throws(SettingsError) -> String? { try path(.caFile) }

  /// The file of ``authorityFile()``, looked into.
  ///
  /// - Throws: `badAuthorities` for a file that cannot be read, has no certificate, or may be written by others.
  package func checkedAuthorityFile() throws(SettingsError) -> String? {
    guard let path = try authorityFile() else { return nil }
    func unusable(_ reason: String) -> SettingsError {
      SettingsError(
        .badAuthorities, "The file of certificate authorities cannot be used.", about: path, reason: reason,
        facts: .setting(.caFile))
    }
    let contents: PrivateFile.Contents
    do throws(KeystoreError) {
      contents = try PrivateFile.read(path, limit: 4 << 20)
    } catch {
      throw unusable(error.message)
    }
    if let exposed = contents.exposure("The file", needing: .integrity) {
      throw SettingsError(
        .badAuthorities, "The file of certificate authorities cannot be used.", about: path,
        reason: [exposed.message, exposed.reason].compactMap { $0 }.joined(separator: " "),
        facts: .permissions(exposed.advice))
    }
    guard String(decoding: contents.bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
      throw unusable("It has no certificate in PEM.")
    }
    return path
  }

  /// The number of blocks, the one with the transaction included, that make it final enough: 1 by default.
  package func confirmations() throws(SettingsError) -> UInt64 { try number(.confirmations, upTo: 10_000) }

  /// The number of endpoints that have to agree before a transaction counts as mined: 1 by default.
  package func quorum() throws(SettingsError) -> Int { try number(.quorum, upTo: 100) }

  private func number<Number: FixedWidthInteger>(_ key: SettingKey, upTo most: Number) throws(SettingsError) -> Number {
    try value(key, expecting: "a whole number from 1 to \(most)") {
      Number($0).flatMap { (1...most).contains($0) ? $0 : nil }
    } ?? 1
  }

  /// Whether the endpoints on this machine are the user's own nodes, whose answers are proof: false by default.
  package func own() throws(SettingsError) -> Bool {
    try value(.own, expecting: "true or false") { Bool($0) } ?? false
  }

  /// The block that the user trusts, from which validators' seals are followed on Kaia; nil if there is none.
  package func checkpoint() throws(SettingsError) -> KaiaCheckpoint? {
    try value(.checkpoint, expecting: "a block's number and hash, as NUMBER:0x…") { try KaiaCheckpoint($0) }
  }

  /// The folder of the newest blocks that were proven from checkpoints: `$XDG_DATA_HOME/lectures/checkpoints`; nil
  /// without a home.
  package var checkpointFolder: String? { folders.data.map { "\($0)/checkpoints" } }

  /// `30`, `1.5`, `30s`, `500ms`, `2m`, `3h`, `2d`; at most so many days.
  package static func duration(_ text: String, upToDays most: Double = 1) -> Duration? {
    let units: [(suffix: String, milliseconds: Double)] = [
      ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]
    let unit = units.first { text.hasSuffix($0.suffix) }
    let digits = text.dropLast(unit?.suffix.count ?? 0).trimmingPrefix(" ")
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(String(digits)) else {
      return nil
    }
    let milliseconds = number * (unit?.milliseconds ?? 1000)
    guard milliseconds >= 1, milliseconds <= most * 86_400_000 else { return nil }
    return .milliseconds(Int(milliseconds))
  }
}
