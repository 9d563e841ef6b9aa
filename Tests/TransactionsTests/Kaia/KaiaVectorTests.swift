import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

/// Kaia's vectors of transactions, byte for byte.
@Suite(.enabled(if: Fixtures.available("kaia"), "fixtures not found: set LECTURES_FIXTURES"))
struct KaiaVectorTests {
  private let vectors: JSON

  init() throws {
    vectors = try Fixtures.json("kaia/kaia_vectors.json")
  }

  private func group(_ name: String) throws -> [JSON] {
    let cases = try #require(vectors[name]?.array)
    try #require(!cases.isEmpty)
    return cases
  }

  @Test(
    "the official examples and others, signed from their keys",
    arguments: ["transactions", "derivedTransactions", "ethereumAndLegacyTransactions"])
  func signing(name: String) throws {
    var passed = 0
    for json in try group(name) {
      if ["0x00", "0x7801", "0x7802", "0x7803", "0x7804"].contains(json["type"]?.string) {
        try checkEthereum(json)
      } else {
        try checkNative(json)
      }
      passed += 1
    }
    Fixtures.report("kaia/\(name)", passed: passed)
  }

  private func checkNative(_ json: JSON) throws {
    let vector = try KaiaVector(json)
    let (transaction, expected) = (vector.transaction, vector.expected)
    #expect(transaction.signingPayload.hex == expected["sigRLP"]?.string)
    #expect(transaction.signingHash.hex == expected["sigHash"]?.string)
    #expect(try UnsignedTransaction(decoding: transaction.signingPayload) == .kaia(transaction))
    let signed = try vector.signed()
    #expect(signed.encoded.hex == expected["rawTransaction"]?.string)
    #expect(signed.kaiaEncoded == signed.encoded)
    #expect(signed.hash.hex == expected["transactionHash"]?.string)
    #expect(signed.senderTxHash.hex == expected["senderTxHash"]?.string)
    #expect(try PartlySignedTransaction(signed).encoded().hex == expected["senderTxHashRLP"]?.string)
    #expect(signed.v.quantity == expected["signatures"]?[0]?["v"]?.string)
    if let feePayer = vector.feePayer {
      #expect(transaction.feePayerSigningPayload(feePayer: feePayer).hex == expected["feePayerSigRLP"]?.string)
      #expect(transaction.feePayerSigningHash(feePayer: feePayer).hex == expected["feePayerSigHash"]?.string)
      let asked = try PartlySignedTransaction(
        feePayerSigningPayload: transaction.feePayerSigningPayload(feePayer: feePayer))
      #expect(asked.transaction == transaction && asked.feePayer?.address == feePayer)
      #expect(asked.signatures.isEmpty && asked.feePayer?.signatures.isEmpty == true)
    }
    #expect(try SignedTransaction(decoding: signed.encoded) == signed)
    #expect(try SignedTransaction(json: signed.json) == signed)
    #expect(try signed.senderPublicKeys() == vector.senderKeys.map(\.publicKey))
    #expect(try signed.feePayerPublicKeys() == vector.feePayerKeys.map(\.publicKey))
    #expect(try signed.sender() == transaction.from)
    if let contract = json["contractAddress"]?.string {
      #expect(try Address.contract(deployer: transaction.from, nonce: transaction.nonce) == Address(contract))
      #expect(throws: Never.self) { try transaction.check() }
    }
  }

