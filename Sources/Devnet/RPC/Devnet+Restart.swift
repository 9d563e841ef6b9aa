import Primitives
import StrictJSON

extension Devnet {
  /// `anvil_reset` and `hardhat_reset` with `forking`: begins anew on the chain of a node, at a block or at its newest one,
  /// or, where no node is named, on the chain from which this one goes on. Nil for all else.
  ///
  /// Others are served while the node is asked.
  ///
  /// - Throws: `invalidParameters` if there is no such chain to go on from, `originFailed`, `storageFailed`.
  func restart(askedBy call: Call) async throws -> JSON? {
    guard let answer = Self.restarts[call.name], let argument = call.parameters.optional(0),
      let wish = argument.field("forking") ?? (argument.field("jsonRpcUrl") == nil ? nil : argument)
    else { return nil }
    guard wish.json.object != nil else { throw wish.invalid("it is not an object") }
    let number = try wish.field("blockNumber")?.looseUInt64()
    if let url = wish.field("jsonRpcUrl") {
      guard let text = url.json.string else { throw url.invalid("it is not a string") }
      guard let open = options.openOrigin else {
        throw DevnetError(.invalidParameters, "this devnet goes on from no other chain than that it began with")
      }
      try reset(to: try await Self.opened { try await open(text, number) })
      return answer
    }
    guard let origin else {
      throw DevnetError(
        .invalidParameters, "the devnet goes on from no other chain: name a node as forking.jsonRpcUrl")
    }
    if number == nil || number == origin.header.number {
      try reset()
    } else if let reopen = origin.reopen {
      try reset(to: try await Self.opened { try await reopen(number) })
    } else {
      throw DevnetError(.invalidParameters, "of the other chain no block is known but \(origin.header.number)")
    }
    return answer
  }

  /// The controls that may have to wait for a node, with what they answer.
  private static let restarts: [String: JSON] = ["anvil_reset": .null, "hardhat_reset": true]

  private static func opened(_ open: @Sendable () async throws -> ForkSource) async throws -> ForkSource {
    do {
      return try await open()
    } catch let error as DevnetError {
      throw error
    } catch {
      throw DevnetError(.originFailed, "\(error)")
    }
  }
}
