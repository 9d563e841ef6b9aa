import StrictJSON

/// A control of other devnets: a method that they have under several prefixes, and that answers by the prefix unless it has
/// something to tell.
struct CheatMethod: Sendable {
  /// The prefixes of other devnets' controls, with what those answer that have nothing to tell.
  enum Prefix: String, Sendable {
    case anvil, hardhat, evm

    var answer: JSON { self == .anvil ? .null : true }
  }

  let name: String
  let prefixes: [Prefix]
  /// The most parameters that it takes.
  let most: Int
  let body: @Sendable (isolated Devnet, Parameters) async throws -> JSON?

  init(
    _ name: String, _ prefixes: [Prefix], _ most: Int,
    _ body: @escaping @Sendable (isolated Devnet, Parameters) async throws -> JSON?
  ) {
    self.name = name
    self.prefixes = prefixes
    self.most = most
    self.body = body
  }

  /// A control that has nothing to tell.
  init(
    silent name: String, _ prefixes: [Prefix], _ most: Int,
    _ body: @escaping @Sendable (isolated Devnet, Parameters) async throws -> Void
  ) {
    self.init(name, prefixes, most) { devnet, parameters in
      try await body(devnet, parameters)
      return nil
    }
  }

  /// The control under each of its names.
  var methods: [(String, RPCMethod)] {
    prefixes.map { prefix in
      let (body, answer) = (body, prefix.answer)
      return (
        "\(prefix)_\(name)", RPCMethod(most) { devnet, parameters in try await body(devnet, parameters) ?? answer }
      )
    }
  }

  /// The controls of other devnets under their names.
  static let table = Dictionary(
    uniqueKeysWithValues: (MiningControls.table + TimeControls.table + AccountControls.table + ChainControls.table)
      .flatMap(\.methods))
}
