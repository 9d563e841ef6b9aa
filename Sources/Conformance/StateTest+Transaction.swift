import EVM
import Keys
import Primitives
import StrictJSON
import Transactions

extension StateTest {
  /// The transaction of a case, from the choices that it names.
  ///
  /// - Parameter indexes: `data`, `gas` and `value`, each the place in a list; missing ones are 0.
  func transaction(_ indexes: JSON?) throws -> EVMTransaction {
    let chosen = indexes?["data"]?.int ?? 0
    let accessList = transaction["accessLists"]?[chosen]?.array ?? transaction["accessList"]?.array
    let hashes = transaction["blobVersionedHashes"]?.array
    let authorizations = transaction["authorizationList"]?.array
    let isFeeMarket = transaction["maxFeePerGas"] != nil
    let kind: TransactionKind =
      authorizations != nil
      ? .setCode : hashes != nil ? .blob : isFeeMarket ? .feeMarket : accessList != nil ? .accessList : .legacy
    let to = transaction["to"]?.string ?? ""
    return EVMTransaction(
      kind: kind, sender: try sender(), nonce: try transaction.uint64("nonce"),
      to: to.isEmpty || to == "0x" ? nil : try TestFields.address(to, "to"),
      value: try TestFields.number(choice("value", indexes?["value"]), "value"),
      data: try TestFields.bytes(choice("data", indexes?["data"]), "data"),
      gasLimit: try TestFields.uint64(TestFields.number(choice("gasLimit", indexes?["gas"]), "gasLimit"), "gasLimit"),
      maxFeePerGas: try transaction.number(isFeeMarket ? "maxFeePerGas" : "gasPrice"),
      maxPriorityFeePerGas: isFeeMarket ? try transaction.number("maxPriorityFeePerGas") : nil,
      accessList: try (accessList ?? []).map(Self.accessListEntry),
      maxFeePerBlobGas: try transaction.number(ifPresent: "maxFeePerBlobGas") ?? 0,
      blobHashes: try (hashes ?? []).map { try Hash32($0.string ?? "") },
      authorizations: try (authorizations ?? []).map(Self.authorization))
  }

  private func sender() throws -> Address {
    if transaction["sender"] != nil { return try transaction.address("sender") }
    return try PrivateKey(bytes: Hash32(transaction.number("secretKey")).bytes).publicKey.address
  }

  private func choice(_ field: String, _ index: JSON?) throws -> String {
    let list = transaction[field]
    guard let text = list?[index?.int ?? 0]?.string ?? list?.string else { throw TestFields.malformed(field) }
    return text
  }

  private static func accessListEntry(_ json: JSON) throws -> AccessListEntry {
    AccessListEntry(
      address: try TestFields(json).address("address"),
      storageKeys: try (json["storageKeys"]?.array ?? []).map {
        Hash32(try TestFields.number($0.string ?? "", "storageKeys"))
      })
  }

  private static func authorization(_ json: JSON) throws -> Authorization {
    let fields = TestFields(json)
    let parity = try fields.number(ifPresent: "yParity") ?? fields.number("v")
    guard let yParity = UInt8(exactly: parity) else { throw TestFields.malformed("yParity", "\(parity)") }
    return Authorization(
      chainID: try fields.number("chainId"), address: try fields.address("address"), nonce: try fields.uint64("nonce"),
      yParity: yParity, r: try fields.number("r"), s: try fields.number("s"))
  }
}
