import JSONFields
import Primitives
import StrictJSON
import Transactions

/// The methods that try a call out without sending a transaction.
enum CallMethods {
  static let table: [String: RPCMethod] = [
    "eth_call": RPCMethod(4) { devnet, parameters in .bytes(try parameters.trial(devnet).output()) },
    "eth_estimateGas": RPCMethod(4) { devnet, parameters in
      .quantity(try parameters.trial(devnet, at: .pending).gasEstimate())
    },
    "eth_createAccessList": RPCMethod(4) { devnet, parameters in
      let outcome = try parameters.trial(devnet).accessList()
      var object: JSONObject = [
        "accessList": .array(outcome.accessList.map { $0.json(\.lowercaseHex) }), "gasUsed": .quantity(outcome.gasUsed),
      ]
      // geth's words, without the reason of a revert.
      if let failure = outcome.failure {
        object["error"] = failure.code == .reverted ? "execution reverted" : .string(failure.message)
      }
      return .object(object)
    },
  ]
}

extension Parameters {
  /// The call that a request describes: a transaction, a block (by default `reference`), and what is overridden there.
  func trial(_ devnet: isolated Devnet, at reference: BlockReference = .latest) throws -> Trial {
    let request = try self(0).callRequest(chainID: devnet.chainID)
    let overrides = try CallOverrides(state: optional(2), block: optional(3))
    return try devnet.trial(of: request, at: block(1, default: reference), overrides)
  }
}

extension Argument {
  /// The transaction object of `eth_call`, `eth_estimateGas` and `eth_sendTransaction`.
  func callRequest(chainID: UInt256) throws -> DevnetCall {
    guard json.object != nil else { throw invalid("it is not an object") }
    if let other = try field("chainId")?.uint256(), other != chainID {
      throw DevnetError(.wrongChain, "chainId does not match node's (have=\(other), want=\(chainID))")
    }
    let (input, data) = (try field("input")?.bytes(), try field("data")?.bytes())
    if let input, let data, input != data {
      throw invalid("both \"data\" and \"input\" are set and not equal; use \"input\" to pass transaction call data")
    }
    var request = DevnetCall(
      from: try field("from")?.address(), to: try field("to")?.address(), value: try field("value")?.uint256() ?? 0,
      data: input ?? data ?? [], gas: try field("gas")?.uint64())
    request.gasPrice = try field("gasPrice")?.uint256()
    request.maxFeePerGas = try field("maxFeePerGas")?.uint256()
    request.maxPriorityFeePerGas = try field("maxPriorityFeePerGas")?.uint256()
    if request.gasPrice != nil, request.maxFeePerGas != nil || request.maxPriorityFeePerGas != nil {
      throw invalid("both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified")
    }
    request.nonce = try field("nonce")?.uint64()
    request.maxFeePerBlobGas = try field("maxFeePerBlobGas")?.uint256()
    request.accessList = try field("accessList")?.list(most: 10_000).map { try $0.accessListEntry() }
    request.blobHashes = try field("blobVersionedHashes")?.list(most: 100).map { try $0.hash() }
    request.authorizations = try field("authorizationList")?.list(most: 1000).map { try $0.authorization() }
    return request
  }

  /// The field of an object that must be there.
  func required(_ name: String) throws(DevnetError) -> Argument {
    guard let field = field(name) else { throw invalid("missing field \(name)") }
    return field
  }

  private func accessListEntry() throws -> AccessListEntry {
    AccessListEntry(
      address: try required("address").address(),
      storageKeys: try required("storageKeys").list(most: 10_000).map { try $0.hash() })
  }

  private func authorization() throws(DevnetError) -> Authorization {
    let parity = try required(field("yParity") == nil ? "v" : "yParity").uint64()
    return Authorization(
      chainID: try required("chainId").uint256(), address: try required("address").address(),
      nonce: try required("nonce").uint64(), yParity: UInt8(clamping: parity), r: try required("r").uint256(),
      s: try required("s").uint256())
  }
}
