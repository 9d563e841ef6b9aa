import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

/// A transaction among Kaia's vectors: its fields, the keys that sign it, and the bytes that must come out.
struct KaiaVector {
  let transaction: KaiaTransaction
  let senderKeys: [PrivateKey]
  let feePayer: Address?
  let feePayerKeys: [PrivateKey]
  let expected: JSON

  init(_ json: JSON) throws {
    let byte = try Bytes(hex: try #require(json["type"]?.string))[0]
    let type = try #require(KaiaTransactionType(rawValue: byte))
    var fields = try #require(json["fields"]?.object)
    fields["type"] = .string(type.name)
    fields["chainId"] = json["chainId"]
    // Here 0x stands for no recipient, and flags are numbers.
    if fields["to"]?.string == "0x" { fields["to"] = nil }
    if let flag = fields["humanReadable"]?.string { fields["humanReadable"] = .bool(flag == "0x1") }
    transaction = try #require(try UnsignedTransaction(json: .object(fields)).kaia)
    func keys(_ name: String) throws -> [PrivateKey] {
      try (json[name]?.array ?? []).map { try PrivateKey(hex: try #require($0.string)) }
    }
    senderKeys = try keys("senderPrivateKeys")
    feePayer = try json["feePayer"]?.string.map { try Address($0) }
    feePayerKeys = try keys("feePayerPrivateKeys")
    expected = try #require(json["expected"])
  }

  /// Signed by all its keys, as the wallets of sender and fee payer would.
  func signed() throws -> SignedTransaction {
    var partly = PartlySignedTransaction(transaction)
    for key in senderKeys { try partly.sign(by: key) }
    for key in feePayerKeys { try partly.signAsFeePayer(feePayer, by: key) }
    return try partly.completed()
  }
}

extension JSON {
  /// The text at a path of members.
  func text(_ name: String) throws -> String { try #require(self[name]?.string) }
}
