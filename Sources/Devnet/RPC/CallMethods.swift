import JSONFields
import Primitives
import StrictJSON
import Transactions

/// The methods that try a call out without sending a transaction.
enum CallMethods {
  static let table: [String: RPCMethod] = [
    "eth_call": RPCMethod(4) { devnet, parameters in
      let request = try parameters(0).callRequest(chainID: devnet.chainID)
      let overrides = try CallOverrides(state: parameters.optional(2), block: parameters.optional(3))
      return .bytes(try devnet.call(request, at: parameters.block(1), overriding: overrides))
    },
    "eth_estimateGas": RPCMethod(4) { devnet, parameters in
      let request = try parameters(0).callRequest(chainID: devnet.chainID)
      let overrides = try CallOverrides(state: parameters.optional(2), block: parameters.optional(3))
      return .quantity(
        try devnet.estimateGas(request, at: parameters.block(1, default: .pending), overriding: overrides))
    },
    "eth_createAccessList": RPCMethod(4) { devnet, parameters in
      let request = try parameters(0).callRequest(chainID: devnet.chainID)
      let overrides = try CallOverrides(state: parameters.optional(2), block: parameters.optional(3))
      let outcome = try devnet.accessList(request, at: parameters.block(1), overriding: overrides)
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

extension Argument {
  /// The transaction object of `eth_call`, `eth_estimateGas` and `eth_sendTransaction`.
  func callRequest(chainID: UInt256) throws(DevnetError) -> DevnetCall {
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
    if let list = try field("accessList")?.list(most: 10_000) {
      request.accessList = []
      for entry in list { request.accessList?.append(try entry.accessListEntry()) }
    }
    if let list = try field("blobVersionedHashes")?.list(most: 100) {
      request.blobHashes = []
      for hash in list { request.blobHashes?.append(try hash.hash()) }
    }
    if let list = try field("authorizationList")?.list(most: 1000) {
      request.authorizations = []
      for entry in list { request.authorizations?.append(try entry.authorization()) }
    }
    return request
  }

  /// The field of an object that must be there.
  func required(_ name: String) throws(DevnetError) -> Argument {
    guard let field = field(name) else { throw invalid("missing field \(name)") }
    return field
  }

  private func accessListEntry() throws(DevnetError) -> AccessListEntry {
    var entry = AccessListEntry(address: try required("address").address())
    for key in try required("storageKeys").list(most: 10_000) { entry.storageKeys.append(try key.hash()) }
    return entry
  }

  private func authorization() throws(DevnetError) -> Authorization {
    let parity = try required(field("yParity") == nil ? "v" : "yParity").uint64()
    return Authorization(
      chainID: try required("chainId").uint256(), address: try required("address").address(),
      nonce: try required("nonce").uint64(), yParity: UInt8(clamping: parity), r: try required("r").uint256(),
      s: try required("s").uint256())
  }
}
