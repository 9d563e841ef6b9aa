extension Amount {
  /// A unit of money: a power of ten of the smallest one.
  public struct Unit: Hashable, Sendable {
    /// The name in lower case, as in `klay`.
    public let name: String
    /// The text after a number, as in `KLAY`.
    public let symbol: String
    /// The number of decimals over the smallest unit, 0…77.
    public let decimals: Int

    /// A unit of one's own, such as a token's.
    ///
    /// - Throws: `overflow` if `decimals` is not in 0…77: 10⁷⁷ is the largest power of ten below 2²⁵⁶.
    public init(name: String, symbol: String? = nil, decimals: Int) throws(PrimitivesError) {
      guard (0...77).contains(decimals) else {
        throw PrimitivesError(.overflow, "a unit has 0 to 77 decimals, not \(decimals)")
      }
      self.init(known: name, symbol ?? name, decimals)
    }

    private init(known name: String, _ symbol: String, _ decimals: Int) {
      self.name = name
      self.symbol = symbol
      self.decimals = decimals
    }

    /// Ethereum's smallest unit.
    public static let wei = Unit(known: "wei", "wei", 0)
    /// 10³ wei.
    public static let kwei = Unit(known: "kwei", "Kwei", 3)
    /// 10⁶ wei.
    public static let mwei = Unit(known: "mwei", "Mwei", 6)
    /// 10⁹ wei, in which gas is priced.
    public static let gwei = Unit(known: "gwei", "Gwei", 9)
    /// 10¹² wei.
    public static let szabo = Unit(known: "szabo", "szabo", 12)
    /// 10¹⁵ wei.
    public static let finney = Unit(known: "finney", "finney", 15)
    /// 10¹⁸ wei; its symbol is ETH.
    public static let ether = Unit(known: "ether", "ETH", 18)
    /// Klaytn's smallest unit, which Kaia calls kei.
    public static let peb = Unit(known: "peb", "peb", 0)
    /// 10³ peb.
    public static let kpeb = Unit(known: "kpeb", "kpeb", 3)
    /// 10⁶ peb.
    public static let mpeb = Unit(known: "mpeb", "Mpeb", 6)
    /// 10⁹ peb, in which gas is priced.
    public static let ston = Unit(known: "ston", "ston", 9)
    /// 10⁹ peb, as ``ston``.
    public static let gpeb = Unit(known: "gpeb", "Gpeb", 9)
    /// 10¹⁸ peb: Klaytn's coin.
    public static let klay = Unit(known: "klay", "KLAY", 18)
    /// 10¹⁸ peb: Klaytn's coin by its name since Kaia.
    public static let kaia = Unit(known: "kaia", "KAIA", 18)

    /// The unit in which a unit of gas is priced where this is the coin: ston beside KLAY and KAIA, else gwei.
    public var ofGasPrices: Unit { self == .klay || self == .kaia ? .ston : .gwei }

    /// Every unit that has a name here.
    public static let all: [Unit] = [
      .wei, .kwei, .mwei, .gwei, .szabo, .finney, .ether, .peb, .kpeb, .mpeb, .ston, .gpeb, .klay, .kaia,
    ]

    /// The unit with this name or symbol, in any case; `eth` and `kei` are known as well.
    ///
    /// - Throws: `unknownUnit`.
    public init(named name: String) throws(PrimitivesError) {
      let wanted = name.lowercased()
      if let unit = Unit.all.first(where: { $0.name == wanted || $0.symbol.lowercased() == wanted }) {
        self = unit
      } else if wanted == "kei" {
        self = .peb
      } else {
        throw PrimitivesError(
          .unknownUnit,
          "\(quoted(name)) is not a unit of money\nuse one of \(Unit.all.map(\.name).joined(separator: ", "))")
      }
    }

    /// The number of the smallest unit in one of this.
    public var scale: UInt256 {
      var scale = UInt256(high: 0, low: 1)
      for _ in 0..<decimals { scale = scale &* UInt256(high: 0, low: 10) }
      return scale
    }
  }
}
