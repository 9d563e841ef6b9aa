import Primitives

extension Precompile {
  /// One row of Ethereum's schedule: what stands at an address from a fork on, until a later row of that address.
  public struct Activation: Sendable {
    /// The address, as a number.
    public let number: UInt16
    /// The first fork that has it.
    public let since: Fork
    /// Its usual name.
    public let name: String
    /// Where it is specified, or priced anew.
    public let source: String
    /// What it costs and does.
    public let precompile: Precompile

    init(_ number: UInt16, _ since: Fork, _ name: String, _ source: String, _ precompile: Precompile) {
      self.number = number
      self.since = since
      self.name = name
      self.source = source
      self.precompile = precompile
    }

    /// The address.
    public var address: Address { Address(truncating: UInt256(number)) }
  }

  /// Ethereum's precompiles in the order of their forks.
  public static let schedule: [Activation] = [
    Activation(0x01, .frontier, "ecrecover", "Yellow Paper, appendix E", ecrecover),
    Activation(0x02, .frontier, "sha256", "Yellow Paper, appendix E", sha256),
    Activation(0x03, .frontier, "ripemd160", "Yellow Paper, appendix E", ripemd160),
    Activation(0x04, .frontier, "identity", "Yellow Paper, appendix E", identity),

    Activation(0x05, .byzantium, "modexp", "EIP-198", modexp(.eip198)),

    Activation(0x09, .istanbul, "blake2f", "EIP-152", blake2f),

    Activation(0x05, .berlin, "modexp", "EIP-2565", modexp(.eip2565)),

    Activation(0x05, .osaka, "modexp", "EIP-7823, EIP-7883", modexp(.eip7883, lengthLimit: 1024)),
  ]

  /// What a fork of Ethereum has at which address.
  public static func table(for fork: Fork) -> [Address: Precompile] { tables[fork.rawValue] }

  private static let tables: [[Address: Precompile]] = Fork.allCases.map { fork in
    var table: [Address: Precompile] = [:]
    for row in schedule where row.since <= fork { table[row.address] = row.precompile }
    return table
  }
}
