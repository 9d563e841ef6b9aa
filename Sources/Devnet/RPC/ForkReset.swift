import StrictJSON

/// The request of `anvil_reset` and `hardhat_reset` with `forking`: to begin anew on the chain of a node, at a block or at
/// its newest one, or, where no node is named, on the chain from which the devnet goes on.
struct ForkReset {
  private let url: Argument?
  private let number: UInt64?

  /// Reads the parameters; nil if they ask for nothing of the kind.
  ///
  /// - Throws: `invalidParameters`.
  init?(_ parameters: Parameters) throws(DevnetError) {
    guard let argument = parameters.optional(0),
      let forking = argument.field("forking") ?? (argument.field("jsonRpcUrl") == nil ? nil : argument)
    else { return nil }
    guard forking.json.object != nil else { throw forking.invalid("it is not an object") }
    number = try forking.field("blockNumber")?.looseUInt64()
    url = forking.field("jsonRpcUrl")
  }

  /// Begins anew. Others are served while a node is asked.
  ///
  /// - Throws: `invalidParameters` if there is no such chain to go on from, `originFailed`, `storageFailed`.
  func restart(_ devnet: isolated Devnet) async throws {
    let number = number
    if let url {
      guard let text = url.json.string else { throw url.invalid("it is not a string") }
      guard let open = devnet.options.openOrigin else {
        throw DevnetError(.invalidParameters, "this devnet goes on from no other chain than that it began with")
      }
      return try devnet.reset(to: try await ForkSource.reading { try await open(text, number) })
    }
    guard let origin = devnet.origin else {
      throw DevnetError(
        .invalidParameters, "the devnet goes on from no other chain: name a node as forking.jsonRpcUrl")
    }
    if number == nil || number == origin.header.number {
      try devnet.reset()
    } else if let reopen = origin.reopen {
      try devnet.reset(to: try await ForkSource.reading { try await reopen(number) })
    } else {
      throw DevnetError(.invalidParameters, "of the other chain no block is known but \(origin.header.number)")
    }
  }
}