  private func checkEthereum(_ vector: JSON) throws {
    let expected = try #require(vector["expected"])
    let raw = try Bytes(
      hex: try #require(expected["kaiaRawTransaction"]?.string ?? expected["rawTransaction"]?.string))
    let signed = try SignedTransaction(decoding: raw)
    #expect(signed.kaiaEncoded == raw)
    #expect(signed.encoded.hex == expected["ethRawTransaction"]?.string ?? raw.hex)
    #expect(try SignedTransaction(decoding: signed.encoded) == signed)
    #expect(signed.transaction.signingPayload.hex == expected["sigRLP"]?.string)
    #expect(signed.transaction.signingHash.hex == expected["sigHash"]?.string)
    #expect(signed.hash.hex == expected["transactionHash"]?.string)
    #expect(signed.senderTxHash == signed.hash)
    #expect(try SignedTransaction(json: signed.json) == signed)
    #expect(try SignedTransaction(json: signed.kaiaJSON).hash == signed.hash)
    let number = try vector.text("type").dropFirst(2)
    #expect(signed.transaction.kind.kaiaNumber == UInt64(number, radix: 16))
    if let from = expected["from"]?.string { #expect(try signed.sender() == Address(from)) }
    if let key = try vector["senderPrivateKeys"]?[0]?.string.map({ try PrivateKey(hex: $0) }) {
      #expect(try signed.transaction.signed(by: key) == signed)
      #expect(try signed.senderPublicKeys() == [key.publicKey])
    }
  }

  @Test("the node's serializer: bytes, hashes and both JSON forms")
  func serializer() throws {
    var passed = 0
    for vector in try group("nodeSerializerTransactions") {
      let raw = try Bytes(hex: vector.text("rawTransaction"))
      let v = try UInt256(quantity: try #require(vector["signatures"]?[0]?["v"]?.string))
      let kind = try #require(TransactionKind(kaiaName: vector.text("type")))
      // The vectors test a serializer: some have a v that no signature can have, and those are refused.
      let isDummy = kind == .legacy ? v < 27 : kind.isEthereum ? v > 1 : v < 35
      if isDummy {
        #expect(throws: TransactionError.sample(.invalidV)) { try SignedTransaction(decoding: raw) }
        let transaction = try unsigned(vector)
        #expect(transaction.signingPayload.hex == vector["sigRLP"]?.string)
        #expect(transaction.signingHash.hex == vector["sigHash"]?.string)
        if let kaia = transaction.kaia,
          let feePayer = try vector["txJson"]?["feePayer"]?.string.map({ try Address($0) })
        {
          #expect(kaia.feePayerSigningPayload(feePayer: feePayer).hex == vector["feePayerSigRLP"]?.string)
        }
      } else {
        try check(try SignedTransaction(decoding: raw), against: vector, raw)
      }
      passed += 1
    }
    Fixtures.report("kaia/nodeSerializerTransactions", passed: passed)
  }

  private func unsigned(_ vector: JSON) throws -> UnsignedTransaction {
    var fields = try #require(vector["txJson"]?.object)
    fields["chainId"] = vector["chainId"]
    for name in ["signatures", "feePayer", "feePayerSignatures", "inputJSON", "hash"] { fields[name] = nil }
    return try UnsignedTransaction(json: .object(fields))
  }

  private func check(_ signed: SignedTransaction, against vector: JSON, _ raw: Bytes) throws {
    #expect(signed.kaiaEncoded == raw)
    // A legacy signature with a v of 27 or 28 does not cover the chain id that the vector tells.
    if signed.transaction.chainID != nil {
      #expect(signed.transaction.signingPayload.hex == vector["sigRLP"]?.string)
      #expect(signed.transaction.signingHash.hex == vector["sigHash"]?.string)
    }
    #expect(signed.hash.hex == vector["transactionHash"]?.string)
    #expect(signed.senderTxHash.hex == vector["senderTxHash"]?.string)
    if let kaia = signed.transaction.kaia, let feePayer = signed.feePayer {
      #expect(try PartlySignedTransaction(signed).encoded().hex == vector["senderTxHashRLP"]?.string)
      #expect(kaia.feePayerSigningPayload(feePayer: feePayer.address).hex == vector["feePayerSigRLP"]?.string)
    }

    let rpc = try #require(vector["rpcJson"]?.object)
    #expect(signed.kaiaFields == rpc)
    // The hash is not computed there.
    var (written, own) = (try #require(vector["txJson"]?.object), try #require(signed.kaiaJSON.object))
    (written["hash"], own["hash"]) = (nil, nil)
    #expect(own == written)

    #expect(try SignedTransaction(json: try #require(vector["txJson"])) == signed)
    #expect(try SignedTransaction(json: signed.kaiaJSON) == signed)
    var answer = rpc
    if let kaia = signed.transaction.kaia { answer["from"] = .string(kaia.from.lowercaseHex) }
    #expect(try SignedTransaction(json: .object(answer)) == signed)
  }

  @Test("half-signed transactions are read in every form and written in both")
  func wireForms() throws {
    let forms = try #require(vectors["senderSignedWireForms"])
    let complete = try SignedTransaction(decodingHex: forms.text("complete"))
    let sdk = try PartlySignedTransaction(decoding: Bytes(hex: forms.text("senderSigned_kaiaSdk")))
    let names = ["senderSigned_kaiaSdk", "senderSigned_caver_emptyFeePayer", "senderSigned_caver_zeroFeePayer"]
    for name in names {
      let partly = try PartlySignedTransaction(decoding: Bytes(hex: forms.text(name)))
      #expect(partly == sdk)
      #expect(throws: TransactionError.sample(.missingFeePayer)) { try partly.completed() }
      #expect(throws: TransactionError.sample(.missingFeePayer)) {
        try SignedTransaction(decodingHex: forms.text(name))
      }
    }
    #expect(try sdk.encoded(.senderPart).hex == forms.text("senderSigned_kaiaSdk"))
    #expect(try sdk.encoded(.placeholders).hex == forms.text("senderSigned_caver_emptyFeePayer"))
    #expect(sdk.senderTxHash == complete.senderTxHash)
    let whole = try PartlySignedTransaction(decoding: complete.encoded)
    #expect(try whole.completed() == complete)
    #expect(try sdk.merging(whole).completed() == complete)
    Fixtures.report("kaia/senderSignedWireForms", passed: names.count + 1)
  }

  @Test("the gas before any code runs, before and since Prague")
  func intrinsicGas() throws {
    var passed = 0
    for vector in try group("intrinsicGas") {
      let transaction = try GasVector.transaction(vector)
      let (sender, feePayer) = (vector["senderSignatures"]?.int ?? 1, vector["feePayerSignatures"]?.int ?? 0)
      func gas(_ rules: TransactionRules) -> IntrinsicGas {
        transaction.intrinsicGas(under: rules, senderSignatures: sender, feePayerSignatures: feePayer)
      }
      for rules in [TransactionRules.kaiaPrague, .kaiaOsaka] {
        #expect(gas(rules).charged == vector["intrinsicPrague"]?.int.map(UInt64.init), "\(vector)")
        #expect(gas(rules).floor == vector["floorPrague"]?.int.map(UInt64.init), "\(vector)")
        #expect(gas(rules).minimumGasLimit == vector["minimumGasPrague"]?.int.map(UInt64.init))
      }
      for rules in [TransactionRules.kaiaShanghai, .kaiaCancun, .kaiaKaia] {
        #expect(gas(rules).charged == vector["intrinsicBeforePrague"]?.int.map(UInt64.init), "\(vector)")
        #expect(gas(rules).floor == 0)
      }
      passed += 1
    }
    Fixtures.report("kaia/intrinsicGas", passed: passed)
  }

  @Test("the fee payer's part is rounded down")
  func feeRatioSplit() throws {
    var passed = 0
    for vector in try group("feeRatioSplit") {
      let percent = UInt8(try #require(vector["ratio"]?.int))
      let split = FeeSplit(try UInt256(parsing: vector.text("fee")), percent: percent)
      #expect(try split.feePayer == UInt256(parsing: vector.text("feePayer")))
      #expect(try split.sender == UInt256(parsing: vector.text("sender")))
      passed += 1
    }
    Fixtures.report("kaia/feeRatioSplit", passed: passed)
  }

  @Test("anchored data in both forms")
  func anchoring() throws {
    let vectors = try #require(vectors["anchoring"])
    let example = try #require(vectors["decodedExample"])
    func hash(_ name: String) throws -> Hash32 { try Hash32(example.text(name)) }
    func number(_ name: String) throws -> UInt256 { UInt256(UInt64(try #require(example[name]?.int))) }
    let block = AnchoringData.Block(
      blockHash: try hash("BlockHash"), transactionsRoot: try hash("TxHash"), parentHash: try hash("ParentHash"),
      receiptsRoot: try hash("ReceiptHash"), stateRoot: try hash("StateRootHash"),
      blockNumber: try number("BlockNumber"),
      counts: AnchoringData.Counts(blocks: try number("BlockCount"), transactions: try number("TxCount")))
    let encoded = try #require(vectors["type0Derived"]?["encoded"]?.string)
    #expect(AnchoringData.block(block).encoded.hex == encoded)
    #expect(try AnchoringData(decoding: Bytes(hex: encoded)) == .block(block))
    let old = try Bytes(hex: vectors.text("legacyFromDocs"))
    #expect(try AnchoringData(decoding: old).encoded == old)
    #expect(try AnchoringData(decoding: old).inputJSON["blockNumber"]?.int == 5)
    Fixtures.report("kaia/anchoring", passed: 2)
  }
}

/// A transaction that has what the gas of a vector depends on.
private enum GasVector {
  static func transaction(_ vector: JSON) throws -> UnsignedTransaction {
    let data = try Bytes(hex: vector.text("data"))
    switch try vector.text("type") {
    case "0x00":
      let creates = try vector.text("name").contains("creation")
      return .legacy(
        LegacyTransaction(
          chainID: 8217, nonce: 0, gasPrice: 0, gasLimit: 0, to: creates ? nil : .zero, value: 0, data: data))
    case "0x7801":
      return .accessList(
        AccessListTransaction(
          chainID: 8217, nonce: 0, gasPrice: 0, gasLimit: 0, to: .zero, value: 0, data: data,
          accessList: try accessList(vector)))
    case "0x7802":
      return .feeMarket(
        FeeMarketTransaction(
          chainID: 8217, nonce: 0, maxPriorityFeePerGas: 0, maxFeePerGas: 0, gasLimit: 0, to: .zero, value: 0,
          data: data, accessList: try accessList(vector)))
    case "0x7804":
      let authorization = Authorization(chainID: 0, address: .zero, nonce: 0, yParity: 0, r: 1, s: 1)
      return .setCode(
        SetCodeTransaction(
          chainID: 8217, nonce: 0, maxPriorityFeePerGas: 0, maxFeePerGas: 0, gasLimit: 0, to: .zero, value: 0,
          data: data, accessList: try accessList(vector),
          authorizationList: Array(repeating: authorization, count: try #require(vector["authorizations"]?.int))))
    case let name:
      let type = try #require(KaiaTransactionType(rawValue: try Bytes(hex: name)[0]))
      return .kaia(try native(type, data, vector["accountKey"]?.string))
    }
  }

  private static func accessList(_ vector: JSON) throws -> [AccessListEntry] {
    let addresses = vector["accessList"]?["addresses"]?.int ?? 0
    guard addresses > 0 else { return [] }
    let keys = Array(repeating: Hash32.zero, count: vector["accessList"]?["storageKeys"]?.int ?? 0)
    return [AccessListEntry(address: .zero, storageKeys: keys)]
      + Array(repeating: AccessListEntry(address: .zero, storageKeys: []), count: addresses - 1)
  }

  private static func native(
    _ type: KaiaTransactionType, _ data: Bytes, _ key: String?
  ) throws -> KaiaTransaction {
    let operation: KaiaTransaction.Operation =
      switch type.action {
      case .valueTransfer: .valueTransfer(to: .zero, value: 0)
      case .valueTransferMemo: .memo(to: .zero, value: 0, memo: data)
      case .accountUpdate: .accountUpdate(try AccountKey(decoding: Bytes(hex: try #require(key))))
      case .smartContractDeploy: .deploy(data)
      case .smartContractExecution: .execution(to: .zero, value: 0, input: data)
      case .cancel: .cancel
      case .chainDataAnchoring: .anchoring(data: data)
      }
    let payment: KaiaTransaction.FeePayment =
      switch type.payer {
      case .sender: .sender
      case .feePayer: .delegated
      case .both: .shared(percent: 30)
      }
    return KaiaTransaction(
      chainID: 8217, nonce: 0, gasPrice: 0, gasLimit: 0, from: .zero, operation: operation, feePayment: payment)
  }
}
