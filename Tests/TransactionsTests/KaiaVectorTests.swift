import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

/// The plain Ethereum transactions among Kaia's vectors.
@Suite(.enabled(if: Fixtures.available("kaia"), "fixtures not found: set LECTURES_FIXTURES"))
struct KaiaVectorTests {
  @Test("Ethereum's kinds have the payload, hash, signature and sender that Kaia tells")
  func ethereum() throws {
    let vectors = try Fixtures.json("kaia/kaia_vectors.json")
    let cases = try #require(vectors["ethereumAndLegacyTransactions"]?.array)
    var passed = 0
    for vector in cases {
      let expected = try #require(vector["expected"])
      let raw = try Bytes(
        hex: try #require(expected["ethRawTransaction"]?.string ?? expected["rawTransaction"]?.string))
      let signed = try SignedTransaction(decoding: raw)
      #expect(signed.encoded == raw)
      #expect(signed.transaction.signingPayload.hex == expected["sigRLP"]?.string)
      #expect(signed.transaction.signingHash.hex == expected["sigHash"]?.string)
      #expect(signed.hash.hex == expected["transactionHash"]?.string)
      #expect(try SignedTransaction(json: signed.json) == signed)
      if let from = expected["from"]?.string { #expect(try signed.sender() == Address(from)) }
      if let key = try vector["senderPrivateKeys"]?[0]?.string.map({ try PrivateKey(hex: $0) }) {
        #expect(try signed.transaction.signed(by: key) == signed)
      }
      passed += 1
    }
    Fixtures.report("kaia, plain Ethereum transactions", passed: passed)
  }

  @Test("Kaia's own types are told by name; its Ethereum kinds are read without their prefix")
  func serializer() throws {
    let vectors = try Fixtures.json("kaia/kaia_vectors.json")
    var ethereum = 0
    var own = 0
    for vector in try #require(vectors["nodeSerializerTransactions"]?.array) {
      var raw = try Bytes(hex: try #require(vector["rawTransaction"]?.string))
      let name = try #require(vector["type"]?.string)
      if raw[0] < 0xc0 {
        do {
          _ = try SignedTransaction(decoding: raw)
          Issue.record("\(name) was decoded")
        } catch {
          #expect(error == .sample(.kaiaNotSupported))
          #expect(error.description.contains("(\(name))"))
        }
        own += 1
        guard raw[0] == 0x78 else { continue }
        raw.removeFirst()
      }
      // These test a serializer: two of the typed ones have a v of 27 or 28, which is no parity.
      let v = try UInt256(quantity: try #require(vector["signatures"]?[0]?["v"]?.string))
      if raw[0] < 0xc0, v > 1 {
        #expect(throws: TransactionError.sample(.invalidV)) { try SignedTransaction(decoding: raw) }
      } else {
        let signed = try SignedTransaction(decoding: raw)
        #expect(signed.encoded == raw)
        #expect(signed.v == v)
        #expect(signed.hash.hex == vector["transactionHash"]?.string)
      }
      ethereum += 1
    }
    #expect(ethereum == 5)
    #expect(own == 25)
    Fixtures.report("kaia, node serializer: Ethereum's kinds", passed: ethereum)
    Fixtures.report("kaia, node serializer: told by name", passed: own)
  }

  @Test("the gas of Ethereum's kinds is that of the node's rules")
  func intrinsicGas() throws {
    let vectors = try Fixtures.json("kaia/kaia_vectors.json")
    // Kaia counts a hundred gas for any byte until Prague; the words of init code cost gas there.
    let before = TransactionRules.shanghai.fork("Kaia before Prague") {
      $0.zeroByteGas = 100
      $0.nonZeroByteGas = 100
      $0.kinds = Set(TransactionKind.allCases)
    }
    var passed = 0
    for vector in try #require(vectors["intrinsicGas"]?.array) {
      let type = try #require(vector["type"]?.string)
      let data = try Bytes(hex: try #require(vector["data"]?.string))
      let transaction: UnsignedTransaction
      switch type {
      case "0x00":
        let creates = try #require(vector["name"]?.string).contains("creation")
        transaction = .legacy(
          LegacyTransaction(
            chainID: 8217, nonce: 0, gasPrice: 0, gasLimit: 0, to: creates ? nil : .zero, value: 0, data: data))
      case "0x7804":
        let authorization = Authorization(chainID: 0, address: .zero, nonce: 0, yParity: 0, r: 1, s: 1)
        transaction = .setCode(
          SetCodeTransaction(
            chainID: 8217, nonce: 0, maxPriorityFeePerGas: 0, maxFeePerGas: 0, gasLimit: 0, to: .zero, value: 0,
            data: data,
            authorizationList: Array(repeating: authorization, count: try #require(vector["authorizations"]?.int))))
      default: continue
      }
      let prague = transaction.intrinsicGas(under: .prague)
      #expect(prague.charged == vector["intrinsicPrague"]?.int.map(UInt64.init))
      #expect(prague.floor == vector["floorPrague"]?.int.map(UInt64.init))
      #expect(prague.minimumGasLimit == vector["minimumGasPrague"]?.int.map(UInt64.init))
      #expect(
        transaction.intrinsicGas(under: before).charged == vector["intrinsicBeforePrague"]?.int.map(UInt64.init))
      passed += 1
    }
    #expect(passed == 2)
    Fixtures.report("kaia, intrinsic gas of Ethereum's kinds", passed: passed)
  }
}
