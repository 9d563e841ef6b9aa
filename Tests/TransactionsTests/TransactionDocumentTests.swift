import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@Suite struct TransactionDocumentTests {
  private let key: PrivateKey
  private let recipient = "0x7b65b75d204abed71587c9e519a89277766ee1d0"

  init() throws {
    key = try PrivateKey(hex: "0x45a915e4d060149eb4365960e6a7a45f334393093061116b197e3240065ff2d8")
  }

  private func feeMarket(_ changes: JSONObject = [:]) -> JSON {
    var object: JSONObject = [
      "chainId": "0x2019", "nonce": "0x7", "maxPriorityFeePerGas": "0x1", "maxFeePerGas": "50000000000",
      "gas": 21000, "to": .string(recipient), "value": "0xde0b6b3a7640000",
    ]
    for (name, value) in changes { object[name] = value }
    return .object(object)
  }

  private func failure(_ json: JSON) -> TransactionError? {
    do {
      _ = try TransactionDocument(json: json)
      return nil
    } catch {
      return error
    }
  }

  @Test("quantities, digits in quotes and JSON numbers say the same")
  func numbers() throws {
    let expected = try UnsignedTransaction(json: feeMarket())
    #expect(expected.nonce == 7)
    #expect(expected.maxFeePerGas == 50_000_000_000)
    #expect(expected.gasLimit == 21_000)
    #expect(expected.value == 1_000_000_000_000_000_000)
    #expect(try UnsignedTransaction(json: feeMarket(["nonce": 7, "chainId": 8217])) == expected)
    #expect(
      try UnsignedTransaction(json: feeMarket(["gas": "0x5208", "value": .number("1000000000000000000")])) == expected)
    for number: JSON in [.number("1.5"), .number("1e3"), .number("-1"), "0x", "", "1_000", "0xg", "ten", true, []] {
      #expect(failure(feeMarket(["value": number])) == .sample(.invalidField), "\(number)")
    }
    let tooLarge = String(repeating: "9", count: 78)
    #expect(failure(feeMarket(["value": .string(tooLarge)])) == .sample(.invalidField))
    #expect(failure(feeMarket(["gas": "0x10000000000000000"])) == .sample(.invalidField))
    // A reason of two lines is one line here, with a mark between them.
    #expect(failure(feeMarket(["value": "-1"]))?.reason?.contains("is not a digit; write a decimal number") == true)
    #expect(failure(feeMarket(["nonce": "0xffffffffffffffff"])) == .sample(.nonceTooLarge))
  }

  @Test("without a type the fields tell the kind")
  func kinds() throws {
    #expect(try UnsignedTransaction(json: feeMarket()).kind == .feeMarket)
    var legacy = feeMarket(["gasPrice": 5]).object!
    legacy["maxFeePerGas"] = nil
    legacy["maxPriorityFeePerGas"] = nil
    #expect(try UnsignedTransaction(json: .object(legacy)).kind == .legacy)
    legacy["accessList"] = []
    #expect(try UnsignedTransaction(json: .object(legacy)).kind == .accessList)
    #expect(
      try UnsignedTransaction(json: feeMarket(["maxFeePerBlobGas": 1, "blobVersionedHashes": []])).kind == .blob)
    #expect(try UnsignedTransaction(json: feeMarket(["authorizationList": []])).kind == .setCode)
    legacy["gasPrice"] = nil
    legacy["accessList"] = nil
    let error = failure(.object(legacy))
    #expect(error == .sample(.missingField))
    #expect(error?.description.contains("maxFeePerGas") == true)
    #expect(failure(feeMarket(["type": "0x5"])) == .sample(.invalidField))
    #expect(failure(feeMarket(["type": "0x102"])) == .sample(.invalidField))
  }

  @Test("an unknown field is refused by name, with what was probably meant")
  func unknownField() {
    for (typed, meant) in [
      ("gasLimt", "gasLimit"), ("maxFeePerGass", "maxFeePerGas"), ("chainid", "chainId"), ("vlaue", "value"),
      ("NONCE", "nonce"),
    ] {
      let error = failure(feeMarket([typed: 1]))
      #expect(error == .sample(.unknownField))
      #expect(error?.field == typed)
      #expect(error?.description.contains("\"\(typed)\"") == true)
      #expect(error?.description.contains("Did you mean \(meant)?") == true, "\(typed): \(error!)")
    }
    let strange = failure(feeMarket(["colour": 1]))
    #expect(strange == .sample(.unknownField))
    #expect(strange?.description.contains("Known are type, chainId, nonce") == true)
  }

  @Test(
    "a missing field is told by name",
    arguments: ["chainId", "nonce", "maxPriorityFeePerGas", "maxFeePerGas", "gas", "to"])
  func missing(field: String) {
    var object = feeMarket().object!
    object[field] = nil
    let error = failure(.object(object))
    #expect(error == .sample(.missingField))
    #expect(error?.field == field)
    #expect(error?.description.contains("The field \(field) is missing.") == true)
  }

  @Test("a field of another kind is refused")
  func foreign() {
    let error = failure(feeMarket(["type": 2, "gasPrice": 1]))
    #expect(error == .sample(.fieldOfAnotherKind))
    #expect(error?.field == "gasPrice")
    #expect(failure(feeMarket(["gasPrice": 1])) == .sample(.fieldOfAnotherKind))
    #expect(failure(feeMarket(["type": 2, "maxFeePerBlobGas": 1])) == .sample(.fieldOfAnotherKind))
    #expect(failure(feeMarket(["gasPrice": nil])) == nil)
  }

  @Test("a contract is created only when that is said")
  func creation() throws {
    var object = feeMarket(["input": "0x6000"]).object!
    object["to"] = nil
    #expect(try UnsignedTransaction(json: .object(object)).isCreation)
    #expect(try UnsignedTransaction(json: feeMarket(["to": nil])).isCreation)
    #expect(failure(feeMarket(["to": ""])) == .sample(.invalidField))
    #expect(
      failure(feeMarket(["to": nil, "maxFeePerBlobGas": 1, "blobVersionedHashes": []])) == .sample(.missingRecipient))
    #expect(failure(feeMarket(["to": nil, "authorizationList": []])) == .sample(.missingRecipient))
  }

  @Test("both names of gas and calldata are taken, and must agree")
  func aliases() throws {
    var object = feeMarket(["gasLimit": 21000, "data": "0x01"]).object!
    object["gas"] = nil
    let transaction = try UnsignedTransaction(json: .object(object))
    #expect(transaction.gasLimit == 21_000)
    #expect(transaction.data == [1])
    #expect(failure(feeMarket(["gasLimit": 21000, "input": "0x01", "data": "0x01"])) == nil)
    #expect(failure(feeMarket(["gasLimit": 21001])) == .sample(.contradiction))
    #expect(failure(feeMarket(["input": "0x01", "data": "0x02"])) == .sample(.contradiction))
    for data: JSON in ["01", "0x1", "0xzz", 1] {
      #expect(failure(feeMarket(["data": data])) == .sample(.invalidField))
    }
  }

  @Test("an address with a wrong checksum is refused")
  func checksum() throws {
    let address = try Address(recipient)
    #expect(failure(feeMarket(["to": .string(address.checksummed)])) == nil)
    let wrong = String(address.checksummed.map { $0.isUppercase ? Character($0.lowercased()) : $0 }.dropLast(1)) + "A"
    #expect(failure(feeMarket(["to": .string(wrong)])) == .sample(.invalidField))
  }

  @Test("a document is signed only by the account it is from")
  func signer() throws {
    let document = try TransactionDocument(json: feeMarket(["from": .string(key.address.checksummed)]))
    #expect(document.from == key.address)
    #expect(try document.signed(by: key).sender() == key.address)
    #expect(try TransactionDocument(json: document.json) == document)
    let other = try PrivateKey(bytes: Bytes(repeating: 1, count: 32))
    #expect(throws: TransactionError.sample(.wrongSigner)) { try document.signed(by: other) }
  }

  @Test("a signed transaction is not signed again")
  func signedAlready() throws {
    let signed = try UnsignedTransaction(json: feeMarket()).signed(by: key)
    let error = failure(signed.json)
    #expect(error == .sample(.contradiction))
  }

  @Test("nested fields are told with their place")
  func nested() {
    let list: JSON = [["address": .string(recipient), "storageKeys": ["0x01"]]]
    let error = failure(feeMarket(["accessList": list]))
    #expect(error == .sample(.invalidField))
    #expect(error?.field == "accessList[0].storageKeys[0]")
    #expect(failure(feeMarket(["accessList": [["storageKeys": []]]]))?.field == "accessList[0].address")
    #expect(failure(feeMarket(["accessList": [["addres": .string(recipient)]]])) == .sample(.unknownField))
    #expect(failure(feeMarket(["accessList": [7]])) == .sample(.notJSON))
    #expect(failure(feeMarket(["authorizationList": [["address": .string(recipient)]]])) == .sample(.missingField))
  }

  @Test("text that is no JSON object is told so")
  func text() {
    for text in ["", "0x02f8", "[]", "{\"nonce\":1,\"nonce\":2}", "{\"nonce\":", "null"] {
      #expect(throws: TransactionError.sample(.notJSON), "\(text)") {
        try TransactionDocument(parsing: Array(text.utf8))
      }
    }
  }

  @Test("no error has more than four lines")
  func lines() {
    for changes: JSONObject in [
      ["gasLimt": 1], ["to": "0x12"], ["value": "0x"], ["type": 9], ["nonce": nil], ["gasPrice": 1], ["accessList": 1],
      ["from": "0x7B65b75d204abed71587c9e519a89277766ee1d0"],
    ] {
      let error = failure(feeMarket(changes))
      #expect(error != nil)
      #expect((error?.description.split(separator: "\n").count ?? 9) <= 4)
    }
  }
}
