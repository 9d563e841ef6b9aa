/// The way from a master key down to a key: `m/44'/60'/0'/0/0` (BIP-32, BIP-44).
public struct DerivationPath: Sendable, Hashable {
  /// The index at each level; 2^31 and above are hardened.
  public let indexes: [UInt32]

  /// The first hardened index, 2^31: `0'`.
  public static let hardened: UInt32 = 1 << 31

  /// The master key itself.
  public static let master = DerivationPath(unchecked: [])

  /// Takes the index of each level.
  ///
  /// - Throws: `tooDeep` for more than 255 levels.
  public init(indexes: [UInt32]) throws(KeysError) {
    guard indexes.count <= 255 else {
      throw KeysError(.tooDeep, "cannot derive a key: the path has \(indexes.count) levels\nBIP-32 has room for 255")
    }
    self.indexes = indexes
  }

  private init(unchecked indexes: [UInt32]) { self.indexes = indexes }

  /// Reads `m` and the levels after it, each a number below 2^31, hardened if `'`, `h` or `H` follows.
  ///
  /// - Throws: `invalidPath` with the position of the level, or `tooDeep`.
  public init(_ text: String) throws(KeysError) {
    // A level has eleven characters at most.
    guard text.utf8.count <= 256 * 12 else {
      throw KeysError(
        .tooDeep, "cannot read a derivation path of \(text.utf8.count) bytes\nBIP-32 has room for 255 levels")
    }
    let levels = text.split(separator: "/", omittingEmptySubsequences: false)
    guard levels[0] == "m" else { throw Self.invalid(text, "it does not begin with m", 0) }
    var indexes: [UInt32] = []
    for (position, level) in levels.enumerated().dropFirst() {
      let isHardened = level.last.map { "'hH".contains($0) } ?? false
      let digits = isHardened ? level.dropLast() : level
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw Self.invalid(text, "level \(position), \(quoted(level)), is no number", position)
      }
      guard let index = UInt32(digits), index < Self.hardened else {
        throw Self.invalid(text, "level \(position), \(quoted(level)), is not below 2147483648", position)
      }
      indexes.append(isHardened ? index | Self.hardened : index)
    }
    try self.init(indexes: indexes)
  }

  /// `m/44'/60'/account'/0/index` (BIP-44, coin type 60 of SLIP-44): what wallets for Ethereum use.
  ///
  /// - Throws: `invalidPath` if a number is not below 2^31.
  public static func ethereum(account: UInt32 = 0, index: UInt32 = 0) throws(KeysError) -> DerivationPath {
    try bip44(coin: 60, account: account, index: index)
  }

  /// `m/44'/8217'/account'/0/index` (BIP-44, coin type 8217 of SLIP-44): what wallets for Klaytn and Kaia use.
  ///
  /// - Throws: `invalidPath` if a number is not below 2^31.
  public static func klaytn(account: UInt32 = 0, index: UInt32 = 0) throws(KeysError) -> DerivationPath {
    try bip44(coin: 8217, account: account, index: index)
  }

  /// `m/44'/coin'/account'/change/index` (BIP-44).
  ///
  /// - Throws: `invalidPath` if a number is not below 2^31.
  public static func bip44(
    coin: UInt32, account: UInt32 = 0, change: UInt32 = 0, index: UInt32 = 0
  ) throws(KeysError) -> DerivationPath {
    guard max(coin, account, change, index) < hardened else {
      throw invalid("m/44'/\(coin)'/\(account)'/\(change)/\(index)", "a number is not below 2147483648", 0)
    }
    return DerivationPath(unchecked: [44 | hardened, coin | hardened, account | hardened, change, index])
  }

  /// The path one level further down.
  ///
  /// - Throws: `tooDeep`.
  public func appending(_ index: UInt32) throws(KeysError) -> DerivationPath {
    try DerivationPath(indexes: indexes + [index])
  }

  private static func invalid(_ text: String, _ why: String, _ position: Int) -> KeysError {
    KeysError(
      .invalidPath,
      "cannot read the derivation path \(quoted(text)): \(why)\nwrite it as in m/44'/60'/0'/0/0", about: position)
  }
}

extension DerivationPath: CustomStringConvertible {
  /// The path as it is written, hardened levels with `'`.
  public var description: String {
    indexes.reduce("m") { text, index in
      index >= Self.hardened ? "\(text)/\(index - Self.hardened)'" : "\(text)/\(index)"
    }
  }
}
