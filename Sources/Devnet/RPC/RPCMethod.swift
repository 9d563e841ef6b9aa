import StrictJSON

/// A method of JSON-RPC. One whose body does not wait is done within one turn of the devnet.
struct RPCMethod: Sendable {
  typealias Body = @Sendable (isolated Devnet, Parameters) async throws -> JSON

  /// The most parameters that it takes.
  let most: Int
  let body: Body

  init(_ most: Int, _ body: @escaping Body) {
    self.most = most
    self.body = body
  }

  /// The method with the part of the past answered that is another chain's, from which the devnet goes on.
  ///
  /// - Parameter name: the method's, which that chain's node has too.
  func asking(_ name: String, for part: HistoricCall) -> RPCMethod {
    RPCMethod(most) { devnet, parameters in
      if let origin = devnet.origin, origin.history != nil {
        let request = HistoricRequest(name: name, parameters: parameters, origin: origin)
        if let answer = try await request.answer(about: part, devnet, body) { return answer }
      }
      return try await body(devnet, parameters)
    }
  }
}

extension [String: RPCMethod] {
  /// A value of a block; nil for one that it does not have.
  typealias BlockReading = @Sendable (DevnetBlock, Parameters) throws -> JSON?

  /// Pairs of methods that read a block by its number or tag, and by its hash, each with how many parameters it takes at
  /// most; `*` in a name stands for `Number` and for `Hash`.
  static func ofBlocks(_ methods: KeyValuePairs<String, (most: Int, read: BlockReading)>) -> [String: RPCMethod] {
    var table: [String: RPCMethod] = [:]
    for (name, (most, read)) in methods {
      for isHash in [false, true] {
        table[name.replacing("*", with: isHash ? "Hash" : "Number")] = RPCMethod(most) { devnet, parameters in
          let block = devnet.block(isHash ? .hash(try parameters(0).hash()) : try parameters(0).block())
          return try block.flatMap { try read($0, parameters) } ?? .null
        }
      }
    }
    return table
  }

  /// Pairs of methods that read a thing in a block by its index, of which the block has `count`.
  static func inBlocks(
    _ count: @escaping @Sendable (DevnetBlock) -> Int,
    _ methods: KeyValuePairs<String, @Sendable (DevnetBlock, Int) -> JSON>
  ) -> [String: RPCMethod] {
    var table: [String: RPCMethod] = [:]
    for (name, read) in methods {
      let method: BlockReading = { block, parameters in
        let index = try parameters(1).uint64()
        return index < UInt64(count(block)) ? read(block, Int(index)) : nil
      }
      table.merge(ofBlocks([name: (2, method)])) { $1 }
    }
    return table
  }
}

extension RPCMethod {
  /// The methods of Ethereum's chains by their names.
  static let ethereum = withHistory(ownEthereum)

  /// The methods of a chain of Kaia's: Ethereum's, and Kaia's own.
  static let kaia = withHistory(ownEthereum.merging(KaiaMethods.table) { $1 })

  /// The methods of Ethereum's chains, which know nothing of a past before this chain.
  static let ownEthereum: [String: RPCMethod] = [
    NetworkMethods.table, BlockMethods.table, StateMethods.table, TransactionMethods.table, CallMethods.table,
    FilterMethods.table, RawMethods.table, FeeMethods.table, PoolMethods.table, AccountMethods.table,
    SimulationMethods.table, TraceMethods.table, ConfigurationMethods.table, BuildMethods.table, StorageMethods.table,
    CheatMethod.table,
  ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  private static func withHistory(_ methods: [String: RPCMethod]) -> [String: RPCMethod] {
    var methods = methods
    for (name, part) in HistoricCall.methods { methods[name] = methods[name]?.asking(name, for: part) }
    return methods
  }
}

extension ChainKind {
  /// The methods of JSON-RPC by their names.
  var methods: [String: RPCMethod] { isKaia ? RPCMethod.kaia : RPCMethod.ethereum }
}
